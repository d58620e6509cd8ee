#include "SpheresOnPlane.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/Resultants.h>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

SpheresOnPlane::SpheresOnPlane(Model& model, const LawChoice& law, MobilizedBody plane, const Transform& pose,
                               const std::vector<BodySphere>& spheres)
    : plane(plane), pose(pose), spheres(spheres), transitionVelocity(law.transitionVelocity) {
    const auto install = [&](std::vector<BodySphere> together) {
        const ContactSetIndex set = model.contacts.createContactSet();
        model.contacts.addBody(set, this->plane, ContactGeometry::HalfSpace(), pose);
        for (BodySphere& s : together) model.contacts.addBody(set, s.body, ContactGeometry::Sphere(s.radius), s.centre);
        return model.installForce(set, law, law.getMaterial());
    };
    if (!law.isHuntCrossley()) {
        ours = install(spheres);
        return;
    }
    for (const BodySphere& sphere : spheres) {
        install({sphere});
        theirs.push_back(model.forces.getForce(ForceIndex(model.forces.getNumForces() - 1)));
    }
}

Wrench SpheresOnPlane::calcWrench(const State& state) const {
    if (ours) {
        const Wrench onPlane =
            simbodydem::calcWrench(ours->getContactRecords(state), {"plane", {ContactSurfaceIndex(0)}});
        return {-onPlane.force, -onPlane.moment};
    }
    Wrench sum;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        const SpatialVec F = forceOn(spheres[i].body, theirs[i], state);
        sum.force += F[1];
        sum.moment += F[0] + spheres[i].body.getBodyOriginLocation(state) % F[1];
    }
    return sum;
}

std::vector<SphereReading> SpheresOnPlane::read(const State& state) const {
    std::vector<SphereReading> readings(spheres.size());
    if (ours)
        for (const ContactRecord& r : ours->getContactRecords(state)) // surface 0 is the plane
            readings[r.b - 1] = {r.overlap,      r.normalForce.norm(),     r.tangentialForce,
                                 r.slipVelocity, r.tangentialDisplacement, r.sliding};
    const Transform X = plane.getBodyTransform(state) * pose;
    const UnitVec3 normal = -X.x();
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        const auto& [body, station, radius] = spheres[i];
        const Vec3 centre = body.findStationLocationInGround(state, station);
        const Real overlap = radius - dot(centre - X.p(), normal);
        if (overlap <= 0) continue;
        const Vec3 point = centre - (radius - overlap / 2) * normal; // midway in the overlap, as in both forces
        const auto velocity = [&](const MobilizedBody& mobod) {
            return mobod.findStationVelocityInGround(state, mobod.findStationAtGroundPoint(state, point));
        };
        const Vec3 F = forceOn(body, theirs[i], state)[1], v = velocity(body) - velocity(plane);
        SphereReading& reading = readings[i];
        reading.overlap = overlap;
        reading.normalForce = dot(F, normal);
        reading.tangentialForce = F - reading.normalForce * normal;
        reading.slipVelocity = v - dot(v, normal) * normal;
        reading.sliding = reading.slipVelocity.norm() >= transitionVelocity;
    }
    return readings;
}

} // namespace lab
