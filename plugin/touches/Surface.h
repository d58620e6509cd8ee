#ifndef SIMBODYDEM_SURFACE_H
#define SIMBODYDEM_SURFACE_H

#include "touches/Touch.h"

#include <memory>

namespace simbodydem {

class Shape;

enum class ShapeKind { HalfSpace, Sphere, Ellipsoid };

/** One surface as the loop over touches needs it: a line of the processor's cache. */
struct Surface {
    int body;               // slot of its body among the bodies that have surfaces
    int materialClass = -1; // row and column of the pair table
    ShapeKind kind = ShapeKind::HalfSpace;
    bool isFiltered = false;  // some exclusion concerns it, see ContactFilter
    SimTK::Real margin;       // by which it is found before it touches [m]
    LocalCurvature curvature; // without its margin; of an ellipsoid, that of a sphere as wide as its mean semi-axis

    bool isPlane() const { return kind == ShapeKind::HalfSpace; }
};

/** The same surface as a search needs it. */
struct SurfaceGeometry {
    Vector3 semiAxes = Vector3::Zero(); // of a sphere or an ellipsoid, without its margin [m]
    SimTK::Real radius = 0;             // of the sphere that holds them [m]; 0 of a plane
    SimTK::Real sharpest = 0;           // their least radius of curvature [m]
    Vector3 station;                    // their centre, a point of a plane, on the body [m]
    Vector3 outward = Vector3::Zero();  // of a plane, in the body's frame
    SimTK::Transform X_BS;              // of the shape
    std::shared_ptr<const Shape> shape;
};

/** What keeps two surfaces from ever touching, whatever is excluded; null if nothing does. */
const char* whyNeverTouching(const Surface& a, const Surface& b);

} // namespace simbodydem

#endif
