// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAW_TANGENTS_H
#define SIMBODYDEM_LAW_TANGENTS_H

#include "SimTKcommon.h"

namespace simbodydem {

/** The partial derivatives of one thing that a law answers with respect to what its normal law is asked about; effective mass
and committed history stay as they are, and the contact radius a = sqrt(R* delta) follows. */
template <class T> struct ContactPartials {
    T overlap = T(0);         ///< per m
    T overlapRate = T(0);     ///< per m/s
    T effectiveRadius = T(0); ///< per m
    T curvatureA = T(0);      ///< per 1/m
    T curvatureB = T(0);      ///< per 1/m
};

/** How the answer of a normal law changes. */
struct NormalTangent {
    ContactPartials<SimTK::Real> force;          ///< of NormalAnswer::force [N]
    ContactPartials<SimTK::Real> frictionalLoad; ///< of NormalAnswer::frictionalLoad [N]
    ContactPartials<SimTK::Real> stiffness;      ///< of NormalAnswer::stiffness [N/m]
};

/** How the force of a tangential law changes: column k of a matrix is what component k of its subject does to it. */
struct TangentialTangent {
    SimTK::Mat33 displacement = SimTK::Mat33(0);    ///< [N/m]
    SimTK::Mat33 slipIncrement = SimTK::Mat33(0);   ///< [N/m]
    SimTK::Mat33 slipVelocity = SimTK::Mat33(0);    ///< [N s/m]
    ContactPartials<SimTK::Vec3> contact;           ///< through the load, the stiffness and the contact radius as well
    SimTK::Mat33 dashpotAtCommit = SimTK::Mat33(0); ///< [N/m]
    SimTK::Mat33 slipAtPresentVelocity = SimTK::Mat33(0); ///< [N/m]
    SimTK::Mat33 normalDirection = SimTK::Mat33(0);       ///< [N]
};

/** How the torque of a rolling law changes. */
struct RollingTangent {
    SimTK::Mat33 normalDirection = SimTK::Mat33(0);   ///< [N m]
    SimTK::Mat33 rotation = SimTK::Mat33(0);          ///< [N m]
    SimTK::Mat33 rotationIncrement = SimTK::Mat33(0); ///< [N m]
    SimTK::Mat33 angularVelocity = SimTK::Mat33(0);   ///< [N m s]
    ContactPartials<SimTK::Vec3> contact;
    SimTK::Mat33 dashpotAtCommit = SimTK::Mat33(0);           ///< [N m]
    SimTK::Mat33 rotationAtPresentVelocity = SimTK::Mat33(0); ///< [N m]
};

} // namespace simbodydem

#endif
