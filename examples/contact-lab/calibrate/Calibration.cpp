#include "Calibration.h"

#include "Check.h"
#include "LeastSquares.h"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <numeric>

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
    if (int(data) <= free) refuse("{} data cannot determine {} free parameters; give more data", data, free);
    check(problem.starts >= 1 && problem.starts <= 1000, "starts", problem.starts, "-", "in [1, 1000]");
    check(problem.evaluations >= 1, "evaluations", problem.evaluations, "-", ">= 1");
    check(problem.tolerance > 0 && problem.tolerance <= 0.1, "tolerance", problem.tolerance, "-", "in (0, 0.1]");
    check(problem.differenceStep > 0 && problem.differenceStep <= 0.1, "differenceStep", problem.differenceStep, "-",
          "in (0, 0.1]");
}

// Returns the given standard deviations. For a column without any it calls `estimate`.
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

// Returns the spread of the values of a column. With it columns of different units have the same weight.
Real spreadOf(const Observation& o, std::size_t) {
    const Real n = Real(o.measured.size()), mean = std::accumulate(o.measured.begin(), o.measured.end(), 0.) / n;
    Real sum = 0, size = 0;
    for (Real v : o.measured) {
        sum += (v - mean) * (v - mean);
        size = std::max(size, std::abs(v));
    }
    const Real spread = std::sqrt(sum / n);
    return spread > 1e-6 * size ? spread : size > 0 ? size : 1;
}

Real sumOfSquares(const Observation& o, const std::vector<Real>& predicted, std::size_t first) {
    Real sum = 0;
    for (std::size_t i = 0; i < o.measured.size(); ++i) sum += SimTK::square(predicted[first + i] - o.measured[i]);
    return sum;
}

// Estimates the standard deviations from the residuals, corrected for the number of free parameters, which make the residuals
// smaller. They are never smaller than rounding.
std::vector<Real> estimateDeviations(const CalibrationProblem& problem, const std::vector<Real>& predicted, int free) {
    const Real n = Real(predicted.size()), correction = n / (n - free);
    return deviationsOf(problem, [&](const Observation& o, std::size_t first) {
        const Real variance = sumOfSquares(o, predicted, first) / Real(o.measured.size()) * correction;
        return std::max(std::sqrt(variance), 1e-10 * spreadOf(o, 0));
    });
}

// Returns the places of a start. The first start is at the values of the parameters. Each other one has a cell of its own in
// the range of each parameter.
VectorXd placeStart(const CalibrationProblem& problem, const Residuals& residuals, int index) {
    Values values;
    for (const Parameter& p : problem.parameters) values.push_back(p.value);
    VectorXd places = residuals.toPlaces(values);
    if (index == 0) return places;
    SimTK::Random::Uniform random(0, 1);
    random.setSeed(problem.seed);
    const int cells = problem.starts - 1;
    for (Index i = 0; i < places.size(); ++i) {
        std::vector<int> order(cells);
        std::iota(order.begin(), order.end(), 0);
        for (int k = cells - 1; k > 0; --k) std::swap(order[k], order[int(random.getValue() * (k + 1))]);
        for (int k = 0; k < cells; ++k) {
            const Real within = random.getValue();
            if (k == index - 1) places[i] = (order[k] + within) / cells;
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

// Repeats the fit until its weights have settled. With several columns the weights by the estimated standard deviations move
// the optimum, and the optimum changes the estimates.
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

const Real cancelled = 1e-4; // singular value at which columns of length 1 cancel
const Real takesPart = 0.1;  // component of a parameter in a direction of length 1

// Adds the uncertainty of the parameters that are at no bound. It follows from the singular values of the Jacobian at the optimum, whose
// columns are scaled to the same length. A direction is undetermined if its columns cancel each other to four digits, or if its standard
// deviation is wider than the bounds.
void addUncertainty(Fit& fit, const CalibrationProblem& problem, const Residuals& residuals, const Minimum& minimum) {
    const Index count = Index(problem.parameters.size());
    fit.bounds.assign(problem.parameters.size(), Bound::None);
    fit.standardErrors.assign(problem.parameters.size(), SimTK::NaN);
    fit.correlations = MatrixXd::Constant(count, count, SimTK::NaN);
    MatrixXd scaled = residuals.calcJacobian(minimum.places);
    std::vector<int> inside; // parameters of the first columns
    for (int i = 0; i < residuals.countFree(); ++i) {
        fit.bounds[residuals.getFree()[i]] = minimum.bounds[i];
        if (minimum.bounds[i] != Bound::None) continue;
        scaled.col(Index(inside.size())) = scaled.col(i).eval();
        inside.push_back(residuals.getFree()[i]);
    }
    if (inside.empty()) return;
    const Index n = Index(inside.size());
    scaled.conservativeResize(Eigen::NoChange, n);
    const VectorXd norms = scaled.colwise().norm(), lengths = (norms.array() > 0).select(norms, 1);
    scaled.array().rowwise() /= lengths.transpose().array();
    const Eigen::JacobiSVD<MatrixXd> svd(scaled, Eigen::ComputeThinV);
    MatrixXd covariance = MatrixXd::Zero(n, n); // of the places
    std::vector<bool> isDetermined(inside.size(), true);
    for (Index k = 0; k < n; ++k) {
        const VectorXd direction = svd.matrixV().col(k), inPlaces = direction.cwiseQuotient(lengths);
        const Real size = svd.singularValues()[k];
        if (size > cancelled && inPlaces.norm() / size <= 1) {
            covariance += inPlaces * inPlaces.transpose() / (size * size);
            continue;
        }
        Undetermined& flat = fit.undetermined.emplace_back();
        const VectorXd places = inPlaces.normalized();
        const Real step = 0.01 / places.cwiseAbs().maxCoeff();
        for (Index i = 0; i < n; ++i) {
            if (std::abs(direction[i]) <= takesPart) continue;
            const Parameter& p = problem.parameters[inside[i]];
            const Real change = places[i] * step;
            flat.parameters.push_back(inside[i]);
            flat.changes.push_back(p.isLogarithmic ? std::pow(p.upper / p.lower, change)
                                                   : change * (p.upper - p.lower));
            isDetermined[i] = false;
        }
    }
    for (Index i = 0; i < n; ++i) {
        if (!isDetermined[i]) continue;
        const int p = inside[i];
        fit.standardErrors[p] = std::sqrt(covariance(i, i)) * problem.parameters[p].calcSlope(fit.values[p]);
        for (Index j = 0; j < n; ++j)
            if (isDetermined[j])
                fit.correlations(p, inside[j]) = covariance(i, j) / std::sqrt(covariance(i, i) * covariance(j, j));
    }
}

void addCriteria(Fit& fit, const CalibrationProblem& problem, int free) {
    int count = free;
    std::size_t first = 0;
    fit.logLikelihood = 0;
    for (const Observation& o : problem.observations) {
        const Real n = Real(o.measured.size()), sum = sumOfSquares(o, fit.predicted, first);
        fit.rms.push_back(std::sqrt(sum / n));
        if (o.deviations.empty()) { // then the most likely one is used
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
                refuse("a start of an earlier run has {} values; it must have {}, one for each parameter",
                       values->size(), problem.parameters.size());
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
        const Parameter& p = problem.parameters[i];
        const Real value = best->to[i]; // exact at a bound
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

Draw calibrateSynthetic(const CalibrationProblem& problem, const Fit& fit, int index) {
    CalibrationProblem synthetic = problem;
    for (std::size_t i = 0; i < problem.parameters.size(); ++i) synthetic.parameters[i].value = fit.values[i];
    synthetic.starts = 1;
    SimTK::Random::Gaussian noise(0, 1);
    noise.setSeed(1000 * problem.seed + index);
    std::size_t at = 0;
    for (Observation& o : synthetic.observations)
        for (Real& value : o.measured) {
            value = fit.predicted[at] + fit.deviations[at] * noise.getValue();
            ++at;
        }
    const Fit again = calibrate(synthetic);
    return {again.values, again.standardErrors};
}

bool isWithinTwoErrors(const Draw& draw, const Fit& truth, int parameter) {
    return std::abs(draw.estimates[parameter] - truth.values[parameter]) <= 2 * draw.standardErrors[parameter];
}

} // namespace lab
