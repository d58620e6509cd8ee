#ifndef CONTACT_LAB_LAW_CHOICE_H
#define CONTACT_LAB_LAW_CHOICE_H

#include <simbodydem/simbodydem.h>

#include <memory>
#include <string>
#include <vector>

namespace lab {

using SimTK::Real;

/** The middle of what Hunt & Crossley (1975) find for steel, bronze and ivory, .08 to .32 s/m. */
constexpr Real typicalDissipation = 0.2;

/** A law as one chooses it on the command line, with its material. NaN means "not given". */
struct LawChoice {
    std::string law = "hertz-mindlin"; ///< a named one, or "" for normal + damping + tangential
    std::string normal = "hertz", damping = "", tangential = "none";
    bool tensionAllowed = false;
    Real youngsModulus = 1e8;  ///< [Pa]
    Real poissonsRatio = 0.3;  ///< [-]
    Real restitution = 1;      ///< [-]
    Real staticFriction = 0.3; ///< [-]
    Real kineticFriction = SimTK::NaN;
    Real transitionVelocity = SimTK::NaN;     ///< [m/s]
    Real kn = SimTK::NaN, kt = SimTK::NaN;    ///< [N/m]
    Real tangentialDamping = SimTK::NaN;      ///< eta [N s/m]
    Real tangentialDampingRatio = SimTK::NaN; ///< [-]
    Real dissipation = SimTK::NaN;            ///< Hunt-Crossley's c [s/m]; typicalDissipation if not given

    bool isHuntCrossley() const { return law == "hunt-crossley"; }

    /** The material of the things that are thrown, put and rolled. */
    simbodydem::SurfaceMaterial getMaterial() const;
    /** The same without deformation. */
    simbodydem::SurfaceMaterial getRigidMaterial() const;
};

/** One line of the list of laws. */
struct LawLine {
    std::string name, formula;
};
std::vector<LawLine> listLaws();

/** The names that `--law` takes. */
std::vector<std::string> namedLaws();

/** Put the chosen force on a contact set whose surface 0 is the target and whose others are made of getMaterial().
HuntCrossleyForce gets moduli that give the elastic force of Hertz's E*: 2^(3/2) E* on both surfaces, since it mixes
moduli by a 2/3-power rule.
@returns our force, or null if it is HuntCrossleyForce
@throws std::invalid_argument if the choice makes no sense */
std::unique_ptr<simbodydem::DEMContactForce> installForce(SimTK::GeneralForceSubsystem&,
                                                          SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex,
                                                          const LawChoice&, const simbodydem::SurfaceMaterial& target);

/** Hunt-Crossley's c [s/m] that returns e at this speed: d(1+e) = ln((1+d)/(1-d e)), d = 3/2 c v. */
Real dissipationForRestitution(Real restitution, Real speed);

} // namespace lab

#endif
