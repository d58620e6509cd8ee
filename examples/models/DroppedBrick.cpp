// A brick falls on a corner and tumbles to rest.

#include "Drops.h"

#include "Check.h"
#include "SpheresOnPlane.h"

#include <algorithm>

namespace lab {

using namespace SimTK;

EnergySample::EnergySample(const Model& model, const simbodydem::DEMContactForce* ours, const State& s)
    : time(s.getTime()), kinetic(model.system.calcKineticEnergy(s)), potential(model.system.calcPotentialEnergy(s)) {
    if (ours) heat = ours->getDissipatedEnergyByCause(s);
}

Real calcDrift(const std::vector<EnergySample>& samples, const simbodydem::DEMContactForce* ours) {
    if (!ours) return NaN;
    Real drift = 0;
    for (const EnergySample& s : samples) drift = std::max(drift, std::abs(s.total() - samples.front().total()));
    return drift;
}

namespace {

const Real sampleInterval = 1e-3, mass = 3, g = 9.81; // [s, kg, m/s^2]

} // namespace

BrickResult runDroppedBrick(const BrickOptions& options) {
    checkPositive("--height", options.height, "m");
    checkPositive("--duration", options.duration, "s");
    Model model(Vec3(0, -g, 0));
    const Vec3 half(0.12, 0.035, 0.055);
    const Real radius = 0.01;
    MobilizedBody::Free brick(model.matter.Ground(), makeBrick(mass, half));
    brick.addBodyDecoration(Vec3(0), DecorativeBrick(half).setColor(Orange).setOpacity(0.6));
    std::vector<BodySphere> corners;
    for (Real x : {-1., 1.})
        for (Real y : {-1., 1.})
            for (Real z : {-1., 1.})
                corners.push_back({brick, Vec3(x, y, z).elementwiseMultiply(half - Vec3(radius)), radius});
    SpheresOnPlane contact(model, model.matter.Ground(), facingUp(), corners, options.law);
    simbodydem::DEMContactForce* ours = contact.getOurs();
    if (ours) ours->setTrackDissipatedEnergy(true);

    Show show(options.show, model.system, model.contacts);
    show.addForces(ours, mass * g, 0.1);
    show.follow(brick, 0.2, 0.8);
    State state = model.system.realizeTopology();
    // A little beside the diagonal, so that it falls over to a side.
    const Transform pose(Rotation(BodyRotationSequence, 0.4, XAxis, 0.2, YAxis, 0.9, ZAxis));
    Real lowest = Infinity;
    for (const BodySphere& corner : corners) lowest = std::min(lowest, (pose.R() * corner.centre)[1] - radius);
    brick.setQToFitTransform(state, Transform(pose.R(), Vec3(0, options.height - lowest, 0)));

    Run run(model, options.integrator, state, show);
    BrickResult result;
    for (int i = 0; i <= countSamples(options.duration, sampleInterval); ++i) {
        EnergySample sample(model, ours, run.advanceTo(i * sampleInterval));
        sample.potential -= mass * g * half[1]; // lying flat
        result.samples.push_back(sample);
        if (i == 0) result.startEnergy = sample.total();
        if (sample.kinetic > 1e-6 * result.startEnergy) result.timeToRest = sample.time + sampleInterval;
    }
    result.drift = calcDrift(result.samples, ours) / result.startEnergy;
    if (result.timeToRest > options.duration) result.timeToRest = NaN;
    result.cost = run.finish();
    return result;
}

Contenders brickLaws() {
    const BrickOptions options;
    const LawChoice& mindlin = options.law;
    const Real dissipation = dissipationForRestitution(mindlin.restitution, std::sqrt(2 * g * options.height));
    return Contenders{{"mindlin", "Hertz-Mindlin", colors::hertzMindlin, mindlin},
                      {"cundall", "Cundall", colors::cundall, withCundall(mindlin, 3e5)}} +
           huntCrossleyAt(mindlin, dissipation, {"0.1", "0.01", "0.001"});
}

} // namespace lab
