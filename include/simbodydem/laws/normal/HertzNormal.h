#ifndef SIMBODYDEM_HERTZ_NORMAL_H
#define SIMBODYDEM_HERTZ_NORMAL_H

#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** Hertz's elastic contact of smooth spheres, with or without a dashpot.

    F = K delta^(3/2) + c(delta) ddelta,      K = 4/3 E* sqrt(R*)   [N m^(-3/2)]

- Damping::None: c = 0. Elastic (Hertz 1882; Johnson, Contact Mechanics, 1985, ch. 4).
- Damping::TsujiTanakaIshida (TTI, the default): c = alpha sqrt(m* K) delta^(1/4) with
  alpha = -sqrt(5) ln e / sqrt(ln^2 e + pi^2). An impact that ends when the overlap is back at zero returns e exactly,
  at every speed (Tsuji, Tanaka & Ishida 1992; Antypov & Elliott 2011). With Tension::Clamped it returns more,
  .5503 for .5. TTIConstants::DEMLab has DEMLab's rounded 2.2664 and 10.1354 in place of sqrt(5) and pi^2, which return
  .49971 for .5.
- Damping::CriticalRatio: the same with alpha = sqrt(6) xi, c = xi sqrt(8 m* E* sqrt(R*)) delta^(1/4), for a given ratio
  xi [-] of the linear oscillator's critical damping at every overlap (DEMLab; PFC's Hertz model). Returns
  exp(-pi alpha/sqrt(5 - alpha^2)): no rebound is left from xi = sqrt(5/6) = .913 on, not from 1.
- Damping::KuwabaraKono (KK): c = eta delta^(1/2), eta [N s m^(-3/2)]. Viscoelastic spheres, eta = 3/2 A K with their
  dissipative constant A [s]; e falls with speed (Kuwabara & Kono 1987; Brilliantov et al. 1996).
- Damping::LeeHerrmann (LH): c = gamma m*, gamma [1/s]; e rises with speed (Lee & Herrmann 1993).
- Damping::Linear: c [N s/m] as given.

With the last two the force jumps from 0 to c ddelta at first touch. frictionalLoad is the force, or 0 where it pulls.
Valid for contact radii small against the radii of the bodies. Needs E, nu, for TTI e, for CriticalRatio
setDampingRatio(), and for KK, LH and Linear setDampingCoefficient(). Returns the elastic part's energy,
2/5 K delta^(5/2). */
class HertzNormal final : public NormalLaw {
public:
    enum class Damping { None, TsujiTanakaIshida, CriticalRatio, KuwabaraKono, LeeHerrmann, Linear };
    enum class TTIConstants { Exact, DEMLab };

    HertzNormal& setDamping(Damping);
    HertzNormal& setTTIConstants(TTIConstants);
    /** For CriticalRatio. @param ratio xi [-], >= 0 */
    HertzNormal& setDampingRatio(SimTK::Real ratio);
    /** @param coefficient >= 0; eta [N s m^(-3/2)] for KuwabaraKono, gamma [1/s] for LeeHerrmann, c [N s/m] for
    Linear */
    HertzNormal& setDampingCoefficient(SimTK::Real coefficient);
    HertzNormal& setTension(Tension);
    /** For TsujiTanakaIshida with exact constants; Textbook if not set. */
    HertzNormal& setRestitutionMeaning(RestitutionMeaning);

    HertzNormal* clone() const override { return new HertzNormal(*this); }
    std::string getName() const override { return "HertzNormal"; }
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    NormalAnswer calcForce(const NormalInput&) const override;

private:
    Damping damping = Damping::TsujiTanakaIshida;
    TTIConstants constants = TTIConstants::Exact;
    Tension tension = Tension::Clamped;
    RestitutionMeaning restitutionMeaning = RestitutionMeaning::Textbook;
    SimTK::Real dampingRatio = SimTK::NaN;           // xi as given
    SimTK::Real dampingCoefficient = SimTK::NaN;     // eta, gamma or c as given
    SimTK::Real effectiveYoungsModulus = SimTK::NaN; // E* of the pair
    SimTK::Real boundDamping = SimTK::NaN;           // of the pair: alpha, eta, gamma or c
};

} // namespace simbodydem

#endif
