#ifndef CONTACT_LAB_STUDY_DESIGN_H
#define CONTACT_LAB_STUDY_DESIGN_H

#include "Spec.h"

#include <vector>

namespace lab {

/** Defines the samples of a study. They depend on the spec alone, so that each machine finds them by their index.
- grid: all combinations, the last parameter fastest
- latin-hypercube: each of N equal slices of every parameter once, in random order and at a random position in the slice
- monte-carlo: independent
- sobol: k + 2 samples for each of N base points of Sobol's sequence, shifted randomly: A, B, and A with one parameter from
  B (Saltelli et al., Comput. Phys. Commun. 181, 2010) */
class Design {
public:
    /** Makes a design. @throws std::invalid_argument for more samples or parameters than possible */
    explicit Design(const StudySpec&);

    std::size_t getSize() const { return size; }
    std::vector<Value> at(std::size_t index) const;

private:
    const std::vector<VariedParameter> parameters;
    const bool isGrid, isSobol;
    std::size_t size;
    std::vector<double> shares; ///< in (0, 1), a row per sample; for a sobol design a row of A and B per base point
};

/** Holds an estimate, and the interval in which 95 of 100 estimates lie when base points are drawn again (bootstrap). */
struct Estimate {
    double value, low, high;
};

/** Holds the fraction of a result's variance in which a parameter takes part. */
struct SobolIndex {
    Estimate first; ///< alone: the variance of the mean at each of its values, over the variance [-]
    Estimate total; ///< alone and together with others
};

/** Computes the indices of each parameter from the results of a sobol design. Each base point has k + 2 results: f(A), f(B) and
f(AB_i), where AB_i is A with its i-th parameter from B. First: mean f(B) (f(AB_i) - f(A))/V (Saltelli et al. 2010). Total:
mean (f(A) - f(AB_i))^2/(2 V) (Jansen 1999). Base points where a result is not a number are left out.
@returns NaN where the result does not vary, or fewer than two base points are left */
std::vector<SobolIndex> calcSobolIndices(const std::vector<double>& results, std::size_t parameters);

} // namespace lab

#endif
