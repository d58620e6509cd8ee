#include "Contenders.h"

#include <fmt/core.h>

namespace lab {

std::string number(double value, const char* format) { return fmt::format(fmt::runtime(format), value); }

} // namespace lab
