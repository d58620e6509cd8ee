// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_JKR_NORMAL_H
#define SIMBODYDEM_JKR_NORMAL_H

#include "simbodydem/laws/normal/HertzNormal.h"

namespace simbodydem {

/** Computes the force of Johnson, Kendall and Roberts's adhesion, for large, soft, strongly sticking spheres, which form a neck.

    F = 4 E* a^3/(3 R*) - sqrt(8 pi W E* a^3) + c ddelta,    delta = a^2/R* - sqrt(2 pi W a/E*)

a [m] is the real contact radius, on the stable branch. W [J/m^2] is the work of adhesion, gamma_a + gamma_b - gamma_ab. It is twice the
surface energy for two surfaces of one kind. With F_c = 3/2 pi W R* a contact passes these points:

| event | delta | F |
|-|-|-|
| the neck forms; before, approaching surfaces have no force | 0 | jumps to -8/9 F_c |
| strongest pull | negative | -F_c |
| the neck tears | delta_c = -3/4 (pi^2 W^2 R* E*^-2)^(1/3) | -5/9 F_c |

@note Give every surface a detection margin, together at least |delta_c| (DEMContactForce::setDetectionMargin()). If the margins are smaller,
the neck tears at the margin.

@par Damping
With Damping::None c = 0. With TsujiTanakaIshida, the default, c = alpha sqrt(4/3 E* m* a) as in HertzNormal, with this a. The
dashpot never pulls, it only reduces a force that pushes. It is that of the textbook. Without adhesion it returns 0.55 for e = 0.5, and
0.135 for e = 0.

@par Energy
Each contact costs 7.09 (W^5 R*^4 E*^-2)^(1/3), however slow it is (Thornton & Ning 1998). The formation of the neck frees the
larger part of it, its tearing the rest. dissipatedPower counts neither part. The stored energy is 0 for surfaces far apart. So it drops at
first contact, to negative values.

@par Friction
frictionalLoad is F + 2 F_c (Thornton 1991), which is still positive when the neck tears. The returned stiffness is 0 between
the strongest pull and tearing, where the force falls with delta. A tangential or rolling spring that is a fraction of it has no force
there. A spring that goes with sqrt(R* delta), such as that of MindlinSecant, has no force in the whole neck. A spring with a fixed
stiffness, CundallSlider::setStiffness(), holds.

@par Needs
W, E and nu, and e for TsujiTanakaIshida.

@par Validity
Valid for a Tabor parameter above 1 (see DMTNormal).

@par Source
Johnson, Kendall & Roberts 1971, DOI 10.1098/rspa.1971.0141; Thornton 1991, DOI 10.1088/0022-3727/24/11/007; Thornton & Ning 1998, DOI
10.1016/S0032-5910(98)00099-0. */
class SIMBODYDEM_API JKRNormal final : public NormalLawOf<JKRNormal> {
public:
    /** Sets the work of adhesion. @param work W [J/m^2], > 0 */
    JKRNormal& setWorkOfAdhesion(SimTK::Real work) { return assign(workOfAdhesion, work); }
    /** Sets the dashpot: None or TsujiTanakaIshida, which is the default. */
    JKRNormal& setDamping(HertzNormal::Damping d) { return assign(damping, d); }

    RequiredValues getRequiredValues() const override;
    bool reachesBeyondTouch() const override { return true; }
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    bool isTorn(const NormalInput&) const;
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real workOfAdhesion = SimTK::NaN;
    HertzNormal::Damping damping = HertzNormal::Damping::TsujiTanakaIshida;
    SimTK::Real alpha = SimTK::NaN; // of the pair
};

} // namespace simbodydem

#endif
