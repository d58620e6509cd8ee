// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_COLLISION_SHAPE_H
#define SIMBODYDEM_GEOMETRY_COLLISION_SHAPE_H

#include "geometry/MakeMesh.h"
#include "geometry/ShapeData.h"
#include "math/Vector3.h"

#include <limits>
#include <memory>

namespace simbodydem::kernels {

enum class ShapeKind { HalfSpace, Sphere, Ellipsoid, Wheel, Cylinder, Rounded, Mesh };

/** Holds all data of a shape that searches need, in its own frame S. */
struct CollisionShape {
    ShapeKind kind = ShapeKind::HalfSpace;
    double radius = 0; // of the sphere about the origin that contains the shape [m]; 0: it is unbounded
    double minCurvatureRadius = std::numeric_limits<double>::infinity(); // least radius of curvature [m]; infinite: no curvature
    double halfWidth = std::numeric_limits<double>::infinity(); // where it is thinnest [m]; infinite: it has no other side
    Vector semiAxes = Vector::Zero(); // of a sphere, an ellipsoid, the disc of a wheel, or the core of a cylinder [m]
    std::shared_ptr<const Polytope> core; // of a rounded body; a sphere is one
    std::shared_ptr<const TriangleMesh> mesh;
    bool isSheet = false; // true for a one-sided Mesh; false for a Terrain, which has ground behind it
    double rounding = 0;  // of the core, the mesh, the wheel or the cylinder [m]
};

/** Makes the shape that these data describe. @returns the first fault of a hull, a mesh or a terrain; MeshFault::most of a hull is the
rounding that leaves nothing of it [m] */
MeshFault makeCollisionShape(CollisionShape&, const ShapeData&);

} // namespace simbodydem::kernels

#endif
