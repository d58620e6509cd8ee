// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_DASHPOT_MODE_H
#define SIMBODYDEM_DASHPOT_MODE_H

namespace simbodydem {

/** Names PFC's dashpot modes M_d. Each law uses its part of the mode.

| mode | M_d | normal dashpot | shear dashpot |
|-|-|-|-|
| Full | 0 | may make the contact pull | always on |
| NoTension | 1 | never makes the contact pull | always on |
| CutShearWhenSlipping | 2 | may make the contact pull | off while the shear spring slips |
| NoTensionAndCutShear | 3 | never makes the contact pull | off while the shear spring slips | */
enum class DashpotMode { Full, NoTension, CutShearWhenSlipping, NoTensionAndCutShear };

} // namespace simbodydem

#endif
