#ifndef CONTACT_LAB_CALIBRATION_H
#define CONTACT_LAB_CALIBRATION_H

#include "Simbody.h"

#include <Eigen/Core>

#include <functional>
#include <string>
#include <vector>

namespace lab {

using SimTK::Real;

/** Describes a number that is fitted within its bounds, or has a given value. */
struct Parameter {
    std::string name, unit;
    Real value; ///< of the first start, or the fixed value
    bool isFree = false;
    Real lower = SimTK::NaN, upper = SimTK::NaN; ///< bounds of a free parameter
    bool isLogarithmic = false;                  ///< searched by its logarithm; its bounds are > 0

    /** Returns the position of a value between the bounds: 0 at the lower one, 1 at the upper one [-]. */
    Real toPlace(Real value) const;
    Real fromPlace(Real place) const;
    /** Returns d value/d place at this value. */
    Real calcSlope(Real value) const;
};

/** Holds one column of measured values. */
struct Observation {
    std::string name, unit, abscissaName, abscissaUnit;
    std::vector<Real> abscissae, measured;
    /** Holds the standard deviation of each value. If it is empty, one for all is estimated from the residuals. */
    std::vector<Real> deviations = {};
};

/** Holds the values of all parameters, in their order. */
using Values = std::vector<Real>;

/** Sets how the search for the least squares starts and ends. */
struct SearchOptions {
    int starts = 5; ///< from the parameters' values, and from a Latin hypercube between the bounds
    int seed = 1;
    int evaluations = 400;      ///< calls of `predict` that a start may take
    Real tolerance = 1e-7;      ///< a start has converged when the sum of squares falls by less than this fraction
    Real differenceStep = 1e-4; ///< for derivatives, in units of Parameter::toPlace() [-]
};

/** Describes the search for the values of the parameters that explain the measurements best. */
struct CalibrationProblem : SearchOptions {
    std::vector<Parameter> parameters;
    std::vector<Observation> observations;
    /** Predicts the measurements: all observations one after the other. Several threads may call it at once.
    @throws std::invalid_argument for values with which that cannot be computed; the search avoids them. Any other exception ends
    the calibration. */
    std::function<std::vector<Real>(const Values&)> predict;
};

/** Holds the result of one start. */
struct StartResult {
    Values from, to;
    /** Holds the root mean square of the weighted residuals. Its unit is the standard deviation, or the spread of a column before deviations
    are estimated. */
    Real rms = SimTK::NaN;
    int evaluations = 0;
    bool hasConverged = false;
    std::string failure = ""; ///< reason if it has no result
};

/** Holds parameters that may be changed together without a change that the data can show. */
struct Undetermined {
    std::vector<int> parameters;
    std::vector<Real> changes; ///< small change of each: a difference, or a factor if it is logarithmic
};

/** Names the bound at which a parameter has ended. */
enum class Bound { None, Lower, Upper };

struct Fit {
    Values values;
    std::vector<Bound> bounds;    ///< of each parameter; a parameter at a bound has no standard error
    Values standardErrors;        ///< of each parameter; NaN if it is fixed, at a bound or undetermined
    Eigen::MatrixXd correlations; ///< of all parameters; NaN where there is no standard error
    std::vector<Undetermined> undetermined;
    std::vector<StartResult> starts;
    bool hasConverged = false;
    std::vector<Real> predicted, deviations; ///< of all observations one after the other
    std::vector<Real> rms;                   ///< of each observation's residuals, in its unit
    Real logLikelihood = SimTK::NaN;         ///< of normal errors
    Real aic = SimTK::NaN, aicc = SimTK::NaN,
         bic = SimTK::NaN; ///< with the estimated standard deviations as parameters
};

/** Holds finished starts, and functions that are called during a calibration. */
struct CalibrationWatch {
    std::vector<StartResult> finished = {};                                ///< by an earlier run; not repeated
    std::function<void(int start, int evaluations, Real rms)> onStep = {}; ///< after a step; starts count from 0
    std::function<void(int start, const StartResult&)> onStart = {};       ///< after the end of a start
};

/** Fits by the least squares of Levenberg and Marquardt from several starts, and evaluates the best one.
@throws std::invalid_argument if the problem cannot be solved: nothing is free, there are not more data than free parameters, or no
start can be computed */
Fit calibrate(const CalibrationProblem&, const CalibrationWatch& = {});

/** Holds the estimates of all parameters from one synthetic data set. */
struct Draw {
    Values estimates, standardErrors;
};
/** Calibrates synthetic data: the prediction of the fit with normal noise of its standard deviations. @param index  of the draw. It
determines the noise together with the seed of the problem. */
Draw calibrateSynthetic(const CalibrationProblem&, const Fit&, int index);

/** Returns true if the estimate of the draw is within two standard errors of the true value. */
bool isWithinTwoErrors(const Draw&, const Fit& truth, int parameter);

} // namespace lab

#endif
