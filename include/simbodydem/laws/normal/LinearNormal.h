// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LINEAR_NORMAL_H
#define SIMBODYDEM_LINEAR_NORMAL_H

#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** Computes the force of a linear spring and dashpot.

    F = kn delta + 2 beta sqrt(m* kn) ddelta

@par Stiffness
kn [N/m], > 0, is set with setStiffness(). Otherwise it is that of two bars in series (Woo):

    1/kn = l_a/(E_a A) + l_b/(E_b A)

l is the radius of the surface, and A = pi min(R_a, R_b)^2. A plane counts as a sphere of the other radius. So a sphere on a plane of the
same material has kn = pi R E/2, as two equal spheres have. With setFacetHalfThickness(h) planes are Woo's facets, l = max(h, R). A contact
finds kn at first contact and keeps it.

@par Damping
beta [-], >= 0, is set with setDampingRatio(), or comes from the restitution. With Tension::Allowed an impact ends when the
overlap is zero again. It returns e = exp(-pi beta/sqrt(1 - beta^2)), so beta = -ln e / sqrt(ln^2 e + pi^2) (Cundall & Strack 1979,
RestitutionMeaning::Textbook). With Tension::Clamped it ends with the force and returns exp(-beta/sqrt(1 - beta^2) (pi - 2 asin beta)).
RestitutionMeaning::Realized, the default, solves this for beta. A Realized e = 0 is plastic: beta = 1, and the dashpot pulls while the
surfaces overlap (see RestitutionMeaning).

@par Bonds
With setNoBreak(true) surfaces that have been in contact once are bonded (Woo's noBreak). The spring pulls where delta < 0, tension is
allowed, and frictionalLoad is |F|, also in tension. The bond ends at the end of the detection margins, where the pair is no longer found
(DEMContactForce::setDetectionMargin()). clearHistory() ends it where the surfaces are apart.

Without a bond frictionalLoad is the force, or 0 where it pulls.

@par Needs
E unless kn is set, and e unless beta is set.

@par Source
Cundall & Strack 1979, DOI 10.1680/geot.1979.29.1.47; Woo, linear contact model; DEMLab. */
class SIMBODYDEM_API LinearNormal final : public NormalLawOf<LinearNormal> {
public:
    /** Makes a law with the stiffness of the materials and the damping of the restitution. */
    LinearNormal() = default;

    /** Sets the stiffness. It comes from the materials unless you set it. @param kn [N/m], > 0 */
    LinearNormal& setStiffness(SimTK::Real kn) { return assign(stiffness, kn); }
    /** Sets the damping ratio. @param ratio beta [-], >= 0; 0 is undamped */
    LinearNormal& setDampingRatio(SimTK::Real ratio) { return assign(dampingRatio, ratio); }
    /** Sets whether the force may pull. The default is Clamped. */
    LinearNormal& setTension(Tension t) { return assign(tension, t); }
    /** Sets how the damping ratio comes from the restitution. The default is Realized. */
    LinearNormal& setRestitutionMeaning(RestitutionMeaning meaning) { return assign(restitutionMeaning, meaning); }
    /** Sets whether surfaces that have been in contact are bonded. The default is false. */
    LinearNormal& setNoBreak(bool on) { return assign(noBreak, on); }
    /** Sets the half thickness of planes, for a stiffness from the materials. @param halfThickness h [m], >= 0; 0 is Woo's wall */
    LinearNormal& setFacetHalfThickness(SimTK::Real halfThickness) { return assign(facetHalfThickness, halfThickness); }

    RequiredValues getRequiredValues() const override;
    bool reachesBeyondTouch() const override { return noBreak; }
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    template <class Args> auto findStiffness(const Args&) const;
    static bool isNotYetBonded(const NormalInput&);

    SimTK::Real stiffness = SimTK::NaN;    // kn as set
    SimTK::Real dampingRatio = SimTK::NaN; // as set
    Tension tension = Tension::Clamped;
    RestitutionMeaning restitutionMeaning = RestitutionMeaning::Realized;
    bool noBreak = false;
    SimTK::Real facetHalfThickness = 0;
    SimTK::Real beta = SimTK::NaN; // of the pair, as the following members
    bool mayPull = false;
    SimTK::Real complianceA = SimTK::NaN; // 1/E of surface a
    SimTK::Real complianceB = SimTK::NaN;
};

} // namespace simbodydem

#endif
