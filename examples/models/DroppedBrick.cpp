// A brick falls on a corner and tumbles to rest.

#include "DroppedBrick.h"

#include "Check.h"
#include "Run.h"
#include "SpheresOnPlane.h"

#include <algorithm>
#include <cmath>

namespace lab {

using namespace SimTK;

namespace {

const Real sampleInterval = 1e-3, mass = 3, g = 9.81; // [s, kg, m/s^2]

} // namespace

BrickOptions::BrickOptions() {
    integrator.accuracy = 1e-7;
    law.youngsModulus = 1e8;
    law.restitution = 0.5;
    law.staticFriction = 0.5;
}

BrickResult runDroppedBrick(const BrickOptions& options) {
    checkPositive("--height", options.height, "m");
    checkPositive("--duration", options.duration, "s");
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    Force::UniformGravity(forces, matter, Vec3(0, -g, 0));
    const Vec3 half(0.12, 0.035, 0.055);
    const Real radius = 0.01;
    MobilizedBody::Free brick(matter.Ground(),
                              Body::Rigid(MassProperties(mass, Vec3(0), mass * UnitInertia::brick(half))));
    brick.addBodyDecoration(Vec3(0), DecorativeBrick(half).setColor(Orange).setOpacity(0.6));
    std::vector<BodySphere> corners;
    for (Real x : {-1., 1.})
        for (Real y : {-1., 1.})
            for (Real z : {-1., 1.})
                corners.push_back({brick, Vec3(x, y, z).elementwiseMultiply(half - Vec3(radius)), radius});
    SpheresOnPlane contact(forces, contacts, matter.Ground(), Rotation(-Pi / 2, ZAxis), corners, options.law);
    simbodydem::DEMContactForce* ours = contact.getOurs();
    if (ours) ours->setTrackDissipatedEnergy(true);

    Show show(options.show, system, contacts);
    if (ours) show.addForces(*ours, mass * g, 0.1);
    show.follow(brick, 0.2, 0.8);
    State state = system.realizeTopology();
    // A little beside the diagonal, so that it falls over to a side.
    const Transform pose(Rotation(BodyRotationSequence, 0.4, XAxis, 0.2, YAxis, 0.9, ZAxis));
    Real lowest = Infinity;
    for (const BodySphere& corner : corners) lowest = std::min(lowest, (pose.R() * corner.centre)[1] - radius);
    brick.setQToFitTransform(state, Transform(pose.R(), Vec3(0, options.height - lowest, 0)));

    Run run(system, options.integrator, state, show);
    BrickResult result;
    const int count = int(std::lround(options.duration / sampleInterval));
    for (int i = 0; i <= count; ++i) {
        const State& s = run.advanceTo(i * sampleInterval);
        EnergySample sample;
        sample.time = s.getTime();
        sample.kinetic = system.calcKineticEnergy(s);
        sample.potential = system.calcPotentialEnergy(s) - mass * g * half[1]; // lying flat
        if (ours) sample.heat = ours->getDissipatedEnergyByCause(s);
        result.samples.push_back(sample);
        if (i == 0) result.startEnergy = sample.total();
        if (sample.kinetic > 1e-6 * result.startEnergy) result.timeToRest = sample.time + sampleInterval;
        result.drift =
            std::max(result.drift, std::abs(sample.total() - result.samples.front().total()) / result.startEnergy);
    }
    if (!ours) result.drift = NaN;
    if (result.timeToRest > options.duration) result.timeToRest = NaN;
    result.cost = run.finish();
    return result;
}

Contenders brickLaws() {
    const BrickOptions options;
    LawChoice mindlin = options.law, cundall = mindlin, theirs = mindlin;
    cundall.law = "cundall";
    cundall.kn = 3e5;
    theirs.dissipation = dissipationForRestitution(theirs.restitution, std::sqrt(2 * g * options.height));
    return Contenders{{"mindlin", "Hertz-Mindlin", colors::hertzMindlin, mindlin},
                      {"cundall", "Cundall", colors::cundall, cundall}} +
           huntCrossleyAt(theirs, {"0.1", "0.01", "0.001"});
}

} // namespace lab
