// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GEOMETRY_TRIANGLE_MESH_H
#define SIMBODYDEM_GEOMETRY_TRIANGLE_MESH_H

#include "geometry/BoxTree.h"
#include "geometry/Polytope.h"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

// A surface of triangles, the skin of something solid behind them. Swept by a sphere of some radius, the rounding, it is the
// surface itself.

namespace simbodydem::kernels {

// An edge that is bent by less is none [rad]: for spheres, whose place on it is exact; for faces that lie on it, as long as all that is
// joined so is flat (MeshFeatures.h); and for the stiffness of what touches there.
constexpr double flatForSpheres = 1e-12, flatForFaces = 1e-3, shallow = 0.2;

struct HeightField;

struct TriangleMesh {
    enum class Bend { Flat, Convex, Concave };
    struct Edge : Polytope::Edge {
        int face[2] = {-1, -1};
        Bend bend = Bend::Convex; // also where the surface ends
        bool isFeature = false;   // so that another body's edge can lie across it
        bool isSharp = false;     // so that touches on it feel the rounding, and not the faces beside it
    };
    struct Line : Polytope::Edge { // straight edges that are features and continue each other
        int index;                 // the lowest of them
    };
    struct Triangle {
        std::array<int, 3> vertex, edge; // edge k leads from vertex k to the next one
        Vector normal;                   // outwards, where vertices are counter-clockwise
        double height;
        std::array<Vector, 3> inward; // along the triangle, from each edge
        std::array<double, 3> inwardHeight;
        bool ownsEdge[3], ownsVertex[3]; // convex ones, that are looked at with this triangle and not with another one
        std::vector<int> rim; // sharp edges of the plane that it is part of, not further away than the rounding

        struct Over {
            double height, inside; // over its plane; from the edge that is nearest, < 0: outside
        };
        Over over(const Vector& place, double inside[3]) const {
            for (int k = 0; k < 3; ++k) inside[k] = inward[k].dot(place) - inwardHeight[k];
            return {normal.dot(place) - this->height, std::min({inside[0], inside[1], inside[2]})};
        }
        /** Whether it is further away than this, by its plane and its edges: cheap, and rather no than yes. */
        static bool isFurther(const Over& over, double distance) {
            return over.height * over.height + std::min(over.inside, 0.) * over.inside > distance * distance;
        }
    };
    std::vector<Vector> vertices;
    std::vector<Edge> edges;
    std::vector<Triangle> triangles;
    std::vector<std::vector<int>> edgesOfVertex;
    std::vector<int> cornersOf;     // vertices that touch what is flat
    std::vector<Line> edgeFeatures; // edges that do
    bool isClosed = false;
    bool isContainer = false;                  // closed, with the free space inside
    double size = 0;                           // greatest distance from its middle [m]
    BoxTree tree;                              // of the triangles
    BoxTree corners, across;                   // of cornersOf and of edgeFeatures
    std::shared_ptr<const HeightField> smooth; // the surface itself, of which triangles only tell where it is; or null
    int numOwn = std::numeric_limits<
        int>::max();              // those beyond are neighbours', that only tell how the surface goes on (JoinMeshes.h)
    std::vector<int> continuedBy; // the numbers of these neighbours

    bool isOwn(int triangle) const { return triangle < numOwn; }
    bool hasOwn(const Edge& edge) const {
        return std::any_of(edge.face, edge.face + edge.numFaces, [&](int t) { return isOwn(t); });
    }
    Vector awayFrom(int vertex, int edge) const {
        return edges[edge].from == vertex ? edges[edge].direction : Vector(-edges[edge].direction);
    }
    double angleAt(const Triangle& t, int vertex) const {
        const int k = t.vertex[0] == vertex ? 0 : t.vertex[1] == vertex ? 1 : 2;
        return std::acos(
            std::min(std::max(awayFrom(vertex, t.edge[k]).dot(awayFrom(vertex, t.edge[(k + 2) % 3])), -1.), 1.));
    }
    int numFeatures() const { return int(triangles.size() + edges.size() + vertices.size()); }
    /** Returns true if there may be something behind it that is not inside a solid: contacts begin on its front alone. */
    bool isOneSided() const { return !isClosed || isContainer; }
};

/** A place where a mesh is nearest. Features are numbered: triangles, then edges, then vertices. */
struct MeshPoint {
    Vector point, normal; // the normal leads from the surface outwards
    double distance;      // < 0: behind the surface
    int feature;
};

namespace detail {

// Of a triangle the point that is nearest to a place, and the feature that it is on.
struct Foot {
    Vector point;
    int feature;
};

Foot footOnTriangle(const TriangleMesh& mesh, int index, const Vector& place);

int triangleOf(const TriangleMesh& mesh, int feature);

// Returns true if the surface ends at a feature: on its rim.
bool isOnRim(const TriangleMesh& mesh, int feature);

// Which way is outwards on a feature: faces by their angles at a corner (Baerentzen & Aanaes 2005).
Vector outwardsOn(const TriangleMesh& mesh, int feature);

} // namespace detail

} // namespace simbodydem::kernels

#endif
