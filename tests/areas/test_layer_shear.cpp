// Tests the shear of elastic layers against closed forms: partial slip, pivoting, rolling.

#include "LayerScene.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/shapes/Cylinder.h>

namespace test_layer_shear {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Rotation standing(-Pi / 2, XAxis); // turns z into y

// Returns the torque against pivoting about y at this height, after so many steps of 0.1 rad.
Real pivotingTorque(LayerScene& scene, Real height, int numSteps) {
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    for (int i = 0; i <= numSteps; ++i)
        stepTo(scene, force, state, Transform(Rotation(0.1 * i, YAxis), Vec3(0, height, 0)), 1e-2,
               SpatialVec(Vec3(0, 10, 0), Vec3(0)));
    return -force.getAreaRecords(state)[0].moment[1];
}

// A sphere that is pushed sideways slips from the rim inwards: F = mu N (1 - (1 - q)^2), q = G x/(mu K d), and returns by Masing's rule.
TEST(LayerShear, SphereSlipsPartially) {
    const Real R = 0.1, d = 5e-4, mu = 0.5, across = 2 * std::sqrt(2 * R * d);
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(R), standing, pad(across / 40));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    const Real N = Pi * R * d * d * padNormal, whole = mu * padNormal * d / padShear; // displacement of full slip
    const auto forceAt = [&](Real x) {
        stepTo(scene, force, state, Vec3(x, R - d, 0), 1e-3, SpatialVec(Vec3(0), Vec3(0)));
        return -force.getAreaRecords(state)[0].tangentialForce[0];
    };
    forceAt(0);
    const auto loading = [&](Real q) { return mu * N * (1 - square(1 - std::min(q, 1.))); };
    for (int i = 1; i <= 16; ++i) {
        const Real q = i / 20.;
        EXPECT_NEAR(forceAt(q * whole), loading(q), 1e-3 * mu * N) << "q = " << q;
    }
    const Real top = 0.8; // from here backwards
    for (int i = 15; i >= -16; --i) {
        const Real q = i / 20.;
        EXPECT_NEAR(forceAt(q * whole), loading(top) - 2 * loading((top - q) / 2), 1e-3 * mu * N) << "q = " << q;
    }
}

// A sphere that pivots has at most the torque 8/15 mu N a, a = sqrt(2 R d). The limit is that of displacements l = mu K d/G much smaller than
// a, since a point that is dragged along a circle of radius r lags by the angle l/r. Here l/a = 0.008.
TEST(LayerShear, PivotingSphere) {
    const Real R = 0.1, d = 1e-4, mu = 0.1, a = std::sqrt(2 * R * d);
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(R), standing, pad(a / 20).setFriction(mu));
    const Real N = Pi * R * d * d * padNormal;
    EXPECT_NEAR(pivotingTorque(scene, R - d, 40) / (8. / 15 * mu * N * a), 1, 2e-3);
}

// A disc that pivots has at most the torque 2/3 mu N a.
TEST(LayerShear, PivotingDisc) {
    const Real a = 0.02, d = 1e-4, mu = 0.5, half = 0.03;
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Cylinder(a, half, 1e-6), standing, pad(a / 20));
    const Real N = Pi * a * a * d * padNormal;
    EXPECT_NEAR(pivotingTorque(scene, half - d, 60) / (2. / 3 * mu * N * a), 1, 1e-3);
}

// A cylinder that rolls with a lateral slip has the force and the moment of a brush tyre:
// F = mu N (3 s - 3 s^2 + s^3), M = mu N a s (1 - s)^3, with s = R G sigma/(mu K a), from s = 1 on mu N and 0.
TEST(LayerShear, BrushTyre) {
    const Real R = 0.3, L = 0.06, d = 1e-3, mu = 0.5, a = std::sqrt(2 * R * d), step = a / 10;
    const Real N = 4. / 3 * L * std::sqrt(2 * R) * std::pow(d, 1.5) * padNormal;
    for (const Real s : {0.1, 0.3, 0.6, 0.9}) {
        const Real sigma = s * mu * padNormal * a / (R * padShear), speed = 1, h = step / speed;
        LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Cylinder(R, L / 2, 1e-4), Vec3(0), pad(2 * a / 40));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start();
        Vec3 F(0), M(0);
        int count = 0;
        for (int i = 0; i <= 60; ++i) {
            const Real x = i * step;
            // Rolls about z along x and drifts along z.
            stepTo(scene, force, state, Transform(Rotation(-x / R, ZAxis), Vec3(x, R - d, sigma * x)), h,
                   SpatialVec(Vec3(0, 0, -speed / R), Vec3(speed, 0, sigma * speed)));
            if (i < 40) continue;
            const AreaRecord& area = force.getAreaRecords(state)[0];
            F += area.tangentialForce;
            // About the middle of the contact; the centre of pressure is there.
            M += area.moment + (area.center - Vec3(x, 0, sigma * x)) % (area.tangentialForce + area.normalForce);
            ++count;
        }
        F /= count;
        M /= count;
        EXPECT_NEAR(-F[2] / (mu * N), 3 * s - 3 * s * s + s * s * s, 2e-3) << "s = " << s;
        EXPECT_NEAR(std::abs(M[1]) / (mu * N * a), s * std::pow(1 - s, 3), 2e-3) << "s = " << s;
    }
}

} // namespace
} // namespace test_layer_shear
