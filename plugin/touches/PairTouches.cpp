#include "touches/PairTouches.h"

#include "touches/EllipsoidTouch.h"
#include "touches/RoundedTouches.h"

namespace simbodydem {

namespace {

bool isRounded(ShapeKind kind) { return kind == ShapeKind::Rounded; }

} // namespace

const char* whyNotFound(ShapeKind a, ShapeKind b) {
    const bool isEllipsoid = a == ShapeKind::Ellipsoid || b == ShapeKind::Ellipsoid;
    if (isEllipsoid && (isRounded(a) || isRounded(b)))
        return "an Ellipsoid is found by half spaces, spheres and ellipsoids only";
    return nullptr;
}

void addTouches(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory, std::vector<Touch>& touches) {
    if (isRounded(compiled.surfaces[a].kind) || isRounded(compiled.surfaces[b].kind))
        addRoundedTouches(a, b, compiled, memory, touches);
    else
        addEllipsoidTouch(a, b, compiled, memory, touches);
}

} // namespace simbodydem
