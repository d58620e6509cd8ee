// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

namespace simbodydem::python {

/** Adds the experiments of contact-lab, and the predictions of measurements, where the module is built with them. */
void bindLab(nanobind::module_&);

} // namespace simbodydem::python
