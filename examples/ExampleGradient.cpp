// Derivatives of runs through impacts, slip and stick. First the height of a bounce by the speed at the start, beside plain differences of runs. Then friction
// and Young's modulus of a cube are fitted to the path of a toss that was made with other values, with noise. Last the gradient of a collision by controls
// in intervals, by the adjoint method; --all has it for three moduli and accuracies. --costs prints what derivatives cost beside runs, and
// their memory; --layer has derivatives by the modulus of an elastic layer.

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/Sensitivity.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <cmath>
#include <ctime>
#include <cstdio>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace SimTK;
using namespace simbodydem;

namespace {

// bounce begins
// A ball of 1 kg and 0.1 m without gravity, which rebounds from the floor y = 0.
struct Ball {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    MobilizedBody::Translation ball{matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::sphere(0.1)))};
    ContactSurfaces surfaces{matter};

    // Returns the height at t = 1 s. The parameters are height and speed at the start.
    Real drop(const Vector& p, Real accuracy, SensitivityRun* run) {
        ContactIntegrator integrator(system, *force);
        integrator.setAccuracy(accuracy);
        if (run) run->follow(integrator); // before initialize()
        State state = start;
        ball.setQToFitTranslation(state, Vec3(0, p[0], 0));
        ball.setUToFitLinearVelocity(state, Vec3(0, p[1], 0));
        integrator.initialize(state);
        integrator.stepTo(1);
        return ball.getBodyOriginLocation(integrator.getState())[1];
    }
    // bounce ends

    Ball() {
        const SurfaceMaterial glass = SurfaceMaterial().setYoungsModulus(1e8).setPoissonsRatio(0.3).setRestitution(1).setFriction(0);
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), glass, "floor");
        surfaces.add(ball, Sphere(0.1), Transform(), glass, "ball");
        force = std::make_unique<DEMContactForce>(forces, surfaces, HertzNormal(), NoFriction());
        start = system.realizeTopology();
    }
    std::unique_ptr<DEMContactForce> force;
    State start;
};

void showBounce() {
    Ball model;
    Vector p(2);
    p[0] = 1, p[1] = -2;
    std::printf("derivative of the height after a bounce with respect to the speed [s]\n");
    std::printf("accuracy   plain differences with 1e-2, 1e-4, 1e-6 m/s        calcSensitivity()\n");
    for (const Real accuracy : {1e-4, 1e-5, 1e-7}) {
        std::printf("%-10.0e", accuracy);
        for (const Real e : {1e-2, 1e-4, 1e-6}) {
            Vector above = p, below = p;
            above[1] += e;
            below[1] -= e;
            std::printf(" %12.6f", (model.drop(above, accuracy, nullptr) - model.drop(below, accuracy, nullptr)) / (2 * e));
        }
        // derive begins
        const Sensitivity found = calcSensitivity(
            [&](const Vector& q, SensitivityRun& run) { return Vector(1, model.drop(q, accuracy, &run)); }, p);
        std::printf("          %12.6f +- %.0e\n", found.jacobian(0, 1), found.error(0, 1));
        // derive ends
    }
}

// Runs a toss with this friction and modulus, and returns the cube's places at 148 Hz, as a camera sees them.
Vector toss(Real friction, Real modulus, SensitivityRun* run) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -9.81, 0));
    MobilizedBody::Free cube(matter.Ground(), Body::Rigid(MassProperties(0.37, Vec3(0), 0.37 * UnitInertia::brick(Vec3(0.05)))));
    ContactSurfaces surfaces(matter);
    const SurfaceMaterial material =
        SurfaceMaterial().setYoungsModulus(modulus).setPoissonsRatio(0.3).setRestitution(0.5).setFriction(friction);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), material, "board");
    surfaces.add(cube, Brick(Vec3(0.05), 0.015), Transform(), material, "cube");
    DEMContactForce force(forces, surfaces, HertzNormal(), CundallSlider().setStiffness(1e5).setTangentialDampingRatio(0));
    State state = system.realizeTopology();
    cube.setQToFitTransform(state, Transform(Rotation(0.4, XAxis) * Rotation(0.7, ZAxis), Vec3(0, 0.15, 0)));
    cube.setUToFitVelocity(state, SpatialVec(Vec3(5, 3, -2), Vec3(1, -0.5, 0.3)));
    ContactIntegrator integrator(system, force);
    integrator.setAccuracy(1e-6);
    if (run) run->follow(integrator);
    integrator.initialize(state);
    const int frames = 45;
    Vector places(3 * frames);
    for (int i = 0; i < frames; ++i) {
        integrator.stepTo((i + 1) / 148.);
        for (int k = 0; k < 3; ++k) places[3 * i + k] = cube.getBodyOriginLocation(integrator.getState())[k];
    }
    return places;
}

void fitToss() {
    Vector seen = toss(0.18, 2e7, nullptr);
    std::mt19937 random(1);
    std::normal_distribution<Real> noise(0, 2e-4); // [m]
    for (int i = 0; i < seen.size(); ++i) seen[i] += noise(random);
    std::printf("\nfit of a toss that was made with a friction of 0.18 and a modulus of 2e7 Pa\n");
    // fit begins
    Vector p(2); // friction, and ln E, so that both have size 1
    p[0] = 0.25, p[1] = std::log(1e7);
    for (int iteration = 0; iteration < 8; ++iteration) {
        const Sensitivity found = calcSensitivity(
            [](const Vector& q, SensitivityRun& run) { return toss(q[0], std::exp(q[1]), &run); }, p);
        const Vector residual = seen - found.outcome;
        std::printf("friction %.4f, modulus %.3e Pa: %.3f mm from the path\n", p[0], std::exp(p[1]),
                    1e3 * residual.norm() / std::sqrt(residual.size() / 3.));
        const Matrix normal = ~found.jacobian * found.jacobian; // Gauss-Newton
        const Vector step = normal.invert() * (~found.jacobian * residual);
        p += step;
        if (step.norm() < 1e-4) break;
    }
    // fit ends
}

// push begins
// Two balls of 1 kg without gravity. The controls push the first one, which hits the other one.
struct PushedBalls : SensitiveModel {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::DiscreteForces pushes{forces, matter};
    MobilizedBody::Translation one{matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::sphere(0.2)))};
    MobilizedBody::Translation other{matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::sphere(0.2)))};
    ContactSurfaces surfaces{matter};
    std::unique_ptr<DEMContactForce> force;
    std::unique_ptr<ContactIntegrator> integrator;
    State start;

    // The parameters are places and speeds along x.
    PushedBalls(const Vector& p, Real modulus, Real accuracy);

    ContactIntegrator& updIntegrator() override { return *integrator; }
    State makeStart() override { return start; }
    void setControls(State& state, int, const Vector& u) override {
        for (int i = 0; i < 2; ++i) pushes.setOneMobilityForce(state, one, MobilizerUIndex(i), u[i]);
    }
    Vector observe(const State& state, int) override { return Vector(other.getBodyOriginLocation(state)); }
};
// push ends

PushedBalls::PushedBalls(const Vector& p, Real modulus, Real accuracy) {
    const SurfaceMaterial steel =
        SurfaceMaterial().setYoungsModulus(2 * modulus * (1 - 0.09)).setPoissonsRatio(0.3).setRestitution(1).setFriction(0);
    surfaces.add(one, Sphere(0.2), Transform(), steel, "ball");
    surfaces.add(other, Sphere(0.2), Transform(), steel, "other ball");
    force = std::make_unique<DEMContactForce>(forces, surfaces, HertzNormal(), NoFriction());
    start = system.realizeTopology();
    one.setQToFitTranslation(start, Vec3(p[0], -2, 0));
    other.setQToFitTranslation(start, Vec3(p[1], -1, 0));
    one.setUToFitLinearVelocity(start, Vec3(p[2], 0, 0));
    other.setUToFitLinearVelocity(start, Vec3(p[3], 0, 0));
    integrator = std::make_unique<ContactIntegrator>(system, *force);
    integrator->setAccuracy(accuracy);
}

void showPush(bool all) {
    std::printf("\ngradient of the squared place at the end, by places and speeds, and by the first control\nE* [Pa]  accuracy\n");
    for (const Real modulus : all ? std::vector<Real>{1e6, 1e8, 1e10} : std::vector<Real>{1e8})
        for (const Real accuracy : all ? std::vector<Real>{1e-5, 1e-7, 1e-9} : std::vector<Real>{1e-5}) {
            // adjoint begins
            RunInIntervals run;
            const int count = 8;
            run.times.resize(count);
            for (int k = 0; k < count; ++k) run.times[k] = Real(k + 1) / count;
            run.controls.resize(count, 2);
            run.controls.setTo(3); // [N]
            run.parameters = Vector(Vec4(-2, -1, 0, 0));
            run.numStartParameters = 4; // all
            const RunLinearization found =
                linearizeRun([&](const Vector& p) { return std::make_shared<PushedBalls>(p, modulus, accuracy); }, run);
            Matrix weights(count, 3);
            weights.setTo(0);
            for (int i = 0; i < 3; ++i) weights(count - 1, i) = 2 * found.getOutputs()(count - 1, i);
            const RunLinearization::Gradient gradient = found.multiplyTransposed(weights);
            // adjoint ends
            std::printf("%-8.0e %-8.0e", modulus, accuracy);
            for (int i = 0; i < 4; ++i) std::printf(" %12.8f", gradient.parameters[i]);
            std::printf(" %12.8f\n", gradient.controls(0, 0));
        }
}

// A block of 1 kg on its layer of 5 mm, which starts a little tilted at 0.3 m/s, sways and slides. The parameters are ln E and the friction.
struct LayeredBlock : SensitiveModel {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::UniformGravity gravity{forces, matter, Vec3(0, -9.81, 0)};
    const Vec3 half{0.05, 0.03, 0.05};
    MobilizedBody::Planar block{matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::brick(half)))};
    ContactSurfaces surfaces{matter};
    std::unique_ptr<DEMContactForce> force;
    std::unique_ptr<ContactIntegrator> integrator;
    State start;

    LayeredBlock(const Vector& p, Real accuracy) {
        const ElasticLayer layer = ElasticLayer(5e-3, std::exp(p[0]), 0.3).setFriction(p[1]).setElementSize(0.05);
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), SurfaceMaterial().setYoungsModulus(1e10).setPoissonsRatio(0.3).setRestitution(0.5).setFriction(p[1]), "floor");
        surfaces.add(block, Brick(half, 1e-3), Transform(), layer, "block");
        force = std::make_unique<DEMContactForce>(forces, surfaces, HertzNormal(), CundallSlider());
        start = system.realizeTopology();
        start.updQ() = Vector(Vec3(0.001, 0, half[1] - 1e-4)); // angle, place
        start.updU() = Vector(Vec3(0, 0.3, 0));
        integrator = std::make_unique<ContactIntegrator>(system, *force);
        integrator->setAccuracy(accuracy);
        integrator->setMaximumStepSize(2e-3);
    }
    ContactIntegrator& updIntegrator() override { return *integrator; }
    State makeStart() override { return start; }
    Vector observe(const State& state, int) override { return Vector(1, state.getQ()[0]); }

    // Returns the angle after 0.04 s.
    static Vector run(const Vector& p, Real accuracy, SensitivityRun* run) {
        LayeredBlock model(p, accuracy);
        if (run) run->follow(*model.integrator);
        model.integrator->initialize(model.start);
        model.integrator->stepTo(0.04);
        return model.observe(model.integrator->getState(), 0);
    }
};

void showLayer() {
    Vector p(2);
    p[0] = std::log(1e5), p[1] = 0.5;
    std::printf("derivatives of the angle of a block on its layer [rad], by ln E and by friction\n");
    for (const Real e : {1e-3, 3e-4, 1e-4}) {
        std::printf("plain differences with %.0e, accuracy 1e-12", e);
        for (int i = 0; i < 2; ++i) {
            Vector above = p, below = p;
            above[i] += e;
            below[i] -= e;
            std::printf(" %12.6e", (LayeredBlock::run(above, 1e-12, nullptr) - LayeredBlock::run(below, 1e-12, nullptr))[0] / (2 * e));
        }
        std::printf("\n");
    }
    for (const Real accuracy : {1e-5, 1e-7, 1e-9}) {
        const Sensitivity found =
            calcSensitivity([&](const Vector& q, SensitivityRun& run) { return LayeredBlock::run(q, accuracy, &run); }, p);
        std::printf("%.0e calcSensitivity() %12.6e %12.6e", accuracy, found.jacobian(0, 0), found.jacobian(0, 1));
        RunInIntervals run;
        run.times = Vector(Vec2(0.018, 0.04));
        run.parameters = p;
        run.controls.resize(2, 0);
        try {
            const Matrix jacobian = linearizeRun([&](const Vector& q) { return std::make_shared<LayeredBlock>(q, accuracy); }, run).calcJacobian();
            std::printf(" linearizeRun() %12.6e %12.6e\n", jacobian(1, 0), jacobian(1, 1));
        } catch (const std::runtime_error& e) {
            std::printf(" %s\n", e.what());
        }
    }
}

// Counts evaluations of forces.
struct Counter : Force::Custom::Implementation {
    static long count;
    void calcForce(const State&, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override { ++count; }
    Real calcPotentialEnergy(const State&) const override { return 0; }
};
long Counter::count = 0;

// Balls of 1 kg side by side under gravity, which rest on the floor. The controls push the first one up, whose mass is the mean of the
// parameters.
struct RestingBalls : SensitiveModel {
    static constexpr Real radius = 0.1, g = 9.81, stiffness = 1e5;
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::UniformGravity gravity{forces, matter, Vec3(0, -g, 0)};
    Force::DiscreteForces pushes{forces, matter};
    Force::Custom counter{forces, new Counter};
    std::vector<MobilizedBody::Translation> balls;
    ContactSurfaces surfaces{matter};
    std::unique_ptr<DEMContactForce> force;
    std::unique_ptr<ContactIntegrator> integrator;
    State start;

    RestingBalls(int count, const Vector& masses) {
        const SurfaceMaterial rubber =
            SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.3).setRestitution(0.5).setFriction(0);
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber, "floor");
        for (int i = 0; i < count; ++i) {
            const Real mass = i == 0 && masses.size() > 0 ? masses.sum() / masses.size() : 1;
            balls.emplace_back(matter.Ground(), Body::Rigid(MassProperties(mass, Vec3(0), mass * UnitInertia::sphere(radius))));
            surfaces.add(balls.back(), Sphere(radius), Transform(), rubber, "ball " + std::to_string(i));
        }
        force = std::make_unique<DEMContactForce>(forces, surfaces, LinearNormal().setStiffness(stiffness), NoFriction());
        start = system.realizeTopology();
        for (int i = 0; i < count; ++i) balls[std::size_t(i)].setQToFitTranslation(start, Vec3(0.3 * i, radius - g / stiffness, 0));
        integrator = std::make_unique<ContactIntegrator>(system, *force);
        integrator->setAccuracy(1e-5);
        integrator->setMaximumStepSize(2e-3);
    }
    ContactIntegrator& updIntegrator() override { return *integrator; }
    State makeStart() override { return start; }
    void setControls(State& state, int, const Vector& u) override {
        for (int i = 0; i < u.size(); ++i) pushes.setOneMobilityForce(state, balls[0], MobilizerUIndex(1), u[i]);
    }
    Vector observe(const State& state, int) override { return Vector(1, balls[0].getBodyOriginLocation(state)[1]); }
};

// Returns the memory that the program has taken [bytes]; 0 where the C library does not tell.
Real memoryInUse() {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    return Real(mallinfo2().uordblks) + Real(mallinfo2().hblkhd);
#else
    return 0;
#endif
}

struct Cost {
    Real evaluations, seconds;
};
template <class Work> Cost costOf(const Work& work) {
    const long before = Counter::count;
    const std::clock_t start = std::clock();
    work();
    return {Real(Counter::count - before), Real(std::clock() - start) / CLOCKS_PER_SEC};
}

void showCosts() {
    const auto row = [](const char* what, int numBalls, int numIntervals, int numControls, int numMasses, int mostStates) {
        RunInIntervals run;
        run.times.resize(numIntervals);
        for (int k = 0; k < numIntervals; ++k) run.times[k] = 0.2 * (k + 1) / numIntervals;
        run.controls.resize(numIntervals, numControls);
        run.controls.setTo(0);
        run.parameters.resize(numMasses);
        run.parameters.setTo(1);
        run.mostStates = mostStates;
        const auto make = [&](const Vector& p) { return std::make_shared<RestingBalls>(numBalls, p); };
        RestingBalls model(numBalls, run.parameters);
        const auto runForward = [&](int times) {
            for (int i = 0; i < times; ++i) {
                model.integrator->initialize(model.start);
                for (int k = 0; k < numIntervals; ++k) {
                    model.setControls(model.integrator->updState(), k, Vector(numControls, Real(0)));
                    model.integrator->stepTo(run.times[k]);
                }
            }
        };
        runForward(2);
        Cost forward = costOf([&] { runForward(20); });
        forward.evaluations /= 20;
        forward.seconds /= 20;
        const Real before = memoryInUse();
        std::unique_ptr<RunLinearization> found;
        Cost all = costOf([&] { found = std::make_unique<RunLinearization>(linearizeRun(make, run)); });
        Matrix weights(numIntervals, 1);
        weights.setTo(1);
        const Cost product = costOf([&] { found->multiplyTransposed(weights); });
        std::printf("%-32s %5d %8d %9d %11.0f %7.0f %9.0f %9.0f %10.2f\n", what, found->getNumCoordinates(0), numIntervals,
                    numIntervals * numControls + numMasses, (all.evaluations + product.evaluations) / forward.evaluations,
                    (all.seconds + product.seconds) / forward.seconds, Real(found->getNumIntervalRuns()) / numIntervals,
                    product.evaluations / forward.evaluations, (memoryInUse() - before) / 1e6);
    };
    std::printf("cost of a gradient, in runs forward\n%-32s %5s %8s %9s %11s %7s %9s %9s %10s\n", "", "coord", "intervals", "derivatives",
                "evaluations", "CPU", "runs", "product", "memory [MB]");
    for (const int n : {1, 10, 100}) row("1 ball, controls", 1, n, 1, 0, 0);
    for (const int n : {1, 10, 100}) row("1 ball, parameters of its mass", 1, 1, 0, n, 0);
    for (const int states : {0, 3}) row(states == 0 ? "15 balls, all matrices" : "15 balls, 3 States", 15, 20, 1, 0, states);
}

} // namespace

int main(int argc, char** argv) {
    const bool all = argc > 1 && std::string(argv[1]) == "--all";
    if (argc > 1 && std::string(argv[1]) == "--costs") {
        showCosts();
        return 0;
    }
    if (argc > 1 && std::string(argv[1]) == "--layer") {
        showLayer();
        return 0;
    }
    showBounce();
    fitToss();
    showPush(all);
}
