// SPDX-License-Identifier: Apache-2.0
#include "collision/PairContacts.h"

#include "collision/CompiledSurfaces.h"
#include "collision/CylinderContacts.h"
#include "collision/EllipsoidContacts.h"
#include "collision/MeshContacts.h"
#include "collision/RoundedContacts.h"
#include "collision/SearchMemory.h"

#include <algorithm>

namespace simbodydem {

namespace {

using AddContacts = void (*)(int a, int b, const CompiledSurfaces&, SearchMemory&, std::vector<ContactPoint>&);

constexpr int numKinds = int(ShapeKind::Mesh) + 1;

constexpr AddContacts never = nullptr; // pairs that cannot touch, see whyNeverTouching()
constexpr AddContacts above = nullptr; // the table is symmetric

// Finds the contacts of each pair of shapes, as the table of docs/surfaces.md lists them. Rows and columns are in the order of ShapeKind.
constexpr AddContacts table[numKinds][numKinds] = {
    // half space, sphere, ellipsoid,
    // wheel, cylinder, rounded, mesh
    {never, addEllipsoidOnPlane, addEllipsoidOnPlane, // half space
     addWheelOnPlane, addCylinderContactPoints, addRoundedOnPlane, addMeshContactPoints},
    {above, addEllipsoidOnEllipsoid, addEllipsoidOnEllipsoid, // sphere
     addEllipsoidOnRounded, addCylinderContactPoints, addRoundedOnRounded, addMeshContactPoints},
    {above, above, addEllipsoidOnEllipsoid, // ellipsoid
     never, addCylinderContactPoints, addEllipsoidOnRounded, addMeshContactPoints},
    {above, above, above, // wheel
     never, addCylinderContactPoints, addEllipsoidOnRounded, addMeshContactPoints},
    {above, above, above, // cylinder
     above, addCylinderContactPoints, addCylinderContactPoints, addMeshContactPoints},
    {above, above, above, // rounded
     above, above, addRoundedOnRounded, addMeshContactPoints},
    {above, above, above, // mesh
     above, above, above, addMeshContactPoints}};

} // namespace

void addContactPoints(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                      std::vector<ContactPoint>& contacts) {
    const auto [low, high] = std::minmax({int(compiled.surfaces[a].kind), int(compiled.surfaces[b].kind)});
    table[low][high](a, b, compiled, memory, contacts);
}

} // namespace simbodydem
