// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/Polygon.h"

#include "base/Checks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace simbodydem {

namespace {

using Vector2 = Eigen::Vector2d;

// Sides of one polygon are compared in pairs, which limits their number.
constexpr int mostCorners = 10000;
// Cosine of the largest angle between a triangle and the mean plane of its polygon, 80 degrees. Bones have 66 degrees.
constexpr double leastCosine = 0.17;
constexpr double flat = 1e-8; // area of a triangle over the square of its longest side, as in makeMesh()

double cross(const Vector2& a, const Vector2& b) { return a[0] * b[1] - a[1] * b[0]; }

// Returns twice the area over the square of the longest side; > 0: counter-clockwise.
double shapeOf(const Vector2& a, const Vector2& b, const Vector2& c) {
    const double longest = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
    return longest > 0 ? cross(b - a, c - a) / longest : 0;
}

// Returns true if p is in the triangle, on its border, or outside by no more than rounding.
bool isWithin(const Vector2& p, const Vector2& a, const Vector2& b, const Vector2& c) {
    const auto isLeft = [&](const Vector2& from, const Vector2& to) {
        return cross(to - from, p - from) >= -flat * (to - from).squaredNorm();
    };
    return isLeft(a, b) && isLeft(b, c) && isLeft(c, a);
}

bool isOnSegment(const Vector2& p, const Vector2& a, const Vector2& b) {
    const Vector2 way = b - a;
    const double along = way.dot(p - a) / way.squaredNorm();
    return along >= -flat && along <= 1 + flat && std::abs(cross(way, p - a)) <= flat * way.squaredNorm();
}

bool areMeeting(const Vector2& a, const Vector2& b, const Vector2& c, const Vector2& d) {
    const double atC = cross(b - a, c - a), atD = cross(b - a, d - a), atA = cross(d - c, a - c),
                 atB = cross(d - c, b - c);
    if (((atC > 0 && atD < 0) || (atC < 0 && atD > 0)) && ((atA > 0 && atB < 0) || (atA < 0 && atB > 0))) return true;
    return isOnSegment(c, a, b) || isOnSegment(d, a, b) || isOnSegment(a, c, d) || isOnSegment(b, c, d);
}

// Cuts ears off a polygon in its mean plane, one by one. Each time it takes the ear of the best shape.
class EarCutter {
public:
    explicit EarCutter(const std::vector<Vector3>& corners) : corners(corners), size(int(corners.size())) {}

    Triangulation cut() {
        Triangulation result;
        result.fault = project();
        if (result.fault.empty()) result.fault = checkSides();
        if (result.fault.empty() && !cutEars(result.triangles))
            result.fault = "the polygon cannot be cut into triangles";
        if (result.fault.empty()) result.fault = checkTilt(result.triangles);
        if (!result.fault.empty()) result.triangles.clear();
        return result;
    }

private:
    static std::string nameOf(int corner) { return std::to_string(corner + 1); }

    std::string project() {
        Vector3 area = Vector3::Zero(); // Newell's normal, about the first corner
        double extent = 0;
        for (int i = 0; i < size; ++i) {
            const Vector3 from = corners[i] - corners[0], to = corners[(i + 1) % size] - corners[0];
            area += 0.5 * from.cross(to);
            extent = std::max(extent, from.norm());
        }
        if (!(area.norm() > flat * extent * extent)) return "the polygon has no area";
        normal = area.normalized();
        const Vector3 along = normal.unitOrthogonal(), across = normal.cross(along);
        for (const Vector3& corner : corners)
            points.emplace_back(along.dot(corner - corners[0]), across.dot(corner - corners[0]));
        return "";
    }

    std::string checkSides() const {
        for (int i = 0; i < size; ++i) {
            const Vector2 &a = points[i], &b = points[(i + 1) % size], &c = points[(i + 2) % size];
            const double longest = std::max((b - a).squaredNorm(), (c - b).squaredNorm());
            if (!((b - a).norm() > 0))
                return "corners " + nameOf(i) + " and " + nameOf((i + 1) % size) + " are the same point";
            if (std::abs(cross(b - a, c - b)) <= flat * longest && (b - a).dot(c - b) < 0)
                return "the polygon turns back on itself at its corner " + nameOf((i + 1) % size);
            for (int j = i + 2; j < size; ++j)
                if ((j + 1) % size != i && areMeeting(a, b, points[j], points[(j + 1) % size]))
                    return "sides of the polygon intersect: the sides after its corners " + nameOf(i) + " and " +
                           nameOf(j);
        }
        return "";
    }

    std::string checkTilt(const std::vector<std::array<int, 3>>& triangles) const {
        for (const std::array<int, 3>& t : triangles) {
            const Vector3& tip = corners[t[1]];
            const double cosine = (corners[t[2]] - tip).cross(corners[t[0]] - tip).normalized().dot(normal);
            if (!(cosine >= leastCosine))
                return "the polygon is not flat: its triangle at corner " + nameOf(t[1]) + " is tilted by " +
                       toText(std::round(std::acos(cosine) * 180 / double(EIGEN_PI))) +
                       " degrees against its mean plane; it must be at most 80. Cut it into triangles";
        }
        return "";
    }

    bool cutEars(std::vector<std::array<int, 3>>& triangles) {
        before.resize(size);
        after.resize(size);
        ear.resize(size);
        for (int i = 0; i < size; ++i) {
            before[i] = (i + size - 1) % size;
            after[i] = (i + 1) % size;
        }
        isLeft.assign(size, true);
        for (int i = 0; i < size; ++i) ear[i] = earAt(i);
        for (int left = size; left > 3; --left) {
            int best = -1; // starts at the second corner, so a convex quadrilateral becomes a fan about the first one
            for (int k = 1; k <= size; ++k)
                if (isLeft[k % size] && ear[k % size] > (best < 0 ? 0 : (1 + 1e-12) * ear[best])) best = k % size;
            if (best < 0) return false;
            const int a = before[best], b = after[best];
            add(triangles, best);
            isLeft[best] = false;
            after[a] = b;
            before[b] = a;
            ear[a] = earAt(a);
            ear[b] = earAt(b);
        }
        const int last = int(std::find(isLeft.begin(), isLeft.end(), true) - isLeft.begin());
        add(triangles, after[last]);
        return shapeOf(points[before[last]], points[last], points[after[last]]) > flat &&
               std::all_of(triangles.begin(), triangles.end(), [&](const std::array<int, 3>& t) {
                   return isTriangle(corners[t[0]], corners[t[1]], corners[t[2]]);
               });
    }
    void add(std::vector<std::array<int, 3>>& triangles, int tip) const {
        triangles.push_back({before[tip], tip, after[tip]});
    }

    // Returns the quality of the shape of an ear; 0: no ear, since it has no area or would cover another corner.
    double earAt(int tip) const {
        const int from = before[tip], to = after[tip];
        const Vector2 &a = points[from], &b = points[tip], &c = points[to];
        const double shape = shapeOf(a, b, c);
        if (!(shape > flat)) return 0;
        for (int k = after[to]; k != from; k = after[k])
            if (isWithin(points[k], a, b, c)) return 0;
        return shape;
    }

    const std::vector<Vector3>& corners;
    const int size;
    Vector3 normal;
    std::vector<Vector2> points; // in the plane across the normal
    std::vector<int> before, after;
    std::vector<bool> isLeft;
    std::vector<double> ear;
};

} // namespace

bool isTriangle(const Vector3& a, const Vector3& b, const Vector3& c) {
    const double longest = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
    return (b - a).cross(c - a).norm() > flat * longest;
}

Triangulation triangulate(const std::vector<Vector3>& corners) {
    Triangulation result;
    if (corners.size() < 3)
        result.fault = "the face has " + std::to_string(corners.size()) + " corners; it must have 3 or more";
    else if (corners.size() > mostCorners)
        result.fault = "the polygon has " + std::to_string(corners.size()) + " corners; it must have at most " +
                       std::to_string(mostCorners);
    else if (corners.size() > 3)
        result = EarCutter(corners).cut();
    else if (isTriangle(corners[0], corners[1], corners[2]))
        result.triangles.push_back({0, 1, 2});
    else
        result.fault = "the triangle has no area: its corners are on a line or at one point";
    return result;
}

} // namespace simbodydem
