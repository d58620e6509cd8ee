// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/FromSimbody.h"

#include "simbodydem/shapes/Brick.h"
#include "simbodydem/shapes/Ellipsoid.h"
#include "simbodydem/shapes/HalfSpace.h"
#include "simbodydem/shapes/Mesh.h"
#include "simbodydem/shapes/Sphere.h"
#include "simbodydem/shapes/Terrain.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

struct Refused {
    bool (*isInstance)(const ContactGeometry&);
    const char *name, *instead;
};

// Simbody's shapes that this library does not have.
const Refused refused[] = {
    {ContactGeometry::Cylinder::isInstance, "a Cylinder", "replace it by a Cylinder of this library"},
    {ContactGeometry::Torus::isInstance, "a Torus", "replace it by a ring of Spheres"},
};

Real meanEdgeOf(const PolygonalMesh& polygons) {
    Real sum = 0;
    int count = 0;
    for (int f = 0; f < polygons.getNumFaces(); ++f) {
        const int n = polygons.getNumVerticesForFace(f);
        for (int k = 0; k < n; ++k, ++count)
            sum += (polygons.getVertexPosition(polygons.getFaceVertex(f, (k + 1) % n)) -
                    polygons.getVertexPosition(polygons.getFaceVertex(f, k)))
                       .norm();
    }
    return sum / count;
}

// A bicubic surface does not return its grid. Its mesh with one square per patch contains the grid; y runs fastest.
Terrain toTerrain(const BicubicSurface& surface) {
    const PolygonalMesh mesh = surface.createPolygonalMesh(0);
    const int count = mesh.getNumVertices();
    int ny = 1;
    while (ny < count && mesh.getVertexPosition(ny)[0] == mesh.getVertexPosition(0)[0]) ++ny;
    const int nx = count / ny;
    Vector x(nx), y(ny);
    Matrix heights(nx, ny);
    for (int i = 0; i < nx; ++i)
        for (int j = 0; j < ny; ++j) {
            const Vec3& at = mesh.getVertexPosition(i * ny + j);
            x[i] = at[0];
            y[j] = at[1];
            heights(i, j) = at[2];
        }
    return Terrain(x, y, heights);
}

} // namespace

std::shared_ptr<const Shape> toShape(const ContactGeometry& geometry, const std::string& surface) {
    if (ContactGeometry::HalfSpace::isInstance(geometry)) return std::make_shared<HalfSpace>();
    if (ContactGeometry::Sphere::isInstance(geometry))
        return std::make_shared<Sphere>(ContactGeometry::Sphere::getAs(geometry).getRadius());
    if (ContactGeometry::Ellipsoid::isInstance(geometry))
        return std::make_shared<Ellipsoid>(ContactGeometry::Ellipsoid::getAs(geometry).getRadii());
    if (ContactGeometry::Brick::isInstance(geometry)) { // rounded, since sharp edges cannot carry a load
        const Vec3 half = ContactGeometry::Brick::getAs(geometry).getHalfLengths();
        return std::make_shared<Brick>(half, std::min({half[0], half[1], half[2]}) / 20);
    }
    if (ContactGeometry::TriangleMesh::isInstance(geometry)) { // rounded for the same reason
        const PolygonalMesh polygons = ContactGeometry::TriangleMesh::getAs(geometry).createPolygonalMesh();
        return std::make_shared<Mesh>(Mesh::fromPolygons(polygons, 0.05 * meanEdgeOf(polygons)));
    }
    if (ContactGeometry::SmoothHeightMap::isInstance(geometry))
        return std::make_shared<Terrain>(
            toTerrain(ContactGeometry::SmoothHeightMap::getAs(geometry).getBicubicSurface()));
    std::string name = "of an unknown shape", instead = "replace it by Spheres";
    for (const Refused& shape : refused)
        if (shape.isInstance(geometry)) {
            name = shape.name;
            instead = shape.instead;
        }
    throw std::invalid_argument(
        surface + " is " + name +
        "; it must be a Sphere, an Ellipsoid, a Brick, a TriangleMesh, a SmoothHeightMap or a HalfSpace: " + instead);
}

} // namespace simbodydem
