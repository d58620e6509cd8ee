// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

namespace simbodydem::python {

// The parts of the module. Simulation and World are bound before what refers to them.
void bindLaws(nanobind::module_&);
void bindRecorders(nanobind::module_&);
void bindAdvice(nanobind::module_&);
void bindLinearization(nanobind::module_&);
void bindSensitivity(nanobind::module_&);
void bindGrains(nanobind::module_&);

} // namespace simbodydem::python
