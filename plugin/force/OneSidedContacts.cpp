// SPDX-License-Identifier: Apache-2.0
#include "force/OneSidedContacts.h"

#include "collision/SearchMemory.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

// A body that is behind a sheet at the start passes. A terrain has no other side, and pushes out a body that starts in it.
bool isFromBehind(const CompiledModel& model, const ContactPoint& contact, const ContactHistory& committed,
                  Real timeSinceCommit, const BodyMotion& bodyA, const BodyMotion& bodyB, ContactHistory* next) {
    if (!(contact.overlap > 0)) return false;
    Real radii = 0; // of the parts that touch, about their centres
    bool isSheet = false, isSolid = false;
    for (const int s : {contact.key.a, contact.key.b}) {
        const SurfaceGeometry& geometry = model.geometries[s];
        const bool isThisSolid = geometry.kind == ShapeKind::Ellipsoid || geometry.kind == ShapeKind::Wheel ||
                                 geometry.kind == ShapeKind::Cylinder;
        radii += isThisSolid ? geometry.radius : geometry.rounding;
        isSolid = isSolid || isThisSolid;
        isSheet = isSheet || geometry.isSheet;
    }
    if (std::isnan(committed.time) && !isSheet) return false;
    // The side at the commit follows from positions. Within a step speeds change, and with them the sign of a small distance.
    Real displacement = 0; // to the front since the commit
    if (timeSinceCommit > 0 && !committed.poses.empty()) {
        const auto displacementOf = [&](const BodyMotion& body) -> Vector3 {
            return contact.point - body.originAtCommit - body.turn.transpose() * (contact.point - body.origin);
        };
        const Real known = contact.normal.dot(displacementOf(bodyB) - displacementOf(bodyA));
        if (std::isfinite(known)) displacement = known;
    }
    // A surface that passes at one corner also passes at the next one, where it is deep at once. So is the far side of an ellipsoid that
    // comes round the rim. The front of two edges is the distance between them.
    const auto isHandedOn = [&] {
        if (!(timeSinceCommit >= 0) || !(isSolid || committed.isAnyPassing(contact.key))) return false;
        const Real depth = isSolid ? contact.overlap : std::max(contact.overlap, 0.5 * radii - contact.front);
        return depth > 2 * std::abs(displacement) + 0.01 * radii;
    };
    if (contact.front - displacement > 0 && !committed.isPassing(contact.cornerKey()) && !isHandedOn()) return false;
    if (!next) return true;
    noteOneSided(model, contact, true, *next);
    // A surface that is further behind than it reaches may still touch another part of the one-sided surface from the front.
    if (contact.front <= -kernels::onlySide || contact.overlap < 2 * radii + std::abs(displacement))
        next->addPassing(contact.cornerKey());
    return true;
}

// A corner that has come from behind continues to pass where other parts of the surface hide it. An edge that is deep under a face has
// come from behind.
void keepPassing(const ContactHistory& committed, const std::vector<HiddenCorner>& hidden, ContactHistory& next) {
    next.passing.clear();
    for (const HiddenCorner& corner : hidden)
        if (corner.isBehind || committed.isPassing(corner.key)) next.addPassing(corner.key);
}

void noteOneSided(const CompiledModel& model, const ContactPoint& contact, bool isPassing, ContactHistory& next) {
    const auto isOpen = [&](int s) { return model.geometries[s].isSheet && !model.geometries[s].mesh->isClosed; };
    if (isPassing || isOpen(contact.key.a) || isOpen(contact.key.b))
        next.oneSided.found = {contact.key, contact.overlap, SimTK::NaN};
}

} // namespace simbodydem
