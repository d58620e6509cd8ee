// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_TRIANGLES_AROUND_H
#define SIMBODYDEM_GEOMETRY_TRIANGLES_AROUND_H

#include "geometry/TriangleMesh.h"

#include <vector>

namespace simbodydem::kernels {

/** What triangles are around a place that moves: they are sought again when it has left what they are known for, and where one face alone
is near it is not even asked which. What is found does not depend on when that was. */
class TrianglesAround {
public:
    /** All whose spheres are within `reach` of the place. @param skin  by which it may move */
    void find(const TriangleMesh& mesh, const Vector& place, double reach, double skin, std::vector<int>& near);

    /** One face alone is near to the place, for which triangles have been found: until it has moved by a certain way, which this finds. */
    void beSure(const TriangleMesh& mesh, int nearFace, const Vector& place, double reach, double grooveRadius);
    bool isSure(const Vector& place) const { return sure > 0 && (place - sureAt).squaredNorm() < sure * sure; }
    MeshPoint onFace(const TriangleMesh& mesh, const Vector& place) const {
        const TriangleMesh::Triangle& t = mesh.triangles[face];
        const double height = t.normal.dot(place) - t.height;
        return {place - height * t.normal, t.normal, height, face};
    }

private:
    struct Sphere { // about a triangle
        Vector middle;
        double radius;
        int triangle;
    };
    static Sphere sphereOf(const TriangleMesh& mesh, int triangle);
    static bool isWithin(const Sphere& sphere, const Vector& place, double reach) {
        const double far = reach + sphere.radius;
        return (sphere.middle - place).squaredNorm() <= far * far;
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
