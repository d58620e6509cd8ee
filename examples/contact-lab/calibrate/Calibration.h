#ifndef CONTACT_LAB_CALIBRATION_H
#define CONTACT_LAB_CALIBRATION_H

#include "Simbody.h"

#include <Eigen/Core>

#include <functional>
#include <string>
#include <vector>

namespace lab {

using SimTK::Real;

/** A number that is fitted within its bounds, or has a given value. */
struct Parameter {
    std::string name, unit;
    Real value; ///< where the first start is, or for good if it is fixed
    bool isFree = false;
    Real lower = SimTK::NaN, upper = SimTK::NaN; ///< of a free one
    bool isLogarithmic = false;                  ///< searched by its logarithm; its bounds are > 0

    /** Where a value lies between the bounds: 0 at the lower one, 1 at the upper one [-]. */
    Real toPlace(Real value) const;
    Real fromPlace(Real place) const;
    /** d value/d place at this value. */
    Real calcSlope(Real value) const;
};

/** One column of measured values. */
struct Observation {
    std::string name, unit, abscissaName, abscissaUnit;
    std::vector<Real> abscissae, measured;
    /** Standard deviation of each; if empty one for all is estimated from the residuals. */
    std::vector<Real> deviations = {};
};

/** Values of all parameters, in their order. */
using Values = std::vector<Real>;

/** Sets how the search for the least squares starts and ends. */
struct SearchOptions {
    int starts = 5; ///< from the parameters' values, and from a Latin hypercube between the bounds
    int seed = 1;
    int evaluations = 400;      ///< of `predict` that a start may take
    Real tolerance = 1e-7;      ///< a start has converged when the sum of squares falls by less than this part of it
    Real differenceStep = 1e-4; ///< for derivatives, in Parameter's places [-]
};

/** Which values of the parameters explain the measurements best. */
struct CalibrationProblem : SearchOptions {
    std::vector<Parameter> parameters;
    std::vector<Observation> observations;
    /** What would be measured: all observations one after the other. Several threads may ask at once.
    @throws std::invalid_argument for values with which that cannot be computed: they are kept away from. What else it throws ends
    the calibration. */
    std::function<std::vector<Real>(const Values&)> predict;
};

/** Where one start has led to. */
struct StartResult {
    Values from, to;
    /** Holds the root mean square of the weighted residuals. Its unit is the standard deviation, or the spread of a column before deviations
    are estimated. */
    Real rms = SimTK::NaN;
    int evaluations = 0;
    bool hasConverged = false;
    std::string failure = ""; ///< why it led nowhere
};

/** Parameters that may be changed together without a change that the data can tell. */
struct Undetermined {
    std::vector<int> parameters;
    std::vector<Real> changes; ///< of each, small: a difference, or a factor if it is logarithmic
};

/** At which bound a parameter has ended. */
enum class Bound { None, Lower, Upper };

struct Fit {
    Values values;
    std::vector<Bound> bounds;    ///< of each parameter; one that is held there has no standard error
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

/** What is known already, and who wants to know more. */
struct CalibrationWatch {
    std::vector<StartResult> finished = {};                                ///< by an earlier run: not done again
    std::function<void(int start, int evaluations, Real rms)> onStep = {}; ///< of a start, which counts from 0
    std::function<void(int start, const StartResult&)> onStart = {};       ///< has finished
};

/** Least squares by Levenberg and Marquardt from several starts, and what the best one says.
@throws std::invalid_argument if the problem cannot be solved: nothing is free, fewer data than free parameters, or no start that can
be computed */
Fit calibrate(const CalibrationProblem&, const CalibrationWatch& = {});

/** The estimates from one synthetic set of data, of all parameters. */
struct Draw {
    Values estimates, standardErrors;
};
/** A calibration of synthetic data: what the fit predicts, with normal noise of its standard deviations. @param index  of the draw,
which decides the noise with the problem's seed */
Draw calibrateSynthetic(const CalibrationProblem&, const Fit&, int index);

/** Whether the draw's estimate is within two standard errors of the true value. */
bool isWithinTwoErrors(const Draw&, const Fit& truth, int parameter);

} // namespace lab

#endif
