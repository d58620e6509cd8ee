// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_BASE_WARNING_H
#define SIMBODYDEM_BASE_WARNING_H

#include "simbodydem/Messages.h"

namespace simbodydem {

/** Passes a line to the handler of setWarningHandler(). Lines of several threads do not mix. The caller makes sure that a run gets each warning
only once. */
void warn(const std::string& text);

/** Drops all warnings of this thread while it exists. Trials that are meant to fail use it. */
class Silence {
public:
    Silence();
    ~Silence();
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;
};

} // namespace simbodydem

#endif
