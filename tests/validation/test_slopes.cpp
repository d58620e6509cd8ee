// Tests closed forms of a sphere on a slope.

#include "Scene.h"

#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>

namespace test_slopes {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Real g = 9.81, radius = 0.1, mu = 0.3;

SurfaceMaterial stone() { return rubber().setYoungsModulus(1e9).setStaticFriction(mu); }

// A free sphere rolls while tan(slope) <= 7/2 mu, at 5/7 g sin. Above that it slides at g (sin - mu cos).
TEST(Slope, FreeSphereRollsOrSlides) {
    for (Real share : {0.5, 0.95, 1.2, 2.}) {
        const Real slope = std::atan(share * 3.5 * mu);
        FloorScene world;
        Force::UniformGravity(world.forces, world.matter, g * Vec3(std::sin(slope), -std::cos(slope), 0));
        auto sphere = world.addSphere(radius);
        HertzMindlinForce force(world.forces, world.surfaces);
        force.setMaterialForAll(stone());
        State state = world.start();
        const Real weight = sphere.getBodyMass(state) * g * std::cos(slope);
        const Real K = 4. / 3. * mixMaterials(stone(), stone()).effectiveYoungsModulus * std::sqrt(radius);
        sphere.setQToFitTranslation(state, Vec3(0, radius - std::pow(weight / K, 2. / 3.), 0));
        const State end = world.run(state, 1, 1e-6);
        const Real closed = share <= 1 ? 5. / 7. * g * std::sin(slope) : g * (std::sin(slope) - mu * std::cos(slope));
        EXPECT_NEAR(sphere.getBodyOriginVelocity(end)[0] / closed, 1, 1e-3) << share; // overlap/R
    }
}

// Without rotation, after a sudden release, an undamped Cundall spring oscillates: x = m g sin/kt (1 - cos(w t)). It stays within the
// limit if 2 tan(slope) <= mu.
TEST(Slope, SuddenReleaseOscillates) {
    const Real kn = 1e6, kt = 5e5;
    for (Real share : {0.95, 1.05}) {
        const Real slope = std::atan(share * mu / 2);
        FloorScene world;
        Force::UniformGravity(world.forces, world.matter, g * Vec3(std::sin(slope), -std::cos(slope), 0));
        const auto block = world.add<MobilizedBody::Translation>(Sphere(radius), bodyOf(1));
        CundallForce force(world.forces, world.surfaces, LinearNormal().setStiffness(kn).setDampingRatio(0),
                           CundallSlider().setStiffness(kt).setTangentialDampingRatio(0));
        force.setMaterialForAll(stone());
        State state = world.start(block, Vec3(0, radius - g * std::cos(slope) / kn, 0));
        Merson integrator(world.system, state, 1e-9);
        const Real amplitude = g * std::sin(slope) / kt, omega = std::sqrt(kt);
        bool slid = false;
        for (int i = 1; i <= 100; ++i) { // a little more than one period
            const Real t = 1e-4 * i;
            advance(integrator, t);
            world.system.realize(integrator.getState(), Stage::Dynamics);
            slid = slid || force.getContactRecords(integrator.getState()).at(0).sliding;
            const Real x = block.getBodyOriginLocation(integrator.getState())[0];
            if (share < 1) {
                EXPECT_NEAR(x, amplitude * (1 - std::cos(omega * t)), 1e-3 * amplitude); // interpolation
            }
        }
        EXPECT_EQ(slid, share > 1);
    }
}

} // namespace
} // namespace test_slopes
