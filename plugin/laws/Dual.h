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
using SlipDual = Dual<9 + contactPartials>;  // displacement, slipIncrement, slipVelocity, contact
using TurnDual = Dual<12 + contactPartials>; // normalDirection, rotation, rotationIncrement, angularVelocity, contact

} // namespace simbodydem

#endif
