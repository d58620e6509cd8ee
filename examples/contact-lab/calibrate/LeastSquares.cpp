#include "LeastSquares.h"

#include "Check.h"

#include <unsupported/Eigen/NonLinearOptimization>

#include <algorithm>
#include <cmath>
#include <future>

namespace lab {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Real Parameter::toPlace(Real value) const {
    return isLogarithmic ? std::log(value / lower) / std::log(upper / lower) : (value - lower) / (upper - lower);
}

Real Parameter::fromPlace(Real place) const {
    if (place <= 0) return lower; // exactly
    if (place >= 1) return upper;
    return isLogarithmic ? lower * std::pow(upper / lower, place) : lower + place * (upper - lower);
}

Real Parameter::calcSlope(Real value) const { return isLogarithmic ? value * std::log(upper / lower) : upper - lower; }

Residuals::Residuals(const CalibrationProblem& problem, const std::vector<Real>& deviations)
    : problem(problem), deviations(VectorXd::Map(deviations.data(), Eigen::Index(deviations.size()))) {
    for (std::size_t i = 0; i < problem.parameters.size(); ++i)
        if (problem.parameters[i].isFree) free.push_back(int(i));
    std::vector<Real> all;
    for (const Observation& o : problem.observations) all.insert(all.end(), o.measured.begin(), o.measured.end());
    measured = VectorXd::Map(all.data(), Eigen::Index(all.size()));
}

Values Residuals::toValues(const VectorXd& places) const {
    Values values;
    for (const Parameter& p : problem.parameters) values.push_back(p.value);
    for (int i = 0; i < countFree(); ++i) values[free[i]] = problem.parameters[free[i]].fromPlace(places[i]);
    return values;
}

VectorXd Residuals::toPlaces(const Values& values) const {
    VectorXd places(countFree());
    for (int i = 0; i < countFree(); ++i) places[i] = problem.parameters[free[i]].toPlace(values[free[i]]);
    return places;
}

std::vector<Real> Residuals::predict(const VectorXd& places) const {
    ++evaluations;
    return problem.predict(toValues(places));
}

VectorXd Residuals::calc(const VectorXd& places) const {
    const std::vector<Real> predicted = predict(places);
    const VectorXd residuals =
        (VectorXd::Map(predicted.data(), Eigen::Index(predicted.size())) - measured).cwiseQuotient(deviations);
    if (!residuals.allFinite()) refuse("the prediction is not finite");
    return residuals;
}

MatrixXd Residuals::calcJacobian(const VectorXd& places) const {
    struct Side {
        Real place = 0;
        VectorXd residuals = {};
        std::string failure = "";
    };
    const auto look = [&](int i, Real step) {
        VectorXd beside = places;
        beside[i] = std::clamp(places[i] + step, 0., 1.);
        Side side{beside[i]};
        try {
            side.residuals = calc(beside);
        } catch (const std::invalid_argument& e) {
            side.failure = e.what();
        }
        return side;
    };
    std::vector<std::future<Side>> sides; // in parallel, since each is a simulation of its own
    for (int i = 0; i < countFree(); ++i)
        for (Real sign : {-1., 1.})
            sides.push_back(std::async(std::launch::async, look, i, sign * problem.differenceStep));
    MatrixXd jacobian(count(), countFree());
    VectorXd here;
    for (int i = 0; i < countFree(); ++i) {
        Side below = sides[2 * i].get(), above = sides[2 * i + 1].get();
        if (below.failure != "" && above.failure != "") throw std::invalid_argument(below.failure);
        for (Side* side : {&below, &above}) {
            if (side->failure == "") continue;
            if (here.size() == 0) here = calc(places);
            *side = {places[i], here};
        }
        jacobian.col(i) = (above.residuals - below.residuals) / (above.place - below.place);
    }
    return jacobian;
}

namespace {

// Converts a place in [0, 1] = (1 - cos angle)/2 to an angle. So every angle is within the bounds.
Real toAngle(Real place) { return std::acos(1 - 2 * place); }
Real toPlace(Real angle) { return (1 - std::cos(angle)) / 2; }

const Real nearBound = 2e-3; // distance of a place from a bound
const Real refusal = 1e6;    // residual above all that matter, so that the step is not taken

// Returns true if the method has ended at a minimum, or where rounding hides whether it is one. Returns false if it has ended since
// no evaluations are left.
bool isAtAMinimum(Eigen::LevenbergMarquardtSpace::Status status) {
    using namespace Eigen::LevenbergMarquardtSpace;
    const auto minima = {RelativeReductionTooSmall,
                         RelativeErrorTooSmall,
                         RelativeErrorAndReductionTooSmall,
                         CosinusTooSmall,
                         FtolTooSmall,
                         XtolTooSmall,
                         GtolTooSmall};
    return std::find(minima.begin(), minima.end(), status) != minima.end();
}

// Provides the function in the form that Eigen needs. It takes some of the places as angles, and the others stay.
struct ByAngles {
    using Scalar = Real;
    using InputType = VectorXd;
    using ValueType = VectorXd;
    using JacobianType = MatrixXd;
    enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };

    const Residuals& residuals;
    const VectorXd others;
    const std::vector<int> moving;

    int inputs() const { return int(moving.size()); }
    int values() const { return residuals.count(); }

    VectorXd toPlaces(const VectorXd& angles) const {
        VectorXd places = others;
        for (std::size_t k = 0; k < moving.size(); ++k) places[moving[k]] = toPlace(angles[k]);
        return places;
    }
    int operator()(const VectorXd& angles, VectorXd& out) const {
        try {
            out = residuals.calc(toPlaces(angles));
        } catch (const std::invalid_argument&) {
            out = VectorXd::Constant(values(), refusal);
        }
        return 0;
    }
    int df(const VectorXd& angles, MatrixXd& out) const {
        const MatrixXd jacobian = residuals.calcJacobian(toPlaces(angles));
        out.resize(values(), inputs());
        for (Eigen::Index k = 0; k < out.cols(); ++k) out.col(k) = jacobian.col(moving[k]) * std::sin(angles[k]) / 2;
        return 0;
    }
};

class Minimizer {
public:
    Minimizer(const Residuals& residuals, int evaluations, const std::function<void(int, Real)>& onStep)
        : residuals(residuals), first(residuals.getEvaluations()), limit(first + evaluations), onStep(onStep) {}

    // Minimizes over all places that are not at a bound.
    Minimum descend(const VectorXd& start, const std::vector<Bound>& bounds) const {
        Minimum result{start, bounds, rmsOf(residuals.calc(start)), true};
        std::vector<int> moving;
        for (int i = 0; i < residuals.countFree(); ++i)
            if (bounds[i] == Bound::None) moving.push_back(i);
        if (moving.empty()) return result;
        ByAngles function{residuals, start, moving};
        VectorXd angles(function.inputs());
        for (Eigen::Index k = 0; k < angles.size(); ++k)
            angles[k] = toAngle(std::clamp(start[moving[k]], nearBound / 2, 1 - nearBound / 2));
        Eigen::LevenbergMarquardt<ByAngles> method(function);
        method.parameters.factor = 0.3; // of the angles, so that the first step does not go around a bound
        method.parameters.ftol = residuals.getTolerance();
        method.parameters.xtol = 1e-6;
        method.parameters.maxfev = limit;
        auto status = method.minimizeInit(angles);
        using namespace Eigen::LevenbergMarquardtSpace;
        const auto rmsOfNow = [&] { return method.fnorm / std::sqrt(Real(residuals.count())); };
        while ((status == NotStarted || status == Running) && residuals.getEvaluations() < limit) {
            status = method.minimizeOneStep(angles);
            if (onStep) onStep(residuals.getEvaluations() - first, rmsOfNow());
        }
        const Real rms = rmsOfNow();
        result.hasConverged = isAtAMinimum(status);
        if (!(rms < result.rms)) return result; // it began at the minimum
        result.places = function.toPlaces(angles);
        result.rms = rms;
        return result;
    }

    // Puts a place that is next to a bound on the bound if the residuals do not grow, and releases it again if they fall.
    Minimum settle(const Minimum& found) const {
        Minimum held = found;
        for (int i = 0; i < residuals.countFree(); ++i) {
            const Real place = found.places[i];
            if (place > nearBound && place < 1 - nearBound) continue;
            held.bounds[i] = place < 0.5 ? Bound::Lower : Bound::Upper;
            held.places[i] = place < 0.5 ? 0 : 1;
        }
        if (held.bounds == found.bounds) return found;
        try {
            held = descend(held.places, held.bounds);
            if (held.rms > found.rms * (1 + 1e-6)) return found;
            const VectorXd gradient = residuals.calcJacobian(held.places).transpose() * residuals.calc(held.places);
            VectorXd released = held.places;
            for (int i = 0; i < residuals.countFree(); ++i) {
                const Bound bound = held.bounds[i];
                if (bound == Bound::Lower && gradient[i] < 0) released[i] = 0.05;
                if (bound == Bound::Upper && gradient[i] > 0) released[i] = 0.95;
            }
            if (released == held.places) return held;
            const Minimum again = descend(released, std::vector<Bound>(held.bounds.size(), Bound::None));
            return again.rms < held.rms ? again : held;
        } catch (const std::invalid_argument&) { // the bound itself cannot be computed
            return found;
        }
    }

private:
    static Real rmsOf(const VectorXd& residuals) { return residuals.norm() / std::sqrt(Real(residuals.size())); }

    const Residuals& residuals;
    const int first, limit;
    const std::function<void(int, Real)>& onStep;
};

} // namespace

Minimum minimize(const Residuals& residuals, const VectorXd& start, int evaluations,
                 const std::function<void(int, Real)>& onStep) {
    const Minimizer minimizer(residuals, evaluations, onStep);
    return minimizer.settle(minimizer.descend(start, std::vector<Bound>(residuals.countFree(), Bound::None)));
}

} // namespace lab
