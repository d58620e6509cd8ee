// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_COLLISION_SHAPE_H
#define SIMBODYDEM_COLLISION_SHAPES_COLLISION_SHAPE_H

#include "base/EigenBridge.h"
#include "simbodydem/shapes/Shape.h"

#include <memory>

namespace simbodydem {

namespace kernels {
struct Polytope;
struct TriangleMesh;
} // namespace kernels

enum class ShapeKind { HalfSpace, Sphere, Ellipsoid, Wheel, Rounded, Mesh };

/** All that searches know of a shape, in its own frame S. */
struct CollisionShape {
    ShapeKind kind = ShapeKind::HalfSpace;
    SimTK::Real radius = 0; // of the sphere about the origin that holds it [m]; 0: nothing does
    SimTK::Real minCurvatureRadius = SimTK::Infinity; // its least radius of curvature [m]; infinite: it has none
    SimTK::Real halfWidth = SimTK::Infinity;          // where it is thinnest [m]; infinite: nothing is behind it
    Vector3 semiAxes = Vector3::Zero();               // of a sphere, an ellipsoid, or of a wheel's disc [m]
    std::shared_ptr<const kernels::Polytope> core;    // of a rounded body, of which a sphere is one
    std::shared_ptr<const kernels::TriangleMesh> mesh;
    bool isSheet = false;     // a Mesh that is one-sided, which Terrain is too but has ground behind it
    SimTK::Real rounding = 0; // of the core, the mesh or the wheel [m]
};

/** The one place where it is asked which shape it is. */
CollisionShape outlineOf(const Shape&);

} // namespace simbodydem

#endif
