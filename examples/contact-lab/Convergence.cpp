#include "Convergence.h"

#include "Check.h"
#include "Impact.h"
#include "Roll.h"

#include <algorithm>
#include <cmath>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

StickSlipResult runStickSlip(const StickSlip& p, const IntegratorChoice& choice) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    const ContactSetIndex set = contacts.createContactSet();
    Force::UniformGravity(forces, matter, Vec3(0, -p.gravity, 0));
    MobilizedBody::Translation block(matter.updGround(),
                                     Body::Rigid(MassProperties(p.mass, Vec3(0), UnitInertia(p.mass))));
    const Real radius = 0.02, height = radius - p.mass * p.gravity / 4 / p.normalStiffness;
    const Body::Rigid massless(MassProperties(0, Vec3(0), UnitInertia(0)));
    MobilizedBody::Slider cart(matter.updGround(), massless);
    Motion::Steady(cart, p.pullSpeed);
    Force::TwoPointLinearSpring(forces, block, Vec3(0), cart, Vec3(1, height, 0), p.pullStiffness, 1);
    contacts.addBody(set, matter.updGround(), ContactGeometry::HalfSpace(), Rotation(-Pi / 2, ZAxis));
    for (int i = 0; i < 4; ++i)
        contacts.addBody(set, block, ContactGeometry::Sphere(radius), Vec3(i & 1 ? .1 : -.1, 0, i & 2 ? .1 : -.1));
    CundallForce force(forces, contacts, set, LinearNormal().setStiffness(p.normalStiffness),
                       CundallSlider()
                           .setStiffness(p.tangentialStiffness)
                           .setTangentialDampingRatio(p.tangentialDampingRatio)
                           .setTransitionVelocity(p.transitionVelocity));
    SurfaceMaterial material{1e7, 0.3, 0.5, p.staticFriction};
    material.kineticFriction = p.kineticFriction;
    force.setMaterialForAll(material);

    State state = system.realizeTopology();
    block.setQToFitTranslation(state, Vec3(0, height, 0));
    const auto integrator = makeIntegrator(system, choice);
    integrator->setFinalTime(p.time); // the last step ends there, so the answer is not interpolated
    integrator->initialize(state);
    Advance(system, *integrator, choice, p.time, Infinity).to(p.time); // the pull does work
    const State& end = integrator->getState();
    return {block.getBodyOriginLocation(end)[0], block.getBodyOriginVelocity(end)[0], integrator->getNumStepsTaken(),
            integrator->getNumRealizations()};
}

namespace {

CaseRun runImpactCase(const IntegratorChoice& choice) {
    ImpactOptions options = aluminaSphere();
    options.angle = 20;
    options.samples = 10; // CPodes evaluates anew for every report
    options.integrator = choice;
    const ImpactResult r = runImpact(options);
    return {{r.e_n, r.e_t, r.spin * options.radius / options.speed}, r.steps, r.evaluations};
}

CaseRun runStickSlipCase(const IntegratorChoice& choice) {
    const StickSlip slider;
    const StickSlipResult r = runStickSlip(slider, choice);
    return {{r.position / 0.1, r.speed / 0.1}, r.steps, r.evaluations};
}

CaseRun runRollingCase(const IntegratorChoice& choice) {
    RollOptions options;
    options.time = 0.1;
    options.samples = 1;
    options.integrator = choice;
    const RollResult r = runRoll(options);
    return {{r.speed / options.speed, r.spin * options.radius / options.speed}, r.steps, r.evaluations};
}

struct Case {
    std::string name;
    CaseRun (*run)(const IntegratorChoice&);
    Real largestStep; // [s], of the ladder
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all = {
        {"impact", runImpactCase, 2.4e-7}, {"stick-slip", runStickSlipCase, 4e-3}, {"rolling", runRollingCase, 4e-4}};
    return all;
}

const Case& findCase(const std::string& name) {
    for (const Case& c : cases())
        if (c.name == name) return c;
    std::string names;
    for (const Case& c : cases()) names += (names.empty() ? "" : ", ") + c.name;
    refuse("--case " + name + " is unknown; choose one of " + names);
}

Real largestDifference(const std::vector<Real>& a, const std::vector<Real>& b) {
    Real largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

// p of error ~ steps^-p by least squares of the logarithms.
Real fitOrder(const std::vector<ConvergencePoint>& ladder) {
    const Real n = Real(ladder.size());
    Real x = 0, y = 0, xx = 0, xy = 0;
    for (const ConvergencePoint& p : ladder) {
        const Real logSteps = std::log(Real(p.steps)), logError = std::log(std::max(p.error, Eps));
        x += logSteps / n;
        y += logError / n;
        xx += logSteps * logSteps / n;
        xy += logSteps * logError / n;
    }
    return -(xy - x * y) / (xx - x * x);
}

} // namespace

std::vector<std::string> listConvergenceCases() {
    std::vector<std::string> names;
    for (const Case& c : cases()) names.push_back(c.name);
    return names;
}

CaseRun runConvergenceCase(const std::string& name, const IntegratorChoice& choice) {
    return findCase(name).run(choice);
}

std::vector<Convergence> measureConvergence(const std::string& caseName, Real accuracy, Real evaluations) {
    const Case& studied = findCase(caseName);
    const int halvings = 4;
    const Real smallestStep = studied.largestStep / (1 << halvings);
    IntegratorChoice choice;
    choice.maxStep = studied.largestStep; // error control cannot see when within a step a contact began to stick

    // At the asked accuracy first, so that what takes too long is refused before the rest is measured.
    std::vector<Convergence> study;
    std::vector<CaseRun> asked;
    choice.accuracy = accuracy;
    choice.evaluations = evaluations;
    for (const auto& [name, description] : listIntegrators()) {
        const bool needsFixedStep = name == "see";
        choice.name = name;
        choice.fixedStep = needsFixedStep ? smallestStep : NaN;
        asked.push_back(studied.run(choice));
        study.push_back(
            {name, name.substr(0, 6) != "cpodes", {}, NaN, {needsFixedStep ? smallestStep : accuracy, NaN, 0, 0}});
    }

    choice = IntegratorChoice();
    choice.maxStep = studied.largestStep;
    choice.fixedStep = smallestStep / 4;
    const std::vector<Real> reference = studied.run(choice).answer;
    const auto pointOf = [&](Real setting, const CaseRun& run) -> ConvergencePoint {
        return {setting, largestDifference(run.answer, reference), run.steps, run.evaluations};
    };
    for (std::size_t k = 0; k < study.size(); ++k) {
        Convergence& result = study[k];
        result.atAccuracy = pointOf(result.atAccuracy.setting, asked[k]);
        choice.name = result.integrator;
        for (int i = 0; i <= halvings; ++i) {
            choice.fixedStep = result.isFixedStep ? studied.largestStep / (1 << i) : NaN;
            choice.accuracy = result.isFixedStep ? accuracy : std::pow(10., -4 - 2 * i);
            result.ladder.push_back(
                pointOf(result.isFixedStep ? choice.fixedStep : choice.accuracy, studied.run(choice)));
        }
        if (result.isFixedStep) result.order = fitOrder(result.ladder);
    }
    return study;
}

} // namespace lab
