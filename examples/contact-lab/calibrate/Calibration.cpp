#include "Calibration.h"

#include "Check.h"
#include "LeastSquares.h"
#include "Uncertainty.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace lab {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

void checkProblem(const CalibrationProblem& problem) {
    int free = 0;
    std::size_t data = 0;
    for (const Parameter& p : problem.parameters) {
        if (!p.isFree) continue;
        ++free;
        const auto range = fmt::format("between its bounds {:g} and {:g}", p.lower, p.upper);
        check(p.lower < p.upper && std::isfinite(p.lower) && std::isfinite(p.upper), p.name + ": lower", p.lower,
              p.unit, fmt::format("finite and below upper = {:g}", p.upper));
        check(!p.isLogarithmic || p.lower > 0, p.name + ": lower", p.lower, p.unit, "> 0 for a logarithmic scale");
        check(p.value >= p.lower && p.value <= p.upper, p.name + ": value", p.value, p.unit, range);
    }
    for (const Observation& o : problem.observations) data += o.measured.size();
    if (free == 0) refuse("no parameter is free: there is nothing to fit");
    if (int(data) <= free)
        refuse(fmt::format("{} data cannot determine {} free parameters; it must be more", data, free));
    check(problem.starts >= 1 && problem.starts <= 1000, "starts", problem.starts, "-", "in [1, 1000]");
    check(problem.evaluations >= 1, "evaluations", problem.evaluations, "-", ">= 1");
    check(problem.tolerance > 0 && problem.tolerance <= 0.1, "tolerance", problem.tolerance, "-", "in (0, 0.1]");
    check(problem.differenceStep > 0 && problem.differenceStep <= 0.1, "differenceStep", problem.differenceStep, "-",
          "in (0, 0.1]");
}

// The standard deviations that are given, or for each column without any what `estimate` says.
template <class Estimate> std::vector<Real> deviationsOf(const CalibrationProblem& problem, Estimate estimate) {
    std::vector<Real> all;
    std::size_t first = 0;
    for (const Observation& o : problem.observations) {
        if (o.deviations.empty())
            all.insert(all.end(), o.measured.size(), estimate(o, first));
        else
            all.insert(all.end(), o.deviations.begin(), o.deviations.end());
        first += o.measured.size();
    }
    return all;
}

Real greatest(const std::vector<Real>& values) {
    Real size = 0;
    for (Real v : values) size = std::max(size, std::abs(v));
    return size;
}

// How far the values of a column lie apart, so that columns of different units weigh alike.
Real spreadOf(const Observation& o, std::size_t) {
    const Real n = Real(o.measured.size()), mean = std::accumulate(o.measured.begin(), o.measured.end(), 0.) / n;
    Real sum = 0;
    for (Real v : o.measured) sum += (v - mean) * (v - mean);
    const Real spread = std::sqrt(sum / n), size = greatest(o.measured);
    return spread > 1e-6 * size ? spread : size > 0 ? size : 1;
}

Real sumOfSquares(const Observation& o, const std::vector<Real>& predicted, std::size_t first) {
    Real sum = 0;
    for (std::size_t i = 0; i < o.measured.size(); ++i) sum += SimTK::square(predicted[first + i] - o.measured[i]);
    return sum;
}

// From the residuals, as far as free parameters have not made them smaller, and never smaller than rounding.
std::vector<Real> estimateDeviations(const CalibrationProblem& problem, const std::vector<Real>& predicted, int free) {
    const Real n = Real(predicted.size()), correction = n / (n - free);
    return deviationsOf(problem, [&](const Observation& o, std::size_t first) {
        const Real variance = sumOfSquares(o, predicted, first) / Real(o.measured.size()) * correction;
        return std::max(std::sqrt(variance), 1e-10 * spreadOf(o, 0));
    });
}

// Where start number i is: the first at the parameters' values, the others in a cell of their own of each parameter's range.
VectorXd placeStart(const CalibrationProblem& problem, const Residuals& residuals, int index) {
    Values values;
    for (const Parameter& p : problem.parameters) values.push_back(p.value);
    VectorXd places = residuals.toPlaces(values);
    if (index == 0) return places;
    SimTK::Random::Uniform random(0, 1);
    random.setSeed(problem.seed);
    const int cells = problem.starts - 1;
    for (Index i = 0; i < places.size(); ++i) {
        std::vector<int> order(static_cast<std::size_t>(cells));
        std::iota(order.begin(), order.end(), 0);
        for (int k = cells - 1; k > 0; --k)
            std::swap(order[std::size_t(k)], order[std::size_t(random.getValue() * (k + 1))]);
        for (int k = 0; k < cells; ++k) {
            const Real within = random.getValue();
            if (k == index - 1) places[i] = (order[std::size_t(k)] + within) / cells;
        }
    }
    return places;
}

StartResult runStart(const CalibrationProblem& problem, const std::vector<Real>& deviations, int index,
                     const CalibrationWatch& watch) {
    const Residuals residuals(problem, deviations);
    const VectorXd start = placeStart(problem, residuals, index);
    StartResult result;
    result.from = result.to = residuals.toValues(start);
    try {
        const Minimum minimum = minimize(residuals, start, problem.evaluations, [&](int evaluations, Real rms) {
            if (watch.onStep) watch.onStep(index, evaluations, rms);
        });
        result.to = residuals.toValues(minimum.places);
        result.rms = minimum.rms;
        result.hasConverged = minimum.hasConverged;
    } catch (const std::invalid_argument& e) {
        result.failure = e.what();
    }
    result.evaluations = residuals.getEvaluations();
    return result;
}

// Weights by the estimated standard deviations move the optimum if there are several columns, and that the estimates.
Minimum reweigh(const CalibrationProblem& problem, Minimum minimum, std::vector<Real>& deviations) {
    bool areSettled = false; // the weights
    for (int i = 0; i < 20 && !areSettled; ++i) {
        const Residuals before(problem, deviations);
        const std::vector<Real> next = estimateDeviations(problem, before.predict(minimum.places), before.countFree());
        Real change = 0;
        for (std::size_t k = 0; k < next.size(); ++k) change = std::max(change, std::abs(next[k] / deviations[k] - 1));
        deviations = next;
        const Residuals residuals(problem, deviations);
        areSettled = problem.observations.size() == 1 || change < 0.01;
        if (areSettled)
            minimum.rms = residuals.calc(minimum.places).norm() / std::sqrt(Real(residuals.count()));
        else
            minimum = minimize(residuals, minimum.places, problem.evaluations);
    }
    minimum.hasConverged = minimum.hasConverged && areSettled;
    return minimum;
}

void addUncertainty(Fit& fit, const CalibrationProblem& problem, const Residuals& residuals, const Minimum& minimum) {
    const std::size_t count = problem.parameters.size();
    fit.bounds.assign(count, Bound::None);
    fit.standardErrors.assign(count, SimTK::NaN);
    fit.correlations = MatrixXd::Constant(Index(count), Index(count), SimTK::NaN);
    const MatrixXd all = residuals.calcJacobian(minimum.places);
    std::vector<int> inside; // of the free parameters
    for (int i = 0; i < residuals.countFree(); ++i) {
        fit.bounds[std::size_t(residuals.getFree()[std::size_t(i)])] = minimum.bounds[std::size_t(i)];
        if (minimum.bounds[std::size_t(i)] == Bound::None) inside.push_back(i);
    }
    if (inside.empty()) return;
    MatrixXd jacobian(all.rows(), Index(inside.size()));
    std::vector<int> parameters;
    for (std::size_t k = 0; k < inside.size(); ++k) {
        jacobian.col(Index(k)) = all.col(inside[k]);
        parameters.push_back(residuals.getFree()[std::size_t(inside[k])]);
    }
    const Uncertainty found = calcUncertainty(jacobian);
    const auto slope = [&](int p) { return problem.parameters[std::size_t(p)].calcSlope(fit.values[std::size_t(p)]); };
    for (std::size_t k = 0; k < inside.size(); ++k) {
        fit.standardErrors[std::size_t(parameters[k])] = found.deviations[Index(k)] * slope(parameters[k]);
        for (std::size_t l = 0; l < inside.size(); ++l)
            fit.correlations(parameters[k], parameters[l]) = found.correlations(Index(k), Index(l));
    }
    for (const FlatDirection& flat : found.undetermined) {
        Undetermined told;
        const Real step = 0.01 / flat.places.cwiseAbs().maxCoeff(); // of the places
        for (int k : flat.takingPart) {
            const Real change = flat.places[k] * step;
            const int index = parameters[std::size_t(k)];
            const Parameter& p = problem.parameters[std::size_t(index)];
            told.parameters.push_back(index);
            told.changes.push_back(p.isLogarithmic ? std::pow(p.upper / p.lower, change)
                                                   : change * (p.upper - p.lower));
        }
        fit.undetermined.push_back(told);
    }
}

void addCriteria(Fit& fit, const CalibrationProblem& problem, int free) {
    int count = free;
    std::size_t first = 0;
    fit.logLikelihood = 0;
    for (const Observation& o : problem.observations) {
        const Real n = Real(o.measured.size()), sum = sumOfSquares(o, fit.predicted, first);
        fit.rms.push_back(std::sqrt(sum / n));
        if (o.deviations.empty()) { // the likeliest one
            const Real variance = std::max(sum / n, SimTK::square(1e-10 * spreadOf(o, 0)));
            fit.logLikelihood -= n / 2 * (std::log(2 * SimTK::Pi * variance) + sum / n / variance);
            ++count;
        } else
            for (std::size_t i = 0; i < o.measured.size(); ++i) {
                const Real variance = SimTK::square(o.deviations[i]);
                fit.logLikelihood -= 0.5 * (std::log(2 * SimTK::Pi * variance) +
                                            SimTK::square(fit.predicted[first + i] - o.measured[i]) / variance);
            }
        first += o.measured.size();
    }
    const Real n = Real(first), k = count;
    fit.aic = 2 * k - 2 * fit.logLikelihood;
    fit.aicc = n > k + 1 ? fit.aic + 2 * k * (k + 1) / (n - k - 1) : SimTK::NaN;
    fit.bic = k * std::log(n) - 2 * fit.logLikelihood;
}

} // namespace

Fit calibrate(const CalibrationProblem& problem, const CalibrationWatch& watch) {
    checkProblem(problem);
    std::vector<Real> deviations = deviationsOf(problem, spreadOf);
    Fit fit;
    fit.starts = watch.finished;
    for (const StartResult& start : fit.starts)
        for (const Values* values : {&start.from, &start.to})
            if (values->size() != problem.parameters.size())
                refuse(
                    fmt::format("a start that an earlier run has finished has {} values; it must be the {} parameters'",
                                values->size(), problem.parameters.size()));
    for (int i = int(fit.starts.size()); i < problem.starts; ++i) {
        fit.starts.push_back(runStart(problem, deviations, i, watch));
        if (watch.onStart) watch.onStart(i, fit.starts.back());
    }
    const StartResult* best = nullptr;
    for (const StartResult& start : fit.starts)
        if (start.failure == "" && (!best || start.rms < best->rms)) best = &start;
    if (!best) refuse("no start can be computed; the first: " + fit.starts.front().failure);

    const Residuals residuals(problem, deviations);
    Minimum minimum{residuals.toPlaces(best->to), {}, best->rms, best->hasConverged};
    for (int i : residuals.getFree()) {
        const Parameter& p = problem.parameters[std::size_t(i)];
        const Real value = best->to[std::size_t(i)]; // exact at a bound
        minimum.bounds.push_back(value == p.lower ? Bound::Lower : value == p.upper ? Bound::Upper : Bound::None);
    }
    minimum = reweigh(problem, minimum, deviations);
    fit.hasConverged = minimum.hasConverged;
    const Residuals weighted(problem, deviations);
    fit.values = weighted.toValues(minimum.places);
    fit.predicted = weighted.predict(minimum.places);
    fit.deviations = deviations;
    addUncertainty(fit, problem, weighted, minimum);
    addCriteria(fit, problem, weighted.countFree());
    return fit;
}

} // namespace lab
