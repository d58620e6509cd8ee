// Model of a rimless wheel on spherical feet, and its closed form.

#include "RimlessWheel.h"

#include "Check.h"

namespace lab {

using namespace SimTK;

namespace {

const int spokes = 8;
const Real length = 1, mass = 1, inertia = 0.2, slope = 0.08, g = 9.81; // [m, kg, kg m^2, rad, m/s^2]
const Real sampleInterval = 1e-3;                                       // [s]
const int transientSteps =
    6; // before the measured one; a step leaves 0.57 of the energy's distance from the periodic walk

} // namespace

WheelClosedForm solveRimlessWheel(Real r) {
    const Real l = length - r, alpha = Pi / spokes, b = l * std::sin(alpha), h = r + l * std::cos(alpha);
    const auto J = [&](Real t) { return inertia + mass * (r * r + l * l + 2 * r * l * std::cos(t)); };
    const auto work = [&](Real t) { // of gravity, from t = 0
        return mass * g * (std::sin(slope) * (r * t + l * std::sin(t)) + std::cos(slope) * l * (1 - std::cos(t)));
    };
    const Real kept = (inertia + mass * (h * h - b * b)) / (inertia + mass * (h * h + b * b));
    const Real squareBefore = 2 * (work(alpha) - work(-alpha)) / (J(alpha) * (1 - kept * kept));
    const auto rate = [&](Real t) {
        return std::sqrt((kept * kept * squareBefore * J(alpha) + 2 * (work(t) - work(-alpha))) / J(t));
    };
    const int count = 1000;
    Real time = 0; // Simpson's rule
    for (int i = 0; i <= count; ++i)
        time += (i == 0 || i == count ? 1 : i % 2 ? 4 : 2) / rate(-alpha + 2 * alpha * i / count);
    time *= 2 * alpha / count / 3;
    return {rate(0), 2 * (r * alpha + b) / time};
}

WheelResult runRimlessWheel(const WheelOptions& options) {
    const Real r = options.footRadius;
    check(r > 0 && r < length / 2, "--foot-radius", r, "m", "in (0, 0.5)");
    OneSetModel model(g * Vec3(std::sin(slope), -std::cos(slope), 0)); // x runs down the slope
    MobilizedBody::Planar wheel(model.matter.Ground(),
                                Body::Rigid(MassProperties(mass, Vec3(0), Inertia(Vec3(inertia)))));
    model.addGround();
    for (int i = 0; i < spokes; ++i) {
        const Rotation turn(2 * Pi * i / spokes, ZAxis);
        model.addSphere(wheel, r, turn * Vec3(0, r - length, 0));
        wheel.addBodyDecoration(Transform(turn, turn * Vec3(0, -length / 2, 0)),
                                DecorativeCylinder(0.015, length / 2).setColor(i == 0 ? Orange : Gray));
    }
    const auto ours = model.installForce(model.set, options.law, options.law.getRigidMaterial());

    State state = model.system.realizeTopology();
    const WheelClosedForm closedForm = solveRimlessWheel(r);
    const Real rate = closedForm.rateAtMidStance;
    wheel.setQ(state, Vec3(0, 0, length));
    wheel.setU(state, Vec3(-rate, rate * length, 0)); // rolls about its lowest point

    simbodydem::RunAdviceOptions question;
    question.duration = (transientSteps + 1) * 2 * length * std::sin(Pi / spokes) / closedForm.speed;
    question.samples = 1;
    question.observe = [&](const State& s) {
        return Vector(1, wheel.getQ(s)[1] / question.duration / closedForm.speed);
    };
    tryFirst(model, options.integrator, state, question);
    Run run(model, options, state);
    run.show.addForces(ours.get());
    run.show.follow(wheel);
    // Mid-stances are counted, where the angle is smooth. At each one the wheel has turned by one more spoke.
    WheelResult result;
    Real timeThere = 0, wayThere = 0;
    const Real perStep = 2 * Pi / spokes;
    int midStances = 0;
    Vec3 before = wheel.getQ(state);
    for (int i = 1; midStances <= transientSteps; ++i) {
        const Real time = i * sampleInterval;
        if (time > 3 * (transientSteps + 1))
            throw std::runtime_error("the wheel has stopped after " + std::to_string(midStances) + " steps");
        const State& s = run.advanceTo(time);
        const Vec3 now = wheel.getQ(s);
        if (midStances == transientSteps) result.samples.push_back({time, -now[0], -s.getU()[0]});
        if (-now[0] >= perStep * (midStances + 1)) {
            ++midStances;
            const Real fraction = (perStep * midStances + before[0]) / (before[0] - now[0]);
            const Real at = time + (fraction - 1) * sampleInterval, way = before[1] + fraction * (now[1] - before[1]);
            result.speed = (way - wayThere) / (at - timeThere);
            timeThere = at;
            wayThere = way;
        }
        before = now;
    }
    result.cost = run.finish();
    return result;
}

Contenders wheelLaws() {
    const LawChoice mindlin = WheelOptions().law, rescaled = withLaws(mindlin, "hertz", "mindlin-rescaled");
    return Contenders{{"hertz-mindlin", "Hertz-Mindlin", colors::hertzMindlin, mindlin},
                      {"hertz-mindlin-rescaled", "Hertz-Mindlin, rescaled", colors::third, rescaled},
                      {"cundall", "Cundall, kn 1e6 N/m", colors::cundall, withCundall(mindlin, 1e6)}} +
           huntCrossleyAt(mindlin, 2, {"0.1", "0.01", "0.003"});
}

} // namespace lab
