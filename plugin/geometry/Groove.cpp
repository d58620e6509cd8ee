// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/Groove.h"

#include "geometry/Ellipsoid.h"
#include "geometry/Hollow.h"
#include "geometry/PrincipalValues.h"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace simbodydem::kernels::detail {

namespace {

// Finds the point nearest to a given one in the part of space above all of some planes.
struct Planes {
    static constexpr int most = 9;
    std::array<Vector, most> normals;
    std::array<double, most> heights;
    int count = 0;
    std::array<int, 3> active{{-1, -1, -1}}; // planes on which the nearest point lies
    std::array<double, 3> pushes{{0, 0, 0}}; // of these planes

    bool areAllBelow(const Vector& point, double tolerance) const {
        for (int i = 0; i < count; ++i)
            if (normals[i].dot(point) < heights[i] - tolerance) return false;
        return true;
    }
    // Projects a point onto N planes together. Returns false if one of them pulls.
    template <int N> bool project(const Vector& query, const std::array<int, N>& which, Vector& point) {
        Eigen::Matrix<double, N, N> gram;
        Eigen::Matrix<double, N, 1> missing;
        for (int i = 0; i < N; ++i) {
            missing[i] = heights[which[i]] - normals[which[i]].dot(query);
            for (int j = 0; j < N; ++j) gram(i, j) = normals[which[i]].dot(normals[which[j]]);
        }
        const auto solver = gram.fullPivLu();
        if (!solver.isInvertible()) return false;
        const Eigen::Matrix<double, N, 1> push = solver.solve(missing);
        point = query;
        for (int i = 0; i < N; ++i) {
            if (!(push[i] >= 0)) return false;
            point += push[i] * normals[which[i]];
        }
        for (int i = 0; i < 3; ++i) {
            active[i] = i < N ? which[std::min(i, N - 1)] : -1;
            pushes[i] = i < N ? push[std::min(i, N - 1)] : 0;
        }
        return true;
    }
    // The nearest point lies on one, two or three planes. The planes are few, so all combinations are tried.
    bool findNearest(const Vector& query, double tolerance, Vector& point) {
        for (int i = 0; i < count; ++i)
            if (project<1>(query, {i}, point) && areAllBelow(point, tolerance)) return true;
        for (int i = 0; i < count; ++i)
            for (int j = i + 1; j < count; ++j)
                if (project<2>(query, {i, j}, point) && areAllBelow(point, tolerance)) return true;
        for (int i = 0; i < count; ++i)
            for (int j = i + 1; j < count; ++j)
                for (int k = j + 1; k < count; ++k)
                    if (project<3>(query, {i, j, k}, point) && areAllBelow(point, tolerance)) return true;
        return false;
    }
};

} // namespace

namespace {

// Places a sphere, larger than the body, in the groove above `query`, as near to it as possible. If this sphere touches no
// triangle, it is the rounded surface. One, two or three triangles carry the sphere, each with a face, an edge or a corner. The plane of an
// edge or a corner turns with the position of the sphere, so this position is found by iteration.
class Groove {
public:
    Groove(const TriangleMesh& mesh, const Vector& query, double radius, double shallow, int triangle, const Vector& centre)
        : mesh(mesh), query(query), radius(radius), shallow(shallow), centre(centre) {
        bear(triangle);
    }

    /** Moves the sphere until no near triangle is inside it. @returns true if the sphere has moved */
    bool moveOutOf(const std::vector<int>& near) {
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

    /** Returns the direction across the groove, from one face to the other; zero if there is only one face. */
    Vector across() const {
        return planes.count < 2 ? Vector(Vector::Zero()) : Vector(planes.normals[1] - planes.normals[0]);
    }
    /** Returns true if a bearing triangle of this groove is inside of a sphere that lies on another triangle of the groove. */
    bool isBelow(const Vector& otherCentre, const Vector& otherNormal) const {
        for (int i = 0; i < 3 && planes.active[i] >= 0; ++i) {
            const int t = bearing[planes.active[i]];
            if (isShallow(planes.normals[planes.active[i]], otherNormal) &&
                (otherCentre - footOnTriangle(mesh, t, otherCentre).point).squaredNorm() < radius * radius * (1 - 1e-9))
                return true;
        }
        return false;
    }
    /** Writes the point below `from`, which is on the line from the centre of the sphere. @param inner  radius of the body about `from` */
    void write(const Vector& from, double inner, MeshPoint& at) const {
        const Vector up = centre - from;
        at.normal = up.normalized();
        at.distance = radius - up.norm();
        at.point = from - at.distance * at.normal;
        at.distance -= inner;
        const double sum = planes.pushes[0] + planes.pushes[1] + planes.pushes[2];
        for (int i = 0; i < 3; ++i) {
            at.faces[i] = planes.active[i] < 0 ? -1 : bearing[planes.active[i]];
            at.weights[i] = planes.pushes[i] / sum;
        }
    }

private:
    bool isShallow(const Vector& n, const Vector& normal) const {
        return n.dot(normal) > 0 && n.cross(normal).squaredNorm() < shallow * shallow;
    }
    double standsOut(int index) const { // depth of a triangle in the sphere [m]
        const TriangleMesh::Triangle& t = mesh.triangles[index];
        double inside[3];
        if (t.isFurther(t.over(centre, inside), radius - tolerance()) || !(t.normal.dot(query) > t.height)) return 0;
        const Foot foot = footOnTriangle(mesh, index, centre);
        const Vector line = centre - foot.point;
        const double distance = line.norm();
        if (!(distance < radius - tolerance()) || !(distance > 0)) return 0;
        // On its faces the angle of a groove counts. The line to a point on the border of a face, which is no edge, would be another one.
        if (foot.feature != index && !isConvex(foot.feature)) return 0;
        const Vector n = foot.feature == index ? t.normal : Vector(line / distance);
        const auto begin = planes.normals.begin();
        const bool isJoined = std::any_of(begin, begin + planes.count, [&](const Vector& normal) { return isShallow(n, normal); });
        return isJoined ? radius - distance : 0;
    }
    bool isConvex(int feature) const {
        const int edge = feature - int(mesh.triangles.size()), vertex = edge - int(mesh.edges.size());
        const auto isEdge = [&](int e) { return mesh.edges[e].convexity == TriangleMesh::Convexity::Convex; };
        if (vertex < 0) return isEdge(edge);
        return std::any_of(mesh.edgesOfVertex[vertex].begin(), mesh.edgesOfVertex[vertex].end(), isEdge);
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
            if (!planes.findNearest(query, tolerance(), next)) return false;
            const double moved = (next - centre).norm();
            centre = next;
            for (int i = 0; i < planes.count; ++i) setPlane(i);
            if (moved < tolerance()) return true;
        }
        return true;
    }
    double tolerance() const { return 1e-12 * radius; }

    const TriangleMesh& mesh;
    const Vector& query;
    const double radius, shallow;
    Vector centre;
    Planes planes;
    std::array<int, Planes::most> bearing;
};

// Merges points that faces of one groove have found, which are the same or higher by less than rounding.
void mergeSame(double reach, std::vector<MeshPoint>& found) {
    const auto isSame = [&](const MeshPoint& a, const MeshPoint& b) {
        return (a.point - b.point).norm() < 3e-6 * reach && (a.normal - b.normal).norm() < 3e-6;
    };
    std::sort(found.begin(), found.end(), [](const MeshPoint& a, const MeshPoint& b) { return a.feature < b.feature; });
    for (std::size_t i = 0; i < found.size(); ++i)
        for (std::size_t j = found.size(); --j > i;)
            if (isSame(found[i], found[j])) found.erase(found.begin() + std::ptrdiff_t(j));
}

} // namespace

// Moves a point with as much of the rounding as raises it by no more than 0.0075 of the radius of the body. Whole roundings raise it by
// more only in hollows of irregular facets, into which the body does not fit. There the height is just that, so it has no jumps.
// @param move          writes the point for a part of the rounding [-]; returns false if that does not move it
// @param radiusOfBody  is set by move() if the body has no single radius [m]
// @returns the part; 0: the point has not moved
template <class Move>
static double moveWithinHeight(const Move& move, double nearest, const double& radiusOfBody, MeshPoint& at) {
    constexpr double most = 0.0075, exact = 1e-6;
    MeshPoint moved = at;
    if (!move(1, moved)) return 0;
    const double allowed = most * radiusOfBody;
    double low = 0, below = -allowed, high = 1, above = nearest - moved.distance - allowed;
    if (!(above > 0)) {
        at = moved;
        return 1;
    }
    bool wasBelow = false, wasAbove = false;
    double part = 0;
    for (int step = 0; step < 60; ++step) { // the Illinois method
        part = (low * above - high * below) / (above - below);
        moved = at;
        const double excess = move(part, moved) ? nearest - moved.distance - allowed : -allowed;
        if (std::abs(excess) <= exact * allowed) break;
        (excess > 0 ? high : low) = part;
        (excess > 0 ? above : below) = excess;
        if (excess > 0 && wasAbove) below *= 0.5;
        if (excess < 0 && wasBelow) above *= 0.5;
        wasAbove = excess > 0;
        wasBelow = excess < 0;
    }
    at = moved;
    return part;
}

double GrooveRounding::radiusFor(double radiusOfBody) const {
    constexpr double least = 0.002; // of the body: the contact turns this slowly in a hollow that the body fills
    const double clearance = hollowness * radiusOfBody > 0 ? 0.5 * (1 / hollowness / radiusOfBody - 1) : grooveRadii;
    return radiusOfBody * (1 + std::min(std::max(clearance, least), grooveRadii - 1));
}

double GrooveRounding::shallowFor(double radiusOfBody) const {
    const double clearance = std::max(std::abs(1 - hollowness * radiusOfBody), 0.01); // a body that does not fit lies on its walls
    return std::min(shallow / std::sqrt(clearance), steepest);
}

GrooveRounding roundingAround(const TriangleMesh& mesh, const Vector& query, double radiusOfBody, double reach,
                              std::vector<int>& near) {
    constexpr double wide = 0.05; // smaller bodies are not affected
    const auto isHollow = [&](int t) { return mesh.triangles[t].hollowness * radiusOfBody > wide; };
    if (std::none_of(near.begin(), near.end(), isHollow)) return {0};
    std::sort(near.begin(), near.end()); // the rounding of the mean depends on the order, which is that of the search
    return {hollownessAround(mesh, query, reach, near)};
}

void moveToGrooveRounding(const TriangleMesh& mesh, const Vector& query, double radiusOfSphere, const GrooveRounding& rounding,
                     const std::vector<int>& near, std::vector<MeshPoint>& found) {
    const double radius = rounding.radiusFor(radiusOfSphere), shallow = rounding.shallowFor(radiusOfSphere);
    // In a hollow that the body fills many faces find the same point, from the nearest one on.
    const bool isMany = found.size() > 4;
    if (isMany)
        std::sort(found.begin(), found.end(), [](const MeshPoint& a, const MeshPoint& b) {
            return a.distance != b.distance ? a.distance < b.distance : a.feature < b.feature;
        });
    double nearest = std::numeric_limits<double>::infinity();
    for (const MeshPoint& at : found) nearest = std::min(nearest, at.distance);
    std::vector<Groove> grooves;
    std::size_t kept = 0;
    for (MeshPoint& at : found) {
        bool isNew = true;
        if (at.distance < radius) {
            const Vector centre = query + (radius - at.distance) * at.normal;
            const auto isBelow = [&](const Groove& groove) { return groove.isBelow(centre, at.normal); };
            isNew = std::none_of(grooves.begin(), grooves.end(), isBelow);
            if (isNew) {
                const int triangle = triangleOf(mesh, at.feature);
                const MeshPoint face = at;
                std::optional<Groove> groove;
                const auto move = [&](double part, MeshPoint& moved) {
                    const double larger = radiusOfSphere + part * (radius - radiusOfSphere);
                    if (!(face.distance < larger)) return false;
                    groove.emplace(mesh, query, larger, shallow, triangle, query + (larger - face.distance) * face.normal);
                    if (!groove->moveOutOf(near)) return false;
                    groove->write(query, 0, moved);
                    return true;
                };
                if (moveWithinHeight(move, nearest, radiusOfSphere, at) == 1 && isMany) grooves.push_back(*groove);
            }
        }
        if (isNew) found[kept++] = at;
    }
    found.resize(kept);
    mergeSame(radiusOfSphere, found);
}

void moveToGrooveRounding(const TriangleMesh& mesh, const EllipsoidBody& ellipsoid, double roundingOfMesh, double reach,
                     std::vector<int>& near, std::vector<MeshPoint>& found) {
    const EllipsoidSize size = ellipsoid.size();
    const double most = ellipsoid.semiAxes.maxCoeff() + ellipsoid.rounding;
    const GrooveRounding rounding = roundingAround(mesh, ellipsoid.centre, most, most + reach, near);
    // Moves a point onto a part of the rounding. @returns true if it has moved
    const auto move = [&](const MeshPoint& at, double part, MeshPoint& moved, double& radiusOfBody) {
        Vector across = Vector::Zero();
        moved = at;
        // The ball that touches the ellipsoid at the contact and is as round across the groove takes its place. The contact turns, so
        // another ball does.
        for (int step = 0; step < 30; ++step) {
            const SupportPoint lowest = size.support(-moved.normal);
            double inner = PrincipalValues(lowest.radii, moved.normal).largest;
            if (!across.isZero()) {
                const Vector direction = (across - across.dot(moved.normal) * moved.normal).normalized();
                inner = direction.dot(lowest.radii * direction);
            }
            inner = std::min(inner, 10 * most); // the side of a wheel is flat
            radiusOfBody = inner + roundingOfMesh;
            const double radius = radiusOfBody + part * (rounding.radiusFor(radiusOfBody) - radiusOfBody);
            const Vector from = ellipsoid.centre + lowest.point + inner * moved.normal;
            const TriangleMesh::Triangle& t = mesh.triangles[at.feature];
            const double height = t.normal.dot(from) - t.height;
            if (!(height < radius) || !(height > 0)) return false;
            Groove groove(mesh, from, radius, rounding.shallowFor(radiusOfBody), at.feature,
                          from + (radius - height) * t.normal);
            if (!groove.moveOutOf(near)) return false;
            const bool isFirst = across.isZero();
            across = groove.across();
            const Vector before = moved.normal;
            groove.write(from, inner, moved);
            if (!isFirst && (moved.normal - before).norm() < 1e-12) return true;
        }
        return false;
    };
    double nearest = std::numeric_limits<double>::infinity();
    for (const MeshPoint& at : found) nearest = std::min(nearest, at.distance);
    for (MeshPoint& at : found) {
        if (at.feature >= int(mesh.triangles.size())) continue;
        const MeshPoint face = at;
        double radiusOfBody = most;
        moveWithinHeight([&](double part, MeshPoint& moved) { return move(face, part, moved, radiusOfBody); }, nearest,
                       radiusOfBody, at);
    }
    mergeSame(most, found);
}
} // namespace simbodydem::kernels::detail
