// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_DUAL_H
#define SIMBODYDEM_LAWS_DUAL_H

#include "SimTKcommon.h"
#include "simbodydem/laws/LawTangents.h"

#include <Eigen/Core>
#include <unsupported/Eigen/AutoDiff>

// Numbers that carry their derivatives along, and the order in which they do.

namespace simbodydem {

template <int N> using Dual = Eigen::AutoDiffScalar<Eigen::Matrix<SimTK::Real, N, 1>>;

constexpr int contactPartials = 5; // of ContactPartials, in its order
using ContactDual = Dual<contactPartials>;
/** Of displacement, slipIncrement, slipVelocity, dashpotAtCommit, slipAtPresentVelocity, contact. */
using SlipDual = Dual<15 + contactPartials>;
/** Of normalDirection, rotation, rotationIncrement, angularVelocity, dashpotAtCommit, rotationAtPresentVelocity, contact. */
using TurnDual = Dual<18 + contactPartials>;

} // namespace simbodydem

#endif
