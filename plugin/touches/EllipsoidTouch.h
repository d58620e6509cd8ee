#ifndef SIMBODYDEM_ELLIPSOID_TOUCH_H
#define SIMBODYDEM_ELLIPSOID_TOUCH_H

#include "touches/ContactSource.h"

#include <optional>

namespace simbodydem {

/** The touch of surfaces a < b, one an ellipsoid and the other one, a sphere or a half space; none where they are further apart
than their margins. @throws std::runtime_error, naming both, if no common normal is found */
std::optional<Touch> findEllipsoidTouch(int a, int b, const CompiledSurfaces&, SearchMemory&);

} // namespace simbodydem

#endif
