// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_JKR_NORMAL_H
#define SIMBODYDEM_JKR_NORMAL_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/normal/HertzNormal.h"

namespace simbodydem {

/** Johnson, Kendall and Roberts's adhesion: large, soft, strongly sticking spheres, which form a neck.

    F = 4 E* a^3/(3 R*) - sqrt(8 pi W E* a^3) + c ddelta,    delta = a^2/R* - sqrt(2 pi W a/E*)

(Johnson, Kendall & Roberts 1971; a is the real contact radius, on the stable branch.) W [J/m^2] is the work of
adhesion, gamma_a + gamma_b - gamma_ab: twice the surface energy for two surfaces of one kind.
- Approaching surfaces feel nothing before delta = 0; there the neck forms and F jumps to -8/9 F_c. The strongest
  pull, of F_c = 3/2 pi W R*, comes at negative delta. At delta_c = -3/4 (pi^2 W^2 R* E*^-2)^(1/3) the neck tears, at
  a pull of 5/9 F_c. **Give every surface a detection margin**, together at least |delta_c|
  (DEMContactForce::setDetectionMargin()); where they are less the neck tears at the margin.
- Damping::None: c = 0. TsujiTanakaIshida (the default): HertzNormal's c = alpha sqrt(4/3 E* m* a), with this a. The
  dashpot never pulls; it only takes from what pushes. It is the textbook's: without adhesion e = .5 would return .55,
  and 0 .135.

Each contact costs 7.09 (W^5 R*^4 E*^-2)^(1/3) of energy, however slow (Thornton & Ning 1998): the neck's formation
frees the larger part of it, its tearing the rest. Neither is counted in dissipatedPower. The stored energy is 0 for
surfaces far apart, so it drops at first touch, to negative values.

frictionalLoad is F + 2 F_c (Thornton 1991), still positive when the neck tears. The returned stiffness is 0 where the
force falls with delta, between the strongest pull and tearing. So a tangential or rolling spring that is a fraction
of it lets go there, and one that goes with sqrt(R* delta), such as MindlinSecant's, in all of the neck;
CundallSlider::setStiffness() holds on. Valid for a Tabor parameter above 1 (see DMTNormal). Needs W, E, nu, and for
TTI e. */
class SIMBODYDEM_API JKRNormal final : public NormalLaw {
public:
    /** @param work W [J/m^2], > 0 */
    JKRNormal& setWorkOfAdhesion(SimTK::Real work);
    JKRNormal& setDamping(HertzNormal::Damping);

    JKRNormal* clone() const override { return new JKRNormal(*this); }
    std::string getName() const override { return "JKRNormal"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    bool reachesBeyondTouch() const override { return true; }
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    bool isTorn(const NormalInput&) const;
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
