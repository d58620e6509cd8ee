// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_MODEL_H
#define SIMBODYDEM_CONTACT_MODEL_H

#include "simbodydem/CollisionSettings.h"
#include "simbodydem/Export.h"
#include "simbodydem/MixingRules.h"
#include "simbodydem/laws/NormalLaw.h"
#include "simbodydem/laws/RollingLaw.h"
#include "simbodydem/laws/TangentialLaw.h"

#include "SimTKcommon.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** Selects how the effective mass m* [kg] is found, which the dashpots of a contact feel. It is found once, at first contact.
- Articulated (the default): m* = 1/(n^T J M^-1 J^T n). This is the mass that a unit impulse along the normal n between the two surfaces
  moves at this pose. The chains of both bodies take part, with locked and prescribed mobilities. M^-1 is projected on the constraints,
  redundant ones included. For the tangential dashpot the direction of the slip replaces n. Without slip it is the direction that moves
  most easily. If the surfaces cannot slip, the tangential dashpot feels the normal mass. A free sphere on a plane has its whole mass
  along the normal and 2/7 of it in the plane.
- TwoBody: 1/m* = 1/m_a + 1/m_b in all directions, with Ground infinitely heavy. DEM codes use this mass. It is right along the normal for
  free bodies that meet centrally.

A direction counts as immovable if its mobility 1/m* is less than 1e-10 of a reference. The reference is the mobility of both contact points
without constraints, in all directions together. Rounding leaves less than that, and a slope of 1e-5 more.

If neither surface can move along the normal, Articulated throws std::runtime_error at that contact, with the names of both surfaces. In a
run the integrator fails there. Some Simbody integrators report the reason. For the others, realize the State to Stage::Dynamics. */
enum class EffectiveMass { TwoBody, Articulated };

/** Assigns materials to all surfaces, to single surfaces and to pairs of surfaces. "Settings" of DEMContactForce says which one wins. */
struct SIMBODYDEM_API MaterialAssignment {
    SurfaceMaterial forAll;
    std::map<int, SurfaceMaterial> bySurface;    ///< its set values win over forAll
    std::map<IndexPair, SurfaceMaterial> byPair; ///< its set values win over both surfaces' own

    /** Returns the material of a surface. */
    SurfaceMaterial get(int surface) const;
    /** Returns the material of a surface in its contacts with the other one. */
    SurfaceMaterial get(int surface, int other) const;
};

/** Stores the settings of the effective mass. */
struct EffectiveMassChoice {
    EffectiveMass kind = EffectiveMass::Articulated;
    OptionalReal fixed{};                    ///< wins over kind [kg], > 0
    std::map<IndexPair, SimTK::Real> byPair; ///< wins over both [kg]
};

/** Holds all settings of a contact force in one value, which can be stored, compared and given to another force. The functions of
DEMContactForce with the same words edit it and define each setting. */
struct SIMBODYDEM_API ContactModel {
    /** Makes a model of these laws, with default settings.
        @param normal, tangential, rolling  copied */
    ContactModel(const NormalLaw& normal, const TangentialLaw& tangential, const RollingLaw& rolling = NoRolling())
        : normal(normal.clone()), tangential(tangential.clone()), rolling(rolling.clone()) {}

    SimTK::ClonePtr<NormalLaw> normal;
    SimTK::ClonePtr<TangentialLaw> tangential;
    SimTK::ClonePtr<RollingLaw> rolling;
    MaterialAssignment materials;
    MixingRules mixing;
    Exclusions exclusions;
    EffectiveMassChoice effectiveMass;
    DetectionMargins margins;
    bool trackDissipatedEnergy = false;

    /** Returns the name that messages use for a force of these laws. */
    std::string getName() const;
    /** Returns every setting as a line of text. Models with equal lines are equal. A law of your own is identified by its name and by its
    getParameters(). */
    std::vector<std::string> describe() const;
};

} // namespace simbodydem

#endif
