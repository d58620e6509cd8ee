#ifndef MODELS_LAW_CHOICE_H
#define MODELS_LAW_CHOICE_H

#include <Simbody.h>

#include <simbodydem/SurfaceMaterial.h>

#include <map>
#include <string>
#include <vector>

namespace lab {

using SimTK::Real;

/** Holds a law as chosen on the command line, with its material. NaN and "" mean "not given". */
struct LawChoice {
    std::string law = "hertz-mindlin"; ///< a named pair of laws, or "" for normal, tangential and rolling
    std::string normal = "hertz", damping, tangential = "none", rolling = "none";
    std::string tension;       ///< clamp or allow
    std::string restitutionAs; ///< realized or textbook
    std::string effectiveMass; ///< articulated or twobody
    std::string dashpot;       ///< slip or kelvin-voigt; "" is the default of each law

    Real youngsModulus = 1e8;          ///< [Pa]
    Real poissonsRatio = 0.3;          ///< [-]
    Real restitution = 1;              ///< [-]
    Real staticFriction = 0.3;         ///< [-]
    Real kineticFriction = SimTK::NaN; ///< [-]

    // Numbers that only some laws use; see lawNumbers().
    Real transitionVelocity = SimTK::NaN, kn = SimTK::NaN, kt = SimTK::NaN, dampingRatio = SimTK::NaN,
         dampingCoefficient = SimTK::NaN, tangentialDamping = SimTK::NaN, tangentialDampingRatio = SimTK::NaN,
         dissipation = SimTK::NaN, minimumImpactSpeed = SimTK::NaN, workOfAdhesion = SimTK::NaN,
         rollingFriction = SimTK::NaN, twistingFriction = SimTK::NaN, rollingStiffness = SimTK::NaN,
         twistingStiffness = SimTK::NaN;
    /** Holds the numbers of laws that have no option of their own, by kind and name: "tangential.stiffnessRatio". */
    std::map<std::string, Real> others = {};

    bool isHuntCrossley() const { return law == "hunt-crossley"; }

    /** Returns the distance from a ball of this radius at which the law can act [m]. Some laws hold surfaces that have parted a little. */
    Real calcMargin(Real radius) const { return law == "" && normal == "jkr" ? 0.05 * radius : 0; }

    /** Returns the material of the bodies that are thrown, put down and rolled. */
    simbodydem::SurfaceMaterial getMaterial() const;
    /** Returns this material without deformation. */
    simbodydem::SurfaceMaterial getRigidMaterial() const;
};

/** Describes a number that only some laws use: a parameter of laws, or a value of the material. It is an error to give it to a law
that does not use it. */
struct LawNumber {
    enum class Of { Normal, Tangential, Rolling, Material };
    std::string option;
    Real LawChoice::*value;
    std::string unit; ///< SI if it depends on the law
    std::string help; ///< with range and default
    Of of;
    std::vector<std::string> parameters; ///< names of the number in the laws
    Real ifNeeded;                       ///< for a law without a default if nothing is given; otherwise NaN
};
const std::vector<LawNumber>& lawNumbers();

/** Returns the default law with this material. */
LawChoice onMaterial(Real youngsModulus, Real poissonsRatio, Real restitution, Real staticFriction);
/** Returns the same material with the chosen laws. */
LawChoice withLaws(LawChoice, const std::string& normal, const std::string& tangential);
/** Returns the same material with Cundall's law of this stiffness. */
LawChoice withCundall(LawChoice, Real kn);

/** Returns Hunt and Crossley's c [s/m] for the restitution e at this speed: d(1+e) = ln((1+d)/(1-d e)), d = 3/2 c v. */
Real dissipationForRestitution(Real restitution, Real speed);

/** Defines a typical dissipation [s/m]. It is the middle of the values that Hunt & Crossley (1975) find for steel, bronze and ivory,
0.08 to 0.32 s/m. */
constexpr Real typicalDissipation = 0.2;

} // namespace lab

#endif
