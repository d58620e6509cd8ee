// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_POLYTOPE_H
#define SIMBODYDEM_GEOMETRY_POLYTOPE_H

#include "math/Vector3.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

// A convex body's core: a polyhedron, a segment or a point. Swept by a sphere of some radius, the rounding, it is the body
// itself, whose faces are flat, edges parts of cylinders and corners parts of spheres.

namespace simbodydem::kernels {

struct Polytope {
    struct Edge {
        int from = -1, to = -1; // vertices
        Vector direction = Vector::Zero();
        double length = 0;
        int numFaces = 0;
        Vector intoFace[2] = {Vector::Zero(), Vector::Zero()}; // along each face, away from the edge
    };
    struct Side { // of a face: what lies beyond it is not of the face
        int edge;
        Vector outward; // along the face
        double height;
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

/** The edge between two vertices of a core, not yet of any face. @returns its number */
int addEdge(Polytope& core, int from, int to);

/** The point of a core that is nearest to a place. */
struct NearestPoint {
    enum class Feature { Vertex, Edge, Face };
    Vector point, normal; // the normal leads from the core to the place
    double distance;      // < 0: the place is within the core
    Feature feature;
    int index;
};

namespace detail {

// The face that is lowest under what has its place nearest to it there, placeOf(face), or the first whose place is right over it,
// since then nothing else is nearer. @returns whether there is such a one
template <class PlaceOf> bool findFaceBelow(const Polytope& core, const PlaceOf& placeOf, NearestPoint& nearest) {
    nearest.distance = -std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < core.faces.size(); ++f) {
        const Polytope::Face& face = core.faces[f];
        const Vector place = placeOf(face);
        const double height = face.normal.dot(place) - face.height;
        const auto isBeyond = [&](const Polytope::Side& side) { return side.outward.dot(place) > side.height; };
        const bool isOver = height > 0 && std::none_of(face.sides.begin(), face.sides.end(), isBeyond);
        if (!isOver && !(height > nearest.distance)) continue;
        nearest = {place - height * face.normal, face.normal, height, NearestPoint::Feature::Face, int(f)};
        if (isOver) return true;
    }
    return false;
}

} // namespace detail

// On a convex body there is one such point, and it moves without jumps with the place, whatever feature it is on. Within the
// core, beyond what rounded bodies are valid for, it is the nearest face that counts.
NearestPoint findNearest(const Polytope& core, const Vector& place);

/** Whether all that is between two places is further from the core than `reach`, by one of its faces: cheap, and rather no than
yes. */
bool isBeyondReach(const Polytope& core, const Vector& from, const Vector& to, double reach);

namespace detail {

// 1 at 0, 0 from 1 on, and smooth at both.
inline double ramp(double x) {
    const double y = std::min(std::max(1 - x, 0.), 1.);
    return y * y * (3 - 2 * y);
}

// Across an edge its cylinder's, along it none but near its ends.
Matrix curvatureOnEdge(const Polytope::Edge& edge, double along, const Vector& across, double rounding);

} // namespace detail

/** How a rounded body bends at a point. */
struct Bend {
    enum class Kind {
        Flat,
        Round,
        Tensor
    }; // as a face; as a corner, 1/rounding in every direction; or as `tensor` says
    Kind kind = Kind::Flat;
    Matrix tensor = Matrix::Zero(); // in the tangent plane [1/m]

    Bend() = default;
    Bend(Kind kind) : kind(kind) {}
    Bend(const Matrix& tensor) : kind(Kind::Tensor), tensor(tensor) {}

    Bend turned(const Matrix& R) const { return kind == Kind::Tensor ? Bend(R * tensor * R.transpose()) : *this; }
};

// As a sphere over a corner, as a cylinder over an edge, and not at all over a face. Since contacts are wider than a point, what
// changes at a feature's border begins to change a rounding before it: so stiffness does not jump as a touch goes from one to
// the next.
Bend bendOfRounded(const Polytope& core, const NearestPoint& at, double rounding);

} // namespace simbodydem::kernels

#endif
