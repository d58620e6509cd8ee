// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/LammpsBed.h"

#include "server/BedLayers.h"
#include "server/FixExchange.h"
#include "server/FixRolling.h"
#include "server/FixSurfaces.h"
#include "server/GrainContact.h"
#include "server/GrainRows.h"
#include "server/Lammps.h"
#include "server/LammpsTerms.h"
#include "server/NextGrains.h"
#include "server/PairContacts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace simbodydem::grains {

namespace {

constexpr std::int64_t longestRun = 1000000000; // steps; LAMMPS counts them in an int

// Passes on what LAMMPS says of errors, and nothing else: it says a page for every run.
ssize_t writeErrors(void* kept, const char* bytes, size_t size) {
    std::string& line = *static_cast<std::string*>(kept);
    for (size_t i = 0; i < size; ++i) {
        line += bytes[i];
        if (bytes[i] != '\n') continue;
        if (line.rfind("ERROR", 0) == 0 || line.rfind("Last command", 0) == 0) std::fputs(line.c_str(), stderr);
        line.clear();
    }
    return ssize_t(size);
}

std::FILE* openErrorFilter() {
    static std::string line;
    cookie_io_functions_t functions{};
    functions.write = writeErrors;
    std::FILE* const file = fopencookie(&line, "w", functions);
    std::setvbuf(file, nullptr, _IOLBF, 1 << 12);
    return file;
}

template <class F> LAMMPS_NS::Fix* makeFix(LAMMPS_NS::LAMMPS* lammps, int count, char** arguments) {
    return new F(lammps, count, arguments);
}

// Returns the place of a grain in the order of readGrains(). @param tags  sorted numbers of all grains; none: they are 1, 2, 3...
std::int32_t placeOf(double tag, const std::vector<double>& tags) {
    return tags.empty() ? std::int32_t(tag) - 1
                        : std::int32_t(std::lower_bound(tags.begin(), tags.end(), tag) - tags.begin());
}

// Replaces numbers by their sums over all ranks, on rank 0.
class Sums {
public:
    Sums& add(double& number) {
        numbers.push_back(&number);
        return *this;
    }
    Sums& add(Triple& triple) {
        for (double& number : triple) add(number);
        return *this;
    }
    void reduce(MPI_Comm world) const {
        std::vector<double> own, all(numbers.size());
        for (const double* number : numbers) own.push_back(*number);
        MPI_Reduce(own.data(), all.data(), int(own.size()), MPI_DOUBLE, MPI_SUM, 0, world);
        for (std::size_t k = 0; k < all.size(); ++k) *numbers[k] = all[k];
    }

private:
    std::vector<double*> numbers;
};

} // namespace

LammpsBed::LammpsBed(MPI_Comm world) : world(world) {
    MPI_Comm_rank(world, &rank);
    char name[] = "simbodydem-grains", log[] = "-log", none[] = "none", screen[] = "-screen", cite[] = "-nocite";
    char* arguments[] = {name, log, none, screen, none, cite, nullptr};
    lammps = static_cast<LAMMPS_NS::LAMMPS*>(lammps_open(6, arguments, world, nullptr));
    if (!lammps) throw std::runtime_error("LAMMPS does not start");
    lammps->screen = openErrorFilter();
    (*lammps->modify->fix_map)[FixSurfaces::styleName] = &makeFix<FixSurfaces>;
    (*lammps->modify->fix_map)[FixExchange::styleName] = &makeFix<FixExchange>;
    (*lammps->modify->fix_map)[FixRolling::styleName] = &makeFix<FixRolling>;
}

LammpsBed::~LammpsBed() { lammps_close(lammps); }

std::string LammpsBed::getEngine() const { return "LAMMPS " + std::to_string(lammps_version(lammps)); }

void LammpsBed::command(const std::string& text) { lammps_command(lammps, text.c_str()); }

SetUpDone LammpsBed::setUp(const BedSetUp& bed) {
    if (surfaces) throw std::invalid_argument("the bed has been set up before");
    const std::string terms = toLammps(bed); // refuses before anything is made
    given = bed;
    command("units si");
    command("atom_style sphere");
    command("atom_modify map array");
    command("newton off");
    command("comm_modify mode single vel yes");
    std::string boundary = "boundary", processors = "processors";
    for (int axis = 0; axis < 3; ++axis) {
        boundary += bed.isPeriodic[axis] ? " p" : " f";
        processors += axis == upAxisOf(given.gravity) ? " 1" : " *"; // every rank has a part of the bottom
    }
    command(boundary);
    command(processors);
    std::string region = "region box block";
    for (int axis = 0; axis < 3; ++axis) region += " " + toText(bed.low[axis]) + " " + toText(bed.high[axis]);
    command(region + " units box");
    command("create_box 1 box");
    command("neighbor " + toText(0.4 * bed.largestRadius) + " bin");
    command("neigh_modify delay 0 every 1 check yes");
    command("pair_style granular");
    command("pair_coeff * * " + terms);
    if (bed.terms.rolling != ContactTerms::Rolling::None) { // after that of the pair style
        command(std::string("fix rolling all ") + FixRolling::styleName + " " + std::to_string(placeOfRolling(bed.terms)));
        rolling = static_cast<FixRolling*>(lammps->modify->fix[lammps->modify->find_fix("rolling")]);
    }
    command("timestep " + toText(bed.timeStep));
    timeStep = bed.timeStep;
    command("thermo_style custom step atoms");
    command("thermo_modify lost ignore"); // FixExchange notes them
    command(std::string("fix surfaces all ") + FixSurfaces::styleName);
    surfaces = static_cast<FixSurfaces*>(lammps->modify->fix[lammps->modify->find_fix("surfaces")]);
    for (int side = 0; side < 6; ++side)
        if (bed.hasWall[std::size_t(side)]) surfaces->addWall(side, bed.terms);
    command("fix integrate all nve/sphere");
    command(std::string("fix exchange all ") + FixExchange::styleName);
    exchange = static_cast<FixExchange*>(lammps->modify->fix[lammps->modify->find_fix("exchange")]);
    exchange->atEndOfStep = [this] { endStep(); };
    return {"pair granular " + terms + "\ntime step " + toText(bed.timeStep) + " s"};
}

void LammpsBed::mendRolling() {
    if (rolling) rolling->mend();
}

Count LammpsBed::addGrains(const Grains& given) {
    if (!given.skipsBuried) {
        const std::string fault = surfaces->findBehind(given);
        if (!fault.empty()) throw std::invalid_argument(fault);
    }
    mendRolling();
    const Grains grains = given.skipsBuried ? surfaces->withoutBuried(given) : given;
    const std::int64_t before = std::int64_t(lammps->atom->natoms);
    const std::size_t count = grains.radii.size();
    std::vector<int> ids(count), types(count, 1);
    const LAMMPS_NS::tagint lastTag = highestTag;
    highestTag += LAMMPS_NS::tagint(count);
    for (std::size_t k = 0; k < count; ++k) ids[k] = int(lastTag) + 1 + int(k);
    std::vector<double> velocities = grains.velocities;
    velocities.resize(3 * count);
    lammps->atom->nghost = 0; // new grains take their places, and LAMMPS would count them still
    if (count > 0)
        lammps_create_atoms(lammps, int(count), ids.data(), types.data(), grains.positions.data(), velocities.data(),
                            nullptr, 0);
    const std::int64_t added = std::int64_t(lammps->atom->natoms) - before;
    if (added != std::int64_t(count))
        throw std::invalid_argument(std::to_string(std::int64_t(count) - added) + " of " + std::to_string(count) +
                                    " grains are outside the box");
    LAMMPS_NS::Atom& atom = *lammps->atom;
    for (int i = 0; i < atom.nlocal; ++i) {
        if (atom.tag[i] <= lastTag) continue;
        const std::size_t k = std::size_t(atom.tag[i] - lastTag - 1);
        const double r = grains.radii[k];
        atom.radius[i] = r;
        atom.rmass[i] = 4. / 3. * kernels::pi * r * r * r * grains.density;
        for (int axis = 0; axis < 3; ++axis)
            atom.omega[i][axis] = grains.angularVelocities.empty() ? 0 : grains.angularVelocities[3 * k + axis];
    }
    needsSetUp = true;
    return {std::int64_t(atom.natoms)};
}

void LammpsBed::addSurface(const SurfaceOnBody& surface) {
    surfaces->addSurface(surface);
    needsSetUp = true;
}

void LammpsBed::run(std::int64_t steps) {
    if (needsSetUp) mendRolling(); // the pairs get their springs from the grains
    command("run " + std::to_string(steps) + (needsSetUp ? " pre yes" : " pre no") + " post no");
    needsSetUp = false;
}

// Changes the step within a run, as LAMMPS's fix dt/reset does.
void LammpsBed::setTimeStep(double step) {
    lammps->update->update_time();
    lammps->update->dt = timeStep = step;
    lammps->update->dt_default = 0;
    lammps->force->pair->reset_dt();
    for (int k = 0; k < lammps->modify->nfix; ++k) lammps->modify->fix[k]->reset_dt();
}

IntervalReport LammpsBed::setPoses(const Motion& poses) {
    surfaces->setPosesAtRest(poses);
    const std::string fault = surfaces->findFault(given.largestRadius);
    if (!fault.empty()) throw std::invalid_argument(fault);
    needsSetUp = true;
    run(0);
    return collect(&poses);
}

void LammpsBed::beginInterval(const Motion& following) {
    motion = &following;
    if (motion->timeStep != timeStep) setTimeStep(motion->timeStep);
    surfaces->beginInterval(*motion);
    stepsLeft = motion->steps;
}

void LammpsBed::advance(const Motion& first, const Next& following) {
    if (!exchange || first.steps < 1) throw std::invalid_argument("an interval needs a bed and one step at least");
    next = &following;
    beginInterval(first);
    while (stepsLeft > 0) run(longestRun);
    lammps->timer->reset_timeout(); // LAMMPS ignores runs after an enforced one
    motion = nullptr;
    next = nullptr;
}

void LammpsBed::endStep() {
    if (!next || --stepsLeft > 0) return;
    const Motion* const following = (*next)(collect(motion), surfaces->findFault(given.largestRadius)); // bodies turn
    if (following)
        beginInterval(*following);
    else
        lammps->timer->force_timeout(); // ends the run before its next step
}

IntervalReport LammpsBed::collect(const Motion* ended) const {
    IntervalReport report;
    report.surfaces = surfaces->getReports();
    const std::size_t count = report.surfaces.size();
    std::vector<double> contacts(count), deepest(count), deepestOfAll(count);
    Sums sums;
    for (std::size_t k = 0; k < count; ++k) {
        SurfaceReport& r = report.surfaces[k];
        contacts[k] = double(r.contacts);
        deepest[k] = r.deepestOverlap;
        for (Triple* triple : {&r.impulse, &r.angularImpulse, &r.force, &r.moment, &r.point}) sums.add(*triple);
        sums.add(contacts[k]).add(r.touchingMass).add(r.storedEnergy);
        for (auto* matrix : {&r.stiffness, &r.damping})
            for (double& number : *matrix) sums.add(number);
    }
    if (count > 0) {
        sums.reduce(world);
        MPI_Reduce(deepest.data(), deepestOfAll.data(), int(count), MPI_DOUBLE, MPI_MAX, 0, world);
    }
    for (std::size_t k = 0; k < count; ++k) {
        report.surfaces[k].contacts = std::int64_t(contacts[k]);
        report.surfaces[k].deepestOverlap = deepestOfAll[k];
        for (double& x : report.surfaces[k].point) x /= std::max(1., contacts[k]);
    }
    report.lost = exchange->takeLost();
    report.grains = std::int64_t(lammps->atom->natoms);
    if (ended) findNextGrains(*lammps, *surfaces, *ended, report.surfaces);
    return report;
}

Count LammpsBed::level(double height) {
    mendRolling();
    const int up = upAxisOf(given.gravity);
    std::string region = "region cut block";
    for (int axis = 0; axis < 3; ++axis) {
        const bool isDown = given.gravity[axis] > 0;
        const double cut = isDown ? given.high[axis] - height : given.low[axis] + height;
        if (axis != up)
            region += " INF INF";
        else
            region += isDown ? " INF " + toText(cut) : " " + toText(cut) + " INF";
    }
    command(region + " units box");
    command("group cut region cut");
    command("delete_atoms group cut compress no"); // springs know the other grain by its number
    command("group cut delete");
    command("region cut delete");
    needsSetUp = true;
    return {std::int64_t(lammps->atom->natoms)};
}

Count LammpsBed::remove(const std::vector<std::int64_t>& places) {
    mendRolling();
    std::vector<double> tags = gather({lammps->atom->tag, lammps->atom->tag + lammps->atom->nlocal});
    std::sort(tags.begin(), tags.end());
    int count = int(tags.size());
    MPI_Bcast(&count, 1, MPI_INT, 0, world);
    tags.resize(std::size_t(count));
    MPI_Bcast(tags.data(), count, MPI_DOUBLE, 0, world);
    constexpr std::size_t perCommand = 1000;
    for (std::size_t at = 0; at < places.size(); at += perCommand) {
        std::string ids;
        for (std::size_t k = at; k < std::min(places.size(), at + perCommand); ++k) {
            if (places[k] < 0 || places[k] >= count)
                throw std::invalid_argument("there is no grain " + std::to_string(places[k]) + "; the bed has " +
                                            std::to_string(count));
            ids += " " + std::to_string(std::int64_t(tags[std::size_t(places[k])]));
        }
        command("group cut id" + ids);
    }
    if (!places.empty()) {
        command("delete_atoms group cut compress no");
        command("group cut delete");
    }
    needsSetUp = true;
    return {std::int64_t(lammps->atom->natoms)};
}

Measures LammpsBed::measure() {
    if (needsSetUp) run(0);
    LAMMPS_NS::Atom& atom = *lammps->atom;
    Measures m;
    const int up = upAxisOf(given.gravity);
    const bool isDown = given.gravity[up] > 0;
    const auto heightOf = [&](int i) {
        return isDown ? given.high[up] - atom.x[i][up] : atom.x[i][up] - given.low[up];
    };
    // The top of the highest grain in each column, of four largest radii in width.
    const int first = up == 0 ? 1 : 0, second = up == 2 ? 1 : 2;
    const auto columnsIn = [&](int axis) {
        return std::max(1, int((given.high[axis] - given.low[axis]) / (4 * given.largestRadius)));
    };
    const int n1 = columnsIn(first), n2 = columnsIn(second);
    std::vector<double> tops(std::size_t(n1) * std::size_t(n2), -1);
    double speed2 = 0, contacts = 0;
    for (int i = 0; i < atom.nlocal; ++i) {
        const Vector x = Eigen::Map<const Vector>(atom.x[i]), v = Eigen::Map<const Vector>(atom.v[i]),
                     w = Eigen::Map<const Vector>(atom.omega[i]);
        const double mass = atom.rmass[i], inertia = 0.4 * mass * atom.radius[i] * atom.radius[i];
        m.mass += mass;
        m.kineticEnergy += 0.5 * mass * v.squaredNorm() + 0.5 * inertia * w.squaredNorm();
        m.potentialEnergy -= mass * surfaces->getGravity().dot(x);
        for (int axis = 0; axis < 3; ++axis) {
            m.momentum[axis] += mass * v[axis];
            m.angularMomentum[axis] += mass * x.cross(v)[axis] + inertia * w[axis];
        }
        speed2 = std::max(speed2, v.squaredNorm());
        const auto columnOf = [&](int axis, int n) {
            const double fraction = (x[axis] - given.low[axis]) / (given.high[axis] - given.low[axis]);
            return std::min(std::max(int(fraction * n), 0), n - 1);
        };
        double& top = tops[std::size_t(columnOf(first, n1)) * std::size_t(n2) + std::size_t(columnOf(second, n2))];
        top = std::max(top, heightOf(i) + atom.radius[i]);
    }
    const LAMMPS_NS::NeighList* list = lammps->force->pair->list;
    for (int ii = 0; list && ii < list->inum; ++ii) {
        const int i = list->ilist[ii];
        for (int jj = 0; jj < list->numneigh[i]; ++jj) {
            const int j = list->firstneigh[i][jj] & NEIGHMASK;
            const Vector line = Eigen::Map<const Vector>(atom.x[j]) - Eigen::Map<const Vector>(atom.x[i]);
            const double overlap = atom.radius[i] + atom.radius[j] - line.norm();
            if (!(overlap > 0)) continue;
            const double weight = j < atom.nlocal ? 1 : 0.5; // two ranks, or two images, have this pair
            contacts += weight;
            m.deepestOverlap = std::max(m.deepestOverlap, overlap / std::min(atom.radius[i], atom.radius[j]));
            m.storedEnergy += weight * normalEnergy(given.terms, 1 / (1 / atom.radius[i] + 1 / atom.radius[j]), overlap);
        }
    }
    for (const SurfaceReport& wall : surfaces->getWallReports()) {
        for (int axis = 0; axis < 3; ++axis) m.wallForce[axis] -= wall.force[axis];
        m.wallEnergy += wall.storedEnergy;
        m.deepestWallOverlap = std::max(m.deepestWallOverlap, wall.deepestOverlap);
    }
    Sums()
        .add(m.mass)
        .add(m.kineticEnergy)
        .add(m.potentialEnergy)
        .add(m.storedEnergy)
        .add(m.wallEnergy)
        .add(contacts)
        .add(m.momentum)
        .add(m.angularMomentum)
        .add(m.wallForce)
        .reduce(world);
    m.grains = std::int64_t(atom.natoms);
    m.coordinationNumber = m.grains > 0 ? 2 * contacts / double(m.grains) : 0;
    tops.push_back(speed2);
    tops.push_back(m.deepestOverlap);
    tops.push_back(m.deepestWallOverlap);
    MPI_Allreduce(MPI_IN_PLACE, tops.data(), int(tops.size()), MPI_DOUBLE, MPI_MAX, world);
    m.deepestWallOverlap = tops.back();
    tops.pop_back();
    m.deepestOverlap = tops.back();
    tops.pop_back();
    m.largestSpeed = std::sqrt(tops.back());
    tops.pop_back();
    double total = 0;
    int filled = 0;
    for (const double top : tops) {
        if (top < 0) continue;
        m.height = std::max(m.height, top);
        total += top;
        ++filled;
    }
    m.meanHeight = filled > 0 ? total / filled : 0;
    return m;
}

// Returns the numbers of all ranks, one rank after the other, on rank 0.
std::vector<double> LammpsBed::gather(const std::vector<double>& own) const {
    int ranks = 1;
    MPI_Comm_size(world, &ranks);
    std::vector<int> counts(ranks), starts(ranks);
    const int size = int(own.size());
    MPI_Gather(&size, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, world);
    for (int r = 1; r < ranks; ++r) starts[r] = starts[r - 1] + counts[r - 1];
    std::vector<double> all(rank == 0 ? std::size_t(starts.back() + counts.back()) : 0);
    MPI_Gatherv(own.data(), size, MPI_DOUBLE, all.data(), counts.data(), starts.data(), MPI_DOUBLE, 0, world);
    return all;
}

Grains LammpsBed::readGrains() {
    LAMMPS_NS::Atom& atom = *lammps->atom;
    constexpr int perGrain = 11;
    std::vector<double> own;
    own.reserve(std::size_t(atom.nlocal) * perGrain);
    for (int i = 0; i < atom.nlocal; ++i) {
        own.insert(own.end(), {double(atom.tag[i]), atom.radius[i]});
        for (int axis = 0; axis < 3; ++axis) { // LAMMPS brings grains back into a periodic box from time to time only
            double x = atom.x[i][axis];
            if (given.isPeriodic[std::size_t(axis)]) {
                if (x < given.low[axis]) x += given.high[axis] - given.low[axis];
                if (x >= given.high[axis]) x -= given.high[axis] - given.low[axis];
            }
            own.push_back(x);
        }
        own.insert(own.end(), atom.v[i], atom.v[i] + 3);
        own.insert(own.end(), atom.omega[i], atom.omega[i] + 3);
    }
    const std::vector<double> all = gather(own);
    Grains grains;
    if (rank != 0) return grains;
    const std::size_t count = all.size() / perGrain;
    std::vector<std::size_t> order(count);
    for (std::size_t k = 0; k < count; ++k) order[k] = k * perGrain;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return all[a] < all[b]; });
    for (const std::size_t at : order) {
        grains.radii.push_back(all[at + 1]);
        grains.positions.insert(grains.positions.end(), &all[at + 2], &all[at + 5]);
        grains.velocities.insert(grains.velocities.end(), &all[at + 5], &all[at + 8]);
        grains.angularVelocities.insert(grains.angularVelocities.end(), &all[at + 8], &all[at + 8] + 3);
    }
    return grains;
}

// Returns LAMMPS's numbers of all grains in ascending order on rank 0, or none where a grain's place in the order of readGrains() is its number.
std::vector<double> LammpsBed::sortedTags() const {
    if (lammps->atom->natoms == highestTag) return {}; // none was taken away
    std::vector<double> tags = gather({lammps->atom->tag, lammps->atom->tag + lammps->atom->nlocal});
    std::sort(tags.begin(), tags.end());
    return tags;
}

Pairs LammpsBed::readPairs() {
    if (needsSetUp) run(0);
    lammps->comm->forward_comm(); // as in measureLayers()
    const std::vector<double> all = gather(listPairContacts(*lammps, given.terms)), tags = sortedTags();
    Pairs pairs;
    for (std::size_t at = 0; at < all.size(); at += numbersPerPair) {
        for (std::size_t k = 0; k < 2; ++k) pairs.grains.push_back(placeOf(all[at + k], tags));
        pairs.overlaps.push_back(all[at + 2]);
        pairs.points.insert(pairs.points.end(), &all[at + 3], &all[at + 6]);
        pairs.normals.insert(pairs.normals.end(), &all[at + 6], &all[at + 9]);
        pairs.forces.insert(pairs.forces.end(), &all[at + 9], &all[at + 9] + 3);
    }
    return pairs;
}

Contacts LammpsBed::readContacts(int surface) {
    const std::size_t k = surfaces->getNumWalls() + std::size_t(surface);
    if (surface < 0 || k >= surfaces->getSurfaces().size())
        throw std::invalid_argument("there is no surface " + std::to_string(surface));
    constexpr int perContact = 11;
    std::vector<double> own;
    for (const TouchingGrain& at : surfaces->getSurfaces()[k].touching) {
        own.insert(own.end(), {double(lammps->atom->tag[at.grain]), at.overlap});
        for (const Vector& v : {at.point, at.normal, Vector(-at.force)}) own.insert(own.end(), v.data(), v.data() + 3);
    }
    const std::vector<double> all = gather(own);
    const std::vector<double> tags = sortedTags();
    Contacts contacts;
    for (std::size_t at = 0; at < all.size(); at += perContact) {
        contacts.grains.push_back(placeOf(all[at], tags));
        contacts.overlaps.push_back(all[at + 1]);
        contacts.points.insert(contacts.points.end(), &all[at + 2], &all[at + 5]);
        contacts.normals.insert(contacts.normals.end(), &all[at + 5], &all[at + 8]);
        contacts.forces.insert(contacts.forces.end(), &all[at + 8], &all[at + 8] + 3);
    }
    return contacts;
}

Layers LammpsBed::measureLayers(const LayersAsked& asked) {
    if (needsSetUp) run(0);
    lammps->comm
        ->forward_comm(); // images of grains, and those of other ranks, still have the velocities within the last step
    Layers layers = sumLayers(*lammps, *surfaces, given, asked);
    for (std::vector<double>* const sums : {&layers.grains, &layers.mass, &layers.momentum, &layers.stress}) {
        std::vector<double> all(sums->size());
        MPI_Reduce(sums->data(), all.data(), int(all.size()), MPI_DOUBLE, MPI_SUM, 0, world);
        *sums = all;
    }
    return layers;
}

BedState LammpsBed::save() {
    if (needsSetUp) run(0);
    mendRolling();
    BedState state;
    state.grains = gather(GrainRows::write(*lammps, *surfaces));
    for (const SurfaceReport& report : collect().surfaces)
        state.forces.insert(state.forces.end(), {report.force, report.moment});
    return state;
}

IntervalReport LammpsBed::restore(const Restart& restart) {
    GrainRows rows(*lammps, *surfaces, restart.state.grains);
    if (lammps->atom->natoms > 0) command("delete_atoms group all compress no");
    rows.create();
    if (rolling) rolling->accept();
    highestTag = std::max(highestTag, rows.getHighestTag());
    rows.setHistories();
    setPoses(restart.motion);
    // The forces at the start of a run are computed with velocities of whole steps, those within a run with half steps. They differ, and so
    // do the histories of sliding contacts. Pairs have a history only now.
    rows.setHistories();
    if (rolling) rolling->accept();
    rows.setForces();
    surfaces->setForces(restart.state.forces);
    return collect();
}

} // namespace simbodydem::grains
