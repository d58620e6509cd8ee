// SPDX-License-Identifier: Apache-2.0
// Tests layers against and on each shape, by quadratures over exact surfaces that use nothing of the library.

#include "LayerReference.h"
#include "LayerScene.h"
#include "Meshes.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/ConvexHull.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Terrain.h>
#include <simbodydem/shapes/Wheel.h>

#include <map>

namespace test_layer_shapes {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Rotation standing(-Pi / 2, XAxis); // turns z into y
const Real ballRadius = 0.05, ballDepth = 1e-3;

// Returns the icosahedron whose triangles are divided into four `times` times, on a sphere.
Mesh icosphere(Real R, int times) {
    const Real g = 0.5 * (1 + std::sqrt(5.));
    std::vector<Vec3> points;
    for (const Real s : {-1., 1.})
        for (const Real t : {-g, g})
            for (int k = 0; k < 3; ++k) {
                Vec3 p(0);
                p[k] = s;
                p[(k + 1) % 3] = t;
                points.push_back(R * p.normalize());
            }
    Triangles triangles;
    for (int i = 0; i < 12; ++i) // neighbours are 2 R/sqrt(1 + g^2) apart
        for (int j = i + 1; j < 12; ++j)
            for (int k = j + 1; k < 12; ++k) {
                const Real e = 1.1 * 2 * R / std::sqrt(1 + g * g);
                if ((points[i] - points[j]).norm() > e || (points[j] - points[k]).norm() > e ||
                    (points[k] - points[i]).norm() > e)
                    continue;
                const bool isOutwards = dot((points[j] - points[i]) % (points[k] - points[i]), points[i]) > 0;
                triangles.push_back({i, isOutwards ? j : k, isOutwards ? k : j});
            }
    for (int n = 0; n < times; ++n) {
        std::map<std::pair<int, int>, int> middles;
        const auto middle = [&](int i, int j) {
            const auto [at, isNew] = middles.insert({std::minmax(i, j), int(points.size())});
            if (isNew) points.push_back(R * (points[i] + points[j]).normalize());
            return at->second;
        };
        Triangles finer;
        for (const auto& t : triangles) {
            const int a = middle(t[0], t[1]), b = middle(t[1], t[2]), c = middle(t[2], t[0]);
            finer.insert(finer.end(), {{t[0], a, c}, {a, t[1], b}, {c, b, t[2]}, {a, b, c}});
        }
        triangles.swap(finer);
    }
    return Mesh(points, triangles, 0);
}

// Returns the record of the only area once the body is placed.
AreaRecord areaAt(LayerScene& scene, const Transform& X_GB) {
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.at(scene.body, X_GB);
    EXPECT_EQ(force.getAreaRecords(state).size(), 1u);
    AreaRecord none{};
    none.normalForce = Vec3(NaN);
    return force.getAreaRecords(state).empty() ? none : force.getAreaRecords(state)[0];
}

// Signed distance of a convex core that is swept by a sphere, from the vector to it; < 0 inside of the core by its faces.
Real rounded(const Vec3& beyond, Real rounding, const Vec3 axes[3], Vec3& normal) {
    Vec3 out(0);
    Real largest = -Infinity;
    int deepest = 0;
    for (int k = 0; k < 3; ++k) {
        if (beyond[k] > 0) out += beyond[k] * axes[k];
        if (beyond[k] > largest) {
            largest = beyond[k];
            deepest = k;
        }
    }
    if (largest <= 0) {
        normal = axes[deepest];
        return largest - rounding;
    }
    normal = out / out.norm();
    return out.norm() - rounding;
}

Real fromBox(const Vec3& x, const Vec3& half, Real r, Vec3& normal) {
    Vec3 beyond, axes[3];
    for (int k = 0; k < 3; ++k) {
        beyond[k] = std::abs(x[k]) - (half[k] - r);
        axes[k] = Vec3(0);
        axes[k][k] = x[k] < 0 ? -1 : 1;
    }
    return rounded(beyond, r, axes, normal);
}

// Measures from a cylinder about z that is swept by a sphere; the core of a wheel has no length.
Real fromCylinder(const Vec3& x, Real coreRadius, Real coreHalf, Real r, Vec3& normal) {
    const Real rho = std::hypot(x[0], x[1]);
    const Vec3 axes[3] = {Vec3(x[0], x[1], 0) / rho, Vec3(0, 0, x[2] < 0 ? -1 : 1), Vec3(0)};
    return rounded(Vec3(rho - coreRadius, std::abs(x[2]) - coreHalf, -Infinity), r, axes, normal);
}

// Measures from an ellipsoid, by bisection for the multiplier of the nearest point.
Real fromEllipsoid(const Vec3& x, const Vec3& axes, Vec3& normal) {
    Real least = Infinity, low, high;
    for (int k = 0; k < 3; ++k) least = std::min(least, square(axes[k]));
    low = -least * (1 - 1e-9);
    high = 1;
    const auto nearest = [&](Real t) {
        Vec3 p;
        for (int k = 0; k < 3; ++k) p[k] = square(axes[k]) * x[k] / (square(axes[k]) + t);
        return p;
    };
    for (int i = 0; i < 80; ++i) {
        const Real t = 0.5 * (low + high);
        const Vec3 p = nearest(t);
        Real sum = 0;
        for (int k = 0; k < 3; ++k) sum += square(p[k] / axes[k]);
        (sum > 1 ? low : high) = t;
    }
    const Vec3 p = nearest(low);
    for (int k = 0; k < 3; ++k) normal[k] = p[k] / square(axes[k]);
    normal /= normal.norm();
    return dot(x - p, normal);
}

// Measures from the valley y = x^2/(2 rho), by Newton's method for the nearest point.
Real fromValley(const Vec3& x, Real rho, Vec3& normal) {
    Real s = x[0];
    for (int i = 0; i < 30; ++i) {
        const Real f = (s - x[0]) + (s * s / (2 * rho) - x[1]) * s / rho;
        s -= f / (1 + s * s / (rho * rho) + (s * s / (2 * rho) - x[1]) / rho);
    }
    normal = Vec3(-s / rho, 1, 0) / std::sqrt(1 + square(s / rho));
    return dot(x - Vec3(s, s * s / (2 * rho), 0), normal);
}

struct Opposite {
    const char* name;
    std::shared_ptr<const Shape> shape;
    Transform X;                                      // of the shape in Ground
    Vec3 center;                                      // of the ball
    Real within;                                      // relative
    std::function<Real(const Vec3&, Vec3&)> distance; // of a place in Ground, with the normal
};

// Measures in the frame of a shape.
template <class Distance>
std::function<Real(const Vec3&, Vec3&)> inFrame(const Transform& X, const Distance& distance) {
    return [X, distance](const Vec3& x, Vec3& normal) {
        const Real d = distance(~X * x, normal);
        normal = X.R() * normal;
        return d;
    };
}

std::vector<Opposite> opposites() {
    const Real high = ballRadius - ballDepth;
    std::vector<Opposite> all;
    const Vec3 axes(0.06, 0.04, 0.09), half(0.04, 0.02, 0.03);
    const auto add = [&](const char* name, const Shape& shape, const Transform& X, const Vec3& center, Real within,
                         const auto& distance) {
        all.push_back({name, std::shared_ptr<const Shape>(shape.clone()), X, center, within, inFrame(X, distance)});
    };
    add("half space", HalfSpace(), HalfSpace::floor(), Vec3(0, high, 0), 1e-3, [](const Vec3& x, Vec3& n) {
        n = Vec3(-1, 0, 0);
        return -x[0];
    });
    add("sphere", Sphere(0.08), Vec3(0), Vec3(0, high + 0.08, 0), 2e-3, [](const Vec3& x, Vec3& n) {
        n = x / x.norm();
        return x.norm() - 0.08;
    });
    add("ellipsoid", Ellipsoid(axes), Vec3(0), Vec3(0.003, high + axes[1], 0.002), 2e-3,
        [=](const Vec3& x, Vec3& n) { return fromEllipsoid(x, axes, n); });
    const auto capsule = [](const Vec3& x, Vec3& n) {
        const Vec3 out = x - Vec3(0, 0, std::min(std::max(x[2], -0.06), 0.06));
        n = out / out.norm();
        return out.norm() - 0.03;
    };
    add("capsule", Capsule(0.03, 0.06), Vec3(0), Vec3(0, high + 0.03, 0.01), 2e-3, capsule);
    add("end of a capsule", Capsule(0.03, 0.06), standing, Vec3(0.002, high + 0.09, 0.001), 2e-3, capsule);
    const auto box = [=](const Vec3& x, Vec3& n) { return fromBox(x, half, 2e-3, n); };
    add("face of a hull", ConvexHull(cornersOfBox(half), 2e-3), Vec3(0), Vec3(0, high + half[1], 0), 2e-3, box);
    add("rim of a hull's face", ConvexHull(cornersOfBox(half), 2e-3), Vec3(0), Vec3(half[0] - 3e-3, high + half[1], 0),
        3e-3, box);
    add("edge of a hull", ConvexHull(cornersOfBox(half), 2e-3), Rotation(0.6, ZAxis),
        Rotation(0.6, ZAxis) * (half - Vec3(2e-3)) + Vec3(0, 2e-3 + high, -half[2]), 3e-3, box);
    const auto cylinder = [](const Vec3& x, Vec3& n) { return fromCylinder(x, 0.036, 0.046, 4e-3, n); };
    add("side of a cylinder", Cylinder(0.04, 0.05, 4e-3), Vec3(0), Vec3(0, high + 0.04, 0.01), 2e-3, cylinder);
    add("end of a cylinder", Cylinder(0.04, 0.05, 4e-3), standing, Vec3(0.01, high + 0.05, 0.002), 2e-3, cylinder);
    add("rim of a cylinder's end", Cylinder(0.04, 0.05, 4e-3), standing, Vec3(0.035, high + 0.05, 0.002), 3e-3,
        cylinder);
    add("wheel", Wheel(0.06, 8e-3), Vec3(0), Vec3(0, high + 0.06, 1e-3), 2e-3,
        [](const Vec3& x, Vec3& n) { return fromCylinder(x, 0.052, 0, 8e-3, n); });
    const Real rho = 0.2;
    const auto valley = [=](const Vec3& x, Vec3& n) { // of the terrain's z; the grid is along x
        const Real d = fromValley(Vec3(x[0], x[2], 0), rho, n);
        n = Vec3(n[0], 0, n[1]);
        return d;
    };
    add("terrain",
        Terrain::fromFunction([=](Real x, Real) { return x * x / (2 * rho); }, Vec2(-0.1, -0.1), Vec2(0.1, 0.1), 40,
                              40),
        standing, Vec3(0.01, high, 0), 3e-3, valley);
    return all;
}

// A ball with a layer presses on each rigid shape as the quadrature over the ball says.
TEST(LayerShapes, BallWithLayerOnEachShape) {
    for (const Opposite& o : opposites()) {
        const Real right = forceOnBall(ballRadius, padNormal, o.center, 0.6, 1200, o.distance);
        LayerScene scene(*o.shape, o.X, hard(), Sphere(ballRadius), standing, pad(4e-4).setFriction(0));
        const AreaRecord area = areaAt(scene, o.center);
        std::printf("%s: N %.4f N, right %.4f N, ratio - 1 = %.1e\n", o.name, area.normalForce[1], right,
                    area.normalForce[1] / right - 1);
        EXPECT_NEAR(area.normalForce[1] / right, 1, o.within) << o.name;
    }
}

// A rigid ball presses on a layer on each flat part of a shape as on that of a half space, N = pi (R - d) d^2 K/h.
TEST(LayerShapes, RigidBallOnFlatLayers) {
    const Real R = 0.05, d = 1e-3, N = Pi * (R - d) * d * d * padNormal, size = 5e-4;
    const Vec3 half(0.04, 0.02, 0.03);
    const Terrain flat =
        Terrain::fromFunction([](Real, Real) { return 0.; }, Vec2(-0.04, -0.04), Vec2(0.04, 0.04), 8, 8);
    const Terrain facets = Terrain::fromFunction([](Real, Real) { return 0.; }, Vec2(-0.04, -0.04), Vec2(0.04, 0.04), 8,
                                                 8, Terrain::Surface::Faceted);
    struct Flat {
        const char* name;
        const Shape& shape;
        Transform X;
    };
    const Brick brick(half, 1e-3);
    const ConvexHull hull(cornersOfBox(half), 1e-3);
    const Mesh box = meshOfBox(half, 0), open = meshOfHeights(4, 0.04, [](Real, Real) { return 0.; });
    const Cylinder cylinder(0.04, 0.02, 1e-3);
    for (const Flat& f : {Flat{"half space", HalfSpace(), HalfSpace::floor()},
                          {"brick", brick, Vec3(0, -half[1], 0)},
                          {"hull", hull, Vec3(0, -half[1], 0)},
                          {"box of triangles", box, Vec3(0, -half[1], 0)},
                          {"open mesh", open, Vec3(0)},
                          {"cylinder", cylinder, Transform(standing, Vec3(0, -0.02, 0))},
                          {"terrain", flat, standing},
                          {"faceted terrain", facets, standing}}) {
        LayerScene scene(f.shape, f.X, pad(size), Sphere(R), Vec3(0), hard());
        const AreaRecord area = areaAt(scene, Vec3(0.0013, R - d, 0.0021));
        std::printf("layer on %s: ratio - 1 = %.1e\n", f.name, area.normalForce[1] / N - 1);
        EXPECT_NEAR(area.normalForce[1] / N, 1, 3e-3) << f.name;
    }
}

// A wheel with a layer presses on the ground with the force of the quadrature over its rim, a torus.
TEST(LayerShapes, WheelWithLayer) {
    const Real R = 0.06, r = 8e-3, d = 5e-4;
    const int n = 1500;
    Real N = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const Real a = 1.2 * ((i + 0.5) / n - 0.5), b = 0.4 * ((j + 0.5) / n - 0.5);
            const Real rho = R - r + r * std::cos(a), depth = d - (R - rho * std::cos(b));
            if (depth > 0) N += padNormal * depth * r * rho * (1.2 / n) * (0.4 / n);
        }
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Wheel(R, r), Vec3(0), pad(2.5e-4));
    const AreaRecord area = areaAt(scene, Vec3(0, R - d, 0));
    std::printf("wheel with layer: ratio - 1 = %.1e\n", area.normalForce[1] / N - 1);
    EXPECT_NEAR(area.normalForce[1] / N, 1, 2e-3);
}

// A mesh of a sphere with a layer, on a rigid mesh of a sphere, presses like the exact spheres, up to the heights of the triangles.
TEST(LayerShapes, MeshOnMesh) {
    const Real R = 0.05, r = 0.08, depth = 2e-3;
    const auto rightFor = [&](Real R1, Real R2) {
        const Real gap = R + r - depth; // between the centres
        return forceOnBall(R1, padNormal, Vec3(0, gap, 0), 0.6, 1500, [&](const Vec3& x, Vec3& n) {
            n = x / x.norm();
            return x.norm() - R2;
        });
    };
    const Real exact = rightFor(R, r);
    const auto equivalent = [](const Mesh& mesh) { return std::cbrt(mesh.getVolume() / (4. / 3 * Pi)); };
    for (const int times : {4, 5}) {
        const Mesh mesh = icosphere(R, times), other = icosphere(r, times);
        LayerScene scene(other, Vec3(0), hard(), mesh, Vec3(0), ElasticLayer(5e-3, 5e6, 0.3));
        const Rotation turned(0.3, UnitVec3(1, 2, 3)); // so that no corners meet
        const Real N = areaAt(scene, Transform(turned, Vec3(0, R + r - depth, 0))).normalForce[1];
        // The centre of a triangle with edges e is e^2/6 R below the sphere, where the layer is evaluated. The other mesh is e^2/8 r below
        // its sphere on average. N goes with the square of the depth.
        const auto edge = [&](Real radius) { return 1.1 * radius / std::pow(2., times); };
        const Real low = square(edge(R)) / (6 * R) + square(edge(r)) / (8 * r);
        std::printf("mesh on mesh, %d triangles: N/exact - 1 = %.4f (triangles lie %.4f too low), /spheres of these "
                    "volumes - 1 = %.4f\n",
                    mesh.getNumTriangles(), N / exact - 1, 2 * low / depth,
                    N / rightFor(equivalent(mesh), equivalent(other)) - 1);
        EXPECT_NEAR(N / exact, square(1 - low / depth), 0.5 * 2 * low / depth); // edges vary by a fifth
        EXPECT_NEAR(N / rightFor(equivalent(mesh), equivalent(other)), 1, times == 4 ? 0.02 : 0.01);
    }
}

// A layer on a ball presses on a rigid mesh of a sphere as on the sphere, up to the heights of the triangles.
TEST(LayerShapes, BallOnMesh) {
    const Real R = 0.05, r = 0.08, depth = 2e-3;
    const Mesh other = icosphere(r, 5);
    const Real r1 = std::cbrt(other.getVolume() / (4. / 3 * Pi));
    const Real right = forceOnBall(R, padNormal, Vec3(0, R + r - depth, 0), 0.6, 1500, [&](const Vec3& x, Vec3& n) {
        n = x / x.norm();
        return x.norm() - r1;
    });
    LayerScene scene(other, Vec3(0), hard(), Sphere(R), standing, pad(6e-4));
    const Real N = areaAt(scene, Vec3(0, R + r - depth, 0)).normalForce[1];
    std::printf("ball on mesh: ratio - 1 = %.4f\n", N / right - 1);
    EXPECT_NEAR(N / right, 1, 0.01);
}

// Elements beyond the rim of an open mesh have no force, whatever the depth: N and the area are those of the part above the mesh.
TEST(LayerShapes, OpenMeshEndsAtItsRim) {
    const Real R = 0.05, half = 0.04;
    for (const int squares : {1, 7})
        for (const Real depth : {2e-4, 1e-3, 2.4e-3})
            for (const Real beyond : {-4e-3, 0., 3e-3}) {
                const Mesh sheet = meshOfHeights(squares, half, [](Real, Real) { return 0.; });
                const Vec3 center(half + beyond, R - depth, 0.0013);
                const Real a = std::sqrt(2 * R * depth);
                if (beyond >= a) continue;
                Real area = 0;
                const int n = 3000;
                for (int i = 0; i < n; ++i) { // strips at x
                    const Real x = center[0] + a * (2 * (i + 0.5) / n - 1);
                    if (x < half) area += 2 * std::sqrt(std::max(a * a - square(x - center[0]), 0.)) * 2 * a / n;
                }
                const Real right = forceOnBall(R, padNormal, center, 1.2 * a / R, 1500, [&](const Vec3& x, Vec3& n2) {
                    n2 = Vec3(0, 1, 0);
                    return x[0] < half ? x[1] : 1;
                });
                LayerScene scene(sheet, Vec3(0), hard(), Sphere(R), standing, pad(a / 20));
                const AreaRecord found = areaAt(scene, center);
                std::printf(
                    "open mesh of %d squares, depth %g, %g beyond the rim: N ratio - 1 = %.1e, area ratio - 1 = %.1e\n",
                    squares, depth, beyond, found.normalForce[1] / right - 1, found.area / area - 1);
                // The rim cuts whole elements off, a twentieth of the contact's radius wide, at the place where pressure is largest.
                EXPECT_NEAR(found.normalForce[1] / right, 1, 0.03);
                EXPECT_NEAR(found.area / area, 1, 0.05);
            }
}

} // namespace
} // namespace test_layer_shapes
