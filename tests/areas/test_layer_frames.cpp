// SPDX-License-Identifier: Apache-2.0
// Tests that layers do not depend on the frame, the order of surfaces or of evaluations, or on threads.

#include "LayerScene.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/shapes/Ellipsoid.h>

#include <thread>

namespace test_layer_frames {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A ball with a layer on a plate, both free. It rolls, slips and pivots through some steps.
struct Twins {
    enum class Plate { Free, OnGround };
    struct Options {
        Transform whole;           // moves the whole scene
        bool isBallFirst = false;  // in the list of surfaces
        Plate plate = Plate::Free; // on a body of its own, or on Ground
        bool haveBothLayers = false;
    };
    Options options;
    Scene scene;
    MobilizedBody::Free plateBody{scene.matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1e-3)))};
    MobilizedBody::Free ballBody{scene.matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1e-3)))};
    SurfaceIndex ball, plate;
    std::unique_ptr<HertzMindlinForce> force;
    State state;
    static constexpr Real R = 0.1, depth = 5e-4, h = 1e-3;

    explicit Twins(const Options& given) : options(given) {
        const ElasticLayer layer =
            ElasticLayer(5e-3, 5e6, 0.3).setFriction(0.6, 0.4).setElementSize(2e-3).setDissipation(0.5);
        const auto addBall = [&] {
            ball = scene.surfaces.add(ballBody, Ellipsoid(Vec3(R, 0.9 * R, 1.2 * R)), Transform(), layer, "ball");
        };
        if (options.isBallFirst) addBall();
        const bool isOnGround = options.plate == Plate::OnGround;
        const MobilizedBody& owner = isOnGround ? static_cast<const MobilizedBody&>(scene.matter.Ground()) : plateBody;
        const Transform X = isOnGround ? options.whole * HalfSpace::floor() : HalfSpace::floor();
        plate = options.haveBothLayers ? scene.surfaces.add(owner, HalfSpace(), X, layer, "plate")
                                       : scene.surfaces.add(owner, HalfSpace(), X, hard(), "plate");
        if (!options.isBallFirst) addBall();
        force = std::make_unique<HertzMindlinForce>(scene.forces, scene.surfaces);
        state = scene.start();
    }

    // Places both at step i, as if the scene were not moved; then moves it.
    void place(State& s, int i, const Transform& more = Transform()) const {
        const Real t = h * i;
        const Vec3 w(3, -2, 5), v(0.4, -0.02, 0.25);
        const Transform X = Transform(Rotation(w.norm() * t, UnitVec3(w)), Vec3(0.01, 0.9 * R - depth, 0.02) + v * t);
        const Transform move = more * options.whole;
        s.setTime(t);
        plateBody.setQToFitTransform(s, move);
        plateBody.setUToFitVelocity(s, SpatialVec(Vec3(0), Vec3(0)));
        ballBody.setQToFitTransform(s, move * X);
        ballBody.setUToFitVelocity(s, SpatialVec(move.R() * w, move.R() * v));
        scene.system.realize(s, Stage::Dynamics);
    }
    void step(int i) {
        place(state, i);
        commit();
    }
    void commit() {
        force->commitHistory(state);
        scene.system.realize(state, Stage::Dynamics);
    }
    void run(int steps = 25) {
        for (int i = 0; i <= steps; ++i) step(i);
    }
    // Holds the records of the contact, as forces on the ball, in the frame of the scene.
    struct Reading {
        Vec3 center, normalForce, shearForce, moment;
        Real area, slippingArea, peak, stored, power;
        std::vector<ElementRecord> elements;
    };
    Reading read(const Transform& more = Transform()) const {
        const Transform back = ~(more * options.whole);
        const AreaRecord& area = force->getAreaRecords(state).at(0);
        const Real sign = area.b == ball ? 1 : -1;
        Reading out{back * area.center,
                    sign * (back.R() * area.normalForce),
                    sign * (back.R() * area.tangentialForce),
                    sign * (back.R() * area.moment),
                    area.area,
                    area.slippingArea,
                    area.peakPressure,
                    area.storedEnergy,
                    area.dissipatedPower,
                    force->getElementRecords(state, ball)};
        if (options.haveBothLayers)
            for (const ElementRecord& e : force->getElementRecords(state, plate)) out.elements.push_back(e);
        for (ElementRecord& e : out.elements) {
            e.center = back * e.center;
            e.normal = back.R() * e.normal;
            e.shear = back.R() * e.shear;
        }
        return out;
    }
};

// Expects equal readings. @param length  rounding of positions [m]
void expectEqual(const Twins::Reading& a, const Twins::Reading& b, const std::string& what, Real length = 0) {
    const Real N = a.normalForce.norm(), Rb = Twins::R;
    // Depths of 5e-4 m that are off by a rounding change pressures by this share. The derivative of N is 2/d.
    const Real relative = 1e-12 + 4 * length / Twins::depth;
    EXPECT_GT(N, 10);
    EXPECT_GT(a.shearForce.norm(), 0.1 * N);
    EXPECT_LT((a.normalForce - b.normalForce).norm(), relative * N) << what;
    EXPECT_LT((a.shearForce - b.shearForce).norm(), relative * N) << what;
    EXPECT_LT((a.moment - b.moment).norm(), relative * N * Rb) << what;
    EXPECT_LT((a.center - b.center).norm(), 1e-12 * Rb + 4 * length + relative * Rb) << what;
    EXPECT_NEAR(a.area, b.area, relative * a.area) << what;
    EXPECT_NEAR(a.slippingArea, b.slippingArea, relative * a.area) << what;
    EXPECT_NEAR(a.stored, b.stored, relative * a.stored) << what;
    EXPECT_NEAR(a.power, b.power, relative * std::abs(a.power)) << what;
    ASSERT_EQ(a.elements.size(), b.elements.size()) << what;
    Real pressure = 0, shear = 0, place = 0;
    for (std::size_t i = 0; i < a.elements.size(); ++i) {
        EXPECT_EQ(a.elements[i].element, b.elements[i].element) << what;
        EXPECT_EQ(a.elements[i].sliding, b.elements[i].sliding) << what;
        pressure = std::max(pressure, std::abs(a.elements[i].pressure - b.elements[i].pressure));
        shear = std::max(shear, (a.elements[i].shear - b.elements[i].shear).norm());
        place = std::max(place, (a.elements[i].center - b.elements[i].center).norm());
    }
    EXPECT_LT(pressure, relative * a.peak) << what;
    EXPECT_LT(shear, relative * a.peak) << what;
    EXPECT_LT(place, 1e-12 * Rb + 4 * length) << what;
    std::printf("%s: N %.1e shear %.1e moment %.1e element p %.1e tau %.1e, relative\n", what.c_str(),
                (a.normalForce - b.normalForce).norm() / N, (a.shearForce - b.shearForce).norm() / N,
                (a.moment - b.moment).norm() / (N * Rb), pressure / a.peak, shear / a.peak);
}

Twins::Reading runOf(const Twins::Options& options) {
    Twins twins(options);
    twins.run();
    return twins.read();
}

const Rotation turned(BodyRotationSequence, 0.7, XAxis, -1.1, YAxis, 2.3, ZAxis);

// A scene that is turned as a whole, or whose plate belongs to Ground, has the same pressure and shear in its own frame.
TEST(LayerFrames, TurnedSceneHasTheSamePressureAndShear) {
    for (const bool haveBothLayers : {false, true}) {
        Twins::Options options;
        options.haveBothLayers = haveBothLayers;
        const Twins::Reading base = runOf(options);
        options.whole = Transform(turned);
        expectEqual(base, runOf(options), "turned");
        options.plate = Twins::Plate::OnGround;
        expectEqual(base, runOf(options), "turned, on Ground");
        options.whole = Transform();
        expectEqual(base, runOf(options), "on Ground");
    }
}

// A scene that is 1 km away has the same pressure and shear up to the rounding of positions there, 1.1e-13 m each.
TEST(LayerFrames, DistantSceneHasTheSamePressureAndShear) {
    Twins::Options options;
    const Twins::Reading base = runOf(options);
    options.whole = Transform(turned, Vec3(600, -500, 640));
    expectEqual(base, runOf(options), "1 km away", 2.3e-13); // the sum of two positions
}

// The order in the list of surfaces changes nothing, with Ground as a or as b, and with layers on both.
TEST(LayerFrames, OrderOfSurfacesDoesNotMatter) {
    for (const bool haveBothLayers : {false, true})
        for (const Twins::Plate plate : {Twins::Plate::Free, Twins::Plate::OnGround}) {
            Twins::Options options;
            options.haveBothLayers = haveBothLayers;
            options.plate = plate;
            const Twins::Reading base = runOf(options);
            options.isBallFirst = true;
            expectEqual(base, runOf(options), "exchanged");
        }
}

// Evaluations at other poses between two commits leave no trace, nor does a second evaluation at the commit itself.
TEST(LayerFrames, EvaluationOrderLeavesNoTrace) {
    Twins one((Twins::Options())), other((Twins::Options()));
    for (int i = 0; i <= 25; ++i) {
        one.step(i);
        for (const int elsewhere : {i + 7, i + 1, std::max(i - 2, 0)}) {
            State trial = other.state;
            other.place(trial, elsewhere);
            (void)other.force->getAreaRecords(trial);
            other.place(other.state, elsewhere); // in the State that is used later, too
        }
        other.step(i);
    }
    const Twins::Reading a = one.read(), b = other.read();
    expectEqual(a, b, "evaluated elsewhere");
    EXPECT_EQ((a.shearForce - b.shearForce).norm(), 0);
    EXPECT_EQ((a.moment - b.moment).norm(), 0);
    other.place(other.state, 25); // with the history of this very instant
    expectEqual(a, other.read(), "evaluated again at the commit");
}

// Two Systems in two threads have exactly the results that they have alone.
TEST(LayerFrames, ThreadsDoNotDisturbEachOther) {
    Twins::Options options[2];
    options[1].whole = Transform(turned);
    Twins::Reading alone[2], together[2];
    for (int k = 0; k < 2; ++k) alone[k] = runOf(options[k]);
    std::thread threads[2];
    for (int k = 0; k < 2; ++k) threads[k] = std::thread([&, k] { together[k] = runOf(options[k]); });
    for (std::thread& thread : threads) thread.join();
    for (int k = 0; k < 2; ++k) {
        expectEqual(alone[k], together[k], "thread " + std::to_string(k));
        EXPECT_EQ((alone[k].shearForce - together[k].shearForce).norm(), 0) << k;
    }
}

// A rigid motion of both bodies in one step of 2 rad and 3 m leaves the pressure and the shear of each element as they are.
TEST(LayerFrames, RigidMotionOfBothBodiesChangesNoElement) {
    for (const bool haveBothLayers : {false, true}) {
        Twins::Options options;
        options.haveBothLayers = haveBothLayers;
        Twins twins(options);
        twins.run();
        const Transform move(Rotation(2, UnitVec3(1, -2, 0.5)), Vec3(1, 2, -2));
        const auto still = [&](const Transform& by) { // the ball at rest on the plate: no damping, static friction
            twins.place(twins.state, 25, by);
            twins.ballBody.setUToFitVelocity(twins.state, SpatialVec(Vec3(0), Vec3(0)));
        };
        still(Transform());
        twins.scene.system.realize(twins.state, Stage::Dynamics);
        twins.commit();
        const Twins::Reading before = twins.read();
        still(move);
        twins.state.setTime(twins.h * 25 + 0.1);
        twins.scene.system.realize(twins.state, Stage::Dynamics);
        expectEqual(before, twins.read(move), "rigid motion", 4.4e-16 * 3);
        twins.commit();
        still(Transform()); // and back
        twins.state.setTime(twins.h * 25 + 0.2);
        twins.scene.system.realize(twins.state, Stage::Dynamics);
        expectEqual(before, twins.read(), "rigid motion and back", 4.4e-16 * 3);
    }
}

} // namespace
} // namespace test_layer_frames
