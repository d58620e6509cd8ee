// SPDX-License-Identifier: Apache-2.0
#include "collision/PairTouches.h"

#include "collision/CompiledSurfaces.h"
#include "collision/EllipsoidTouch.h"
#include "collision/MeshTouches.h"
#include "collision/RoundedTouches.h"
#include "collision/SearchMemory.h"

namespace simbodydem {

void addTouches(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory, std::vector<Touch>& touches) {
    const ShapeKind kindA = compiled.surfaces[a].kind, kindB = compiled.surfaces[b].kind;
    const auto isOneOf = [&](ShapeKind kind) { return kindA == kind || kindB == kind; };
    if (isOneOf(ShapeKind::Mesh))
        addMeshTouches(a, b, compiled, memory, touches);
    else if (isOneOf(ShapeKind::Wheel) && isOneOf(ShapeKind::HalfSpace))
        addWheelOnPlane(a, b, compiled, memory, touches);
    else if (isOneOf(ShapeKind::Wheel))
        addEllipsoidOnRounded(a, b, compiled, memory, touches);
    else if (!isOneOf(ShapeKind::Rounded))
        addEllipsoidTouch(a, b, compiled, memory, touches);
    else if (isOneOf(ShapeKind::Ellipsoid))
        addEllipsoidOnRounded(a, b, compiled, memory, touches);
    else
        addRoundedTouches(a, b, compiled, memory, touches);
}

} // namespace simbodydem
