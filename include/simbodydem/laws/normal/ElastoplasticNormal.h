// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ELASTOPLASTIC_NORMAL_H
#define SIMBODYDEM_ELASTOPLASTIC_NORMAL_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** An elastoplastic contact: softer while it is pressed in further than ever, stiffer on the way out and in again.

    F = max(-k_c delta, min(k_L delta, k_U (delta - delta_r))),   delta_r = delta_max (1 - k_L/k_U)

(Walton & Braun 1986; with the cohesive branch -k_c delta Luding 2008.) delta_max [m] is the largest overlap of this
contact so far; the force is a function of overlap and delta_max alone, hence continuous at zero velocity and on
reloading.
- k_L [N/m], > 0: given with setLoadingStiffness().
- k_U [N/m], >= k_L: given with setUnloadingStiffness(), or k_L/e^2. An impact then returns e = sqrt(k_L/k_U) at every
  speed and lasts pi/2 sqrt(m*) (1/sqrt(k_L) + 1/sqrt(k_U)).
- k_c [N/m], >= 0: given with setCohesiveStiffness(), 0 otherwise. Reloading on the cohesive branch goes back along it,
  where Luding's goes up along k_U at once.

The stored energy is what unloading gives back, negative where it costs; the rest of the work on the loading branch is
heat. There is no dashpot: a contact that stays rings on k_U for ever. A contact that parts forgets delta_max.
frictionalLoad is F + k_c delta, so that cohesion holds in the tangent plane too (Luding 2008); stiffness is k_U, the
slope on which the contact gives back, and 0 where nothing presses. Needs e unless k_U is given, and e > 0: a plastic 0
would need an infinite k_U. */
class SIMBODYDEM_API ElastoplasticNormal final : public NormalLaw {
public:
    /** @param stiffness k_L [N/m], > 0 */
    ElastoplasticNormal& setLoadingStiffness(SimTK::Real stiffness);
    /** @param stiffness k_U [N/m], >= k_L */
    ElastoplasticNormal& setUnloadingStiffness(SimTK::Real stiffness);
    /** @param stiffness k_c [N/m], >= 0 */
    ElastoplasticNormal& setCohesiveStiffness(SimTK::Real stiffness);

    ElastoplasticNormal* clone() const override { return new ElastoplasticNormal(*this); }
    std::string getName() const override { return "ElastoplasticNormal"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real loading = SimTK::NaN;                       // k_L
    SimTK::Real unloading = SimTK::NaN;                     // k_U as given
    SimTK::Real cohesion = 0;                               // k_c
    SimTK::Real kU = SimTK::NaN;                            // of the pair
};

} // namespace simbodydem

#endif
