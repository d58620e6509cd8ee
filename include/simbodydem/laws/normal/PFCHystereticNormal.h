// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_PFC_HYSTERETIC_NORMAL_H
#define SIMBODYDEM_PFC_HYSTERETIC_NORMAL_H

#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** Computes the normal force of PFC's hysteretic model: Hertz's spring with a dashpot that depends on the impact speed. It never pulls,
except Exact at e = 0.

    F = K delta^(3/2) (1 + d ddelta/v0),   K = 4/3 E* sqrt(R*)   [N m^(-3/2)]

v0 [m/s] is the speed at first contact, corrected for the speed that is lost before the first evaluation. The contact remembers it. A
contact that begins without approach (a body placed by hand) has no dashpot, unless setMinimumImpactSpeed() gives it one. d [-] comes from
e, or from setMinimalRestitution() if that is larger, by one of ten forms. Machado et al. (2012) review those up to 2011. All forms except
the first miss the e that you set:

| DissipationForm     | d                            | returned for e = 0.5 |
|---------------------|------------------------------|----------------|
| Exact               | d (1 + e) = ln((1 + d)/(1 - d e)) | 0.5000    |
| HuntCrossley        | 3 (1 - e)/2                  | 0.6630         |
| LankaraniNikravesh  | 3 (1 - e^2)/4                | 0.7252         |
| Gonthier            | (1 - e^2)/e                  | 0.4877         |
| ZhiyingQishao       | 3 (1 - e^2)/4 exp(2 (1 - e)) | 0.4826         |
| HerbertMcWhannell   | 6 (1 - e)/((2 e - 1)^2 + 3)  | 0.5936         |
| LeeWang             | 3 (1 - e)/4                  | 0.7992         |
| Flores              | 8 (1 - e)/(5 e)              | 0.4704         |
| HuGuo               | 3 (1 - e)/(2 e)              | 0.4877         |
| GharibHurmuzlu      | 1/e                          | 0.4107         |

All forms except Exact are published forms, kept for comparison. Each returns the restitution of the table.

At e = 0 the d of Exact would be infinite. The critical dashpot of HertzNormal takes its place, which is plastic and pulls while the
surfaces overlap (see RestitutionMeaning). Gonthier, Flores, HuGuo and GharibHurmuzlu need e > 0. The other forms rebound at e = 0. The
dashpot of GharibHurmuzlu does not vanish at e = 1.

The spring is PFC's Hertz model. The dashpot is a reconstruction from the prose of PFC's documentation (target and minimal restitution, and
the review). The forms of PFC's three dashpot modes are not known here. As in PFC friction feels the spring alone: frictionalLoad is K
delta^(3/2). storedEnergy is the energy of the spring, 2/5 K delta^(5/2).

@par Needs
E, nu and e.

@par Validity
Valid for contact radii that are small against the radii of the bodies.

@par Source
Itasca PFC, hysteretic model; Machado et al. 2012, DOI 10.1016/j.mechmachtheory.2012.02.010. */
class SIMBODYDEM_API PFCHystereticNormal final : public NormalLawOf<PFCHystereticNormal> {
public:
    enum class DissipationForm {
        Exact,
        HuntCrossley,
        LankaraniNikravesh,
        Gonthier,
        ZhiyingQishao,
        HerbertMcWhannell,
        LeeWang,
        Flores,
        HuGuo,
        GharibHurmuzlu
    };

    /** Sets the form of d. The default is Exact. */
    PFCHystereticNormal& setDissipationForm(DissipationForm f) { return assign(form, f); }
    /** Sets the least restitution of which d is made. @param restitution e* [-], in [0, 1]; 0 by default */
    PFCHystereticNormal& setMinimalRestitution(SimTK::Real restitution) {
        return assign(minimalRestitution, restitution);
    }
    /** Sets the minimum of v0. A contact that began more slowly, or without approach, has the dashpot of a contact that began at this speed. So a
    contact at rest is damped, and a contact that began gently and is pressed hard later is not overdamped.
    @param speed  [m/s], >= 0; 0 is no minimum */
    PFCHystereticNormal& setMinimumImpactSpeed(SimTK::Real speed) { return assign(minimumImpactSpeed, speed); }

    RequiredValues getRequiredValues() const override;
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    DissipationForm form = DissipationForm::Exact;
    SimTK::Real minimalRestitution = 0;
    SimTK::Real minimumImpactSpeed = 0;
    SimTK::Real damping = SimTK::NaN; // d of the pair
    bool staysTogether = false;       // Exact, e = 0
};

} // namespace simbodydem

#endif
