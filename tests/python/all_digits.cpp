// SPDX-License-Identifier: Apache-2.0
// Linked to an example, it makes std::cout print all digits of a number.
#include <iomanip>
#include <iostream>
#include <limits>

namespace {
const std::ios_base::Init isReady;
[[maybe_unused]] const bool hasAllDigits = (std::cout << std::setprecision(std::numeric_limits<double>::max_digits10), true);
} // namespace
