#include "shapes/FromSimbody.h"

#include "simbodydem/shapes/Brick.h"
#include "simbodydem/shapes/Ellipsoid.h"
#include "simbodydem/shapes/HalfSpace.h"
#include "simbodydem/shapes/Sphere.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

struct Refused {
    bool (*isInstance)(const ContactGeometry&);
    const char *name, *instead;
};

// Simbody's shapes that this library has none for.
const Refused refused[] = {
    {ContactGeometry::Cylinder::isInstance, "a Cylinder", "put a Capsule or a ConvexHull in its place"},
    {ContactGeometry::Torus::isInstance, "a Torus", "put a ring of Spheres along it"},
    {ContactGeometry::TriangleMesh::isInstance, "a TriangleMesh",
     "give its vertices to a ConvexHull, or put a HalfSpace where it is flat"},
    {ContactGeometry::SmoothHeightMap::isInstance, "a SmoothHeightMap", "put HalfSpaces where it is flat"},
};

} // namespace

std::shared_ptr<const Shape> toShape(const ContactGeometry& geometry, const std::string& surface) {
    if (ContactGeometry::HalfSpace::isInstance(geometry)) return std::make_shared<HalfSpace>();
    if (ContactGeometry::Sphere::isInstance(geometry))
        return std::make_shared<Sphere>(ContactGeometry::Sphere::getAs(geometry).getRadius());
    if (ContactGeometry::Ellipsoid::isInstance(geometry))
        return std::make_shared<Ellipsoid>(ContactGeometry::Ellipsoid::getAs(geometry).getRadii());
    if (ContactGeometry::Brick::isInstance(geometry)) { // whose edges are sharp, and could not bear anything
        const Vec3 half = ContactGeometry::Brick::getAs(geometry).getHalfLengths();
        return std::make_shared<Brick>(half, std::min({half[0], half[1], half[2]}) / 20);
    }
    std::string name = "of an unknown shape", instead = "cover it with Spheres";
    for (const Refused& shape : refused)
        if (shape.isInstance(geometry)) {
            name = shape.name;
            instead = shape.instead;
        }
    throw std::invalid_argument(surface + " is " + name +
                                "; it must be a Sphere, an Ellipsoid, a Brick or a HalfSpace: " + instead);
}

} // namespace simbodydem
