// Model of two fingers that lift, shake and hold an object.

#include "Gripper.h"

#include "Check.h"
#include "GripperMechanism.h"
#include "Motions.h"
#include "RunAdviceOptions.h"
#include "SpheresOnPlane.h"

#include <simbodydem/shapes/HalfSpace.h>

#include <algorithm>
#include <cmath>

namespace lab {

using namespace SimTK;

namespace {

const Real gripperInterval = 0.01;                                                // [s]
const Real gripped = 0.9, hanging = GripperMechanism::shakingStart, lastRest = 4; // [s]

struct Gripper : Model {
    MobilizedBody::Translation carriage;
    MobilizedBody::Free object; // origin between the fingers
    std::vector<MobilizedBody::Pin> fingers;
    std::vector<BodySphere> points[2]; // spheres that the left and the right finger touch
    std::vector<SpheresOnPlane> pads;
    std::unique_ptr<SpheresOnPlane> table;

    explicit Gripper(const GripperOptions& options) : Model(Vec3(0, -9.81, 0)) {
        const Real end = options.duration - lastRest;
        const GripperMechanism mechanism{end, 0.01}; // the centre of mass is 1 cm beside the fingers
        carriage = MobilizedBody::Translation(matter.Ground(), mechanism.makeCarriage());
        const Shake along{0.004, 3, hanging, end, 1};
        Motion::Custom(carriage, new Prescribed([=](Real t, int d, Real* p) {
                           p[0] = 0;
                           p[1] = mechanism.calcHeight(t, d);
                           p[2] = along.calc(t, d);
                       }));

        object = mechanism.addObject(matter);
        carriage.addBodyDecoration(Vec3(0), DecorativeBrick(Vec3(2 * mechanism.halfWidth, 0.01, 0.02)).setColor(Gray));
        std::vector<BodySphere> stand;
        for (const Vec3& foot : mechanism.getFeet()) stand.push_back({object, foot, mechanism.footRadius});
        table = std::make_unique<SpheresOnPlane>(*this, options.law, matter.Ground(), simbodydem::HalfSpace::floor(),
                                                 stand);
        for (int i : {0, 1}) addFinger(i, options);
    }

    void addFinger(int i, const GripperOptions& options) {
        using Mechanism = GripperMechanism;
        const Real side = i == 0 ? -1 : 1;
        MobilizedBody::Pin finger = Mechanism::addFinger(forces, carriage, side);
        std::vector<Real> places = {0};
        if (options.pointsPerFinger == 2) places = {-Mechanism::pointSpread, Mechanism::pointSpread};
        for (Real z : places) points[i].push_back({object, Mechanism::getPoint(side, z), Mechanism::pointRadius});
        const Real thickness = Mechanism::padThickness;
        finger.addBodyDecoration(Vec3(-side * thickness / 2, -Mechanism::fingerLength, 0),
                                 DecorativeBrick(Vec3(thickness / 2, 0.015, 0.02)).setColor(Gray).setOpacity(0.6));
        pads.emplace_back(*this, options.law, finger, Mechanism::getPad(side), points[i]);
        fingers.push_back(finger);
    }

    // Returns the position of each point on its pad.
    std::vector<Vec2> locate(const State& state) const {
        std::vector<Vec2> places;
        for (int i : {0, 1})
            for (const BodySphere& point : points[i]) {
                const Vec3 p = fingers[i].findStationAtGroundPoint(
                    state, point.body.findStationLocationInGround(state, point.centre));
                places.push_back(Vec2(p[1], p[2]));
            }
        return places;
    }

    Real calcPivot(const State& state) const {
        const Rotation& R = object.getBodyRotation(state);
        return std::atan2(R[2][1], R[1][1]);
    }

    Real calcLoad(const State& state, Real friction) const {
        Real load = 0;
        for (const SpheresOnPlane& pad : pads)
            for (const SphereReading& r : pad.read(state))
                if (r.normalForce > 0) load = std::max(load, r.tangentialForce.norm() / (friction * r.normalForce));
        return load;
    }
};

Real greatestDistance(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
    Real distance = 0;
    for (std::size_t i = 0; i < a.size(); ++i) distance = std::max(distance, (a[i] - b[i]).norm());
    return distance;
}

} // namespace

GripperResult runGripper(const GripperOptions& options) {
    check(options.pointsPerFinger == 1 || options.pointsPerFinger == 2, "--points", options.pointsPerFinger, "-",
          "1 or 2");
    check(options.duration >= 12, "--duration", options.duration, "s", "at least 12");
    Gripper gripper(options);
    State state = gripper.system.realizeTopology();
    gripper.object.setQToFitTranslation(state, Vec3(0, GripperMechanism::halfHeight, 0));

    RunAdviceOptions question; // results: slip on the pads [mm] and pivot
    question.duration = options.duration;
    question.samples = countSamples(options.duration, gripperInterval);
    question.observe = [&](const State& s) {
        Vector row(0);
        for (const Vec2& place : gripper.locate(s)) {
            row.resizeKeep(row.size() + 2);
            row[row.size() - 2] = place[0] / 1e-3;
            row[row.size() - 1] = place[1] / 1e-3;
        }
        row.resizeKeep(row.size() + 1);
        row[row.size() - 1] = gripper.calcPivot(s);
        return row;
    };
    question.answer = [](const std::vector<Vector>& rows) {
        const int pivot = rows[0].size() - 1;
        const Vector &before = rows[countSamples(hanging, gripperInterval) - 1], &end = rows.back();
        const Real pivotBefore = rows[countSamples(gripped, gripperInterval) - 1][pivot];
        const auto distance = [&](const Vector& a) {
            Real greatest = 0;
            for (int k = 0; k < pivot; k += 2)
                greatest = std::max(greatest, std::hypot(a[k] - before[k], a[k + 1] - before[k + 1]));
            return greatest;
        };
        Real swing = 0, turn = 0;
        for (int i = countSamples(gripped, gripperInterval); i < int(rows.size()); ++i) {
            turn = std::max(turn, std::abs(rows[i][pivot] - pivotBefore));
            if (i >= countSamples(hanging, gripperInterval)) swing = std::max(swing, distance(rows[i]));
        }
        return Vector(Vec3(distance(end), swing, turn));
    };
    tryFirst(gripper, options.integrator, state, question);
    Run run(gripper, options, state);
    for (const SpheresOnPlane& pad : gripper.pads) run.show.addForces(pad.getOurs());
    GripperResult result;
    std::vector<Vec2> before, now;
    Real pivotBefore = 0;
    for (int i = 1; i <= countSamples(options.duration, gripperInterval); ++i) {
        const Real time = i * gripperInterval;
        const State& s = run.advanceTo(time);
        now = gripper.locate(s);
        if (time <= gripped) pivotBefore = gripper.calcPivot(s);
        if (time <= hanging) before = now;
        if (time > hanging)
            result.greatestLoad = std::max(result.greatestLoad, gripper.calcLoad(s, options.law.staticFriction));
        const Real pivot = gripper.calcPivot(s) - pivotBefore;
        result.samples.push_back({time, greatestDistance(now, before), pivot});
        result.pivot = std::max(result.pivot, std::abs(pivot));
        result.swing = std::max(result.swing, result.samples.back().slip);
    }
    result.slip = greatestDistance(now, before);
    result.cost = run.finish();
    return result;
}

Contenders gripperLaws() {
    const LawChoice mindlin = GripperOptions().law;
    // The springs have a constant stiffness. Otherwise they creep as the load rises and falls.
    LawChoice twisting = withLaws(mindlin, "hertz", "mindlin-secant");
    twisting.rolling = "epsd";
    twisting.rollingFriction = twisting.twistingFriction = 0.1;
    twisting.rollingStiffness = twisting.twistingStiffness = 0.5;
    LawChoice cundall = withLaws(twisting, "linear", "cundall");
    cundall.kn = 3e4; // as soft as the pads of the other laws under the grip force
    cundall.kt = 2.5e4;
    return Contenders{{"hertz-mindlin", "Hertz-Mindlin", colors::hertzMindlin, mindlin},
                      {"hertz-mindlin-twisting", "Hertz-Mindlin, twisting", colors::third, twisting},
                      {"cundall-twisting", "Cundall, twisting", colors::cundall, cundall}} +
           huntCrossleyAt(mindlin, 2, {"0.01", "0.001", "0.0001"});
}

} // namespace lab
