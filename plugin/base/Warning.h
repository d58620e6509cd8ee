// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_BASE_WARNING_H
#define SIMBODYDEM_BASE_WARNING_H

#include "simbodydem/Warnings.h"

namespace simbodydem {

/** Hand this line to whom setWarningHandler() has named. Lines of several threads do not mix. Who warns sees to it that a run is
told once. */
void warn(const std::string& text);

/** While it lives, what warn() is given by this thread is dropped: for trials that are meant to go wrong. */
class Silence {
public:
    Silence();
    ~Silence();
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;
};

} // namespace simbodydem

#endif
