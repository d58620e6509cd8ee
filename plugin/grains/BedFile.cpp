// SPDX-License-Identifier: Apache-2.0
#include "grains/BedFile.h"

#include "grains/Conversions.h"
#include "grains/SavedBed.h"

#include "simbodydem/Messages.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem::grains {

using namespace SimTK;

namespace {
constexpr std::size_t numbersPerBody = 1 + 2 * 12 + 10; // parent, two frames, mass, its centre and inertia
}

// Returns what coordinates of a State mean: how bodies hang together, and their masses.
std::vector<double> BedFile::describeMechanism(const State& state) const {
    std::vector<double> numbers;
    const SimbodyMatterSubsystem& matter = contents.getSystem().getMatterSubsystem();
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

void BedFile::save(const std::string& path, const State& state) {
    if (!exchange.hasBegun()) throw std::logic_error("GrainBed::save(): the bed has not begun; call stepTo() first");
    SavedBed saved;
    saved.bed = contents.describeSetUp();
    saved.density = contents.getOptions().getDensity();
    saved.leastRadius = contents.getLeastRadius();
    saved.greatestRadius = contents.getGreatestRadius();
    for (const int k : server.getSent()) {
        const BedSurface& surface = contents.getSurfaces()[std::size_t(k)];
        saved.surfaces.push_back(contents.describeSurface(surface, surface.bodyMass));
        saved.order.push_back(k);
    }
    exchange.write(state, saved);
    saved.mechanism = describeMechanism(state);
    for (const JointForces& forces : jointForces) saved.joints.push_back(forces.getHistory(state));
    saved.numLost = server.getNumLost();
    saved.q = numbersOf(state.getQ());
    saved.u = numbersOf(state.getU());
    saved.z = numbersOf(state.getZ());
    saved.state = server.save();
    writeBed(path, saved);
}

void BedFile::load(const std::string& path, State& state) {
    if (server.isRunning()) throw std::logic_error("GrainBed::load(): the bed has grains already");
    if (!contents.hasLaw()) throw std::logic_error("GrainBed::load(): the bed has no law; call setLaw() first");
    const SavedBed saved = readBed(path);
    try {
        requireEqual(saved, "GrainBed::load(): " + path, state);
        continueFrom(saved, state);
    } catch (...) {
        server.stop();
        throw;
    }
}

// Checks that the bed and the mechanism are those of the file.
void BedFile::requireEqual(const SavedBed& saved, const std::string& owner, const State& state) {
    const auto require = [&](bool isEqual, const std::string& what) {
        if (!isEqual) throw std::invalid_argument(owner + " was saved with " + what);
    };
    contents.findGravityOfStart();
    contents.setRadii(saved.leastRadius, saved.greatestRadius);
    const std::vector<BedSurface>& surfaces = contents.getSurfaces();
    const BedSetUp bed = contents.describeSetUp();
    require(bed.low == saved.bed.low && bed.high == saved.bed.high, "another box");
    require(bed.isPeriodic == saved.bed.isPeriodic && bed.hasWall == saved.bed.hasWall,
            "other walls or periodic directions");
    require(bed.gravity == saved.bed.gravity, "another gravity");
    require(contents.getOptions().getDensity() == saved.density, "another density of the grains");
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
        require(toMessage(contents.describeSurface(surface, before.bodyMass)) == toMessage(before),
                "another body, shape, pose or material of " + surface.name);
    }
    contents.getSystem().realize(state, Stage::Instance);
    const std::vector<double> mechanism = describeMechanism(state);
    require(mechanism.size() == saved.mechanism.size(), "another number of bodies");
    for (std::size_t k = 0; k < mechanism.size(); ++k)
        require(std::abs(mechanism[k] - saved.mechanism[k]) <= 1e-9 * std::max(1., std::abs(saved.mechanism[k])),
                "another parent, joint frame or mass of " +
                    describeBody(contents.getSystem().getMatterSubsystem().getMobilizedBody(
                        MobilizedBodyIndex(int(k / numbersPerBody)))));
    require(jointForces.size() == saved.joints.size(),
            std::to_string(saved.joints.size()) + " JointForces; call addJointForces() for each of them");
}

void BedFile::continueFrom(const SavedBed& saved, State& state) {
    server.start();
    for (std::size_t k = 0; k < saved.surfaces.size(); ++k)
        server.sendSurface(contents.updSurfaces()[std::size_t(saved.order[k])], saved.surfaces[k]);
    state.setTime(saved.time);
    std::copy(saved.q.begin(), saved.q.end(), state.updQ().begin());
    std::copy(saved.u.begin(), saved.u.end(), state.updU().begin());
    std::copy(saved.z.begin(), saved.z.end(), state.updZ().begin());
    for (std::size_t k = 0; k < jointForces.size(); ++k) jointForces[k].setHistory(state, saved.joints[k]);
    contents.getSystem().realize(state, Stage::Velocity);
    exchange.restore(state, saved);
    server.setNumLost(saved.numLost);
}

} // namespace simbodydem::grains
