// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_PFC_HYSTERETIC_NORMAL_H
#define SIMBODYDEM_PFC_HYSTERETIC_NORMAL_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** The normal part of PFC's hysteretic model: Hertz's spring with a dashpot that goes by the impact speed, which
never pulls, but for Exact's e of 0.

    F = K delta^(3/2) (1 + d ddelta/v0),   K = 4/3 E* sqrt(R*)   [N m^(-3/2)]

v0 [m/s] is the speed at first touch, corrected for what the contact has lost when it is first seen, and remembered; a
contact that begins without approach (placed by hand) has no dashpot, unless setMinimumImpactSpeed() gives it one. d [-]
comes from e, or from setMinimalRestitution() where that is larger, by one of the forms that Machado et al. (2012)
review. All but the first miss the asked e; the last column is what they return for .5:

| DissipationForm     | d                            | e = .5 returns |
|---------------------|------------------------------|----------------|
| Exact               | d (1 + e) = ln((1 + d)/(1 - d e)) | .5000     |
| HuntCrossley        | 3 (1 - e)/2                  | .6630          |
| LankaraniNikravesh  | 3 (1 - e^2)/4                | .7252          |
| Gonthier            | (1 - e^2)/e                  | .4877          |
| ZhiyingQishao       | 3 (1 - e^2)/4 exp(2 (1 - e)) | .4826          |
| HerbertMcWhannell   | 6 (1 - e)/((2 e - 1)^2 + 3)  | .5936          |
| LeeWang             | 3 (1 - e)/4                  | .7992          |
| Flores              | 8 (1 - e)/(5 e)              | .4704          |
| HuGuo               | 3 (1 - e)/(2 e)              | .4877          |
| GharibHurmuzlu      | 1/e                          | .4107          |

At e = 0 Exact's d is infinite, and HertzNormal's critical dashpot takes its place, which is plastic and pulls while the
surfaces overlap (see RestitutionMeaning). Gonthier, Flores, HuGuo and GharibHurmuzlu need e > 0; the others return
something at 0. GharibHurmuzlu's dashpot does not vanish at e = 1.

All forms except Exact are deprecated, since they miss the restitution that is set. This version runs and reads them still.

The spring is PFC's Hertz model; the dashpot is a reconstruction from what PFC's documentation says in prose (target and
minimal restitution, and the review): which forms its three dashpot modes have is not known here. As in PFC friction
feels the spring alone: frictionalLoad is K delta^(3/2). Valid for contact radii small against the radii of the bodies.
Needs E, nu, e. Returns the spring's energy 2/5 K delta^(5/2). */
class SIMBODYDEM_API PFCHystereticNormal final : public NormalLaw {
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

    PFCHystereticNormal& setDissipationForm(DissipationForm);
    /** @param restitution e* [-], in [0, 1]; 0 at first */
    PFCHystereticNormal& setMinimalRestitution(SimTK::Real restitution);
    /** A contact that began more slowly, or without approach, has the dashpot of one that began at this speed: what
    rests is damped then, and what touched gently and is pressed hard later is not overdamped.
    @param speed [m/s], >= 0; 0 is no minimum */
    PFCHystereticNormal& setMinimumImpactSpeed(SimTK::Real speed);

    PFCHystereticNormal* clone() const override { return new PFCHystereticNormal(*this); }
    std::string getName() const override { return "PFCHystereticNormal"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    DissipationForm form = DissipationForm::Exact;
    SimTK::Real minimalRestitution = 0;
    SimTK::Real minimumImpactSpeed = 0;
    SimTK::Real effectiveYoungsModulus = SimTK::NaN; // E* of the pair
    SimTK::Real damping = SimTK::NaN;                // d of the pair
    bool staysTogether = false;                      // Exact, e = 0
};

} // namespace simbodydem

#endif
