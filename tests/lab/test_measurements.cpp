// Tests the prediction of each kind of measurement against a closed form or an experiment, and the names of parameters.

#include "Check.h"
#include "LabExperiments.h"
#include "LawParameters.h"
#include "Measurements.h"
#include "PlanarGait.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_measurements {

using namespace lab;

namespace {

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

} // namespace

// A loading cycle on Hertz's spring has Hertz's force during loading and unloading. A rigid plane gives E* = E/(1 - nu^2).
TEST(Measurement, LoadingHasTheForceOfHertz) {
    LawChoice law = withLaws(onMaterial(1e8, 0.3, 1, 0.3), "hertz", "none");
    const std::vector<Real> overlaps = {1e-5, 1e-4, 5e-5, -1e-5};
    const auto forces = kindOf("loading").predict(setupOf(kindOf("loading"), overlaps, {"force"}), law)[0];
    for (std::size_t i = 0; i < overlaps.size(); ++i) {
        const Real hertz = 4. / 3. * 1e8 / (1 - 0.09) * std::sqrt(0.01) * std::pow(std::max(overlaps[i], 0.), 1.5);
        EXPECT_NEAR(forces[i], hertz, 1e-9 * (1 + hertz)); // rounding
    }
}

// A ball with the restitution e rebounds to e^2 of its height.
TEST(Measurement, DropIsTheSquareOfRestitution) {
    LawChoice law = onMaterial(1e8, 0.3, 0.6, 0.3);
    const auto heights = kindOf("drop").predict(setupOf(kindOf("drop"), {0.1, 1}, {"rebound_height"}), law)[0];
    EXPECT_NEAR(heights[0], 0.036, 1e-6); // accuracy 1e-9 of the integrator
    EXPECT_NEAR(heights[1], 0.36, 1e-5);
    EXPECT_NEAR(kindOf("restitution").predict(setupOf(kindOf("restitution"), {0.5}, {"restitution"}), law)[0][0], 0.6,
                1e-5);
}

// In gross slip e_t, spin and both rebound angles are those of Coulomb's impulse.
TEST(Measurement, ObliqueObeysCoulombInGrossSlip) {
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
TEST(Measurement, GaitHasTheDistanceOfTheWalker) {
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
TEST(Measurement, StickSlipIsThatOfContactLab) {
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
TEST(LawParameters, ReachTheLaw) {
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

} // namespace test_measurements
