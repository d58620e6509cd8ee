// SPDX-License-Identifier: Apache-2.0
#include "collision/CompiledSurfaces.h"

#include "base/Checks.h"
#include "collision/ContactSource.h"
#include "geometry/JoinMeshes.h"
#include "simbodydem/shapes/Sphere.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

SurfaceGeometry compileGeometry(const SurfaceEntry& entry, Real margin, bool isMarginInShape,
                                const std::string& surface) {
    const Real grown = isMarginInShape ? margin : 0; // by which the shape is larger than the surface
    SurfaceGeometry geometry{collisionShapeOf(*entry.shape), toEigen(entry.X_BS.p()), Vector3::Zero(), entry.X_BS,
                             entry.shape};
    if (geometry.kind == ShapeKind::HalfSpace) {
        geometry.outward = -toEigen(Vec3(entry.X_BS.x()));
        geometry.station -= grown * geometry.outward;
    } else if (geometry.kind == ShapeKind::Sphere) {
        checkParameter(margin < geometry.radius, surface, "detection margin", margin, "m",
                       "< its Sphere's radius, " + toText(geometry.radius) + " m");
        if (grown > 0) static_cast<CollisionShape&>(geometry) = collisionShapeOf(Sphere(geometry.radius - grown));
    } else
        checkParameter(!(grown > 0), surface, "detection margin", grown, "m",
                       "0 in a contact set, except for spheres and half spaces. Use ContactSurfaces for other shapes");
    return geometry;
}

// Meshes of one body that continue each other with the same rounding become one ground.
void joinGrounds(const std::vector<CompiledSurface>& surfaces, std::vector<SurfaceGeometry>& geometries) {
    std::map<int, std::vector<int>> open; // by body: meshes that have a border
    for (int s = 0; s < int(surfaces.size()); ++s)
        if (const auto& mesh = geometries[s].mesh; mesh && !mesh->isClosed && !mesh->smooth)
            open[surfaces[s].body].push_back(s);
    std::map<int, std::shared_ptr<const kernels::TriangleMesh>> joined;
    for (const auto& [body, meshes] : open)
        for (const int s : meshes) {
            const SurfaceGeometry& own = geometries[s];
            std::vector<kernels::MeshNeighbour> neighbours;
            for (const int other : meshes) {
                const SurfaceGeometry& beside = geometries[other];
                const Transform X = ~own.X_BS * beside.X_BS;
                if (other != s && beside.rounding == own.rounding && X.p().norm() <= own.radius + beside.radius)
                    neighbours.push_back({beside.mesh.get(), asEigen(X.R()), toEigen(X.p()), other < s, other});
            }
            if (neighbours.empty()) continue;
            if (auto mesh = kernels::joinMeshes(*own.mesh, own.rounding, neighbours))
                joined[s] = std::make_shared<kernels::TriangleMesh>(std::move(*mesh));
        }
    for (auto& [s, mesh] : joined) geometries[s].mesh = std::move(mesh);
}

} // namespace

const char* whyNeverTouching(const CompiledSurface& a, const CompiledSurface& b) {
    if (a.body == b.body) return "they are on one body";
    if (a.isPlane() && b.isPlane()) return "both are half spaces";
    if (!a.isRound() && !b.isRound()) return "neither has a rounding; give the mesh or the terrain a rounding";
    const auto isSolid = [](const CompiledSurface& s) { return s.kind == ShapeKind::Ellipsoid || s.kind == ShapeKind::Wheel; };
    if (isSolid(a) && isSolid(b) && (a.kind == ShapeKind::Wheel || b.kind == ShapeKind::Wheel))
        return "a wheel has no contact with ellipsoids and wheels; replace the other one by a Cylinder, a Capsule or a "
               "ConvexHull";
    return nullptr;
}

void CompiledSurfaces::build(const ContactSource& source, const SimbodyMatterSubsystem& matter,
                             const std::string& owner, const DetectionMargins& margins) {
    *this = CompiledSurfaces();
    std::map<MobilizedBodyIndex, int> slots;
    for (int s = 0; s < source.getNumSurfaces(); ++s) {
        names.push_back(source.getName(s));
        SurfaceEntry entry;
        try {
            entry = source.getSurface(s);
        } catch (const std::invalid_argument& e) {
            throw std::invalid_argument(owner + ": " + e.what());
        }
        const auto slot = slots.emplace(entry.body, int(bodies.size()));
        if (slot.second) {
            bodies.push_back(&matter.getMobilizedBody(entry.body));
            bodyIndices.push_back(entry.body);
        }
        CompiledSurface surface;
        surface.body = slot.first->second;
        surface.margin = margins.get(s);
        const Real grown = source.hasMarginsInShapes() ? surface.margin : 0;
        geometries.push_back(
            compileGeometry(entry, surface.margin, source.hasMarginsInShapes(), owner + ": " + names.back()));
        const SurfaceGeometry& geometry = geometries.back();
        surface.kind = geometry.kind;
        surface.hasArea = entry.surface.hasArea();
        surface.curvature.along = surface.curvature.across = 1 / geometry.minCurvatureRadius;
        if (surface.isPlane()) planes.push_back(s);
        surfaces.push_back(surface);
        areAllSimple = areAllSimple && surface.isSimple();
        isAnyOneSided = isAnyOneSided || (geometry.mesh && geometry.mesh->isOneSided());
        reaches.push_back(surface.isPlane() ? 0
                          : grown > 0       ? collisionShapeOf(*entry.shape).radius // to the last digit
                                            : geometry.radius + surface.margin);
    }
    joinGrounds(surfaces, geometries);
}

} // namespace simbodydem
