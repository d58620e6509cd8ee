// SPDX-License-Identifier: Apache-2.0
#include "force/StepBound.h"

#include "force/MotionTree.h"
#include "geometry/HeightField.h"
#include "geometry/PointOnMesh.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

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

// Returns the velocity, or the acceleration, of each point of a surface. `spread` is its largest difference from that of the centre.
kernels::Box boxAround(const Vec3& middle, Real spread) {
    const Vector3 m = toEigen(middle);
    return {m.array() - spread, m.array() + spread};
}

MotionBounds boundsOf(const SurfaceMotion& surface, bool isMesh, bool hasArea) {
    const Real w = surface.angularVelocity.norm(), reach = isMesh ? surface.radius : 0; // contacts may be anywhere on a mesh
    return {boxAround(surface.point, surface.radius), boxAround(surface.velocity, w * reach),
            boxAround(surface.acceleration, (surface.angularAcceleration.norm() + w * w) * reach),
            hasArea ? 0 : surface.minCurvatureRadius, surface.turning};
}

// Returns the motion of a surface on this body.
SurfaceMotion motionOf(int index, const SurfaceGeometry& geometry, const MobilizedBody& body, const State& state,
                       const SpatialVec& A_GB, Real turning) {
    const Transform& X_GB = body.getBodyTransform(state);
    const SpatialVec& V_GB = body.getBodyVelocity(state);
    const Vec3 lever = X_GB.R() * toSimTK(geometry.station), w = V_GB[0];
    return {index,
            X_GB.p() + lever,
            V_GB[1] + w % lever,
            A_GB[1] + A_GB[0] % lever + w % (w % lever),
            w,
            A_GB[0],
            X_GB.R() * toSimTK(geometry.outward),
            turning,
            geometry.radius,
            geometry.minCurvatureRadius};
}

// Returns the distance that a sphere and a point of a mesh can come closer in this time [m].
Real distanceWithin(Real time, const SurfaceMotion& mesh, const SurfaceMotion& sphere) {
    const Real w = mesh.angularVelocity.norm();
    const Real speed = (sphere.velocity - mesh.velocity).norm() + w * mesh.radius;
    const Real acceleration = (sphere.acceleration - mesh.acceleration).norm() +
                              (mesh.angularAcceleration.norm() + w * w) * mesh.radius;
    return time < Infinity ? (speed + acceleration * time / 2) * time : Infinity;
}

// Returns the motion of a sphere past a mesh; nothing if they cannot touch within this time.
std::optional<Approach> approachToMesh(const CompiledModel& model, const State& state, const SurfaceMotion& mesh,
                                       const SurfaceMotion& sphere, Real time) {
    const SurfaceGeometry& geometry = model.geometries[mesh.index];
    const Rotation R_GS = model.bodies[model.surfaces[mesh.index].body]->getBodyRotation(state) * geometry.X_BS.R();
    const Real rounding = geometry.rounding + (geometry.mesh->smooth ? geometry.mesh->smooth->sag : 0);
    const Real rounded = 1e-9 * geometry.radius;
    const Real reach = distanceWithin(time, mesh, sphere) + rounding + sphere.radius + rounded;
    const std::optional<kernels::MeshPoint> foot =
        kernels::findNearest(*geometry.mesh, toEigen(~R_GS * (sphere.point - mesh.point)), reach);
    if (!foot) return std::nullopt;
    Approach pair = toMesh(mesh, R_GS, *foot, rounding, sphere);
    if (geometry.mesh->isOneSided() && foot->distance < 0) { // it touches once it has come to the front
        const bool isOnRim = kernels::detail::isOnRim(*geometry.mesh, foot->feature);
        pair.gap = -foot->distance - (isOnRim ? rounding + sphere.radius : 0);
        pair.normal = -pair.normal;
    }
    return pair;
}

} // namespace

Real calcStepBound(const CompiledModel& model, const State& state, const Vector_<SpatialVec>& accelerations, Real longest) {
    if (model.bodies.empty()) return longest;
    const SimbodyMatterSubsystem& matter = *model.matter;
    std::vector<Real> turning(matter.getNumBodies(), 0); // of the body and its ancestors
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const MobilizedBody& body = matter.getMobilizedBody(b);
        turning[b] = std::max(turning[body.getParentMobilizedBody().getMobilizedBodyIndex()],
                              body.getBodyAngularVelocity(state).norm());
    }

    std::vector<SurfaceMotion> spheres, planes;
    std::vector<MotionBounds> bounds; // of the spheres
    const auto isMesh = [&](const SurfaceMotion& s) { return model.surfaces[s.index].kind == ShapeKind::Mesh; };
    for (int s = 0; s < int(model.surfaces.size()); ++s) {
        const CompiledSurface& surface = model.surfaces[s];
        const MobilizedBodyIndex body = model.bodyIndices[surface.body];
        const SurfaceMotion motion = motionOf(s, model.geometries[s], *model.bodies[surface.body], state,
                                              accelerations[int(body)], turning[body]);
        if (surface.isPlane())
            planes.push_back(motion);
        else {
            spheres.push_back(motion);
            bounds.push_back(boundsOf(motion, isMesh(motion), surface.hasArea));
        }
    }

    const auto isLarger = [](const SurfaceMotion& a, const SurfaceMotion& b) {
        return a.radius > b.radius || (a.radius == b.radius && a.index < b.index);
    };
    Real bound = longest;
    const auto mayTouch = [&](const SurfaceMotion& a, const SurfaceMotion& b) {
        const CompiledSurface &surfaceA = model.surfaces[a.index], &surfaceB = model.surfaces[b.index];
        return surfaceA.body != surfaceB.body && !model.filter.isExcluded(a.index, surfaceA, b.index, surfaceB);
    };
    const auto consider = [&](const SurfaceMotion& a, const SurfaceMotion& b, Approach pair) {
        if (model.surfaces[a.index].hasArea || model.surfaces[b.index].hasArea)
            pair.effectiveRadius = thicknessOf(model, a.index, b.index);
        bound = std::min(bound, timeTo(pair));
    };
    for (const SurfaceMotion& plane : planes)
        for (const SurfaceMotion& sphere : spheres)
            if (mayTouch(plane, sphere)) consider(plane, sphere, toPlane(plane, sphere));
    MotionTree(bounds).visitPairs(bound, [&](int i, int j) {
        const SurfaceMotion &a = spheres[i], &b = spheres[j];
        if (!mayTouch(a, b)) return;
        if (!isMesh(a) && !isMesh(b)) return consider(a, b, betweenSpheres(a, b));
        const bool isFirst = isMesh(a) && (!isMesh(b) || isLarger(a, b));
        const SurfaceMotion &mesh = isFirst ? a : b, &sphere = isFirst ? b : a;
        if (const auto pair = approachToMesh(model, state, mesh, sphere, bound)) consider(mesh, sphere, *pair);
    });
    return bound;
}

} // namespace simbodydem
