// SPDX-License-Identifier: Apache-2.0
// Beds of grains: how a World makes them, and what a Simulation reads of them.
#include "Grains.h"

#include "Arrays.h"
#include "Bindings.h"
#include "Docs.h"
#include "Laws.h"
#include "Simulation.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

using namespace nanobind::literals;
using namespace SimTK;

namespace simbodydem::python {

namespace {

const std::string endOfBed = "\nSimbodyDEM grains ";
constexpr std::size_t digits = 20;

} // namespace

std::string joinBed(const std::string& text, const std::string& bed) {
    if (bed.empty()) return text;
    std::string size = std::to_string(bed.size());
    size.insert(0, digits - size.size(), '0');
    return text + bed + endOfBed + size;
}

std::string splitBed(std::string& bytes) {
    const std::size_t length = endOfBed.size() + digits;
    if (bytes.size() < length || bytes.compare(bytes.size() - length, endOfBed.size(), endOfBed) != 0) return {};
    const std::size_t size = std::size_t(std::strtoull(bytes.c_str() + bytes.size() - digits, nullptr, 10));
    if (size > bytes.size() - length) throw std::invalid_argument("the saved state is damaged: its grains are cut off");
    const std::string bed = bytes.substr(bytes.size() - length - size, size);
    bytes.resize(bytes.size() - length - size);
    return bed;
}

#ifndef SIMBODYDEM_HAS_GRAINS

void addForcesOfGrains(const Model&, const std::function<void(int, const Vec3&)>&) {}
void bindGrains(nb::module_&) {}

#else

namespace {

using Triple = double[3];
using Chosen = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/** One grain, as a row of a NumPy array. */
struct GrainRow {
    Triple position, velocity, angularVelocity;
    double radius;
};

struct GrainContactRow {
    std::int32_t grain;
    Triple point, normal, force;
    double overlap;
};

struct GrainPairRow {
    std::int32_t grains[2];
    Triple point, normal, force;
    double overlap;
};

/** Holds the wrench of grains on one surface. */
struct GrainWrenchRow {
    std::int32_t body, contacts;
    Triple moment, force, momentAtEnd, forceAtEnd, pendingAngularImpulse, pendingImpulse;
};

struct GrainLayerRow {
    double low, high;
    std::int32_t grains;
    double solidFraction;
    Triple velocity;
    double stress[3][3];
};

struct MeasuresRow {
    std::int32_t grains;
    double mass, kineticEnergy, potentialEnergy, storedEnergy, wallEnergy, surfaceEnergy, height, highest, coordinationNumber, largestSpeed,
        deepestOverlap;
    Triple momentum, angularMomentum, wallForce;
};

void set(Triple& to, const Vec3& from) { std::copy(&from[0], &from[0] + 3, to); }

/** A file for GrainBed::save() and load(), which is removed afterwards. */
class TemporaryFile {
public:
    TemporaryFile() {
        const char* const folder = std::getenv("TMPDIR");
        path = std::string(folder && *folder ? folder : "/tmp") + "/simbodydem-bed-XXXXXX";
        const int file = ::mkstemp(path.data());
        if (file < 0) throw std::runtime_error("cannot make the file " + path + ": " + std::strerror(errno));
        ::close(file);
    }
    ~TemporaryFile() { std::remove(path.c_str()); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::string& getPath() const { return path; }

private:
    std::string path;
};

void requireBed(const World& world) {
    if (!world.hasGrains) throw std::invalid_argument("the world has no grains; call its add_grains() before");
}

void addBed(World& world, const GrainBedOptions& options, const ContactModel& laws, const SurfaceMaterial& material) {
    if (world.hasGrains) throw std::invalid_argument("the world has grains already; it has one bed");
    if (isWrittenInPython(laws)) throw std::invalid_argument("a law of grains cannot be written in Python, since LAMMPS computes it; choose one of list_laws()");
    world.add([=](Model& model) {
        GrainBedOptions own = options;
        own.setProgress([&model](const GrainProgress&) {
            if (model.check) model.check();
        });
        model.bed = std::make_unique<GrainBed>(model.system, own);
        model.bed->setLaw(laws, material);
    });
    world.hasGrains = true;
}

int addSurface(World& world, int body, const std::shared_ptr<const Shape>& shape, const Transform& X_BS, const SurfaceMaterial& material,
               const std::string& name) {
    requireBed(world);
    world.add([=](Model& model) {
        model.bed->addSurface(model.body(body), *shape, X_BS, material, name);
        model.grainBodies.push_back(body);
        draw(model.body(body), *shape, X_BS);
    });
    return world.getTrial().bed->getNumSurfaces() - 1;
}

// Lets a surface of the World meet grains too.
int addContactSurface(World& world, int number) {
    requireBed(world);
    world.add([=](Model& model) {
        const ContactSurfaces& surfaces = model.surfaces;
        const SurfaceIndex index(number);
        const Surface& surface = surfaces.getSurface(index);
        const std::string name = surfaces.getName(index).empty() ? "surface " + std::to_string(number) : surfaces.getName(index);
        if (surface.getLayer() || surface.getSand() || surface.getSoil())
            throw std::invalid_argument(name + " has a layer, sand or soil, which grains cannot meet; give its shape and a Material to add_surface()");
        const int body = surfaces.getBody(index);
        model.bed->addSurface(model.body(body), surfaces.getShape(index), surfaces.getPose(index), surface.getMaterial(), name);
        model.grainBodies.push_back(body);
    });
    return world.getTrial().bed->getNumSurfaces() - 1;
}

// Remembers what puts grains into the bed. A trial has none.
void prepare(World& world, const std::function<void(GrainBed&)>& work) {
    requireBed(world);
    world.add([work](Model& model) {
        if (model.pours) work(*model.bed);
    });
}

std::vector<Grain> toGrains(const ArrayNN& rows) {
    if (rows.shape(1) != 10) throw std::invalid_argument("a grain has ten numbers: position, radius, velocity and angular velocity");
    std::vector<Grain> grains(rows.shape(0));
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const double* row = rows.data() + 10 * i;
        grains[i] = {Vec3(row[0], row[1], row[2]), row[3], Vec3(row[4], row[5], row[6]), Vec3(row[7], row[8], row[9])};
    }
    return grains;
}

std::vector<GrainRow> listGrains(const Simulation& simulation) {
    std::vector<GrainRow> rows;
    for (const Grain& grain : simulation.getBed().getGrains()) {
        GrainRow& row = rows.emplace_back();
        set(row.position, grain.position);
        set(row.velocity, grain.velocity);
        set(row.angularVelocity, grain.angularVelocity);
        row.radius = grain.radius;
    }
    return rows;
}

template <class Row, class Contact>
void copyContact(Row& row, const Contact& contact) {
    set(row.point, contact.point);
    set(row.normal, contact.normal);
    set(row.force, contact.force);
    row.overlap = contact.overlap;
}

std::vector<GrainWrenchRow> listWrenches(const Simulation& simulation) {
    const GrainBed& bed = simulation.getBed();
    const Model& model = simulation.getModel();
    const State& state = simulation.getRunner().getState();
    model.system.realize(state, Stage::Position);
    std::vector<GrainWrenchRow> rows;
    for (SurfaceIndex k(0); k < bed.getNumSurfaces(); ++k) {
        GrainWrenchRow& row = rows.emplace_back();
        row.body = model.grainBodies[std::size_t(k)];
        row.contacts = bed.getNumContacts(k);
        const SpatialVec mean = bed.getWrench(state, k), end = bed.getWrenchAtEnd(k);
        // Nothing is owed before the first step.
        const SpatialVec pending = bed.getNumIntervals() > 0 ? bed.getPendingImpulse(k) : SpatialVec(Vec3(0), Vec3(0));
        set(row.moment, mean[0]);
        set(row.force, mean[1]);
        set(row.momentAtEnd, end[0]);
        set(row.forceAtEnd, end[1]);
        set(row.pendingAngularImpulse, pending[0]);
        set(row.pendingImpulse, pending[1]);
    }
    return rows;
}

std::vector<MeasuresRow> measure(const Simulation& simulation) {
    const GrainBedMeasures all = simulation.getBed().measure();
    MeasuresRow row{all.grains,  all.mass,    all.kineticEnergy,      all.potentialEnergy, all.storedEnergy,   all.wallEnergy, all.surfaceEnergy,
                    all.height, all.highest, all.coordinationNumber, all.largestSpeed,    all.deepestOverlap, {},             {},
                    {}};
    set(row.momentum, all.momentum);
    set(row.angularMomentum, all.angularMomentum);
    set(row.wallForce, all.wallForce);
    return {row};
}

std::vector<GrainLayerRow> listLayers(const Simulation& simulation, int count) {
    std::vector<GrainLayerRow> rows;
    for (const GrainLayer& layer : simulation.getBed().measureLayers(count)) {
        GrainLayerRow row{layer.low, layer.high, layer.grains, layer.solidFraction, {}, {}};
        set(row.velocity, layer.velocity);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) row.stress[i][j] = layer.stress(i, j);
        rows.push_back(row);
    }
    return rows;
}

GrainBedOptions makeOptions(const Array3& low, const Array3& high, const std::array<bool, 3>& periodic, bool walls, bool mayLeave, double density,
                            const std::optional<Array3>& gravity, int interval, std::optional<double> tolerance, std::optional<double> step,
                            int ranks, const std::string& server, const std::vector<std::string>& launcher) {
    GrainBedOptions options;
    options.setBox(toVec3(low), toVec3(high)).setPeriodic(periodic[0], periodic[1], periodic[2]).setWalls(walls).setGrainsMayLeave(mayLeave);
    options.setDensity(density).setInterval(interval).setRanks(ranks);
    if (gravity) options.setGravity(toVec3(*gravity));
    if (tolerance) options.setIntervalTolerance(*tolerance);
    if (step) options.setTimeStep(*step);
    if (!server.empty()) options.setServer(server);
    if (!launcher.empty()) options.setLauncher(launcher);
    return options;
}

} // namespace

double endOfPart(const GrainBed& bed, double time, double until) {
    const double steps = std::ceil((until - time) / bed.getTimeStep() - 1e-9);
    const double most = std::max(double(bed.getOptions().getInterval()), std::ceil(1e5 / std::max(1, bed.getNumGrains())));
    const double parts = std::ceil(steps / most);
    return parts <= 1 ? until : time + (until - time) / parts;
}

std::string saveBed(const GrainBed& bed, GrainStepper& stepper) {
    stepper.stepTo(stepper.getState().getTime()); // a bed that has not begun cannot be saved
    const TemporaryFile file;
    bed.save(file.getPath(), stepper.getState());
    std::ifstream in(file.getPath(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void loadBed(Model& model, const std::string& bytes) {
    const TemporaryFile file;
    std::ofstream out(file.getPath(), std::ios::binary);
    out.write(bytes.data(), std::streamsize(bytes.size()));
    out.close();
    if (!out) throw std::runtime_error("cannot write the file " + file.getPath());
    State state = model.start; // its coordinates are those of the State that comes with the bed
    model.bed->load(file.getPath(), state);
}

std::vector<ReplayBall> listBalls(const GrainBed& bed) {
    const std::vector<Grain> all = bed.getGrains();
    const std::size_t most = 100000, shown = std::min(most, all.size());
    std::vector<ReplayBall> balls;
    for (std::size_t k = 0; k < all.size(); ++k)
        if ((k + 1) * shown / all.size() != k * shown / all.size()) balls.push_back({all[k].position, all[k].radius, all[k].velocity.norm()});
    return balls;
}

void addForcesOfGrains(const Model& model, const std::function<void(int, const Vec3&)>& add) {
    for (std::size_t k = 0; k < model.grainBodies.size(); ++k)
        add(model.grainBodies[k], model.bed->getWrenchAtEnd(SurfaceIndex(int(k)))[1]);
}

void bindGrains(nb::module_& m) {
    m.def("grain_row_sizes", [] {
        return std::vector<std::size_t>{sizeof(GrainRow),       sizeof(GrainContactRow), sizeof(GrainPairRow),
                                        sizeof(GrainWrenchRow), sizeof(GrainLayerRow),   sizeof(MeasuresRow)};
    });
    m.def(
        "add_grains",
        [](World& world, const Array3& low, const Array3& high, const SurfaceMaterial& material, const std::array<bool, 3>& periodic, bool walls,
           bool mayLeave, double density, const std::optional<Array3>& gravity, const nb::object& normal, const nb::object& tangential,
           const nb::object& rolling, int interval, std::optional<double> tolerance, std::optional<double> step, int ranks,
           const std::string& server, const std::vector<std::string>& launcher) {
            addBed(world,
                   makeOptions(low, high, periodic, walls, mayLeave, density, gravity, interval, tolerance, step, ranks, server, launcher),
                   makeLaws(normal, tangential, rolling), material);
        },
        "world"_a, "low"_a, "high"_a, "material"_a, "periodic"_a, "walls"_a, "may_leave"_a, "density"_a, "gravity"_a.none(), "normal"_a,
        "tangential"_a, "rolling"_a, "interval"_a, "interval_tolerance"_a.none(), "time_step"_a.none(), "ranks"_a, "server"_a, "launcher"_a);
    m.def(
        "pour_grains",
        [](World& world, double least, double greatest, unsigned seed, std::optional<double> height, std::optional<int> count) {
            Pouring pouring(GrainRadii(least, greatest), seed);
            if (height) pouring.upTo(*height);
            if (count) pouring.setCount(*count);
            prepare(world, [pouring](GrainBed& bed) { bed.fill(pouring); });
        },
        "world"_a, "least"_a, "greatest"_a, "seed"_a, "up_to"_a.none(), "count"_a.none());
    m.def(
        "put_grains",
        [](World& world, const ArrayNN& rows) {
            prepare(world, [grains = toGrains(rows)](GrainBed& bed) { bed.add(grains); });
        },
        "world"_a, "rows"_a);
    m.def(
        "put_grain_file", [](World& world, const std::string& file) { prepare(world, [file](GrainBed& bed) { bed.addFile(file); }); }, "world"_a,
        "file"_a);
    m.def(
        "settle_grains", [](World& world, double atMost) { prepare(world, [atMost](GrainBed& bed) { bed.settle(atMost); }); }, "world"_a,
        "at_most"_a);
    m.def(
        "add_grain_surface",
        [](World& world, int body, const Shape& shape, const Array44& pose, const SurfaceMaterial& material, const std::string& name) {
            return addSurface(world, body, std::shared_ptr<const Shape>(shape.clone()), toTransform(pose), material, name);
        },
        "world"_a, "body"_a, "shape"_a, "pose"_a, "material"_a, "name"_a);
    m.def("add_contact_surface_to_grains", &addContactSurface, "world"_a, "surface"_a);

    m.def("grain_rows", [](const Simulation& it) { return toBytes(listGrains(it)); }, "simulation"_a);
    m.def("grain_wrenches", [](const Simulation& it) { return toBytes(listWrenches(it)); }, "simulation"_a);
    m.def("grain_measures", [](const Simulation& it) { return toBytes(measure(it)); }, "simulation"_a);
    m.def("grain_layers", [](const Simulation& it, int count) { return toBytes(listLayers(it, count)); }, "simulation"_a, "count"_a);
    m.def(
        "grain_contacts",
        [](const Simulation& it, int surface) {
            std::vector<GrainContactRow> rows;
            for (const GrainContact& contact : it.getBed().getContacts(SurfaceIndex(surface))) {
                GrainContactRow& row = rows.emplace_back();
                row.grain = contact.grain;
                copyContact(row, contact);
            }
            return toBytes(std::move(rows));
        },
        "simulation"_a, "surface"_a);
    m.def(
        "grain_pairs",
        [](const Simulation& it) {
            std::vector<GrainPairRow> rows;
            for (const GrainPair& pair : it.getBed().getPairs()) {
                GrainPairRow& row = rows.emplace_back();
                row.grains[0] = pair.first;
                row.grains[1] = pair.second;
                copyContact(row, pair);
            }
            return toBytes(std::move(rows));
        },
        "simulation"_a);
    m.def(
        "change_grains",
        [](Simulation& it, const std::optional<ArrayNN>& added, const std::optional<Chosen>& removed) {
            it.changeBed([&](GrainBed& bed) {
                if (added) bed.add(toGrains(*added));
                if (!removed) return;
                if (removed->size() != std::size_t(bed.getNumGrains()))
                    throw std::invalid_argument("which has " + std::to_string(removed->size()) + " values; the bed has " +
                                                std::to_string(bed.getNumGrains()) + " grains");
                const bool* next = removed->data();
                bed.remove([&](const Grain&) { return *next++; });
            });
        },
        "simulation"_a, "added"_a.none(), "removed"_a.none());
    m.def("grain_law", [](Simulation& it) { return const_cast<GrainBed&>(it.getBed()).describeLaw(); }, "simulation"_a);
    m.def(
        "grain_counts",
        [](const Simulation& it) {
            const GrainBed& bed = it.getBed();
            return nb::make_tuple(bed.getNumGrains(), bed.getNumIntervals(), bed.getNumShortened(), bed.getNumLost(), it.getStepper().getNumSteps());
        },
        "simulation"_a, nb::sig("def grain_counts(simulation: SimulationCore) -> tuple[int, int, int, int, int]"));
    m.def("grain_time_step", [](const Simulation& it) { return it.getBed().getTimeStep(); }, "simulation"_a);
    m.def("grain_interval_error", [](const Simulation& it) { return it.getBed().getIntervalError(); }, "simulation"_a);
    nb::class_<GrainSeries>(m, "GrainSeriesCore", "The compiled part of GrainSeries.")
        .def(nb::init<const std::string&>(), "file"_a)
        .def("write", [](GrainSeries& it, const Simulation& simulation) { it.write(simulation.getBed()); }, "simulation"_a)
        .def_prop_ro("num_times", &GrainSeries::getNumTimes);
}

#endif

} // namespace simbodydem::python
