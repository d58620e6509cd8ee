// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_REGISTER_TYPES_H
#define OSIM_SIMBODYDEM_REGISTER_TYPES_H

#include "opensim/Export.h"

/** Registers DEMContactForce and the other classes for OpenSim's files. It is called when the library is loaded; a program that is
linked to it may call it again. Its name is unique to this plugin, since OpenSim loads plugins into one table of symbols. */
extern "C" OSIMSIMBODYDEM_API void RegisterTypes_osimSimbodyDEM();

#endif
