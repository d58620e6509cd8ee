// Model of a block and a standing figure on a shaking platform.

#include "MovingPlatform.h"

#include "Check.h"
#include "Legs.h"
#include "Motions.h"
#include "PlatformMechanism.h"
#include "RunAdviceOptions.h"
#include "SpheresOnPlane.h"

#include <simbodydem/shapes/HalfSpace.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace lab {

using namespace SimTK;

namespace {

const Real platformInterval = 2e-3; // [s]
const int shakes = 4;               // number of measured shakes

struct Scene : Model {
    MobilizedBody::Slider platform;
    MobilizedBody::Planar trunk; // or the block
    Legs legs;
    std::vector<BodySphere> soles;
    Real height; // of the trunk at the start [m]

    Scene(const PlatformOptions& options, const Shake& shake) : Model(Vec3(0, -PlatformMechanism::g, 0)) {
        platform = PlatformMechanism::addPlatform(matter);
        Motion::Custom(platform, new Prescribed([shake](Real t, int d, Real* q) { *q = shake.calc(t, d); }));
        if (options.rider == "block")
            addBlock();
        else
            addFigure();
    }

    void addBlock() {
        height = PlatformMechanism::blockHeight;
        trunk = PlatformMechanism::addBlock<MobilizedBody::Planar>(matter);
        for (const Vec3& centre : PlatformMechanism::getSoles())
            soles.push_back({trunk, centre, PlatformMechanism::soleRadius});
    }

    void addFigure() {
        const Real ankleHeight = Legs::ankleHeight, stride = 0.3;
        height = 0.8 + ankleHeight;
        const Vec3 com(0, 0.3, 0);
        trunk = MobilizedBody::Planar(matter.Ground(), makeBrick(50, Vec3(0.1, 0.3, 0.2), com));
        trunk.addBodyDecoration(com, DecorativeEllipsoid(Vec3(0.12, 0.3, 0.2)).setColor(Orange));
        for (Real side : {-1., 1.}) {
            MobilizedBody foot = legs.add(*this, trunk, side * stride / 2, height - ankleHeight, {9, 4, 2},
                                          {2000, 2000, 1500}, {60, 60, 15});
            for (Real x : {-0.05, 0.15}) soles.push_back({foot, Vec3(x, 0.03 - ankleHeight, side * 0.1), 0.03});
        }
    }
};

// Sums the forces on the touching soles of one body.
struct Foot {
    Real normal = 0, tangential = 0; // [N]
    bool slides = true;
};

// Integrates the slip velocity of one sole by the trapezoidal rule, less the displacement that its spring holds.
struct Slip {
    SphereReading before;
    Real now = 0, way = 0; // net displacement, and distance there and back [m]

    void advance(const SphereReading& reading) {
        if (before.normalForce > 0 && reading.normalForce > 0) {
            const Real moved = platformInterval * 0.5 * (before.slipVelocity[0] + reading.slipVelocity[0]) -
                               (reading.elastic[0] - before.elastic[0]);
            now += moved;
            way += std::abs(moved);
        }
        before = reading;
    }
};

// Returns the slip per shake of the sole that slips farthest [m].
Real findFarthest(const std::vector<Slip>& slips) {
    Real way = 0;
    for (const Slip& slip : slips) way = std::max(way, slip.way / shakes);
    return way;
}

} // namespace

PlatformOptions::PlatformOptions(const std::string& rider) : rider(rider) {
    integrator = {rider == "block" ? "rkm" : "cpodes", 1e-5}; // the figure's joint dampers are stiff
    law = onMaterial(1e9, 0.45, 0.3, 0.2);
}

PlatformResult runPlatform(const PlatformOptions& options) {
    check(options.acceleration >= 0, "--acceleration", options.acceleration, "m/s^2", ">= 0");
    if (options.rider != "block" && options.rider != "figure") refuse("--rider is unknown; choose from block, figure");
    const Real period = 1 / options.frequency, steady = 4 * period, end = steady + shakes * period;
    const Shake shake{options.acceleration / square(2 * Pi * options.frequency), options.frequency, 2 * period,
                      end + 2 * period, 2 * period};
    Scene scene(options, shake);
    SpheresOnPlane contact(scene, options.law, scene.platform, simbodydem::HalfSpace::floor(), scene.soles);
    State state = scene.system.realizeTopology();
    scene.trunk.setQ(state, Vec3(0, 0, scene.height));
    RunAdviceOptions question; // result: slip of the sole that slips farthest in the measured shakes
    question.duration = end;
    question.settling = steady - platformInterval;
    question.samples = countSamples(end - question.settling, platformInterval);
    question.observe = [&](const State& s) {
        scene.system.realize(s, Stage::Dynamics);
        const auto readings = contact.read(s);
        Vector row(3 * int(readings.size()));
        for (int k = 0; k < int(readings.size()); ++k) {
            row[3 * k] = readings[k].normalForce;
            row[3 * k + 1] = readings[k].slipVelocity[0];
            row[3 * k + 2] = readings[k].elastic[0];
        }
        return row;
    };
    question.answer = [&](const std::vector<Vector>& rows) {
        std::vector<Slip> slips(scene.soles.size());
        for (const Vector& row : rows)
            for (int k = 0; k < int(slips.size()); ++k) {
                SphereReading reading;
                reading.normalForce = row[3 * k];
                reading.slipVelocity[0] = row[3 * k + 1];
                reading.elastic[0] = row[3 * k + 2];
                slips[k].advance(reading);
            }
        return Vector(1, findFarthest(slips) / getSlipScale(options));
    };
    tryFirst(scene, options.integrator, state, question);
    Run run(scene, options, state);
    run.show.addForces(contact.getOurs());
    PlatformResult result;
    std::vector<Slip> slips(scene.soles.size());
    run.skipTo(steady);
    for (int i = 0; i <= countSamples(end - steady, platformInterval); ++i) {
        const State& s = run.advanceTo(steady + i * platformInterval);
        if (scene.trunk.getBodyOriginLocation(s)[1] < 0.7 * scene.height) throw std::runtime_error("the figure falls");
        const auto readings = contact.read(s);
        std::map<MobilizedBodyIndex, Foot> feet;
        for (std::size_t k = 0; k < slips.size(); ++k) {
            const SphereReading& reading = readings[k];
            slips[k].advance(reading);
            if (reading.normalForce <= 0) continue;
            Foot& foot = feet[scene.soles[k].body.getMobilizedBodyIndex()];
            foot.normal += reading.normalForce;
            foot.tangential += reading.tangentialForce.norm();
            foot.slides = foot.slides && reading.sliding;
        }
        for (const auto& [body, foot] : feet) {
            result.load = std::max(result.load, foot.tangential / (options.law.staticFriction * foot.normal));
            result.slides = result.slides || foot.slides;
        }
    }
    result.slip = findFarthest(slips);
    for (const Slip& slip : slips) result.drift = std::max(result.drift, std::abs(slip.now) / shakes);
    result.cost = run.finish();
    return result;
}

Real solveBlockSlip(Real A, Real frequency, Real friction) {
    if (A <= friction * PlatformMechanism::g) return 0;
    check(A < PlatformMechanism::calcRestLimit(friction), "--acceleration", A, "m/s^2", "below 1.86 mu g");
    return 2 * PlatformMechanism::solveSlip(A, frequency, friction);
}

Real getSlipScale(const PlatformOptions& options) {
    const Real friction = options.law.staticFriction, comesToRest = 1.8 * friction * PlatformMechanism::g;
    return std::max(solveBlockSlip(std::min(options.acceleration, comesToRest), options.frequency, friction), 1e-3);
}

Contenders platformLaws() {
    const LawChoice mindlin = PlatformOptions().law;
    return Contenders{{"hertz-mindlin", "Hertz-Mindlin", colors::hertzMindlin, mindlin},
                      {"cundall", "Cundall", colors::cundall, withCundall(mindlin, 2e7)}} +
           huntCrossleyAt(mindlin, 2, {"0.1", "0.01"});
}

} // namespace lab
