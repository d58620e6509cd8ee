// Models of a brick that falls on a corner and tumbles to rest, and of a landing on one leg. The contact numbers of the
// landing are those of the OpenSim model ToyLanding.

#include "Drops.h"

#include "Legs.h"
#include "RunAdviceOptions.h"
#include "SpheresOnPlane.h"

#include <simbodydem/DEMContactForce.h>
#include <simbodydem/Conversions.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/Resultants.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <algorithm>

namespace lab {

using namespace SimTK;

namespace {

const Real dropInterval = 1e-3, g = 9.81, fall = 0.3; // [s], [m/s^2], [m]
const Real brickTime = 3, landingTime = 2.5;            // [s]

// Numbers of the landing.
const Real restitution = 0.3;                        // of 0.5 s/m at 2.4 m/s, for tangential dashpots
const Real minimumForce = 20, creepTime = 0.5;       // [N], [s]
const Vec3 heel(-0.05, 0.03 - Legs::ankleHeight, 0); // from the ankle

} // namespace

EnergySample::EnergySample(const Model& model, const simbodydem::DEMContactForce* ours, const State& s)
    : time(s.getTime()), kinetic(model.system.calcKineticEnergy(s)), potential(model.system.calcPotentialEnergy(s)) {
    if (ours) heat = ours->getDissipatedEnergyByCause(s);
}

Real calcDrift(const std::vector<EnergySample>& samples) {
    Real drift = 0;
    for (const EnergySample& s : samples) drift = std::max(drift, std::abs(s.total() - samples.front().total()));
    return drift;
}

BrickResult runDroppedBrick(const BrickOptions& options) {
    Model model(Vec3(0, -g, 0));
    const Vec3 half(0.12, 0.035, 0.055);
    const Real mass = 3, radius = 0.01;
    MobilizedBody::Free brick(model.matter.Ground(), makeBrick(mass, half));
    brick.addBodyDecoration(Vec3(0), DecorativeBrick(half).setColor(Orange).setOpacity(0.6));
    std::vector<BodySphere> corners;
    for (Real x : {-1., 1.})
        for (Real y : {-1., 1.})
            for (Real z : {-1., 1.})
                corners.push_back({brick, Vec3(x, y, z).elementwiseMultiply(half - Vec3(radius)), radius});
    SpheresOnPlane contact(model, options.law, model.matter.Ground(), simbodydem::HalfSpace::floor(), corners);
    simbodydem::DEMContactForce* ours = contact.getOurs();
    if (ours) ours->setTrackDissipatedEnergy(true);

    State state = model.system.realizeTopology();
    // The pose is slightly off the diagonal, so the brick falls to one side.
    const Transform pose(Rotation(BodyRotationSequence, 0.4, XAxis, 0.2, YAxis, 0.9, ZAxis));
    Real lowest = Infinity;
    for (const BodySphere& corner : corners) lowest = std::min(lowest, (pose.R() * corner.centre)[1] - radius);
    brick.setQToFitTransform(state, Transform(pose.R(), Vec3(0, fall - lowest, 0)));

    const Real startEnergy = mass * g * (fall - lowest - half[1]), still = 1e-6 * startEnergy; // 0 when it lies flat
    RunAdviceOptions question; // result: the time to rest
    question.duration = brickTime;
    question.samples = countSamples(brickTime, dropInterval);
    question.observe = [&](const State& s) { return Vector(1, model.system.calcKineticEnergy(s)); };
    question.answer = [&](const std::vector<Vector>& rows) {
        Real timeToRest = 0;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i][0] > still)
                timeToRest = (i + 2) * dropInterval; // the first row is at the end of the first sample
        return Vector(1, timeToRest > brickTime ? NaN : timeToRest);
    };
    tryFirst(model, options.integrator, state, question);
    Run run(model, options, state);
    run.show.addForces(ours);
    BrickResult result;
    result.startEnergy = startEnergy;
    for (int i = 0; i <= countSamples(brickTime, dropInterval); ++i) {
        EnergySample sample(model, ours, run.advanceTo(i * dropInterval));
        sample.potential -= mass * g * half[1];
        result.samples.push_back(sample);
        if (sample.kinetic > still) result.timeToRest = sample.time + dropInterval;
    }
    result.drift = calcDrift(result.samples) / result.startEnergy;
    if (result.timeToRest > brickTime) result.timeToRest = NaN;
    result.cost = run.finish();
    return result;
}

Contenders brickLaws() {
    const LawChoice mindlin = BrickOptions().law;
    const Real dissipation = dissipationForRestitution(mindlin.restitution, std::sqrt(2 * g * fall));
    return Contenders{{"mindlin", "Hertz-Mindlin", colors::hertzMindlin, mindlin},
                      {"cundall", "Cundall", colors::cundall, withCundall(mindlin, 3e5)}} +
           huntCrossleyAt(mindlin, dissipation, {"0.1", "0.01", "0.001"});
}

LandingOptions::LandingOptions() {
    integrator = {"cpodes", 1e-5};
    // The sole keeps its volume, so nu = 0.5.
    simbodydem::HuntCrossleyParameters model;
    model.stiffness = 1e8;
    model.dissipation = 0.5;
    model.staticFriction = model.dynamicFriction = 0.9;
    const auto material = simbodydem::fromHuntCrossley(model, 0.5, simbodydem::MixingRules::Moduli::Hertz);
    law = onMaterial(material.youngsModulus, material.poissonsRatio, 1, material.staticFriction);
    law.dissipation = material.dissipation;
}

LandingResult runLegLanding(const LandingOptions& options) {
    Model model(Vec3(0, -g, 0));
    MobilizedBody::Slider trunk(model.matter.Ground(), Rotation(Pi / 2, ZAxis),
                                Body::Rigid(MassProperties(58, Vec3(0), Inertia(1))), Rotation(Pi / 2, ZAxis));
    trunk.addBodyDecoration(Vec3(0, 0.3, 0), DecorativeEllipsoid(Vec3(0.12, 0.3, 0.17)).setColor(Orange));
    const Real forwards = 0.1, hipHeight = 0.78; // flat foot in front of the hip, hip above the ankle [m]
    Legs legs;
    MobilizedBody foot = legs.add(model, trunk, forwards, hipHeight, {7, 4, 1}, {1500, 1500, 1000}, {40, 40, 10});
    SpheresOnPlane contact(model, options.law, model.matter.Ground(), simbodydem::HalfSpace::floor(),
                           {{foot, heel, 0.03},
                            {foot, Vec3(0.12, 0.02 - Legs::ankleHeight, -0.03), 0.02},
                            {foot, Vec3(0.12, 0.02 - Legs::ankleHeight, 0.03), 0.02},
                            {foot, Vec3(0.18, 0.015 - Legs::ankleHeight, 0), 0.015}});
    simbodydem::DEMContactForce* ours = contact.getOurs();
    if (ours) ours->setTrackDissipatedEnergy(true);

    State state = model.system.realizeTopology();
    trunk.setLength(state, hipHeight + Legs::ankleHeight + fall);
    const Real weight = model.matter.calcSystemMass(state) * g;

    RunAdviceOptions question; // results: greatest and last vertical force in body weights
    question.duration = landingTime;
    question.samples = countSamples(landingTime, dropInterval);
    question.observe = [&](const State& s) {
        model.system.realize(s, Stage::Dynamics);
        return Vector(1, contact.calcWrench(s).force[1] / weight);
    };
    question.answer = [](const std::vector<Vector>& loads) {
        Real peak = 0;
        for (const Vector& load : loads) peak = std::max(peak, load[0]);
        return Vector(Vec2(peak, loads.back()[0]));
    };
    tryFirst(model, options.integrator, state, question);
    Run run(model, options, state);
    run.show.addForces(ours);
    LandingResult result;
    result.fallEnergy = weight * fall;
    const int count = countSamples(landingTime, dropInterval);
    Real heelStart = 0, heelThen = 0, heelNow = 0;
    for (int i = 0; i <= count; ++i) {
        const State& s = run.advanceTo(i * dropInterval);
        heelNow = foot.findStationLocationInGround(s, heel)[0];
        if (i == 0) heelStart = heelNow;
        if (i == count - int(creepTime / dropInterval)) heelThen = heelNow;
        const auto reaction = simbodydem::calcGroundReaction(contact.calcWrench(s), {}, minimumForce);
        result.samples.push_back({s.getTime(), reaction.force[1], reaction.force[0],
                                  reaction.centreOfPressure[0] - heelNow, heelNow - heelStart});
        EnergySample energy(model, ours, s);
        for (const Force::LinearBushing& spring : legs.springs) energy.joints += spring.getDissipatedEnergy(s);
        result.energy.push_back(energy);
        result.peakForce = std::max(result.peakForce, reaction.force[1] / weight);
    }
    result.drift = calcDrift(result.energy) / result.fallEnergy;
    result.restForce = result.samples.back().vertical / weight;
    result.creep = (heelNow - heelThen) / creepTime;
    result.cost = run.finish();
    return result;
}

Contenders landingLaws() {
    const LawChoice given = LandingOptions().law;
    LawChoice mindlin = withLaws(given, "hunt-crossley", "mindlin-secant");
    mindlin.restitution = restitution;
    LawChoice cundall = withLaws(mindlin, "hunt-crossley", "cundall");
    cundall.kt = 1e6;
    return Contenders{{"mindlin", "Hunt-Crossley, Mindlin", colors::hertzMindlin, mindlin},
                      {"cundall", "Hunt-Crossley, Cundall", colors::cundall, cundall}} +
           huntCrossleyAt(given, given.dissipation, {"0.1", "0.01", "0.001"});
}

} // namespace lab
