#include "SpheresOnPlane.h"

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

SpatialVec forceOn(const MobilizedBody& body, const Force& force, const State& state) {
    Vector_<SpatialVec> onBodies;
    Vector_<Vec3> onParticles;
    Vector onMobilities;
    force.calcForceContribution(state, onBodies, onParticles, onMobilities);
    return onBodies[body.getMobilizedBodyIndex()];
}

} // namespace

SpheresOnPlane::SpheresOnPlane(Model& model, MobilizedBody plane, const Transform& pose,
                               const std::vector<BodySphere>& spheres, const LawChoice& law)
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
    for (std::size_t i = 0; i < theirs.size(); ++i) readings[i] = read(state, spheres[i], theirs[i]);
    if (ours)
        for (const ContactRecord& r : ours->getContactRecords(state)) // surface 0 is the plane
            readings[r.b - 1] = {r.overlap,      r.normalForce.norm(),     r.tangentialForce,
                                 r.slipVelocity, r.tangentialDisplacement, r.sliding};
    return readings;
}

SphereReading SpheresOnPlane::read(const State& state, const BodySphere& sphere, const Force& force) const {
    const Transform X = plane.getBodyTransform(state) * pose;
    const UnitVec3 normal = -X.x();
    const Vec3 centre = sphere.body.findStationLocationInGround(state, sphere.centre);
    const Real overlap = sphere.radius - dot(centre - X.p(), normal);
    SphereReading reading;
    if (overlap <= 0) return reading;
    const Vec3 F = forceOn(sphere.body, force, state)[1];
    const Vec3 point = centre - (sphere.radius - overlap / 2) * normal; // midway in the overlap, as in both forces
    const auto velocity = [&](const MobilizedBody& body) {
        return body.findStationVelocityInGround(state, body.findStationAtGroundPoint(state, point));
    };
    const Vec3 v = velocity(sphere.body) - velocity(plane);
    reading.overlap = overlap;
    reading.normalForce = dot(F, normal);
    reading.tangentialForce = F - reading.normalForce * normal;
    reading.slipVelocity = v - dot(v, normal) * normal;
    reading.sliding = reading.slipVelocity.norm() >= transitionVelocity;
    return reading;
}

} // namespace lab
