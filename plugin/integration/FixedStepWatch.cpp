// SPDX-License-Identifier: Apache-2.0
#include "integration/FixedStepWatch.h"

#include "base/Checks.h"
#include "base/EigenBridge.h"
#include "base/Warning.h"
#include "simbodydem/Messages.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real gainToWarn = 0.01;        // relative to the largest energy of bodies and springs, and to what forces have worked
const Real roundingOfEnergy = 1e-10; // of the energy, relative to the total one
const Real turnToCheck =
    0.5; // of a body in a step, relative to pi: touching bodies turn relative to each other by twice that at most

} // namespace

void FixedStepWatch::begin(const State& state) {
    if (run.hasWarned || run.isCurrent) return;
    run.last = measure(state);
    run.isCurrent = true;
}

FixedStepWatch::Energies FixedStepWatch::measure(const State& state) const {
    const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
    Energies now;
    now.kinetic = matter.calcKineticEnergy(state);
    now.total = now.kinetic + system.calcPotentialEnergy(state);
    now.elastic = forces.calcElasticEnergy(state);
    Vector_<SpatialVec> bodyForces = system.getRigidBodyForces(state, Stage::Dynamics);
    Vector mobilityForces = system.getMobilityForces(state, Stage::Dynamics);
    forces.subtractFrom(state, bodyForces, mobilityForces);
    now.power = asEigen(mobilityForces).dot(asEigen(state.getU()));
    if (state.getSystemStage() >= Stage::Acceleration) // otherwise there are no constraints and no Motions
        now.power += matter.calcMotionPower(state) + matter.calcConstraintPower(state);
    now.servoPower = forces.calcServoPower(state);
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b)
        now.power += ~bodyForces[b] * matter.getMobilizedBody(b).getBodyVelocity(state);
    return now;
}

Real FixedStepWatch::findTurn(const State& state, Real h, MobilizedBodyIndex& which) const {
    const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
    Real farthest = 0;
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const Real turn = h * matter.getMobilizedBody(b).getBodyAngularVelocity(state).norm();
        if (turn > farthest) which = b;
        farthest = std::max(farthest, turn);
    }
    return farthest;
}

void FixedStepWatch::warnOnce(const std::string& why) {
    run.hasWarned = true;
    warn("ContactIntegrator: " + why +
         ". Set a shorter step (setFixedStepSize()), or use error control (setVariableStepSize())");
}

void FixedStepWatch::follow(const State& state, Real h) {
    if (run.hasWarned) return;
    const auto where = [&] { return " s, up to t = " + toText(state.getTime()) + " s"; };
    MobilizedBodyIndex body;
    const Real turn = findTurn(state, h, body);
    if (turn > turnToCheck * Pi) {
        std::string contact;
        if (const Real touching = h * forces.findFastestTurn(state, contact); touching > Pi) {
            warnOnce("fixed step is too long: a body turns by " + toText(touching) + " rad at the contact of " +
                     contact + " in a step of " + toText(h) + where() + "; it must be < " + toText(Pi) + " rad");
            return;
        }
    }
    const Energies before = run.last;
    const bool wasCurrent = run.isCurrent;
    run.last = measure(state);
    run.isCurrent = true;
    run.largest = std::max({run.largest, before.kinetic + before.elastic, run.last.kinetic + run.last.elastic});
    if (!wasCurrent) return;
    const Real work = 0.5 * h * (before.power + run.last.power) + h * std::max(before.servoPower, run.last.servoPower);
    const Real unexplained = run.last.kinetic - before.kinetic + run.last.elastic - before.elastic - work;
    run.worked += std::abs(work);
    run.gained = std::max(Real(0), run.gained + std::min(run.last.total - before.total, unexplained));
    if (!(run.gained > gainToWarn * (run.largest + run.worked) + roundingOfEnergy * std::abs(run.last.total))) return;
    std::string whose = ". No body turns";
    if (turn > 0) whose = ". Mobilized " + describeBody(system.getMatterSubsystem().getMobilizedBody(body)) + " turns by " + toText(turn) + " rad";
    warnOnce("fixed steps have gained energy: " + toText(run.gained) + " J in steps of " + toText(h) + where() +
             ", more than 1 % of the " + toText(run.largest + run.worked) + " J that bodies and springs had and that forces worked" + whose + " in the last step");
}

} // namespace simbodydem
