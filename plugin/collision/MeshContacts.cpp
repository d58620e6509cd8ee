// SPDX-License-Identifier: Apache-2.0
#include "collision/MeshContacts.h"

#include "collision/Placed.h"
#include "collision/PrincipalCurvatures.h"
#include "collision/SearchMemory.h"
#include "geometry/CylinderOnMesh.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

namespace {

// A hollow that fits a body would make R* infinite. So its curvature is limited to 0.99 of that of the body. The search limits a hollow of
// facets so in each direction (geometry/Hollow.h). Of a cylinder's rims it knows the disc only, whose sharper curvature counts here.
Real flattest(const SurfaceGeometry& mesh, const LocalCurvature& other) {
    return -0.99 * (mesh.mesh->smooth ? std::min(other.along, other.across) : std::max(other.along, other.across));
}

void findEllipsoids(const kernels::PlacedMesh& mesh, const CompiledSurface& ofMesh, const SurfaceGeometry& geometry,
                    const SurfaceGeometry& solid, const kernels::EllipsoidBody& ellipsoid, int first, int second,
                    Real margin, kernels::AroundCorners& around, SearchMemory& memory,
                    std::vector<ContactPoint>& contacts) {
    around.resize(1);
    kernels::findContactPoints(mesh, ellipsoid, margin, around[0], memory.mesh.workspace, memory.ellipsoids);
    if (memory.ellipsoids.isHidden)
        memory.hidden.push_back({{std::min(first, second), std::max(first, second), ContactPoint().corner}, false});
    for (const kernels::EllipsoidOnMesh& found : memory.ellipsoids.contacts) {
        const Vector3& normal = found.contact.normal;
        const LocalCurvature* curvature =
            memory.curvatures.add(principalCurvaturesOfRadii(found.radiiOfEllipsoid, normal, solid));
        ContactPoint contact = contactPointOf(
            first, second, found.contact.point, normal, found.contact.overlap,
            curvatureOf(ofMesh, found.contact.curvatureA, normal, memory.curvatures, flattest(geometry, *curvature)),
            curvature);
        contact.key.patch = found.contact.feature;
        contact.front = found.contact.front;
        contacts.push_back(contact);
    }
}

} // namespace

void addMeshContactPoints(int a, int b, const CompiledSurfaces& compiled, SearchMemory& memory,
                          std::vector<ContactPoint>& contacts) {
    const auto isMesh = [&](int s) { return compiled.surfaces[s].kind == ShapeKind::Mesh; };
    const auto isSmooth = [&](int s) { return bool(compiled.geometries[s].mesh->smooth); };
    const int mesh = isMesh(a) && !(isMesh(b) && isSmooth(b)) ? a : b, other = mesh == a ? b : a;
    const CompiledSurface &ofMesh = compiled.surfaces[mesh], &ofOther = compiled.surfaces[other];
    const Placed placed(compiled, memory);
    const Real margin = ofMesh.margin + ofOther.margin;
    const kernels::PlacedMesh body = placed.meshOf(mesh);
    kernels::AroundCorners& around = memory.around[{a, b}];
    switch (ofOther.kind) {
    case ShapeKind::HalfSpace: {
        const auto [outward, height] = placed.planeOf(other);
        kernels::findContactPoints(body, outward, height, margin, memory.mesh);
        break;
    }
    case ShapeKind::Ellipsoid:
    case ShapeKind::Wheel:
        findEllipsoids(body, ofMesh, compiled.geometries[mesh], compiled.geometries[other], placed.ellipsoidOf(other),
                       mesh, other, margin, around, memory, contacts);
        return;
    case ShapeKind::Cylinder:
        kernels::findContactPoints(body, placed.cylinderOf(other), margin, around, memory.ellipsoids, memory.mesh);
        break;
    case ShapeKind::Mesh: kernels::findContactPoints(body, placed.meshOf(other), margin, around, memory.mesh); break;
    case ShapeKind::Sphere:
    case ShapeKind::Rounded:
        kernels::findContactPoints(body, placed.roundedOf(other), compiled.geometries[other].radius, margin, around,
                                   memory.mesh);
    }
    for (const kernels::HiddenContactPoint& found : memory.mesh.hidden)
        memory.hidden.push_back({{std::min(a, b), std::max(a, b), found.corner}, found.isBehind});
    for (const kernels::RoundedContactPoint& found : memory.mesh.contacts) {
        const LocalCurvature* curvature = curvatureOf(ofOther, found.curvatureB, found.normal, memory.curvatures);
        const Real floor = flattest(compiled.geometries[mesh], *curvature);
        ContactPoint contact =
            contactPointOf(mesh, other, found.point, found.normal, found.overlap,
                           curvatureOf(ofMesh, found.curvatureA, found.normal, memory.curvatures, floor), curvature);
        contact.key.patch = found.feature;
        contact.front = found.front;
        contact.corner = found.corner;
        contacts.push_back(contact);
    }
}

} // namespace simbodydem
