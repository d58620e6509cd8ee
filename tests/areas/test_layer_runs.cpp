// Tests runs of elastic layers: impacts, rest, energy, derivatives, restart.

#include "ByDifferences.h"
#include "LayerScene.h"

#include <simbodydem/ContactLinearization.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactStepper.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/shapes/Brick.h>

#include <sstream>

namespace test_layer_runs {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Vec3 halfOfBrick(0.04, 0.02, 0.03);

ElasticLayer sole(Real e) {
    return ElasticLayer(5e-3, 2e6, 0.3).setFriction(0.6).setRestitution(e).setElementSize(4e-3);
}

struct BrickScene : LayerScene {
    explicit BrickScene(const ElasticLayer& layer, const Vec3& gravity = Vec3(0))
        : LayerScene(HalfSpace(), HalfSpace::floor(), SurfaceMaterial(), Brick(halfOfBrick, 2e-3), Vec3(0), layer) {
        Force::UniformGravity(forces, matter, gravity);
    }
    Vector accelerationOf(const State& state) const {
        system.realize(state, Stage::Acceleration);
        return state.getUDot();
    }
};

// Returns the speed at which a body leaves that lands at 1 m/s. @param height  at the start [m] @param end  of the run [s]
Real rebound(LayerScene& scene, Real height, Real end) {
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(scene.body, Vec3(0, height, 0), Vec3(0, -1, 0));
    const State last = scene.run(state, end, 1e-5);
    return scene.body.getBodyOriginVelocity(last)[1];
}

// A ball with a layer that is dropped returns the restitution that was asked for.
TEST(LayerRuns, BallReturnsTheSetRestitution) {
    for (const Real e : {0.2, 0.5, 0.8}) {
        LayerScene scene(HalfSpace(), HalfSpace::floor(), SurfaceMaterial(), Sphere(0.05), Vec3(0),
                         sole(e).setElementSize(1e-3));
        EXPECT_NEAR(rebound(scene, 0.0505, 0.05), e, 0.01) << e;
    }
}

// A brick with a layer that lands flat returns the restitution that was asked for.
TEST(LayerRuns, BrickReturnsTheSetRestitution) {
    for (const Real e : {0.2, 0.5, 0.8}) {
        BrickScene scene(sole(e));
        EXPECT_NEAR(rebound(scene, halfOfBrick[1] + 1e-4, 0.03), e, 0.02) << e;
    }
}

// A block with a layer stays where it is on a slope of 17 degrees: it creeps less than 1 pm/s.
TEST(LayerRuns, BlockDoesNotCreepOnASlope) {
    const Real slope = 17 * Pi / 180;
    BrickScene scene(sole(0.3), 9.81 * Vec3(std::sin(slope), -std::cos(slope), 0));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(scene.body, Vec3(0, halfOfBrick[1], 0));
    ContactIntegrator integrator(scene.system, force);
    integrator.setAccuracy(1e-5);
    integrator.initialize(state);
    ContactStepper(integrator).stepTo(5);
    const Vec3 start = scene.body.getBodyOriginLocation(integrator.getState());
    ContactStepper(integrator).stepTo(15);
    const Vec3 end = scene.body.getBodyOriginLocation(integrator.getState());
    EXPECT_LT((end - start).norm() / 10, 1e-12);
}

// The energy of a brick that tumbles onto its layer is accounted for, cause by cause.
TEST(LayerRuns, EnergyIsAccountedFor) {
    BrickScene scene(sole(0.5), Vec3(0, -9.81, 0));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.setTrackDissipatedEnergy(true);
    State state = scene.start(scene.body, Transform(Rotation(0.3, ZAxis), Vec3(0, 0.06, 0)),
                              SpatialVec(Vec3(1, 2, 3), Vec3(1, -1, 0.5)));
    Merson integrator(scene.system, state, 1e-7);
    scene.system.realize(integrator.getState(), Stage::Dynamics);
    const Real before = scene.system.calcEnergy(integrator.getState());
    advance(integrator, 0.3);
    const State& end = integrator.getState();
    scene.system.realize(end, Stage::Dynamics);
    const DissipatedEnergy lost = force.getDissipatedEnergyByCause(end);
    EXPECT_NEAR(scene.system.calcEnergy(end) + force.getDissipatedEnergy(end), before, 1e-4 * before);
    EXPECT_GT(lost.friction, 0.01 * before);
    EXPECT_GT(lost.damping, 0.01 * before);
    EXPECT_LT(std::abs(lost.unaccounted), 5e-3 * before);
}

// The derivatives of a layer's force are those of differences, up to the share d/R of the curvature.
TEST(LayerRuns, DerivativesAreThoseOfDifferences) {
    BrickScene scene(sole(0.5).setDissipation(0.5));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    const Transform pose(Rotation(0.004, XAxis) * Rotation(-0.003, ZAxis), Vec3(0, halfOfBrick[1] - 4e-4, 0));
    stepTo(scene, force, state, pose, 1e-3, SpatialVec(Vec3(0), Vec3(0)));
    scene.body.setQToFitTransform(state, Transform(pose.R(), pose.p() + Vec3(2e-6, 0, 1e-6)));
    scene.body.setUToFitVelocity(state, SpatialVec(Vec3(0.1, 0.05, 0.02), Vec3(1e-3, 2e-3, 0)));
    state.setTime(state.getTime() + 1e-3);
    scene.system.realize(state, Stage::Dynamics);
    const ContactLinearization linear = force.calcLinearization(state);
    const Matrix stiffness = stiffnessByDifferences(force, scene.matter, state, 1e-9);
    const Matrix damping = dampingByDifferences(force, scene.matter, state, 1e-7);
    EXPECT_LT(largest(linear.calcStiffness(state) - stiffness), 2e-3 * largest(stiffness));
    EXPECT_LT(largest(linear.calcDamping(state) - damping), 1e-6 * largest(damping));
}

// A history that was written and read continues to the last bit.
TEST(LayerRuns, RestartContinuesToTheLastBit) {
    const auto run = [](int numSteps, const State* start, std::string& text) {
        BrickScene scene(sole(0.4), Vec3(2, -9.81, 0));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start();
        if (start) {
            state.setTime(start->getTime());
            state.updQ() = start->getQ();
            state.updU() = start->getU();
            std::istringstream in(text);
            force.readHistory(state, in);
        } else {
            scene.body.setQToFitTransform(state, Vec3(0, halfOfBrick[1] - 3e-5, 0));
            scene.body.setUToFitVelocity(state, SpatialVec(Vec3(0.1, 2, 0.1), Vec3(0.3, 0, 0.2)));
        }
        for (int step = 0; step < numSteps; ++step) { // semi-implicit Euler, which has no memory of its own
            state.setTime(state.getTime() + 1e-3);
            const Vector acceleration = scene.accelerationOf(state);
            force.commitHistory(state);
            state.updU() += 1e-3 * acceleration;
            scene.system.realize(state, Stage::Velocity);
            const Vector rates = state.getQDot();
            state.updQ() += 1e-3 * rates;
        }
        std::ostringstream out;
        scene.system.realize(state, Stage::Velocity);
        force.writeHistory(state, out);
        text = out.str();
        return state;
    };
    std::string whole, first, second;
    const State all = run(100, nullptr, whole);
    const State half = run(50, nullptr, first);
    EXPECT_NE(first.find("\nelement "), std::string::npos);
    second = first;
    const State rest = run(50, &half, second);
    EXPECT_EQ((all.getQ() - rest.getQ()).norm(), 0);
    EXPECT_EQ((all.getU() - rest.getU()).norm(), 0);
}

} // namespace
} // namespace test_layer_runs
