// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_MODEL_H
#define SIMBODYDEM_CONTACT_MODEL_H

#include "simbodydem/CollisionSettings.h"
#include "simbodydem/Export.h"
#include "simbodydem/MixingRules.h"
#include "simbodydem/laws/NormalLaw.h"
#include "simbodydem/laws/RollingLaw.h"
#include "simbodydem/laws/TangentialLaw.h"
#include "simbodydem/laws/rolling/NoRolling.h"

#include "SimTKcommon.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** The mass m* [kg] that the contact's dashpots feel, found once, at first touch.
- Articulated (the default): m* = 1/(n^T J M^-1 J^T n), what a unit impulse along the normal n between the two surfaces
  would find at this pose: with both bodies' chains, locked and prescribed mobilities, and M^-1 projected on the
  constraints, redundant ones included. The tangential dashpot feels the same with the direction of the slip in place
  of n; where there is no slip, with the direction that is moved most easily, and where the surfaces cannot slip, the
  normal mass. A free sphere on a plane has its mass along the normal and 2/7 of it in the plane.
- TwoBody: 1/m* = 1/m_a + 1/m_b in all directions, with Ground infinitely heavy: what DEM codes use, right along the
  normal for loose bodies that meet centrally.
Surfaces cannot move in a direction where they have less than 1e-10 of the mobility 1/m* that the two contact points have by
themselves and without constraints, in all directions together: rounding leaves less, a slope of 1e-5 more.

If neither surface can move along the normal, Articulated throws std::runtime_error at that contact, naming both. In a run
the integrator fails there; some of Simbody's say themselves why, of others realize the State to Stage::Dynamics. */
enum class EffectiveMass { TwoBody, Articulated };

/** What surfaces are made of: all, some, and some where they touch one other. See "Settings" of DEMContactForce for which wins. */
struct SIMBODYDEM_API MaterialAssignment {
    SurfaceMaterial forAll;
    std::map<int, SurfaceMaterial> bySurface;    ///< its set values win over forAll
    std::map<IndexPair, SurfaceMaterial> byPair; ///< its set values win over both surfaces' own

    /** Returns the material of a surface. */
    SurfaceMaterial get(int surface) const;
    /** Returns the material of a surface where it touches the other one. */
    SurfaceMaterial get(int surface, int other) const;
};

/** How the mass that the dashpots feel is found. */
struct EffectiveMassChoice {
    EffectiveMass kind = EffectiveMass::Articulated;
    OptionalReal fixed{};                    ///< wins over kind [kg], > 0
    std::map<IndexPair, SimTK::Real> byPair; ///< wins over both [kg]
};

/** All that a user sets of a contact force, as one value: to be stored, compared and given to another one. DEMContactForce's
functions of the same words edit it and say what each means. */
struct SIMBODYDEM_API ContactModel {
    /** @param normal, tangential, rolling  copied */
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

    /** What messages call a force of these laws. */
    std::string getName() const;
    /** Everything in it, a line each: models that say the same are the same. A user's own law is known by its name and by what
    its getParameters() says. */
    std::vector<std::string> describe() const;
};

} // namespace simbodydem

#endif
