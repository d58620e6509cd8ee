// Tests the calibration: least squares against closed forms, parameters that the data do not determine, and each kind of measurement
// against its definition.

#include "Calibration.h"
#include "CalibrationSpec.h"
#include "Check.h"
#include "LabExperiments.h"
#include "PlanarGait.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_calibration {

using namespace lab;

namespace {

const std::vector<Real> abscissae = {0, 1, 2, 3, 4, 5};
const std::vector<Real> measured = {1.2, 2.9, 5.1, 7.2, 8.8, 11.1};

Parameter freeParameter(const std::string& name, Real value, Real lower, Real upper, bool isLogarithmic = false) {
    return {name, "-", value, true, lower, upper, isLogarithmic};
}

// y = a + b x of these data.
CalibrationProblem lineProblem(const Parameter& a, const Parameter& b) {
    CalibrationProblem problem;
    problem.parameters = {a, b};
    problem.observations = {{"y", "m", "x", "s", abscissae, measured}};
    problem.predict = [](const Values& p) {
        std::vector<Real> y;
        for (Real x : abscissae) y.push_back(p[0] + p[1] * x);
        return y;
    };
    return problem;
}

// Textbook regression of these data.
struct Regression {
    Real n = 6, x = 0, y = 0, xx = 0, xy = 0, a, b, sum = 0;

    Regression() {
        for (std::size_t i = 0; i < abscissae.size(); ++i) {
            x += abscissae[i] / n;
            y += measured[i] / n;
        }
        for (std::size_t i = 0; i < abscissae.size(); ++i) {
            xx += SimTK::square(abscissae[i] - x);
            xy += (abscissae[i] - x) * (measured[i] - y);
        }
        b = xy / xx;
        a = y - b * x;
        for (std::size_t i = 0; i < abscissae.size(); ++i) sum += SimTK::square(measured[i] - a - b * abscissae[i]);
    }
};

const MeasurementKind& kindOf(const std::string& name) {
    return findNamed(listMeasurements(), name, "there is no kind " + name + "; there are ");
}

// Returns one kind of measurement with its default settings.
MeasurementSetup setupOf(const MeasurementKind& kind, const std::vector<Real>& at,
                         const std::vector<std::string>& measured) {
    MeasurementSetup setup;
    for (const Setting& s : kind.settings) setup.settings[s.quantity.name] = s.ifNotGiven;
    if (!kind.targets.empty()) setup.target = kind.targets.front();
    setup.abscissae = at;
    setup.measured = measured;
    return setup;
}

const Real tolerance = 1e-6; // of the minimizer, relative

} // namespace

// A fit without evaluations for its first step has not converged; a fit with enough evaluations has.
TEST(Calibration, HasNotConvergedBeforeItsFirstStep) {
    CalibrationProblem problem = lineProblem(freeParameter("a", -9, -10, 10), freeParameter("b", 90, 0.01, 100));
    problem.starts = 1;
    problem.evaluations = 1;
    const Fit none = calibrate(problem);
    EXPECT_FALSE(none.starts[0].hasConverged);
    EXPECT_FALSE(none.hasConverged);
    EXPECT_EQ(none.values[1], 90); // its start
    problem.evaluations = 400;
    EXPECT_TRUE(calibrate(problem).hasConverged);
}

// A start of an earlier run with another number of parameters is an error, not a read beyond its end.
TEST(Calibration, RejectsAStartOfOtherParameters) {
    CalibrationWatch watch;
    watch.finished = {{{1}, {1}, 0.5, 7, true, ""}};
    try {
        calibrate(lineProblem(freeParameter("a", 0, -10, 10), freeParameter("b", 1, 0.01, 100)), watch);
        ADD_FAILURE() << "nothing was thrown";
    } catch (const std::invalid_argument& e) {
        EXPECT_NE(std::string(e.what()).find("1 values; it must have 2, one for each parameter"), std::string::npos)
            << e.what();
    }
}

// A straight line has the estimates, standard errors and correlation of textbook regression.
TEST(Calibration, FitsALineAsTextbooksDo) {
    const Regression r;
    const Fit fit = calibrate(lineProblem(freeParameter("a", 0, -10, 10), freeParameter("b", 1, 0.01, 100, true)));
    EXPECT_NEAR(fit.values[0], r.a, tolerance);
    EXPECT_NEAR(fit.values[1], r.b, tolerance);
    const Real variance = r.sum / (r.n - 2);
    EXPECT_NEAR(fit.standardErrors[0], std::sqrt(variance * (1 / r.n + r.x * r.x / r.xx)), 1e-5);
    EXPECT_NEAR(fit.standardErrors[1], std::sqrt(variance / r.xx), 1e-5);
    EXPECT_NEAR(fit.correlations(0, 1), -r.x / std::sqrt(r.xx / r.n + r.x * r.x), 1e-5);
    EXPECT_TRUE(fit.undetermined.empty());
}

// The information criteria are those of normal errors with an estimated variance, which counts as a parameter.
TEST(Calibration, HasTheCriteriaOfNormalErrors) {
    const Regression r;
    const Fit fit = calibrate(lineProblem(freeParameter("a", 0, -10, 10), freeParameter("b", 1, 0, 10)));
    const Real deviance = r.n * (std::log(2 * SimTK::Pi * r.sum / r.n) + 1), k = 3;
    EXPECT_NEAR(fit.aic, deviance + 2 * k, 1e-6);
    EXPECT_NEAR(fit.aicc, deviance + 2 * k + 2 * k * (k + 1) / (r.n - k - 1), 1e-6);
    EXPECT_NEAR(fit.bic, deviance + k * std::log(r.n), 1e-6);
}

// Given standard deviations determine the standard errors, for any residuals.
TEST(Calibration, UsesGivenStandardDeviations) {
    CalibrationProblem problem = lineProblem(freeParameter("a", 0, -10, 10), freeParameter("b", 1, 0, 10));
    problem.observations[0].deviations.assign(6, 0.5);
    const Regression r;
    EXPECT_NEAR(calibrate(problem).standardErrors[1], 0.5 / std::sqrt(r.xx), 1e-5);
    problem.observations[0].deviations = {1e-6, 1e-6, 1e3, 1e3, 1e3, 1e3}; // two data count
    const Fit fit = calibrate(problem);
    EXPECT_NEAR(fit.values[0], 1.2, 1e-5);
    EXPECT_NEAR(fit.values[1], 1.7, 1e-5);
}

// Columns of different units are weighted by their own scatter: a noisy column does not affect an exact one.
TEST(Calibration, WeighsColumnsByTheirScatter) {
    CalibrationProblem problem = lineProblem(freeParameter("a", 0, -10, 10), freeParameter("b", 1, 0, 10));
    Observation exact{"z", "N", "x", "s", abscissae, {}};
    const std::vector<Real> hundredths = {1, -1, -1, 1, 1, -1};
    for (std::size_t i = 0; i < 6; ++i) exact.measured.push_back(1000 * (1 + 2 * abscissae[i]) + 0.01 * hundredths[i]);
    problem.observations.push_back(exact);
    problem.predict = [line = problem.predict](const Values& p) {
        std::vector<Real> all = line(p);
        for (Real x : abscissae) all.push_back(1000 * (p[0] + p[1] * x));
        return all;
    };
    const Fit fit = calibrate(problem);
    EXPECT_NEAR(fit.values[0], 1, 1e-5); // 0.01/1000
    EXPECT_NEAR(fit.values[1], 2, 1e-5);
    EXPECT_NEAR(fit.rms[1], 0.01, 0.002);
}

// A parameter whose optimum is beyond a bound ends at this bound, and the fit says so. The other parameters are fitted with it held.
TEST(Calibration, ReportsAParameterAtItsBound) {
    const Regression r;
    for (Real start : {0.5, 1.}) {
        const Fit fit = calibrate(lineProblem(freeParameter("a", 0, -10, 10), freeParameter("b", start, 0, 1)));
        EXPECT_EQ(fit.values[1], 1);
        EXPECT_EQ(fit.bounds[1], Bound::Upper);
        EXPECT_TRUE(std::isnan(fit.standardErrors[1]));
        EXPECT_EQ(fit.bounds[0], Bound::None);
        EXPECT_NEAR(fit.values[0], r.y - r.x, tolerance);
        EXPECT_GT(fit.standardErrors[0], 0);
    }
}

// Two parameters of which only the product matters are named together. A change along the named direction changes nothing.
TEST(Calibration, NamesParametersThatCannotBeSeparated) {
    CalibrationProblem problem =
        lineProblem(freeParameter("a", 1, 0.1, 100, true), freeParameter("b", 1, 0.1, 10, true));
    problem.parameters.push_back(freeParameter("c", 1, -10, 10));
    problem.predict = [](const Values& p) {
        std::vector<Real> y;
        for (Real x : abscissae) y.push_back(p[2] + p[0] * p[1] * x);
        return y;
    };
    const Fit fit = calibrate(problem);
    ASSERT_EQ(fit.undetermined.size(), 1u);
    EXPECT_EQ(fit.undetermined[0].parameters, (std::vector<int>{0, 1}));
    EXPECT_NEAR(fit.undetermined[0].changes[0] * fit.undetermined[0].changes[1], 1, 1e-4);
    EXPECT_TRUE(std::isnan(fit.standardErrors[0]) && std::isnan(fit.standardErrors[1]));
    EXPECT_NEAR(fit.values[0] * fit.values[1], Regression().b, 1e-5);
    EXPECT_GT(fit.standardErrors[2], 0); // as if one of the two were known
}

// A parameter without effect is named alone, and the other parameters have the errors of a fit without it.
TEST(Calibration, NamesParametersWithoutEffect) {
    CalibrationProblem problem = lineProblem(freeParameter("a", 0, -10, 10), freeParameter("b", 1, 0, 10));
    problem.parameters.push_back(freeParameter("idle", 1, 0, 2));
    problem.observations[0].deviations.assign(6, 0.5);
    const Fit fit = calibrate(problem);
    ASSERT_EQ(fit.undetermined.size(), 1u);
    EXPECT_EQ(fit.undetermined[0].parameters, (std::vector<int>{2}));
    EXPECT_NEAR(fit.standardErrors[1], 0.5 / std::sqrt(Regression().xx), 1e-5);
}

// The fit avoids values that cannot be computed, also as a start.
TEST(Calibration, AvoidsValuesThatCannotBeComputed) {
    CalibrationProblem problem = lineProblem(freeParameter("a", 1, -10, 10), freeParameter("b", 1.5, 0, 10));
    const auto line = problem.predict;
    problem.predict = [line](const Values& p) {
        if (p[1] > 3) throw std::invalid_argument("too steep");
        if (p[0] > 5) return std::vector<Real>(6, SimTK::NaN);
        return line(p);
    };
    problem.starts = 10;
    const Fit fit = calibrate(problem);
    EXPECT_NEAR(fit.values[1], Regression().b, tolerance);
    int failed = 0;
    for (const StartResult& s : fit.starts) failed += s.failure != "";
    EXPECT_GT(failed, 0);
    problem.predict = [](const Values&) -> std::vector<Real> { throw std::invalid_argument("never"); };
    EXPECT_THROW(calibrate(problem), std::invalid_argument);
}

// One of the starts finds the deeper of two minima, even if the first start finds the other.
TEST(Calibration, FindsTheDeeperOfTwoMinima) {
    CalibrationProblem problem;
    problem.parameters = {freeParameter("w", 0.55, 0.5, 6)};
    problem.observations = {{"y", "m", "x", "s", {}, {}}};
    Observation& o = problem.observations[0];
    for (int i = 0; i < 40; ++i) {
        o.abscissae.push_back(0.1 * i);
        o.measured.push_back(std::sin(3.7 * 0.1 * i));
    }
    problem.predict = [at = o.abscissae](const Values& p) {
        std::vector<Real> y;
        for (Real x : at) y.push_back(std::sin(p[0] * x));
        return y;
    };
    problem.starts = 8;
    const Fit fit = calibrate(problem);
    EXPECT_NEAR(fit.values[0], 3.7, 1e-6);
    EXPECT_GT(fit.starts[0].rms, 0.1);
}

// A problem without free parameters, with too few data or with invalid bounds is an error.
TEST(Calibration, RejectsProblemsWithoutASolution) {
    const Parameter fixed{"a", "-", 1};
    EXPECT_THROW(calibrate(lineProblem(fixed, fixed)), std::invalid_argument);
    const Parameter good = freeParameter("a", 0, -10, 10);
    for (const Parameter& bad :
         {freeParameter("b", 1, 2, 0), freeParameter("b", 1, 0, 10, true), freeParameter("b", 5, 0, 1),
          freeParameter("b", SimTK::NaN, 0, 1), freeParameter("b", 1, 0, SimTK::Infinity)})
        EXPECT_THROW(calibrate(lineProblem(good, bad)), std::invalid_argument);
    CalibrationProblem few = lineProblem(good, freeParameter("b", 1, 0, 10));
    few.observations[0].abscissae = few.observations[0].measured = {1, 2};
    EXPECT_THROW(calibrate(few), std::invalid_argument);
}

// Starts that an earlier run finished are not repeated, and the result is the same to the last digit.
TEST(Calibration, ContinuesAfterFinishedStarts) {
    CalibrationProblem problem = lineProblem(freeParameter("a", 0, -10, 10), freeParameter("b", 1, 0, 10));
    const Fit once = calibrate(problem);
    std::vector<int> done;
    CalibrationWatch watch;
    watch.finished = {once.starts[0], once.starts[1]};
    watch.onStart = [&](int start, const StartResult&) { done.push_back(start); };
    const Fit again = calibrate(problem, watch);
    EXPECT_EQ(done, (std::vector<int>{2, 3, 4}));
    EXPECT_EQ(again.values, once.values);
    EXPECT_EQ(again.standardErrors, once.standardErrors);
}

// With synthetic data of a loading cycle both stiffnesses are within two standard errors of their true values in 90 or more of 100
// draws. Expected are 95 with a standard deviation of 2.2; fewer than 90 have a probability of 1%.
TEST(Calibration, RecoversTheTrueParameters) {
    const MeasurementKind kind = kindOf("loading");
    std::vector<Real> overlaps;
    for (int i = 1; i <= 20; ++i) overlaps.push_back(1e-5 * i);
    for (int i = 19; i >= 12; --i) overlaps.push_back(1e-5 * i);
    const MeasurementSetup setup = setupOf(kind, overlaps, {"force"});
    CalibrationProblem problem;
    problem.parameters = {{"normal.loadingStiffness", "N/m", 3e4, true, 1e4, 1e6, true},
                          {"normal.unloadingStiffness", "N/m", 5e5, true, 1e4, 1e7, true}};
    problem.predict = [&](const Values& p) {
        LawChoice law = withLaws({}, "elastoplastic", "none");
        for (std::size_t i = 0; i < 2; ++i) setParameter(law, problem.parameters[i].name, p[i]);
        return kind.predict(setup, law)[0];
    };
    problem.observations = {{"force", "N", "overlap", "m", overlaps, problem.predict({1e5, 2.5e5})}};
    const Fit exact = calibrate(problem); // from a start that is off by factors of 3 and 2
    EXPECT_NEAR(exact.values[0] / 1e5, 1, tolerance);
    EXPECT_NEAR(exact.values[1] / 2.5e5, 1, tolerance);
    Fit truth = exact;
    truth.deviations.assign(overlaps.size(), 0.4); // N, of a largest force of 20 N
    int within[2] = {0, 0};
    for (int i = 0; i < 100; ++i) {
        const Draw draw = calibrateSynthetic(problem, truth, i);
        for (int p : {0, 1}) within[p] += isWithinTwoErrors(draw, truth, p);
    }
    for (int count : within) EXPECT_GE(count, 90);
}

// A loading cycle on Hertz's spring has Hertz's force during loading and unloading. A rigid plane gives E* = E/(1 - nu^2).
TEST(CalibrationMeasurement, LoadingHasTheForceOfHertz) {
    LawChoice law = withLaws(onMaterial(1e8, 0.3, 1, 0.3), "hertz", "none");
    const std::vector<Real> overlaps = {1e-5, 1e-4, 5e-5, -1e-5};
    const auto forces = kindOf("loading").predict(setupOf(kindOf("loading"), overlaps, {"force"}), law)[0];
    for (std::size_t i = 0; i < overlaps.size(); ++i) {
        const Real hertz = 4. / 3. * 1e8 / (1 - 0.09) * std::sqrt(0.01) * std::pow(std::max(overlaps[i], 0.), 1.5);
        EXPECT_NEAR(forces[i], hertz, 1e-9 * (1 + hertz)); // rounding
    }
}

// A ball with the restitution e rebounds to e^2 of its height.
TEST(CalibrationMeasurement, DropIsTheSquareOfRestitution) {
    LawChoice law = onMaterial(1e8, 0.3, 0.6, 0.3);
    const auto heights = kindOf("drop").predict(setupOf(kindOf("drop"), {0.1, 1}, {"rebound_height"}), law)[0];
    EXPECT_NEAR(heights[0], 0.036, 1e-6); // accuracy 1e-9 of the integrator
    EXPECT_NEAR(heights[1], 0.36, 1e-5);
    EXPECT_NEAR(kindOf("restitution").predict(setupOf(kindOf("restitution"), {0.5}, {"restitution"}), law)[0][0], 0.6,
                1e-5);
}

// In gross slip e_t, spin and both rebound angles are those of Coulomb's impulse.
TEST(CalibrationMeasurement, ObliqueObeysCoulombInGrossSlip) {
    const Real mu = 0.1, e = 0.8, angle = 70, tangent = std::tan(angle * SimTK::Pi / 180), degree = SimTK::Pi / 180;
    const auto r = kindOf("oblique").predict(
        setupOf(kindOf("oblique"), {angle}, {"e_t", "e_n", "spin", "rebound_angle", "surface_rebound_angle"}),
        onMaterial(1e9, 0.3, e, mu));
    const Real e_t = 1 - mu * (1 + e) / tangent, spin = 2.5 * mu * (1 + e) * std::cos(angle * degree) / 0.01;
    EXPECT_NEAR(r[0][0], e_t, 2e-3); // the overlap is 1e-3 of the radius: levers
    EXPECT_NEAR(r[1][0], e, 1e-5);
    EXPECT_NEAR(r[2][0] / spin, 1, 5e-3);
    EXPECT_NEAR(std::tan(r[3][0] * degree), e_t * tangent / e, 1e-2);
    EXPECT_NEAR(std::tan(r[4][0] * degree), (e_t * tangent - 2.5 * mu * (1 + e)) / e, 1e-2);
}

// Reference and prediction of the gait measurement are those of the walker: they have the distance that the comparison reports.
TEST(CalibrationMeasurement, GaitHasTheDistanceOfTheWalker) {
    const MeasurementKind kind = kindOf("gait");
    const std::vector<Column> data = kind.getReference();
    MeasurementSetup setup = setupOf(kind, data[0].values, {"vertical_right", "vertical_left"});
    GaitOptions options;
    options.law = findLaw(gaitLaws(), "cundall").law;
    options.integrator.accuracy = setup.settings["accuracy"];
    const auto forces = kind.predict(setup, options.law);
    Real sum = 0;
    for (std::size_t side : {0u, 1u})
        for (std::size_t i = 0; i < forces[side].size(); ++i)
            sum += SimTK::square(forces[side][i] - data[side + 1].values[i]);
    const Real weight = 62 * 9.80665, rms = std::sqrt(sum / 2 / Real(data[0].values.size())) / weight;
    EXPECT_NEAR(rms, runPlanarGait(options).verticalRms, 1e-4); // the mass is 62 kg to five digits
}

// The block's positions are those of the stick-slip experiment in contact-lab, at the end and before.
TEST(CalibrationMeasurement, StickSlipIsThatOfContactLab) {
    const StickSlip block;
    IntegratorChoice integrator;
    integrator.fixedStep = 6e-5;
    const auto positions =
        kindOf("stick-slip").predict(setupOf(kindOf("stick-slip"), {0.5, block.time}, {"position"}), block.law)[0];
    EXPECT_NEAR(positions[1], runStickSlip(block, integrator).position, 1e-6); // errors of both integrators
    EXPECT_GT(positions[0], 0);
    EXPECT_LT(positions[0], positions[1]);
}

// A parameter set by its name in the catalog reaches the law, with and without contact-lab's option for it.
TEST(CalibrationParameters, ReachTheLaw) {
    LawChoice law = withLaws({}, "linear", "cundall");
    setParameter(law, "normal.stiffness", 1e5);
    setParameter(law, "tangential.stiffnessRatio", 2. / 7.);
    setParameter(law, "restitution", 1);
    LawChoice same = withLaws({}, "linear", "cundall");
    same.kn = 1e5;
    same.kt = 1e5 * 2 / 7;
    ImpactOptions options;
    options.angle = 20;
    options.law = law;
    const Real e_t = runImpact(options).e_t;
    options.law = same;
    EXPECT_NEAR(e_t, runImpact(options).e_t, 1e-12); // rounding
    setParameter(law, "tangential.stiffnessRatio", 0.5);
    options.law = law;
    EXPECT_GT(std::abs(runImpact(options).e_t - e_t), 1e-3);
    EXPECT_THROW(findParameter(listParameters(law), "normal.stifness"), std::invalid_argument);
}

} // namespace test_calibration
