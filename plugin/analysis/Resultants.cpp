// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/Resultants.h"

#include "analysis/GroundPlaneCheck.h"
#include "base/Checks.h"
#include "simbodydem/DEMContactForce.h"

#include "Simbody.h"

#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

bool contains(const SurfaceGroup& group, ContactSurfaceIndex surface) { return group.surfaces.count(surface) > 0; }

// Returns the sum over the contacts between a surface of `on` and another one for which `counts` is true.
template <class Counts>
Wrench sum(const std::vector<ContactRecord>& records, const SurfaceGroup& on, const Vec3& about, const Counts& counts) {
    checkFinite("calcWrench()", "point", about, "m");
    Wrench total;
    total.point = about;
    for (const ContactRecord& r : records) {
        const bool onA = contains(on, r.a), onB = contains(on, r.b);
        if (onA == onB || !counts(onA ? r.b : r.a)) continue;
        const Real sign = onB ? 1 : -1; // a record's force acts on b
        const Vec3 force = sign * (r.normalForce + r.tangentialForce);
        total.force += force;
        total.moment += (r.point - about) % force + sign * r.torque;
    }
    return total;
}

} // namespace

Wrench calcWrench(const std::vector<ContactRecord>& records, const SurfaceGroup& on, const Vec3& about) {
    return sum(records, on, about, [](ContactSurfaceIndex) { return true; });
}

Wrench calcWrench(const std::vector<ContactRecord>& records, const SurfaceGroup& on, const SurfaceGroup& by,
                  const Vec3& about) {
    return sum(records, on, about, [&](ContactSurfaceIndex other) { return contains(by, other); });
}

Wrench calcWrench(const DEMContactForce& force, const State& state, const MobilizedBody& body) {
    return calcWrench(force.getContactRecords(state), {"", force.getSurfaces(body)}, body.getBodyOriginLocation(state));
}

GroundReaction calcGroundReaction(const Wrench& wrench, const GroundPlane& plane, Real minimumNormalForce) {
    checkNotNegative("calcGroundReaction()", "minimumNormalForce", minimumNormalForce, "N");
    checkPlane("calcGroundReaction()", plane);
    const Vec3 n(plane.normal), moment = wrench.about(plane.origin).moment;
    const Real normalForce = dot(wrench.force, n);
    if (!(std::abs(normalForce) > minimumNormalForce)) return {wrench.force, Vec3(NaN), Vec3(NaN)};
    const Vec3 lever = n % moment / normalForce;
    return {wrench.force, plane.origin + lever, dot(n, moment - lever % wrench.force) * n};
}

void checkPlane(const std::string& owner, const GroundPlane& plane) {
    checkFinite(owner, "the plane's origin", plane.origin, "m");
    checkFinite(owner, "the plane's normal", SimTK::Vec3(plane.normal), "(unit vector)");
}

} // namespace simbodydem
