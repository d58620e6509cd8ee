// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_POLYTOPE_H
#define SIMBODYDEM_GEOMETRY_POLYTOPE_H

#include "math/Vector3.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

// Describes the core of a convex body: a polyhedron, a segment or a point. Swept by a sphere of some radius, the rounding, it is the body
// itself. The faces of the body are flat, its edges are parts of cylinders, and its corners are parts of spheres.

namespace simbodydem::kernels {

struct Polytope {
    struct Edge {
        int from = -1, to = -1; // vertices
        Vector direction = Vector::Zero();
        double length = 0;
        int numFaces = 0;
        Vector intoFace[2] = {Vector::Zero(), Vector::Zero()}; // along each face, away from the edge
    };
    struct Side { // of a face: points beyond it are not on the face
        int edge;
        Vector outward; // in the plane of the face
        double height;  // along `outward`
    };
    struct Face {
        Vector normal; // outwards
        double height;
        std::vector<Side> sides;
    };
    std::vector<Vector> vertices;
    std::vector<Edge> edges;
    std::vector<Face> faces;
};

/** Adds an edge between two vertices of a core. It has no faces at first. @returns its number */
int addEdge(Polytope& core, int from, int to);

/** Holds the point of a core that is nearest to a given point. */
struct NearestPoint {
    enum class Feature { Vertex, Edge, Face };
    Vector point, normal; // the normal points from the core to the given point
    double distance;      // [m], < 0: the given point is inside the core
    Feature feature;
    int index;
};

namespace detail {

// Finds the face over which a point or a body is highest. pointOf(face) returns its point nearest to that face. The search ends at a face
// with its point right above it, since no other feature is nearer then. @returns true if there is such a face
template <class PointOf> bool findFaceBelow(const Polytope& core, const PointOf& pointOf, NearestPoint& nearest) {
    nearest.distance = -std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < core.faces.size(); ++f) {
        const Polytope::Face& face = core.faces[f];
        const Vector point = pointOf(face);
        const double height = face.normal.dot(point) - face.height;
        const auto isBeyond = [&](const Polytope::Side& side) { return side.outward.dot(point) > side.height; };
        const bool isOver = height > 0 && std::none_of(face.sides.begin(), face.sides.end(), isBeyond);
        if (!isOver && !(height > nearest.distance)) continue;
        nearest = {point - height * face.normal, face.normal, height, NearestPoint::Feature::Face, int(f)};
        if (isOver) return true;
    }
    return false;
}

} // namespace detail

// Returns the point of a core that is nearest to `query`. A convex body has one such point. It moves without jumps as `query` moves, on all
// features. Inside the core rounded bodies are no longer valid. The nearest face counts there.
NearestPoint findNearest(const Polytope& core, const Vector& query);

/** Returns true if all points between two points are further from the core than `reach`. It uses single faces only, which is fast. So it
may return false although they are further. */
bool isBeyondReach(const Polytope& core, const Vector& from, const Vector& to, double reach);

namespace detail {

// Returns a smooth ramp: 1 at x = 0, and 0 from x = 1 on.
inline double ramp(double x) {
    const double y = std::min(std::max(1 - x, 0.), 1.);
    return y * y * (3 - 2 * y);
}

// Returns the curvature tensor on an edge [1/m]: that of its cylinder across the edge, and zero along the edge, except near its ends.
Matrix curvatureOnEdge(const Polytope::Edge& edge, double along, const Vector& across, double rounding);

} // namespace detail

/** Holds the curvature of a rounded body at a point. */
struct SurfaceCurvature {
    enum class Kind { Flat, Round, Tensor }; // a face; a corner with 1/rounding in every direction; or `tensor`
    Kind kind = Kind::Flat;
    Matrix tensor = Matrix::Zero(); // in the tangent plane [1/m]

    SurfaceCurvature() = default;
    SurfaceCurvature(Kind kind) : kind(kind) {}
    SurfaceCurvature(const Matrix& tensor) : kind(Kind::Tensor), tensor(tensor) {}

    SurfaceCurvature turned(const Matrix& R) const { return kind == Kind::Tensor ? SurfaceCurvature(R * tensor * R.transpose()) : *this; }
};

// Returns the curvature of a rounded body: that of a sphere over a corner, of a cylinder over an edge, and flat over a face. A contact is wider
// than a point. So the curvature begins to change one rounding before the border of a feature. The stiffness then does not jump as a
// contact moves to the next feature.
SurfaceCurvature curvatureOfRounded(const Polytope& core, const NearestPoint& at, double rounding);

} // namespace simbodydem::kernels

#endif
