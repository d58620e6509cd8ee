#ifndef SIMBODYDEM_HERTZ_NORMAL_H
#define SIMBODYDEM_HERTZ_NORMAL_H

#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** Hertz's elastic contact of smooth spheres, with or without a dashpot.

    F = K delta^(3/2) + alpha sqrt(m* K) delta^(1/4) ddelta,      K = 4/3 E* sqrt(R*)   [N m^(-3/2)]

- Damping::None: alpha = 0. Elastic (Hertz 1882; Johnson, Contact Mechanics, 1985, ch. 4).
- Damping::TsujiTanakaIshida (TTI, the default): alpha = -sqrt(5) ln e / sqrt(ln^2 e + pi^2). An impact that ends when the
  overlap is back at zero returns e exactly, at every speed (Tsuji, Tanaka & Ishida 1992; Antypov & Elliott 2011).
  With Tension::Clamped it returns more: .5503 for .5. TTIConstants::DEMLab has DEMLab's rounded 2.2664 and 10.1354 in place of
  sqrt(5) and pi^2, which return .49971 for .5.

frictionalLoad is the force, or 0 where it pulls. Valid for contact radii small against the radii of the bodies.
Needs E, nu, and for TTI e. Returns the elastic part's energy 2/5 K delta^(5/2). */
class HertzNormal final : public NormalLaw {
public:
    enum class Damping { None, TsujiTanakaIshida };
    enum class TTIConstants { Exact, DEMLab };

    HertzNormal& setDamping(Damping);
    HertzNormal& setTTIConstants(TTIConstants);
    HertzNormal& setTension(Tension);

    HertzNormal* clone() const override { return new HertzNormal(*this); }
    std::string getName() const override { return "HertzNormal"; }
    RequiredValues getRequiredValues() const override;
    void bind(const PairMaterial&) override;
    NormalAnswer calcForce(const NormalInput&) const override;

private:
    Damping damping = Damping::TsujiTanakaIshida;
    TTIConstants constants = TTIConstants::Exact;
    Tension tension = Tension::Clamped;
    SimTK::Real effectiveYoungsModulus = SimTK::NaN; // E* of the pair
    SimTK::Real alpha = SimTK::NaN;                  // of the pair
};

} // namespace simbodydem

#endif
