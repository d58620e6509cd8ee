// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/Groove.h"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>

namespace simbodydem::kernels::detail {

namespace {

// Finds the point nearest to a given one in the part of space above all of some planes.
struct Planes {
    static constexpr int most = 9;
    std::array<Vector, most> normals;
    std::array<double, most> heights;
    int count = 0;

    bool areAllBelow(const Vector& point, double tolerance) const {
        for (int i = 0; i < count; ++i)
            if (normals[i].dot(point) < heights[i] - tolerance) return false;
        return true;
    }
    // Projects a point onto N planes together. Returns false if one of them pulls.
    template <int N> bool project(const Vector& place, const std::array<int, N>& which, Vector& point) const {
        Eigen::Matrix<double, N, N> gram;
        Eigen::Matrix<double, N, 1> missing;
        for (int i = 0; i < N; ++i) {
            missing[i] = heights[which[i]] - normals[which[i]].dot(place);
            for (int j = 0; j < N; ++j) gram(i, j) = normals[which[i]].dot(normals[which[j]]);
        }
        const auto solver = gram.fullPivLu();
        if (!solver.isInvertible()) return false;
        const Eigen::Matrix<double, N, 1> push = solver.solve(missing);
        point = place;
        for (int i = 0; i < N; ++i) {
            if (!(push[i] >= 0)) return false;
            point += push[i] * normals[which[i]];
        }
        return true;
    }
    // The nearest point lies on one, two or three planes. The planes are few, so all combinations are tried.
    bool findNearest(const Vector& place, double tolerance, Vector& point) const {
        for (int i = 0; i < count; ++i)
            if (project<1>(place, {i}, point) && areAllBelow(point, tolerance)) return true;
        for (int i = 0; i < count; ++i)
            for (int j = i + 1; j < count; ++j)
                if (project<2>(place, {i, j}, point) && areAllBelow(point, tolerance)) return true;
        for (int i = 0; i < count; ++i)
            for (int j = i + 1; j < count; ++j)
                for (int k = j + 1; k < count; ++k)
                    if (project<3>(place, {i, j, k}, point) && areAllBelow(point, tolerance)) return true;
        return false;
    }
};

} // namespace

namespace {

// Places a sphere, grooveRadii times as large, in the groove above `place`, as near to it as possible. If this sphere touches no
// triangle, it is the rounded surface. One, two or three triangles carry the sphere, each with a face, an edge or a corner. The plane of an
// edge or a corner turns with the position of the sphere, so this position is found by iteration.
class Groove {
public:
    Groove(const TriangleMesh& mesh, const Vector& place, double radius, const MeshPoint& at)
        : mesh(mesh), place(place), radius(radius), centre(place + (radius - at.distance) * at.normal) {
        bear(triangleOf(mesh, at.feature));
    }

    /** Moves the sphere until no near triangle is inside it. @returns true if the sphere has moved */
    bool settle(const std::vector<int>& near) {
        bool hasMoved = false;
        while (planes.count < Planes::most) {
            int most = -1;
            double by = 0;
            for (const int t : near)
                if (const double out = standsOut(t); out > by) {
                    most = t;
                    by = out;
                }
            if (most < 0) return hasMoved;
            hasMoved = true;
            bear(most);
            if (!lie()) return false;
        }
        return hasMoved;
    }
    const Vector& getCentre() const { return centre; }

private:
    double standsOut(int index) const { // depth of a triangle in the sphere [m]
        const TriangleMesh::Triangle& t = mesh.triangles[index];
        double inside[3];
        if (t.isFurther(t.over(centre, inside), radius - tolerance()) || !(t.normal.dot(place) > t.height)) return 0;
        const Vector line = centre - footOnTriangle(mesh, index, centre).point;
        const double distance = line.norm();
        if (!(distance < radius - tolerance()) || !(distance > 0)) return 0;
        const auto isShallow = [&](const Vector& normal) {
            const Vector n = line / distance;
            return n.dot(normal) > 0 && n.cross(normal).squaredNorm() < shallow * shallow;
        };
        const auto begin = planes.normals.begin();
        return std::any_of(begin, begin + planes.count, isShallow) ? radius - distance : 0;
    }
    void bear(int triangle) {
        bearing[planes.count] = triangle;
        setPlane(planes.count++);
    }
    void setPlane(int i) {
        const Foot foot = footOnTriangle(mesh, bearing[i], centre);
        planes.normals[i] =
            foot.feature == bearing[i] ? mesh.triangles[bearing[i]].normal : Vector((centre - foot.point).normalized());
        planes.heights[i] = planes.normals[i].dot(foot.point) + radius;
    }
    bool lie() {
        for (int step = 0; step < 30; ++step) {
            Vector next;
            if (!planes.findNearest(place, tolerance(), next)) return false;
            const double moved = (next - centre).norm();
            centre = next;
            for (int i = 0; i < planes.count; ++i) setPlane(i);
            if (moved < tolerance()) return true;
        }
        return true;
    }
    double tolerance() const { return 1e-12 * radius; }

    const TriangleMesh& mesh;
    const Vector& place;
    const double radius;
    Vector centre;
    Planes planes;
    std::array<int, Planes::most> bearing;
};

} // namespace

void settleInGroove(const TriangleMesh& mesh, const Vector& place, double radiusOfSphere, const std::vector<int>& near,
                    MeshPoint& at) {
    const double radius = grooveRadii * radiusOfSphere;
    if (!(at.distance < radius)) return;
    Groove groove(mesh, place, radius, at);
    if (!groove.settle(near)) return;
    const Vector up = groove.getCentre() - place;
    at.normal = up.normalized();
    at.distance = radius - up.norm();
    at.point = place - at.distance * at.normal;
}
} // namespace simbodydem::kernels::detail
