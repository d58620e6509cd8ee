// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_H
#define SIMBODYDEM_GRAINS_H

/** The public headers of the library SimbodyDEM::grains. */
#include "simbodydem/grains/GrainBed.h"
#include "simbodydem/grains/GrainBedOptions.h"
#include "simbodydem/grains/GrainFiles.h"
#include "simbodydem/grains/GrainStepper.h"

#endif
