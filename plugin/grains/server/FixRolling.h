// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_FIX_ROLLING_H
#define SIMBODYDEM_GRAINS_SERVER_FIX_ROLLING_H

#include "server/Lammps.h"

namespace simbodydem::grains {

/** Mends how LAMMPS hands springs of rolling from one grain of a pair to the other. It changes the sign of all springs, but the velocity of
rolling, (omega_i - omega_j) x n, is the same seen from either grain. So whenever LAMMPS has sorted its grains anew, springs of rolling
would act backwards. Found with the LAMMPS of 29 September 2021; a bed that was saved and loaded turned otherwise. The release
of 22 July 2025 does the same. Where a later one hands the springs over as they are, nothing is mended.
Arguments of the fix: the offset of the spring in the history of a pair. */
class FixRolling : public LAMMPS_NS::Fix {
public:
    static constexpr const char* styleName = "simbodydem/rolling";

    FixRolling(LAMMPS_NS::LAMMPS*, int, char**);
    int setmask() override { return LAMMPS_NS::FixConst::PRE_EXCHANGE; }
    /** Mends the springs that LAMMPS has just handed to the grains. This fix comes after that of LAMMPS. */
    void pre_exchange() override;
    /** Notes that LAMMPS has handed springs to the grains. It does so after every run, but the next run uses those of pairs. */
    void post_run() override { isPending = true; }
    /** Mends the springs of the last run, before they are used or the grains change. */
    void mend();
    /** Takes the springs of the grains as right, since they were replaced. */
    void accept() { isPending = false; }

private:
    int historyOffset;
    bool isPending = false;
};

} // namespace simbodydem::grains

#endif
