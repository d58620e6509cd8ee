// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_BODY_NAMES_H
#define SIMBODYDEM_BODY_NAMES_H

#include "simbodydem/Export.h"

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

} // namespace simbodydem

#endif
