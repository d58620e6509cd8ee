#include "touches/CompiledSurfaces.h"

#include "Checks.h"
#include "simbodydem/shapes/Ellipsoid.h"
#include "simbodydem/shapes/HalfSpace.h"
#include "simbodydem/shapes/Sphere.h"
#include "touches/ContactSource.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

SurfaceGeometry compileGeometry(const SurfacePlace& place, Real margin, bool isMarginInShape,
                                const std::string& surface) {
    SurfaceGeometry geometry;
    geometry.shape = place.shape;
    geometry.X_BS = place.X_BS;
    geometry.station = toEigen(place.X_BS.p());
    const Real grown = isMarginInShape ? margin : 0; // by which the shape is larger than the surface
    if (const auto* sphere = dynamic_cast<const Sphere*>(place.shape.get())) {
        checkParameter(margin < sphere->getRadius(), surface, "detection margin", margin, "m",
                       "< its Sphere's radius, " + toText(sphere->getRadius()) + " m");
        geometry.semiAxes.setConstant(sphere->getRadius() - grown);
        geometry.sharpest = geometry.semiAxes[0];
    } else if (const auto* ellipsoid = dynamic_cast<const Ellipsoid*>(place.shape.get())) {
        checkParameter(!(grown > 0), surface, "detection margin", margin, "m",
                       "0 for an Ellipsoid in a contact set; a ContactSurfaces takes one");
        geometry.semiAxes = toEigen(ellipsoid->getSemiAxes());
        const Real least = geometry.semiAxes.minCoeff();
        geometry.sharpest = least * least / geometry.semiAxes.maxCoeff();
    } else {
        geometry.outward = -toEigen(Vec3(place.X_BS.x()));
        geometry.station -= grown * geometry.outward;
    }
    geometry.radius = geometry.semiAxes.maxCoeff();
    return geometry;
}

ShapeKind kindOf(const Shape& shape) {
    if (dynamic_cast<const Sphere*>(&shape)) return ShapeKind::Sphere;
    return dynamic_cast<const Ellipsoid*>(&shape) ? ShapeKind::Ellipsoid : ShapeKind::HalfSpace;
}

} // namespace

const char* whyNeverTouching(const Surface& a, const Surface& b) {
    if (a.body == b.body) return "they are on one body";
    if (a.isPlane() && b.isPlane()) return "both are half spaces";
    return nullptr;
}

void CompiledSurfaces::build(const ContactSource& source, const SimbodyMatterSubsystem& matter,
                             const std::string& owner, const DetectionMargins& margins) {
    *this = CompiledSurfaces();
    std::map<MobilizedBodyIndex, int> slots;
    for (int s = 0; s < source.getNumSurfaces(); ++s) {
        names.push_back(source.getName(s));
        SurfacePlace place;
        try {
            place = source.getSurface(s);
        } catch (const std::invalid_argument& e) {
            throw std::invalid_argument(owner + ": " + e.what());
        }
        const auto slot = slots.emplace(place.body, int(bodies.size()));
        if (slot.second) {
            bodies.push_back(&matter.getMobilizedBody(place.body));
            bodyIndices.push_back(place.body);
        }
        Surface surface;
        surface.body = slot.first->second;
        surface.margin = margins.get(s);
        geometries.push_back(
            compileGeometry(place, surface.margin, source.hasMarginsInShapes(), owner + ": " + names.back()));
        surface.kind = kindOf(*place.shape);
        const SurfaceGeometry& geometry = geometries.back();
        if (surface.isPlane())
            planes.push_back(s);
        else
            surface.curvature.along = surface.curvature.across =
                1 / (surface.kind == ShapeKind::Sphere ? geometry.radius : geometry.semiAxes.mean());
        surfaces.push_back(surface);
        const auto* sphere = dynamic_cast<const Sphere*>(place.shape.get());
        reaches.push_back(surface.isPlane()                       ? 0
                          : sphere && source.hasMarginsInShapes() ? sphere->getRadius()
                                                                  : geometry.radius + surface.margin);
    }
}

} // namespace simbodydem
