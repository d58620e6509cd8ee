// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_WARNINGS_H
#define SIMBODYDEM_WARNINGS_H

#include "simbodydem/Export.h"

#include <functional>
#include <string>

namespace simbodydem {

/** Takes a warning's text, one line without its end. */
using WarningHandler = std::function<void(const std::string& text)>;

/** Where warnings of this process go: what is no error but must not pass in silence, told once a run. Lines on std::cerr,
"SimbodyDEM: warning: ...", unless this is called; a program with a log of its own hands them on to that.
@param handler called by one thread at a time; std::cerr again if it is empty
@return the one until now */
SIMBODYDEM_API WarningHandler setWarningHandler(WarningHandler handler);

} // namespace simbodydem

#endif
