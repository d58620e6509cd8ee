// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_COLLISION_SHAPE_H
#define SIMBODYDEM_COLLISION_SHAPES_COLLISION_SHAPE_H

#include "geometry/CollisionShape.h"
#include "simbodydem/shapes/Shape.h"

namespace simbodydem {

using kernels::CollisionShape;
using kernels::ShapeKind;

/** Returns the collision shape of a shape. */
CollisionShape collisionShapeOf(const Shape&);

} // namespace simbodydem

#endif
