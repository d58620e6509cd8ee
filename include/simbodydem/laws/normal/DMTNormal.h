// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_DMT_NORMAL_H
#define SIMBODYDEM_DMT_NORMAL_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/normal/HertzNormal.h"

namespace simbodydem {

/** Derjaguin, Muller and Toporov's adhesion: small, stiff, weakly sticking spheres.

    F = F_Hertz - 2 pi W R*,   F_Hertz = HertzNormal's K delta^(3/2) with its dashpot, not below 0

(Derjaguin, Muller & Toporov 1975.) W [J/m^2] is the work of adhesion, gamma_a + gamma_b - gamma_ab: twice the surface
energy for two surfaces of one kind. The contact begins and ends at delta = 0, where the force jumps by the pull-off
force 2 pi W R*; so a closed cycle costs what the dashpot takes. Valid for a Tabor parameter (R* W^2/(E*^2
z0^3))^(1/3), z0 the range of the attraction (some .3 nm), well below 1; above it JKRNormal.

The adhesion is never clamped; the dashpot is, so that it pulls no harder than the Hertz part pushes. It is the
textbook's: without adhesion e = .5 would return .55, and 0 .135. frictionalLoad is the force plus the pull-off force,
which is F_Hertz. The stored energy is 0 at delta = 0 and negative where the attraction has given more than the
deformation took. Needs W, E, nu, and for TTI e. */
class SIMBODYDEM_API DMTNormal final : public NormalLaw {
public:
    /** @param work W [J/m^2], > 0 */
    DMTNormal& setWorkOfAdhesion(SimTK::Real work);
    /** HertzNormal's; TsujiTanakaIshida unless set. */
    DMTNormal& setDamping(HertzNormal::Damping);

    DMTNormal* clone() const override { return new DMTNormal(*this); }
    std::string getName() const override { return "DMTNormal"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real workOfAdhesion = SimTK::NaN;
    HertzNormal::Damping damping = HertzNormal::Damping::TsujiTanakaIshida;
    SimTK::Real effectiveYoungsModulus = SimTK::NaN; // E* of the pair
    SimTK::Real alpha = SimTK::NaN;                  // of the pair
};

} // namespace simbodydem

#endif
