// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

namespace simbodydem::python {

/** Adds runs that are watched, several runs at once, and what environments for learning need of a robot. */
void bindRuns(nanobind::module_&);

} // namespace simbodydem::python
