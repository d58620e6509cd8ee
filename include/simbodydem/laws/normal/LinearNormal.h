// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LINEAR_NORMAL_H
#define SIMBODYDEM_LINEAR_NORMAL_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** A linear spring and dashpot.

    F = kn delta + 2 beta sqrt(m* kn) ddelta

- kn [N/m], > 0: given with setStiffness(), or from the materials as setStiffnessFrom() says:
  - StiffnessFrom::Bars (the default): two bars in series (Woo, linear contact model), 1/kn = l_a/(E_a A) + l_b/(E_b A),
    l = radius of the surface, A = pi min(R_a, R_b)^2; a plane counts as a sphere of the other's radius, so that a
    sphere on a plane of the same material has kn = pi R E/2, as two equal spheres have. With setFacetHalfThickness(h)
    planes are Woo's facets, l = max(h, R).
  - HertzEnergy: stores Hertz's energy at Hertz's largest overlap, k_E = m* v0^2/delta_max^2 =
    (16/15)^(4/5) (v0 R* E*^2 sqrt(m*))^(2/5), with the speed v0 at which the contact began.
  - HertzOverlap: the damped spring has Hertz's largest overlap, k_E exp(-2 beta acos(beta)/sqrt(1 - beta^2)).
  - HertzTime: the contact lasts as long as Hertz's, 1.139299 k_E/(1 - beta^2), with Tension::Allowed. Needs beta < 1.
  HertzEnergy, HertzOverlap and HertzTime are deprecated; this version runs and reads them still. Use Bars, or setStiffness().
  The last three (DEMLab's ViscoElasticLinear; its manual has Overlap's and Time's factors exchanged, integration says
  its code has not) are found at first touch and kept. v0 is corrected for what the contact has lost when it is first
  seen; the speed from setMinimumImpactSpeed() is used where it is lower, since a spring for v0 = 0 would carry nothing.
- beta [-], >= 0: given with setDampingRatio(), or from the restitution. An impact that ends when the overlap is back at
  zero (Tension::Allowed) returns e = exp(-pi beta/sqrt(1 - beta^2)), so beta = -ln e / sqrt(ln^2 e + pi^2) (Cundall &
  Strack 1979, RestitutionMeaning::Textbook); one that ends with the force (Tension::Clamped) returns
  exp(-beta/sqrt(1 - beta^2) (pi - 2 asin beta)), which RestitutionMeaning::Realized, the default, solves for beta.
  A Realized e = 0 is plastic: beta = 1, and the dashpot pulls while the surfaces overlap (see RestitutionMeaning).

frictionalLoad is the force, or 0 where it pulls. Needs E unless kn is given (for HertzEnergy, HertzOverlap and
HertzTime nu and setMinimumImpactSpeed() as well), and e unless beta is.

With setNoBreak(true) surfaces that have once touched are bonded (Woo's noBreak): the spring pulls where delta < 0,
tension is allowed, and frictionalLoad is |F|, in tension too. The bond ends where Simbody no longer reports the pair,
at the end of the detection margins (DEMContactForce::setDetectionMargin()); clearHistory() ends it where they are
apart. */
class SIMBODYDEM_API LinearNormal final : public NormalLaw {
public:
    enum class StiffnessFrom { Bars, HertzEnergy, HertzOverlap, HertzTime };

    /** Stiffness from the materials, damping from the restitution. */
    LinearNormal() = default;

    /** @param stiffness kn [N/m], > 0; takes the place of setStiffnessFrom() */
    LinearNormal& setStiffness(SimTK::Real stiffness);
    LinearNormal& setStiffnessFrom(StiffnessFrom);
    /** For the stiffnesses that depend on the impact speed. There is no default, since how soft a spring still carries
    the load depends on the load; the speed of the slowest impact that matters is a good choice.
    @param speed [m/s], > 0 */
    LinearNormal& setMinimumImpactSpeed(SimTK::Real speed);
    /** @param ratio beta [-], >= 0; 0 is undamped */
    LinearNormal& setDampingRatio(SimTK::Real ratio);
    LinearNormal& setTension(Tension);
    /** For a damping ratio that comes from the restitution; Realized if not set. */
    LinearNormal& setRestitutionMeaning(RestitutionMeaning);
    LinearNormal& setNoBreak(bool);
    /** For Bars: what a plane counts as. @param halfThickness h [m], >= 0; 0 is Woo's wall */
    LinearNormal& setFacetHalfThickness(SimTK::Real halfThickness);

    LinearNormal* clone() const override { return new LinearNormal(*this); }
    std::string getName() const override { return "LinearNormal"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    bool reachesBeyondTouch() const override { return noBreak; }
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    void bindEquivalence(const PairMaterial&);
    template <class Args> auto findStiffness(const Args&) const;
    static bool isNotYetBonded(const NormalInput&);

    SimTK::Real stiffness = SimTK::NaN; // kn as given
    StiffnessFrom stiffnessFrom = StiffnessFrom::Bars;
    SimTK::Real minimumImpactSpeed = SimTK::NaN;
    SimTK::Real dampingRatio = SimTK::NaN; // as given
    Tension tension = Tension::Clamped;
    RestitutionMeaning restitutionMeaning = RestitutionMeaning::Realized;
    bool noBreak = false;
    SimTK::Real facetHalfThickness = 0;
    SimTK::Real beta = SimTK::NaN; // of the pair, as are all that follow
    bool mayPull = false;
    SimTK::Real complianceA = SimTK::NaN; // 1/E of surface a
    SimTK::Real complianceB = SimTK::NaN;
    SimTK::Real equivalence = SimTK::NaN; // kn/(v0 R* sqrt(m*))^(2/5)
};

} // namespace simbodydem

#endif
