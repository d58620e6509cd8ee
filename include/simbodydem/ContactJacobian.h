// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_JACOBIAN_H
#define SIMBODYDEM_CONTACT_JACOBIAN_H

/** @file
Keeps the old name of ContactLinearization.h for one version. */

#include "simbodydem/ContactLinearization.h"

#endif
