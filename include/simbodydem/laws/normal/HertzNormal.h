// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HERTZ_NORMAL_H
#define SIMBODYDEM_HERTZ_NORMAL_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** The impact of two spheres, or of a sphere and a plane, for which a damping that depends on speed is to be chosen.
All values > 0. */
struct HertzImpact {
    SimTK::Real speed;                  ///< of approach, along the normal [m/s]
    SimTK::Real effectiveMass;          ///< m* [kg]
    SimTK::Real effectiveRadius;        ///< R* [m]
    SimTK::Real effectiveYoungsModulus; ///< E* [Pa]
};

/** Hertz's elastic contact of smooth spheres, with or without a dashpot.

    F = K delta^(3/2) + c(delta) ddelta,      K = 4/3 E* sqrt(R*)   [N m^(-3/2)]

- Damping::None: c = 0. Elastic (Hertz 1882; Johnson, Contact Mechanics, 1985, ch. 4).
- Damping::TsujiTanakaIshida (TTI, the default): c = alpha sqrt(m* K) delta^(1/4). An impact that ends when the overlap is
  back at zero (Tension::Allowed) returns e exactly, at every speed, with alpha = -sqrt(5) ln e / sqrt(ln^2 e + pi^2)
  (Tsuji, Tanaka & Ishida 1992; Antypov & Elliott 2011; RestitutionMeaning::Textbook). One that ends with the force
  (Tension::Clamped) then returns more, .5503 for .5; RestitutionMeaning::Realized, the default, finds the alpha
  that returns e there. TTIConstants::DEMLab is always the textbook's formula with DEMLab's rounded 2.2664 and 10.1354 in
  place of sqrt(5) and pi^2, which returns .49971 for .5 with tension. A Realized e = 0 is plastic, here and for the next:
  alpha = sqrt(5), and the dashpot pulls while the surfaces overlap (see RestitutionMeaning).
- Damping::CriticalRatio: the same with alpha = sqrt(6) xi, c = xi sqrt(8 m* E* sqrt(R*)) delta^(1/4), for a ratio xi [-]
  of the linear oscillator's critical damping at every overlap (DEMLab; PFC's Hertz model). With tension it returns
  exp(-pi alpha/sqrt(5 - alpha^2)): no rebound is left from xi = sqrt(5/6) = .913 on, not from 1. If xi is not given it
  comes from the restitution: Realized as for TTI; Textbook takes the linear oscillator's -ln e / sqrt(ln^2 e + pi^2),
  which misses e: with tension .4663 for .5.
- Damping::KuwabaraKono (KK): c = eta delta^(1/2), eta [N s m^(-3/2)]. Viscoelastic spheres, eta = 3/2 A K with their
  dissipative constant A [s]; e falls with speed (Kuwabara & Kono 1987; Brilliantov et al. 1996).
- Damping::LeeHerrmann (LH): c = gamma m*, gamma [1/s]; e rises with speed (Lee & Herrmann 1993).
- Damping::Linear: c [N s/m] as given.

With the last two the force jumps from 0 to c ddelta at first touch. frictionalLoad is the force, or 0 where it pulls.
calcDampingCoefficient() finds the coefficient of KK, LH and Linear that returns an asked e at one speed.
Valid for contact radii small against the radii of the bodies. Needs E, nu, for TTI e, for CriticalRatio e or
setDampingRatio(), and for KK, LH and Linear setDampingCoefficient(). Returns the elastic part's energy,
2/5 K delta^(5/2). */
class SIMBODYDEM_API HertzNormal final : public NormalLaw {
public:
    enum class Damping { None, TsujiTanakaIshida, CriticalRatio, KuwabaraKono, LeeHerrmann, Linear };
    /** DEMLab's rounded constants are deprecated; this version runs and reads them still. */
    enum class TTIConstants { Exact, DEMLab };

    HertzNormal& setDamping(Damping);
    HertzNormal& setTTIConstants(TTIConstants);
    /** For CriticalRatio; from the restitution if not set. @param ratio xi [-], >= 0 */
    HertzNormal& setDampingRatio(SimTK::Real ratio);
    /** @param coefficient >= 0; eta [N s m^(-3/2)] for KuwabaraKono, gamma [1/s] for LeeHerrmann, c [N s/m] for
    Linear */
    HertzNormal& setDampingCoefficient(SimTK::Real coefficient);
    HertzNormal& setTension(Tension);
    /** For a damping that comes from the restitution; Realized if not set. */
    HertzNormal& setRestitutionMeaning(RestitutionMeaning);

    /** The coefficient for setDampingCoefficient() with which this impact returns e under this law's damping and tension.
    None is plastic at every load.
    @param restitution e [-], in [0.007, 1]
    @returns eta [N s m^(-3/2)], gamma [1/s] or c [N s/m]
    @throws std::invalid_argument unless the damping is KuwabaraKono, LeeHerrmann or Linear, or if a value is out of its
    range */
    SimTK::Real calcDampingCoefficient(SimTK::Real restitution, const HertzImpact&) const;

    HertzNormal* clone() const override { return new HertzNormal(*this); }
    std::string getName() const override { return "HertzNormal"; }
    LawParameters getParameters() const override;
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    Damping damping = Damping::TsujiTanakaIshida;
    TTIConstants constants = TTIConstants::Exact;
    Tension tension = Tension::Clamped;
    RestitutionMeaning restitutionMeaning = RestitutionMeaning::Realized;
    SimTK::Real dampingRatio = SimTK::NaN;           // xi as given
    SimTK::Real dampingCoefficient = SimTK::NaN;     // eta, gamma or c as given
    SimTK::Real effectiveYoungsModulus = SimTK::NaN; // E* of the pair
    SimTK::Real boundDamping = SimTK::NaN;           // of the pair: alpha, eta, gamma or c
    bool mayPull = false;                            // of the pair
};

} // namespace simbodydem

#endif
