// SPDX-License-Identifier: Apache-2.0
#include "collision/PerturbedContactQuery.h"

#include "collision/PairContacts.h"
#include "collision/PerturbedContactMemory.h"
#include "collision/Placed.h"
#include "collision/SimpleContacts.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

Matrix3 SmallMotion::rotation() const {
    if (coordinate >= 3) return Matrix3::Identity();
    return ::Eigen::AngleAxis<Real>(by, Vector3::Unit(coordinate)).matrix();
}

PerturbedContactQuery::PerturbedContactQuery(const CompiledSurfaces& compiled, const BodiesInState& bodies,
                                             PerturbedContactMemory& memory)
    : compiled(compiled), bodies(bodies), memory(memory) {
    memory.a = memory.b = -1; // earlier searches belong to another State
}

ContactPoint PerturbedContactQuery::find(const ContactPoint& contact, const SmallMotion& motion, Real shift) {
    const int a = contact.key.a, b = contact.key.b;
    const CompiledSurface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
    ContactPoint again = contact;
    if (surfaceA.isSimple() && surfaceB.isSimple()) {
        moveBody(contact, motion);
        const Placed placed(compiled, memory.search);
        if (surfaceA.isPlane())
            again = contactOnPlane(a, b, placed.planeOf(a), placed.originOf(b), compiled);
        else if (surfaceB.isPlane())
            again = contactOnPlane(b, a, placed.planeOf(b), placed.originOf(a), compiled);
        else
            again = contactOfSpheres(a, b, placed.originOf(a), placed.originOf(b), compiled);
    } else {
        const std::vector<ContactPoint>& found = search(contact, motion);
        const auto isBefore = [](const ContactPoint& t, const ContactKey& key) { return t.key < key; };
        const auto same = std::lower_bound(found.begin(), found.end(), contact.key, isBefore);
        if (same != found.end() && same->key == contact.key) again = *same;
    }
    again.point += (shift * again.overlap) * again.normal;
    return again;
}

bool PerturbedContactQuery::isSphereOnPlane(const ContactPoint& contact) const {
    const CompiledSurface &a = compiled.surfaces[contact.key.a], &b = compiled.surfaces[contact.key.b];
    const auto isRound = [](const CompiledSurface& surface, const LocalCurvature* curvature) {
        return (surface.kind == ShapeKind::Sphere || surface.kind == ShapeKind::Rounded) && curvature->along > 0 &&
               curvature->along == curvature->across && curvature->along < Infinity;
    };
    return (a.isPlane() && isRound(b, contact.curvatureB)) || (b.isPlane() && isRound(a, contact.curvatureA));
}

void PerturbedContactQuery::moveBody(const ContactPoint& contact, const SmallMotion& motion) {
    const int bodyA = compiled.surfaces[contact.key.a].body, bodyB = compiled.surfaces[contact.key.b].body;
    const int moving = motion.isOfA ? bodyA : bodyB, other = motion.isOfA ? bodyB : bodyA;
    const Transform& before = bodies.getTransform(moving);
    Mat33 turned;
    ::Eigen::Map<Matrix3>(&turned(0, 0)) = motion.rotation() * asEigen(before.R());
    Vec3 origin = before.p();
    if (motion.coordinate >= 3) origin[motion.coordinate - 3] += motion.by;
    memory.moved = Transform(Rotation(turned, true), origin);
    memory.search.bodies.setTransform(moving, memory.moved);
    memory.search.bodies.setTransform(other, bodies.getTransform(other));
}

const std::vector<ContactPoint>& PerturbedContactQuery::search(const ContactPoint& contact, const SmallMotion& motion) {
    const int a = contact.key.a, b = contact.key.b;
    if (memory.a != a || memory.b != b) {
        memory.a = a;
        memory.b = b;
        memory.count = 0;
        memory.search.curvatures.clear();
        memory.search.hidden.clear();
    }
    const auto end = memory.searches.begin() + memory.count;
    const auto known = std::find_if(memory.searches.begin(), end,
                                    [&](const PerturbedContactMemory::Search& s) { return s.motion == motion; });
    if (known != end) return known->found;
    if (memory.count == memory.searches.size()) memory.searches.emplace_back();
    PerturbedContactMemory::Search& fresh = memory.searches[memory.count];
    fresh.motion = motion;
    fresh.found.clear();
    moveBody(contact, motion);
    addContactPoints(a, b, compiled, memory.search, fresh.found);
    std::sort(fresh.found.begin(), fresh.found.end(),
              [](const ContactPoint& x, const ContactPoint& y) { return x.key < y.key; });
    ++memory.count; // last, so that a search that throws is not stored
    return fresh.found;
}

} // namespace simbodydem
