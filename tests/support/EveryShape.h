#ifndef SIMBODYDEM_TESTS_EVERY_SHAPE_H
#define SIMBODYDEM_TESTS_EVERY_SHAPE_H

#include "Meshes.h"

#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/ConvexHull.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Shape.h>
#include <simbodydem/shapes/Sphere.h>
#include <simbodydem/shapes/Wheel.h>

#include <memory>
#include <vector>

/** A shape of those that move, and the depth of its lowest point below its origin [m]. */
struct NamedShape {
    const char* name;
    std::shared_ptr<const simbodydem::Shape> shape;
    SimTK::Real lowest;
};

/** Returns these four, a box as a brick, a hull and a mesh, and a cylinder that lies in the box. @param half  the half lengths of the box [m] */
inline std::vector<NamedShape> everyShape(const simbodydem::Sphere& sphere, const simbodydem::Ellipsoid& ellipsoid,
                                          const simbodydem::Wheel& wheel, const simbodydem::Capsule& capsule,
                                          const SimTK::Vec3& half, SimTK::Real rounding) {
    using namespace simbodydem;
    return {{"sphere", std::make_shared<Sphere>(sphere), sphere.getRadius()},
            {"ellipsoid", std::make_shared<Ellipsoid>(ellipsoid), ellipsoid.getSemiAxes()[1]},
            {"wheel", std::make_shared<Wheel>(wheel), wheel.getRadius()},
            {"capsule", std::make_shared<Capsule>(capsule), capsule.getRadius()},
            {"brick", std::make_shared<Brick>(half, rounding), half[1]},
            {"hull", std::make_shared<ConvexHull>(cornersOfBox(half), rounding), half[1]},
            {"mesh", std::make_shared<Mesh>(meshOfBox(half, rounding)), half[1]},
            {"cylinder", std::make_shared<Cylinder>(half[1], half[2], rounding), half[1]}};
}

#endif
