// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_WARNINGS_H
#define SIMBODYDEM_WARNINGS_H

#include "simbodydem/Export.h"

#include <functional>
#include <string>

namespace simbodydem {

/** Receives the text of a warning: one line without a newline. */
using WarningHandler = std::function<void(const std::string& text)>;

/** Sets the handler of all warnings of this process. A warning reports a problem that is not an error, once per run. Without a handler it is a
line on std::cerr, "SimbodyDEM: warning: ...". Use a handler to send warnings to the log of your program.
@param handler  called by one thread at a time; an empty one restores std::cerr
@returns the previous handler */
SIMBODYDEM_API WarningHandler setWarningHandler(WarningHandler handler);

/** Passes a warning to the handler, or to std::cerr. For laws, controllers and files of your own: print each warning once per run. */
SIMBODYDEM_API void passWarning(const std::string& text);

} // namespace simbodydem

#endif
