// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_FIX_EXCHANGE_H
#define SIMBODYDEM_GRAINS_SERVER_FIX_EXCHANGE_H

#include "protocol/Commands.h"
#include "server/Lammps.h"

#include <functional>
#include <vector>

namespace simbodydem::grains {

/** Calls the bed at the end of each step, so that one run of LAMMPS lasts over many intervals: the start and the end of a run cost as much
as a step. It also notes grains that leave the box, before LAMMPS drops them with its next list of neighbours. */
class FixExchange : public LAMMPS_NS::Fix {
public:
    static constexpr const char* styleName = "simbodydem/exchange";

    FixExchange(LAMMPS_NS::LAMMPS* lmp, int narg, char** arg) : Fix(lmp, narg, arg) { nevery = 1; }

    std::function<void()> atEndOfStep;
    /** Returns the grains of all ranks that have left since the last call, on every rank, and takes them from LAMMPS's number of grains. */
    LostGrains takeLost();

    int setmask() override {
        return LAMMPS_NS::FixConst::PRE_EXCHANGE | LAMMPS_NS::FixConst::END_OF_STEP;
    }
    void setup_pre_exchange() override { pre_exchange(); }
    void pre_exchange() override;
    void end_of_step() override {
        if (atEndOfStep) atEndOfStep();
    }

private:
    std::vector<double> lost; // of this rank: number, position and speed each
    bool mayHaveLost = false; // the same on all ranks
};

} // namespace simbodydem::grains

#endif
