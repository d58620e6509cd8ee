// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ELASTOPLASTIC_NORMAL_H
#define SIMBODYDEM_ELASTOPLASTIC_NORMAL_H

#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** Computes the force of an elastoplastic contact. It is softer while it is pressed deeper than ever before, and stiffer while it unloads
and reloads.

    F = max(-k_c delta, min(k_L delta, k_U (delta - delta_r))),   delta_r = delta_max (1 - k_L/k_U)

delta_max [m] is the largest overlap of this contact so far. The force is a function of overlap and delta_max alone, so it is continuous at zero
velocity and on reloading. A contact that ends forgets delta_max.
- k_L [N/m], > 0: set with setLoadingStiffness().
- k_U [N/m], >= k_L: set with setUnloadingStiffness(), or k_L/e^2. An impact returns e = sqrt(k_L/k_U) at every speed. It lasts
  pi/2 sqrt(m*) (1/sqrt(k_L) + 1/sqrt(k_U)).
- k_c [N/m], >= 0: set with setCohesiveStiffness(), 0 by default. Reloading on the cohesive branch returns along it. In Luding's law it
  rises along k_U at once.

The stored energy is the energy that unloading returns. It is negative where unloading needs energy. The rest of the work on the loading
branch is heat. The law has no dashpot, so a contact that stays oscillates on k_U for ever. frictionalLoad is F + k_c delta, so that
cohesion also holds in the tangent plane (Luding 2008). stiffness is k_U, the slope of unloading, and 0 where no force presses the surfaces
together.

@par Needs
e > 0 unless k_U is set. A plastic e = 0 would need an infinite k_U.

@par Source
Walton & Braun 1986, DOI 10.1122/1.549893; the cohesive branch -k_c delta Luding 2008, DOI 10.1007/s10035-008-0099-x. */
class SIMBODYDEM_API ElastoplasticNormal final : public NormalLawOf<ElastoplasticNormal> {
public:
    /** Sets the stiffness of loading. @param stiffness k_L [N/m], > 0 */
    ElastoplasticNormal& setLoadingStiffness(SimTK::Real stiffness) { return assign(loading, stiffness); }
    /** Sets the stiffness of unloading and reloading. @param stiffness k_U [N/m], >= k_L */
    ElastoplasticNormal& setUnloadingStiffness(SimTK::Real stiffness) { return assign(unloading, stiffness); }
    /** Sets the slope of the cohesive branch. @param stiffness k_c [N/m], >= 0 */
    ElastoplasticNormal& setCohesiveStiffness(SimTK::Real stiffness) { return assign(cohesion, stiffness); }

    RequiredValues getRequiredValues() const override;
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real loading = SimTK::NaN;                       // k_L
    SimTK::Real unloading = SimTK::NaN;                     // k_U as set
    SimTK::Real cohesion = 0;                               // k_c
    SimTK::Real kU = SimTK::NaN;                            // of the pair
};

} // namespace simbodydem

#endif
