// Tests derivatives of runs in intervals, forward and adjoint, against closed forms: through impacts and slip, with a control in each interval.

#include "Meshes.h"
#include "Messages.h"
#include "Scene.h"
#include "Vectors.h"

#include <simbodydem/ElasticLayer.h>
#include <simbodydem/Sensitivity.h>
#include <simbodydem/Soil.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/tangential/MindlinSecant.h>
#include <simbodydem/laws/TangentialLaw.h>

#include <memory>
#include <optional>

namespace test_run_linearization {
namespace {

using namespace SimTK;
using namespace simbodydem;

Matrix filled(int rows, int columns, Real value) {
    Matrix matrix(rows, columns);
    matrix.setTo(value);
    return matrix;
}

// A material with this E* against itself.
SurfaceMaterial elastic(Real modulus, Real friction = 0) {
    return SurfaceMaterial().setYoungsModulus(2 * modulus * (1 - 0.09)).setPoissonsRatio(0.3).setRestitution(1).setFriction(friction);
}

// Balls of 1 kg without rotations; the controls push the first one along x and y.
struct PushedBalls : SensitiveModel {
    Scene scene{SurfaceMaterial()};
    Force::DiscreteForces pushes{scene.forces, scene.matter};
    std::vector<MobilizedBody::Translation> balls;
    std::optional<DEMContactForce> force;
    std::unique_ptr<ContactIntegrator> integrator;
    State state;

    void addBall(Real radius) { balls.push_back(scene.add<MobilizedBody::Translation>(Sphere(radius), bodyOf(1))); }
    // Ends the model, with this force and accuracy.
    void finish(const NormalLaw& normal, const TangentialLaw& tangential, const SurfaceMaterial& material, Real accuracy) {
        force.emplace(scene.forces, scene.surfaces, normal, tangential);
        force->setMaterialForAll(material);
        state = scene.start();
        integrator = std::make_unique<ContactIntegrator>(scene.system, *force);
        integrator->setAccuracy(accuracy);
    }
    void set(int ball, const Vec3& position, const Vec3& velocity) {
        balls[std::size_t(ball)].setQToFitTranslation(state, position);
        balls[std::size_t(ball)].setUToFitLinearVelocity(state, velocity);
    }
    ContactIntegrator& updIntegrator() override { return *integrator; }
    State makeStart() override { return state; }
    void setControls(State& of, int, const Vector& controls) override {
        for (int i = 0; i < controls.size(); ++i) pushes.setOneMobilityForce(of, balls[0], MobilizerUIndex(i), controls[i]);
    }
    Vector observe(const State& of, int) override { return Vector(balls.back().getBodyOriginLocation(of)); }
};

RunInIntervals intervalsTo(Real end, int count) {
    RunInIntervals run;
    run.times.resize(count);
    for (int k = 0; k < count; ++k) run.times[k] = end * (k + 1) / count;
    return run;
}

// Returns the weights of one output at the end.
Matrix weightsOf(int intervals, int output) {
    Matrix weights = filled(intervals, 3, 0);
    weights(intervals - 1, output) = 1;
    return weights;
}

// A ball that bounces elastically has the derivatives of its closed form with respect to a push in each interval, before and after the bounce. Forward
// and adjoint derivatives are products of the same matrices.
TEST(RunLinearization, OfABounceIsThatOfItsClosedForm) {
    const int count = 5;
    RunInIntervals run = intervalsTo(1, count);
    run.parameters = vectorOf({1, -2});
    run.numStartParameters = 2;
    run.controls = filled(count, 2, 0);
    const RunLinearization found = linearizeRun(
        [](const Vector& p) {
            auto model = std::make_shared<PushedBalls>();
            model->scene.addFloor();
            model->addBall(0.1);
            model->finish(HertzNormal(), NoFriction(), elastic(1e8), 1e-7);
            model->set(0, Vec3(-1, p[0], 0), Vec3(2, p[1], 0));
            return model;
        },
        run);
    const RunLinearization::Gradient adjoint = found.multiplyTransposed(weightsOf(count, 1));
    // Hertz's contact time (Johnson, Contact Mechanics, 1985, section 11.4); it goes as v^(-1/5).
    const Real tau = 2.943275 * std::pow(15 * 4 / (16 * 1e8 * std::sqrt(0.1)), 0.4) / 2, dt = 1. / count;
    EXPECT_NEAR(adjoint.parameters[0], -1, 1e-6);
    EXPECT_NEAR(adjoint.parameters[1], -1 + 0.8 * tau, 1e-6);
    for (int k = 0; k < count; ++k) {
        const Real remaining = 1 - (k + 1) * dt, bySpeed = k < 2 ? -remaining + 0.8 * tau : remaining; // it bounces at 0.45 s
        if (k == 2) continue;
        EXPECT_NEAR(adjoint.controls(k, 1), bySpeed * dt + (k < 2 ? -0.5 : 0.5) * dt * dt, 1e-6 * dt) << k;
        EXPECT_NEAR(adjoint.controls(k, 0), 0, 1e-9) << k; // along the floor
    }
    EXPECT_TRUE(found.getDoubts().empty()) << found.getDoubts().front();
    for (int k = 0; k < count; ++k) {
        Matrix pushed = filled(count, 2, 0);
        pushed(k, 1) = 1;
        EXPECT_NEAR(found.multiply(Vector(2, Real(0)), pushed)(count - 1, 1), adjoint.controls(k, 1), 1e-14) << k; // rounding
    }
    EXPECT_NEAR(found.multiply(vectorOf({0, 1}), filled(count, 2, 0))(count - 1, 1), adjoint.parameters[1], 1e-14);
}

// Two balls of which a constant force pushes one against the other, task 3 of Zhong et al. 2022 (arXiv:2204.05895). The gradient of the squared end position
// is that of the equations of motion along the line of centres, solved with their variations to 1e-12 by DOP853.
TEST(RunLinearization, OfAPushedBallThatHitsAnotherIsThatOfItsEquations) {
    const int count = 2;
    RunInIntervals run = intervalsTo(1, count);
    run.parameters = vectorOf({-2, -1, 0, 0}); // places and speeds along x; y is symmetric
    run.numStartParameters = 4;
    run.controls = filled(count, 2, 3);
    const RunLinearization found = linearizeRun(
        [](const Vector& p) {
            auto model = std::make_shared<PushedBalls>();
            model->addBall(0.2);
            model->addBall(0.2);
            model->finish(HertzNormal(), NoFriction(), elastic(1e6), 1e-7);
            model->set(0, Vec3(p[0], -2, 0), Vec3(p[2], 0, 0));
            model->set(1, Vec3(p[1], -1, 0), Vec3(p[3], 0, 0));
            return model;
        },
        run);
    Matrix weights = filled(count, 3, 0);
    for (int i = 0; i < 2; ++i) weights(count - 1, i) = 2 * found.getOutputs()(count - 1, i);
    const Vector gradient = found.multiplyTransposed(weights).parameters;
    const Real right[] = {-0.41688741, -0.31594805, -0.51078057, -0.22205489};
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(gradient[i], right[i], 1e-6) << i; // found 5e-8
}

// A block that slides and stops under gravity, with a linear spring in either direction. Its place at the end is that of the relaxed spring.
struct Block : PushedBalls {
    static constexpr Real g = 9.81, normalStiffness = 1e5, stiffness = 1e4;

    // The parameters are friction and speed.
    Block(const Vector& p, Real accuracy) {
        scene.addFloor();
        scene.addGravity(g);
        addBall(0.1);
        finish(LinearNormal().setStiffness(normalStiffness), CundallSlider().setStiffness(stiffness), elastic(1e7, p[0]), accuracy);
        integrator->setMaximumStepSize(0.005); // perturbed heights oscillate with 316 rad/s
        set(0, Vec3(0, 0.1 - g / normalStiffness, 0), Vec3(p[1], 0, 0));
    }
    Vector observe(const State& of, int) override {
        const ContactRecord contact = force->getContactRecords(of)[0];
        return Vector(Vec3(balls[0].getBodyOriginLocation(of)[0] - contact.tangentialDisplacement[0], 0, 0));
    }
};

// A block that slides and stops has the derivatives of its closed form, though an interval ends while it slides: the spring of friction is carried on
// along its limit.
TEST(RunLinearization, CarriesSlipFromIntervalToInterval) {
    const Real friction = 0.5, g = Block::g;
    RunInIntervals run = intervalsTo(0.3, 2); // it stops at 0.2 s
    run.parameters = vectorOf({friction, 1});
    run.controls = filled(2, 0, 0);
    const RunLinearization found = linearizeRun([](const Vector& p) { return std::make_shared<Block>(p, 1e-7); }, run);
    const Vector gradient = found.multiplyTransposed(weightsOf(2, 0)).parameters;
    EXPECT_NEAR(gradient[0], -1 / (2 * friction * friction * g) - g / (2 * Block::stiffness), 1e-6);
    EXPECT_NEAR(gradient[1], 1 / (friction * g), 1e-6);
}

// Products of matrices that are made anew from two States are those of matrices that are kept, to the last bit, and so are the doubts.
TEST(RunLinearization, OfStatesIsThatOfMatrices) {
    const int count = 4;
    RunInIntervals run = intervalsTo(0.05, count);
    run.parameters = vectorOf({0.5, 0.5}); // it slides all the time
    run.controls = filled(count, 1, 0);
    const auto make = [](const Vector& p) { return std::make_shared<Block>(p, 1e-4); };
    const RunLinearization kept = linearizeRun(make, run);
    run.mostStates = 2;
    const RunLinearization found = linearizeRun(make, run);
    EXPECT_LT(found.getNumIntervalRuns(), kept.getNumIntervalRuns() / 2); // no matrix so far
    const RunLinearization::Gradient right = kept.multiplyTransposed(weightsOf(count, 0)), gradient = found.multiplyTransposed(weightsOf(count, 0));
    EXPECT_GT(right.controls.norm(), 0);
    EXPECT_EQ((gradient.parameters - right.parameters).norm(), 0);
    EXPECT_EQ((gradient.controls - right.controls).norm(), 0);
    EXPECT_EQ(found.getDoubts(), kept.getDoubts());
    // Four intervals take two repetitions of the reference at most, see countReversible().
    EXPECT_LE(found.getNumIntervalRuns(), kept.getNumIntervalRuns() + 2 * count + count);
    const Matrix pushed = filled(count, 1, 1);
    EXPECT_EQ((found.multiply(vectorOf({1, 2}), pushed) - kept.multiply(vectorOf({1, 2}), pushed)).norm(), 0);
}

// A block with a flat layer that is pressed by its weight and slides until it stops. Its place at the end is that of the relaxed shear.
struct LayeredBlock : PushedBalls {
    static constexpr Real g = 9.81, width = 0.1, thickness = 5e-3;
    Real shearStiffness; // [N/m]

    // The parameters are speed, ln(E) and friction.
    LayeredBlock(const Vector& p, Real accuracy) {
        const ElasticLayer layer = ElasticLayer(thickness, std::exp(p[1]), 0.3).setFriction(p[2]).setElementSize(1.5 * width);
        scene.addFloor();
        scene.addGravity(g);
        balls.push_back(MobilizedBody::Translation(scene.matter.updGround(), bodyOf(1)));
        scene.surfaces.add(balls[0], meshOfBox(Vec3(width / 2), 0), Transform(), layer, "block");
        finish(HertzNormal(), MindlinSecant(), elastic(1e10, p[2]), accuracy);
        integrator->setMaximumStepSize(0.005); // perturbed heights oscillate
        set(0, Vec3(0, width / 2 - 1e-5, 0), Vec3(0));
        scene.system.realize(state, Stage::Dynamics);
        const Real area = force->getAreaRecords(state).at(0).area;
        shearStiffness = area * layer.getShearStiffness();
        set(0, Vec3(0, width / 2 - g / (area * layer.getNormalStiffness()), 0), Vec3(p[0], 0, 0));
    }
    Vector observe(const State& of, int) override {
        const ContactRecord contact = force->getContactRecords(of)[0];
        return Vector(Vec3(balls[0].getBodyOriginLocation(of)[0] - contact.tangentialDisplacement[0], 0, 0));
    }
};

// The modulus of a layer, its friction and the speed have the derivatives of the closed form, though an interval ends while all elements slide.
TEST(RunLinearization, OfALayerThatSlidesIsThatOfItsClosedForm) {
    const Real friction = 0.5, speed = 0.2, g = LayeredBlock::g;
    for (const auto& [accuracy, count] : {std::pair{1e-4, 2}, {1e-6, 1}}) {
        RunInIntervals run = intervalsTo(0.045, count); // it stops at 0.04 s
        run.parameters = vectorOf({speed, std::log(2e4), friction});
        run.numStartParameters = 1;
        run.controls = filled(count, 0, 0);
        const RunLinearization found = linearizeRun([at = accuracy](const Vector& p) { return std::make_shared<LayeredBlock>(p, at); }, run);
        const Vector gradient = found.multiplyTransposed(weightsOf(count, 0)).parameters;
        const Real k = LayeredBlock(run.parameters, accuracy).shearStiffness; // in proportion to E
        EXPECT_NEAR(gradient[0], speed / (friction * g), 1e-5 * speed / (friction * g)) << accuracy; // found 2e-6 at 1e-4
        EXPECT_NEAR(gradient[1], friction * g / (2 * k), 2e-4 * friction * g / (2 * k)) << accuracy; // found 1e-4 at 1e-4, 2e-5 at 1e-6
        EXPECT_NEAR(gradient[2], -speed * speed / (2 * friction * friction * g) - g / (2 * k), 1e-7) << accuracy;
        EXPECT_EQ(found.getNumCoordinates(count - 1), 10); // six of the body, two for each of the two triangles that touch
    }
}

// A ball that only just misses a ceiling touches it for one sign of a perturbation. The surfaces are named.
TEST(RunLinearization, ReportsAContactOnOneSideAlone) {
    RunInIntervals run = intervalsTo(2, 1);
    run.controls = filled(1, 0, 0);
    const RunLinearization found = linearizeRun(
        [](const Vector&) {
            auto model = std::make_shared<PushedBalls>();
            model->scene.addGround(HalfSpace(), HalfSpace::facing(Vec3(0, -1, 0)), "ceiling");
            model->scene.addGravity(Vec3(0, -1, 0));
            model->addBall(0.1);
            model->finish(LinearNormal().setStiffness(1e3), NoFriction(), elastic(1e7), 1e-6);
            model->set(0, Vec3(0, -0.6, 0), Vec3(0, 1, 0)); // at 1 m/s and 1 m/s^2 it rises by 0.5 m
            return model;
        },
        run);
    std::string all;
    for (const std::string& doubt : found.getDoubts()) all += doubt;
    EXPECT_NE(all.find("ceiling"), std::string::npos) << all;
}

// Soil remembers more than coordinates hold, which is an error with the reason.
TEST(RunLinearization, RejectsSoil) {
    RunInIntervals run = intervalsTo(0.01, 1);
    run.controls = filled(1, 0, 0);
    expectMessages({{[&] {
                         linearizeRun(
                             [](const Vector&) {
                                 auto model = std::make_shared<PushedBalls>();
                                 model->scene.surfaces.add(model->scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), Soil::drySand(), "soil");
                                 model->addBall(0.1);
                                 model->finish(HertzNormal(), NoFriction(), elastic(1e7), 1e-3);
                                 model->set(0, Vec3(0, 1, 0), Vec3(0));
                                 return model;
                             },
                             run);
                     },
                     {"cell of soil", "calcSensitivity()"}}});
}

// Numbers out of range, and sizes that do not fit, are errors with their reason.
TEST(RunLinearization, RejectsWrongInput) {
    const auto make = [](const Vector&) {
        auto model = std::make_shared<PushedBalls>();
        model->scene.addFloor();
        model->addBall(0.1);
        model->finish(HertzNormal(), NoFriction(), elastic(1e7), 1e-3);
        model->set(0, Vec3(0, 1, 0), Vec3(0));
        return model;
    };
    const auto with = [&](const std::function<void(RunInIntervals&)>& change) {
        return [&make, change] {
            RunInIntervals run = intervalsTo(0.1, 2);
            run.parameters = Vector(1, 1.);
            run.controls = filled(2, 2, 0);
            change(run);
            linearizeRun(make, run);
        };
    };
    expectMessages({{[] { linearizeRun({}, intervalsTo(1, 1)); }, {"function that makes models is empty"}},
                    {with([](RunInIntervals& run) { run.times.resize(0); }), {"number of intervals", ">= 1"}},
                    {with([](RunInIntervals& run) { run.times[1] = 0.01; }), {"time 1", "> 0.05"}},
                    {with([](RunInIntervals& run) { run.times[0] = 0; }), {"time 0", "that of the start"}},
                    {with([](RunInIntervals& run) { run.controls = filled(3, 2, 0); }), {"rows of the controls", "3", "2"}},
                    {with([](RunInIntervals& run) { run.parameters[0] = NaN; }), {"parameter 0", "finite"}},
                    {with([](RunInIntervals& run) { run.controlPerturbations = Vector(1, 1.); }), {"perturbations of controls", "1", "2"}},
                    {with([](RunInIntervals& run) { run.numStartParameters = 2; }), {"parameters of the start", "0 to 1"}},
                    {with([](RunInIntervals& run) { run.tolerance = 0; }), {"tolerance", "> 0"}},
                    {with([](RunInIntervals& run) { run.mostStates = -1; }), {"States that are kept", "-1", ">= 0"}},
                    {[&] { linearizeRun([](const Vector&) { return std::shared_ptr<SensitiveModel>(); }, intervalsTo(1, 1)); },
                     {"has made no model"}}});
}

} // namespace
} // namespace test_run_linearization
