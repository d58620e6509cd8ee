// SPDX-License-Identifier: Apache-2.0
#include "force/ContactDiagnostics.h"

#include "base/Checks.h"
#include "base/Warning.h"
#include "force/Workspace.h"
#include "math/Inline.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

std::string pairIn(const CompiledModel& model, const ContactKey& key) {
    return model.owner + ": " + model.nameOf(key.a) + " and " + model.nameOf(key.b);
}

void warnOfDepth(const CompiledModel& model, const ContactHistory& committed) {
    const NotedContact& deep = committed.atFirstSight.found;
    warn(pairIn(model, deep.key) + " were " + toText(deep.size) + " m deep in each other all at once, at t = " +
         toText(committed.time) + " s after a step of " + toText(deep.step) +
         " s. Either a body was put there, or the step has flown into the contact, as others may fly past: limit it "
         "(Integrator::setMaximumStepSize(), ContactStepLimiter), or ask for more accuracy");
}

void warnBeyondShape(const CompiledModel& model, const ContactHistory& committed) {
    const NotedContact& deep = committed.beyondShape.found;
    const Real rounding = model.geometries[deep.key.a].rounding + model.geometries[deep.key.b].rounding;
    warn(pairIn(model, deep.key) + " are " + toText(deep.size) + " m deep in each other at t = " +
         toText(committed.time) + " s, and no longer touch as their shapes say; it must be < " + toText(rounding) +
         " m, the rounding of both: round them more, make them stiffer, or let them hit less hard");
}

void warnOneSided(const CompiledModel& model, const ContactHistory& committed) {
    const ContactKey& key = committed.oneSided.found.key;
    const auto isOneSided = [&](int s) {
        const SurfaceGeometry& geometry = model.geometries[s];
        return geometry.mesh && geometry.mesh->isOneSided();
    };
    const int surface = isOneSided(key.a) ? key.a : key.b, other = surface == key.a ? key.b : key.a;
    const SurfaceGeometry& geometry = model.geometries[surface];
    const std::string names = model.owner + ": " + model.nameOf(other),
                      time = " at t = " + toText(committed.time) + " s";
    if (geometry.mesh->isContainer)
        return warn(names + " comes from outside of " + model.nameOf(surface) + time +
                    ", which is a container. It passes without force; put it inside, or excludePair() them");
    if (!geometry.isSheet)
        return warn(names + " comes from below " + model.nameOf(surface) + time +
                    ", which is a terrain. It passes without force until it is above");
    warn(names + " touches " + model.nameOf(surface) + time +
         ", which is an open mesh. It is one-sided: contacts begin on its front, from which its triangles are "
         "counter-clockwise, and what comes from behind passes without force. Close it if it is the skin of a solid");
}

void warnOfTurn(const CompiledModel& model, const ContactHistory& committed) {
    const NotedContact& turned = committed.farTurned.found;
    warn(model.owner + ": at the contact of " + model.nameOf(turned.key.a) + " and " + model.nameOf(turned.key.b) +
         " a body has turned by " + toText(turned.size) + " rad in one step of " + toText(turned.step) + " s, at t = " +
         toText(committed.time) + " s. Slip on surfaces other than spheres and planes is resolved up to " +
         toText(largestResolvedTurn) + " rad a step: set a maximum step (Integrator::setMaximumStepSize())");
}

// Returns true if a tangential or a rolling spring is loaded: slip that turns round between two commits is lost to it.
bool isAnySpringLoaded(const CompiledModel& model, const ContactHistory& next) {
    for (std::size_t i = 0; i < next.rows.size(); ++i) {
        const ContactRow& row = next.rows[i];
        if (row.tangentialDisplacement.squaredNorm() > 0) return true;
        if (model.hasRolling && row.full().rolling.rotation.squaredNorm() > 0) return true;
    }
    return false;
}

} // namespace

// Published models of feet begin with spheres one and a half radii deep in the floor: that is told, since no law holds
// there. With a whole diameter the surfaces do not even intersect, and there is nothing that a law could be asked.
SIMBODYDEM_NOINLINE bool checkDepth(const CompiledModel& model, const ContactPoint& contact,
                                    const ContactKinematics& now, const ContactRow* row, const BodyPose* poseA,
                                    const BodyPose* poseB, const ContactHistory& committed, Real timeSinceCommit,
                                    Workspace& work) {
    const Real diameter = 2 * model.getHalfWidth(contact);
    if (contact.overlap < 0.5 * diameter) return false;
    if (!std::isnan(committed.time)) { // in the middle of a run, where a warning follows
        Real speed = std::abs(now.normal.overlapRate);
        if (row) speed = std::max(speed, std::abs(velocityAtCommit(*row, *poseA, *poseB).dot(row->normal)));
        const Real deeper = contact.overlap - (row ? row->overlap : 0);
        return !(deeper <= 10 * speed * timeSinceCommit + 1e-3 * contact.overlap);
    }
    const auto tell = [&](const char* how, const std::string& bound) {
        return pairIn(model, contact.key) + " begin with an overlap of " + toText(contact.overlap) + " m, " + how +
               "; it must be " + bound + ": put them apart, or excludePair() them";
    };
    if (!(contact.overlap < 0.999 * diameter)) // rounding
        throw std::runtime_error(
            tell("one wholly inside the other", "< the smaller sphere's diameter, " + toText(diameter) + " m"));
    if (work.isStartWarned) return false;
    work.isStartWarned = true;
    warn(tell("a sphere's centre inside the other surface",
              "a small part of its radius, " + toText(diameter / 2) + " m, for any law to hold"));
    return false;
}

void warnOfNotedContacts(const CompiledModel& model, const ContactHistory& committed, ContactHistory& next,
                         Workspace& work) {
    const std::pair<ContactWatch ContactHistory::*, void (*)(const CompiledModel&, const ContactHistory&)> watches[] = {
        {&ContactHistory::atFirstSight, warnOfDepth},
        {&ContactHistory::beyondShape, warnBeyondShape},
        {&ContactHistory::farTurned, warnOfTurn},
        {&ContactHistory::oneSided, warnOneSided}};
    const bool areWarned = work.warnedOfCommit == committed.time;
    for (const auto& [watch, warnOf] : watches) {
        (next.*watch).isWarned = (committed.*watch).isDue();
        if (!(next.*watch).isWarned || (committed.*watch).isWarned || areWarned) continue;
        warnOf(model, committed);
        work.warnedOfCommit = committed.time;
    }
}

void warnOfMissingCommits(const CompiledModel& model, const ContactHistory& committed, Real time, ContactHistory& next,
                          Workspace& work) {
    const bool isLate = !next.rows.empty() && work.commits.isLate(committed.time, time);
    next.isLateWarned = committed.isLateWarned || work.commits.isWarned;
    if (!isLate || next.isLateWarned || !isAnySpringLoaded(model, next)) return;
    next.isLateWarned = work.commits.isWarned = true;
    warn(
        model.owner + ": since t = " + toText(committed.time) +
        " s the integrator has taken several steps without committing the contacts' history, and loses slip that turns "
        "round in between; call prepareIntegrator() on a CPodesIntegrator before initialize()");
}

void warnOfNoMass(const std::string& error, Real time, Workspace& work) {
    if (work.isNoMassWarned) return;
    work.isNoMassWarned = true;
    warn("at t = " + toText(time) + " s no integrator can go on: " + error);
}

bool warnOfElasticImpacts(const CompiledModel& model, Real accuracy) {
    const Real nearlyElastic = 0.95, tightEnough = 1e-4; // docs/integrators.md, "Accuracy for elastic impacts"
    if (accuracy <= tightEnough) return false;
    for (int s = 0; s < int(model.surfaces.size()); ++s) {
        const Real e = model.materials.get(s).restitution;
        if (!(e > nearlyElastic)) continue;
        warn(model.owner + ": " + model.nameOf(s) + " has a restitution of " + toText(e) + ". At an accuracy of " +
             toText(accuracy) +
             " what bounces on gains or loses up to some 9 % of its energy in ten seconds: set the accuracy to " +
             toText(tightEnough) + " or tighter (ContactIntegrator::setAccuracy())");
        return true;
    }
    return false;
}

void refuseStep(const CompiledModel& model, const SlidingContact& contact) {
    throw std::runtime_error(pairIn(model, contact.key) + " slide at " + toText(contact.slipVelocity.norm()) +
                             " m/s, which the forces at both ends of this step do not allow; it must be shorter");
}

} // namespace simbodydem
