// SPDX-License-Identifier: Apache-2.0
// Tests bodies that turn, roll with spin and are dragged in circles on layers, and edges on layers, by quadratures of bristles.

#include "BristleReference.h"
#include "LayerScene.h"
#include "Meshes.h"

#include <simbodydem/AreaRecord.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/ConvexHull.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Sphere.h>
#include <simbodydem/shapes/Terrain.h>

#include <functional>
#include <memory>

namespace test_layer_turning {

using namespace SimTK;
using namespace simbodydem;

namespace {

const Rotation standing(-Pi / 2, XAxis); // turns z into y

// Moves the body along X(t) in equal steps, with velocities by differences, and returns the force and the moment on it about its origin.
BristleBed::Wrench wrenchAfter(LayerScene& scene, const std::function<Transform(Real)>& X, Real end, int steps) {
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    const Real h = end / steps, small = 1e-5 * h;
    for (int i = 0; i <= steps; ++i) {
        const Real t = h * i;
        const Transform before = X(t - small), after = X(t + small);
        const Vec4 turn = (after.R() * ~before.R()).convertRotationToAngleAxis();
        stepTo(scene, force, state, X(t), h,
               SpatialVec(turn[0] / (2 * small) * turn.getSubVec<3>(1), (after.p() - before.p()) / (2 * small)));
    }
    BristleBed::Wrench sum;
    for (const AreaRecord& area : force.getAreaRecords(state)) {
        const Real sign = area.b == scene.onBody ? 1 : -1;
        const Vec3 F = sign * (area.normalForce + area.tangentialForce);
        sum.force += F;
        sum.moment += sign * area.moment + (area.center - X(end).p()) % F;
    }
    return sum;
}

Real fromSphere(const Vec3& x, Real R, Vec3& normal) {
    normal = x / x.norm();
    return x.norm() - R;
}

Real fromCapsule(const Vec3& x, Real R, Real halfLength, Vec3& normal) { // about z
    return fromSphere(x - Vec3(0, 0, std::min(std::max(x[2], -halfLength), halfLength)), R, normal);
}

struct Turning {
    const char* name;
    std::shared_ptr<const Shape> shape;
    Transform X_BS;
    std::function<Real(const Vec3&, Vec3&)> distance; // in the frame of the body
    Real height, halfWidth;                           // of the body's origin, of the square that it touches
};

std::vector<Turning> turningBodies() {
    const Real R = 0.1, d = 4e-4, a = 1.05 * std::sqrt(2 * R * d);
    return {{"sphere", std::make_shared<Sphere>(R), Transform(),
             [=](const Vec3& x, Vec3& n) { return fromSphere(x, R, n); }, R - d, a},
            {"capsule", std::make_shared<Capsule>(R, 0.02), Transform(),
             [=](const Vec3& x, Vec3& n) { return fromCapsule(x, R, 0.02, n); }, R - d, a + 0.02},
            {"upright capsule", std::make_shared<Capsule>(R, 0.02), Transform(standing),
             [=](const Vec3& x, Vec3& n) {
                 const Real distance = fromCapsule(~standing * x, R, 0.02, n);
                 n = standing * n;
                 return distance;
             },
             R + 0.02 - d, a}};
}

} // namespace

// A body that turns about the normal on a layer has the moment of bristles that are dragged in circles, at any angle, layer on either side.
// A bristle of length l on a circle of radius r lags by l/r; here l is up to .03 and .3 of the contact's radius.
TEST(LayerTurning, MomentAtAnyAngle) {
    for (const Real mu : {0.03, 0.3})
        for (const Turning& body : turningBodies())
            for (const bool isOnBody : {false, true}) {
                if (isOnBody && std::string(body.name) == "capsule") continue; // its elements lie in rows
                const ElasticLayer layer = pad(9e-3 / 20).setFriction(mu);
                for (const Real angle : {0.25, 1., 3.}) {
                    std::unique_ptr<LayerScene> scene;
                    if (isOnBody)
                        scene = std::make_unique<LayerScene>(HalfSpace(), HalfSpace::floor(), hard(), *body.shape,
                                                             body.X_BS, layer);
                    else
                        scene = std::make_unique<LayerScene>(HalfSpace(), HalfSpace::floor(), layer, *body.shape,
                                                             body.X_BS, hard());
                    const auto X = [&](Real t) { return Transform(Rotation(t, YAxis), Vec3(0, body.height, 0)); };
                    const BristleBed bed{padNormal, padShear, mu, body.distance};
                    const Real right = bed.run(X, angle, int(400 * angle), Vec3(0), body.halfWidth, 120).moment[1];
                    const Real found = wrenchAfter(*scene, X, angle, int(40 * angle)).moment[1];
                    std::printf("%s mu %g angle %g onBody %d: %.6g right %.6g ratio-1 %.1e\n", body.name, mu, angle, isOnBody, found, right, found/right-1);
                    EXPECT_NEAR(found / right, 1, 1e-3) << body.name << ", friction " << mu << ", angle " << angle
                                                        << (isOnBody ? ", layer on the body" : "");
                }
            }
}

} // namespace test_layer_turning
