// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_TRIANGLES_AROUND_H
#define SIMBODYDEM_GEOMETRY_TRIANGLES_AROUND_H

#include "geometry/TriangleMesh.h"

#include <vector>

namespace simbodydem::kernels {

/** Stores the triangles around a point that moves. They are searched again when the point has left the region of the last search. If only
one face is near, no search is needed at all. The result does not depend on the time of the search. */
class TrianglesAround {
public:
    /** Finds all triangles whose spheres are within `reach` of the point.
    @param skin  distance that the point may move before the next search [m]
    @param near  gets their numbers */
    void find(const TriangleMesh& mesh, const Vector& query, double reach, double skin, std::vector<int>& near);

    /** Notes that only one face is near to the point of the last find(). Computes the distance that the point may move until this changes. */
    void beSure(const TriangleMesh& mesh, int nearFace, const Vector& query, double reach, double grooveRadius);
    /** Returns true if only the noted face is near to the point. */
    bool isSure(const Vector& query) const { return sure > 0 && (query - sureAt).squaredNorm() < sure * sure; }
    MeshPoint onFace(const TriangleMesh& mesh, const Vector& query) const {
        const TriangleMesh::Triangle& t = mesh.triangles[face];
        const double height = t.normal.dot(query) - t.height;
        return {query - height * t.normal, t.normal, height, face};
    }

private:
    struct Sphere { // about a triangle
        Vector middle;
        double radius;
        int triangle;
    };
    static Sphere sphereOf(const TriangleMesh& mesh, int triangle);
    static bool isWithin(const Sphere& sphere, const Vector& query, double reach) {
        const double far = reach + sphere.radius;
        return (sphere.middle - query).squaredNorm() <= far * far;
    }

    Vector centre = Vector::Zero();
    double known = -1;
    std::vector<Sphere> spheres;
    int face = -1;
    Vector sureAt = Vector::Zero();
    double sure = -1;
};

} // namespace simbodydem::kernels

#endif
