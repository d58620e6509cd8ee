// SPDX-License-Identifier: Apache-2.0
#include "grains/GrainCoupling.h"

#include "grains/InputChecks.h"
#include "grains/SavedBed.h"
#include "grains/ShapeNumbersOf.h"
#include "grains/TermsOf.h"
#include "simbodydem/Gravity.h"

#include "Simbody.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <random>
#include <stdexcept>

namespace simbodydem {

using namespace grains;
using namespace SimTK;

namespace {

constexpr Real deepestAtStart = 0.1;   // overlap over radius: deeper grains would be shot away
constexpr Real spacing = 2.4;          // of poured grains, in largest radii
constexpr Real densestFraction = 0.64; // of volume, of random packings of equal balls
constexpr Real firstTouch = 0.01;      // way of a body in the air per interval, in smallest radii
constexpr Real longestStep = 10;       // over the default
constexpr Real mostRatio = 10;         // of two radii
constexpr int mostBatches = 1000;      // that fill() pours

double clockSeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Triple toTriple(const Vec3& v) { return {v[0], v[1], v[2]}; }
Vec3 toVec3(const Triple& v) { return {v[0], v[1], v[2]}; }

std::array<double, 9> rowsOf(const Rotation& R) {
    std::array<double, 9> rows;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) rows[std::size_t(3 * i + j)] = R.asMat33()(i, j);
    return rows;
}

MotionKnot knotAt(Real since, const Transform& X, const SpatialVec& V) {
    return {since, rowsOf(X.R()), toTriple(X.p()), toTriple(V[1]), toTriple(V[0])};
}

// Returns the motion of the bodies while there is only Ground.
Motion motionOfGround() {
    Motion motion;
    motion.bodies = {{knotAt(0, Transform(), SpatialVec(Vec3(0), Vec3(0)))}};
    return motion;
}

GrainCoupling::Wrenches zeros(std::size_t count) {
    return GrainCoupling::Wrenches(int(count), SpatialVec(Vec3(0), Vec3(0)));
}

std::vector<double> numbersOf(const Vector& v) {
    return v.size() ? std::vector<double>(&v[0], &v[0] + v.size()) : std::vector<double>();
}

std::vector<Triple> triplesOf(const GrainCoupling::Wrenches& wrenches) {
    std::vector<Triple> all;
    for (int k = 0; k < wrenches.size(); ++k)
        all.insert(all.end(), {toTriple(wrenches[k][0]), toTriple(wrenches[k][1])});
    return all;
}

GrainCoupling::Wrenches wrenchesOf(const std::vector<Triple>& triples) {
    GrainCoupling::Wrenches all = zeros(triples.size() / 2);
    for (int k = 0; k < all.size(); ++k)
        for (int part = 0; part < 2; ++part) all[k][part] = toVec3(triples[std::size_t(2 * k + part)]);
    return all;
}

Vec3 vectorAt(const std::vector<double>& numbers, std::size_t k) {
    return {numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]};
}

} // namespace

GrainCoupling::GrainCoupling(MultibodySystem& system, const GrainBedOptions& options)
    : system(system), options(options) {
    for (int axis = 0; axis < 3; ++axis)
        if (!(options.getHigh()[axis] > options.getLow()[axis]))
            throw std::invalid_argument("GrainBed: its box has no volume; call GrainBedOptions::setBox()");
    GeneralForceSubsystem forces(system);
    // The System has a handle of its own, which lives as long as it.
    Subsystem& kept = system.updSubsystem(forces.getMySubsystemIndex());
    auto* const implementation =
        new GrainForce(GeneralForceSubsystem::updDowncast(ForceSubsystem::updDowncast(kept)), isThere);
    Force::Custom(forces, implementation);
    force = implementation;
}

GrainCoupling::~GrainCoupling() { *isThere = false; }

void GrainCoupling::setLaw(const ContactModel& given, const SurfaceMaterial& grains) {
    if (server) throw std::logic_error("GrainBed::setLaw(): the bed has grains already; set the law first");
    if (!surfaces.empty())
        throw std::logic_error("GrainBed::setLaw(): the bed has surfaces already; set the law first");
    grainTerms = termsOf(given, grains, grains, "GrainBed::setLaw()");
    model = std::make_unique<ContactModel>(given);
    material = grains;
}

Vec3 GrainCoupling::gravityOfGrains() const {
    if (options.getGravity()) return *options.getGravity();
    const Vec3 g = findGravity(system);
    if (g.norm() == 0)
        throw std::invalid_argument("GrainBed: the System has no gravity; add a Force::Gravity before the grains, or "
                                    "call GrainBedOptions::setGravity(), with Vec3(0) for none");
    return g;
}

Real GrainCoupling::massOf(Real radius) const { return 4. / 3. * Pi * radius * radius * radius * options.getDensity(); }

Real GrainCoupling::getTimeStep() const {
    if (options.getTimeStep().isSet() && !std::isfinite(leastRadius)) return options.getTimeStep();
    if (!std::isfinite(leastRadius)) throw std::logic_error("GrainBed::getTimeStep(): the bed has no grains");
    const Real mass = massOf(leastRadius);
    Real step = Infinity;
    const auto limitBy = [&](const ContactTerms& terms) {
        if (terms.normal == ContactTerms::Normal::Linear) {
            step = std::min(step, Pi * std::sqrt(0.5 * mass / terms.stiffness) / 40);
            return;
        }
        // Rayleigh's time of a ball whose modulus makes up the pair's E*, with nu = 0.3 for its small effect.
        const Real nu = 0.3, shear = terms.stiffness * (1 - nu * nu) / (1 + nu);
        step =
            std::min(step, 0.1 * Pi * leastRadius * std::sqrt(options.getDensity() / shear) / (0.1631 * nu + 0.8766));
    };
    limitBy(grainTerms);
    for (const BedSurface& surface : surfaces) limitBy(surface.terms);
    if (!options.getTimeStep().isSet()) return step;
    check(options.getTimeStep() <= longestStep * step, "GrainBed", "time step", options.getTimeStep(), "s",
          "at most " + toText(longestStep * step) + " s, " + toText(longestStep) +
              " times the default for these grains");
    return options.getTimeStep();
}

ServerProcess& GrainCoupling::getServer() {
    if (!server) throw std::logic_error("GrainBed: there are no grains; call fill() or add() first");
    if (isBroken) throw std::runtime_error("GrainBed: its server has ended before; make a new bed");
    return *server;
}

// Starts the server and sets the bed up, for grains whose sizes are known.
void GrainCoupling::setUp() {
    if (server) return;
    if (!model) throw std::logic_error("GrainBed: it has no law; call setLaw() first");
    gravity = gravityOfGrains();
    const std::string path = options.getServer().empty() ? findServer() : options.getServer();
    std::vector<std::string> command = options.getLauncher();
    if (command.empty())
        command = {"mpirun",
                   "-n",
                   "{ranks}",
                   "--oversubscribe",
                   "--bind-to",
                   "none",
                   "--mca",
                   "btl_vader_single_copy_mechanism",
                   "none",
                   "--mca",
                   "mpi_yield_when_idle",
                   "1"};
    for (std::string& word : command)
        if (word == "{ranks}") word = std::to_string(options.getRanks());
    command.push_back(path);
    auto started = std::make_unique<ServerProcess>(command);
    const Hello hello = started->ask<Hello>(Command::Hello, Hello());
    if (hello.version != protocolVersion)
        throw std::runtime_error("GrainBed: the server " + path + " is of another build than the library");
    if (hello.ranks != options.getRanks())
        throw std::runtime_error("GrainBed: the launcher has started " + std::to_string(hello.ranks) + " ranks for " +
                                 std::to_string(options.getRanks()));

    lawText = started->ask<SetUpDone>(Command::SetUp, describeSetUp()).description;
    server = std::move(started);
}

BedSetUp GrainCoupling::describeSetUp() const {
    BedSetUp bed;
    bed.low = toTriple(options.getLow());
    bed.high = toTriple(options.getHigh());
    bed.gravity = toTriple(gravity);
    for (int axis = 0; axis < 3; ++axis) {
        bed.isPeriodic[std::size_t(axis)] = options.isPeriodic(axis);
        for (int side = 0; side < 2; ++side) {
            const bool isTop = axis == upAxis() && gravity.norm() > 0 && side == (isDown() ? 0 : 1);
            bed.hasWall[std::size_t(2 * axis + side)] = options.hasWalls() && !options.isPeriodic(axis) && !isTop;
        }
    }
    bed.terms = grainTerms;
    bed.largestRadius = greatestRadius;
    // A rolling stiffness holds for two grains of the mean radius.
    const Real radius = 0.5 * (leastRadius + greatestRadius);
    bed.rollingRadius = 0.5 * radius;
    bed.rollingMass = 0.5 * massOf(radius);
    bed.timeStep = getTimeStep();
    return bed;
}

std::string GrainCoupling::describeLaw() {
    getServer();
    return lawText;
}

SurfaceIndex GrainCoupling::addSurface(const MobilizedBody& body, const Shape& shape, const Transform& X_BS,
                                       const SurfaceMaterial& surfaceMaterial, const std::string& name) {
    const std::string called = name.empty() ? "surface " + std::to_string(surfaces.size()) : name,
                      owner = "GrainBed::addSurface(): " + called;
    if (!model) throw std::logic_error(owner + ": the bed has no law; call setLaw() first");
    if (hasBegun) throw std::logic_error(owner + ": the bed has begun to move; add surfaces before");
    if (&body.getMatterSubsystem().getSystem() != &static_cast<const System&>(system))
        throw std::invalid_argument(owner + ": its body is of another System");
    if (!X_BS.p().isFinite() || !X_BS.R().asMat33().isFinite())
        throw std::invalid_argument(owner + ": its pose on the body is not finite");
    shapeNumbersOf(shape); // refuses unknown shapes
    BedSurface surface;
    surface.body = body.getMobilizedBodyIndex();
    surface.name = called;
    surface.shape.reset(shape.clone());
    surface.X_BS = X_BS;
    surface.terms = termsOf(*model, surfaceMaterial, material, owner);
    surfaces.push_back(surface);
    force->addSurface(body);
    return SurfaceIndex(int(surfaces.size()) - 1);
}

int GrainCoupling::bodyNumberOf(MobilizedBodyIndex body) {
    const auto at = std::find(bodies.begin(), bodies.end(), body);
    if (at != bodies.end()) return int(at - bodies.begin());
    bodies.push_back(body);
    return int(bodies.size()) - 1;
}

SurfaceOnBody GrainCoupling::describeSurface(const BedSurface& surface, Real bodyMass) {
    SurfaceOnBody message;
    message.name = surface.name;
    message.body = bodyNumberOf(surface.body);
    message.shape = shapeNumbersOf(*surface.shape);
    message.rotation = rowsOf(surface.X_BS.R());
    message.position = toTriple(surface.X_BS.p());
    message.terms = surface.terms;
    message.bodyMass = bodyMass;
    return message;
}

void GrainCoupling::sendSurface(BedSurface& surface, const SurfaceOnBody& message) {
    getServer().tell(Command::AddSurface, message);
    surface.bodyMass = message.bodyMass;
    surface.isSent = true;
    sent.push_back(int(&surface - surfaces.data()));
}

// Places the surfaces of Ground, for grains that move without the mechanism.
void GrainCoupling::placeGround() {
    if (hasBegun) throw std::logic_error("GrainBed: grains cannot be added or settled once the mechanism has moved");
    for (BedSurface& surface : surfaces)
        if (surface.body == 0 && !surface.isSent) sendSurface(surface, describeSurface(surface, Infinity));
    take(getServer().ask<IntervalReport>(Command::Place, motionOfGround()));
}

void GrainCoupling::take(const IntervalReport& report) {
    for (std::size_t k = 0; k < report.surfaces.size() && k < sent.size(); ++k)
        surfaces[std::size_t(sent[k])].report = report.surfaces[k];
    numGrains = int(report.grains);
}

void GrainCoupling::sendGrains(const Grains& grains, bool skipsBuried) {
    Grains message = grains;
    message.density = options.getDensity();
    message.skipsBuried = skipsBuried;
    numGrains = int(getServer().ask<Count>(Command::AddGrains, message).count);
}

void GrainCoupling::add(const std::vector<Grain>& given) {
    Grains message;
    Real least = leastRadius, greatest = greatestRadius;
    for (std::size_t k = 0; k < given.size(); ++k) {
        const Grain& grain = given[k];
        const std::string owner = "GrainBed::add(): grain " + std::to_string(k);
        check(grain.radius > 0 && std::isfinite(grain.radius), owner, "radius", grain.radius, "m", "> 0 and finite");
        for (int axis = 0; axis < 3; ++axis) {
            const Real x = grain.position[axis], low = options.getLow()[axis], high = options.getHigh()[axis];
            check(x >= low && x <= high, owner, std::string("position ") + "xyz"[axis], x, "m",
                  "in the box, from " + toText(low) + " to " + toText(high) + " m");
            message.positions.push_back(x);
            message.velocities.push_back(grain.velocity[axis]);
            message.angularVelocities.push_back(grain.angularVelocity[axis]);
        }
        if (!grain.velocity.isFinite() || !grain.angularVelocity.isFinite())
            throw std::invalid_argument(owner + ": its velocity is not finite");
        message.radii.push_back(grain.radius);
        if (!server) {
            least = std::min(least, grain.radius);
            greatest = std::max(greatest, grain.radius);
        } else
            check(grain.radius >= leastRadius && grain.radius <= greatestRadius, owner, "radius", grain.radius, "m",
                  "from " + toText(leastRadius) + " to " + toText(greatestRadius) + " m, as the first grains");
    }
    if (given.empty()) return;
    check(greatest <= mostRatio * least, "GrainBed::add()", "greatest radius", greatest, "m",
          "at most ten times the least one, " + toText(least) + " m");
    leastRadius = least;
    greatestRadius = greatest;
    const bool isFirst = numGrains == 0;
    BedState before;
    try {
        setUp();
        placeGround();
        if (!isFirst) before = getServer().ask<BedState>(Command::Save);
        sendGrains(message, false);
        placeGround();
        checkOverlaps();
    } catch (const std::invalid_argument&) { // none of them is in the bed then
        if (isFirst)
            makeEmpty();
        else
            take(getServer().ask<IntervalReport>(Command::Restore, Restart{before, motionOfGround()}));
        throw;
    }
}

// Grains that begin deep in something would be shot away.
void GrainCoupling::checkOverlaps() {
    const Measures m = getServer().ask<Measures>(Command::Measure);
    const auto refuse = [](Real overlap, const std::string& what) {
        if (overlap > deepestAtStart)
            throw std::invalid_argument("GrainBed::add(): " + what + " by " + toText(100 * overlap) +
                                        " % of the radius; it must be at most " + toText(100 * deepestAtStart) + " %");
    };
    refuse(m.deepestOverlap, "two grains overlap");
    refuse(m.deepestWallOverlap, "a grain overlaps a wall of the box");
    for (const BedSurface& surface : surfaces)
        refuse(surface.report.deepestOverlap, "a grain overlaps " + surface.name);
}

// Takes the server away from a bed that has got no grains.
void GrainCoupling::makeEmpty() {
    server.reset();
    sent.clear();
    bodies.resize(1);
    numGrains = 0;
    leastRadius = Infinity;
    greatestRadius = 0;
    for (BedSurface& surface : surfaces) surface.isSent = false;
}

void GrainCoupling::report(const std::string& task, Real simulated, long long steps, Real share) {
    const double now = clockSeconds();
    if (steps == 0) progressBegan = now;
    if (!options.getProgress() || (now < progressLast + 0.5 && share < 1)) return;
    progressLast = now;
    options.getProgress()({task, numGrains, simulated, steps, now - progressBegan, share});
}

void GrainCoupling::settle(Real atMost) {
    check(atMost > 0 && std::isfinite(atMost), "GrainBed::settle()", "time", atMost, "s", "> 0 and finite");
    placeGround();
    const Real step = getTimeStep();
    const long long chunk = 500;
    // Balls roll on and on. A drag stops them, which is gone afterwards. Its time is three times that in which a grain falls by its radius.
    const Real drag = 0.3 * std::sqrt(gravity.norm() / (2 * leastRadius));
    Motion motion = motionOfGround();
    motion.steps = chunk;
    motion.timeStep = step;
    motion.drag = drag;
    report("settling", 0, 0, 0);
    // A bed that oscillates is still for an instant. So it must be slow for as long as a grain falls by its radius.
    const Real g = gravity.norm(), fallTime = g > 0 ? std::sqrt(2 * leastRadius / g) : 0;
    const int enough = std::max(3, int(std::ceil(fallTime / (Real(chunk) * step))));
    int slow = 0;
    Real first = 0, share = 0;
    for (long long steps = chunk;; steps += chunk) {
        take(getServer().ask<IntervalReport>(Command::Advance, motion));
        const Measures m = getServer().ask<Measures>(Command::Measure);
        const Real fall = m.mass * gravity.norm() * leastRadius;
        slow = m.kineticEnergy <= 1e-5 * fall ? slow + 1 : 0;
        if (slow >= enough || m.grains == 0) {
            report("settling", Real(steps) * step, steps, 1);
            return;
        }
        first = std::max(first, m.kineticEnergy);
        if (fall > 0 && first > 1e-5 * fall)
            share = std::max(share, std::log(first / m.kineticEnergy) / std::log(first / (1e-5 * fall)));
        report("settling", Real(steps) * step, steps, std::min(0.99, share));
        if (slow == 0 && Real(steps) * step > atMost)
            throw std::runtime_error("GrainBed: the grains are not at rest after " + toText(Real(steps) * step) +
                                     " s; their kinetic energy is " + toText(m.kineticEnergy) +
                                     " J, it must be below " + toText(1e-5 * fall) +
                                     " J. More friction, less restitution or more time helps");
    }
}

// Adds grains at random places from a height on, as many as fit into the box. Numbers of the generator are scaled by hand, since the
// distributions of the standard library differ from one compiler to another. Returns the height up to which places were taken.
Real GrainCoupling::pour(const Pouring& pouring, long long count, Real from) {
    std::mt19937_64 random(pouring.getSeed() + 1000003ull * pourings++);
    const auto uniform = [&random](Real low, Real high) { return low + (high - low) * Real(random() >> 11) * 0x1p-53; };
    const Vec3 &low = options.getLow(), &high = options.getHigh();
    const Real cell = spacing * greatestRadius, room = 0.5 * (spacing - 2) * greatestRadius;
    int numbers[3];
    for (int axis = 0; axis < 3; ++axis)
        numbers[axis] = std::max(0, int((high[axis] - low[axis] - (axis == upAxis() ? from : 0)) / cell));
    const int up = upAxis(), a = (up + 1) % 3, b = (up + 2) % 3;
    if (numbers[a] < 1 || numbers[b] < 1 || numbers[up] < 1)
        throw std::invalid_argument("GrainBed::fill(): the box has no room for more grains above a height of " +
                                    toText(from) + " m that is not within or behind a surface; it must be higher");
    Grains grains;
    int layer = 0;
    for (; layer < numbers[up] && (long long)(grains.radii.size()) < count; ++layer)
        for (int i = 0; i < numbers[a]; ++i)
            for (int j = 0; j < numbers[b]; ++j) {
                Vec3 x;
                x[a] = low[a] + (i + 0.5) * (high[a] - low[a]) / numbers[a] + uniform(-room, room);
                x[b] = low[b] + (j + 0.5) * (high[b] - low[b]) / numbers[b] + uniform(-room, room);
                const Real height = from + (layer + 0.5) * cell + uniform(-room, room);
                x[up] = isDown() ? high[up] - height : low[up] + height;
                grains.positions.insert(grains.positions.end(), &x[0], &x[0] + 3);
                grains.radii.push_back(uniform(pouring.getRadii().getLeast(), pouring.getRadii().getGreatest()));
            }
    grains.atMost = count;
    sendGrains(grains, true);
    return from + layer * cell;
}

void GrainCoupling::fill(const Pouring& pouring) {
    if ((pouring.getHeight() > 0) == (pouring.getCount() > 0))
        throw std::invalid_argument("GrainBed::fill(): call either Pouring::upTo() or Pouring::setCount()");
    if (!server) {
        leastRadius = std::min(leastRadius, pouring.getRadii().getLeast());
        greatestRadius = std::max(greatestRadius, pouring.getRadii().getGreatest());
    } else if (pouring.getRadii().getLeast() < leastRadius || pouring.getRadii().getGreatest() > greatestRadius)
        throw std::invalid_argument("GrainBed::fill(): radii must be from " + toText(leastRadius) + " to " +
                                    toText(greatestRadius) + " m, as those of the first grains");
    try {
        fillFrom(pouring);
    } catch (const std::invalid_argument&) {
        if (numGrains == 0) makeEmpty();
        throw;
    }
}

void GrainCoupling::fillFrom(const Pouring& pouring) {
    setUp();
    if (!(gravity.norm() > 0)) throw std::invalid_argument("GrainBed::fill(): pouring needs gravity");
    placeGround();
    const int up = upAxis(), before = numGrains;
    const Real boxHeight = options.getHigh()[up] - options.getLow()[up], wanted = pouring.getHeight();
    check(wanted < boxHeight, "GrainBed::fill()", "height", wanted, "m",
          "less than that of the box, " + toText(boxHeight) + " m");
    const Real largest = 2 * pouring.getRadii().getGreatest();
    check(wanted == 0 || wanted >= largest, "GrainBed::fill()", "height", wanted, "m",
          "at least the diameter of the largest grain, " + toText(largest) + " m");
    const Real area =
        (options.getHigh() - options.getLow())[(up + 1) % 3] * (options.getHigh() - options.getLow())[(up + 2) % 3];
    const Real fallTime = 20 * std::sqrt(2 * boxHeight / gravity.norm());
    for (int batch = 0;; ++batch) {
        const GrainBedMeasures now = measure();
        long long missing = pouring.getCount() - (numGrains - before);
        if (wanted > 0) {
            const Real height = now.grains > 0 ? now.height : 0;
            missing = height >= wanted
                          ? 0
                          : (long long)(std::ceil(densestFraction * area * (wanted + 2 * greatestRadius - height) /
                                                  pouring.getRadii().calcMeanVolume()));
        }
        if (missing <= 0) break;
        if (batch == mostBatches)
            throw std::runtime_error("GrainBed::fill(): " + std::to_string(missing) + " grains are missing after " +
                                     std::to_string(mostBatches) +
                                     " batches; a wider or higher box takes more at once");
        const int start = numGrains;
        for (Real from = now.grains > 0 ? now.highest : 0;
             numGrains == start;) // higher, where surfaces have all places
            from = pour(pouring, missing, from);
        settle(fallTime);
    }
    if (wanted > 0) {
        const Real cut = wanted - 0.5 * (pouring.getRadii().getLeast() + pouring.getRadii().getGreatest());
        numGrains = int(getServer().ask<Count>(Command::Level, Height{cut}).count);
        settle(fallTime);
    }
}

std::vector<Grain> GrainCoupling::getGrains() {
    if (!server) return {};
    const Grains read = getServer().ask<Grains>(Command::ReadGrains);
    std::vector<Grain> all(read.radii.size());
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = {vectorAt(read.positions, k), read.radii[k], vectorAt(read.velocities, k),
                  vectorAt(read.angularVelocities, k)};
    return all;
}

GrainBedMeasures GrainCoupling::measure() {
    GrainBedMeasures all;
    if (!server) return all;
    const Measures m = getServer().ask<Measures>(Command::Measure);
    all.grains = numGrains = int(m.grains);
    all.mass = m.mass;
    all.kineticEnergy = m.kineticEnergy;
    all.potentialEnergy = m.potentialEnergy;
    all.storedEnergy = m.storedEnergy;
    all.wallEnergy = m.wallEnergy;
    for (const BedSurface& surface : surfaces) all.surfaceEnergy += surface.report.storedEnergy;
    all.height = m.meanHeight;
    all.highest = m.height;
    all.coordinationNumber = m.coordinationNumber;
    all.largestSpeed = m.largestSpeed;
    all.deepestOverlap = m.deepestOverlap;
    all.momentum = toVec3(m.momentum);
    all.angularMomentum = toVec3(m.angularMomentum);
    all.wallForce = toVec3(m.wallForce);
    return all;
}

const SurfaceReport& GrainCoupling::getReport(SurfaceIndex surface) const {
    if (!surface.isValid() || int(surface) >= int(surfaces.size()))
        throw std::invalid_argument("GrainBed: there is no surface " + std::to_string(int(surface)) + "; there are " +
                                    std::to_string(surfaces.size()));
    return surfaces[std::size_t(int(surface))].report;
}

SpatialVec GrainCoupling::getImpulseOwed(SurfaceIndex surface) const {
    getReport(surface); // checks
    return owed.size() > int(surface) ? owed[int(surface)] : SpatialVec(Vec3(0), Vec3(0));
}

std::vector<GrainContact> GrainCoupling::getContacts(SurfaceIndex surface) {
    getReport(surface); // checks
    const auto at = std::find(sent.begin(), sent.end(), int(surface));
    if (!server || at == sent.end()) return {};
    const Contacts read =
        getServer().ask<Contacts>(Command::ReadContacts, SurfaceNumber{std::int32_t(at - sent.begin())});
    std::vector<GrainContact> all(read.grains.size());
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = {read.grains[k], vectorAt(read.points, k), vectorAt(read.normals, k), read.overlaps[k],
                  vectorAt(read.forces, k)};
    return all;
}

std::vector<GrainLayer> GrainCoupling::measureLayers(int count) {
    check(count >= 1, "GrainBed::measureLayers()", "count", count, "layers", "1 or more");
    const Real top = measure().highest;
    if (!(top > 0)) return {};
    const Layers read = getServer().ask<Layers>(Command::MeasureLayers, LayersAsked{count, 0, top});
    const Vec3 sides = options.getHigh() - options.getLow();
    const Real volume = sides[0] * sides[1] * sides[2] / sides[upAxis()] * top / count;
    std::vector<GrainLayer> layers(read.grains.size());
    for (std::size_t k = 0; k < layers.size(); ++k) {
        GrainLayer& layer = layers[k];
        layer.low = top * Real(k) / count;
        layer.high = top * Real(k + 1) / count;
        layer.grains = int(read.grains[k]);
        layer.solidFraction = read.mass[k] / options.getDensity() / volume;
        if (read.mass[k] > 0) layer.velocity = vectorAt(read.momentum, k) / read.mass[k];
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) layer.stress(i, j) = -read.stress[9 * k + std::size_t(3 * i + j)] / volume;
    }
    return layers;
}

void GrainCoupling::save(const std::string& path, const State& state) {
    if (!hasBegun) throw std::logic_error("GrainBed::save(): the bed has not begun; call stepTo() first");
    SavedBed saved;
    saved.bed = describeSetUp();
    saved.density = options.getDensity();
    saved.leastRadius = leastRadius;
    saved.greatestRadius = greatestRadius;
    for (const int k : sent) {
        const BedSurface& surface = surfaces[std::size_t(k)];
        saved.surfaces.push_back(describeSurface(surface, surface.bodyMass));
        saved.order.push_back(k);
    }
    saved.time = time;
    saved.chosenSteps = chosenSteps;
    checkTime(state);
    saved.q = numbersOf(state.getQ());
    saved.u = numbersOf(state.getU());
    saved.z = numbersOf(state.getZ());
    saved.lastLength = last.length;
    saved.beforeLastLength = beforeLast.length;
    saved.last = triplesOf(last.wrenches);
    saved.beforeLast = triplesOf(beforeLast.wrenches);
    saved.owed = triplesOf(owed);
    saved.atStart = triplesOf(atStart);
    saved.state = getServer().ask<BedState>(Command::Save);
    writeBed(path, saved);
}

void GrainCoupling::load(const std::string& path, State& state) {
    if (server) throw std::logic_error("GrainBed::load(): the bed has grains already");
    if (!model) throw std::logic_error("GrainBed::load(): the bed has no law; call setLaw() first");
    const SavedBed saved = readBed(path);
    try {
        continueFrom(saved, "GrainBed::load(): " + path, state);
    } catch (...) {
        makeEmpty();
        throw;
    }
}

void GrainCoupling::continueFrom(const SavedBed& saved, const std::string& owner, State& state) {
    const auto require = [&](bool isEqual, const std::string& what) {
        if (!isEqual) throw std::invalid_argument(owner + " was saved with " + what);
    };
    gravity = gravityOfGrains();
    leastRadius = saved.leastRadius;
    greatestRadius = saved.greatestRadius;
    BedSetUp bed = describeSetUp();
    require(bed.low == saved.bed.low && bed.high == saved.bed.high, "another box");
    require(bed.isPeriodic == saved.bed.isPeriodic && bed.hasWall == saved.bed.hasWall,
            "other walls or periodic directions");
    require(bed.gravity == saved.bed.gravity, "another gravity");
    require(options.getDensity() == saved.density, "another density of the grains");
    require(toMessage(bed.terms) == toMessage(saved.bed.terms), "another law or material of the grains");
    require(surfaces.size() == saved.surfaces.size(), std::to_string(saved.surfaces.size()) + " surfaces");
    require(state.getNQ() == int(saved.q.size()) && state.getNU() == int(saved.u.size()) &&
                state.getNZ() == int(saved.z.size()),
            "another mechanism: it had " + std::to_string(saved.q.size()) + " coordinates, " +
                std::to_string(saved.u.size()) + " speeds and " + std::to_string(saved.z.size()) +
                " auxiliary variables");
    bodies.resize(1);
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        const BedSurface& surface = surfaces[std::size_t(saved.order[k])];
        const SurfaceOnBody& before = saved.surfaces[k];
        require(surface.name == before.name, "a surface " + before.name + " in the place of " + surface.name);
        require(toMessage(describeSurface(surface, massOf(surface, state))) == toMessage(before),
                "another body, shape, pose or material of " + surface.name);
    }
    setUp();
    for (std::size_t k = 0; k < surfaces.size(); ++k)
        sendSurface(surfaces[std::size_t(saved.order[k])], saved.surfaces[k]);
    state.setTime(saved.time);
    std::copy(saved.q.begin(), saved.q.end(), state.updQ().begin());
    std::copy(saved.u.begin(), saved.u.end(), state.updU().begin());
    std::copy(saved.z.begin(), saved.z.end(), state.updZ().begin());
    system.realize(state, Stage::Velocity);
    Restart restart{saved.state, {}};
    addKnots(state, state.getTime(), restart.motion.bodies);
    take(getServer().ask<IntervalReport>(Command::Restore, restart));
    last = {wrenchesOf(saved.last), saved.lastLength};
    beforeLast = {wrenchesOf(saved.beforeLast), saved.beforeLastLength};
    owed = wrenchesOf(saved.owed);
    atStart = wrenchesOf(saved.atStart);
    time = saved.time;
    chosenSteps = saved.chosenSteps;
    hasBegun = true;
}

Real GrainCoupling::massOf(const BedSurface& surface, const State& state) const {
    const MobilizedBody& body = system.getMatterSubsystem().getMobilizedBody(surface.body);
    const Real mass = body.isGround() ? Infinity : body.getBodyMassProperties(state).getMass();
    check(mass > 0, "GrainBed: " + surface.name, "mass of its body", mass, "kg", "> 0");
    return mass;
}

void GrainCoupling::checkTime(const State& state) const {
    if (std::abs(state.getTime() - time) > 1e-9 * std::max(1., std::abs(time)))
        throw std::runtime_error("GrainBed: the bed is at t = " + toText(time) + " s and the State at t = " +
                                 toText(state.getTime()) + " s. Grains cannot go back, and a State has none of them");
}

void GrainCoupling::begin(const State& state) {
    getServer();
    const State& own = system.getDefaultState();
    if (state.getNumSubsystems() != own.getNumSubsystems() || state.getNQ() != own.getNQ() ||
        state.getNU() != own.getNU())
        throw std::invalid_argument("GrainBed: the State is of another System than the bed");
    system.realize(state, Stage::Velocity);
    if (hasBegun) return checkTime(state);
    for (BedSurface& surface : surfaces)
        if (!surface.isSent) sendSurface(surface, describeSurface(surface, massOf(surface, state)));
    Motion motion;
    addKnots(state, state.getTime(), motion.bodies);
    take(getServer().ask<IntervalReport>(Command::Place, motion));
    for (const BedSurface& surface : surfaces)
        if (surface.report.deepestOverlap > deepestAtStart)
            throw std::runtime_error("GrainBed: " + surface.name + " overlaps grains at the start, " +
                                     std::to_string(surface.report.contacts) + " contacts, by up to " +
                                     toText(100 * surface.report.deepestOverlap) +
                                     " % of a grain's radius; it must be at most " + toText(100 * deepestAtStart) +
                                     " %. The bed is " + toText(measure().height) + " m high");
    atStart = owed = zeros(surfaces.size());
    for (std::size_t k = 0; k < surfaces.size(); ++k)
        atStart[int(k)] = SpatialVec(toVec3(surfaces[k].report.moment), toVec3(surfaces[k].report.force));
    last = beforeLast = Mean();
    time = state.getTime();
    hasBegun = true;
}

void GrainCoupling::addKnots(const State& state, Real start, Knots& knots) const {
    knots.resize(bodies.size());
    const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        const MobilizedBody& body = matter.getMobilizedBody(bodies[k]);
        knots[k].push_back(knotAt(state.getTime() - start, body.getBodyTransform(state), body.getBodyVelocity(state)));
    }
}

// Returns the mass that a force on a body at a point meets along its direction [kg]: 1/m = n . J M^-1 J^T n. Constraints are left out,
// so the true mass may be larger.
Real GrainCoupling::effectiveMass(const State& state, const MobilizedBody& body, const Vec3& point,
                                  const UnitVec3& direction) const {
    const Vec3 answer = velocityBy(state, body, point, SpatialVec(point % direction, Vec3(direction)));
    const Real inverse = ~answer * direction;
    return inverse > 0 ? 1 / inverse : Infinity; // a body whose motion is prescribed has no answer
}

// Returns the change of the velocity of a point of a body by an impulse on it: moment about Ground's origin, and force.
Vec3 GrainCoupling::velocityBy(const State& state, const MobilizedBody& body, const Vec3& point,
                               const SpatialVec& impulse) const {
    const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
    Vector_<SpatialVec> bodyImpulses(matter.getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
    const Vec3& origin = body.getBodyOriginLocation(state);
    bodyImpulses[body.getMobilizedBodyIndex()] = {impulse[0] - origin % impulse[1], impulse[1]};
    Vector joints, speeds;
    matter.multiplyBySystemJacobianTranspose(state, bodyImpulses, joints);
    matter.multiplyByMInv(state, joints, speeds);
    Vector_<SpatialVec> velocities;
    matter.multiplyBySystemJacobian(state, speeds, velocities);
    const SpatialVec& velocity = velocities[body.getMobilizedBodyIndex()];
    return velocity[1] + velocity[0] % (point - origin);
}

bool GrainCoupling::isLight(const State& state) const {
    std::map<MobilizedBodyIndex, std::pair<Real, Real>> bodiesInContact; // grains that touch, and least effective mass
    for (const BedSurface& surface : surfaces) {
        const Vec3 force = toVec3(surface.report.force);
        const MobilizedBody& body = system.getMatterSubsystem().getMobilizedBody(surface.body);
        if (body.isGround() || !(force.norm() > 0)) continue;
        auto& sums = bodiesInContact.emplace(surface.body, std::make_pair(0., Infinity)).first->second;
        sums.first += surface.report.touchingMass;
        sums.second = std::min(sums.second, effectiveMass(state, body, toVec3(surface.report.point), UnitVec3(force)));
    }
    return std::any_of(bodiesInContact.begin(), bodiesInContact.end(),
                       [](const auto& entry) { return entry.second.first > entry.second.second; });
}

int GrainCoupling::chooseIntervalSteps(const State& state) {
    ++numIntervals;
    if (options.getInterval() == 1) return 1;
    if (isLight(state)) {
        ++numShortened;
        return 1;
    }
    if (!options.getIntervalTolerance().isSet()) return options.getInterval();
    // A body in the air may not meet grains deeply within an interval.
    Real longest = Infinity;
    for (const BedSurface& surface : surfaces) {
        const MobilizedBody& body = system.getMatterSubsystem().getMobilizedBody(surface.body);
        const Real speed = body.findStationVelocityInGround(state, body.getBodyMassCenterStation(state)).norm();
        if (surface.report.contacts == 0 && speed > 0) longest = std::min(longest, firstTouch * leastRadius / speed);
    }
    return int(std::max(1., std::min(chosenSteps, longest / getTimeStep())));
}

// Takes what the mechanism lacks of the impulse of an interval as the error of its velocity, and chooses the next interval. The error of an
// impulse grows with the third power of the interval where forces are smooth, and with the first where they jump; so the second is taken.
void GrainCoupling::estimateError(const State& state, long long steps) {
    intervalError = 0;
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        const MobilizedBody& body = system.getMatterSubsystem().getMobilizedBody(surfaces[k].body);
        if (body.isGround()) continue;
        const Vec3 point =
            surfaces[k].report.contacts > 0 ? toVec3(surfaces[k].report.point) : body.getBodyOriginLocation(state);
        SpatialVec lacking(Vec3(0), Vec3(0)); // of all surfaces of the body
        for (std::size_t i = 0; i < surfaces.size(); ++i)
            if (surfaces[i].body == surfaces[k].body) lacking += owed[int(i)];
        intervalError = std::max(intervalError, velocityBy(state, body, point, lacking).norm());
    }
    if (!options.getIntervalTolerance().isSet()) return;
    const Real wanted = 0.9 * std::sqrt(options.getIntervalTolerance() / std::max(intervalError, TinyReal));
    chosenSteps =
        std::min(std::max(Real(steps) * std::min(std::max(wanted, 0.25), 2.), 1.), Real(options.getInterval()));
}

GrainCoupling::Wrenches GrainCoupling::predict(Real length) const {
    Wrenches expected = atStart;
    if (last.length > 0) {
        expected = last.wrenches;
        if (beforeLast.length > 0)
            expected +=
                ((length + last.length) / (last.length + beforeLast.length)) * (last.wrenches - beforeLast.wrenches);
    }
    expected += (1 / length) * owed;
    return expected;
}

void GrainCoupling::advance(const State& state, const Knots& knots, Real end, long long steps, Real timeStep,
                            const Wrenches& applied) {
    if (std::abs(end - Real(steps) * timeStep - time) > 1e-3 * timeStep + 1e-9 * std::abs(time))
        throw std::runtime_error("GrainBed: the bed is at t = " + toText(time) +
                                 " s, and an interval from t = " + toText(end - Real(steps) * timeStep) +
                                 " s was asked for. Grains cannot go back, and only one stepper advances a bed");
    for (const BedSurface& surface : surfaces) {
        const MobilizedBody& body = system.getMatterSubsystem().getMobilizedBody(surface.body);
        const Real way =
            timeStep * body.findStationVelocityInGround(state, body.getBodyMassCenterStation(state)).norm();
        if (way > leastRadius)
            throw std::runtime_error("GrainBed: the body of " + surface.name + " moves by " + toText(way) +
                                     " m in a step of the bed, more than the radius of a grain; set a shorter step");
    }
    Motion motion{steps, timeStep, 0, knots};
    try {
        take(getServer().ask<IntervalReport>(Command::Advance, motion));
    } catch (const std::runtime_error&) {
        isBroken = true;
        throw;
    }
    const Real length = Real(steps) * timeStep;
    beforeLast = std::move(last);
    last = {zeros(surfaces.size()), length};
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        const SpatialVec impulse(toVec3(surfaces[k].report.angularImpulse), toVec3(surfaces[k].report.impulse));
        last.wrenches[int(k)] = (1 / length) * impulse;
        owed[int(k)] += impulse - length * applied[int(k)];
    }
    estimateError(state, steps);
    time = end;
}

} // namespace simbodydem
