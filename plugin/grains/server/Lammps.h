// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_LAMMPS_H
#define SIMBODYDEM_GRAINS_SERVER_LAMMPS_H

// Includes LAMMPS's own headers. They call a function of fmt that later versions of fmt do not have, in templates that nobody uses here.

#include <fmt/format.h>

#if FMT_VERSION >= 90000
namespace fmt {
template <class... Args, class Text> auto make_args_checked(const Text&, Args&... args) {
    return fmt::make_format_args(args...);
}
} // namespace fmt
#endif

#define LAMMPS_LIB_MPI
#include <atom.h>
#include <comm.h>
#include <domain.h>
#include <error.h>
#include <fix.h>
#include <force.h>
#include <lammps.h>
#include <library.h>
#include <modify.h>
#include <neigh_list.h>
#include <neighbor.h>
#include <pair.h>
#include <timer.h>
#include <update.h>

#undef MIN
#undef MAX

#endif
