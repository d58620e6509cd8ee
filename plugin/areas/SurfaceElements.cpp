// SPDX-License-Identifier: Apache-2.0
#include "areas/SurfaceElements.h"

#include "geometry/HeightField.h"
#include "geometry/Polytope.h"
#include "geometry/TriangleMesh.h"

#include <array>
#include <cmath>
#include <numeric>

namespace simbodydem {

using SimTK::Pi;
using SimTK::Real;

namespace {

constexpr int largestLeaf = 3;

int partsOf(Real length, Real size) { return std::max(1, int(std::ceil(length / size - 1e-9))); }

// Returns the solid angle of a spherical triangle of unit vectors (Van Oosterom & Strackee 1983, DOI 10.1109/TBME.1983.325207).
Real solidAngle(const Vector3& a, const Vector3& b, const Vector3& c) {
    return 2 * std::atan2(std::abs(a.dot(b.cross(c))), 1 + a.dot(b) + b.dot(c) + c.dot(a));
}

// Collects the elements of one surface.
struct ElementBuilder {
    std::vector<SurfaceElement>& elements;
    std::vector<Vector3>& corners;
    Real size;

    template <class Corners> void add(const Vector3& center, const Vector3& normal, Real area, const Corners& around) {
        if (!(area > 0)) return;
        elements.push_back({center, normal, area, int(corners.size()), int(around.size())});
        corners.insert(corners.end(), around.begin(), around.end());
    }

    // Adds a surface of revolution about z between two points of its profile. `at` returns the point (rho, z) and the normal of a
    // fraction of the profile in [0, 1]. `areaTo` returns the area from 0 to a fraction.
    template <class At, class AreaTo> void addRevolved(Real length, const At& at, const AreaTo& areaTo) {
        const int strips = partsOf(length, size);
        for (int s = 0; s < strips; ++s) {
            const Real from = Real(s) / strips, to = Real(s + 1) / strips, area = areaTo(to) - areaTo(from);
            // The fraction that halves the area is off the centroid by the third power of the width.
            Real low = from, high = to;
            for (int k = 0; k < 60; ++k)
                (areaTo(0.5 * (low + high)) - areaTo(from) < 0.5 * area ? low : high) = 0.5 * (low + high);
            const auto middle = at(0.5 * (low + high)), start = at(from), end = at(to);
            const int around = std::max(3, int(std::lround(2 * Pi * middle.rho / size)));
            for (int k = 0; k < around; ++k) {
                const auto direction = [&](Real turn) {
                    return Vector3(std::cos(2 * Pi * turn / around), std::sin(2 * Pi * turn / around), 0);
                };
                const auto pointAt = [&](const auto& p, Real turn) -> Vector3 {
                    return p.rho * direction(turn) + p.z * Vector3::UnitZ();
                };
                const Vector3 normal = middle.normalRho * direction(k + 0.5) + middle.normalZ * Vector3::UnitZ();
                const std::array<Vector3, 4> ring = {pointAt(start, k), pointAt(end, k), pointAt(end, k + 1),
                                                     pointAt(start, k + 1)};
                add(pointAt(middle, k + 0.5), normal, area / around, ring);
            }
        }
    }

    struct ProfilePoint {
        Real rho, z, normalRho, normalZ;
    };

    void addCone(Real rho0, Real z0, Real rho1, Real z1) {
        const Real length = std::hypot(rho1 - rho0, z1 - z0);
        if (!(length > 0)) return;
        const Real normalRho = (z0 - z1) / length, normalZ = (rho1 - rho0) / length;
        addRevolved(
            length,
            [&](Real f) {
                return ProfilePoint{rho0 + f * (rho1 - rho0), z0 + f * (z1 - z0), normalRho, normalZ};
            },
            [&](Real f) { return 2 * Pi * length * f * (rho0 + 0.5 * f * (rho1 - rho0)); });
    }

    // Adds a part of a torus: an arc about (rho, z), by its angles from the z axis.
    void addArc(Real rho, Real z, Real radius, Real from, Real to) {
        const auto angle = [&](Real f) { return from + f * (to - from); };
        addRevolved(
            radius * (to - from),
            [&](Real f) {
                const Real s = std::sin(angle(f)), c = std::cos(angle(f));
                return ProfilePoint{rho + radius * s, z + radius * c, s, c};
            },
            [&](Real f) {
                return 2 * Pi * radius * (rho * (angle(f) - from) + radius * (std::cos(from) - std::cos(angle(f))));
            });
    }

    void addCylinder(Real radius, Real halfLength, Real rounding) {
        addCone(0, halfLength + rounding, radius, halfLength + rounding);
        addArc(radius, halfLength, rounding, 0, Pi / 2);
        addCone(radius + rounding, halfLength, radius + rounding, -halfLength);
        addArc(radius, -halfLength, rounding, Pi / 2, Pi);
        addCone(radius, -halfLength - rounding, 0, -halfLength - rounding);
    }

    // Adds an ellipsoid as the image of a sphere; areas by Gauss's rule with five points each way.
    void addEllipsoid(const Vector3& semiAxes) {
        static const Real nodes[] = {-0.906179845938664, -0.538469310105683, 0, 0.538469310105683, 0.906179845938664};
        static const Real weights[] = {0.236926885056189, 0.478628670499366, 0.568888888888889, 0.478628670499366,
                                       0.236926885056189};
        const auto pointAt = [&](Real polar, Real azimuth) -> Vector3 {
            return semiAxes.cwiseProduct(
                Vector3(std::sin(polar) * std::cos(azimuth), std::sin(polar) * std::sin(azimuth), std::cos(polar)));
        };
        const auto density = [&](Real polar, Real azimuth) { // |d place/d polar x d place/d azimuth|
            const Real s = std::sin(polar), c = std::cos(polar), sa = std::sin(azimuth), ca = std::cos(azimuth);
            const Vector3 byPolar = semiAxes.cwiseProduct(Vector3(c * ca, c * sa, -s));
            return byPolar.cross(semiAxes.cwiseProduct(Vector3(-s * sa, s * ca, 0))).norm();
        };
        const Real widest = std::max(semiAxes[0], semiAxes[1]);
        const int strips = std::max(3, partsOf(Pi * std::max(semiAxes[2], widest), size));
        for (int s = 0; s < strips; ++s) {
            const Real from = Pi * s / strips, to = Pi * (s + 1) / strips, middle = 0.5 * (from + to);
            const int around = std::max(4, partsOf(2 * Pi * std::sin(middle) * widest, size));
            for (int k = 0; k < around; ++k) {
                const Real start = 2 * Pi * k / around, end = 2 * Pi * (k + 1) / around;
                Real area = 0, polar = 0, azimuth = 0;
                for (int i = 0; i < 5; ++i)
                    for (int j = 0; j < 5; ++j) {
                        const Real p = middle + 0.5 * (to - from) * nodes[i];
                        const Real a = 0.5 * (start + end) + 0.5 * (end - start) * nodes[j];
                        const Real part = 0.25 * (to - from) * (end - start) * weights[i] * weights[j] * density(p, a);
                        area += part;
                        polar += part * p;
                        azimuth += part * a;
                    }
                const Vector3 center = pointAt(polar / area, azimuth / area);
                const std::array<Vector3, 4> ring = {pointAt(from, start), pointAt(to, start), pointAt(to, end),
                                                     pointAt(from, end)};
                add(center, center.cwiseQuotient(semiAxes.cwiseAbs2()).normalized(), area, ring);
            }
        }
    }

    void addTriangle(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& normal, Real longest,
                     const kernels::HeightField* smooth) {
        if (std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()}) > longest) {
            const Vector3 ab = 0.5 * (a + b), bc = 0.5 * (b + c), ca = 0.5 * (c + a);
            addTriangle(a, ab, ca, normal, longest, smooth);
            addTriangle(ab, b, bc, normal, longest, smooth);
            addTriangle(ca, bc, c, normal, longest, smooth);
            addTriangle(ab, bc, ca, normal, longest, smooth);
            return;
        }
        Vector3 center = (a + b + c) / 3, outward = normal;
        Real area = 0.5 * (b - a).cross(c - a).norm();
        if (smooth) {
            const kernels::HeightField::At at = smooth->at(center[0], center[1]);
            center = at.point;
            outward = at.normal();
            area *= normal[2] / outward[2]; // of the same area on the map
        }
        add(center, outward, area, std::array<Vector3, 3>{a, b, c});
    }

    void addMesh(const CollisionShape& shape) {
        const kernels::TriangleMesh& mesh = *shape.mesh;
        for (int t = 0; t < int(mesh.triangles.size()); ++t) {
            if (!mesh.isOwn(t)) continue;
            const auto& triangle = mesh.triangles[t];
            const Vector3 out = shape.rounding * triangle.normal;
            const auto corner = [&](int k) -> Vector3 { return mesh.vertices[triangle.vertex[k]] + out; };
            addTriangle(corner(0), corner(1), corner(2), triangle.normal, 1.5 * size, mesh.smooth.get());
        }
    }

    // Adds a convex polygon, divided by a grid along its first edge.
    void addPolygon(const std::vector<Vector3>& polygon, const Vector3& normal) {
        const Vector3 u = (polygon[1] - polygon[0]).normalized(), v = normal.cross(u);
        Eigen::Array2d low = Eigen::Array2d::Constant(SimTK::Infinity), high = -low;
        std::vector<Eigen::Array2d> flat;
        for (const Vector3& p : polygon) {
            flat.emplace_back(u.dot(p - polygon[0]), v.dot(p - polygon[0]));
            low = low.min(flat.back());
            high = high.max(flat.back());
        }
        const int columns = partsOf(high[0] - low[0], size), rows = partsOf(high[1] - low[1], size);
        const Eigen::Array2d cell = (high - low) / Eigen::Array2d(columns, rows);
        std::vector<Eigen::Array2d> part, rest;
        const auto clip = [&](int axis, Real at, Real sign) { // keeps what is beyond `at`
            rest.clear();
            for (std::size_t i = 0; i < part.size(); ++i) {
                const Eigen::Array2d &p = part[i], &q = part[(i + 1) % part.size()];
                const Real a = sign * (p[axis] - at), b = sign * (q[axis] - at);
                if (a >= 0) rest.push_back(p);
                if ((a < 0) != (b < 0) && a != 0 && b != 0) rest.push_back(p + a / (a - b) * (q - p));
            }
            part.swap(rest);
        };
        for (int i = 0; i < columns; ++i)
            for (int j = 0; j < rows; ++j) {
                part = flat;
                clip(0, low[0] + i * cell[0], 1);
                clip(0, low[0] + (i + 1) * cell[0], -1);
                clip(1, low[1] + j * cell[1], 1);
                clip(1, low[1] + (j + 1) * cell[1], -1);
                if (part.size() < 3) continue;
                Real area = 0;
                Eigen::Array2d centroid = Eigen::Array2d::Zero();
                for (std::size_t k = 1; k + 1 < part.size(); ++k) {
                    const Eigen::Array2d p = part[k] - part[0], q = part[k + 1] - part[0];
                    const Real twice = p[0] * q[1] - p[1] * q[0];
                    area += 0.5 * twice;
                    centroid += twice / 6 * (p + q);
                }
                if (!(area > 1e-12 * cell[0] * cell[1])) continue;
                const auto toSpace = [&](const Eigen::Array2d& p) -> Vector3 {
                    return polygon[0] + p[0] * u + p[1] * v;
                };
                std::vector<Vector3> around;
                for (const auto& p : part) around.push_back(toSpace(p));
                add(toSpace(part[0] + centroid / area), normal, area, around);
            }
    }

    // Adds the spherical triangle of three unit vectors, divided by the grid of the flat triangle.
    void addSpherical(const Vector3& origin, Real radius, const Vector3& a, const Vector3& b, const Vector3& c) {
        const int n = partsOf(radius * std::sqrt(solidAngle(a, b, c)), size); // n^2 elements of this width
        const auto at = [&](int i, int j) -> Vector3 {
            return (Real(n - i - j) / n * a + Real(i) / n * b + Real(j) / n * c).normalized();
        };
        for (int i = 0; i < n; ++i)
            for (int j = 0; i + j < n; ++j) {
                addSphericalElement(origin, radius, at(i, j), at(i + 1, j), at(i, j + 1));
                if (i + j + 1 < n) addSphericalElement(origin, radius, at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
            }
    }

    void addSphericalElement(const Vector3& origin, Real radius, const Vector3& a, const Vector3& b, const Vector3& c) {
        const Vector3 middle = (a + b + c).normalized();
        add(origin + radius * middle, middle, radius * radius * solidAngle(a, b, c),
            std::array<Vector3, 3>{origin + radius * a, origin + radius * b, origin + radius * c});
    }

    // Adds a polyhedron swept by a sphere: its faces, parts of cylinders along its edges, and parts of spheres at its corners.
    void addRounded(const kernels::Polytope& core, Real rounding) {
        std::vector<std::vector<Vector3>> normalsOfVertex(core.vertices.size()), normalsOfEdge(core.edges.size());
        for (const kernels::Polytope::Face& face : core.faces) {
            std::vector<int> around;
            for (const auto& side : face.sides) {
                normalsOfEdge[side.edge].push_back(face.normal);
                for (const int v : {core.edges[side.edge].from, core.edges[side.edge].to})
                    if (std::count(around.begin(), around.end(), v) == 0) around.push_back(v);
            }
            sortAround(around, face.normal, [&](int v) { return core.vertices[v]; });
            std::vector<Vector3> polygon;
            for (const int v : around) {
                normalsOfVertex[v].push_back(face.normal);
                polygon.push_back(core.vertices[v] + rounding * face.normal);
            }
            if (polygon.size() >= 3) addPolygon(polygon, face.normal);
        }
        if (!(rounding > 0)) return;
        for (std::size_t e = 0; e < core.edges.size(); ++e)
            if (normalsOfEdge[e].size() == 2)
                addEdge(core.vertices[core.edges[e].from], core.vertices[core.edges[e].to], normalsOfEdge[e][0],
                        normalsOfEdge[e][1], rounding);
        for (std::size_t v = 0; v < core.vertices.size(); ++v) {
            std::vector<Vector3>& normals = normalsOfVertex[v];
            if (normals.size() < 3) continue;
            const Vector3 middle =
                std::accumulate(normals.begin(), normals.end(), Vector3(Vector3::Zero())).normalized();
            sortAround(normals, middle, [](const Vector3& n) { return n; });
            for (std::size_t k = 0; k < normals.size(); ++k)
                addSpherical(core.vertices[v], rounding, middle, normals[k], normals[(k + 1) % normals.size()]);
        }
    }

    // Adds a sphere as an octahedron that is blown up. Its elements lie in no rings, which a contact would cross all at once.
    void addSphere(Real radius) {
        for (const Real x : {-1., 1.})
            for (const Real y : {-1., 1.})
                for (const Real z : {-1., 1.})
                    addSpherical(Vector3::Zero(), radius, x * Vector3::UnitX(), y * Vector3::UnitY(),
                                 z * Vector3::UnitZ());
    }

    void addEdge(const Vector3& from, const Vector3& to, const Vector3& normalA, const Vector3& normalB,
                 Real rounding) {
        const Real angle = std::atan2(normalA.cross(normalB).norm(), normalA.dot(normalB)), length = (to - from).norm();
        if (!(angle > 1e-12)) return;
        const Vector3 across = (normalB - normalA.dot(normalB) * normalA).normalized();
        const int turns = partsOf(rounding * angle, size), parts = partsOf(length, size);
        const auto outward = [&](Real turn) -> Vector3 {
            return std::cos(angle * turn / turns) * normalA + std::sin(angle * turn / turns) * across;
        };
        const auto pointAt = [&](Real turn, Real part) -> Vector3 {
            return from + part / parts * (to - from) + rounding * outward(turn);
        };
        const bool isRightHanded = normalA.cross(across).dot(to - from) > 0;
        for (int t = 0; t < turns; ++t)
            for (int p = 0; p < parts; ++p) {
                std::array<Vector3, 4> ring = {pointAt(t, p), pointAt(t, p + 1), pointAt(t + 1, p + 1), pointAt(t + 1, p)};
                if (isRightHanded) std::swap(ring[1], ring[3]);
                add(pointAt(t + 0.5, p + 0.5), outward(t + 0.5), rounding * angle * length / (turns * parts), ring);
            }
    }

    // Sorts items counter-clockwise about a direction, seen from its tip.
    template <class Item, class PointAt>
    static void sortAround(std::vector<Item>& items, const Vector3& direction, const PointAt& pointAt) {
        Vector3 middle = Vector3::Zero();
        for (const Item& item : items) middle += pointAt(item) / Real(items.size());
        const Vector3 first = pointAt(items[0]) - middle, u = (first - first.dot(direction) * direction).normalized();
        const Vector3 v = direction.cross(u);
        const auto angleOf = [&](const Item& item) {
            const Vector3 line = pointAt(item) - middle;
            return std::atan2(line.dot(v), line.dot(u));
        };
        std::sort(items.begin(), items.end(), [&](const Item& a, const Item& b) { return angleOf(a) < angleOf(b); });
    }
};

} // namespace

SurfaceElements::SurfaceElements(const CollisionShape& shape, Real size) {
    ElementBuilder builder{elements, corners, size};
    switch (shape.kind) {
    case ShapeKind::HalfSpace: break; // has no bounded division, see LayerCells.h
    case ShapeKind::Sphere: builder.addSphere(shape.semiAxes[0]); break;
    case ShapeKind::Ellipsoid: builder.addEllipsoid(shape.semiAxes); break;
    case ShapeKind::Wheel: builder.addCylinder(shape.semiAxes[0], 0, shape.rounding); break;
    case ShapeKind::Cylinder: builder.addCylinder(shape.semiAxes[0], shape.semiAxes[2], shape.rounding); break;
    case ShapeKind::Rounded:
        if (shape.core->faces.empty())
            builder.addCylinder(0, shape.core->vertices.back()[2], shape.rounding); // a capsule
        else
            builder.addRounded(*shape.core, shape.rounding);
        break;
    case ShapeKind::Mesh: builder.addMesh(shape); break;
    }
    for (const SurfaceElement& element : elements)
        for (int k = 0; k < element.numCorners; ++k)
            reach = std::max(reach, (corners[element.firstCorner + k] - element.center).norm());
    order.resize(elements.size());
    std::iota(order.begin(), order.end(), 0);
    if (!elements.empty()) buildTree(0, int(elements.size()));
}

void SurfaceElements::buildTree(int first, int last) {
    Vector3 low = Vector3::Constant(SimTK::Infinity), high = -low;
    for (int i = first; i < last; ++i) {
        low = low.cwiseMin(elements[order[i]].center);
        high = high.cwiseMax(elements[order[i]].center);
    }
    const int own = int(nodes.size());
    nodes.push_back({0.5 * (low + high), 0, first, last});
    for (int i = first; i < last; ++i)
        nodes[own].radius = std::max(nodes[own].radius, (elements[order[i]].center - nodes[own].middle).norm());
    if (last - first <= largestLeaf) return;
    int axis = 0;
    (high - low).maxCoeff(&axis);
    const int middle = first + (last - first) / 2;
    std::nth_element(order.begin() + first, order.begin() + middle, order.begin() + last, [&](int a, int b) {
        const Real x = elements[a].center[axis], y = elements[b].center[axis];
        return x < y || (x == y && a < b);
    });
    buildTree(first, middle);
    nodes[own].second = int(nodes.size());
    buildTree(middle, last);
}

Real SurfaceElements::getArea() const {
    Real area = 0;
    for (const SurfaceElement& element : elements) area += element.area;
    return area;
}

} // namespace simbodydem
