// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_INERTIA_CHECK_H
#define SIMBODYDEM_ROBOTS_INERTIA_CHECK_H

#include "SimTKcommon.h"

#include <string>

namespace simbodydem {

/** Returns the reason why no body can have this inertia; an empty text if one can. A principal value may exceed the sum of the other
two by 1e-6 of itself, since files have rounded numbers. */
std::string faultOfInertia(const SimTK::SymMat33& inertia);

/** Returns the inertia of a body: the same axes, and principal values that are raised as little as needed. */
SimTK::SymMat33 toPossibleInertia(const SimTK::SymMat33& inertia);

} // namespace simbodydem

#endif
