// A landing on one leg, with the contact numbers of OpenSim's ToyLanding model.

#include "LegLanding.h"

#include "Check.h"
#include "Segment.h"
#include "SpheresOnPlane.h"

#include <algorithm>
#include <cmath>

namespace lab {

using namespace SimTK;

namespace {

const Real sampleInterval = 1e-3, g = 9.81;    // [s, m/s^2]
const Real landingRestitution = 0.3;           // of .5 s/m at 2.4 m/s, for tangential dashpots
const Real minimumForce = 20, creepTime = 0.5; // [N], [s]
const Real length = 0.42, ankleHeight = 0.08;  // of thigh and shank; above the sole [m]
const Vec3 heel(-0.05, 0.03 - ankleHeight, 0); // from the ankle

struct Leg {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    GeneralContactSubsystem contacts{system};
    MobilizedBody::Slider trunk;
    MobilizedBody::Pin thigh, shank, foot;
    std::vector<Force::LinearBushing> springs;
    std::unique_ptr<SpheresOnPlane> contact;

    // The angles put the foot flat and .1 m in front of the hip.
    Leg(const LandingOptions& options, const Posture& posture) {
        Force::UniformGravity(forces, matter, Vec3(0, -g, 0));
        trunk = MobilizedBody::Slider(matter.Ground(), Rotation(Pi / 2, ZAxis),
                                      Body::Rigid(MassProperties(58, Vec3(0), Inertia(1))), Rotation(Pi / 2, ZAxis));
        trunk.addBodyDecoration(Vec3(0, 0.3, 0), DecorativeEllipsoid(Vec3(0.12, 0.3, 0.17)).setColor(Orange));
        thigh = addSegment(trunk, Vec3(0), 7, length, posture.hip, 1500, 40);
        shank = addSegment(thigh, Vec3(0, -length, 0), 4, length, posture.knee, 1500, 40);
        foot = addSegment(shank, Vec3(0, -length, 0), 1, 0.08, posture.ankle, 1000, 10);
        contact = std::make_unique<SpheresOnPlane>(
            forces, contacts, matter.Ground(), Rotation(-Pi / 2, ZAxis),
            std::vector<BodySphere>{{foot, heel, 0.03},
                                    {foot, Vec3(0.12, 0.02 - ankleHeight, -0.03), 0.02},
                                    {foot, Vec3(0.12, 0.02 - ankleHeight, 0.03), 0.02},
                                    {foot, Vec3(0.18, 0.015 - ankleHeight, 0), 0.015}},
            options.law);
        if (contact->getOurs()) contact->getOurs()->setTrackDissipatedEnergy(true);
    }

    MobilizedBody::Pin addSegment(MobilizedBody& parent, const Vec3& joint, Real mass, Real size, Real angle,
                                  Real stiffness, Real damping) {
        const Segment segment = lab::addSegment(forces, parent, joint, mass, size, angle, stiffness, damping);
        springs.push_back(segment.spring);
        return segment.body;
    }

    EnergySample measureEnergy(const State& s) const {
        EnergySample sample;
        sample.time = s.getTime();
        sample.kinetic = system.calcKineticEnergy(s);
        sample.potential = system.calcPotentialEnergy(s);
        if (contact->getOurs()) sample.heat = contact->getOurs()->getDissipatedEnergyByCause(s);
        for (const Force::LinearBushing& spring : springs) sample.joints += spring.getDissipatedEnergy(s);
        return sample;
    }
};

} // namespace

LandingOptions::LandingOptions() {
    integrator.name = "cpodes";
    integrator.accuracy = 1e-5;
    // The sole keeps its volume: nu = 1/2.
    simbodydem::HuntCrossleyParameters model;
    model.stiffness = 1e8;
    model.dissipation = 0.5;
    model.staticFriction = model.dynamicFriction = 0.9;
    const auto material = simbodydem::fromHuntCrossley(model, 0.5, simbodydem::MixingRules::Moduli::Hertz);
    law.youngsModulus = material.youngsModulus;
    law.poissonsRatio = material.poissonsRatio;
    law.dissipation = material.dissipation;
    law.staticFriction = material.staticFriction;
}

LandingResult runLegLanding(const LandingOptions& options) {
    checkPositive("--height", options.height, "m");
    check(options.duration > 2 * creepTime, "--duration", options.duration, "s", "above 1");
    const Real forwards = 0.1, hipHeight = 0.78;
    const Posture posture = solvePosture(forwards, hipHeight, length);
    Leg leg(options, posture);
    Show show(options.show, leg.system, leg.contacts);
    if (leg.contact->getOurs()) show.addForces(*leg.contact->getOurs(), 70 * g, 0.8);
    show.follow(leg.trunk, 0.9, 2.6);
    State state = leg.system.realizeTopology();
    leg.trunk.setLength(state, hipHeight + ankleHeight + options.height);
    leg.thigh.setAngle(state, posture.hip);
    leg.shank.setAngle(state, posture.knee);
    leg.foot.setAngle(state, posture.ankle);
    const Real weight = leg.matter.calcSystemMass(state) * g;

    Run run(leg.system, options.integrator, state, show);
    LandingResult result;
    result.fallEnergy = weight * options.height;
    const int count = int(std::lround(options.duration / sampleInterval));
    Real heelStart = 0, heelThen = 0, heelNow = 0;
    for (int i = 0; i <= count; ++i) {
        const State& s = run.advanceTo(i * sampleInterval);
        heelNow = leg.foot.findStationLocationInGround(s, heel)[0];
        if (i == 0) heelStart = heelNow;
        if (i == count - int(creepTime / sampleInterval)) heelThen = heelNow;
        const auto reaction = simbodydem::calcGroundReaction(leg.contact->calcWrench(s), {}, minimumForce);
        result.samples.push_back({s.getTime(), reaction.force[1], reaction.force[0],
                                  reaction.centreOfPressure[0] - heelNow, heelNow - heelStart});
        result.energy.push_back(leg.measureEnergy(s));
        result.peakForce = std::max(result.peakForce, reaction.force[1] / weight);
        result.drift = std::max(result.drift, std::abs(result.energy.back().total() - result.energy.front().total()) /
                                                  result.fallEnergy);
    }
    if (!leg.contact->getOurs()) result.drift = NaN;
    result.restForce = result.samples.back().vertical / weight;
    result.centreOfPressure = result.samples.back().centreOfPressure;
    result.creep = (heelNow - heelThen) / creepTime;
    result.heat = result.energy.back().heat;
    result.jointHeat = result.energy.back().joints;
    result.cost = run.finish();
    return result;
}

Contenders landingLaws() {
    LawChoice mindlin = LandingOptions().law;
    mindlin.law = "";
    mindlin.normal = "hunt-crossley";
    mindlin.restitution = landingRestitution;
    mindlin.tangential = "mindlin-secant";
    LawChoice cundall = mindlin;
    cundall.tangential = "cundall";
    cundall.kt = 1e6;
    return Contenders{{"mindlin", "Hunt-Crossley, Mindlin", colors::hertzMindlin, mindlin},
                      {"cundall", "Hunt-Crossley, Cundall", colors::cundall, cundall}} +
           huntCrossleyAt(LandingOptions().law, {"0.1", "0.01", "0.001"});
}

} // namespace lab
