// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_DUAL_H
#define SIMBODYDEM_LAWS_DUAL_H

#include "SimTKcommon.h"
#include "simbodydem/laws/Law.h"

#include <Eigen/Core>
#include <unsupported/Eigen/AutoDiff>

// Numbers with derivatives, and the order of these derivatives.

namespace simbodydem {

template <int N> using Dual = Eigen::AutoDiffScalar<Eigen::Matrix<SimTK::Real, N, 1>>;

constexpr int contactPartials = 5; // of ContactPartials, in its order
using ContactDual = Dual<contactPartials>;
/** Derivatives with respect to displacement, slipIncrement, slipVelocity, dashpotAtCommit, slipAtPresentVelocity, contact. */
using SlipDual = Dual<15 + contactPartials>;
/** Derivatives with respect to normalDirection, rotation, rotationIncrement, angularVelocity, dashpotAtCommit, rotationAtPresentVelocity,
contact. */
using TurnDual = Dual<18 + contactPartials>;

} // namespace simbodydem

#endif
