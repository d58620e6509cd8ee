#ifndef CONTACT_LAB_STUDY_DESIGN_H
#define CONTACT_LAB_STUDY_DESIGN_H

#include "Spec.h"

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

} // namespace lab

#endif
