// SPDX-License-Identifier: Apache-2.0
#include "force/ContactDiagnostics.h"

#include "base/Checks.h"
#include "base/Warning.h"
#include "collision/ContactSource.h"
#include "force/OneSidedContacts.h"
#include "force/Workspace.h"
#include "simbodydem/Gravity.h"
#include "math/Inline.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

// Returns a component of a unit vector without its rounding error.
Real clean(Real x) { return std::abs(x) < 1e-12 ? 0 : x; }

std::string pairIn(const CompiledModel& model, const ContactKey& key) {
    return model.owner + ": " + model.nameOf(key.a) + " and " + model.nameOf(key.b);
}

void warnOfDepth(const CompiledModel& model, const ContactHistory& committed) {
    const NotedContact& deep = committed.atFirstSight.found;
    warn(model.owner + ": new contact is too deep: " + model.nameOf(deep.key.a) + " and " + model.nameOf(deep.key.b) +
         " overlap by " + toText(deep.size) + " m at t = " + toText(committed.time) + " s, after a step of " +
         toText(deep.step) +
         " s. Either a body was placed there, or the step was too long (other contacts may have been missed). Set a "
         "maximum step (Integrator::setMaximumStepSize(), ContactStepLimiter) or a tighter accuracy");
}

// Returns the modulus with which a contact bears the weight of its mass, or its present force, with an overlap of 1 % of R*, and stops its
// present motion within 10 % of R* [Pa]. It is that of the softer surface now times the ratio of the forces or energies; NaN if the laws
// do not show it.
Real findModulus(const CompiledModel& model, const NotedContact& deep) {
    const CompiledSurface &surfaceA = model.surfaces[deep.key.a], &surfaceB = model.surfaces[deep.key.b];
    const auto at = [&](Real fraction) {
        NormalInput in{};
        in.overlap = fraction * deep.effectiveRadius;
        in.effectiveRadius = deep.effectiveRadius;
        in.contactRadius = std::sqrt(in.overlap * in.effectiveRadius);
        in.effectiveMass = deep.mass;
        in.curvatureA = surfaceA.curvature.along;
        in.curvatureB = surfaceB.curvature.along;
        in.firstTouch = true;
        return model.pairs.get(surfaceA, surfaceB).normal->calcForce(in);
    };
    const Real load = std::max(deep.force, deep.mass * findGravity(model.source->getSystem()).norm());
    const Real larger = std::max(load / at(0.01).force, 0.5 * deep.mass * square(deep.speed) / at(0.1).storedEnergy);
    Real softest = Infinity;
    for (const int s : {deep.key.a, deep.key.b}) {
        const MaterialValue modulus = model.materials.get(s).youngsModulus;
        if (modulus.isSet()) softest = std::min(softest, Real(modulus));
    }
    return larger * softest;
}

void warnBeyondShape(const CompiledModel& model, const ContactHistory& committed) {
    const NotedContact& deep = committed.beyondShape.found;
    const Real rounding = model.geometries[deep.key.a].rounding + model.geometries[deep.key.b].rounding;
    const bool isRounded = !model.areAllSimple && deep.size > rounding && rounding > 0;
    const std::string names = model.nameOf(deep.key.a) + " and " + model.nameOf(deep.key.b) + " overlap by " +
                              toText(deep.size) + " m at t = " + toText(committed.time) + " s; it must be < ";
    const Real modulus = findModulus(model, deep);
    const std::string cure = modulus > 0 && std::isfinite(modulus)
                                 ? "Young's modulus to about " + toText(modulus) + " Pa"
                                 : std::string("the stiffness");
    if (isRounded)
        warn(model.owner + ": overlap exceeds the rounding: " + names + toText(rounding) +
             " m, the rounding of both. R* is " + toText(deep.effectiveRadius) +
             " m. Increase the rounding, or increase " + cure + ", or reduce the impact speed");
    else
        warn(model.owner + ": overlap exceeds half of R*: " + names + toText(deepestOfLaws * deep.effectiveRadius) +
             " m, half of R* = " + toText(deep.effectiveRadius) + " m. Increase " + (rounding > 0 ? "the rounding, or " : "") +
             cure + ", or reduce the load or the impact speed");
}

void warnOneSided(const CompiledModel& model, const ContactHistory& committed) {
    const ContactKey& key = committed.oneSided.found.key;
    const auto isOneSided = [&](int s) {
        const SurfaceGeometry& geometry = model.geometries[s];
        return geometry.mesh && geometry.mesh->isOneSided();
    };
    const int surface = isOneSided(key.a) ? key.a : key.b, other = surface == key.a ? key.b : key.a;
    const SurfaceGeometry& geometry = model.geometries[surface];
    const std::string names = model.nameOf(other), time = " at t = " + toText(committed.time) + " s";
    if (geometry.mesh->isContainer)
        return warn(model.owner + ": surface comes from outside of a container: " + names + " meets " +
                    model.nameOf(surface) + time + " and passes without force. Place it inside, or call excludePair()");
    if (!geometry.isSheet)
        return warn(model.owner + ": surface comes from below a terrain: " + names + " meets " + model.nameOf(surface) +
                    time + " and passes without force until it is above. Place it above, or limit the step");
    warn(model.owner + ": mesh is open and therefore one-sided: " + names + " touches " + model.nameOf(surface) + time +
         ". Contacts begin on the front of the mesh, from which its triangles are counter-clockwise. A surface that "
         "comes from behind passes without force. Close the mesh if it is the skin of a solid");
}

void warnOfTurn(const CompiledModel& model, const ContactHistory& committed) {
    const NotedContact& turned = committed.farTurned.found;
    warn(model.owner + ": a body turned too far in one step: " + toText(turned.size) + " rad in a step of " +
         toText(turned.step) + " s at the contact of " + model.nameOf(turned.key.a) + " and " +
         model.nameOf(turned.key.b) + ", at t = " + toText(committed.time) +
         " s. Slip on surfaces other than spheres and planes is resolved up to " + toText(largestResolvedTurn) +
         " rad per step. Set a maximum step (Integrator::setMaximumStepSize())");
}

void warnOfLayerDepth(const CompiledModel& model, const ContactHistory& committed) {
    const NotedContact& deep = committed.tooDeepForLayer.found;
    const Real deepest = model.layers.find(deep.key.a, deep.key.b)->deepest();
    warn(model.owner + ": contact is too deep for the layer: " + model.nameOf(deep.key.a) + " and " +
         model.nameOf(deep.key.b) + " reach a depth of " + toText(deep.size) + " m at t = " + toText(committed.time) +
         " s; it must be < " + toText(deepest) + " m, half of the thickness. Make the layer thicker or stiffer");
}

void warnBehindLayer(const CompiledModel& model, const ContactHistory& committed) {
    const NotedContact& back = committed.behindLayer.found;
    warn(model.owner + ": open layer is touched from behind: " + model.nameOf(back.key.a) + " and " +
         model.nameOf(back.key.b) + " at t = " + toText(committed.time) +
         " s. Its elements act on the front of the mesh only, from which its triangles are counter-clockwise. Turn the "
         "mesh round, or "
         "close it");
}

void warnOfSpeedInSand(const CompiledModel& model, const ContactHistory& committed) {
    const NotedContact& fast = committed.fastInSand.found;
    warn(model.owner + ": flow of sand is too fast for its law: " + model.nameOf(fast.key.a) + " and " + model.nameOf(fast.key.b) +
         " have a Froude number v/sqrt(g L) of " + toText(fast.size) + " at t = " + toText(committed.time) +
         " s, L being the size of the body; it should be < 0.4. Forces by the inertia of the sand are missing");
}

// Returns what may be wrong with the half space of a contact; empty if there is none.
std::string describePlane(const CompiledModel& model, const ContactKey& key) {
    for (const int s : {key.a, key.b})
        if (model.surfaces[s].isPlane())
            return ". If " + model.nameOf(s) + " should face another way, turn it: a HalfSpace is solid where its x > 0, and its "
                   "outward normal is now (" + joined({toText(clean(model.geometries[s].outward[0])), toText(clean(model.geometries[s].outward[1])),
                                toText(clean(model.geometries[s].outward[2]))}) +
                   ") on its body. HalfSpace::floor() is the rotation of a floor, with y upwards";
    return "";
}

// Returns true if a tangential or a rolling spring is loaded. Such a spring loses slip that reverses between two commits.
bool isAnySpringLoaded(const CompiledModel& model, const ContactHistory& next) {
    for (std::size_t i = 0; i < next.rows.size(); ++i) {
        const ContactRow& row = next.rows[i];
        if (row.tangentialDisplacement.squaredNorm() > 0) return true;
        if (model.hasRolling && row.full().rolling.rotation.squaredNorm() > 0) return true;
    }
    for (const ElementMemory& element : next.layers.elements)
        if (element.limitLength > 0) return true;
    for (const SoilMemory& soil : next.layers.soils)
        if (!soil.touched.empty()) return true;
    return false;
}

} // namespace

// Published models of feet begin with spheres one and a half radii deep in the floor. This gives a warning, since no law
// is valid there. At a depth of a whole diameter the surfaces do not even intersect, and no law can be evaluated.
SIMBODYDEM_NOINLINE bool checkDepth(const CompiledModel& model, const ContactPoint& contact,
                                    const ContactKinematics& now, const ContactRow* row, const BodyPose* poseA,
                                    const BodyPose* poseB, const ContactHistory& committed, Real timeSinceCommit,
                                    Workspace& work) {
    const Real diameter = 2 * model.getHalfWidth(contact);
    if (contact.overlap < 0.5 * diameter) return false;
    if (!std::isnan(committed.time)) { // during a run; a warning follows
        Real speed = std::abs(now.normal.overlapRate);
        if (row) speed = std::max(speed, std::abs(velocityAtCommit(*row, *poseA, *poseB).dot(row->normal)));
        const Real deeper = contact.overlap - (row ? row->overlap : 0);
        return !(deeper <= 10 * speed * timeSinceCommit + 1e-3 * contact.overlap);
    }
    const auto tell = [&](const char* how, const std::string& bound) {
        return pairIn(model, contact.key) + " begin with an overlap of " + toText(contact.overlap) + " m, " + how +
               "; it must be " + bound + ". Move them apart, or call excludePair()" + describePlane(model, contact.key);
    };
    if (!(contact.overlap < 0.999 * diameter)) // less than 1 because of rounding
        throw std::runtime_error(
            tell("one wholly inside the other", "< " + toText(diameter) + " m, the smaller sphere's diameter"));
    if (work.isStartWarned) return false;
    work.isStartWarned = true;
    warn(tell("with a sphere's centre inside the other surface",
              "a small fraction of the radius, " + toText(diameter / 2) + " m"));
    return false;
}

bool isTooDeep(const NormalInput& in, Real force, Real timeSinceCommit) {
    if (!(timeSinceCommit > 0) || in.overlap < 1e-3 * in.effectiveRadius) return false;
    if (in.overlap > 0.1 * in.effectiveRadius || in.overlap < -in.overlapRate * timeSinceCommit) return true;
    const Real speed = std::abs(in.overlapRate) + std::abs(force) / in.effectiveMass * timeSinceCommit;
    return in.overlap > 10 * speed * timeSinceCommit;
}

void noteConditions(const CompiledModel& model, const ContactPoint& contact, const ContactKinematics& now, Real force,
                    Conditions conditions, Real timeSinceCommit, ContactHistory& next) {
    const NotedContact noted{contact.key, contact.overlap, timeSinceCommit};
    if (conditions & deepAtFirstSight) next.atFirstSight.found = noted;
    if (conditions & deeperThanItsLaw)
        next.beyondShape.found = {contact.key,     contact.overlap,
                                  timeSinceCommit, force,
                                  now.mass.normal, now.normal.effectiveRadius,
                                  now.normal.overlapRate};
    if (conditions & turnedTooFar)
        next.farTurned.found = {contact.key, now.transported.largestTurn, timeSinceCommit};
    if (conditions & ofOneSidedSurface) noteOneSided(model, contact, false, next);
}

void warnOfNotedContacts(const CompiledModel& model, const ContactHistory& committed, ContactHistory& next,
                         Workspace& work) {
    const std::pair<ContactWatch ContactHistory::*, void (*)(const CompiledModel&, const ContactHistory&)> watches[] = {
        {&ContactHistory::atFirstSight, warnOfDepth},
        {&ContactHistory::beyondShape, warnBeyondShape},
        {&ContactHistory::farTurned, warnOfTurn},
        {&ContactHistory::oneSided, warnOneSided},
        {&ContactHistory::tooDeepForLayer, warnOfLayerDepth},
        {&ContactHistory::behindLayer, warnBehindLayer},
        {&ContactHistory::fastInSand, warnOfSpeedInSand}};
    const bool areWarned = work.warnedOfCommit == committed.time;
    for (const auto& [watch, warnOf] : watches) {
        (next.*watch).isWarned = (committed.*watch).isDue();
        if (!(next.*watch).isWarned || (committed.*watch).isWarned || areWarned) continue;
        if (watch == &ContactHistory::beyondShape && (work.isStartWarned || committed.atFirstSight.isDue()))
            continue; // one warning of a depth is enough
        warnOf(model, committed);
        work.warnedOfCommit = committed.time;
    }
}

void warnOfMissingCommits(const CompiledModel& model, const ContactHistory& committed, Real time, ContactHistory& next,
                          Workspace& work) {
    const bool isLate = !(next.rows.empty() && next.layers.isUnloaded()) && work.commits.isLate(committed.time, time);
    next.isLateWarned = committed.isLateWarned || work.commits.isWarned;
    if (!isLate || next.isLateWarned || !isAnySpringLoaded(model, next)) return;
    next.isLateWarned = work.commits.isWarned = true;
    warn(model.owner + ": integrator takes several steps without committing the contacts' history, since t = " +
         toText(committed.time) +
         " s. Slip that reverses between two commits is lost. Call prepareIntegrator() on a CPodesIntegrator before "
         "initialize()");
}

void warnOfHeldContact(const CompiledModel& model, const ContactKey& key, Real time, Workspace& work) {
    if (work.isHeldWarned) return;
    work.isHeldWarned = true;
    warn(pairIn(model, key) + " touch at t = " + toText(time) +
         " s, but neither can move along the contact normal (locked, prescribed or constrained). Their dashpots feel the mass of the two "
         "bodies alone, as with EffectiveMass::TwoBody. Set one with setEffectiveMass() [kg], or exclude the pair");
}

bool warnOfElasticImpacts(const CompiledModel& model, Real accuracy) {
    const Real nearlyElastic = 0.95, tightEnough = 1e-4; // docs/contact-integrator.md, "Accuracy for elastic impacts"
    if (accuracy <= tightEnough) return false;
    for (int s = 0; s < int(model.surfaces.size()); ++s) {
        const Real e = model.materials.get(s).restitution;
        if (!(e > nearlyElastic)) continue;
        warn(model.owner + ": accuracy is too loose for elastic impacts: " + model.nameOf(s) +
             " has a restitution of " + toText(e) + ", and the accuracy is " + toText(accuracy) +
             ". In ten seconds a ball that bounces gains up to 54 % of its energy at an accuracy of 0.01, and loses up "
             "to 9.5 % at 0.001. Set the accuracy to " +
             toText(tightEnough) + " or tighter (ContactIntegrator::setAccuracy())");
        return true;
    }
    return false;
}

void refuseStep(const CompiledModel& model, const SlidingContact& contact) {
    throw std::runtime_error(pairIn(model, contact.key) + " slide at " + toText(contact.slipVelocity.norm()) +
                             " m/s against the forces at both ends of this step; the step must be shorter");
}

} // namespace simbodydem
