// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_WARNING_H
#define SIMBODYDEM_WARNING_H

#include "simbodydem/Warnings.h"

namespace simbodydem {

/** Hand this line to whom setWarningHandler() has named. Lines of several threads do not mix. Who warns sees to it that a run is
told once. */
void warn(const std::string& text);

} // namespace simbodydem

#endif
