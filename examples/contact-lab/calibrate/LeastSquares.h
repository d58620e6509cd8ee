#ifndef CONTACT_LAB_LEAST_SQUARES_H
#define CONTACT_LAB_LEAST_SQUARES_H

#include "Calibration.h"

#include <atomic>

namespace lab {

/** Computes (predicted - measured)/standard deviation as a function of the places of the free parameters. Counts its evaluations. */
class Residuals {
public:
    Residuals(const CalibrationProblem&, const std::vector<Real>& deviations);

    int countFree() const { return int(free.size()); }
    int count() const { return int(measured.size()); }
    int getEvaluations() const { return evaluations; }
    Real getTolerance() const { return problem.tolerance; }
    /** Returns the indices of the free parameters. */
    const std::vector<int>& getFree() const { return free; }

    /** Computes the residuals. @throws std::invalid_argument if that is not possible */
    Eigen::VectorXd calc(const Eigen::VectorXd& places) const;
    /** Computes the Jacobian by differences that stay within the bounds, central ones where both sides can be computed. Calls `predict`
    from several threads at once.
    @throws std::invalid_argument if neither side can be computed */
    Eigen::MatrixXd calcJacobian(const Eigen::VectorXd& places) const;

    std::vector<Real> predict(const Eigen::VectorXd& places) const;
    Values toValues(const Eigen::VectorXd& places) const;
    Eigen::VectorXd toPlaces(const Values&) const;

private:
    const CalibrationProblem& problem;
    std::vector<int> free;
    Eigen::VectorXd measured, deviations;
    mutable std::atomic<int> evaluations = 0;
};

struct Minimum {
    Eigen::VectorXd places;
    std::vector<Bound> bounds; ///< of the free parameters
    Real rms = SimTK::NaN;     ///< of the residuals [-]
    bool hasConverged = false;
};

/** Finds the least squares next to this start, within the bounds. The method of Levenberg and Marquardt is Eigen's, which is MINPACK's.
@param evaluations  limit of the evaluations
@throws std::invalid_argument if the start cannot be computed */
Minimum minimize(const Residuals&, const Eigen::VectorXd& start, int evaluations,
                 const std::function<void(int evaluations, Real rms)>& onStep = {});

} // namespace lab

#endif
