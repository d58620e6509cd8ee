#ifndef SIMBODYDEM_WARNING_H
#define SIMBODYDEM_WARNING_H

#include <string>

namespace simbodydem {

/** One line to std::cerr, "SimbodyDEM: warning: ...", for what is no error but must not pass in silence. Lines of several
threads do not mix. Who warns sees to it that a run is told once. */
void warn(const std::string& text);

} // namespace simbodydem

#endif
