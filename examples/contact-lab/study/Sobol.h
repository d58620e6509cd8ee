#ifndef CONTACT_LAB_STUDY_SOBOL_H
#define CONTACT_LAB_STUDY_SOBOL_H

#include <vector>

namespace lab {

/** An estimate, and between which ends 95 of 100 of it lie when base points are drawn again (bootstrap). */
struct Estimate {
    double value, low, high;
};

/** Which share of a result's variance a parameter has a part in. */
struct SobolIndex {
    Estimate first; ///< alone: the variance of the mean at each of its values, by the variance [-]
    Estimate total; ///< alone and together with others
};

/** Indices of each parameter from the results of a sobol design, k + 2 of each base point: f(A), f(B), f(AB_i), A with
its i-th parameter from B. First: mean f(B) (f(AB_i) - f(A))/V (Saltelli et al. 2010); total: mean (f(A) - f(AB_i))^2/(2 V)
(Jansen 1999). Base points where one of them is no number are left out.
@returns NaN where the result does not vary, or fewer than two base points are left */
std::vector<SobolIndex> calcSobolIndices(const std::vector<double>& results, std::size_t parameters);

} // namespace lab

#endif
