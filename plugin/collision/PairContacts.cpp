// SPDX-License-Identifier: Apache-2.0
#include "collision/PairContacts.h"

#include "collision/CompiledSurfaces.h"
#include "collision/CylinderContacts.h"
#include "collision/EllipsoidContacts.h"
#include "collision/MeshContacts.h"
#include "collision/RoundedContacts.h"
#include "collision/SearchMemory.h"

namespace simbodydem {

void addContactPoints(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                      std::vector<ContactPoint>& contacts) {
    const ShapeKind kindA = compiled.surfaces[a].kind, kindB = compiled.surfaces[b].kind;
    const auto isOneOf = [&](ShapeKind kind) { return kindA == kind || kindB == kind; };
    if (isOneOf(ShapeKind::Mesh))
        addMeshContactPoints(a, b, compiled, memory, contacts);
    else if (isOneOf(ShapeKind::Cylinder))
        addCylinderContactPoints(a, b, compiled, memory, contacts);
    else if (isOneOf(ShapeKind::Wheel) && isOneOf(ShapeKind::HalfSpace))
        addWheelOnPlane(a, b, compiled, memory, contacts);
    else if (isOneOf(ShapeKind::Wheel))
        addEllipsoidOnRounded(a, b, compiled, memory, contacts);
    else if (!isOneOf(ShapeKind::Rounded))
        addEllipsoidContactPoint(a, b, compiled, memory, contacts);
    else if (isOneOf(ShapeKind::Ellipsoid))
        addEllipsoidOnRounded(a, b, compiled, memory, contacts);
    else
        addRoundedContactPoints(a, b, compiled, memory, contacts);
}

} // namespace simbodydem
