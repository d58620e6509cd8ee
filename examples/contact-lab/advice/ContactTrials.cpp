#include "Check.h"
#include "IntegratorAdvice.h"
#include "IntegratorTable.h"
#include "Stepper.h"

#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

const Real finest = 1e-6, reference = 1e-9;
const int perDecade = 4;
const Real anglesOfImpact[] = {0, Pi / 6, Pi / 3}, heldFraction = 0.6, pulledFraction = 0.5; // of the friction limit
const Real periods = 40; // natural periods that holding and rolling last

// The motions of a ball on a plane by which the laws of a pair are tried.
struct Trial {
    enum Kind { Impact, Holding, Rolling, Sliding };
    static const int numKinds = 4;
};
const char* const nameOfKind[] = {"impact", "holding", "rolling", "sliding"};

// A pair of surfaces: its laws and materials, and what advise() says about it.
struct TriedPair {
    TriedPair(const ContactModel& model, const MaterialAssignment& materials, const ContactAdvice& contacts,
              const std::string& subject)
        : model(model), contacts(contacts), subject(subject) {
        const int a = int(get("surface_a")), b = int(get("surface_b"));
        materialA = materials.get(a, b);
        materialB = materials.get(b, a);
        margin = model.margins.get(a) + model.margins.get(b);
    }
    Real get(const char* quantity) const { return contacts.get(subject, quantity); }

    const ContactModel& model;
    const ContactAdvice& contacts;
    const std::string& subject;
    SurfaceMaterial materialA, materialB; // in contact with each other
    Real margin;                          // [m]
};

// A ball on a plane, and the forces on it.
class TrialWorld {
public:
    explicit TrialWorld(Trial::Kind kind, const TriedPair& pair, Real angle = 0)
        : kind(kind), R(pair.get("effective_radius")), m(pair.get("moved_mass")) {
        const Body::Rigid rigid(MassProperties(m, Vec3(0), m * UnitInertia::sphere(R)));
        if (kind == Trial::Holding)
            ball = MobilizedBody::Translation(matter.Ground(), rigid);
        else
            ball = MobilizedBody::Free(matter.Ground(), rigid);
        ContactSurfaces surfaces(matter);
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), pair.materialA, "plane");
        surfaces.add(ball, Sphere(R), Vec3(0), pair.materialB, "ball");
        force = std::make_unique<DEMContactForce>(forces, surfaces, *pair.model.normal, *pair.model.tangential,
                                                  *pair.model.rolling);
        force->setMixingRules(pair.model.mixing).setDetectionMargin(ContactSurfaceIndex(0), pair.margin);
        const Real felt = pair.get("effective_mass"), speed = pair.get("impact_speed");
        if (felt != m) force->setEffectiveMass(felt);
        const Real slidingLength = pair.get("sliding_length"), holds = slidingLength * pair.get("tangential_stiffness");
        // Friction on a rolling ball carries 2/7 of the pull, and the resistance of the rolling law. If this resistance stops the ball,
        // friction carries the whole pull.
        const Real borne = pulledFraction * holds, turning = std::max(borne - pair.get("rolling_resistance") / R, Real(0));
        const Vec3 pull = kind == Trial::Holding   ? Vec3(heldFraction * holds, 0, 0)
                          : kind == Trial::Rolling ? Vec3(borne + 2.5 * turning, 0, 0)
                                                   : Vec3(0);
        if (kind != Trial::Impact) Force::ConstantForce(forces, ball, Vec3(0), pull - Vec3(0, pair.get("load"), 0));
        start = system.realizeTopology();
        system.realizeModel(start);
        ball.setQToFitTranslation(start, Vec3(0, kind == Trial::Impact ? R : R - pair.get("overlap"), 0));
        duration =
            kind == Trial::Impact ? 1.5 * pair.get("contact_time") / std::pow(std::cos(angle), 0.2)
                                  : periods * pair.get("swing_time");
        const Real byFriction = holds / m * duration; // change of speed by friction
        switch (kind) {
        case Trial::Impact:
            scale = speed;
            ball.setUToFitLinearVelocity(start, speed * Vec3(std::sin(angle), -std::cos(angle), 0));
            break;
        case Trial::Holding: scale = slidingLength; break;
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
        IntegratorChoice choice{name, accuracy};
        // After an impact nothing changes, and an end of the run must not keep a step from passing over the impact. So an
        // impact has no final time. But the first step lies within it, since no integrator can foresee a first contact.
        // CPodes finds its own first step.
        if (kind != Trial::Impact)
            choice.lastTime = duration;
        else if (!choice.isContact() && !choice.isCPodes())
            choice.firstStep = 1e-3 * duration;
        Stepper stepper(system, {force.get()}, nullptr, choice, start);
        while (stepper.getTime() < duration) stepper.stepTo(duration);
        effort = stepper.getEffort();
        system.realize(stepper.getAdvancedState(), Stage::Velocity);
        return answer(stepper.getAdvancedState());
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

// The result of one integrator in the trials of one pair or several.
struct Found {
    std::array<Real, Trial::numKinds> accuracy{Infinity, Infinity, Infinity, Infinity}; // Infinity: not tried
    Real stepsPerSecond = 0, evaluationsPerSecond = 0; // of holding, at the accuracy that holding needs
};

// Returns the tighter accuracy; NaN if one of them is NaN, since the integrator has failed there.
Real tighter(Real a, Real b) { return isNaN(a) || isNaN(b) ? NaN : std::min(a, b); }

// Tries each integrator on one pair. Calls progress after each of them.
void tryPair(const TriedPair& pair, Real tolerance, std::vector<Found>& all, const std::function<void()>& progress) {
    const Silence silence; // a loose trial may step into the plane
    std::vector<Case> cases;
    const auto add = [&](Trial::Kind kind, Real angle = 0) {
        Effort unused;
        auto world = std::make_unique<TrialWorld>(kind, pair, angle);
        const Vec3 right = world->run("rkm", reference, unused);
        cases.push_back({kind, std::move(world), right});
    };
    if (pair.get("contact_time") > 0)
        for (const Real angle : anglesOfImpact) add(Trial::Impact, angle);
    if (pair.get("tangential_stiffness") > 0 && pair.get("friction") > 0)
        for (const Trial::Kind kind : {Trial::Holding, Trial::Rolling, Trial::Sliding}) add(kind);
    const std::vector<TriedIntegrator>& integrators = listTriedIntegrators();
    for (std::size_t i = 0; i < integrators.size(); ++i) {
        Found& found = all[i];
        for (const Case& one : cases) {
            Effort effort;
            Real& accuracy = found.accuracy[one.kind];
            accuracy = tighter(accuracy, findAccuracy(one, integrators[i].option, tolerance, effort));
            if (one.kind != Trial::Holding) continue;
            const Real duration = one.world->duration;
            found.stepsPerSecond = std::max(found.stepsPerSecond, effort.steps / duration);
            found.evaluationsPerSecond = std::max(found.evaluationsPerSecond, effort.evaluations / duration);
        }
        progress();
    }
}

} // namespace

ContactAdvice tryIntegrators(const DEMContactForce& force, const ContactAdvice& contacts,
                             const MaterialAssignment& materials, const TrialOptions& options) {
    check(options.tolerance > 0 && options.tolerance < 1, "tryIntegrators: tolerance", options.tolerance, "-",
          "in (0, 1)");
    check(options.mostPairs >= 1, "tryIntegrators: mostPairs", options.mostPairs, "-", ">= 1");
    std::vector<std::string> subjects; // pairs that carry a load, the shortest natural period first
    for (const std::string& subject : contacts.getSubjects())
        if (contacts.has(subject, "overlap") && std::isfinite(contacts.get(subject, "swing_time")) &&
            int(subjects.size()) < options.mostPairs)
            subjects.push_back(subject);
    ContactAdvice advice;
    if (subjects.empty()) return advice;
    const std::vector<TriedIntegrator>& integrators = listTriedIntegrators();
    std::vector<Found> all(integrators.size());
    int done = 0;
    for (const std::string& subject : subjects)
        tryPair(TriedPair(force.getModel(), materials, contacts, subject), options.tolerance, all, [&] {
            if (options.progress) options.progress(++done / Real(subjects.size() * integrators.size()));
        });
    std::vector<TriedAccuracies> rows;
    for (std::size_t i = 0; i < integrators.size(); ++i) {
        TriedAccuracies row{integrators[i].name, {{"accuracy", Infinity}}, all[i].stepsPerSecond, all[i].evaluationsPerSecond};
        for (int kind = 0; kind < Trial::numKinds; ++kind) {
            const Real accuracy = all[i].accuracy[kind];
            row.accuracies.push_back({nameOfKind[kind], accuracy});
            row.accuracies[0].second = tighter(row.accuracies[0].second, accuracy);
        }
        rows.push_back(row);
    }
    addIntegrators(advice, rows);
    return advice;
}

} // namespace lab
