// Tests that a saved run of ContactIntegrator continues as one that was never interrupted, bit for bit.

#include "Messages.h"
#include "Scene.h"

#include <simbodydem/ContactStepper.h>
#include <simbodydem/shapes/Brick.h>

namespace test_saved_runs {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Calls a handler at each 7 ms, which pushes the first body.
class Push : public PeriodicEventHandler {
public:
    explicit Push(const MobilizedBody& body) : PeriodicEventHandler(0.007), body(body) {}
    void handleEvent(State& state, Real, bool&) const override {
        for (int i = 0; i < 3; ++i) body.setOneU(state, i, 1.01 * body.getOneU(state, i) + 0.01);
    }

private:
    const MobilizedBody& body;
};

// Bricks and balls that tumble and collide on a floor, a hanging chain of two links with a bushing, and a handler.
struct Crowd : Scene {
    std::vector<MobilizedBody::Free> bodies;
    std::unique_ptr<DEMContactForce> contact;
    State first;

    explicit Crowd(int count, bool isHandled = false, const MindlinSecant& tangential = MindlinSecant()) {
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        material =
            SurfaceMaterial().setYoungsModulus(1e8).setPoissonsRatio(0.45).setRestitution(0.4).setFriction(0.6);
        addGround(HalfSpace(), HalfSpace::floor());
        const Vec3 half(0.1, 0.05, 0.07);
        for (int i = 0; i < count; ++i) {
            const bool isBrick = i % 2 == 0;
            bodies.emplace_back(matter.Ground(), Body::Rigid(boxOf(1, half)));
            if (isBrick)
                add(bodies.back(), Brick(half, 0.01));
            else
                add(bodies.back(), Sphere(0.06), Vec3(0.01, 0, 0));
        }
        MobilizedBody::Pin upper(matter.Ground(), Vec3(-1, 1, 0), Body::Rigid(MassProperties(1, Vec3(0), Inertia(0.02))),
                                 Vec3(0, 0.3, 0));
        MobilizedBody::Ball lower(upper, Vec3(0, -0.3, 0), Body::Rigid(MassProperties(0.5, Vec3(0), Inertia(0.01))),
                                  Vec3(0, 0.2, 0));
        Force::LinearBushing(forces, upper, lower, Vec6(30), Vec6(0.02));
        contact = std::make_unique<DEMContactForce>(forces, surfaces, HertzNormal(), tangential);
        if (isHandled) system.addEventHandler(new Push(bodies[0]));
        first = system.realizeTopology();
        upper.setOneQ(first, 0, 1);
        for (int i = 0; i < count; ++i) {
            const Real phase = 1.7 * i;
            bodies[i].setQToFitTransform(
                first, Transform(Rotation(phase, UnitVec3(1, 2, std::cos(phase))), Vec3(0.3 * (i % 4), 0.16, 0.3 * (i / 4))));
            bodies[i].setUToFitVelocity(first, SpatialVec(Vec3(3, std::sin(phase), 2), Vec3(0.5, -1, 0.3 * std::cos(phase))));
        }
    }
};

struct Case {
    std::string name;
    int count;
    Real fixedStep, accuracy; // fixedStep 0: error control
    MechanismDerivatives mechanism = MechanismDerivatives::WhereNeeded;
    bool isHandled = false;
    Real end = 0.4; // [s]
};
class SavedRuns : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(
    Steps, SavedRuns,
    ::testing::Values(Case{"Fixed5ms", 4, 5e-3, 1e-3}, Case{"Fixed1ms", 2, 1e-3, 1e-3}, Case{"Accuracy1em2", 4, 0, 1e-2},
                      Case{"Accuracy1em5", 4, 0, 1e-5},
                      Case{"AlwaysWithOtherDerivatives", 3, 0, 1e-4, MechanismDerivatives::Always},
                      Case{"FixedWithOtherDerivatives", 2, 2e-3, 1e-3, MechanismDerivatives::Always},
                      Case{"SparseMatrices", 16, 5e-3, 1e-3, MechanismDerivatives::WhereNeeded, false, 0.2},
                      Case{"Handlers", 4, 0, 1e-3, MechanismDerivatives::WhereNeeded, true},
                      Case{"FixedWithHandlers", 2, 2e-3, 1e-3, MechanismDerivatives::WhereNeeded, true}),
    [](const auto& info) { return info.param.name; });

void set(ContactIntegrator& integrator, const Case& c) {
    integrator.setAccuracy(c.accuracy).setMechanismDerivatives(c.mechanism);
    if (c.fixedStep > 0) integrator.setFixedStepSize(c.fixedStep);
}

std::vector<Real> numbersOf(const ContactIntegrator& integrator) {
    const State& state = integrator.getState();
    std::vector<Real> numbers{state.getTime(), Real(integrator.getNumStepsTaken()), Real(integrator.getNumRealizations()),
                              Real(integrator.getNumIterations()), integrator.getPreviousStepSize()};
    for (const Vector& part : {state.getQ(), state.getU(), state.getUDot()})
        for (int i = 0; i < part.size(); ++i) numbers.push_back(part[i]);
    return numbers;
}

// Runs that are saved in flight, in collisions, sliding and at rest continue with the steps of the run that was never interrupted: by another integrator,
// and by one of another System that is built alike.
TEST_P(SavedRuns, ContinueBitForBit) {
    const Case& c = GetParam();
    const Real end = c.end, interval = 0.05;
    Crowd crowd(c.count, c.isHandled), twin(c.count, c.isHandled);
    ContactIntegrator integrator(crowd.system, *crowd.contact);
    set(integrator, c);
    integrator.initialize(crowd.first);
    std::vector<SavedRun> saved;
    for (Real time = interval; time < end; time += interval) {
        ContactStepper(integrator).stepTo(time);
        saved.emplace_back();
        integrator.saveTo(saved.back());
    }
    ContactStepper(integrator).stepTo(end);
    const std::vector<Real> expected = numbersOf(integrator);
    for (std::size_t i = 0; i < saved.size(); ++i) {
        Crowd& world = i % 2 ? twin : crowd;
        ContactIntegrator other(world.system, *world.contact);
        set(other, c);
        other.restoreFrom(saved[i]);
        EXPECT_EQ(other.getTime(), saved[i].getState().getTime());
        for (std::size_t k = i + 1; k < saved.size(); ++k) ContactStepper(other).stepTo(saved[k].getState().getTime());
        ContactStepper(other).stepTo(end);
        EXPECT_EQ(numbersOf(other), expected) << "saved at t = " << saved[i].getState().getTime();
    }
}

// A copy of the State alone begins a run of its own: its steps are others, and its motion differs within the accuracy. It does so with
// dashpots of Kelvin and Voigt, since damped slip that turns has no order with the others.
TEST(SavedRun, IsMoreThanItsState) {
    Crowd crowd(4, false, MindlinSecant());
    ContactIntegrator integrator(crowd.system, *crowd.contact), other(crowd.system, *crowd.contact);
    integrator.setAccuracy(1e-8).initialize(crowd.first);
    integrator.stepTo(0.05);
    other.setAccuracy(1e-8).initialize(integrator.getState());
    integrator.stepTo(0.1);
    other.stepTo(0.1);
    EXPECT_NE(numbersOf(other), numbersOf(integrator));
    EXPECT_LT((other.getState().getU() - integrator.getState().getU()).normInf(), 1e-5); // measured: 1e-7 to 3e-6, since impacts amplify
}

// One saved run serves many times, also after its integrator has gone on and after a copy of it was restored.
TEST(SavedRun, MayBeRestoredManyTimes) {
    Crowd crowd(4);
    SavedRun saved;
    std::vector<Real> expected;
    {
        FixedImplicit integrator(crowd.system, *crowd.contact, crowd.first, 2e-3);
        integrator.stepTo(0.1);
        integrator.saveTo(saved);
        integrator.stepTo(0.2);
        expected = numbersOf(integrator);
    }
    FixedImplicit other(crowd.system, *crowd.contact, crowd.first, 2e-3);
    const SavedRun copy = saved;
    for (const SavedRun& run : {saved, copy, saved}) {
        other.restoreFrom(run);
        other.stepTo(0.2);
        EXPECT_EQ(numbersOf(other), expected);
    }
}

// A run that cannot be saved or continued is an error that says why.
TEST(SavedRun, IsCheckedWhereItIsRestored) {
    Crowd crowd(2), larger(4);
    ContactIntegrator integrator(crowd.system, *crowd.contact);
    SavedRun saved;
    EXPECT_TRUE(saved.isEmpty());
    expectMessages({{[&] { integrator.saveTo(saved); }, {"saveTo()", "call initialize() first"}},
                    {[&] { integrator.restoreFrom(saved); }, {"restoreFrom()", "nothing was saved", "saveTo()"}},
                    {[&] { saved.getState(); }, {"SavedRun::getState()", "nothing was saved"}}});
    integrator.initialize(crowd.first);
    integrator.saveTo(saved);
    EXPECT_FALSE(saved.isEmpty());
    ContactIntegrator ofLarger(larger.system, *larger.contact);
    expectMessage([&] { ofLarger.restoreFrom(saved); }, {"restoreFrom()", "State"});

    ContactSurfaces hands(larger.matter);
    hands.add(larger.bodies[0], Sphere(0.01), Transform(), SurfaceMaterial());
    hands.add(larger.bodies[1], Sphere(0.01), Transform(), SurfaceMaterial());
    DEMContactForce other(larger.forces, hands, HertzNormal(), MindlinSecant());
    other.setMaterialForAll(SurfaceMaterial().setYoungsModulus(1e8).setPoissonsRatio(0.45).setRestitution(0.4).setFriction(0.6));
    State start = larger.system.realizeTopology();
    start.updQ() = larger.first.getQ();
    ContactIntegrator ofOne(larger.system, *larger.contact), ofBoth(larger.system, {*larger.contact, other});
    ofOne.initialize(start);
    ofOne.saveTo(saved);
    expectMessage([&] { ofBoth.restoreFrom(saved); }, {"restoreFrom()", "1 contact forces", "has 2"});
}

} // namespace
} // namespace test_saved_runs
