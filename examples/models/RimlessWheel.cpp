// Model of a rimless wheel on spherical feet.

#include "RimlessWheel.h"

#include "Check.h"
#include "RunAdviceOptions.h"
#include "WheelMechanism.h"

namespace lab {

using namespace SimTK;

namespace {

const Real wheelInterval = 1e-3; // [s]
const int transientSteps =
    6; // before the measured one; a step leaves 0.57 of the energy's distance from the periodic walk

} // namespace

WheelClosedForm solveRimlessWheel(Real footRadius) { return WheelMechanism{footRadius}.solve(); }

WheelResult runRimlessWheel(const WheelOptions& options) {
    const Real r = options.footRadius;
    check(r > 0 && r < WheelMechanism::length / 2, "--foot-radius", r, "m", "in (0, 0.5)");
    const WheelMechanism mechanism{r};
    OneSetModel model(mechanism.getGravity());
    MobilizedBody::Planar wheel = mechanism.add(model.matter);
    model.addGround();
    for (int i = 0; i < mechanism.spokes; ++i) model.addSphere(wheel, r, mechanism.findFoot(i));
    const auto ours = model.installForce(model.set, options.law, options.law.getRigidMaterial());

    State state = model.system.realizeTopology();
    const WheelClosedForm closedForm = mechanism.solve();
    mechanism.start(state, wheel, closedForm.rateAtMidStance);

    RunAdviceOptions question;
    question.duration = (transientSteps + 1) * 2 * mechanism.length * std::sin(Pi / mechanism.spokes) / closedForm.speed;
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
    const Real perStep = 2 * Pi / mechanism.spokes;
    int midStances = 0;
    Vec3 before = wheel.getQ(state);
    for (int i = 1; midStances <= transientSteps; ++i) {
        const Real time = i * wheelInterval;
        if (time > 3 * (transientSteps + 1))
            throw std::runtime_error("the wheel has stopped after " + std::to_string(midStances) + " steps");
        const State& s = run.advanceTo(time);
        const Vec3 now = wheel.getQ(s);
        if (midStances == transientSteps) result.samples.push_back({time, -now[0], -s.getU()[0]});
        if (-now[0] >= perStep * (midStances + 1)) {
            ++midStances;
            const Real fraction = (perStep * midStances + before[0]) / (before[0] - now[0]);
            const Real at = time + (fraction - 1) * wheelInterval, way = before[1] + fraction * (now[1] - before[1]);
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
