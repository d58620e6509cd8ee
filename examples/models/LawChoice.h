#ifndef MODELS_LAW_CHOICE_H
#define MODELS_LAW_CHOICE_H

#include <simbodydem/simbodydem.h>

#include <map>
#include <string>
#include <vector>

namespace lab {

using SimTK::Real;

/** A law as one chooses it on the command line, with its material. NaN and "" mean "not given". */
struct LawChoice {
    std::string law = "hertz-mindlin"; ///< a named pair of laws, or "" for normal, tangential and rolling
    std::string normal = "hertz", damping, tangential = "none", rolling = "none";
    std::string tension;       ///< clamp or allow
    std::string restitutionAs; ///< realized or textbook
    std::string effectiveMass; ///< articulated or twobody

    Real youngsModulus = 1e8;          ///< [Pa]
    Real poissonsRatio = 0.3;          ///< [-]
    Real restitution = 1;              ///< [-]
    Real staticFriction = 0.3;         ///< [-]
    Real kineticFriction = SimTK::NaN; ///< [-]

    // What only some laws use; see lawNumbers().
    Real transitionVelocity = SimTK::NaN, kn = SimTK::NaN, kt = SimTK::NaN, dampingRatio = SimTK::NaN,
         dampingCoefficient = SimTK::NaN, tangentialDamping = SimTK::NaN, tangentialDampingRatio = SimTK::NaN,
         dissipation = SimTK::NaN, minimumImpactSpeed = SimTK::NaN, workOfAdhesion = SimTK::NaN,
         rollingFriction = SimTK::NaN, twistingFriction = SimTK::NaN, rollingStiffness = SimTK::NaN,
         twistingStiffness = SimTK::NaN;
    /** Numbers of the laws that have no option of their own, by kind and name: "tangential.stiffnessRatio". */
    std::map<std::string, Real> others = {};

    bool isHuntCrossley() const { return law == "hunt-crossley"; }

    /** How far from a ball of this radius the law has to look: some hold on to surfaces that have parted a little [m]. */
    Real calcMargin(Real radius) const { return law == "" && normal == "jkr" ? 0.05 * radius : 0; }

    /** The material of the things that are thrown, put and rolled. */
    simbodydem::SurfaceMaterial getMaterial() const;
    /** The same without deformation. */
    simbodydem::SurfaceMaterial getRigidMaterial() const;
};

/** A number that only some laws use: parameters of theirs, or a value of the material. Giving it to a law that does not is
refused. */
struct LawNumber {
    enum class Of { Normal, Tangential, Rolling, Material };
    std::string option;
    Real LawChoice::*value;
    std::string unit; ///< SI if it depends on the law
    std::string help; ///< with range and default
    Of of;
    std::vector<std::string> parameters; ///< of laws: its names there
    Real ifNeeded;                       ///< where a law has no default and nothing is given; else NaN
};
const std::vector<LawNumber>& lawNumbers();

/** The default law on this material. */
LawChoice onMaterial(Real youngsModulus, Real poissonsRatio, Real restitution, Real staticFriction);
/** The same material under laws of one's own choice. */
LawChoice withLaws(LawChoice, const std::string& normal, const std::string& tangential);
/** The same material under Cundall's law with this stiffness. */
LawChoice withCundall(LawChoice, Real kn);

/** Hunt-Crossley's c [s/m] that returns e at this speed: d(1+e) = ln((1+d)/(1-d e)), d = 3/2 c v. */
Real dissipationForRestitution(Real restitution, Real speed);

/** The middle of what Hunt & Crossley (1975) find for steel, bronze and ivory, .08 to .32 s/m. */
constexpr Real typicalDissipation = 0.2;

} // namespace lab

#endif
