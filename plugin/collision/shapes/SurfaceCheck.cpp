// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/SurfaceCheck.h"

#include "geometry/BoxTree.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace simbodydem {

namespace {

using kernels::Box;
using Indices = std::array<int, 3>;

constexpr double folded = 1e-6;     // angle between two triangles at an edge below which they are folded [rad]
constexpr double inOnePlane = 1e-9; // difference of unit normals, and of distances over the size of the mesh [-]
constexpr double covering = 1e-6;   // depth of a cover over the longest side of the smaller triangle [-]

class Checker {
public:
    Checker(const std::vector<Vector3>& vertices, const std::vector<Indices>& triangles,
            const std::function<std::string(int)>& nameOf)
        : vertices(vertices), triangles(triangles), nameOf(nameOf) {}

    SurfaceFault check() {
        for (const auto find : {&Checker::connect, &Checker::findFold, &Checker::findCover, &Checker::findReversed}) {
            const SurfaceFault fault = (this->*find)();
            if (fault.exists()) return fault;
        }
        return {};
    }

private:
    struct Edge {
        int face[2] = {-1, -1};
        int from = 0; // first vertex, in the sense of the first face
    };
    struct Sides {
        double longest;
        Vector3 inward[3];
    };
    struct Shell {
        std::vector<int> faces;
        bool isClosed = true;
        double volume = 0;
        Box box;
    };

    const Vector3& corner(int triangle, int k) const { return vertices[triangles[triangle][k % 3]]; }
    double longestOf(int t) const {
        return std::max({(corner(t, 1) - corner(t, 0)).norm(), (corner(t, 2) - corner(t, 1)).norm(),
                         (corner(t, 0) - corner(t, 2)).norm()});
    }

    SurfaceFault connect() {
        shellOf.resize(triangles.size());
        std::iota(shellOf.begin(), shellOf.end(), 0);
        for (int t = 0; t < int(triangles.size()); ++t) {
            normals.push_back((corner(t, 1) - corner(t, 0)).cross(corner(t, 2) - corner(t, 0)).normalized());
            for (int k = 0; k < 3; ++k) {
                const int from = triangles[t][k], to = triangles[t][(k + 1) % 3];
                Edge& edge = edges[std::minmax(from, to)];
                if (edge.face[0] < 0) {
                    edge.face[0] = t;
                    edge.from = from;
                    continue;
                }
                if (edge.face[1] >= 0)
                    return {"an edge has three triangles: " + nameOf(edge.face[0]) + ", " + nameOf(edge.face[1]) +
                                " and " + nameOf(t),
                            t};
                if (edge.from == from)
                    return {nameOf(t) + " has the opposite orientation of its neighbour, " + nameOf(edge.face[0]) +
                                ": vertices of both must be counter-clockwise, seen from outside",
                            t};
                edge.face[1] = t;
                shellOf[rootOf(t)] = rootOf(edge.face[0]);
            }
        }
        return {};
    }
    int rootOf(int t) {
        while (shellOf[t] != t) t = shellOf[t] = shellOf[shellOf[t]];
        return t;
    }

    SurfaceFault findFold() {
        for (const auto& [ends, edge] : edges) {
            if (edge.face[1] < 0) continue;
            const Vector3 &n = normals[edge.face[0]], &other = normals[edge.face[1]];
            if (n.dot(other) < 0 && n.cross(other).norm() < folded)
                return {nameOf(edge.face[1]) + " is folded onto its neighbour, " + nameOf(edge.face[0]), edge.face[1]};
        }
        return {};
    }

    // Two triangles in one plane with the same orientation must not cover each other.
    SurfaceFault findCover() {
        const double size = diagonalOf(vertices);
        std::vector<Box> boxes(triangles.size());
        for (int t = 0; t < int(triangles.size()); ++t)
            for (int k = 0; k < 3; ++k) boxes[t].add(corner(t, k));
        tree.build(boxes);
        measureSides();
        for (int t = 0; t < int(triangles.size()); ++t) {
            int found = -1;
            tree.visitNear(boxes[t].middle(), boxes[t].radius(), [&](int other) {
                if (other > t && found < 0 && (normals[t] - normals[other]).norm() < inOnePlane * 10 &&
                    std::abs(normals[t].dot(corner(other, 0) - corner(t, 0))) < inOnePlane * size &&
                    areCovering(t, other))
                    found = other;
            });
            if (found >= 0) return {nameOf(found) + " covers a part of " + nameOf(t) + ", in the same plane", found};
        }
        return {};
    }
    // Measures each triangle once, because a fan of n triangles has n^2 near pairs.
    void measureSides() {
        sides.resize(triangles.size());
        for (int t = 0; t < int(triangles.size()); ++t) {
            sides[t].longest = longestOf(t);
            for (int k = 0; k < 3; ++k)
                sides[t].inward[k] = normals[t].cross(corner(t, k + 1) - corner(t, k)).normalized();
        }
    }
    // Returns true unless the other triangle is completely beyond one side of a triangle.
    bool areCovering(int s, int t) const {
        const double least = covering * std::min(sides[s].longest, sides[t].longest);
        for (const auto& [one, other] : {std::make_pair(s, t), std::make_pair(t, s)})
            for (int k = 0; k < 3; ++k) {
                const Vector3& inward = sides[one].inward[k];
                const double bound = inward.dot(corner(one, k)) + least;
                if (!(inward.dot(corner(other, 0)) > bound || inward.dot(corner(other, 1)) > bound ||
                      inward.dot(corner(other, 2)) > bound))
                    return false;
            }
        return true;
    }

    void findShells() {
        std::map<int, int> numberOf;
        for (int t = 0; t < int(triangles.size()); ++t) {
            const auto found = numberOf.emplace(rootOf(t), int(shells.size()));
            if (found.second) shells.emplace_back();
            Shell& shell = shells[found.first->second];
            shell.faces.push_back(t);
            for (int k = 0; k < 3; ++k) shell.box.add(corner(t, k));
        }
        for (int t = 0; t < int(triangles.size()); ++t) shellOf[t] = numberOf[rootOf(t)];
        for (const auto& [ends, edge] : edges)
            if (edge.face[1] < 0) shells[shellOf[edge.face[0]]].isClosed = false;
        for (Shell& shell : shells) {
            const Vector3& o = corner(shell.faces[0], 0); // avoids cancellation
            for (const int t : shell.faces)
                shell.volume += (corner(t, 0) - o).dot((corner(t, 1) - o).cross(corner(t, 2) - o)) / 6;
        }
    }
    std::string nameOfShell(int s) const {
        return "shell " + std::to_string(s + 1) + " of " + std::to_string(shells.size()) + ", with " +
               nameOf(shells[s].faces[0]) + ",";
    }

    // Returns the winding number of the shell about the point: 1 inside, 0 outside, between them on the surface (Van Oosterom & Strackee
    // 1983, DOI 10.1109/TBME.1983.325207).
    double windingOf(const Shell& shell, const Vector3& point) const {
        double sum = 0;
        for (const int t : shell.faces) {
            const Vector3 a = corner(t, 0) - point, b = corner(t, 1) - point, c = corner(t, 2) - point;
            const double la = a.norm(), lb = b.norm(), lc = c.norm();
            sum += 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
        }
        return sum / (4 * double(EIGEN_PI));
    }

    // A closed shell may look inwards only if it is within others. It is a cavity then.
    SurfaceFault findReversed() {
        findShells();
        std::vector<int> closed;
        std::vector<Box> boxes;
        for (int s = 0; s < int(shells.size()); ++s)
            if (shells[s].isClosed) {
                closed.push_back(s);
                boxes.push_back(shells[s].box);
            }
        kernels::BoxTree around;
        around.build(boxes);
        for (const int s : closed) {
            const Vector3& point = corner(shells[s].faces[0], 0);
            double depth = 0;
            around.visitNear(point, 0, [&](int i) {
                if (closed[i] != s) depth += windingOf(shells[closed[i]], point);
            });
            const std::string must = "vertices of its triangles must be counter-clockwise, seen from outside";
            if (!(shells[s].volume > 0) && !(depth > 0.25))
                return {shells.size() == 1 ? "the mesh is inside out: the " + must
                                           : nameOfShell(s) + " is inside out: the " + must,
                        shells[s].faces[0]};
        }
        return {};
    }

    const std::vector<Vector3>& vertices;
    const std::vector<Indices>& triangles;
    const std::function<std::string(int)>& nameOf;
    std::vector<Vector3> normals;
    std::vector<Sides> sides;
    std::map<std::pair<int, int>, Edge> edges;
    std::vector<int> shellOf; // by triangle: a triangle of the same shell, and after findShells() the shell
    std::vector<Shell> shells;
    kernels::BoxTree tree; // of the triangles
};

} // namespace

SurfaceFault findSurfaceFault(const std::vector<Vector3>& vertices, const std::vector<Indices>& triangles,
                              const std::function<std::string(int)>& nameOf) {
    return Checker(vertices, triangles, nameOf).check();
}

std::vector<int> firstCoincident(const std::vector<Vector3>& vertices, double tolerance) {
    std::vector<Box> boxes(vertices.size());
    for (std::size_t v = 0; v < vertices.size(); ++v) boxes[v].add(vertices[v]);
    kernels::BoxTree tree;
    tree.build(boxes);
    std::vector<int> first(vertices.size());
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        int found = int(v); // any earlier vertex suffices, so the search is short if all are at one position
        const auto isWanted = [&](const Vector3& middle, double radius) {
            return found == int(v) && (middle - vertices[v]).norm() <= radius + tolerance;
        };
        tree.visitIf(isWanted, [&](int other) {
            if (other < found && (vertices[other] - vertices[v]).norm() <= tolerance) found = other;
        });
        first[v] = found == int(v) ? found : first[found];
    }
    return first;
}

double diagonalOf(const std::vector<Vector3>& vertices) {
    Box box;
    for (const Vector3& v : vertices) box.add(v);
    return vertices.empty() ? 0 : (box.high - box.low).norm();
}

double areaOf(const std::vector<Vector3>& vertices, const std::vector<Indices>& triangles) {
    double sum = 0;
    for (const Indices& t : triangles)
        sum += 0.5 * (vertices[t[1]] - vertices[t[0]]).cross(vertices[t[2]] - vertices[t[0]]).norm();
    return sum;
}

double volumeOf(const std::vector<Vector3>& vertices, const std::vector<Indices>& triangles) {
    double sum = 0; // about a vertex, which avoids cancellation
    for (const Indices& t : triangles) {
        const Vector3& o = vertices[triangles[0][0]];
        sum += (vertices[t[0]] - o).dot((vertices[t[1]] - o).cross(vertices[t[2]] - o)) / 6;
    }
    return sum;
}

} // namespace simbodydem
