// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_QUICK_HULL_H
#define SIMBODYDEM_GEOMETRY_QUICK_HULL_H

#include "math/Vector3.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

// Triangulates the convex hull of points, by quickhull (Barber, Dobkin & Huhdanpaa 1996, DOI 10.1145/235815.235821) with exact arithmetic.
// The points are rounded to a grid of 2^-40 of their extents in x, y and z, where determinants fit in 128 bits. So the triangles always
// bound a convex body, however many points are nearly in one plane. Planes and faces are made of the triangles afterwards, see
// ConvexHull.h.

namespace simbodydem::kernels::detail {

__extension__ typedef __int128 WideInt;

/** Stores points on a grid of integers, |coordinate| <= 2^39. */
struct GridPoints {
    using Point = std::array<std::int64_t, 3>;
    std::vector<Point> points;
    Vector middle = Vector::Zero(),
           step = Vector::Zero(); // one for each of x, y and z, so that slender bodies are resolved too

    explicit GridPoints(const std::vector<Vector>& given) {
        Vector low = given[0], high = given[0];
        for (const Vector& p : given) {
            low = low.cwiseMin(p);
            high = high.cwiseMax(p);
        }
        middle = 0.5 * (low + high);
        for (int k = 0; k < 3; ++k) step[k] = std::ldexp(high[k] - low[k], -40);
        for (const Vector& p : given) {
            Point on{};
            for (int k = 0; k < 3; ++k)
                if (step[k] > 0) on[k] = std::llround((p[k] - middle[k]) / step[k]);
            points.push_back(on);
        }
    }

    /** Returns the normal of a triangle, (b - a) x (c - a); its components are below 2^82. */
    std::array<WideInt, 3> normal(int a, int b, int c) const {
        const Point &o = points[a], &p = points[b], &q = points[c];
        const auto minor = [&](int i, int j) {
            return WideInt(p[i] - o[i]) * (q[j] - o[j]) - WideInt(p[j] - o[j]) * (q[i] - o[i]);
        };
        return {minor(1, 2), minor(2, 0), minor(0, 1)};
    }
    /** Returns (p - a) . normal, exactly. It is below 2^124. */
    WideInt above(const std::array<WideInt, 3>& normal, int a, int p) const {
        WideInt sum = 0;
        for (int k = 0; k < 3; ++k) sum += normal[k] * (points[p][k] - points[a][k]);
        return sum;
    }
};

struct HullTriangle {
    std::array<int, 3> vertex;             // counter-clockwise, seen from outside
    std::array<int, 3> across{-1, -1, -1}; // the triangle beyond the edge from vertex k to the next one
};

/** Builds the triangles. It adds one farthest point at a time. */
class QuickHull {
public:
    explicit QuickHull(const std::vector<Vector>& given) : grid(given) {}

    /** Returns the triangles; none if the points on the grid do not enclose a volume. */
    std::vector<HullTriangle> build() {
        const std::array<int, 4> simplex = findSimplex();
        if (simplex[3] < 0) return {};
        start(simplex);
        for (std::size_t f = 0; f < facets.size(); ++f) // new facets are added at the end
            if (facets[f].isAlive && !facets[f].outside.empty()) addFarthestOf(int(f));
        return aliveOnly();
    }

    /** Returns the position of a point on the grid. */
    Vector onGrid(int point) const {
        const GridPoints::Point& p = grid.points[point];
        return grid.middle + grid.step.cwiseProduct(Vector(double(p[0]), double(p[1]), double(p[2])));
    }
    /** Returns the outward normal of a triangle on the grid, of any length. Each component is exact to the last digit. */
    Vector normalOnGrid(const HullTriangle& t) const {
        const std::array<WideInt, 3> n = grid.normal(t.vertex[0], t.vertex[1], t.vertex[2]);
        return Vector(double(n[0]), double(n[1]), double(n[2])).cwiseQuotient(grid.step);
    }

private:
    struct Facet : HullTriangle {
        std::array<WideInt, 3> normal;
        std::vector<int> outside; // points above it that are in no other facet's list; the farthest is last
        double farthest = 0;
        bool isAlive = true;
        int visited = -1;
    };
    struct RimEdge {
        int from, to, beyond;
    };

    // Finds three points that are not on a line and a fourth one beside their plane, exactly. Each is as far away as possible, to rounding.
    std::array<int, 4> findSimplex() const {
        const int n = int(grid.points.size());
        std::array<int, 4> s{0, -1, -1, -1};
        const auto farthest = [&](int& found, const auto& measure) {
            double most = 0;
            for (int i = 0; i < n; ++i) {
                const double now = measure(i);
                if (now > most) {
                    most = now;
                    found = i;
                }
            }
            return found >= 0;
        };
        const auto squared = [&](int i) {
            double sum = 0;
            for (int k = 0; k < 3; ++k) sum += std::pow(double(grid.points[i][k] - grid.points[s[0]][k]), 2);
            return sum;
        };
        const auto area = [&](int i) {
            double sum = 0;
            for (const WideInt c : grid.normal(s[0], s[1], i)) sum += double(c) * double(c);
            return sum;
        };
        if (!farthest(s[1], squared) || !farthest(s[2], area)) return s;
        const std::array<WideInt, 3> normal = grid.normal(s[0], s[1], s[2]);
        farthest(s[3], [&](int i) { return std::abs(double(grid.above(normal, s[0], i))); });
        return s;
    }

    void start(std::array<int, 4> s) {
        if (grid.above(grid.normal(s[0], s[1], s[2]), s[0], s[3]) > 0) std::swap(s[1], s[2]);
        for (const auto& v :
             {std::array<int, 3>{s[0], s[1], s[2]}, {s[0], s[3], s[1]}, {s[1], s[3], s[2]}, {s[2], s[3], s[0]}})
            addFacet(v);
        for (int f = 0; f < 4; ++f)
            for (int k = 0; k < 3; ++k)
                for (int g = 0; g < 4; ++g)
                    for (int l = 0; l < 3; ++l)
                        if (facets[f].vertex[k] == facets[g].vertex[(l + 1) % 3] &&
                            facets[f].vertex[(k + 1) % 3] == facets[g].vertex[l])
                            facets[f].across[k] = g;
        ofVertex.assign(grid.points.size(), -1);
        for (int p = 0; p < int(grid.points.size()); ++p) putOutside(p, 0, 4);
    }

    void addFacet(const std::array<int, 3>& vertex) {
        Facet facet;
        facet.vertex = vertex;
        facet.normal = grid.normal(vertex[0], vertex[1], vertex[2]);
        facets.push_back(std::move(facet));
    }

    // Puts a point into the list of one facet that it is above. A point inside the hull is in no list.
    void putOutside(int point, int first, int last) {
        for (int f = first; f < last; ++f) {
            Facet& facet = facets[f];
            const WideInt above = grid.above(facet.normal, facet.vertex[0], point);
            if (!(above > 0)) continue;
            facet.outside.push_back(point);
            if (double(above) > facet.farthest)
                facet.farthest = double(above);
            else
                std::swap(facet.outside.back(), facet.outside[facet.outside.size() - 2]);
            return;
        }
    }

    // Replaces the facets that the farthest point is above by facets between this point and their rim. The rim is one closed line.
    void addFarthestOf(int seed) {
        const int point = facets[seed].outside.back();
        facets[seed].outside.pop_back();
        std::vector<int> visible{seed}, points;
        rim.clear();
        facets[seed].visited = point;
        for (std::size_t i = 0; i < visible.size(); ++i) {
            const int f = visible[i];
            for (int k = 0; k < 3; ++k) {
                const int g = facets[f].across[k];
                Facet& other = facets[g];
                if (other.visited == point) continue;
                if (grid.above(other.normal, other.vertex[0], point) > 0) {
                    other.visited = point;
                    visible.push_back(g);
                } else
                    rim.push_back({facets[f].vertex[k], facets[f].vertex[(k + 1) % 3], g});
            }
        }
        const int first = int(facets.size()), last = first + int(rim.size());
        for (const RimEdge& edge : rim) {
            ofVertex[edge.from] = int(facets.size());
            addFacet({edge.from, edge.to, point});
        }
        for (int f = first; f < last; ++f) {
            const RimEdge& edge = rim[f - first];
            facets[f].across[0] = edge.beyond;
            facets[f].across[1] = ofVertex[edge.to];
            facets[ofVertex[edge.to]].across[2] = f;
            Facet& beyond = facets[edge.beyond];
            for (int k = 0; k < 3; ++k)
                if (beyond.vertex[k] == edge.to && beyond.vertex[(k + 1) % 3] == edge.from) beyond.across[k] = f;
        }
        for (const int f : visible) {
            facets[f].isAlive = false;
            points.swap(facets[f].outside);
            for (const int p : points) putOutside(p, first, last);
            points.clear();
            points.shrink_to_fit();
        }
    }

    std::vector<HullTriangle> aliveOnly() const {
        std::vector<HullTriangle> triangles;
        std::vector<int> numberOf(facets.size(), -1);
        for (std::size_t f = 0; f < facets.size(); ++f)
            if (facets[f].isAlive) {
                numberOf[f] = int(triangles.size());
                triangles.push_back(facets[f]);
            }
        for (HullTriangle& t : triangles)
            for (int& g : t.across) g = numberOf[g];
        return triangles;
    }

    GridPoints grid;
    std::vector<Facet> facets;
    std::vector<RimEdge> rim;
    std::vector<int> ofVertex; // by vertex: the new facet whose rim edge begins there
};

} // namespace simbodydem::kernels::detail

#endif
