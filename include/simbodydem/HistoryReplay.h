// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HISTORY_REPLAY_H
#define SIMBODYDEM_HISTORY_REPLAY_H

/** @file
Keeps the old name of HistoryTracker.h for one version. */

#include "simbodydem/HistoryTracker.h"

#endif
