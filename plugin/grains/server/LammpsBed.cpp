// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/LammpsBed.h"

#include "server/BedLayers.h"
#include "server/BedMeasures.h"
#include "server/BedReader.h"
#include "server/FixExchange.h"
#include "server/FixRolling.h"
#include "server/FixSurfaces.h"
#include "server/GrainRows.h"
#include "server/Lammps.h"
#include "server/LammpsErrors.h"
#include "server/LammpsTerms.h"
#include "server/NextGrains.h"
#include "server/PlaceChecks.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem::grains {

namespace {

constexpr std::int64_t longestRun = 1000000000; // steps; LAMMPS counts them in an int

template <class F> LAMMPS_NS::Fix* makeFix(LAMMPS_NS::LAMMPS* lammps, int count, char** arguments) {
    return new F(lammps, count, arguments);
}

} // namespace

LammpsBed::LammpsBed(MPI_Comm world) : ranks(world) {
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

std::string LammpsBed::getEngine() const {
    return std::string("LAMMPS of ") + lammps->version + ", " + describeMpi();
}

void LammpsBed::command(const std::string& text) {
    lammps_command(lammps, text.c_str());
    endAtError(*lammps);
}

SetUpDone LammpsBed::setUp(const BedSetUp& bed) {
    if (surfaces) throw std::invalid_argument("the bed has been set up before");
    const int count = int(bed.materials.size());
    std::string description;
    std::vector<std::string> coefficients;
    for (int i = 0; i < count; ++i)
        for (int j = i; j < count; ++j) {
            const std::string terms = toLammps(bed, bed.termsOf(i, j), lammps->num_ver); // refuses before anything is made
            coefficients.push_back("pair_coeff " + std::to_string(i + 1) + " " + std::to_string(j + 1) + " " + terms);
            description += (count > 1 ? "grains of material " + std::to_string(i) + " with " + std::to_string(j) + ": " : "") +
                           "pair granular " + terms + "\n";
        }
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
    command("create_box " + std::to_string(count) + " box");
    command("neighbor " + toText(0.4 * bed.largestRadius) + " bin");
    command("neigh_modify delay 0 every 1 check yes");
    command("pair_style granular");
    for (const std::string& line : coefficients) command(line);
    if (bed.firstTerms().rolling != ContactTerms::Rolling::None) { // after that of the pair style
        command(std::string("fix rolling all ") + FixRolling::styleName + " " +
                std::to_string(placeOfRolling(bed.firstTerms())));
        rolling = static_cast<FixRolling*>(lammps->modify->fix[lammps->modify->find_fix("rolling")]);
    }
    command("timestep " + toText(bed.timeStep));
    timeStep = bed.timeStep;
    command("thermo_style custom step atoms");
    command("thermo_modify lost ignore"); // FixExchange notes them
    command(std::string("fix surfaces all ") + FixSurfaces::styleName);
    surfaces = static_cast<FixSurfaces*>(lammps->modify->fix[lammps->modify->find_fix("surfaces")]);
    std::vector<ContactTerms> wallTerms;
    for (const BedMaterial& material : bed.materials) wallTerms.push_back(material.wallTerms);
    for (int side = 0; side < 6; ++side)
        if (bed.hasWall[std::size_t(side)]) surfaces->addWall(side, wallTerms);
    command("fix integrate all nve/sphere");
    command(std::string("fix exchange all ") + FixExchange::styleName);
    exchange = static_cast<FixExchange*>(lammps->modify->fix[lammps->modify->find_fix("exchange")]);
    exchange->atEndOfStep = [this] { endStep(); };
    return {description + "time step " + toText(bed.timeStep) + " s"};
}

void LammpsBed::mendRolling() {
    if (rolling) rolling->mend();
}

Count LammpsBed::addGrains(const Grains& all) {
    if (!all.skipsBuried) {
        const std::string fault = findBehind(*surfaces, all);
        if (!fault.empty()) throw std::invalid_argument(fault);
    }
    mendRolling();
    const Grains grains = all.skipsBuried ? withoutBuried(*surfaces, all) : all;
    const std::int64_t before = std::int64_t(lammps->atom->natoms);
    const std::size_t count = grains.radii.size();
    std::vector<int> ids(count), types(count, 1);
    for (std::size_t k = 0; k < grains.materials.size(); ++k) types[k] = 1 + grains.materials[k];
    const LAMMPS_NS::tagint lastTag = highestTag;
    highestTag += LAMMPS_NS::tagint(count);
    for (std::size_t k = 0; k < count; ++k) ids[k] = int(lastTag) + 1 + int(k);
    std::vector<double> velocities = grains.velocities;
    velocities.resize(3 * count);
    lammps->atom->nghost = 0; // new grains take their places, and LAMMPS would count them still
    if (count > 0)
        lammps_create_atoms(lammps, int(count), ids.data(), types.data(), grains.positions.data(), velocities.data(),
                            nullptr, 0);
    endAtError(*lammps);
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
        atom.rmass[i] = 4. / 3. * kernels::pi * r * r * r * given.materials[std::size_t(atom.type[i] - 1)].density;
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

// Computes forces and contacts anew, if grains or surfaces have changed.
void LammpsBed::evaluate() {
    if (needsSetUp) run(0);
}

// Does the same, and gives images of grains and those of other ranks the velocities of the end of the step; else they have those within it.
void LammpsBed::evaluateImages() {
    evaluate();
    lammps->comm->forward_comm();
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
    const std::string fault = findTooLong(*surfaces, *lammps->domain, given.largestRadius);
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
    const Motion* const following = (*next)(collect(motion), findTooLong(*surfaces, *lammps->domain, given.largestRadius)); // bodies turn
    if (following)
        beginInterval(*following);
    else
        lammps->timer->force_timeout(); // ends the run before its next step
}

IntervalReport LammpsBed::collect(const Motion* ended) const {
    IntervalReport report;
    report.surfaces = surfaces->getReports();
    const std::size_t count = report.surfaces.size();
    std::vector<double> contacts(count), deepest(count);
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
    sums.reduce(ranks);
    deepest = ranks.largest(deepest);
    for (std::size_t k = 0; k < count; ++k) {
        report.surfaces[k].contacts = std::int64_t(contacts[k]);
        report.surfaces[k].deepestOverlap = deepest[k];
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
    std::vector<double> tags = getReader().readTags();
    ranks.broadcast(tags);
    const std::int64_t count = std::int64_t(tags.size());
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
    evaluate();
    return measureBed(*lammps, *surfaces, given, ranks);
}

Layers LammpsBed::measureLayers(const LayersAsked& asked) {
    evaluateImages();
    Layers layers = sumLayers(*lammps, *surfaces, given, asked);
    for (std::vector<double>* const sums : {&layers.grains, &layers.mass, &layers.volume, &layers.momentum, &layers.stress})
        *sums = ranks.sum(*sums);
    return layers;
}

BedReader LammpsBed::getReader() const { return {*lammps, ranks, highestTag}; }
Grains LammpsBed::readGrains() { return getReader().readGrains(given); }
Contacts LammpsBed::readContacts(int surface) { return getReader().readContacts(*surfaces, surface); }

Pairs LammpsBed::readPairs() {
    evaluateImages();
    return getReader().readPairs(given);
}

BedState LammpsBed::save() {
    evaluate();
    mendRolling();
    BedState state;
    state.grains = ranks.gather(GrainRows::write(*lammps, *surfaces));
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
