// Model of a human who walks on feet with history: its look, the contacts of its soles, and the comparison with the data.

#include "PlanarGait.h"

#include "GaitData.h"
#include "GaitMechanism.h"
#include "RunAdviceOptions.h"

#include <simbodydem/shapes/HalfSpace.h>

#include <nlohmann/json.hpp>

namespace lab {

using namespace SimTK;
using nlohmann::json;

namespace {

const int halfCycles = 8;            // one step each
const Real gaitInterval = 1e-3;      // [s]
const Real landingRestitution = 0.7; // of the data's 2 s/m at 0.2 m/s, with which a heel lands

const json& gaitData() {
    static const json data = json::parse(planarGaitJson);
    return data;
}

// Returns a series of the pelvis, which repeats with each step.
FourierSeries readSeries(const char* name) {
    const json& numbers = gaitData()["fourier"][name];
    return {GaitMechanism::cycle / 2, numbers["mean"].get<Real>(), numbers["cos"].get<std::vector<Real>>(),
            numbers["sin"].get<std::vector<Real>>()};
}

const Vec3 rightColor(0.9, 0.4, 0.1), leftColor(0.1, 0.3, 0.6), trunkColor(0.85, 0.8, 0.75);

// Draws a limb between two points of a body, and its joints. The limb is translucent, so that arrows inside it are visible.
void drawLimb(MobilizedBody& body, const Vec3& from, const Vec3& to, Real radius, const Vec3& color) {
    const Transform alongY(Rotation(UnitVec3(to - from), YAxis), (from + to) / 2);
    const Real length = (to - from).norm();
    body.addBodyDecoration(alongY, DecorativeCylinder(radius, length / 2).setColor(color).setOpacity(0.6));
    for (const Vec3& end : {from, to}) body.addBodyDecoration(end, DecorativeSphere(radius).setColor(color));
}

struct Walker : Model {
    GaitMechanism gait;
    std::vector<SpheresOnPlane> soles; // each with a force of its own

    explicit Walker(const LawChoice& law) : Model(Vec3(0, -GaitMechanism::g, 0)), gait(matter) {
        const Vec3 &lumbar = gait.lumbar, &hip = gait.hip, &knee = gait.knee, &ankle = gait.ankle;
        gait.pelvis.addBodyDecoration((hip + lumbar) / 2,
                                      DecorativeEllipsoid(Vec3(0.1, 0.13, 0.17)).setColor(trunkColor));
        gait.torso.addBodyDecoration(Vec3(0, 0.25, 0),
                                     DecorativeEllipsoid(Vec3(0.12, 0.28, 0.17)).setColor(trunkColor));
        gait.torso.addBodyDecoration(Vec3(0, 0.62, 0), DecorativeSphere(0.1).setColor(trunkColor));
        for (int side : {0, 1}) {
            const Vec3& color = side == 0 ? rightColor : leftColor;
            auto& [thigh, shank, foot] = gait.legs[side];
            drawLimb(thigh, Vec3(0), knee, 0.055, color);
            drawLimb(shank, Vec3(0), ankle, 0.04, color);
            const BodySphere heel{foot, gait.heel, gait.heelRadius}, front{foot, gait.front, gait.frontRadius};
            for (const BodySphere& sole : {heel, front}) {
                soles.emplace_back(*this, law, matter.Ground(), simbodydem::HalfSpace::floor(),
                                   std::vector<BodySphere>{sole});
                drawLimb(foot, Vec3(0), sole.centre, 0.015, color);
            }
        }
    }

    // Returns the start. The pelvis has the position and the velocity of the data.
    State start() {
        const FourierSeries x = readSeries("pelvis_tx_half"), y = readSeries("pelvis_ty_half");
        const Real meanSpeed = gaitData()["fourier"]["pelvis_tx_half"]["mean_speed"];
        State state = system.realizeTopology();
        gait.forwards.setLength(state, x.calc(0, 0));
        gait.forwards.setRate(state, meanSpeed + x.calc(0, 1));
        gait.upwards.setLength(state, y.calc(0, 0));
        gait.upwards.setRate(state, y.calc(0, 1));
        return state;
    }
};

// Returns the ground reaction of the data, linear between its samples.
Real reference(const char* name, Real cycles) {
    const json& samples = gaitData()["reference_grf"][name];
    const Real at = (cycles - std::floor(cycles)) * samples.size();
    const std::size_t i = std::size_t(at), next = (i + 1) % samples.size();
    return Real(samples[i]) + (at - i) * (Real(samples[next]) - Real(samples[i]));
}

void evaluateForces(GaitResult& result, Real bodyWeight) {
    Real vertical = 0, foreAft = 0, sum = 0;
    for (const GaitSample& s : result.samples)
        for (int side = 0; side < 2; ++side) {
            vertical += square(s.calcVertical(side) - s.verticalReference[side]);
            foreAft += square(s.calcForeAft(side) - s.foreAftReference[side]);
            sum += s.calcVertical(side);
        }
    const Real count = result.samples.size();
    result.verticalRms = std::sqrt(vertical / (2 * count)) / bodyWeight;
    result.foreAftRms = std::sqrt(foreAft / (2 * count)) / bodyWeight;
    result.meanVertical = sum / count / bodyWeight;
}

// Returns the displacement that the spring takes up between two samples. An incremental spring that stiffens keeps its force.
Real takenUp(const SoleSample& before, const SoleSample& now, bool keepsForce) {
    if (!keepsForce || now.overlap <= before.overlap) return now.elastic[0] - before.elastic[0];
    const Real k0 = std::sqrt(before.overlap), k1 = std::sqrt(now.overlap); // Mindlin's kt, in arbitrary units
    return (k1 * now.elastic[0] - k0 * before.elastic[0]) / (0.5 * (k0 + k1));
}

// Computes creep and sliding. Between two samples with contact the slip velocity is integrated by the trapezoidal rule.
void evaluateSlip(GaitResult& result, bool keepsForce) {
    const Real stepsPerFoot = halfCycles / 2.;
    for (int i = 0; i < 4; ++i) {
        Real creep = 0, sliding = 0;
        for (std::size_t k = 1; k < result.samples.size(); ++k) {
            const SoleSample& before = result.samples[k - 1].soles[i];
            SoleSample& now = result.samples[k].soles[i];
            if (before.normalForce > 0 && now.normalForce > 0) {
                const Real moved = gaitInterval * 0.5 * (before.slipVelocity[0] + now.slipVelocity[0]);
                if (before.sliding || now.sliding)
                    sliding += std::abs(moved);
                else {
                    creep += std::abs(moved - takenUp(before, now, keepsForce));
                    result.greatestElastic = std::max(result.greatestElastic, std::abs(now.elastic[0]));
                }
            }
            now.creep = creep;
        }
        result.creep = std::max(result.creep, creep / stepsPerFoot);
        result.sliding = std::max(result.sliding, sliding / stepsPerFoot);
    }
}

} // namespace

GaitOptions::GaitOptions() {
    integrator.accuracy = 1e-5;
    const json& feet = gaitData()["model"]["hunt_crossley"];
    // HuntCrossleyForce has E* = 2^(-3/2) E' for two surfaces of plane-strain modulus E', and E* = E/(2 (1 - nu^2)). The sole
    // keeps its volume, so nu = 0.5. The viscous friction of the data is left out, since no law with history has it.
    law.poissonsRatio = 0.5;
    law.youngsModulus =
        2 * (1 - square(law.poissonsRatio)) * std::pow(2., -1.5) * Real(feet["plane_strain_modulus_Pa"]);
    law.dissipation = feet["dissipation_s_per_m"];
    law.staticFriction = feet["static"];
}

std::vector<GaitSample> getGaitReference() {
    std::vector<GaitSample> samples;
    const Real cycle = GaitMechanism::cycle;
    const int count = int(halfCycles * cycle / 2 / gaitInterval);
    for (int i = 0; i <= count; ++i) {
        GaitSample sample;
        sample.time = i * gaitInterval;
        for (int side = 0; side < 2; ++side) {
            const Real cycles = sample.time / cycle + side * 0.5;
            sample.verticalReference[side] = reference("vertical_right", cycles);
            sample.foreAftReference[side] = reference("fore_aft_right", cycles);
        }
        samples.push_back(sample);
    }
    return samples;
}

GaitResult runPlanarGait(const GaitOptions& options) {
    Walker walker(options.law);
    const State start = walker.start();
    const Real weight = walker.matter.calcSystemMass(start) * GaitMechanism::g;
    RunAdviceOptions question; // results: the ground reaction against the data
    question.samples = countSamples(getGaitReference().back().time, gaitInterval);
    question.duration = question.samples * gaitInterval;
    question.observe = [&](const State& s) {
        walker.system.realize(s, Stage::Dynamics);
        Vector row(8);
        for (int k = 0; k < 4; ++k) {
            const SphereReading sole = walker.soles[k].read(s)[0];
            row[2 * k] = sole.normalForce;
            row[2 * k + 1] = sole.tangentialForce[0];
        }
        return row;
    };
    question.answer = [&](const std::vector<Vector>& rows) {
        GaitResult seen;
        seen.samples = getGaitReference();
        seen.samples.erase(seen.samples.begin()); // there is no row at the start
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (int k = 0; k < 4; ++k) {
                seen.samples[i].soles[k].normalForce = rows[i][2 * k];
                seen.samples[i].soles[k].tangentialForce[0] = rows[i][2 * k + 1];
            }
        evaluateForces(seen, weight);
        return Vector(Vec3(seen.verticalRms, seen.foreAftRms, seen.meanVertical));
    };
    tryFirst(walker, options.integrator, start, question);
    Run run(walker, options, start);
    for (const SpheresOnPlane& sole : walker.soles) run.show.addForces(sole.getOurs());
    run.show.follow(walker.gait.forwards);

    GaitResult result;
    result.samples = getGaitReference();
    for (GaitSample& sample : result.samples) {
        const State& now = run.advanceTo(sample.time);
        result.distance = walker.gait.forwards.getLength(now) - walker.gait.forwards.getLength(start);
        for (int k = 0; k < 4; ++k) sample.soles[k] = {walker.soles[k].read(now)[0], 0};
    }
    evaluateForces(result, weight);
    evaluateSlip(result, options.law.law == "" && options.law.tangential == "mindlin-rescaled");
    result.cost = run.finish();
    return result;
}

Contenders gaitLaws() {
    const LawChoice given = GaitOptions().law;
    const auto withFriction = [&](const char* tangential) { // with a spring, on the data's normal force
        LawChoice law = withLaws(given, "hunt-crossley", tangential);
        law.restitution = landingRestitution; // for the tangential dashpot alone
        return law;
    };
    LawChoice cundall = withFriction("cundall");
    cundall.kt = 1e5;
    return huntCrossleyAt(given, given.dissipation, {"0.2", "0.01", "0.001"}) +
           Contenders{
               {"mindlin", "Hunt-Crossley, Mindlin", colors::third, withFriction("mindlin-rescaled")},
               {"mindlin-secant", "Hunt-Crossley, Mindlin secant", colors::fourth, withFriction("mindlin-secant")},
               {"cundall", "Hunt-Crossley, Cundall", colors::cundall, cundall}};
}

} // namespace lab
