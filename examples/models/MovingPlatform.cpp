// A block and a standing figure on a shaking platform.

#include "MovingPlatform.h"

#include "Check.h"
#include "Limbs.h"
#include "Motions.h"
#include "SpheresOnPlane.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lab {

using namespace SimTK;

namespace {

const Real sampleInterval = 2e-3; // [s]
const Real g = 9.81;

struct Scene : Model {
    MobilizedBody::Slider platform;
    MobilizedBody::Planar trunk; // or the block
    Limbs limbs;
    std::vector<BodySphere> soles;
    std::unique_ptr<SpheresOnPlane> contact;
    Real height; // of the trunk at the start [m]

    Scene(const PlatformOptions& options, const Shake& shake) : Model(Vec3(0, -g, 0)) {
        platform = MobilizedBody::Slider(matter.Ground(), Body::Rigid(MassProperties(100, Vec3(0), Inertia(1))));
        Motion::Custom(platform, new Prescribed([shake](Real t, int d, Real* q) { *q = shake.calc(t, d); }));
        platform.addBodyDecoration(Vec3(0, 0, 0), DecorativeBrick(Vec3(0.6, 0.005, 0.4)).setColor(Gray));
        if (options.rider == "block")
            addBlock();
        else
            addFigure();
        contact = std::make_unique<SpheresOnPlane>(*this, platform, facingUp(), soles, options.law);
    }

    void addBlock() {
        height = 0.08;
        trunk = MobilizedBody::Planar(matter.Ground(), makeBrick(80, Vec3(0.3, 0.05, 0.2)));
        trunk.addBodyDecoration(Vec3(0), DecorativeBrick(Vec3(0.3, 0.05, 0.2)).setColor(Orange));
        for (Real x : {-0.25, 0.25})
            for (Real z : {-0.2, 0.2}) soles.push_back({trunk, Vec3(x, -0.05, z), 0.03});
    }

    void addFigure() {
        const Real length = 0.42, ankleHeight = 0.08, hipHeight = 0.8 + ankleHeight, stride = 0.3;
        height = hipHeight;
        const Vec3 com(0, 0.3, 0);
        trunk = MobilizedBody::Planar(matter.Ground(), makeBrick(50, Vec3(0.1, 0.3, 0.2), com));
        trunk.addBodyDecoration(com, DecorativeEllipsoid(Vec3(0.12, 0.3, 0.2)).setColor(Orange));
        for (Real side : {-1., 1.}) {
            const Posture p = solvePosture(side * stride / 2, hipHeight - ankleHeight, length);
            MobilizedBody thigh = limbs.add(*this, trunk, Vec3(0), 9, length, p.hip, 2000, 60);
            MobilizedBody shank = limbs.add(*this, thigh, Vec3(0, -length, 0), 4, length, p.knee, 2000, 60);
            MobilizedBody foot = limbs.add(*this, shank, Vec3(0, -length, 0), 2, 0.08, p.ankle, 1500, 15);
            for (Real x : {-0.05, 0.15}) soles.push_back({foot, Vec3(x, 0.03 - ankleHeight, side * 0.1), 0.03});
        }
    }

    State start() {
        State state = system.realizeTopology();
        trunk.setQ(state, Vec3(0, 0, height));
        limbs.takePosture(state);
        return state;
    }
};

struct Foot {
    Real normal = 0, tangential = 0; // [N]
    bool slides = true;
};

// Soles of one body, of those that stand.
std::map<MobilizedBodyIndex, Foot> readFeet(const std::vector<BodySphere>& soles,
                                            const std::vector<SphereReading>& readings) {
    std::map<MobilizedBodyIndex, Foot> feet;
    for (std::size_t k = 0; k < soles.size(); ++k)
        if (readings[k].normalForce > 0) {
            Foot& foot = feet[soles[k].body.getMobilizedBodyIndex()];
            foot.normal += readings[k].normalForce;
            foot.tangential += readings[k].tangentialForce.norm();
            foot.slides = foot.slides && readings[k].sliding;
        }
    return feet;
}

// What one sole has slipped, by the trapezium of its slip velocity, less what its spring holds.
struct Slip {
    SphereReading before;
    Real now = 0, way = 0; // net and there and back [m]

    void advance(const SphereReading& reading) {
        if (before.normalForce > 0 && reading.normalForce > 0) {
            const Real moved = sampleInterval * 0.5 * (before.slipVelocity[0] + reading.slipVelocity[0]) -
                               (reading.elastic[0] - before.elastic[0]);
            now += moved;
            way += std::abs(moved);
        }
        before = reading;
    }
};

} // namespace

PlatformOptions::PlatformOptions(const std::string& rider) : rider(rider) {
    integrator = {rider == "block" ? "rkm" : "cpodes", 1e-5}; // the figure's joint dampers are stiff
    law = onMaterial(1e9, 0.45, 0.3, 0.2);
}

PlatformResult runPlatform(const PlatformOptions& options) {
    check(options.acceleration >= 0, "--acceleration", options.acceleration, "m/s^2", ">= 0");
    checkPositive("--frequency", options.frequency, "1/s");
    check(options.shakes >= 1, "--shakes", options.shakes, "-", "at least 1");
    if (options.rider != "block" && options.rider != "figure") refuse("--rider must be block or figure");
    const Real period = 1 / options.frequency, steady = 4 * period, end = steady + options.shakes * period;
    const Shake shake{options.acceleration / square(2 * Pi * options.frequency), options.frequency, 2 * period,
                      end + 2 * period, 2 * period};
    Scene scene(options, shake);
    Show show(options.show, scene.system, scene.contacts);
    show.addForces(scene.contact->getOurs(), 80 * g, 1);
    show.follow(scene.matter.Ground(), 0.7, 2.5);
    Run run(scene, options.integrator, scene.start(), show);
    PlatformResult result;
    std::vector<Slip> slips(scene.soles.size());
    run.skipTo(steady);
    for (int i = 0; i <= countSamples(end - steady, sampleInterval); ++i) {
        const Real time = steady + i * sampleInterval;
        const State& s = run.advanceTo(time);
        if (scene.trunk.getBodyOriginLocation(s)[1] < 0.7 * scene.height) throw std::runtime_error("the figure falls");
        const auto readings = scene.contact->read(s);
        for (std::size_t k = 0; k < slips.size(); ++k) slips[k].advance(readings[k]);
        for (const auto& [body, foot] : readFeet(scene.soles, readings)) {
            result.load = std::max(result.load, foot.tangential / (options.law.staticFriction * foot.normal));
            result.slides = result.slides || foot.slides;
        }
        result.samples.push_back({time, shake.calc(time, 0), slips.back().now});
    }
    for (const Slip& slip : slips) {
        result.slip = std::max(result.slip, slip.way / options.shakes);
        result.drift = std::max(result.drift, std::abs(slip.now) / options.shakes);
    }
    result.cost = run.finish();
    return result;
}

Real solveBlockSlip(Real A, Real frequency, Real friction) {
    const Real limit = friction * g, w = 2 * Pi * frequency;
    if (A <= limit) return 0;
    check(A < limit * std::sqrt(1 + square(Pi / 2)), "--acceleration", A, "m/s^2", "below 1.86 mu g");
    const Real t0 = std::asin(limit / A) / w, p0 = w * t0;
    const auto velocity = [&](Real t) { return A / w * (std::cos(p0) - std::cos(w * t)) - limit * (t - t0); };
    Real low = (Pi - p0) / w, high = (Pi + p0) / w; // fastest when the platform is back at mu g; sticks before -mu g
    for (int i = 0; i < 100; ++i) {
        const Real t = 0.5 * (low + high);
        (velocity(t) > 0 ? low : high) = t;
    }
    const Real sliding = low - t0;
    const Real way =
        A / w * (std::cos(p0) * sliding - (std::sin(w * low) - std::sin(p0)) / w) - 0.5 * limit * square(sliding);
    return 2 * way;
}

Contenders platformLaws() {
    const LawChoice mindlin = PlatformOptions().law;
    return Contenders{{"hertz-mindlin", "Hertz-Mindlin", colors::hertzMindlin, mindlin},
                      {"cundall", "Cundall", colors::cundall, withCundall(mindlin, 2e7)}} +
           huntCrossleyAt(mindlin, 2, {"0.1", "0.01"});
}

} // namespace lab
