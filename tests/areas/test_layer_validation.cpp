// SPDX-License-Identifier: Apache-2.0
// Validates elastic layers against closed forms and against quadratures that use nothing of the library.

#include "Heard.h"
#include "LayerReference.h"
#include "LayerScene.h"
#include "Meshes.h"
#include "Messages.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Cylinder.h>

#include <thread>

namespace test_layer_validation {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Rotation standing(-Pi / 2, XAxis); // turns z into y

// ---------------------------------------------------------------------------------------------------------------- rolling

const Real wheelRadius = 0.3, wheelLength = 0.04, wheelDepth = 1e-3, wheelFriction = 0.5;

RollingCylinder rolling(Real lateral, Real turning) {
    return {wheelRadius, wheelLength, wheelDepth, padNormal, padShear, wheelFriction, lateral, turning, 1, wheelRadius};
}

// Forces and moments of a wheel on its layer, in the carrier's axes, about the wheel's centre.
struct RollingScene : LayerScene {
    RollingCylinder wheel;
    HertzMindlinForce force;
    State state;
    Real time = 0;

    RollingScene(const RollingCylinder& motion, const ElasticLayer& layer)
        : LayerScene(HalfSpace(), HalfSpace::floor(), SurfaceMaterial(), // rims of 10 um are 3e-4 of the length
                     Cylinder(motion.R, motion.L / 2, 1e-5), Vec3(0), layer),
          wheel(motion),
          force(forces, surfaces) {
        state = start();
        stepTo(*this, force, state, wheel.pose(0), 0, wheel.velocity(0));
    }
    void roll(Real length) {
        const Real h = length / wheel.speed;
        time += h;
        stepTo(*this, force, state, wheel.pose(time), h, wheel.velocity(time));
    }
    RollingCylinder::Wrench read() const {
        const AreaRecord& area = force.getAreaRecords(state).at(0);
        const Vec3 F = area.normalForce + area.tangentialForce;
        const Vec3 M = area.moment + (area.center - wheel.center(time)) % F;
        const Rotation R = wheel.carrier(time);
        return {~R * F, ~R * M};
    }
    // Returns the mean over two contact lengths, once the first elements have left; the length of a step is `step`.
    RollingCylinder::Wrench average(Real step, int steady, int samples) {
        for (int i = 0; i < steady; ++i) roll(step);
        RollingCylinder::Wrench mean{Vec3(0), Vec3(0)};
        for (int i = 0; i < samples; ++i) {
            roll(step);
            const RollingCylinder::Wrench now = read();
            mean.force += now.force / samples;
            mean.moment += now.moment / samples;
        }
        return mean;
    }
};

// Returns the moment about the vertical through the wheel's centre.
Real selfAligning(const RollingCylinder::Wrench& w) { return w.moment[1]; }

// A cylinder that rolls with lateral slip and spin has the forces and the moment of the quadrature of its bristles.
TEST(LayerValidation, RollingWithSlipAndSpin) {
    const Real a = rolling(0, 0).halfLength();
    const Real whole =
        wheelFriction * padNormal * a / (wheelRadius * padShear); // lateral slip at which all elements slide
    const Vec2 cases[] = {{0, 0.4}, {0, 1.5}, {0.3, 0.5}, {0.3, -0.5}, {0.6, 1}, {0.6, -1}, {0.9, 2}, {1.2, -3}};
    for (const Vec2& slipAndSpin : cases) {
        const RollingCylinder wheel = rolling(slipAndSpin[0] * whole, slipAndSpin[1] * whole / a);
        const RollingCylinder::Wrench right = wheel.integrate(2000, 100);
        RollingScene scene(wheel, pad(2 * a / 40));
        const RollingCylinder::Wrench found = scene.average(a / 20, 60, 40);
        const Real limit = wheelFriction * right.force[1];
        std::printf("slip %.1f spin %4.1f: F/muN %.5f %.5f  Fx %.5f %.5f  M/muNa %.5f %.5f  N %.5f\n", slipAndSpin[0],
                    slipAndSpin[1], found.force[2] / limit, right.force[2] / limit, found.force[0] / limit,
                    right.force[0] / limit, selfAligning(found) / (limit * a), selfAligning(right) / (limit * a),
                    found.force[1] / right.force[1]);
        EXPECT_NEAR(found.force[1] / right.force[1], 1, 1e-3) << slipAndSpin;
        EXPECT_NEAR(found.force[2] / limit, right.force[2] / limit, 5e-3) << slipAndSpin;
        EXPECT_NEAR(found.force[0] / limit, right.force[0] / limit, 5e-3) << slipAndSpin;
        EXPECT_NEAR(selfAligning(found) / (limit * a), selfAligning(right) / (limit * a), 5e-3) << slipAndSpin;
    }
}

// The quadrature itself gives the closed form of the brush tyre without spin, so that it may be a reference for spin.
TEST(LayerValidation, QuadratureOfBristlesIsThatOfTheBrushTyre) {
    RollingCylinder wheel = rolling(0, 0);
    wheel.d = 1e-6; // where the circle is a parabola
    const Real a = wheel.halfLength(), whole = wheelFriction * padNormal * a / (wheelRadius * padShear);
    for (const Real s : {0.1, 0.5, 0.9}) {
        wheel.lateral = s * whole;
        const RollingCylinder::Wrench found = wheel.integrate(2000, 1);
        const Real limit = wheelFriction * found.force[1];
        EXPECT_NEAR(-found.force[2] / limit, 3 * s - 3 * s * s + s * s * s, 1e-3) << s;
        EXPECT_NEAR(std::abs(selfAligning(found)) / (limit * a), s * cube(1 - s), 1e-3) << s;
    }
}

// A wheel whose layer has no damping rolls freely without a moment, however it sits on its elements.
TEST(LayerValidation, FreeRollingHasNoMomentWithoutDamping) {
    RollingCylinder wheel = rolling(0, 0);
    wheel.mu = 0;
    const Real a = wheel.halfLength();
    RollingScene scene(wheel, pad(2 * a / 40).setFriction(0));
    const Real N = wheel.integrate(2000, 1).force[1];
    for (int i = 0; i < 40; ++i) {
        scene.roll(a / 23);
        // One element at the rim, where p is almost 0, is 2e-4 of N a.
        EXPECT_LT(std::abs(scene.read().moment[2]), 1e-3 * N * a);
        EXPECT_LT(std::abs(scene.read().force[0]), 1e-12 * N);
    }
    std::printf("free rolling: M/Na %.2e\n", scene.read().moment[2] / (N * a));
}

// A wheel with damping has the forces and the moment of its dashpots by quadrature: of the pressure, of the shear, of both. The last number
// of a case is the lateral slip, which loads the dashpots of the shear. Each damping has one friction that slides in a part of the contact, and
// the first of each kind also has none and one that sticks.
TEST(LayerValidation, RollingResistanceIsTheHysteresisOfTheDashpots) {
    const std::vector<Vec3> dampings = {Vec3(6, 0, 0),     Vec3(0, 0.004, 0.1), Vec3(2, 0, 0),
                                        Vec3(30, 0, 0), Vec3(0, 0.02, 0.02), Vec3(3, 0.004, 0.04)};
    for (const Real friction : {0., 0.5, 2.})
        for (std::size_t k = 0; k < (friction == 0.5 ? dampings.size() : 2); ++k) {
            const Vec3& damping = dampings[k];
            RollingCylinder wheel = rolling(damping[2], 0);
            wheel.c = damping[0];
            wheel.T = damping[1];
            wheel.mu = friction;
            wheel.radius = wheel.R - wheel.d / 3; // rolls freely if the layer sticks
            const Real a = wheel.halfLength();
            const RollingCylinder::Wrench right = wheel.integrate(4000, 1);
            RollingScene scene(wheel,
                               pad(2 * a / 60).setFriction(wheel.mu).setDissipation(wheel.c).setShearDamping(wheel.T));
            const RollingCylinder::Wrench found = scene.average(a / 41, 90, 41);
            const Real N = right.force[1];
            // The moment about the centre has the longitudinal force on the lever R - d = 12 a. It is measured about the contact.
            const auto aboutContact = [&](const RollingCylinder::Wrench& w) {
                return w.moment[2] - (wheel.R - wheel.d) * w.force[0];
            };
            std::printf("c %g T %g lateral %g mu %g: M/Na %.6f %.6f  Fx/N %.6f %.6f  Fz/N %.6f %.6f N %.6f\n", wheel.c,
                        wheel.T, wheel.lateral, wheel.mu, aboutContact(found) / (N * a), aboutContact(right) / (N * a),
                        found.force[0] / N, right.force[0] / N, found.force[2] / N, right.force[2] / N,
                        found.force[1] / N);
            EXPECT_NEAR(found.force[1] / N, 1, 1e-3) << damping;
            EXPECT_NEAR(aboutContact(found) / (N * a), aboutContact(right) / (N * a), 1e-3) << damping;
            for (const int i : {0, 2}) EXPECT_NEAR(found.force[i] / N, right.force[i] / N, 1e-3) << damping;
            EXPECT_NEAR(selfAligning(found) / (N * a), selfAligning(right) / (N * a), 1e-3) << damping;
            if (damping[0] > 0) {
                EXPECT_GT(aboutContact(right), 0.02 * N * a); // it resists
            }
        }
}

// The forces of a wheel that steers converge with the second order of the step, up to steps of half the contact length. Elements that
// were anchored where a step ends instead of where they touch would make it the first order.
TEST(LayerValidation, LargeStepsOfRollingAreOfSecondOrder) {
    const Real a = rolling(0, 0).halfLength(), whole = wheelFriction * padNormal * a / (wheelRadius * padShear);
    const RollingCylinder wheel = rolling(0.2 * whole, 0.8 * whole / a);
    const int parts[] = {1, 2, 4, 8, 64};
    std::vector<RollingCylinder::Wrench> seen[5];
    for (int k = 0; k < 5; ++k) {
        RollingScene scene(wheel, pad(2 * a / 30));
        for (int i = 1; i <= 12; ++i) { // samples at the ends of the longest steps
            for (int part = 0; part < parts[k]; ++part) scene.roll(0.97 * a / parts[k]);
            if (i > 4) seen[k].push_back(scene.read());
        }
    }
    Real error[4], limit = 0;
    for (const auto& w : seen[4]) limit += wheelFriction * w.force[1] / seen[4].size();
    for (int k = 0; k < 4; ++k) {
        Real sum = 0;
        for (std::size_t i = 0; i < seen[k].size(); ++i)
            sum +=
                square(seen[k][i].force[2] - seen[4][i].force[2]) + square(seen[k][i].force[0] - seen[4][i].force[0]);
        error[k] = std::sqrt(sum / seen[k].size()) / limit;
        std::printf("step a/%d: error of F/muN %.2e%s\n", parts[k], error[k],
                    k ? (", order " + std::to_string(std::log2(error[k - 1] / error[k]))).c_str() : "");
    }
    EXPECT_LT(error[0], 0.05);
    EXPECT_GT(std::log2(error[0] / error[3]) / 3, 1.7); // over steps from a/8 to a
}

// A frictional wheel that only drifts has the same lateral force at any step, since each of its elements is exact.
TEST(LayerValidation, LargeStepsOfDriftingAreExact) {
    const Real a = rolling(0, 0).halfLength(), whole = wheelFriction * padNormal * a / (wheelRadius * padShear);
    const RollingCylinder wheel = rolling(0.2 * whole, 0);
    Real F[2];
    for (int k = 0; k < 2; ++k) {
        RollingScene scene(wheel, pad(2 * a / 30));
        for (int i = 0; i < 8; ++i)
            for (int part = 0; part < (k ? 64 : 1); ++part) scene.roll(0.97 * a / (k ? 64 : 1));
        F[k] = scene.read().force[2];
    }
    std::printf("drift: F in steps of a %.9f, of a/64 %.9f\n", F[0], F[1]);
    // The longitudinal slip of the circle, which turns the direction of sliding, is 1e-2 of the lateral one.
    EXPECT_NEAR(F[0] / F[1], 1, 1e-3);
}

// ---------------------------------------------------------------------------------------------------------------- impacts

struct Outcome {
    State state; // at its end
    int numRealizations;
};

// Runs with a ContactIntegrator, or with explicit steps within the bound of the force.
Outcome runTo(Real end, const LayerScene& scene, const DEMContactForce& force, const State& start, Real accuracy,
              bool isContactIntegrator) {
    if (isContactIntegrator) {
        ContactIntegrator integrator(scene.system, force);
        integrator.setAccuracy(accuracy);
        integrator.initialize(start);
        integrator.stepTo(end);
        return {integrator.getState(), integrator.getNumRealizations()};
    }
    Merson integrator(scene.system, start, accuracy);
    while (integrator.getTime() < end) {
        const State& now = integrator.getAdvancedState();
        integrator.stepTo(end, now.getTime() + force.calcStepBound(now));
    }
    return {integrator.getState(), integrator.getNumRealizations()};
}

struct Impact {
    const Shape& shape;
    ElasticLayer layer;
    Rotation R;
    Real lowest, speed;
};

// Returns the speed of rebound over that of the impact.
Real rebound(const Impact& impact, Real gap, Real accuracy, bool isContactIntegrator) {
    LayerScene scene(HalfSpace(), HalfSpace::floor(), SurfaceMaterial().setFriction(0.5), impact.shape, Vec3(0),
                     impact.layer);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state =
        scene.start(scene.body, Transform(impact.R, Vec3(0, impact.lowest + gap, 0)), Vec3(0, -impact.speed, 0));
    const Real end = (gap + 0.02) / impact.speed;
    const State last = runTo(end, scene, force, state, accuracy, isContactIntegrator).state;
    scene.system.realize(last, Stage::Velocity);
    EXPECT_LT(scene.body.getBodyAngularVelocity(last).norm() * impact.lowest, 0.02 * impact.speed);
    return scene.body.getBodyOriginVelocity(last)[1] / impact.speed;
}

// Turns a direction of the body down.
Rotation downwards(const Vec3& direction) {
    const UnitVec3 y(-direction);
    return ~Rotation(y, YAxis);
}

// A cube that lands on a corner returns the restitution that was asked for, whatever the gap, the accuracy and the integrator.
TEST(LayerValidation, CubeOnACornerReturnsTheSetRestitution) {
    const Real half = 0.03, rounding = 2e-3;
    const Brick cube(Vec3(half), rounding);
    const Real lowest = (half - rounding) * std::sqrt(3.) + rounding;
    for (const Real e : {0.2, 0.5, 0.8}) {
        const ElasticLayer layer = ElasticLayer(8e-3, 8e8, 0.3).setRestitution(e).setElementSize(1.5e-3);
        const Impact impact{cube, layer, downwards(Vec3(1)), lowest, 1};
        for (const Real gap : {1e-4, 3.7e-3, 0.02})
            for (const Real accuracy : {1e-3, 1e-5})
                for (const bool isContactIntegrator : {false, true}) {
                    const Real found = rebound(impact, gap, accuracy, isContactIntegrator);
                    EXPECT_NEAR(found, e, 0.02) << gap << " " << accuracy << " " << isContactIntegrator;
                    std::printf("cube e %.1f gap %g accuracy %g %s: %.5f\n", e, gap, accuracy,
                                isContactIntegrator ? "ContactIntegrator" : "RungeKuttaMerson", found);
                }
    }
}

// A brick of unequal sides that lands on the sphere of its corner, with the centre of mass above it, returns the same; at 1 cm/s too.
TEST(LayerValidation, BrickOnACornerReturnsTheSetRestitution) {
    const Vec3 half(0.04, 0.02, 0.03);
    const Real rounding = 1e-2;
    const Vec3 corner = half - Vec3(rounding);
    const Brick brick(half, rounding);
    for (const Real e : {0.2, 0.5, 0.8})
        for (const Real speed : {0.1, 0.01}) {
            // So stiff that the contact stays on the sphere, whose centre is below the centre of mass.
            const ElasticLayer layer = ElasticLayer(1e-3, 2e7, 0.3).setRestitution(e).setElementSize(6e-4);
            const Impact impact{brick, layer, downwards(corner), corner.norm() + rounding, speed};
            for (const Real gap : {5e-5, 1.3e-3})
                for (const bool isContactIntegrator : {false, true}) {
                    const Real found = rebound(impact, gap, 1e-4, isContactIntegrator);
                    EXPECT_NEAR(found, e, 0.02) << speed << " " << gap << " " << isContactIntegrator;
                    std::printf("brick e %.1f at %g m/s gap %g %s: %.5f\n", e, speed, gap,
                                isContactIntegrator ? "ContactIntegrator" : "RungeKuttaMerson", found);
                }
        }
}

// ---------------------------------------------------------------------------------------------------------------- a grasp

// Loads a body along y by -load (1 - cos(2 pi f t))/2.
class Shaking : public Force::Custom::Implementation {
public:
    Shaking(MobilizedBody body, Real load, Real frequency) : body(body), load(load), frequency(frequency) {}
    void calcForce(const State& s, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const override {
        const Real now = 0.5 * load * (1 - std::cos(2 * Pi * frequency * s.getTime()));
        bodyForces[body.getMobilizedBodyIndex()][1][1] -= now;
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }

private:
    MobilizedBody body;
    Real load, frequency;
};

// A block of 0.5 kg between two pads, which are parts of spheres with a layer.
struct Pinned {
    Scene scene;
    MobilizedBody::Free block{scene.matter.updGround(),
                              Body::Rigid(MassProperties(0.5, Vec3(0), UnitInertia::brick(Vec3(0.02)) * 0.5))};
    static constexpr Real R = 0.03, half = 0.02, depth = 3e-4, mu = 0.5, frequency = 2;
    Real grip = Pi * R * depth * depth * padNormal; // of either pad, by the closed form
    std::unique_ptr<HertzMindlinForce> force;
    State state;

    explicit Pinned(Real share) {
        const ElasticLayer layer = pad(std::sqrt(2 * R * depth) / 6).setDissipation(2).setShearDamping(2e-3);
        for (const Real side : {-1., 1.})
            scene.surfaces.add(scene.matter.Ground(), Sphere(R),
                               Transform(Rotation(side * Pi / 2, YAxis), Vec3(side * (half + R - depth), 0, 0)), layer,
                               side < 0 ? "left" : "right");
        scene.surfaces.add(block, Brick(Vec3(half), 1e-3), Vec3(0), hard().setFriction(mu), "block");
        Force::Custom(scene.forces, new Shaking(block, share * 2 * mu * grip, frequency));
        force = std::make_unique<HertzMindlinForce>(scene.forces, scene.surfaces);
        state = scene.start();
    }
    Vec3 placeOf(const State& s) const {
        scene.system.realize(s, Stage::Position);
        return block.getBodyOriginLocation(s);
    }
};

// Takes the state at the start and in the middle of each of these cycles. Returns the largest difference from the second cycle on [m].
template <class Advance>
Real differenceOfCycles(const Pinned& pinned, const Advance& advanceTo, int cycles, Real& amplitude) {
    Vec3 first[2];
    Real most = 0;
    for (int i = 1; i <= 2 * cycles; ++i) {
        const Vec3 place = pinned.placeOf(advanceTo(i / (2 * Pinned::frequency)));
        if (i < 3) continue; // the first cycle
        if (i < 5)
            first[i % 2] = place;
        else
            most = std::max(most, (place - first[i % 2]).norm());
    }
    amplitude = (first[1] - first[0]).norm();
    return most;
}

void expectEqualCycles(std::initializer_list<int> kinds) {
    for (const int kind : kinds) {
        Pinned pinned(0.93);
        const int cycles = kind == 2 ? 20 : 6; // the others take four times as long
        Real amplitude = 0, found = 0;
        if (kind == 0) {
            Merson integrator(pinned.scene.system, pinned.state, 1e-8);
            found = differenceOfCycles(
                pinned,
                [&](Real t) -> const State& {
                    advance(integrator, t);
                    return integrator.getState();
                },
                cycles, amplitude);
        } else {
            ContactIntegrator integrator(pinned.scene.system, *pinned.force);
            if (kind == 1)
                integrator.setAccuracy(1e-7);
            else
                integrator.setFixedStepSize(2e-3);
            integrator.initialize(pinned.state);
            found = differenceOfCycles(
                pinned,
                [&](Real t) -> const State& {
                    integrator.stepTo(t);
                    return integrator.getState();
                },
                cycles, amplitude);
        }
        const char* names[] = {"RungeKuttaMerson", "ContactIntegrator", "fixed 2 ms"};
        std::printf("pinned, %s: differs by %.2e m of an amplitude of %.2e m\n", names[kind], found, amplitude);
        EXPECT_LT(found, (kind == 1 ? 2e-9 : 1e-9) * cycles / 20) << names[kind]; // a drift adds up
        // From the top, F/(mu N) = 0.93, down to 0 by Masing's rule: 0.93 = 2 (1 - (1 - q/2)^2), in full slips of mu K d/G.
        EXPECT_NEAR(amplitude / (Pinned::mu * padNormal * Pinned::depth / padShear), 2 * (1 - std::sqrt(1 - 0.93 / 2)),
                    0.01)
            << names[kind];
    }
}

// A block that two layers hold at 0.93 of the limit and that is shaken for 3 s moves as in its second cycle, to 0.6 nm.
// Steps that are chosen by their errors differ from cycle to cycle. Their differences do not add up, and go with the accuracy:
// ContactIntegrator has 0.4 nm at 1e-7. RungeKuttaMerson needs 1e-8, since its speeds are of mm/s.
TEST(LayerValidation, PinnedBlockRepeatsEachCycle) { expectEqualCycles({1}); }

// A pinned block repeats its cycles at fixed steps too, for 10 s to 1 nm at 2 ms.
TEST(LayerValidation, PinnedBlockRepeatsEachCycleAtFixedSteps) { expectEqualCycles({2}); }

// A pinned block repeats its cycles with explicit steps too.
TEST(LayerValidation, PinnedBlockRepeatsEachCycleExplicitly) { expectEqualCycles({0}); }

// ---------------------------------------------------------------------------------------------------------------- convergence

// An oblique impact of a spinning ball in three dimensions converges with the accuracy over five decades, and a looser accuracy does not
// cost more.
TEST(LayerValidation, ObliqueImpactConverges) {
    for (const bool isContactIntegrator : {false, true}) {
        int count = 0;
        const auto runFrom = [&](Real gap, Real accuracy) {
            const Real R = 0.05;
            LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(R), standing,
                             ElasticLayer(5e-3, 2e7, 0.3).setFriction(0.4).setRestitution(0.5).setElementSize(1.5e-3));
            HertzMindlinForce force(scene.forces, scene.surfaces);
            State state =
                scene.start(scene.body, Vec3(0, R + gap, 0), SpatialVec(Vec3(20, -30, -15), Vec3(0.8, -1, 0.4)));
            const Real end = 0.012;
            const Outcome run = runTo(end, scene, force, state, accuracy, isContactIntegrator);
            count += run.numRealizations;
            const State& last = run.state;
            Vector u = last.getU();
            EXPECT_GT(u[4], 0.3); // it has rebounded
            for (int i = 0; i < 3; ++i) u[i] *= R;
            return u;
        };
        const Real gaps[] = {1e-3, 1.7e-3, 2e-3, 2.4e-3}; // a single run may reject one step more
        const auto run = [&](Real accuracy) {
            count = 0;
            Vector all(0);
            for (const Real gap : gaps) {
                const Vector one = runFrom(gap, accuracy);
                all.resizeKeep(all.size() + one.size());
                all(all.size() - one.size(), one.size()) = one;
            }
            return all;
        };
        const Vector right = run(isContactIntegrator ? 1e-8 : 1e-9);
        std::printf("%s: finest run %d force evaluations\n",
                    isContactIntegrator ? "ContactIntegrator" : "RungeKuttaMerson", count);
        Real before = Infinity;
        int countBefore = 0;
        for (int k = 2; k <= 7; ++k) {
            const Real accuracy = std::pow(10., -k), error = (run(accuracy) - right).norm();
            std::printf("  accuracy 1e-%d: error %.2e m/s, %d force evaluations\n", k, error, count);
            EXPECT_LT(error, 200 * accuracy) << k; // local errors of up to 100 steps, of four runs
            EXPECT_LT(countBefore, 1.1 * count) << "the looser accuracy is more expensive, at 1e-" << k;
            before = error;
            countBefore = count;
        }
        EXPECT_LT(before, 2e-5);
    }
}

} // namespace
} // namespace test_layer_validation
