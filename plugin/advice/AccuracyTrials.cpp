// SPDX-License-Identifier: Apache-2.0
#include "advice/AccuracyTrials.h"

#include "advice/TriedIntegrator.h"
#include "base/Warning.h"
#include "simbodydem/ContactSurfaces.h"
#include "simbodydem/shapes/HalfSpace.h"
#include "simbodydem/shapes/Sphere.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real finest = 1e-6, reference = 1e-9;
const int perDecade = 4;
const Real anglesOfImpact[] = {0, Pi / 6, Pi / 3}, heldFraction = 0.6, pulledFraction = 0.5; // of the friction limit
const Real swings = 40;                                                                      // natural periods that holding and rolling last

struct Effort {
    int steps = 0, realizations = 0;
};

// A ball on a plane, and the forces on it.
class TrialWorld {
public:
    TrialWorld(Trial::Kind kind, const ContactModel& model, const BoundLaws& laws, const PairAdvice& pair, Real speed,
               Real angle = 0)
        : kind(kind), R(pair.effectiveRadius), m(pair.movedMass) {
        const Body::Rigid rigid(MassProperties(m, Vec3(0), m * UnitInertia::sphere(R)));
        if (kind == Trial::Holding)
            ball = MobilizedBody::Translation(matter.Ground(), rigid);
        else
            ball = MobilizedBody::Free(matter.Ground(), rigid);
        ContactSurfaces surfaces(matter);
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), laws.materialA, "plane");
        surfaces.add(ball, Sphere(R), Vec3(0), laws.materialB, "ball");
        force = std::make_unique<DEMContactForce>(forces, surfaces, *model.normal, *model.tangential, *model.rolling);
        force->setMixingRules(model.mixing).setDetectionMargin(ContactSurfaceIndex(0), laws.pair.margin);
        if (laws.pair.isMassGiven) force->setEffectiveMass(pair.effectiveMass);
        const Real holds = pair.slidingLength * pair.tangentialStiffness;
        // Friction on a rolling ball carries 2/7 of the pull, and the resistance of the rolling law. If this resistance stops the ball,
        // friction carries the whole pull.
        const Real borne = pulledFraction * holds, turning = std::max(borne - pair.rollingResistance / R, Real(0));
        const Vec3 pull = kind == Trial::Holding   ? Vec3(heldFraction * holds, 0, 0)
                          : kind == Trial::Rolling ? Vec3(borne + 2.5 * turning, 0, 0)
                                                   : Vec3(0);
        if (kind != Trial::Impact) Force::ConstantForce(forces, ball, Vec3(0), pull - Vec3(0, pair.load, 0));
        start = system.realizeTopology();
        system.realizeModel(start);
        ball.setQToFitTranslation(start, Vec3(0, kind == Trial::Impact ? R : R - pair.overlap, 0));
        duration =
            kind == Trial::Impact ? 1.5 * pair.contactTime / std::pow(std::cos(angle), 0.2) : swings * pair.swingTime;
        const Real byFriction = holds / m * duration; // change of speed by friction
        switch (kind) {
        case Trial::Impact:
            scale = speed;
            ball.setUToFitLinearVelocity(start, speed * Vec3(std::sin(angle), -std::cos(angle), 0));
            break;
        case Trial::Holding: scale = pair.slidingLength; break;
        case Trial::Rolling: scale = 2.5 * pulledFraction * byFriction; break; // 5/7 of the speed by the pull
        case Trial::Sliding: // it rolls from half of the time on, after the loss of 2/7 of its speed
            scale = 3.5 * 0.5 * byFriction;
            ball.setUToFitLinearVelocity(start, Vec3(scale, 0, 0));
        }
    }

    // Returns results of the order of one.
    Vec3 answer(const State& end) const {
        if (kind == Trial::Holding) return Vec3(ball.getBodyOriginLocation(end)[0] / scale, 0, 0);
        const Vec3 velocity = ball.getBodyOriginVelocity(end) / scale;
        return Vec3(velocity[0], kind == Trial::Impact ? velocity[1] : 0, // spin counts as the impulse that it takes
                    0.4 * ball.getBodyAngularVelocity(end)[2] * R / scale);
    }

    Vec3 run(const std::string& name, Real accuracy, Effort& effort) const {
        TriedSettings settings{accuracy};
        // After an impact nothing changes, and an end of the run must not keep a step from passing over the impact. So an
        // impact has no final time. But the first step lies within it, since no integrator can foresee a first contact.
        if (kind != Trial::Impact)
            settings.finalTime = duration;
        else if (name != "ContactIntegrator")
            settings.firstStep = 1e-3 * duration;
        TriedIntegrator integrator(name, system, {force.get()}, settings, start);
        integrator.stepTo(duration, std::numeric_limits<int>::max());
        effort = {integrator.getNumSteps(), integrator.getNumRealizations()};
        system.realize(integrator.getAdvancedState(), Stage::Velocity);
        return answer(integrator.getAdvancedState());
    }

    Real duration;

private:
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    const Trial::Kind kind;
    const Real R, m;
    MobilizedBody ball;
    std::unique_ptr<DEMContactForce> force;
    State start;
    Real scale;
};

struct Case {
    Trial::Kind kind;
    std::unique_ptr<TrialWorld> world;
    Vec3 right; // reference result
};

// Returns the loosest accuracy at which the integrator is right, also at all tighter ones; NaN if there is none. If only a looser
// one is right, it is so by chance.
Real findAccuracy(const Case& one, const std::string& name, Real tolerance, Effort& effort) {
    Real right = NaN;
    for (int i = 0;; ++i) {
        const Real accuracy = finest * std::pow(10., Real(i) / perDecade);
        if (accuracy > 0.1 * (1 + 1e-9)) return right;
        Vec3 found(NaN);
        Effort now;
        try {
            found = one.world->run(name, std::min(accuracy, Real(0.1)), now);
        } catch (const std::exception&) { // it cannot continue, which counts as wrong
        }
        for (int k = 0; k < 3; ++k)
            if (!(std::abs(found[k] - one.right[k]) <= tolerance)) return right;
        right = accuracy;
        effort = now;
    }
}

} // namespace

std::vector<TrialResult> tryIntegrators(const ContactModel& model, const BoundLaws& laws, const PairAdvice& pair,
                                        const AdviceOptions& options, const std::function<void()>& progress) {
    const Silence silence; // a loose trial may step into the plane, but it is not a run of the user
    std::vector<Case> cases;
    const auto add = [&](Trial::Kind kind, Real angle = 0) {
        Effort unused;
        auto world = std::make_unique<TrialWorld>(kind, model, laws, pair, options.speed, angle);
        const Vec3 right = world->run("RungeKuttaMersonIntegrator", reference, unused);
        cases.push_back({kind, std::move(world), right});
    };
    if (pair.contactTime > 0)
        for (const Real angle : anglesOfImpact) add(Trial::Impact, angle);
    if (pair.tangentialStiffness > 0 && pair.friction > 0)
        for (const Trial::Kind kind : {Trial::Holding, Trial::Rolling, Trial::Sliding}) add(kind);
    std::vector<TrialResult> results;
    for (const std::string& name : listTriedIntegrators()) {
        TrialResult result{{Infinity, Infinity, Infinity, Infinity}, 0, 0};
        for (const Case& one : cases) {
            Effort effort;
            Real& accuracy = result.accuracy[one.kind];
            accuracy = leastAccuracy(accuracy, findAccuracy(one, name, options.tolerance, effort));
            if (one.kind != Trial::Holding) continue;
            result.stepsPerSecond = effort.steps / one.world->duration;
            result.costPerSecond = effort.realizations / one.world->duration;
        }
        results.push_back(result);
        progress();
    }
    return results;
}

} // namespace simbodydem
