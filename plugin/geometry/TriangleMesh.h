// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_TRIANGLE_MESH_H
#define SIMBODYDEM_GEOMETRY_TRIANGLE_MESH_H

#include "geometry/BoxTree.h"
#include "geometry/Polytope.h"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

// Describes a surface of triangles with a solid behind it. Swept by a sphere of some radius, the rounding, it is the surface itself.

namespace simbodydem::kernels {

// Angles [rad] below which the angle of an edge is ignored. flatForSpheres holds for spheres, whose contact points are exact. flatForFaces
// holds for faces that lie on the edge, as long as the whole joined region is flat (MeshFeatures.h). shallow holds for the stiffness of a
// contact at the edge.
constexpr double flatForSpheres = 1e-12, flatForFaces = 1e-3, shallow = 0.2;

struct HeightField;

struct TriangleMesh {
    enum class Convexity { Flat, Convex, Concave };
    struct Edge : Polytope::Edge {
        int face[2] = {-1, -1};
        Convexity convexity = Convexity::Convex; // Convex also where the surface ends
        bool isFeature = false;   // true if the edge of another body can be in contact across it
        bool isSharp = false;     // true if contacts on it feel the rounding, and not the faces beside it
    };
    struct Line : Polytope::Edge { // straight edges that are features and continue each other
        int index;                 // lowest number of these edges
    };
    struct Triangle {
        std::array<int, 3> vertex, edge; // edge k is from vertex k to the next one
        Vector normal;                   // outwards, seen from where vertices are counter-clockwise
        double height;
        std::array<Vector, 3> inward; // in the plane of the triangle, from each edge
        std::array<double, 3> inwardHeight;
        bool ownsEdge[3], ownsVertex[3]; // convex ones that a search examines with this triangle only
        std::vector<int> rim;            // sharp edges of its plane, no further away than the rounding
        std::array<int, 3> hollow{{-1, -1, -1}}; // numbers of `hollows` at its vertices, -1: none
        double hollowness = 0;                   // largest curvature of a hollow in it [1/m]

        struct Over {
            double height, inside; // above its plane; from the nearest edge, < 0: outside
        };
        Over over(const Vector& query, double inside[3]) const {
            for (int k = 0; k < 3; ++k) inside[k] = inward[k].dot(query) - inwardHeight[k];
            return {normal.dot(query) - this->height, std::min({inside[0], inside[1], inside[2]})};
        }
        /** Returns true if the triangle is further away than `distance`. It uses its plane and edges only, which is fast. So it may return
        false although it is further. */
        static bool isFurther(const Over& over, double distance) {
            return over.height * over.height + std::min(over.inside, 0.) * over.inside > distance * distance;
        }
    };
    // The curvature of a hollow at a vertex, see Hollow.h.
    struct Hollow {
        Vector normal;
        Matrix curvature; // in the plane across the normal, < 0 in a hollow [1/m]
        double turn;      // angle from one face to the next, as twice the tangent of its half
    };
    std::vector<Vector> vertices;
    std::vector<Edge> edges;
    std::vector<Triangle> triangles;
    std::vector<std::vector<int>> edgesOfVertex;
    std::vector<int> cornersOf;     // vertices that can be in contact with a flat body
    std::vector<Line> edgeFeatures; // edges that can be in contact with a flat body
    std::vector<Hollow> hollows;
    bool isClosed = false;
    bool isContainer = false;                  // closed, with the free space inside
    double size = 0;                           // largest distance from its middle [m]
    BoxTree tree;                              // of the triangles
    BoxTree corners, across;                   // of cornersOf and of edgeFeatures
    std::shared_ptr<const HeightField> smooth; // the smooth surface, whose triangles only locate it; or null
    // Number of its own triangles. Further ones belong to neighbours and show how the surface continues (JoinMeshes.h).
    int numOwn = std::numeric_limits<int>::max();
    std::vector<int> continuedBy; // numbers of these neighbours

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
    /** Returns true if a body behind the surface may be outside of the solid. Contacts begin on its front only then. */
    bool isOneSided() const { return !isClosed || isContainer; }
};

/** Holds a point where a mesh is nearest to a given point. Features are numbered: triangles, then edges, then vertices. */
struct MeshPoint {
    Vector point, normal; // the normal points from the surface outwards
    double distance;      // [m], < 0: behind the surface
    int feature;
    // Faces that bear the rounding of a groove, with the weight of each. Without rounding there are none.
    std::array<int, 3> faces{{-1, -1, -1}};
    std::array<double, 3> weights{{0, 0, 0}};
};

namespace detail {

// Holds the point of a triangle that is nearest to a given point, and its feature.
struct Foot {
    Vector point;
    int feature;
};

// Returns the point of a triangle that is nearest to `query`.
Foot footOnTriangle(const TriangleMesh& mesh, int index, const Vector& query);

// Returns a triangle with this feature.
int triangleOf(const TriangleMesh& mesh, int feature);

// Returns true if a feature is on the rim, where the surface ends.
bool isOnRim(const TriangleMesh& mesh, int feature);

// Returns the outward direction on a feature. At a corner it is a mean of the face normals, weighted by their angles (Bærentzen & Aanæs 2005, DOI
// 10.1109/TVCG.2005.49).
Vector outwardsOn(const TriangleMesh& mesh, int feature);

} // namespace detail

} // namespace simbodydem::kernels

#endif
