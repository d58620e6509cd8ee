// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_DASHPOT_MODE_H
#define SIMBODYDEM_DASHPOT_MODE_H

namespace simbodydem {

/** PFC's dashpot modes M_d = 0, 1, 2 and 3. NoTension: the normal dashpot never makes the contact pull.
CutShearWhenSlipping: the shear dashpot is off while the shear spring slips. Each law heeds what concerns it. */
enum class DashpotMode { Full, NoTension, CutShearWhenSlipping, NoTensionAndCutShear };

} // namespace simbodydem

#endif
