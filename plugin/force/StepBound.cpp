// SPDX-License-Identifier: Apache-2.0
#include "force/StepBound.h"

#include "geometry/HeightField.h"
#include "geometry/PointOnMesh.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

// Motion of a surface at one point. For a round surface the point is its centre, and for a plane any point of it. Any other shape has
// the centre of the sphere that encloses it. For smaller surfaces a mesh has its nearest point.
struct SurfaceMotion {
    int index;
    Vec3 point, velocity, acceleration;
    Vec3 angularVelocity, angularAcceleration, outward; // of a plane
    Real turning;                                       // largest angular speed of its body and ancestors [rad/s]
    Real radius;                                        // of the sphere that encloses it; 0: a plane
    Real minCurvatureRadius;                            // its least radius of curvature
};

// Motion of b past a, seen from a.
struct Approach {
    Real gap, effectiveRadius, turning;
    Vec3 normal, velocity, acceleration;
};

Approach betweenSpheres(const SurfaceMotion& a, const SurfaceMotion& b) {
    const Vec3 line = b.point - a.point;
    const Real distance = line.norm();
    return {distance - a.radius - b.radius, 1 / (1 / a.minCurvatureRadius + 1 / b.minCurvatureRadius),
            std::max(a.turning, b.turning), distance > 0 ? line / distance : Vec3(0),
            b.velocity - a.velocity,        b.acceleration - a.acceleration};
}

// @param foot  the point of the mesh nearest to the sphere's centre, in the frame of the mesh
Approach toMesh(const SurfaceMotion& mesh, const Rotation& R_GS, const kernels::MeshPoint& foot, Real rounding,
                const SurfaceMotion& sphere) {
    const Vec3 normal = R_GS * toSimTK(foot.normal), w = mesh.angularVelocity;
    const Vec3 lever = R_GS * toSimTK(foot.point); // from the mesh's origin, mesh.point
    return {foot.distance - rounding - sphere.radius,
            1 / (1 / mesh.minCurvatureRadius + 1 / sphere.minCurvatureRadius),
            std::max(mesh.turning, sphere.turning),
            normal,
            sphere.velocity - mesh.velocity - w % lever,
            sphere.acceleration - mesh.acceleration - mesh.angularAcceleration % lever - w % (w % lever)};
}

Approach toPlane(const SurfaceMotion& plane, const SurfaceMotion& sphere) {
    const Vec3 lever = sphere.point - plane.point, w = plane.angularVelocity;
    const Vec3 velocity = sphere.velocity - plane.velocity - w % lever;
    return {dot(lever, plane.outward) - sphere.radius,
            sphere.minCurvatureRadius,
            plane.turning + sphere.turning,
            plane.outward,
            velocity,
            sphere.acceleration - plane.acceleration - plane.angularAcceleration % lever - w % (w % lever) -
                2 * w % velocity};
}

// Returns the length that stands for R* at the contact of a layer [m]: its thickness, or the size of the smaller surface if it has none.
Real thicknessOf(const CompiledModel& model, int a, int b) {
    const LayerPair* pair = model.layers.find(a, b);
    if (pair && pair->thickness < Infinity) return pair->thickness;
    const Real radiusA = model.geometries[a].radius, radiusB = model.geometries[b].radius; // 0: a plane
    return radiusA > 0 && radiusB > 0 ? std::min(radiusA, radiusB) : std::max(radiusA, radiusB);
}

// Returns the first time t > 0 at which speed t + acceleration t^2/2 is `distance`, > 0; infinite if there is none.
Real timeToTravel(Real distance, Real speed, Real acceleration) {
    const Real squared = square(speed) + 2 * acceleration * distance;
    const Real mean = squared < 0 ? 0 : (speed + std::sqrt(squared)) / 2;
    return mean > 0 ? distance / mean : Infinity;
}

// Returns a lower bound of the time to contact. In whatever direction two centres move, they approach no faster than along the
// line that joins them now. Speed and acceleration along this line bound the time from below, as long as the acceleration stays
// the same. It changes by w^2 v per second, as the bodies that carry the surfaces turn. The error may be a tenth of R*.
// Otherwise the length of the whole path gives the bound. At an overlap of R*/1000 the contact is found, whatever its material.
Real timeTo(const Approach& pair) {
    const Real tenth = pair.effectiveRadius / 10, landing = pair.effectiveRadius / 1000;
    const Real closing = -dot(pair.normal, pair.velocity), growing = -dot(pair.normal, pair.acceleration);
    if (pair.gap <= 0) return timeToTravel(tenth, closing, growing); // the step must not end outside on the other side
    const Real speed = pair.velocity.norm(), acceleration = pair.acceleration.norm(), w = pair.turning;
    const Real contact = timeToTravel(pair.gap, closing, growing);
    const Real straight = contact < Infinity ? contact + landing / (speed + acceleration * contact) : Infinity;
    const Real turning = std::cbrt(6 * tenth / (w * (w * speed + acceleration)));
    return std::max(std::min(straight, turning), timeToTravel(pair.gap + landing, speed, acceleration));
}

} // namespace

Real calcStepBound(const CompiledModel& model, const State& state, Real longest) {
    if (model.bodies.empty()) return longest;
    const SimbodyMatterSubsystem& matter = *model.matter;
    std::vector<Real> turning(matter.getNumBodies(), 0); // of the body and its ancestors
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const MobilizedBody& body = matter.getMobilizedBody(b);
        turning[b] = std::max(turning[body.getParentMobilizedBody().getMobilizedBodyIndex()],
                              body.getBodyAngularVelocity(state).norm());
    }

    std::vector<SurfaceMotion> spheres, planes;
    Real fastest = 0, strongest = 0, widest = 0; // of the spheres
    for (ContactSurfaceIndex s(0); s < int(model.surfaces.size()); ++s) {
        const MobilizedBody& body = *model.bodies[model.surfaces[s].body];
        const SurfaceGeometry& geometry = model.geometries[s];
        const bool isPlane = model.surfaces[s].isPlane();
        const Vec3 outward = toSimTK(geometry.outward), station = toSimTK(geometry.station);
        const SurfaceMotion motion{s,
                                   body.findStationLocationInGround(state, station),
                                   body.findStationVelocityInGround(state, station),
                                   body.findStationAccelerationInGround(state, station),
                                   body.getBodyAngularVelocity(state),
                                   body.getBodyAngularAcceleration(state),
                                   body.expressVectorInGroundFrame(state, outward),
                                   turning[body.getMobilizedBodyIndex()],
                                   geometry.radius,
                                   geometry.minCurvatureRadius};
        (isPlane ? planes : spheres).push_back(motion);
        if (isPlane) continue;
        fastest = std::max(fastest, motion.velocity.norm());
        strongest = std::max(strongest, motion.acceleration.norm());
        widest = std::max(widest, motion.radius);
    }

    const auto isMesh = [&](const SurfaceMotion& s) { return model.surfaces[s.index].kind == ShapeKind::Mesh; };
    const auto isLarger = [](const SurfaceMotion& a, const SurfaceMotion& b) {
        return a.radius > b.radius || (a.radius == b.radius && a.index < b.index);
    };
    Real bound = longest;
    const auto visit = [&](const SurfaceMotion& a, const SurfaceMotion& b, const auto& approach) {
        const Surface &surfaceA = model.surfaces[a.index], &surfaceB = model.surfaces[b.index];
        if (surfaceA.body == surfaceB.body || model.filter.isExcluded(a.index, surfaceA, b.index, surfaceB)) return;
        Approach pair = approach(a, b);
        if (surfaceA.hasArea || surfaceB.hasArea) pair.effectiveRadius = thicknessOf(model, a.index, b.index);
        bound = std::min(bound, timeTo(pair));
    };
    for (const SurfaceMotion& plane : planes)
        for (const SurfaceMotion& sphere : spheres) visit(plane, sphere, toPlane);
    for (const SurfaceMotion& mesh : spheres) {
        if (!isMesh(mesh)) continue;
        const SurfaceGeometry& geometry = model.geometries[mesh.index];
        const Rotation R_GS = model.bodies[model.surfaces[mesh.index].body]->getBodyRotation(state) * geometry.X_BS.R();
        for (const SurfaceMotion& sphere : spheres) {
            if (&sphere == &mesh || (isMesh(sphere) && !isLarger(mesh, sphere))) continue;
            visit(mesh, sphere, [&](const SurfaceMotion&, const SurfaceMotion&) {
                const Vec3 place = ~R_GS * (sphere.point - mesh.point);
                kernels::MeshPoint foot = kernels::findNearest(*geometry.mesh, toEigen(place), Infinity).value();
                const Real sag = geometry.mesh->smooth ? geometry.mesh->smooth->sag : 0;
                const bool isBehind = geometry.mesh->isOneSided() && foot.distance < 0;
                Approach pair = toMesh(mesh, R_GS, foot, geometry.rounding + sag, sphere);
                if (isBehind) { // it touches once it has come to the front
                    pair.gap = -foot.distance - (kernels::detail::isOnRim(*geometry.mesh, foot.feature)
                                                     ? geometry.rounding + sag + sphere.radius
                                                     : 0);
                    pair.normal = -pair.normal;
                }
                return pair;
            });
        }
    }
    // Spheres are sorted along x. Two that are further apart than the two fastest ones can travel within the present bound cannot
    // shorten it.
    std::sort(spheres.begin(), spheres.end(),
              [](const SurfaceMotion& a, const SurfaceMotion& b) { return a.point[0] < b.point[0]; });
    for (std::size_t i = 0; i < spheres.size(); ++i)
        for (std::size_t j = i + 1; j < spheres.size(); ++j) {
            const Real reach = spheres[i].radius + widest + (2 * fastest + strongest * bound) * bound;
            if (spheres[j].point[0] - spheres[i].point[0] > reach) break;
            if (!isMesh(spheres[i]) && !isMesh(spheres[j])) visit(spheres[i], spheres[j], betweenSpheres);
        }
    return bound;
}

} // namespace simbodydem
