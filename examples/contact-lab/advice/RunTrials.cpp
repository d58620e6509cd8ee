#include "Check.h"
#include "IntegratorAdvice.h"
#include "IntegratorTable.h"
#include "Stepper.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

const char* const runAdvice = "adviseOnRun";
const char* const referee = "rkm";
const Real referenceAccuracy = 1e-9, checkAccuracy = 1e-8, coarsestAccuracy = 0.1;
const int accuraciesPerDecade = 16, decades = 5; // down to 1e-6
const Real mostOnAverage = 0.4;                  // allowed mean error of a decade, over the tolerance
const Real mostOfARun = 2;                       // largest error that a run has in that mean, over the tolerance
const Real patience = 3;                         // allowed force evaluations, over those of the reference

void checkRun(const MultibodySystem& system, const State& start, const RunAdviceOptions& options,
              const std::vector<const DEMContactForce*>& forces) {
    const std::string owner = std::string(runAdvice) + ": ";
    checkPositive(owner + "duration", options.duration, "s");
    check(options.settling >= 0 && options.settling < options.duration, owner + "settling", options.settling, "s",
          "in [0, duration)");
    check(options.samples >= 1, owner + "samples", options.samples, "-", ">= 1");
    check(options.tolerance > 0 && options.tolerance < 1, owner + "tolerance", options.tolerance, "-", "in (0, 1)");
    if (options.answer && !options.observe) refuse(owner + "answer() is set without observe(); set both");
    if (options.longestStep.isSet()) checkPositive(owner + "longestStep", options.longestStep, "s");
    if (options.firstStep.isSet()) checkPositive(owner + "firstStep", options.firstStep, "s");
    for (std::size_t i = 0; i < forces.size(); ++i) {
        const std::string name = fmt::format("{}forces[{}]", owner, i);
        if (!forces[i]) refuse(name + " is null");
        const ForceSubsystem& own = forces[i]->getForceSubsystem();
        const auto isThis = [&](const DEMContactForce* before) {
            return &before->getForceSubsystem() == &own && before->getForceIndex() == forces[i]->getForceIndex();
        };
        if (std::any_of(forces.begin(), forces.begin() + std::ptrdiff_t(i), isThis)) refuse(name + " is given twice");
        if (!own.isInSystem() || &own.getSystem() != &system) refuse(name + " is of another System");
    }
    for (const DEMContactForce* force : forces) force->isDisabled(start); // throws for a State of another System
    if (start.getNU() != system.getDefaultState().getNU())
        throw std::logic_error(owner + "the State is of another System");
}

using Rows = std::vector<Vector>; // observed numbers, sample by sample

// Observed numbers of a run, and its cost.
struct RunResult {
    Rows rows; // fewer than the samples if the run was given up
    Effort effort;
    Real error = Infinity; // of the results, over the tolerance
};

// Returns four points of each body, one after the other.
Vector locatePoints(const SimbodyMatterSubsystem& matter, const State& state) {
    Vector points(12 * (matter.getNumBodies() - 1));
    int k = 0;
    const auto add = [&](const Vec3& point) {
        for (int i = 0; i < 3; ++i) points[k++] = point[i];
    };
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const MobilizedBody& body = matter.getMobilizedBody(b);
        const MassProperties& mass = body.getBodyMassProperties(state);
        const Vec3 center = mass.getMassCenter();
        const Real gyration =
            mass.getMass() > 0 ? std::sqrt(mass.calcCentralInertia().trace() / 2 / mass.getMass()) : 0;
        add(body.findStationLocationInGround(state, center));
        for (int axis = 0; axis < 3; ++axis) {
            Vec3 away(0);
            away[axis] = gyration;
            add(body.findStationLocationInGround(state, center + away));
        }
    }
    return points;
}

// The default results: positions of points, and their displacements since the sample before.
class Displacements {
public:
    Displacements(Vector begin, Real leastScale) : begin(std::move(begin)), leastScale(leastScale) {}

    /** Sets the lengths by which differences are divided. */
    void scaleBy(const Rows& right) {
        positionScale = displacementScale = leastScale;
        for (std::size_t n = 0; n < right.size(); ++n) {
            positionScale = std::max(positionScale, farthest(right[n] - begin));
            displacementScale = std::max(displacementScale, farthest(right[n] - before(right, n)));
        }
    }
    Vector answer(const Rows& rows) const {
        const int size = begin.size();
        Vector all(int(rows.size()) * 2 * size);
        for (std::size_t n = 0; n < rows.size(); ++n) {
            const Vector position = rows[n] - begin, displacement = rows[n] - before(rows, n);
            all(int(n) * 2 * size, size) = position / positionScale;
            all(int(n) * 2 * size + size, size) = displacement / displacementScale;
        }
        return all;
    }

private:
    const Vector& before(const Rows& rows, std::size_t n) const { return n == 0 ? begin : rows[n - 1]; }
    static Real farthest(const Vector& points) {
        Real greatest = 0;
        for (int k = 0; k < points.size(); k += 3)
            greatest = std::max(greatest, Vec3(points[k], points[k + 1], points[k + 2]).norm());
        return greatest;
    }

    const Vector begin;
    const Real leastScale;
    Real positionScale = 1, displacementScale = 1; // [m]
};

class TriedRun {
public:
    TriedRun(const MultibodySystem& system, const State& start, const std::vector<const DEMContactForce*>& forces,
             const RunAdviceOptions& options)
        : system(system), start(start), forces(forces), options(options), samples(options.samples) {}

    RunResult run(const std::string& name, Real accuracy, int mostEvaluations) const {
        RunResult trial;
        IntegratorChoice choice{name, accuracy};
        if (options.longestStep.isSet()) choice.maxStep = options.longestStep;
        if (options.firstStep.isSet() && !choice.isCPodes()) choice.firstStep = options.firstStep;
        if (options.endsWithAStep) choice.lastTime = timeOf(samples);
        Stepper stepper(system, forces, nullptr, choice, start);
        for (int i = 1; i <= samples; ++i) {
            while (stepper.getTime() < timeOf(i) && trial.effort.evaluations <= mostEvaluations) {
                stepper.stepTo(timeOf(i));
                trial.effort = stepper.getEffort();
            }
            if (trial.effort.evaluations > mostEvaluations) break;
            system.realize(stepper.getState(), Stage::Velocity);
            trial.rows.push_back(look(stepper.getState()));
        }
        return trial;
    }

    Vector look(const State& state) const {
        if (!options.observe) return locatePoints(system.getMatterSubsystem(), state);
        const Vector seen = options.observe(state);
        if (seen.size() == 0)
            refuse("{}: observe() returns no numbers; it must return at least one", runAdvice);
        for (int i = 0; i < seen.size(); ++i)
            check(isFinite(seen[i]), fmt::format("{}: number {} of observe()", runAdvice, i), seen[i], "-",
                  fmt::format("finite, at t = {:g} s", state.getTime()));
        return seen;
    }
    Real timeOf(int sample) const {
        const Real between = (options.duration - options.settling) / options.samples;
        return start.getTime() + options.settling + sample * between;
    }
    void endAfter(int sample) { samples = sample; }
    int getNumSamples() const { return samples; }

private:
    const MultibodySystem& system;
    const State& start;
    const std::vector<const DEMContactForce*>& forces;
    const RunAdviceOptions& options;
    int samples;
};

// Returns the largest difference of any of these numbers. NaN is equal to NaN: some results have it where they are not defined.
Real differenceOf(const Vector& a, const Vector& b) {
    if (a.size() != b.size()) return Infinity;
    Real largest = 0;
    for (int i = 0; i < a.size(); ++i) {
        if (isNaN(a[i]) && isNaN(b[i])) continue;
        const Real difference = std::abs(a[i] - b[i]);
        largest = difference >= 0 ? std::max(largest, difference) : Infinity;
    }
    return largest;
}

// Throws if there are no results. Without numbers to compare, every integrator would be right.
void checkAnswer(const Vector& answer) {
    for (int i = 0; i < answer.size(); ++i)
        if (!isNaN(answer[i])) return;
    refuse("{}: answer() returns {} for the run at the tightest accuracy; at least one number must be finite",
           runAdvice, answer.size() == 0 ? "no numbers" : "only NaN");
}

// Returns the loosest accuracy that is right, and whose decade of tighter accuracies is right on average.
template <class TryOut> TriedAccuracies findAccuracy(const TriedIntegrator& integrator, Real duration, const TryOut& tryOut) {
    const int count = decades * accuraciesPerDecade + 1;
    const auto accuracyOf = [](int i) { return coarsestAccuracy * std::pow(10., -Real(i) / accuraciesPerDecade); };
    std::vector<RunResult> trials(count);
    std::vector<bool> areTried(count, false);
    const auto errorOf = [&](int i) {
        if (!areTried[i]) {
            areTried[i] = true;
            try {
                trials[i] = tryOut(integrator.option, accuracyOf(i));
            } catch (const std::exception&) { // it cannot continue, which counts as wrong
            }
        }
        return trials[i].error;
    };
    for (int first = 0; first < count;) {
        // The sum begins at the tightest accuracy. If it is too large there, all looser candidates are excluded.
        const int last = std::min(first + accuraciesPerDecade, count - 1);
        const Real most = mostOnAverage * (last - first + 1);
        Real sum = 0;
        int i = last;
        for (; i >= first; --i) {
            sum += std::min(errorOf(i), mostOfARun);
            if (sum > most || (i == first && errorOf(i) > 1)) break;
        }
        if (i < first)
            return {integrator.name,
                    {{"accuracy", accuracyOf(first)}},
                    trials[first].effort.steps / duration,
                    trials[first].effort.evaluations / duration};
        first = i + 1;
    }
    return {integrator.name, {{"accuracy", NaN}}, NaN, NaN};
}

Real findSlidingLength(const MultibodySystem& system, const State& state,
                       const std::vector<const DEMContactForce*>& forces) {
    Real least = Infinity;
    for (const DEMContactForce* force : forces) {
        const ContactAdvice contacts = advise(system, state, *force);
        for (const std::string& subject : contacts.getSubjects()) {
            if (!contacts.has(subject, "overlap")) continue; // a layer
            const Real length = contacts.get(subject, "sliding_length");
            if (length > 0) least = std::min(least, length);
        }
    }
    return std::isfinite(least) ? least : 0;
}

} // namespace

ContactAdvice adviseOnRun(const MultibodySystem& system, const State& start,
                          const std::vector<const DEMContactForce*>& forces, const RunAdviceOptions& options) {
    checkRun(system, start, options, forces);
    State state = start;
    system.prescribe(state);
    system.realize(state, Stage::Velocity);
    TriedRun run(system, state, forces, options);
    Displacements displacements(run.look(state), findSlidingLength(system, state, forces));
    const int anyNumber = std::numeric_limits<int>::max();
    std::vector<TriedIntegrator> integrators = listTriedIntegrators();
    if (forces.empty()) integrators.pop_back(); // ContactIntegrator needs a contact force
    int told = 0;
    const auto tell = [&] {
        if (options.progress) options.progress(++told / Real(integrators.size() + 1));
    };

    RunResult right = run.run(referee, referenceAccuracy, anyNumber),
              again = run.run(referee, checkAccuracy, anyNumber);
    tell();
    const auto answer = [&](const Rows& rows) {
        if (options.answer) return options.answer(rows);
        if (!options.observe) return displacements.answer(rows);
        Vector all(int(rows.size()) * rows[0].size());
        for (std::size_t n = 0; n < rows.size(); ++n) all(int(n) * rows[0].size(), rows[0].size()) = rows[n];
        return all;
    };
    if (!options.observe) displacements.scaleBy(right.rows);
    checkAnswer(answer(right.rows));
    ContactAdvice advice;
    int agreed = run.getNumSamples();
    while (agreed > 0 && differenceOf(answer(right.rows), answer(again.rows)) > options.tolerance) {
        agreed = options.answer ? 0 : agreed - 1;
        right.rows.resize(agreed);
        again.rows.resize(agreed);
    }
    const Real repeatableTime = agreed > 0 ? run.timeOf(agreed) - state.getTime() : 0;
    advice.add({runSubject, "repeatable_time", repeatableTime, "s", "on which integrators can agree"});
    if (agreed < options.samples)
        advice.warn(runSubject, fmt::format("the run is chaotic: Runge-Kutta-Merson at accuracy 1e-8 and at 1e-9 diverge "
                                            "after {:g} s of {:g} s, so no accuracy makes it repeatable. Ask for a "
                                            "shorter run, or for a result that does not depend on the later motion",
                                            repeatableTime, Real(options.duration)));
    if (agreed == 0) return advice;
    run.endAfter(agreed);

    if (!options.observe) displacements.scaleBy(right.rows);
    const Vector asked = answer(right.rows);
    const int most = int(std::min(Real(anyNumber), patience * right.effort.evaluations));
    std::vector<TriedAccuracies> found;
    for (const TriedIntegrator& integrator : integrators) {
        const Silence silence; // loose trials step into contacts
        found.push_back(
            findAccuracy(integrator, repeatableTime, [&](const std::string& name, Real accuracy) {
                RunResult trial = run.run(name, accuracy, most);
                const bool isTooDear = int(trial.rows.size()) < agreed;
                if (!isTooDear) trial.error = differenceOf(answer(trial.rows), asked) / options.tolerance;
                trial.rows.clear(); // dozens of trials are kept
                return trial;
            }));
        tell();
    }
    addIntegrators(advice, found);
    return advice;
}

} // namespace lab
