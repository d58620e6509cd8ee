#ifndef CONTACT_LAB_STUDY_DESIGN_H
#define CONTACT_LAB_STUDY_DESIGN_H

#include "Spec.h"

#include <vector>

namespace lab {

/** Which samples a study takes. They depend on the spec alone, so that each machine knows them by their index.
- grid: all combinations, the last parameter fastest
- latin-hypercube: each of N equal slices of every parameter once, in an order and at a place within by chance
- monte-carlo: independent
- sobol: of N base points of Sobol's sequence, shifted by chance, k + 2 samples each: A, B, and A with one parameter from
  B (Saltelli et al., Comput. Phys. Commun. 181, 2010) */
class Design {
public:
    /** @throws std::invalid_argument for more samples or parameters than can be */
    explicit Design(const StudySpec&);

    std::size_t getSize() const { return size; }
    std::vector<Value> at(std::size_t index) const;

private:
    const std::vector<VariedParameter> parameters;
    const bool isGrid, isSobol;
    std::size_t size;
    std::vector<double> shares; ///< in (0, 1), a row per sample; of a sobol design of A and B per base point
};

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
