// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/Sensitivity.h"

#include "base/Checks.h"
#include "base/Warning.h"
#include "control/RecordedRuns.h"
#include "control/RiddersTable.h"
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
const int mostLevels = 10; // of Ridders' table
const Real usualPerturbation = 1e-4; // relative to max(|p|, 1)
// Slopes on both sides that differ by more than this part of the largest derivative are those of a kink, if smaller perturbations leave at least the
// second part of their difference. That of a smooth outcome falls with the perturbation, by RiddersTable::factor from one to the next [-].
const Real kinkPart = 0.01, lastingPart = 0.5;

using Recording = ContactIntegratorImpl::Recording;

Real endOf(const std::vector<RecordedStep>& steps) { return steps.back().start + steps.back().length; }

/** The least and the greatest of half of the difference of the slopes on both sides, for each outcome. */
struct SlopeJumps {
    Vector least, greatest;

    explicit SlopeJumps(int numOutcomes) : least(numOutcomes, Infinity), greatest(numOutcomes, Real(0)) {}
    /** @param sums  of the changes for both signs of a perturbation, over its double */
    void add(const Vector& sums) {
        for (int k = 0; k < sums.size(); ++k) {
            least[k] = std::min(least[k], std::abs(sums[k]));
            greatest[k] = std::max(greatest[k], std::abs(sums[k]));
        }
    }
};

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

ContactIntegratorImpl& SensitivityRun::implOf(ContactIntegrator& integrator) { return *integrator.impl; }

void SensitivityRun::follow(ContactIntegrator& integrator) { SensitivityRuns::follow(*parts, *integrator.impl); }

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
    std::vector<SlopeJumps> jumps(m, SlopeJumps(n)); // by parameter
    for (int i = 0; i < m; ++i) {
        const std::string name = "parameter " + std::to_string(i);
        Real e = options.perturbations.size() > 0 ? options.perturbations[i] : usualPerturbation * std::max(std::abs(parameters[i]), Real(1));
        RiddersTable table(n);
        SensitivityRuns::Result up, down;
        std::string reason;
        int numDifferences = 0;
        for (int level = 0; level < mostLevels; ++level, e /= RiddersTable::factor) {
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
            jumps[std::size_t(i)].add((up.outcome + down.outcome - 2 * result.outcome) / distance);
            if (!table.add((up.outcome - down.outcome) / distance)) break;
        }
        if (numDifferences < 2)
            throw std::runtime_error(std::string(calcName) + ": no perturbation of " + name + " is small enough for the recorded steps; the last one was " + toText(e) + ". " + reason +
                                     ". Where surfaces only just touch, or slip only just ends, there is no derivative");
        compareContacts(up.recording.contacts, down.recording.contacts, name, doubts);
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
        for (int i = 0; i < m; ++i) {
            const Real least = jumps[std::size_t(i)].least[k], greatest = jumps[std::size_t(i)].greatest[k];
            if (least > kinkPart * largest && least > lastingPart * greatest)
                doubts.insert("outcome " + std::to_string(k) + " has a kink at parameter " + std::to_string(i) + ": its slopes are " +
                              toText(result.jacobian(k, i) - least) + " and " + toText(result.jacobian(k, i) + least) + " on both sides");
        }
    }
    result.doubts.assign(doubts.begin(), doubts.end());
    result.numRuns = runs.getNumRuns();
    return result;
}

} // namespace simbodydem
