// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace simbodydem::python {

/** Returns the comment of a class, function or member in a public header, by its name in C++: Soil, Soil::setDamping. python/cmake/docstrings.py
makes the function. @throws std::logic_error if no header has one */
const char* doc(const std::string& key);

} // namespace simbodydem::python
