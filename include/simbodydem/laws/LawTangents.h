// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAW_TANGENTS_H
#define SIMBODYDEM_LAW_TANGENTS_H

#include "SimTKcommon.h"

namespace simbodydem {

/** Holds the partial derivatives of one output of a law with respect to the input of its normal law. Effective mass and committed history are
constant. The contact radius a = sqrt(R* delta) changes with R* and delta. */
template <class T> struct ContactPartials {
    T overlap = T(0);         ///< per m
    T overlapRate = T(0);     ///< per m/s
    T effectiveRadius = T(0); ///< per m
    T curvatureA = T(0);      ///< per 1/m
    T curvatureB = T(0);      ///< per 1/m
};

/** Holds the derivatives of the output of a normal law. */
struct NormalTangent {
    ContactPartials<SimTK::Real> force;          ///< of NormalOutput::force [N]
    ContactPartials<SimTK::Real> frictionalLoad; ///< of NormalOutput::frictionalLoad [N]
    ContactPartials<SimTK::Real> stiffness;      ///< of NormalOutput::stiffness [N/m]
};

/** Holds the derivatives of the force of a tangential law. Column k of a matrix is the derivative with respect to component k. */
struct TangentialTangent {
    SimTK::Mat33 displacement = SimTK::Mat33(0);          ///< [N/m]
    SimTK::Mat33 slipIncrement = SimTK::Mat33(0);         ///< [N/m]
    SimTK::Mat33 slipVelocity = SimTK::Mat33(0);          ///< [N s/m]
    ContactPartials<SimTK::Vec3> contact;                 ///< includes the effect of load, stiffness and contact radius
    SimTK::Mat33 dashpotAtCommit = SimTK::Mat33(0);       ///< [N/m]
    SimTK::Mat33 slipAtPresentVelocity = SimTK::Mat33(0); ///< [N/m]
    SimTK::Mat33 normalDirection = SimTK::Mat33(0);       ///< [N]
};

/** Holds the derivatives of the torque of a rolling law. */
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
