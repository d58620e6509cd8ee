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

enum class ShapeKind { HalfSpace, Sphere, Ellipsoid, Wheel, Cylinder, Rounded, Mesh };

/** Holds all data of a shape that searches need, in its own frame S. */
struct CollisionShape {
    ShapeKind kind = ShapeKind::HalfSpace;
    SimTK::Real radius = 0; // of the sphere about the origin that contains the shape [m]; 0: it is unbounded
    SimTK::Real minCurvatureRadius = SimTK::Infinity; // least radius of curvature [m]; infinite: no curvature
    SimTK::Real halfWidth = SimTK::Infinity;          // where it is thinnest [m]; infinite: it has no other side
    Vector3 semiAxes = Vector3::Zero(); // of a sphere, an ellipsoid, the disc of a wheel, or the core of a cylinder [m]
    std::shared_ptr<const kernels::Polytope> core; // of a rounded body; a sphere is one
    std::shared_ptr<const kernels::TriangleMesh> mesh;
    bool isSheet = false;     // true for a one-sided Mesh; false for a Terrain, which has ground behind it
    SimTK::Real rounding = 0; // of the core, the mesh, the wheel or the cylinder [m]
};

/** Returns the collision shape of a shape. */
CollisionShape outlineOf(const Shape&);

} // namespace simbodydem

#endif
