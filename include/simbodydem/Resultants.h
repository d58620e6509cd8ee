// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RESULTANTS_H
#define SIMBODYDEM_RESULTANTS_H

#include "simbodydem/ContactRecord.h"
#include "simbodydem/Export.h"

#include <set>
#include <string>
#include <vector>

namespace SimTK {
class MobilizedBody;
}

namespace simbodydem {

class DEMContactForce;

/** A force and a moment about a point. In Ground. */
struct Wrench {
    SimTK::Vec3 force{0};  ///< F [N]
    SimTK::Vec3 moment{0}; ///< M [N m], about point
    SimTK::Vec3 point{0};  ///< P [m]

    /** The same wrench about another point Q: M_Q = M + (P - Q) x F. */
    Wrench about(const SimTK::Vec3& other) const { return {force, moment + (point - other) % force, other}; }
};

/** Surfaces that are read as one: a foot, a hand, a whole body (DEMContactForce::getSurfaces()). The name becomes part
of GroundReactionRecorder's column names. */
struct SurfaceGroup {
    std::string name;
    std::set<SimTK::ContactSurfaceIndex> surfaces;
};

/** What all others do on a group of surfaces: the sum over its contacts' forces and rolling torques,

    F = sum f_i,   M = sum (p_i - P) x f_i + t_i

Contacts between two surfaces of the group cancel and are left out. Zero if nothing touches the group.
@param on     the group
@param about  P [m], in Ground
@throws std::invalid_argument if it is not finite */
SIMBODYDEM_API Wrench calcWrench(const std::vector<ContactRecord>&, const SurfaceGroup& on,
                                 const SimTK::Vec3& about = SimTK::Vec3(0));

/** The same, counting the contacts with the surfaces of `by` alone: what the floor does on a foot that also touches the
other foot. */
SIMBODYDEM_API Wrench calcWrench(const std::vector<ContactRecord>&, const SurfaceGroup& on, const SurfaceGroup& by,
                                 const SimTK::Vec3& about = SimTK::Vec3(0));

/** Computes the total contact force and moment on one body: all contacts of this force element between the body's surfaces and
those of other bodies, about the body's origin, in Ground. Other force elements are not counted. Zero if nothing touches the body
or the force is disabled.

    const Wrench onFoot = calcWrench(force, state, foot); // onFoot.force [N], onFoot.moment [N m] about onFoot.point [m]

@param force  the force element whose contacts count
@param state  realized to Stage::Dynamics
@param body   on which the contacts act
@throws std::invalid_argument if the body has no surface of the force; Simbody's exception before Stage::Dynamics */
SIMBODYDEM_API Wrench calcWrench(const DEMContactForce& force, const SimTK::State& state,
                                 const SimTK::MobilizedBody& body);

/** A plane in which the centre of pressure is sought. The default is y = 0, y up, as OpenSim has it. */
struct GroundPlane {
    SimTK::Vec3 origin{0};                ///< any point of the plane [m]
    SimTK::UnitVec3 normal{SimTK::YAxis}; ///< n, out of the ground
};

/** A wrench as a force plate reports it: a force at a point of the plane and a moment about the plane's normal. */
struct GroundReaction {
    SimTK::Vec3 force;            ///< F [N]
    SimTK::Vec3 centreOfPressure; ///< C [m], in the plane
    SimTK::Vec3 freeMoment;       ///< T n [N m]

    /** The wrench that this is, about the centre of pressure. */
    Wrench getWrench() const { return {force, freeMoment, centreOfPressure}; }
};

/** The centre of pressure is the point C of the plane about which the moment has no part in the plane; with M_0 the
moment about the plane's origin O,

    C = O + n x M_0/(F . n),   T = n . (M_0 - (C - O) x F)

As the normal force vanishes C runs off to infinity: where |F . n| <= minimumNormalForce, C and T n are NaN. Give the
threshold of the data that you compare with.
@param minimumNormalForce [N], >= 0
@throws std::invalid_argument if it is negative or NaN, or the plane is not finite */
SIMBODYDEM_API GroundReaction calcGroundReaction(const Wrench&, const GroundPlane& = GroundPlane(),
                                                 SimTK::Real minimumNormalForce = 0);

} // namespace simbodydem

#endif
