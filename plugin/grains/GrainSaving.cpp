// SPDX-License-Identifier: Apache-2.0
#include "grains/GrainCoupling.h"

#include "grains/Conversions.h"
#include "grains/SavedBed.h"

#include "simbodydem/Messages.h"

#include "Simbody.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace grains;
using namespace SimTK;

namespace {
constexpr std::size_t numbersPerBody = 1 + 2 * 12 + 10; // parent, two frames, mass, its centre and inertia
}

// Returns what coordinates of a State mean: how bodies hang together, and their masses.
std::vector<double> GrainCoupling::describeMechanism(const State& state) const {
    std::vector<double> numbers;
    const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
    for (MobilizedBodyIndex k(0); k < matter.getNumBodies(); ++k) {
        const MobilizedBody& body = matter.getMobilizedBody(k);
        if (k == 0) {
            numbers.resize(numbersPerBody);
            continue;
        }
        numbers.push_back(int(body.getParentMobilizedBody().getMobilizedBodyIndex()));
        for (const Transform& X : {body.getInboardFrame(state), body.getOutboardFrame(state)}) {
            const std::array<double, 9> rows = rowsOf(X.R());
            numbers.insert(numbers.end(), rows.begin(), rows.end());
            numbers.insert(numbers.end(), &X.p()[0], &X.p()[0] + 3);
        }
        const MassProperties& mass = body.getBodyMassProperties(state);
        const Inertia inertia = mass.calcInertia();
        numbers.insert(numbers.end(), {mass.getMass(), mass.getMassCenter()[0], mass.getMassCenter()[1],
                                       mass.getMassCenter()[2]});
        for (int i = 0; i < 3; ++i) numbers.insert(numbers.end(), {inertia.getMoments()[i], inertia.getProducts()[i]});
    }
    return numbers;
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
    saved.mechanism = describeMechanism(state);
    for (const JointForces& forces : jointForces) saved.joints.push_back(forces.getHistory(state));
    saved.numLost = numLost;
    saved.q = numbersOf(state.getQ());
    saved.u = numbersOf(state.getU());
    saved.z = numbersOf(state.getZ());
    saved.pendingImpulses = triplesOf(pendingImpulses);
    saved.touches = choice.getTouches();
    for (std::size_t k = 0; k < 2; ++k) saved.modes[k] = numbersOf(choice.getModes()[k]);
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
    const BedSetUp bed = describeSetUp();
    require(bed.low == saved.bed.low && bed.high == saved.bed.high, "another box");
    require(bed.isPeriodic == saved.bed.isPeriodic && bed.hasWall == saved.bed.hasWall,
            "other walls or periodic directions");
    require(bed.gravity == saved.bed.gravity, "another gravity");
    require(options.getDensity() == saved.density, "another density of the grains");
    require(bed.materials.size() == saved.bed.materials.size(),
            std::to_string(saved.bed.materials.size()) + " materials of grains");
    for (std::size_t k = 0; k < bed.materials.size(); ++k)
        require(toMessage(bed.materials[k]) == toMessage(saved.bed.materials[k]), "another law or material of the grains");
    require(surfaces.size() == saved.surfaces.size(), std::to_string(saved.surfaces.size()) + " surfaces");
    require(state.getNQ() == int(saved.q.size()) && state.getNU() == int(saved.u.size()) &&
                state.getNZ() == int(saved.z.size()),
            "another mechanism: it had " + std::to_string(saved.q.size()) + " coordinates, " +
                std::to_string(saved.u.size()) + " speeds and " + std::to_string(saved.z.size()) +
                " auxiliary variables");
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        const BedSurface& surface = surfaces[std::size_t(saved.order[k])];
        const SurfaceOnBody& before = saved.surfaces[k];
        require(surface.name == before.name, "a surface " + before.name + " in the place of " + surface.name);
        require(toMessage(describeSurface(surface, before.bodyMass)) == toMessage(before),
                "another body, shape, pose or material of " + surface.name);
    }
    system.realize(state, Stage::Instance);
    const std::vector<double> mechanism = describeMechanism(state);
    require(mechanism.size() == saved.mechanism.size(), "another number of bodies");
    for (std::size_t k = 0; k < mechanism.size(); ++k)
        require(std::abs(mechanism[k] - saved.mechanism[k]) <= 1e-9 * std::max(1., std::abs(saved.mechanism[k])),
                "another parent, joint frame or mass of " +
                    describeBody(system.getMatterSubsystem().getMobilizedBody(
                        MobilizedBodyIndex(int(k / numbersPerBody)))));
    require(jointForces.size() == saved.joints.size(),
            std::to_string(saved.joints.size()) + " JointForces; call addJointForces() for each of them");
    setUp();
    for (std::size_t k = 0; k < surfaces.size(); ++k)
        sendSurface(surfaces[std::size_t(saved.order[k])], saved.surfaces[k]);
    state.setTime(saved.time);
    std::copy(saved.q.begin(), saved.q.end(), state.updQ().begin());
    std::copy(saved.u.begin(), saved.u.end(), state.updU().begin());
    std::copy(saved.z.begin(), saved.z.end(), state.updZ().begin());
    for (std::size_t k = 0; k < jointForces.size(); ++k) jointForces[k].setHistory(state, saved.joints[k]);
    system.realize(state, Stage::Velocity);
    Restart restart{saved.state, {}};
    presentGravity = gravityAt(state);
    restart.motion.gravity = toTriple(presentGravity);
    addKnots(state, state.getTime(), restart.motion.bodies);
    take(getServer().ask<IntervalReport>(Command::Restore, restart), saved.time);
    numLost = saved.numLost;
    pendingImpulses = wrenchesOf(saved.pendingImpulses);
    for (std::size_t k = 0; k < surfaces.size(); ++k)
        surfaces[std::size_t(saved.order[k])].bodyMass = saved.surfaces[k].bodyMass;
    const auto vectorOf = [](const std::vector<double>& numbers) { return Vector(int(numbers.size()), numbers.data()); };
    choice.restore(saved.touches, {vectorOf(saved.modes[0]), vectorOf(saved.modes[1])});
    time = saved.time;
    chosenSteps = saved.chosenSteps;
    hasBegun = true;
}

} // namespace simbodydem
