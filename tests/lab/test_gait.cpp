// The walking human of the laboratory, on HuntCrossleyForce's feet and on ours.

#include "PlanarGait.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lab;

namespace {

GaitResult walk(const std::string& name) {
    GaitOptions options;
    options.law = findLaw(gaitLaws(), name).law;
    return runPlanarGait(options);
}

// Friction with a spring on the normal force of the data.
const std::vector<std::string> withHistory = {"mindlin", "mindlin-secant", "cundall"};

} // namespace

// The feet carry the walker as those of the data do, and its weight in the mean.
TEST(PlanarGait, CarriesTheBodyWeight) {
    auto names = withHistory;
    names.push_back("hunt-crossley-0.2");
    for (const std::string& name : names) {
        const GaitResult r = walk(name);
        EXPECT_LE(r.verticalRms, 0.035) << name;       // body weights, the fit of the data's motion by eight harmonics
        EXPECT_NEAR(r.meanVertical, 1, 0.005) << name; // what the walk's beginning and end leave of the impulse
    }
}

// With HuntCrossleyForce the walker gets as far as the same model did in plain Simbody, built independently.
TEST(PlanarGait, GetsAsFarAsInPlainSimbody) {
    EXPECT_NEAR(walk("hunt-crossley-0.2").distance, 5.11, 0.01);   // m, given to three digits
    EXPECT_NEAR(walk("hunt-crossley-0.001").distance, 5.17, 0.01); // m
}

// A foot on a spring stays where it is: what it does not give back below the Coulomb limit is at most a tenth of what
// HuntCrossleyForce creeps at a transition velocity of .01 m/s.
TEST(PlanarGait, StandsStillOnASpring) {
    const Real theirs = walk("hunt-crossley-0.01").creep;
    EXPECT_GT(theirs, 5e-4);                                                                       // m per step
    for (const std::string& name : withHistory) EXPECT_LT(walk(name).creep, 0.1 * theirs) << name; // required
}

// The spring's own displacement is at most mu N/kt.
TEST(PlanarGait, MovesByAtMostTheSpring) {
    const GaitResult cundall = walk("cundall");
    Real load = 0;
    for (const GaitSample& s : cundall.samples)
        for (const SoleSample& sole : s.soles) load = std::max(load, sole.normalForce);
    EXPECT_LE(cundall.greatestElastic, 0.8 * load / 1e5); // mu and kt [N/m] of that law
}

// That costs at most a tenth more integrator steps than HuntCrossleyForce at its softest.
TEST(PlanarGait, IsNoDearerThanHuntCrossleyForce) {
    const int theirs = walk("hunt-crossley-0.2").cost.steps;
    for (const std::string& name : withHistory) EXPECT_LE(walk(name).cost.steps, 1.1 * theirs) << name;
}
