// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_H
#define SIMBODYDEM_ROBOTS_H

/** The public headers of the library SimbodyDEM::robots. */
#include "simbodydem/robots/Robot.h"
#include "simbodydem/robots/RobotFile.h"
#include "simbodydem/robots/RobotGeometry.h"

#endif
