// SPDX-License-Identifier: Apache-2.0
// What a force refuses, and how it says so.

#include "Checks.h"
#include "Warning.h"
#include "force/DEMContactForceImpl.h"

#include "Inline.h"
#include "contact/ContactKinematics.h"
#include "contact/Follow.h"
#include "force/Workspace.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// Why a contact set is empty that should not be.
std::string describeStrayed(const SimbodyMatterSubsystem& matter) {
    for (MobilizedBodyIndex b(0); b < matter.getNumBodies(); ++b)
        if (matter.getMobilizedBody(b).getBody().getNumContactSurfaces() > 0)
            return "; the ContactSurfaces of Bodies, as of body " + std::to_string(b) +
                   "'s, belong to Simbody's CompliantContactSubsystem";
    return "";
}

} // namespace

void DEMContactForceImpl::checkSurface(const std::string& caller, ContactSurfaceIndex surface) const {
    const int count = source->getNumSurfaces();
    if (!surface.isValid() || surface >= count)
        throw std::invalid_argument(getOwner() + "::" + caller + "(): surface " + std::to_string(surface) +
                                    " does not exist; the contact set has " + std::to_string(count) +
                                    " surfaces, and it must be in [0, " + std::to_string(count) + ")");
}

void DEMContactForceImpl::checkBody(const std::string& caller, MobilizedBodyIndex body) const {
    const int count = MultibodySystem::downcast(forces.getSystem()).getMatterSubsystem().getNumBodies();
    if (!body.isValid() || body >= count)
        throw std::invalid_argument(getOwner() + "::" + caller + "(): body " + std::to_string(body) +
                                    " does not exist; the matter has " + std::to_string(count) +
                                    " bodies, and it must be in [0, " + std::to_string(count) + ")");
}

void DEMContactForceImpl::checkCanTouch(const std::string& caller, int a, int b) const {
    if (const char* why = whyNeverTouching(compiled.surfaces[a], compiled.surfaces[b]))
        throw std::invalid_argument(getOwner() + "::" + caller + "(): " + getSurfaceName(a) + " and " +
                                    getSurfaceName(b) + " can never touch: " + why);
}

void DEMContactForceImpl::checkSurfaces(const SimbodyMatterSubsystem& matter) const {
    if (compiled.surfaces.empty())
        throw std::invalid_argument(getOwner() + ": " + source->whereSurfacesAre() +
                                    " is empty; give it surfaces with " + source->howToAdd() + describeStrayed(matter));
    for (const auto& entry : model.materials.byPair)
        checkCanTouch("setPairMaterial", entry.first.first, entry.first.second);
    for (const auto& entry : model.effectiveMass.byPair)
        checkCanTouch("setPairEffectiveMass", entry.first.first, entry.first.second);
}

// Half spaces do not meet, as everyone knows; what else cannot is told. One of the two is flat or a wheel.
void DEMContactForceImpl::checkPairs() const {
    const int count = int(compiled.surfaces.size());
    for (int s = 0; s < count; ++s) {
        if (compiled.surfaces[s].isRound() && compiled.surfaces[s].kind != ShapeKind::Wheel) continue;
        for (int other = 0; other < count; ++other) {
            const int a = std::min(s, other), b = std::max(s, other);
            const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
            const char* why = whyNeverTouching(surfaceA, surfaceB);
            if (!why || surfaceA.body == surfaceB.body || (surfaceA.isPlane() && surfaceB.isPlane()) ||
                compiled.filter.excludes(a, surfaceA, b, surfaceB))
                continue;
            throw std::invalid_argument(getOwner() + ": " + getSurfaceName(a) + " and " + getSurfaceName(b) +
                                        " can never touch: " + why + ", or excludePair() them");
        }
    }
}

void DEMContactForceImpl::checkTopology(const char* caller, const State& state) const {
    const System& system = forces.getSystem();
    if (isOfTopology(system, state) && isStamped(state)) return;
    const std::string context = getOwner() + "::" + caller + "()";
    checkStateOf(system, state, context);
    throw std::logic_error(context + ": the State is of another System" + whyOfAnother(state));
}

// Simbody knows a System's States by a number that counts realizeTopology(), which many a System has done once.
bool DEMContactForceImpl::isStamped(const State& state) const {
    if (!state.hasDiscreteVar({subsystem, stampIndex})) return false;
    const AbstractValue& found = state.getDiscreteVariable(subsystem, stampIndex);
    return Value<StateStamp>::isA(found) && Value<StateStamp>::downcast(found).get() == stamp;
}

std::string DEMContactForceImpl::whyOfAnother(const State& state) const {
    if (!state.hasDiscreteVar({subsystem, stampIndex})) return "";
    const AbstractValue& found = state.getDiscreteVariable(subsystem, stampIndex);
    return Value<StateStamp>::isA(found) ? Value<StateStamp>::downcast(found).get().differenceFrom(stamp) : "";
}

// Published models of feet begin with spheres one and a half radii deep in the floor: that is told, since no law holds
// there. With a whole diameter the surfaces do not even intersect, and there is nothing that a law could be asked.
SIMBODYDEM_NOINLINE bool DEMContactForceImpl::checkDepth(const Touch& touch, const Follow& now, const ContactRow* row,
                                                         const BodyPose* poseA, const BodyPose* poseB,
                                                         const ContactHistory& committed, Real timeSinceCommit,
                                                         Workspace& work) const {
    const Real diameter = 2 * getHalfWidth(touch);
    if (touch.overlap < 0.5 * diameter) return false;
    if (!std::isnan(committed.time)) { // in the middle of a run, where a warning follows
        Real speed = std::abs(now.normal.overlapRate);
        if (row) speed = std::max(speed, std::abs(velocityAtCommit(*row, *poseA, *poseB).dot(row->normal)));
        const Real deeper = touch.overlap - (row ? row->overlap : 0);
        return !(deeper <= 10 * speed * timeSinceCommit + 1e-3 * touch.overlap);
    }
    const auto tell = [&](const char* how, const std::string& bound) {
        return getOwner() + ": " + getSurfaceName(touch.key.a) + " and " + getSurfaceName(touch.key.b) +
               " begin with an overlap of " + toText(touch.overlap) + " m, " + how + "; it must be " + bound +
               ": put them apart, or excludePair() them";
    };
    if (!(touch.overlap < 0.999 * diameter)) // rounding
        throw std::runtime_error(
            tell("one wholly inside the other", "< the smaller sphere's diameter, " + toText(diameter) + " m"));
    if (work.isStartTold) return false;
    work.isStartTold = true;
    warn(tell("a sphere's centre inside the other surface",
              "a small part of its radius, " + toText(diameter / 2) + " m, for any law to hold"));
    return false;
}

void DEMContactForceImpl::refuseStep(const SlidingContact& contact) const {
    throw std::runtime_error(getOwner() + ": " + getSurfaceName(contact.key.a) + " and " +
                             getSurfaceName(contact.key.b) + " slide at " + toText(contact.slipVelocity.norm()) +
                             " m/s, which the forces at both ends of this step do not allow; it must be shorter");
}

void DEMContactForceImpl::warnOfDepth(const ContactHistory& committed) const {
    const NotedContact& deep = committed.atFirstSight.found;
    warn(getOwner() + ": " + getSurfaceName(deep.key.a) + " and " + getSurfaceName(deep.key.b) + " were " +
         toText(deep.size) + " m deep in each other all at once, at t = " + toText(committed.time) +
         " s after a step of " + toText(deep.step) +
         " s. Either a body was put there, or the step has flown into the contact, as others may fly past: limit it "
         "(Integrator::setMaximumStepSize(), ContactStepLimiter), or ask for more accuracy");
}

void DEMContactForceImpl::warnOfNoMass(const std::string& error, Real time, Workspace& work) const {
    if (work.isNoMassTold) return;
    work.isNoMassTold = true;
    warn("at t = " + toText(time) + " s no integrator can go on: " + error);
}

void DEMContactForceImpl::warnBeyondShape(const ContactHistory& committed) const {
    const NotedContact& deep = committed.beyondShape.found;
    const Real rounding = compiled.geometries[deep.key.a].rounding + compiled.geometries[deep.key.b].rounding;
    warn(getOwner() + ": " + getSurfaceName(deep.key.a) + " and " + getSurfaceName(deep.key.b) + " are " +
         toText(deep.size) + " m deep in each other at t = " + toText(committed.time) +
         " s, and no longer touch as their shapes say; it must be < " + toText(rounding) +
         " m, the rounding of both: round them more, make them stiffer, or let them hit less hard");
}

// What is behind a sheet at the start passes. Ground has no other side, and holds what starts in it.
bool DEMContactForceImpl::isFromBehind(const Touch& touch, const ContactHistory& committed, Real timeSinceCommit,
                                       const BodyMotion& bodyA, const BodyMotion& bodyB, ContactHistory* next) const {
    if (!(touch.overlap > 0)) return false;
    Real radii = 0; // of what touches, about its centre
    bool isSheet = false, isSolid = false;
    for (const int s : {touch.key.a, touch.key.b}) {
        const SurfaceGeometry& geometry = compiled.geometries[s];
        const bool isThisSolid = geometry.kind == ShapeKind::Ellipsoid || geometry.kind == ShapeKind::Wheel;
        radii += isThisSolid ? geometry.radius : geometry.rounding;
        isSolid = isSolid || isThisSolid;
        isSheet = isSheet || geometry.isSheet;
    }
    if (std::isnan(committed.time) && !isSheet) return false;
    // Positions say where it was at the commit: within a step speeds change, and the sign of a small distance with them.
    Real way = 0; // to the front since then
    if (timeSinceCommit > 0 && !committed.poses.empty()) {
        const auto wayOf = [&](const BodyMotion& body) -> Vector3 {
            return touch.point - body.originAtCommit - body.turn.transpose() * (touch.point - body.origin);
        };
        const Real known = touch.normal.dot(wayOf(bodyB) - wayOf(bodyA));
        if (std::isfinite(known)) way = known;
    }
    // What passes at one corner goes on to do so at the next, where it is deep at once, as is the far side of an ellipsoid that comes
    // round the rim. The front of two edges is as far as these are apart.
    const auto isHandedOn = [&] {
        if (!(timeSinceCommit >= 0) || !(isSolid || committed.isAnyPassing(touch.key))) return false;
        const Real depth = isSolid ? touch.overlap : std::max(touch.overlap, 0.5 * radii - touch.front);
        return depth > 2 * std::abs(way) + 0.01 * radii;
    };
    if (touch.front - way > 0 && !committed.isPassing(touch.cornerKey()) && !isHandedOn()) return false;
    if (!next) return true;
    noteOneSided(touch, true, *next);
    // What is further behind than it reaches may still touch another part of the surface from its front.
    if (touch.front <= -kernels::onlySide || touch.overlap < 2 * radii + std::abs(way))
        next->addPassing(touch.cornerKey());
    return true;
}

// What has come from behind goes on passing where other parts of the surface hide it; an edge that is deep under a face has done so.
void DEMContactForceImpl::keepPassing(const ContactHistory& committed, const std::vector<HiddenCorner>& hidden,
                                      ContactHistory& next) const {
    next.passing.clear();
    for (const HiddenCorner& corner : hidden)
        if (corner.isBehind || committed.isPassing(corner.key)) next.addPassing(corner.key);
}

void DEMContactForceImpl::noteOneSided(const Touch& touch, bool isPassing, ContactHistory& next) const {
    const auto isOpen = [&](int s) { return compiled.geometries[s].isSheet && !compiled.geometries[s].mesh->isClosed; };
    if (isPassing || isOpen(touch.key.a) || isOpen(touch.key.b))
        next.oneSided.found = {touch.key, touch.overlap, SimTK::NaN};
}

void DEMContactForceImpl::warnOneSided(const ContactHistory& committed) const {
    const TouchKey& key = committed.oneSided.found.key;
    const auto isOneSided = [&](int s) {
        const SurfaceGeometry& geometry = compiled.geometries[s];
        return geometry.mesh && geometry.mesh->isOneSided();
    };
    const int surface = isOneSided(key.a) ? key.a : key.b, other = surface == key.a ? key.b : key.a;
    const SurfaceGeometry& geometry = compiled.geometries[surface];
    const std::string names = getOwner() + ": " + getSurfaceName(other),
                      time = " at t = " + toText(committed.time) + " s";
    if (geometry.mesh->isContainer)
        return warn(names + " comes from outside of " + getSurfaceName(surface) + time +
                    ", which is a container. It passes without force; put it inside, or excludePair() them");
    if (!geometry.isSheet)
        return warn(names + " comes from below " + getSurfaceName(surface) + time +
                    ", which is a terrain. It passes without force until it is above");
    warn(names + " touches " + getSurfaceName(surface) + time +
         ", which is an open mesh. It is one-sided: contacts begin on its front, from which its triangles are "
         "counter-clockwise, and what comes from behind passes without force. Close it if it is the skin of a solid");
}

void DEMContactForceImpl::warnOfTurn(const ContactHistory& committed) const {
    const NotedContact& turned = committed.farTurned.found;
    warn(getOwner() + ": at the contact of " + getSurfaceName(turned.key.a) + " and " + getSurfaceName(turned.key.b) +
         " a body has turned by " + toText(turned.size) + " rad in one step of " + toText(turned.step) + " s, at t = " +
         toText(committed.time) + " s. Slip on surfaces other than spheres and planes is resolved up to " +
         toText(farthestTurn) + " rad a step: set a maximum step (Integrator::setMaximumStepSize())");
}

bool DEMContactForceImpl::warnOfElasticImpacts(Real accuracy) const {
    const Real nearlyElastic = 0.95, tightEnough = 1e-4; // docs/integrators.md, "Accuracy for elastic impacts"
    if (accuracy <= tightEnough) return false;
    const MaterialAssignment materials = getAllMaterials();
    for (int s = 0; s < source->getNumSurfaces(); ++s) {
        const Real e = materials.get(s).restitution;
        if (!(e > nearlyElastic)) continue;
        warn(getOwner() + ": " + getSurfaceName(s) + " has a restitution of " + toText(e) + ". At an accuracy of " +
             toText(accuracy) +
             " what bounces on gains or loses up to some 9 % of its energy in ten seconds: set the accuracy to " +
             toText(tightEnough) + " or tighter (ContactIntegrator::setAccuracy())");
        return true;
    }
    return false;
}

bool DEMContactForceImpl::warnOfMissingCommits(Real commitTime, const ContactHistory& next) const {
    bool isLoaded = false;
    for (std::size_t i = 0; i < next.rows.size() && !isLoaded; ++i) {
        const ContactRow& row = next.rows[i];
        isLoaded = row.tangentialDisplacement.squaredNorm() > 0 ||
                   (hasRolling && row.full().rolling.rotation.squaredNorm() > 0);
    }
    if (!isLoaded) return false;
    warn(
        getOwner() + ": since t = " + toText(commitTime) +
        " s the integrator has taken several steps without committing the contacts' history, and loses slip that turns "
        "round in between; call prepareIntegrator() on a CPodesIntegrator before initialize()");
    return true;
}

} // namespace simbodydem
