// SPDX-License-Identifier: Apache-2.0
#include "force/MassOfNewContact.h"

#include "contact/ContactMatching.h"
#include "contact/ContactTransport.h"
#include "force/ContactDiagnostics.h"
#include "force/Workspace.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace simbodydem {

using namespace SimTK;

namespace {

// A body taken back along its velocity for some time [s].
struct BodyBefore {
    BodyBefore(const BodyMotion& body, Real before) : now(body), origin(body.origin - before * body.velocity) {
        const Real angle = before * body.angularVelocity.norm();
        if (angle > 0) turn = ::Eigen::AngleAxis<Real>(-angle, body.angularVelocity / body.angularVelocity.norm()).matrix();
    }
    Vector3 toBefore(const Vector3& point) const { return origin + turn * (point - now.origin); }
    Vector3 toNow(const Vector3& point) const { return now.origin + turn.transpose() * (point - origin); }

    const BodyMotion& now;
    Vector3 origin;
    Matrix3 turn = Matrix3::Identity();
};

// The way by which bodies are taken back to a touch at most, relative to the effective radius. A longer one belongs to a step that resolves
// no contact.
const Real farthestBack = 0.1;

class MassOfNewContact {
public:
    MassOfNewContact(const PipelineInput& from, Workspace& work, const ContactPoint& contact, const BodyMotion& bodyA,
                     const BodyMotion& bodyB)
        : from(from), work(work), contact(contact), bodyA(bodyA), bodyB(bodyB) {}

    ContactMass find(const Vector3& slipVelocity, NormalInput& in) {
        const CompiledModel& model = from.model;
        const Real rounding = roundingOfSpeed(bodyA, bodyB, contact.point);
        if (std::abs(in.overlapRate) < rounding) in.overlapRate = 0;
        const Vector3 slip = slipVelocity.norm() < rounding ? Vector3::Zero() : slipVelocity;
        const Real speeds = bodyA.speedsAt(contact.point) + bodyB.speedsAt(contact.point);
        sinceTouch = std::min(
            timeSinceFirstTouch(in.overlap, in.overlapRate, from.state.getTime() - from.committed.time),
            farthestBack * in.effectiveRadius / speeds);
        const ContactPointInGround at = atTouch(contact);
        const CompiledSurface &surfaceA = model.surfaces[contact.key.a], &surfaceB = model.surfaces[contact.key.b];
        const ContactMass mass = calcContactMass(
            model.effectiveMass, from.state, *model.matter,
            {model.names, model.getStation(surfaceA), model.getStation(surfaceB), contact.key.a, contact.key.b,
             at.point, at.normal, toSimTK(slip), in.overlapRate, listContactsOfPair(), sinceTouch});
        if (mass.isHeld && in.overlap > 0) warnOfHeldContact(model, contact.key, from.state.getTime(), work);
        return mass;
    }

private:
    // Returns where the contact began. The surfaces are spheres of their curvatures, whose centres their bodies carry.
    ContactPointInGround atTouch(const ContactPoint& now) const {
        const bool isOfA = now.curvatureA->along > now.curvatureB->along; // the more curved surface, whose centre is near
        const Real sharp = std::max(now.curvatureA->along, now.curvatureB->along),
                   flat = std::min(now.curvatureA->along, now.curvatureB->along);
        if (!(sinceTouch > 0 && sharp > 0)) return {toSimTK(now.point), toSimTK(now.normal)};
        const Vector3 outward = isOfA ? -now.normal : now.normal; // out of the flatter surface
        const BodyBefore a(bodyA, sinceTouch), b(bodyB, sinceTouch), &ofSharp = isOfA ? a : b, &ofFlat = isOfA ? b : a;
        const Vector3 centre = now.point + (1 / sharp - now.overlap / 2) * outward, before = ofSharp.toBefore(centre);
        const Vector3 passed = ofFlat.toNow(before) - centre; // of the centre past the flatter surface
        const Real along = now.overlap - passed.dot(outward), sum = 1 + flat / sharp;
        const Vector3 toCentre = (sum - flat * now.overlap) * outward + flat * passed; // from the flatter centre, over its radius
        const Real length = toCentre.norm(), across = (passed - passed.dot(outward) * outward).squaredNorm();
        const Real overlap = (2 * sum * along - flat * (along * along + across)) / (sum + length); // nearly 0
        const Vector3 normal = ofFlat.turn * (toCentre / length);
        return {toSimTK(before - (1 / sharp - overlap / 2) * normal), toSimTK(isOfA ? -normal : normal)};
    }

    // Returns all contact points at which these two surfaces press on each other; none if this is the only one. They are stored one after
    // the other in the list.
    std::vector<ContactPointInGround> listContactsOfPair() {
        std::vector<ContactPointInGround> contactsOfPair;
        const auto [first, end] = contactPointsOfPair(contact, work.contacts);
        if (end - first == 1) return contactsOfPair;
        for (const ContactPoint* t = first; t != end; ++t)
            if (t->overlap > 0) contactsOfPair.push_back(atTouch(*t));
        return contactsOfPair;
    }

    const PipelineInput& from;
    Workspace& work;
    const ContactPoint& contact;
    const BodyMotion &bodyA, &bodyB;
    Real sinceTouch = 0;
};

} // namespace

ContactMass findMassOfNewContact(const PipelineInput& from, Workspace& work, const ContactPoint& contact, const BodyMotion& bodyA,
                                 const BodyMotion& bodyB, const Vector3& slipVelocity, NormalInput& in) {
    return MassOfNewContact(from, work, contact, bodyA, bodyB).find(slipVelocity, in);
}

} // namespace simbodydem
