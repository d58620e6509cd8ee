#ifndef CONTACT_LAB_UNCERTAINTY_H
#define CONTACT_LAB_UNCERTAINTY_H

#include "Calibration.h"

namespace lab {

/** Places that can be changed along this direction, of length 1, without a change that the data can tell. */
struct FlatDirection {
    Eigen::VectorXd places;
    std::vector<int> takingPart;
};

/** What the slopes at the optimum say of the free parameters that are at no bound, in their order. */
struct Uncertainty {
    Eigen::VectorXd deviations;   ///< of the places [-]; NaN where they are undetermined
    Eigen::MatrixXd correlations; ///< NaN there
    std::vector<FlatDirection> undetermined;
};

/** By the singular values of the Jacobian, whose columns are scaled to the same length. A direction is undetermined if its columns
cancel each other to four digits, or if its standard deviation is wider than the bounds.
@param jacobian  of the residuals over their standard deviations, by the places */
Uncertainty calcUncertainty(const Eigen::MatrixXd& jacobian);

} // namespace lab

#endif
