// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/Sensitivity.h"

#include "base/Checks.h"
#include "base/Warning.h"
#include "integration/ContactIntegratorImpl.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

const char* const calcName = "calcSensitivity()";
// Ridders' table: perturbations fall by this factor, at most so often. A result is left when the error has grown by `worse` since the best.
const Real factor = 4;
const int mostLevels = 10;
const Real worse = 10;
const Real shortStep = 2; // relative to the one before, see mergeShortOnes()
const Real partOfGroup = 1e-3; // of a step, see findGroups()
const Real usualPerturbation = 1e-4; // relative to max(|p|, 1)

using Recording = ContactIntegratorImpl::Recording;

Real endOf(const std::vector<RecordedStep>& steps) { return steps.back().start + steps.back().length; }

/** Merges a step that ends where a contact begins, and is short, with the one before. Steps become short where surfaces are about to meet, and the
contact could not begin earlier than the last of them. */
std::vector<RecordedStep> mergeShortOnes(const std::vector<RecordedStep>& steps) {
    std::vector<RecordedStep> merged;
    for (RecordedStep step : steps) {
        while (step.change && step.change->hasBegun && !merged.empty() && !merged.back().change && !merged.back().isLast &&
               !step.continuesGroup && merged.back().isExplicit == step.isExplicit && step.length < shortStep * merged.back().length) {
            const RecordedStep& before = merged.back();
            step.start = before.start;
            step.length += before.length;
            step.isSmooth = before.isSmooth;
            step.hasNewContacts = before.hasNewContacts;
            merged.pop_back();
        }
        merged.push_back(step);
    }
    return merged;
}

/** Makes a group of changes that follow each other in a small part of a step, such as those of feet that land at once. Explicit steps lie between
them, since an implicit one divides by its length. */
void findGroups(std::vector<RecordedStep>& steps) {
    Real length = 0; // of the last step that is none between changes of a group
    for (std::size_t i = 0; i < steps.size(); ++i) {
        RecordedStep& step = steps[i];
        if (step.change && i > 0 && steps[i - 1].change && step.length < partOfGroup * length)
            step.continuesGroup = step.isExplicit = true;
        else
            length = step.length;
    }
}

} // namespace

struct SensitivityRun::Parts {
    std::shared_ptr<ContactIntegratorImpl::FollowedRun> run = std::make_shared<ContactIntegratorImpl::FollowedRun>();
    bool hasIntegrator = false;
};

/** Takes the runs that derivatives are made of. */
class SensitivityRuns {
public:
    explicit SensitivityRuns(const SensitiveFunction& function) : function(function) {}

    struct Result {
        Vector outcome;
        Recording recording;
    };

    Result run(const Vector& parameters) {
        SensitivityRun::Parts parts;
        if (!steps.empty()) parts.run->steps = &steps; // the first run has none
        parts.run->mayLeaveChanges = mayLeaveChanges;
        SensitivityRun run;
        run.parts = &parts;
        ++numRuns;
        Result result;
        result.outcome = function(parameters, run);
        if (!parts.hasIntegrator)
            throw std::logic_error(std::string(calcName) + ": the run has not called SensitivityRun::follow() with its integrator");
        if (parts.run->recording.steps.empty())
            throw std::logic_error(std::string(calcName) + ": the run has taken no step after SensitivityRun::follow() and initialize()");
        for (int i = 0; i < result.outcome.size(); ++i)
            checkParameter(std::isfinite(result.outcome[i]), calcName, "outcome " + std::to_string(i), result.outcome[i], "-", "finite");
        if (parts.run->steps && parts.run->recording.steps.size() != steps.size())
            throw std::logic_error(std::string(calcName) + ": a perturbed run ends at t = " + toText(endOf(parts.run->recording.steps)) +
                                   " s, and the recorded one at t = " + toText(endOf(steps)) +
                                   " s; the parameters must not change the times of stepTo()");
        result.recording = std::move(parts.run->recording);
        return result;
    }
    /** @returns the outcome of the recorded steps, solved to rounding */
    Vector record(const Vector& parameters) {
        steps = mergeShortOnes(run(parameters).recording.steps);
        findGroups(steps);
        const Silence silence; // the recorded run has warned
        // The run that solves to rounding meets other times of changes than the one that was recorded, and a few of them not at all.
        mayLeaveChanges = true;
        Result result = run(parameters);
        mayLeaveChanges = false;
        steps = std::move(result.recording.steps);
        findGroups(steps);
        return result.outcome;
    }
    int getNumRuns() const { return numRuns; }
    int getNumSteps() const { return int(steps.size()); }

    static void follow(SensitivityRun::Parts& parts, ContactIntegratorImpl& impl) {
        if (parts.hasIntegrator)
            throw std::logic_error("SensitivityRun::follow(): it has an integrator already; a run has one");
        parts.hasIntegrator = true;
        impl.follow(parts.run);
    }

private:
    const SensitiveFunction& function;
    std::vector<RecordedStep> steps;
    bool mayLeaveChanges = false;
    int numRuns = 0;
};

void SensitivityRun::follow(ContactIntegrator& integrator) { SensitivityRuns::follow(*parts, *integrator.impl); }

namespace {

/** Extrapolates central differences to a perturbation of 0, for each outcome by itself. Their error has even powers of the perturbation. It has a first
power as well where contacts change their order, such as feet that land at once, so both are tried. */
class RiddersTable {
public:
    explicit RiddersTable(int numOutcomes)
        : best(numOutcomes, NaN), error(numOutcomes, Infinity) {}

    /** Adds the differences of a perturbation that is smaller by the factor than the one before.
    @returns false if smaller ones only bring rounding */
    bool add(const Vector& differences) {
        bool isUseful = even.empty();
        for (auto* last : {&even, &every}) {
            std::vector<Vector> row{differences};
            const Real perPower = last == &even ? factor * factor : factor;
            Real power = perPower;
            for (std::size_t k = 1; k <= last->size(); ++k, power *= perPower) {
                row.push_back((power * row[k - 1] - (*last)[k - 1]) / (power - 1));
                for (int i = 0; i < best.size(); ++i) {
                    const Real now = std::max(std::abs(row[k][i] - row[k - 1][i]), std::abs(row[k][i] - (*last)[k - 1][i]));
                    if (now <= error[i]) error[i] = now, best[i] = row[k][i];
                }
            }
            for (int i = 0; i < best.size() && !last->empty(); ++i)
                isUseful = isUseful || (error[i] > 0 && std::abs(row.back()[i] - last->back()[i]) < worse * error[i]);
            *last = std::move(row);
        }
        return isUseful;
    }

    /** Notes that the next perturbation is smaller than the last one by more than the factor. */
    void leaveGap() {
        even.clear();
        every.clear();
    }

    Vector best, error;

private:
    std::vector<Vector> even, every; // last rows, by even powers and by all of them
};

// Words of contacts differ where a perturbed step ends on the other side of a change. How often a contact begins, and how it ends, does not.
std::string summarize(const std::string& word) {
    return std::to_string(std::count(word.begin(), word.end(), 'b')) + word.back();
}

void compareContacts(const Recording& one, const Recording& other, const std::string& parameter, std::set<std::string>& doubts) {
    for (const auto* first : {&one, &other})
        for (const auto& [name, word] : first->contacts) {
            const auto& second = first == &one ? other : one;
            const auto found = second.contacts.find(name);
            if (found == second.contacts.end() || summarize(found->second) != summarize(word))
                doubts.insert(name + " touches or ends differently for both signs of a perturbation of " + parameter);
        }
}

} // namespace

Sensitivity calcSensitivity(const SensitiveFunction& function, const Vector& parameters, const SensitivityOptions& options) {
    if (!function) throw std::invalid_argument(std::string(calcName) + ": the function is empty");
    checkParameter(parameters.size() > 0, calcName, "number of parameters", parameters.size(), "-", ">= 1");
    for (int i = 0; i < parameters.size(); ++i)
        checkParameter(std::isfinite(parameters[i]), calcName, "parameter " + std::to_string(i), parameters[i], "-", "finite");
    if (options.perturbations.size() > 0)
        checkParameter(options.perturbations.size() == parameters.size(), calcName, "number of perturbations", options.perturbations.size(), "-",
                       "that of the parameters, " + std::to_string(parameters.size()));
    for (int i = 0; i < options.perturbations.size(); ++i)
        checkPositive(calcName, "perturbation " + std::to_string(i), options.perturbations[i], "-");
    checkPositive(calcName, "tolerance", options.tolerance, "-");

    SensitivityRuns runs(function);
    Sensitivity result;
    result.outcome = runs.record(parameters);
    const Silence silence;
    result.numSteps = runs.getNumSteps();
    const int n = result.outcome.size(), m = parameters.size();
    result.jacobian.resize(n, m);
    result.error.resize(n, m);
    std::set<std::string> doubts;
    for (int i = 0; i < m; ++i) {
        const std::string name = "parameter " + std::to_string(i);
        Real e = options.perturbations.size() > 0 ? options.perturbations[i] : usualPerturbation * std::max(std::abs(parameters[i]), Real(1));
        RiddersTable table(n);
        SensitivityRuns::Result up, down;
        std::string reason;
        int numDifferences = 0;
        for (int level = 0; level < mostLevels; ++level, e /= factor) {
            Vector above = parameters, below = parameters;
            above[i] += e;
            below[i] -= e;
            const Real distance = above[i] - below[i];
            if (!(distance > 0)) break;
            try {
                up = runs.run(above);
                down = runs.run(below);
            } catch (const std::runtime_error& e) { // recorded steps do not serve so far away
                reason = e.what();
                table.leaveGap();
                continue;
            }
            ++numDifferences;
            if (up.outcome.size() != n || down.outcome.size() != n)
                throw std::invalid_argument(std::string(calcName) + ": a run has " + std::to_string(up.outcome.size()) +
                                            " outcomes, and the first one has " + std::to_string(n));
            if (!table.add((up.outcome - down.outcome) / distance)) break;
        }
        if (numDifferences < 2)
            throw std::runtime_error(std::string(calcName) + ": no perturbation of " + name + " is small enough for the recorded steps; the last one was " + toText(e) + ". " + reason);
        compareContacts(up.recording, down.recording, name, doubts);
        result.jacobian.updCol(i) = table.best;
        result.error.updCol(i) = table.error;
    }
    for (int k = 0; k < n; ++k) {
        Real largest = 0;
        for (int i = 0; i < m; ++i) largest = std::max(largest, std::abs(result.jacobian(k, i)));
        for (int i = 0; i < m; ++i)
            if (result.error(k, i) > options.tolerance * largest && result.error(k, i) > std::numeric_limits<Real>::min())
                doubts.insert("the derivative of outcome " + std::to_string(k) + " with respect to parameter " + std::to_string(i) + ", " +
                              toText(result.jacobian(k, i)) + ", has an estimated error of " + toText(result.error(k, i)));
    }
    result.doubts.assign(doubts.begin(), doubts.end());
    result.numRuns = runs.getNumRuns();
    return result;
}

} // namespace simbodydem
