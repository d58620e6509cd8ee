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

/** Holds a force and a moment about a point, in Ground. */
struct Wrench {
    SimTK::Vec3 force{0};  ///< F [N]
    SimTK::Vec3 moment{0}; ///< M [N m], about point
    SimTK::Vec3 point{0};  ///< P [m]

    /** Returns this wrench about another point Q: M_Q = M + (P - Q) x F. */
    Wrench about(const SimTK::Vec3& other) const { return {force, moment + (point - other) % force, other}; }
};

/** Groups surfaces whose contacts are summed up: those of a foot, a hand or a whole body (DEMContactForce::getSurfaces()). The name is a part of
the column names of a GroundReactionRecorder. */
struct SurfaceGroup {
    std::string name;
    std::set<SimTK::ContactSurfaceIndex> surfaces;
};

/** Computes the total wrench of all other surfaces on a group, the sum over the forces and rolling torques of its contacts:

    F = sum f_i,   M = sum (p_i - P) x f_i + t_i

Contacts between two surfaces of the group cancel and are left out. The wrench is zero if the group has no contact.
@param on     the group
@param about  P [m], in Ground
@throws std::invalid_argument if P is not finite */
SIMBODYDEM_API Wrench calcWrench(const std::vector<ContactRecord>&, const SurfaceGroup& on,
                                 const SimTK::Vec3& about = SimTK::Vec3(0));

/** Computes the wrench on a group of its contacts with the surfaces of `by` only. An example is the wrench of the floor on a foot that is also in
contact with the other foot. */
SIMBODYDEM_API Wrench calcWrench(const std::vector<ContactRecord>&, const SurfaceGroup& on, const SurfaceGroup& by,
                                 const SimTK::Vec3& about = SimTK::Vec3(0));

/** Computes the total contact force and moment on one body about the origin of the body, in Ground. All contacts of this force element between
the surfaces of the body and those of other bodies count. Other force elements do not count. The wrench is zero if the body has no contact or
the force is disabled.

    const Wrench onFoot = calcWrench(force, state, foot); // onFoot.force [N], onFoot.moment [N m] about onFoot.point [m]

@param force  the force element whose contacts count
@param state  realized to Stage::Dynamics
@param body   the body on which the contacts act
@throws std::invalid_argument if the body has no surface of the force; Simbody's exception before Stage::Dynamics */
SIMBODYDEM_API Wrench calcWrench(const DEMContactForce& force, const SimTK::State& state,
                                 const SimTK::MobilizedBody& body);

/** Defines the plane of the centre of pressure. The default is y = 0 with y up, as in OpenSim. */
struct GroundPlane {
    SimTK::Vec3 origin{0};                ///< any point of the plane [m]
    SimTK::UnitVec3 normal{SimTK::YAxis}; ///< n, out of the ground
};

/** Holds a wrench as a force plate reports it: a force at a point of the plane and a moment about its normal. */
struct GroundReaction {
    SimTK::Vec3 force;            ///< F [N]
    SimTK::Vec3 centreOfPressure; ///< C [m], in the plane
    SimTK::Vec3 freeMoment;       ///< T n [N m]

    /** Returns the wrench about the centre of pressure. */
    Wrench getWrench() const { return {force, freeMoment, centreOfPressure}; }
};

/** Computes the ground reaction of a wrench. The centre of pressure is the point C of the plane about which the moment has no part in the plane.
With the moment M_0 about the origin O of the plane,

    C = O + n x M_0/(F . n),   T = n . (M_0 - (C - O) x F)

C goes to infinity as the normal force vanishes. Therefore C and T n are NaN where |F . n| <= minimumNormalForce. Use the threshold of the data
that you compare with.
@param minimumNormalForce  [N], >= 0
@throws std::invalid_argument if it is negative or NaN, or the plane is not finite */
SIMBODYDEM_API GroundReaction calcGroundReaction(const Wrench&, const GroundPlane& = GroundPlane(),
                                                 SimTK::Real minimumNormalForce = 0);

} // namespace simbodydem

#endif
