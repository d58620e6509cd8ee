// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HERTZ_NORMAL_H
#define SIMBODYDEM_HERTZ_NORMAL_H

#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** Describes an impact of two spheres, or of a sphere and a plane, for HertzNormal::calcDampingCoefficient(). All values are > 0. */
struct HertzImpact {
    SimTK::Real speed;                  ///< of approach, along the normal [m/s]
    SimTK::Real effectiveMass;          ///< m* [kg]
    SimTK::Real effectiveRadius;        ///< R* [m]
    SimTK::Real effectiveYoungsModulus; ///< E* [Pa]
};

/** Computes the force of Hertz's elastic contact of smooth spheres, with or without a dashpot.

    F = K delta^(3/2) + c(delta) ddelta,      K = 4/3 E* sqrt(R*)   [N m^(-3/2)]

| Damping | c [N s/m] | e with speed | source |
|-|-|-|-|
| None | 0: elastic | 1 | Hertz 1882 |
| TsujiTanakaIshida, the default | alpha sqrt(m* K) delta^(1/4) | constant | Tsuji, Tanaka & Ishida 1992; Antypov & Elliott 2011 |
| CriticalRatio | the same with alpha = sqrt(6) xi_c, which is xi_c sqrt(8 m* E* sqrt(R*)) delta^(1/4) | constant | DEMLab; PFC's Hertz model |
| KuwabaraKono | eta delta^(1/2), eta [N s m^(-3/2)] | falls | Kuwabara & Kono 1987; Brilliantov et al. 1996 |
| LeeHerrmann | gamma m*, gamma [1/s] | rises | Lee & Herrmann 1993 |
| Linear | as set | rises | |

- TsujiTanakaIshida: with Tension::Allowed an impact ends when the overlap is zero again. It then returns e exactly, at every speed, with
  alpha = -sqrt(5) ln e / sqrt(ln^2 e + pi^2) (RestitutionMeaning::Textbook), the closed form of Antypov and Elliott. With
  Tension::Clamped it ends with the force, and this alpha returns more: 0.5503 for 0.5. RestitutionMeaning::Realized, the default, finds the alpha that returns e there. A Realized e = 0 is plastic: alpha =
  sqrt(5), and the dashpot pulls while the surfaces overlap (see RestitutionMeaning). TTIConstants::DEMLab is always the formula of the textbook,
  with DEMLab's rounded 2.2664 and 10.1354 for sqrt(5) and pi^2. With tension it returns 0.49971 for 0.5.
- CriticalRatio: xi_c [-] is a ratio of the critical damping of the linear oscillator at every overlap. With tension it returns
  exp(-pi alpha/sqrt(5 - alpha^2)). No rebound is left from xi_c = sqrt(5/6) = 0.913 on, not from 1. If xi_c is not set it comes from the
  restitution. Realized then finds alpha as for TsujiTanakaIshida, with a plastic e = 0. Textbook takes -ln e / sqrt(ln^2 e + pi^2) of the
  linear oscillator as xi_c, which misses e: with tension it returns 0.4663 for 0.5.
- KuwabaraKono: viscoelastic spheres have eta = 3/2 A K with their dissipative constant A [s].
- LeeHerrmann and Linear: the force jumps from 0 to c ddelta at first contact.

calcDampingCoefficient() finds the coefficient of KuwabaraKono, LeeHerrmann and Linear that returns a given e at one speed. The
frictionalLoad is the force, or 0 where it pulls. storedEnergy is the energy of the elastic part, 2/5 K delta^(5/2).

@par Needs
E and nu; e for TsujiTanakaIshida; e or setDampingRatio() for CriticalRatio; setDampingCoefficient() for KuwabaraKono, LeeHerrmann and
Linear.

@par Validity
Valid for contact radii that are small against the radii of the bodies.

@par Source
Hertz 1882, DOI 10.1515/crll.1882.92.156; Johnson, Contact Mechanics, 1985, ch. 4, DOI 10.1017/CBO9781139171731. Dashpots:
Tsuji, Tanaka & Ishida 1992, DOI 10.1016/0032-5910(92)88030-L; Antypov & Elliott 2011, DOI 10.1209/0295-5075/94/50004; Kuwabara & Kono 1987,
DOI 10.1143/JJAP.26.1230; Brilliantov et al. 1996, DOI 10.1103/PhysRevE.53.5382; Lee & Herrmann 1993, DOI 10.1088/0305-4470/26/2/021. */
class SIMBODYDEM_API HertzNormal final : public NormalLawOf<HertzNormal> {
public:
    enum class Damping { None, TsujiTanakaIshida, CriticalRatio, KuwabaraKono, LeeHerrmann, Linear };
    /** Selects the constants of TsujiTanakaIshida. DEMLab's rounded constants are a published form, kept for comparison. With tension they return
    0.49971 for 0.5. */
    enum class TTIConstants { Exact, DEMLab };

    /** Sets the dashpot. The default is TsujiTanakaIshida. */
    HertzNormal& setDamping(Damping d) { return assign(damping, d); }
    /** Sets the constants of TsujiTanakaIshida. The default is Exact. */
    HertzNormal& setTTIConstants(TTIConstants c) { return assign(constants, c); }
    /** Sets the ratio of CriticalRatio. It comes from the restitution unless you set it. @param ratio xi_c [-], >= 0 */
    HertzNormal& setDampingRatio(SimTK::Real ratio) { return assign(dampingRatio, ratio); }
    /** Sets the coefficient of KuwabaraKono, LeeHerrmann or Linear.
    @param coefficient  >= 0; eta [N s m^(-3/2)] for KuwabaraKono, gamma [1/s] for LeeHerrmann, c [N s/m] for Linear */
    HertzNormal& setDampingCoefficient(SimTK::Real coefficient) { return assign(dampingCoefficient, coefficient); }
    /** Sets whether the force may pull. The default is Clamped. */
    HertzNormal& setTension(Tension t) { return assign(tension, t); }
    /** Sets how a damping comes from the restitution. The default is Realized. */
    HertzNormal& setRestitutionMeaning(RestitutionMeaning meaning) { return assign(restitutionMeaning, meaning); }

    /** Computes the coefficient for setDampingCoefficient() with which this impact returns e, under the damping and tension of this law.
    None of these dashpots is plastic at every load.
    @param restitution  e [-], in [0.007, 1]
    @returns eta [N s m^(-3/2)], gamma [1/s] or c [N s/m]
    @throws std::invalid_argument unless the damping is KuwabaraKono, LeeHerrmann or Linear, or if a value is out of its range */
    SimTK::Real calcDampingCoefficient(SimTK::Real restitution, const HertzImpact&) const;

    RequiredValues getRequiredValues() const override;
    NormalOutput calcForce(const NormalInput&) const override;
    NormalTangent calcTangent(const NormalInput&) const override;

private:
    ParameterTable listParameters() override;
    void prepare() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    Damping damping = Damping::TsujiTanakaIshida;
    TTIConstants constants = TTIConstants::Exact;
    Tension tension = Tension::Clamped;
    RestitutionMeaning restitutionMeaning = RestitutionMeaning::Realized;
    SimTK::Real dampingRatio = SimTK::NaN;           // xi_c as set
    SimTK::Real dampingCoefficient = SimTK::NaN;     // eta, gamma or c as set
    SimTK::Real boundDamping = SimTK::NaN;           // of the pair: alpha, eta, gamma or c
    bool mayPull = false;                            // of the pair
};

} // namespace simbodydem

#endif
