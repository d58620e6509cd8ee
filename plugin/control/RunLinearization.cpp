// SPDX-License-Identifier: Apache-2.0
#include "base/Checks.h"
#include "base/Warning.h"
#include "control/RecordedRuns.h"
#include "control/RiddersTable.h"
#include "control/RunCoordinates.h"
#include "integration/ContactIntegratorImpl.h"
#include "simbodydem/Sensitivity.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

const char* const runName = "linearizeRun()";
const int mostLevelsOfInterval = 8; // of Ridders' table
const Real goodError = 1e-10;       // relative to the largest derivative of its kind, with which no smaller perturbation is tried [-]
const Real perturbationOfParameter = 1e-4, perturbationOfControl = 1e-3; // relative to max(|p|, 1)
const Real limitMargin = 0.1; // of RunCoordinates::makeState(), for the greatest perturbation
// The changes for both sides of the smallest perturbation add up to at most this part of their difference, unless there is a kink [-].
const Real oneSidedPart = 0.05;
// A change is worth a doubt if it is more than this part of the largest one by a perturbed coordinate [-].
const Real leastDoubt = 1e-3;

} // namespace

class RunLinearizer;

struct RunLinearization::Parts {
    int numParameters = 0, numControls = 0, numOutputs = 0, numStart = 0;
    Matrix outputs;                // intervals x outputs
    Matrix byStart;                // coordinates at the start x parameters
    std::vector<Matrix> intervals; // (coordinates at the end, outputs) x (coordinates at the start, controls, parameters that act)
    std::vector<int> numCoordinates;
    std::vector<std::string> doubts;
    int numSteps = 0, numRuns = 0;
    std::unique_ptr<RunLinearizer> linearizer; // makes the matrices for each product; null if they are kept

    /** Uses the matrix of an interval. */
    using Visit = std::function<void(int interval, const Matrix& derivatives)>;
    void visitForward(const Visit&) const;
    void visitBackward(const Visit&) const;
    /** Returns the gradients of several weighted sums of outputs in one visit. */
    std::vector<RunLinearization::Gradient> calcGradients(int count, const std::function<Real(int which, int interval, int output)>& weightOf) const;
};

namespace {

// Returns the number of intervals that so many States reverse if each interval is repeated so often at most: (States + repetitions)! over
// both factorials (Griewank and Walther 2000, section 2).
Real countReversible(int numStates, int repetitions) {
    Real count = 1;
    for (int i = 1; i <= numStates; ++i) count *= Real(repetitions + i) / i;
    return std::round(count);
}

// Returns how many of these intervals lie before the next State that is kept.
int countBeforeNext(int numIntervals, int numStates) {
    int repetitions = 1;
    while (countReversible(numStates, repetitions) < numIntervals) ++repetitions;
    return int(countReversible(numStates, repetitions - 1));
}

} // namespace

/** Makes the derivatives of a run, interval by interval. */
class RunLinearizer {
public:
    RunLinearizer(const MakeSensitiveModel& make, const RunInIntervals& given, RunLinearization::Parts& parts)
        : make(make), given(given), parts(&parts) {}

    static RunLinearization linearize(const MakeSensitiveModel& make, const RunInIntervals& given) {
        const auto parts = std::make_shared<RunLinearization::Parts>();
        auto linearizer = std::make_unique<RunLinearizer>(make, given, *parts);
        linearizer->linearize();
        if (given.mostStates > 0) parts->linearizer = std::move(linearizer);
        RunLinearization result;
        result.parts = parts;
        return result;
    }

    using Visit = RunLinearization::Parts::Visit;
    void visitForward(const Visit& visit) {
        const Silence silence;
        follow(*atStart, 0, numIntervals(), [&](int k, const RunCoordinates& from, const RunCoordinates& to) { visit(k, findInterval(k, from, to)); });
        noteDoubts();
    }
    void visitBackward(const Visit& visit) {
        const Silence silence;
        reverse(*atStart, 0, numIntervals(), given.mostStates, visit);
        noteDoubts();
    }

private:
    void linearize() {
        check();
        model = makeModel(given.parameters);
        start = model->makeStart();
        record();
        const Silence silence; // the recorded run has warned
        parts->outputs.resize(numIntervals(), parts->numOutputs);
        implOf(*model).initialize(start);
        atStart = makeCoordinates(0, implOf(*model).getState());
        parts->numCoordinates.push_back(atStart->size());
        findStart();
        const bool areKept = given.mostStates == 0;
        follow(*atStart, 0, numIntervals(), [&](int k, const RunCoordinates& from, const RunCoordinates& to) {
            parts->numCoordinates.push_back(to.size());
            for (int i = 0; i < parts->numOutputs; ++i) parts->outputs(k, i) = outputsOfReference[i];
            if (areKept) parts->intervals.push_back(findInterval(k, from, to));
        });
        noteDoubts();
    }
    void noteDoubts() { parts->doubts.assign(doubts.begin(), doubts.end()); }

    struct Trial {
        State end;
        Vector outputs;
        ContactIntegratorImpl::Recording recording;
    };
    /** A column, as deviations of coordinates and outputs at the end, and the contacts' changes. */
    struct Column {
        Vector numbers;
        ContactWords contacts;
    };

    int numIntervals() const { return given.times.size(); }
    Real startOf(int k) const { return k == 0 ? start.getTime() : given.times[k - 1]; }
    Vector controlsOf(int k) const {
        Vector controls(given.controls.ncol());
        for (int i = 0; i < controls.size(); ++i) controls[i] = given.controls(k, i);
        return controls;
    }
    static ContactIntegratorImpl& implOf(SensitiveModel& of) { return SensitivityRun::implOf(of.updIntegrator()); }
    static RunModel modelOf(SensitiveModel& of) { return {implOf(of).getSystem(), implOf(of).getForces()}; }

    void check() const {
        if (!make) throw std::invalid_argument(std::string(runName) + ": the function that makes models is empty");
        checkParameter(given.times.size() > 0, runName, "number of intervals", given.times.size(), "-", ">= 1");
        for (int k = 1; k < given.times.size(); ++k)
            checkParameter(given.times[k] > given.times[k - 1], runName, "time " + std::to_string(k), given.times[k], "s",
                           "> " + toText(given.times[k - 1]) + ", the time before");
        const auto checkSize = [](int size, int wanted, const std::string& what) {
            checkParameter(size == wanted, runName, "number of " + what, size, "-", std::to_string(wanted));
        };
        if (given.controls.ncol() > 0) checkSize(given.controls.nrow(), given.times.size(), "rows of the controls");
        const auto checkNumbers = [](const auto& numbers, const std::string& what) {
            for (int i = 0; i < numbers.size(); ++i)
                checkParameter(std::isfinite(numbers[i]), runName, what + std::to_string(i), numbers[i], "-", "finite");
        };
        checkNumbers(given.parameters, "parameter ");
        for (int i = 0; i < given.controls.ncol(); ++i) checkNumbers(given.controls.col(i), "control " + std::to_string(i) + " of interval ");
        const auto checkPerturbations = [&](const Vector& sizes, int wanted, const std::string& what) {
            if (sizes.size() == 0) return;
            checkSize(sizes.size(), wanted, "perturbations of " + what);
            for (int i = 0; i < sizes.size(); ++i) checkPositive(runName, "perturbation " + std::to_string(i) + " of " + what, sizes[i], "-");
        };
        checkPerturbations(given.parameterPerturbations, given.parameters.size(), "parameters");
        checkPerturbations(given.controlPerturbations, given.controls.ncol(), "controls");
        checkParameter(given.numStartParameters >= 0 && given.numStartParameters <= given.parameters.size(), runName,
                       "number of parameters of the start", given.numStartParameters, "-", "0 to " + std::to_string(given.parameters.size()));
        checkPositive(runName, "tolerance", given.tolerance, "-");
        checkParameter(given.mostStates >= 0, runName, "number of States that are kept", given.mostStates, "-", ">= 0");
    }

    std::shared_ptr<SensitiveModel> makeModel(const Vector& parameters) const {
        std::shared_ptr<SensitiveModel> made = make(parameters);
        if (!made) throw std::invalid_argument(std::string(runName) + ": the function has made no model");
        return made;
    }

    Vector observe(SensitiveModel& of, int k) const {
        Vector outputs = of.observe(implOf(of).getState(), k);
        for (int i = 0; i < outputs.size(); ++i)
            checkParameter(std::isfinite(outputs[i]), runName, "output " + std::to_string(i) + " of interval " + std::to_string(k), outputs[i], "-",
                           "finite");
        if (k > 0 || outputsAreKnown)
            checkParameter(outputs.size() == parts->numOutputs, runName, "number of outputs of interval " + std::to_string(k), outputs.size(), "-",
                           std::to_string(parts->numOutputs) + ", as before");
        return outputs;
    }

    void record() {
        const auto followed = std::make_shared<ContactIntegratorImpl::FollowedRun>();
        ContactIntegratorImpl& impl = implOf(*model);
        if (!(start.getTime() < given.times[0]))
            checkParameter(false, runName, "time 0", given.times[0], "s", "> " + toText(start.getTime()) + ", that of the start");
        impl.follow(followed);
        impl.initialize(start);
        for (int k = 0; k < numIntervals(); ++k) {
            model->setControls(impl.updState(), k, controlsOf(k));
            model->updIntegrator().stepTo(given.times[k]);
            parts->numOutputs = observe(*model, k).size();
            outputsAreKnown = true;
            recordedSteps.push_back(mergeShortOnes({followed->recording.steps.begin() + std::ptrdiff_t(parts->numSteps), followed->recording.steps.end()}));
            findGroups(recordedSteps.back());
            parts->numSteps = int(followed->recording.steps.size());
        }
    }

    /** Runs an interval. */
    Trial run(SensitiveModel& of, const State& from, int k, const Vector& controls, const std::vector<RecordedStep>& steps, bool mayLeaveChanges) {
        ContactIntegratorImpl& impl = implOf(of);
        const auto followed = std::make_shared<ContactIntegratorImpl::FollowedRun>();
        followed->steps = &steps;
        followed->mayLeaveChanges = mayLeaveChanges;
        impl.follow(followed);
        ++parts->numRuns;
        impl.initialize(from);
        of.setControls(impl.updState(), k, controls);
        of.updIntegrator().stepTo(given.times[k]);
        Vector outputs = observe(of, k);
        return {impl.getState(), std::move(outputs), std::move(followed->recording)};
    }

    Trial runPerturbed(SensitiveModel& of, const State& from, int k, const Vector& controls) { return run(of, from, k, controls, steps, false); }

    /** @param k  an interval that begins there, or the number of intervals */
    std::unique_ptr<RunCoordinates> makeCoordinates(int k, State state) const {
        commit(implOf(*model).getSystem(), state);
        const int last = std::min(k, numIntervals() - 1);
        return std::make_unique<RunCoordinates>(modelOf(*model), std::move(state), given.times[last] - startOf(last));
    }

    /** Runs an interval of the reference, solved to rounding. Its steps and outputs become those of the reference.
    @returns the coordinates at its end */
    std::unique_ptr<RunCoordinates> followReference(const RunCoordinates& from, int k) {
        // Another commit of a committed State may add rounding, so the reference is made as perturbed States are.
        const Vector none(from.size(), Real(0));
        const State state = from.makeState(modelOf(*model), from.getOrigin(), none, limitMargin);
        Trial reference = run(*model, state, k, controlsOf(k), recordedSteps[std::size_t(k)], true);
        steps = std::move(reference.recording.steps);
        findGroups(steps);
        outputsOfReference = std::move(reference.outputs);
        return makeCoordinates(k + 1, std::move(reference.end));
    }

    /** Follows the reference from interval to interval. @returns the coordinates at the end */
    template <class Use> std::unique_ptr<RunCoordinates> follow(const RunCoordinates& from, int first, int last, const Use& use) {
        std::unique_ptr<RunCoordinates> before, now;
        for (int k = first; k < last; ++k) {
            now = followReference(before ? *before : from, k);
            use(k, before ? *before : from, *now);
            before = std::move(now);
        }
        return before;
    }

    /** Visits intervals from the last one to the first one. States at the places that repeat the reference least are kept.
    @param numStates  that may be kept, with that of `from` */
    void reverse(const RunCoordinates& from, int first, int last, int numStates, const Visit& visit) {
        if (last - first == 1) {
            follow(from, first, last, [&](int k, const RunCoordinates& at, const RunCoordinates& to) { visit(k, findInterval(k, at, to)); });
            return;
        }
        const int middle = first + countBeforeNext(last - first, numStates);
        {
            const std::unique_ptr<RunCoordinates> atMiddle =
                follow(from, first, middle, [](int, const RunCoordinates&, const RunCoordinates&) {});
            reverse(*atMiddle, middle, last, numStates - 1, visit);
        }
        reverse(from, first, middle, numStates, visit);
    }

    /** The largest changes by the greatest perturbations of coordinates, by kind. */
    using Effects = std::map<int, Real>;

    /** Holds what may be a doubt. */
    struct Suspect {
        int kind;
        Real change; // of a coordinate by the greatest perturbation, in which the error would matter
        std::string text;
    };

    /** Extrapolates a column.
    @param runWith  returns the column of a perturbation, which is a part of the greatest one; the sign is that of the part
    @param effects  of the coordinates before this one, for a coordinate */
    void differentiate(const std::string& name, Real perturbation, const std::function<Column(Real part)>& runWith, const std::vector<int>& kinds,
                       VectorView_<Real> column, Effects* effects = nullptr) {
        const int n = int(kinds.size());
        RiddersTable table(n);
        Column up, down;
        std::string reason;
        int numDifferences = 0;
        Real part = 1;
        for (int level = 0; level < mostLevelsOfInterval; ++level, part /= RiddersTable::factor) {
            try {
                up = runWith(part);
                down = runWith(-part);
            } catch (const std::runtime_error& e) { // recorded steps do not serve so far away
                reason = e.what();
                table.leaveGap();
                continue;
            }
            ++numDifferences;
            if (!table.add((up.numbers - down.numbers) / (2 * part * perturbation))) break;
            if (numDifferences > 1 && findWorst(table, kinds, effects, perturbation).first <= goodError) break;
        }
        if (numDifferences < 2)
            throw std::runtime_error(std::string(runName) + ": no perturbation of " + name + " is small enough for the recorded steps. " + reason);
        compareContacts(up.contacts, down.contacts, name, doubts);
        const auto [worst, row] = findWorst(table, kinds, effects, perturbation);
        if (worst > given.tolerance)
            suspects.push_back({kinds[std::size_t(row)], perturbation * table.error[row] / given.tolerance,
                                name + ": derivative " + std::to_string(row) + ", " + toText(table.best[row]) +
                                    ", has an estimated error of " + toText(table.error[row])});
        noteOneSided(up.numbers, down.numbers, kinds, 1 / std::abs(part), name);
        for (int i = 0; i < n; ++i) column[i] = table.best[i];
        if (!effects) return;
        for (int i = 0; i < n; ++i) {
            Real& of = (*effects)[kinds[std::size_t(i)]];
            of = std::max(of, perturbation * std::abs(table.best[i]));
        }
    }

    /** Returns the largest error, relative to the largest derivative of its kind or to what other coordinates have effected, and its row. */
    static std::pair<Real, int> findWorst(const RiddersTable& table, const std::vector<int>& kinds, const Effects* effects, Real perturbation) {
        std::map<int, Real> largest;
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            Real& of = largest[kinds[i]];
            of = std::max(of, std::abs(table.best[int(i)]));
        }
        std::pair<Real, int> worst{0, 0};
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            const auto other = effects ? effects->find(kinds[i]) : Effects::const_iterator();
            const Real of = std::max(largest[kinds[i]], effects && other != effects->end() ? other->second / perturbation : 0);
            const Real relative = of > std::numeric_limits<Real>::min() ? table.error[int(i)] / of : 0;
            if (relative > worst.first) worst = {relative, int(i)};
        }
        return worst;
    }

    /** @param scale  the greatest perturbation over that of these changes */
    void noteOneSided(const Vector& up, const Vector& down, const std::vector<int>& kinds, Real scale, const std::string& name) {
        std::map<int, std::pair<Real, Real>> sums;
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            auto& [even, odd] = sums[kinds[i]];
            even = std::max(even, std::abs(up[int(i)] + down[int(i)]));
            odd = std::max(odd, std::abs(up[int(i)] - down[int(i)]));
        }
        for (const auto& [kind, sum] : sums)
            if (kind < 2 && sum.first > oneSidedPart * sum.second) // of displacements and speeds
                suspects.push_back({kind, scale * sum.first, name + ": the change differs for both signs of a perturbation, so there is a kink"});
    }

    /** Makes doubts of those that matter beside the changes by perturbed coordinates. */
    void judge(const Effects& effects) {
        for (const Suspect& one : suspects) {
            const auto other = effects.find(one.kind);
            if (other == effects.end() || one.change > leastDoubt * other->second) doubts.insert(one.text);
        }
        suspects.clear();
    }

    std::vector<int> kindsAt(const RunCoordinates& coordinates, bool withOutputs) const {
        std::vector<int> kinds;
        for (int i = 0; i < coordinates.size(); ++i) kinds.push_back(coordinates.getKind(i));
        for (int i = 0; withOutputs && i < parts->numOutputs; ++i) kinds.push_back(100 + i);
        return kinds;
    }

    Real perturbationOf(int parameter) const {
        return given.parameterPerturbations.size() > 0 ? given.parameterPerturbations[parameter]
                                                       : perturbationOfParameter * std::max(std::abs(given.parameters[parameter]), Real(1));
    }

    /** A model with a perturbed parameter, and its start. */
    struct Perturbed {
        std::shared_ptr<SensitiveModel> model;
        State start;
    };
    Perturbed& perturbedModel(int parameter, Real part) {
        Perturbed& found = perturbed[{parameter, part}];
        if (!found.model) {
            Vector p = given.parameters;
            p[parameter] += part * perturbationOf(parameter);
            found.model = makeModel(p);
            found.start = found.model->makeStart();
        }
        return found;
    }

    void findStart() {
        const RunCoordinates& first = *atStart;
        parts->numParameters = given.parameters.size();
        parts->numControls = given.controls.ncol();
        parts->numStart = given.numStartParameters;
        parts->byStart.resize(first.size(), parts->numParameters);
        for (int i = 0; i < parts->numParameters; ++i)
            differentiate(
                "parameter " + std::to_string(i) + " of the start", perturbationOf(i),
                [&](Real part) {
                    Perturbed& other = perturbedModel(i, part);
                    ContactIntegratorImpl& impl = implOf(*other.model);
                    impl.follow(nullptr);
                    impl.initialize(other.start);
                    return Column{first.calcDeviation(modelOf(*other.model), impl.getState()), {}};
                },
                kindsAt(first, false), parts->byStart.updCol(i));
        Effects effects;
        for (int i = 0; i < first.size(); ++i) effects[first.getKind(i)] = first.getPerturbation(i);
        judge(effects);
    }

    /** Returns the matrix of the interval that followReference() has followed last. */
    Matrix findInterval(int k, const RunCoordinates& from, const RunCoordinates& to) {
        const int n = from.size(), numActing = parts->numParameters - parts->numStart;
        Matrix derivatives(to.size() + parts->numOutputs, n + parts->numControls + numActing);
        const std::vector<int> kinds = kindsAt(to, true);
        const std::string in = " in interval " + std::to_string(k);
        Effects effects;
        const Vector none(n, Real(0)), controls = controlsOf(k);
        const auto columnOf = [&](SensitiveModel& of, const Trial& trial) {
            Vector numbers(to.size() + parts->numOutputs);
            numbers(0, to.size()) = to.calcDeviation(modelOf(of), trial.end);
            for (int i = 0; i < parts->numOutputs; ++i) numbers[to.size() + i] = trial.outputs[i] - outputsOfReference[i];
            return Column{numbers, trial.recording.contacts};
        };
        for (int i = 0; i < n; ++i) {
            const Real e = from.getPerturbation(i);
            differentiate(
                from.getName(i) + in, e,
                [&](Real part) {
                    Vector deviation = none;
                    deviation[i] = part * e;
                    return columnOf(*model, runPerturbed(*model, from.makeState(modelOf(*model), from.getOrigin(), deviation, limitMargin * std::abs(part)), k, controls));
                },
                kinds, derivatives.updCol(i), &effects);
        }
        for (int i = 0; i < parts->numControls; ++i) {
            const Real e = given.controlPerturbations.size() > 0 ? given.controlPerturbations[i]
                                                                 : perturbationOfControl * std::max(std::abs(controls[i]), Real(1));
            differentiate(
                "control " + std::to_string(i) + in, e,
                [&](Real part) {
                    Vector moved = controls;
                    moved[i] += part * e;
                    return columnOf(*model, runPerturbed(*model, from.makeState(modelOf(*model), from.getOrigin(), none, limitMargin * std::abs(part)), k, moved));
                },
                kinds, derivatives.updCol(n + i));
        }
        for (int i = 0; i < numActing; ++i) {
            const int parameter = parts->numStart + i;
            differentiate(
                "parameter " + std::to_string(parameter) + in, perturbationOf(parameter),
                [&](Real part) {
                    Perturbed& other = perturbedModel(parameter, part);
                    const State state = from.makeState(modelOf(*other.model), other.start, none, limitMargin * std::abs(part));
                    return columnOf(*other.model, runPerturbed(*other.model, state, k, controls));
                },
                kinds, derivatives.updCol(n + parts->numControls + i));
        }
        judge(effects);
        return derivatives;
    }

    const MakeSensitiveModel make;
    const RunInIntervals given;
    RunLinearization::Parts* const parts;
    std::shared_ptr<SensitiveModel> model;
    State start;
    std::vector<std::vector<RecordedStep>> recordedSteps; // by interval
    std::unique_ptr<RunCoordinates> atStart;
    std::vector<RecordedStep> steps; // of the reference in the interval that was followed last
    Vector outputsOfReference;       // at its end
    std::map<std::pair<int, Real>, Perturbed> perturbed;
    std::set<std::string> doubts;
    std::vector<Suspect> suspects; // of the interval
    bool outputsAreKnown = false;
};

void SensitiveModel::setControls(State&, int, const Vector&) {}

RunLinearization linearizeRun(const MakeSensitiveModel& make, const RunInIntervals& run) { return RunLinearizer::linearize(make, run); }

const Matrix& RunLinearization::getOutputs() const { return parts->outputs; }
int RunLinearization::getNumCoordinates(int interval) const { return parts->numCoordinates.at(std::size_t(interval)); }
const std::vector<std::string>& RunLinearization::getDoubts() const { return parts->doubts; }
int RunLinearization::getNumSteps() const { return parts->numSteps; }
int RunLinearization::getNumIntervalRuns() const { return parts->numRuns; }

namespace {
void checkShape(const char* name, const char* what, int has, int wanted) {
    checkParameter(has == wanted, name, what, has, "-", std::to_string(wanted));
}
} // namespace

void RunLinearization::Parts::visitForward(const Visit& visit) const {
    if (linearizer) return linearizer->visitForward(visit);
    for (std::size_t k = 0; k < intervals.size(); ++k) visit(int(k), intervals[k]);
}

void RunLinearization::Parts::visitBackward(const Visit& visit) const {
    if (linearizer) return linearizer->visitBackward(visit);
    for (std::size_t k = intervals.size(); k-- > 0;) visit(int(k), intervals[k]);
}

Matrix RunLinearization::multiply(const Vector& parameters, const Matrix& controls) const {
    const char* const name = "RunLinearization::multiply()";
    const int count = parts->outputs.nrow(), acting = parts->numParameters - parts->numStart;
    checkShape(name, "number of parameters", parameters.size(), parts->numParameters);
    checkShape(name, "number of controls", controls.ncol(), parts->numControls);
    if (parts->numControls > 0) checkShape(name, "number of rows of the controls", controls.nrow(), count);
    Matrix outputs(count, parts->numOutputs);
    Vector x = parts->byStart * parameters;
    parts->visitForward([&](int k, const Matrix& derivatives) {
        const int n = x.size();
        Vector in(derivatives.ncol());
        in(0, n) = x;
        for (int i = 0; i < parts->numControls; ++i) in[n + i] = controls(k, i);
        for (int i = 0; i < acting; ++i) in[n + parts->numControls + i] = parameters[parts->numStart + i];
        const Vector out = derivatives * in;
        const int numNext = out.size() - parts->numOutputs;
        x = Vector(out(0, numNext));
        for (int i = 0; i < parts->numOutputs; ++i) outputs(k, i) = out[numNext + i];
    });
    return outputs;
}

std::vector<RunLinearization::Gradient> RunLinearization::Parts::calcGradients(
    int count, const std::function<Real(int which, int interval, int output)>& weightOf) const {
    const int acting = numParameters - numStart;
    Matrix noControls(outputs.nrow(), numControls);
    noControls.setTo(0);
    std::vector<Gradient> gradients(std::size_t(count), {Vector(numParameters, Real(0)), noControls});
    std::vector<Vector> adjoints(std::size_t(count), Vector(numCoordinates.back(), Real(0)));
    visitBackward([&](int k, const Matrix& derivatives) {
        for (int which = 0; which < count; ++which) {
            Vector& adjoint = adjoints[std::size_t(which)];
            Gradient& gradient = gradients[std::size_t(which)];
            const int numNext = adjoint.size(), n = numCoordinates[std::size_t(k)];
            Vector out(derivatives.nrow());
            out(0, numNext) = adjoint;
            for (int i = 0; i < numOutputs; ++i) out[numNext + i] = weightOf(which, k, i);
            const Vector in = ~derivatives * out;
            adjoint.resize(n);
            adjoint = Vector(in(0, n));
            for (int i = 0; i < numControls; ++i) gradient.controls(k, i) = in[n + i];
            for (int i = 0; i < acting; ++i) gradient.parameters[numStart + i] += in[n + numControls + i];
        }
    });
    if (numParameters > 0)
        for (std::size_t which = 0; which < gradients.size(); ++which) gradients[which].parameters += ~byStart * adjoints[which];
    return gradients;
}

RunLinearization::Gradient RunLinearization::multiplyTransposed(const Matrix& weights) const {
    const char* const name = "RunLinearization::multiplyTransposed()";
    checkShape(name, "number of rows of the weights", weights.nrow(), parts->outputs.nrow());
    checkShape(name, "number of weights in a row", weights.ncol(), parts->numOutputs);
    return parts->calcGradients(1, [&](int, int k, int i) { return weights(k, i); }).front();
}

Matrix RunLinearization::calcJacobian() const {
    const int count = parts->outputs.nrow(), numOutputs = parts->numOutputs, numControls = parts->numControls,
              numParameters = parts->numParameters;
    Matrix jacobian(count * numOutputs, numParameters + count * numControls);
    const std::vector<Gradient> rows = parts->calcGradients(
        count * numOutputs, [&](int row, int k, int i) { return row == k * numOutputs + i ? Real(1) : Real(0); });
    for (int row = 0; row < jacobian.nrow(); ++row) {
        const Gradient& gradient = rows[std::size_t(row)];
        for (int p = 0; p < numParameters; ++p) jacobian(row, p) = gradient.parameters[p];
        for (int at = 0; at < count; ++at)
            for (int c = 0; c < numControls; ++c) jacobian(row, numParameters + at * numControls + c) = gradient.controls(at, c);
    }
    return jacobian;
}

} // namespace simbodydem
