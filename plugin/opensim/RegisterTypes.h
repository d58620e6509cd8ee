// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_REGISTER_TYPES_H
#define OSIM_SIMBODYDEM_REGISTER_TYPES_H

#include "opensim/Export.h"

/** Make DEMContactForce and its like known to OpenSim's files. Called when the library is loaded; a program that is linked to it
may call it again. Its name is this plugin's own, since OpenSim loads plugins into one table of symbols. */
extern "C" OSIMSIMBODYDEM_API void RegisterTypes_osimSimbodyDEM();

#endif
