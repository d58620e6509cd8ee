// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_DMT_NORMAL_H
#define SIMBODYDEM_DMT_NORMAL_H

#include "simbodydem/laws/normal/HertzNormal.h"

namespace simbodydem {

/** Computes the force of Derjaguin, Muller and Toporov's adhesion, for small, stiff, weakly sticking spheres.

    F = F_Hertz - 2 pi W R*,   F_Hertz = HertzNormal's K delta^(3/2) with its dashpot, not below 0

W [J/m^2] is the work of adhesion, gamma_a + gamma_b - gamma_ab. It is twice the surface energy for two surfaces of one kind. The contact
begins and ends at delta = 0, where the force jumps by the pull-off force 2 pi W R*. So a closed cycle costs only the energy that the
dashpot takes.

The adhesion is never clamped. The dashpot is clamped: it pulls no harder than the Hertz part pushes. It is that of the textbook. Without
adhesion it returns 0.55 for e = 0.5, and 0.135 for e = 0. frictionalLoad is the force plus the pull-off force, which is F_Hertz. The stored
energy is 0 at delta = 0. It is negative where the attraction has given more energy than the deformation took.

@par Needs
W, E and nu, and e for TsujiTanakaIshida.

@par Validity
Valid for a Tabor parameter (R* W^2/(E*^2 z0^3))^(1/3) well below 1, with the range z0 of the attraction, some 0.3 nm. Above 1 use JKRNormal.

@par Source
Derjaguin, Muller & Toporov 1975, DOI 10.1016/0021-9797(75)90018-1. */
class SIMBODYDEM_API DMTNormal final : public NormalLawOf<DMTNormal> {
public:
    /** Sets the work of adhesion. @param work W [J/m^2], > 0 */
    DMTNormal& setWorkOfAdhesion(SimTK::Real work) { return assign(workOfAdhesion, work); }
    /** Sets the dashpot: None or TsujiTanakaIshida, which is the default. */
    DMTNormal& setDamping(HertzNormal::Damping d) { return assign(damping, d); }

    RequiredValues getRequiredValues() const override;
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real workOfAdhesion = SimTK::NaN;
    HertzNormal::Damping damping = HertzNormal::Damping::TsujiTanakaIshida;
    SimTK::Real alpha = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
