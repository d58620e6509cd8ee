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

struct RunLinearization::Parts {
    int numParameters = 0, numControls = 0, numOutputs = 0, numStart = 0;
    Matrix outputs;                // intervals x outputs
    Matrix byStart;                // coordinates at the start x parameters
    std::vector<Matrix> intervals; // (coordinates at the end, outputs) x (coordinates at the start, controls, parameters that act)
    std::vector<int> numCoordinates;
    std::vector<std::string> doubts;
    int numSteps = 0, numRuns = 0;
};

/** Makes the derivatives of a run, interval by interval. */
class RunLinearizer {
public:
    RunLinearizer(const MakeSensitiveModel& make, const RunInIntervals& given) : make(make), given(given), parts(std::make_shared<RunLinearization::Parts>()) {}

    RunLinearization linearize() {
        check();
        model = makeModel(given.parameters);
        start = model->makeStart();
        record();
        const Silence silence; // the recorded run has warned
        followReference();
        findStart();
        for (int k = 0; k < numIntervals(); ++k) findInterval(k);
        parts->doubts.assign(doubts.begin(), doubts.end());
        RunLinearization result;
        result.parts = parts;
        return result;
    }

private:
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
            steps.push_back(mergeShortOnes({followed->recording.steps.begin() + std::ptrdiff_t(parts->numSteps), followed->recording.steps.end()}));
            findGroups(steps.back());
            parts->numSteps = int(followed->recording.steps.size());
        }
    }

    /** Runs an interval. */
    Trial run(SensitiveModel& of, const State& from, int k, const Vector& controls, bool mayLeaveChanges = false) {
        ContactIntegratorImpl& impl = implOf(of);
        const auto followed = std::make_shared<ContactIntegratorImpl::FollowedRun>();
        followed->steps = &steps[std::size_t(k)];
        followed->mayLeaveChanges = mayLeaveChanges;
        impl.follow(followed);
        ++parts->numRuns;
        impl.initialize(from);
        of.setControls(impl.updState(), k, controls);
        of.updIntegrator().stepTo(given.times[k]);
        Vector outputs = observe(of, k);
        return {impl.getState(), std::move(outputs), std::move(followed->recording)};
    }

    /** Runs the intervals from reference to reference, solved to rounding. */
    void followReference() {
        parts->outputs.resize(numIntervals(), parts->numOutputs);
        State state = start;
        ContactIntegratorImpl& impl = implOf(*model);
        impl.initialize(start);
        state = impl.getState();
        for (int k = 0; k <= numIntervals(); ++k) {
            commit(impl.getSystem(), state);
            const Real period = k < numIntervals() ? given.times[k] - startOf(k) : given.times[k - 1] - startOf(k - 1);
            coordinates.emplace_back(modelOf(*model), state, period);
            parts->numCoordinates.push_back(coordinates.back().size());
            if (k == numIntervals()) break;
            // Another commit of a committed State may add rounding, so the reference is made as perturbed States are.
            const Vector none(coordinates.back().size(), Real(0));
            Trial reference = run(*model, coordinates.back().makeState(modelOf(*model), state, none, limitMargin), k, controlsOf(k), true);
            steps[std::size_t(k)] = std::move(reference.recording.steps);
            findGroups(steps[std::size_t(k)]);
            for (int i = 0; i < parts->numOutputs; ++i) parts->outputs(k, i) = reference.outputs[i];
            state = std::move(reference.end);
        }
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

    std::vector<int> kindsAt(int k, bool withOutputs) const {
        std::vector<int> kinds;
        for (int i = 0; i < coordinates[std::size_t(k)].size(); ++i) kinds.push_back(coordinates[std::size_t(k)].getKind(i));
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
        const RunCoordinates& first = coordinates.front();
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
                kindsAt(0, false), parts->byStart.updCol(i));
        Effects effects;
        for (int i = 0; i < first.size(); ++i) effects[first.getKind(i)] = first.getPerturbation(i);
        judge(effects);
    }

    void findInterval(int k) {
        const RunCoordinates &from = coordinates[std::size_t(k)], &to = coordinates[std::size_t(k) + 1];
        const int n = from.size(), numActing = parts->numParameters - parts->numStart;
        Matrix derivatives(to.size() + parts->numOutputs, n + parts->numControls + numActing);
        const std::vector<int> kinds = kindsAt(k + 1, true);
        const std::string in = " in interval " + std::to_string(k);
        Effects effects;
        const Vector none(n, Real(0)), controls = controlsOf(k);
        const auto columnOf = [&](SensitiveModel& of, const Trial& trial) {
            Vector numbers(to.size() + parts->numOutputs);
            numbers(0, to.size()) = to.calcDeviation(modelOf(of), trial.end);
            for (int i = 0; i < parts->numOutputs; ++i) numbers[to.size() + i] = trial.outputs[i] - parts->outputs(k, i);
            return Column{numbers, trial.recording.contacts};
        };
        for (int i = 0; i < n; ++i) {
            const Real e = from.getPerturbation(i);
            differentiate(
                from.getName(i) + in, e,
                [&](Real part) {
                    Vector deviation = none;
                    deviation[i] = part * e;
                    return columnOf(*model, run(*model, from.makeState(modelOf(*model), from.getOrigin(), deviation, limitMargin * std::abs(part)), k, controls));
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
                    return columnOf(*model, run(*model, from.makeState(modelOf(*model), from.getOrigin(), none, limitMargin * std::abs(part)), k, moved));
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
                    return columnOf(*other.model, run(*other.model, state, k, controls));
                },
                kinds, derivatives.updCol(n + parts->numControls + i));
        }
        judge(effects);
        parts->intervals.push_back(derivatives);
    }

    const MakeSensitiveModel& make;
    const RunInIntervals& given;
    std::shared_ptr<RunLinearization::Parts> parts;
    std::shared_ptr<SensitiveModel> model;
    State start;
    std::vector<std::vector<RecordedStep>> steps; // by interval
    std::vector<RunCoordinates> coordinates;      // at the start of each interval, and at the end
    std::map<std::pair<int, Real>, Perturbed> perturbed;
    std::set<std::string> doubts;
    std::vector<Suspect> suspects; // of the interval
    bool outputsAreKnown = false;
};

void SensitiveModel::setControls(State&, int, const Vector&) {}

RunLinearization linearizeRun(const MakeSensitiveModel& make, const RunInIntervals& run) { return RunLinearizer(make, run).linearize(); }

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

Matrix RunLinearization::multiply(const Vector& parameters, const Matrix& controls) const {
    const char* const name = "RunLinearization::multiply()";
    const int count = int(parts->intervals.size()), acting = parts->numParameters - parts->numStart;
    checkShape(name, "number of parameters", parameters.size(), parts->numParameters);
    checkShape(name, "number of controls", controls.ncol(), parts->numControls);
    if (parts->numControls > 0) checkShape(name, "number of rows of the controls", controls.nrow(), count);
    Matrix outputs(count, parts->numOutputs);
    Vector x = parts->byStart * parameters;
    for (int k = 0; k < count; ++k) {
        const Matrix& derivatives = parts->intervals[std::size_t(k)];
        const int n = x.size();
        Vector in(derivatives.ncol());
        in(0, n) = x;
        for (int i = 0; i < parts->numControls; ++i) in[n + i] = controls(k, i);
        for (int i = 0; i < acting; ++i) in[n + parts->numControls + i] = parameters[parts->numStart + i];
        const Vector out = derivatives * in;
        const int numNext = out.size() - parts->numOutputs;
        x = Vector(out(0, numNext));
        for (int i = 0; i < parts->numOutputs; ++i) outputs(k, i) = out[numNext + i];
    }
    return outputs;
}

RunLinearization::Gradient RunLinearization::multiplyTransposed(const Matrix& weights) const {
    const char* const name = "RunLinearization::multiplyTransposed()";
    const int count = int(parts->intervals.size()), acting = parts->numParameters - parts->numStart;
    checkShape(name, "number of rows of the weights", weights.nrow(), count);
    checkShape(name, "number of weights in a row", weights.ncol(), parts->numOutputs);
    Gradient gradient{Vector(parts->numParameters, Real(0)), Matrix(count, parts->numControls)};
    Vector adjoint(parts->numCoordinates.back(), Real(0));
    for (int k = count - 1; k >= 0; --k) {
        const Matrix& derivatives = parts->intervals[std::size_t(k)];
        const int numNext = adjoint.size(), n = parts->numCoordinates[std::size_t(k)];
        Vector out(derivatives.nrow());
        out(0, numNext) = adjoint;
        for (int i = 0; i < parts->numOutputs; ++i) out[numNext + i] = weights(k, i);
        const Vector in = ~derivatives * out;
        adjoint.resize(n);
        adjoint = Vector(in(0, n));
        for (int i = 0; i < parts->numControls; ++i) gradient.controls(k, i) = in[n + i];
        for (int i = 0; i < acting; ++i) gradient.parameters[parts->numStart + i] += in[n + parts->numControls + i];
    }
    if (parts->numParameters > 0) gradient.parameters += ~parts->byStart * adjoint;
    return gradient;
}

Matrix RunLinearization::calcJacobian() const {
    const int count = int(parts->intervals.size()), numOutputs = parts->numOutputs, numControls = parts->numControls,
              numParameters = parts->numParameters;
    Matrix jacobian(count * numOutputs, numParameters + count * numControls);
    Matrix weights(count, numOutputs);
    weights = 0;
    for (int k = 0; k < count; ++k)
        for (int i = 0; i < numOutputs; ++i) {
            weights(k, i) = 1;
            const Gradient gradient = multiplyTransposed(weights);
            weights(k, i) = 0;
            const int row = k * numOutputs + i;
            for (int p = 0; p < numParameters; ++p) jacobian(row, p) = gradient.parameters[p];
            for (int at = 0; at < count; ++at)
                for (int c = 0; c < numControls; ++c) jacobian(row, numParameters + at * numControls + c) = gradient.controls(at, c);
        }
    return jacobian;
}

} // namespace simbodydem
