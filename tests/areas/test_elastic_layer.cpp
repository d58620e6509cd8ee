// Tests the forces of elastic layers against closed forms.

#include "LayerScene.h"

#include <simbodydem/ElasticLayer.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Mesh.h>

namespace test_elastic_layer {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Rotation standing(-Pi / 2, XAxis); // turns z into y

// Returns the force on the body, once it is placed.
SpatialVec forceAt(LayerScene& scene, const Transform& X_GB) {
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.at(scene.body, X_GB);
    Vector_<SpatialVec> bodyForces;
    Vector_<Vec3> particles;
    Vector mobilities;
    force.calcForceContribution(state, bodyForces, particles, mobilities);
    return bodyForces[scene.body.getMobilizedBodyIndex()];
}

// A sphere with a layer presses on a plane with N = pi R d^2 K/h, up to 0.9 R; 40 elements cross the contact.
TEST(ElasticLayer, SphereOnPlane) {
    const Real R = 0.1;
    for (const Real d : {1e-4, 5e-4, 2e-3, 0.02}) {
        const Real across = 2 * std::sqrt(2 * R * d - d * d);
        LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(R), standing, pad(across / 40));
        const SpatialVec F = forceAt(scene, Vec3(0, R - d, 0));
        const Real N = Pi * R * d * d * padNormal;
        EXPECT_NEAR(F[1][1] / N, 1, 1e-3) << "d = " << d;
    }
}

// A rigid sphere on a plane with a layer has N = pi (R - d) d^2 K/h.
TEST(ElasticLayer, SphereOnPlaneWithLayer) {
    const Real R = 0.1;
    for (const Real d : {1e-4, 5e-4, 2e-3}) {
        const Real across = 2 * std::sqrt(2 * R * d - d * d);
        LayerScene scene(HalfSpace(), HalfSpace::floor(), pad(across / 40), Sphere(R), Vec3(0), hard());
        const Real N = Pi * (R - d) * d * d * padNormal;
        EXPECT_NEAR(forceAt(scene, Vec3(0.0123, R - d, 0.0077))[1][1] / N, 1, 1e-3) << "d = " << d;
    }
}

// A lying cylinder of length L has N = (4/3) L sqrt(2 R) d^1.5 K/h, for d much smaller than R and rims much smaller than L.
TEST(ElasticLayer, LyingCylinder) {
    const Real R = 0.1, L = 0.2, d = 4e-4, rounding = 1e-5;
    const Real across = 2 * std::sqrt(2 * R * d);
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Cylinder(R, L / 2, rounding), Vec3(0), pad(across / 40));
    const Real N = 4. / 3 * L * std::sqrt(2 * R) * std::pow(d, 1.5) * padNormal;
    EXPECT_NEAR(forceAt(scene, Vec3(0, R - d, 0))[1][1] / N, 1, 1e-3);
}

// A flat punch with a layer has N = A d K/h; its sides do not count.
TEST(ElasticLayer, FlatPunchWithLayer) {
    const Vec3 half(0.02, 0.03, 0.015);
    const Real rounding = 1e-6, d = 5e-4;
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Brick(half, rounding), Vec3(0), pad(1e-3));
    const Real N = 4 * half[0] * half[2] * d * padNormal;
    EXPECT_NEAR(forceAt(scene, Vec3(0, half[1] - d, 0))[1][1] / N, 1, 1e-3);
}

// A rigid flat punch on a plane with a layer has N = A d K/h wherever its rim crosses the cells.
TEST(ElasticLayer, FlatPunchIsClippedOnThePlane) {
    const Real a = 0.02, d = 1e-5, rounding = 2e-5;
    for (const Vec3& place : {Vec3(0), Vec3(0.00037, 0, 0.00019), Vec3(0.0005, 0, 0.0005)}) {
        LayerScene scene(HalfSpace(), HalfSpace::floor(), pad(a / 20), Cylinder(a, 0.03, rounding), standing, hard());
        const Real N = Pi * a * a * d * padNormal;
        EXPECT_NEAR(forceAt(scene, Transform(place + Vec3(0, 0.03 - d, 0)))[1][1] / N, 1, 1e-3) << place;
    }
}

// An ellipsoid with a layer has the force that quadrature over its own surface gives, from its least and from its largest axis.
TEST(ElasticLayer, EllipsoidOnPlane) {
    const Vec3 axes(0.06, 0.04, 0.09);
    const Real d = 1e-3;
    for (int up = 0; up < 3; ++up) {
        const Real a = axes[up], b = axes[(up + 1) % 3], c = axes[(up + 2) % 3];
        // The surface in (polar, azimuth) about the axis that is up: a cos, b sin cos, c sin sin.
        const Real last = std::acos(1 - d / a);
        const int n = 400;
        Real N = 0;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                const Real p = last * (i + 0.5) / n, q = 2 * Pi * (j + 0.5) / n;
                const Vec3 byP(-a * std::sin(p), b * std::cos(p) * std::cos(q), c * std::cos(p) * std::sin(q));
                const Vec3 byQ(0, -b * std::sin(p) * std::sin(q), c * std::sin(p) * std::cos(q));
                N += padNormal * (d - a * (1 - std::cos(p))) * (byP % byQ).norm() * (last / n) * (2 * Pi / n);
            }
        const Rotation R(UnitVec3(0, 1, 0), CoordinateAxis(up)); // this axis of the body points up
        LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Ellipsoid(axes), Vec3(0), pad(5e-4));
        EXPECT_NEAR(forceAt(scene, Transform(R, Vec3(0, a - d, 0)))[1][1] / N, 1, 2e-3) << "axis " << up;
    }
}

// A lying capsule has the force of its cylinder and of a whole sphere.
TEST(ElasticLayer, LyingCapsule) {
    const Real R = 0.02, half = 0.05, d = 2e-4;
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Capsule(R, half), Vec3(0), pad(2e-4));
    const Real last = std::acos(1 - d / R); // of a cylinder: 2 R L (d - R) theta + 2 R^2 L sin theta
    const Real cylinder = 2 * R * 2 * half * ((d - R) * last + R * std::sin(last));
    const Real N = padNormal * (cylinder + Pi * R * d * d);
    EXPECT_NEAR(forceAt(scene, Vec3(0, R - d, 0))[1][1] / N, 1, 2e-3);
}

// A mesh and the same mesh as a hull press alike: the elements of a mesh are its triangles.
TEST(ElasticLayer, MeshOfABox) {
    const Vec3 half(0.02, 0.03, 0.015);
    std::vector<Vec3> vertices;
    for (int i = 0; i < 8; ++i)
        vertices.emplace_back(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]);
    const std::vector<std::array<int, 3>> faces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                                   {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    const Real d = 5e-4;
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Mesh(vertices, faces, 0), Vec3(0), pad(2e-3));
    EXPECT_NEAR(forceAt(scene, Vec3(0, half[1] - d, 0))[1][1] / (4 * half[0] * half[2] * d * padNormal), 1, 1e-9);
}

// Two layers are in series, and the elements of both count half: a sphere on a plane of the same material has half of the force.
TEST(ElasticLayer, TwoLayersAreInSeries) {
    const Real R = 0.1, d = 5e-4, across = 2 * std::sqrt(2 * R * d);
    LayerScene scene(HalfSpace(), HalfSpace::floor(), pad(across / 40), Sphere(R), standing, pad(across / 40));
    const Real N = 0.5 * padNormal * Pi * d * d * (0.5 * R + 0.5 * (R - d));
    EXPECT_NEAR(forceAt(scene, Vec3(0, R - d, 0))[1][1] / N, 1, 1e-3);
}

// The order in which the surfaces are listed does not matter.
TEST(ElasticLayer, OrderOfSurfacesDoesNotMatter) {
    const Real R = 0.1, d = 5e-4;
    SpatialVec F[2];
    for (int order = 0; order < 2; ++order) {
        Scene scene;
        MobilizedBody::Free body(scene.matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1e-3))));
        const auto addFloor = [&] {
            scene.surfaces.add(scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), hard(), "floor");
        };
        if (order == 0) addFloor();
        scene.surfaces.add(body, Sphere(R), standing, pad(1e-3), "ball");
        if (order == 1) addFloor();
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.at(body, Vec3(0.01, R - d, 0.02), SpatialVec(Vec3(0.1, 0.2, 0.3), Vec3(0.1, 0, 0.05)));
        Vector_<SpatialVec> bodyForces;
        Vector_<Vec3> particles;
        Vector mobilities;
        force.calcForceContribution(state, bodyForces, particles, mobilities);
        F[order] = bodyForces[body.getMobilizedBodyIndex()];
    }
    EXPECT_LT((F[0][1] - F[1][1]).norm(), 1e-12 * F[0][1].norm());
    EXPECT_LT((F[0][0] - F[1][0]).norm(), 1e-12 * F[0][1].norm() * R);
}

} // namespace
} // namespace test_elastic_layer
