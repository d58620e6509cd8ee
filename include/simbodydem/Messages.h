// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MESSAGES_H
#define SIMBODYDEM_MESSAGES_H

#include "simbodydem/Export.h"

#include <functional>
#include <string>

namespace SimTK {
class MobilizedBody;
}

namespace simbodydem {

/** Names a body in messages and replays, before realizeTopology(). Simbody numbers bodies and has no names for them. A Robot names its bodies by
their first links. Names need not differ.
    @param name  a later call replaces it; "" removes it
    @throws std::invalid_argument if the body is in no System */
SIMBODYDEM_API void setBodyName(const SimTK::MobilizedBody&, const std::string& name);

/** Returns the name of a body; "" if it has none. */
SIMBODYDEM_API std::string getBodyName(const SimTK::MobilizedBody&);

/** Returns the number and the name of a body for a message: "body 3 (shank_fl)", or "body 3" without a name. */
SIMBODYDEM_API std::string describeBody(const SimTK::MobilizedBody&);

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
