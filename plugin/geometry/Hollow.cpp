// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/Hollow.h"

#include "geometry/PrincipalValues.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace simbodydem::kernels::detail {

namespace {

// Returns the tensor, turned by the smallest rotation that takes one normal to the other.
Matrix turned(const Matrix& tensor, const Vector& from, const Vector& to) {
    const Vector axis = from.cross(to);
    const double cosine = from.dot(to);
    if (!(cosine > -0.5)) return tensor;
    const Matrix K = crossOf(axis), R = Matrix::Identity() + K + K * K / (1 + cosine);
    return R * tensor * R.transpose();
}

/** Sums the curvatures of the edges of a face. */
class Hollows {
public:
    explicit Hollows(TriangleMesh& mesh) : mesh(mesh), face(mesh.triangles.size()) {
        std::iota(face.begin(), face.end(), 0);
    }

    void find() {
        joinFaces();
        sumFaces();
        mesh.hollows.clear();
        std::vector<std::vector<int>> trianglesOf(mesh.vertices.size());
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            for (const int v : mesh.triangles[t].vertex) trianglesOf[std::size_t(v)].push_back(int(t));
        for (std::size_t v = 0; v < trianglesOf.size(); ++v) averageAt(int(v), trianglesOf[v]);
        for (TriangleMesh::Triangle& t : mesh.triangles) {
            Matrix sum = Matrix::Zero();
            for (const int h : t.hollow)
                if (h >= 0) sum += turned(mesh.hollows[std::size_t(h)].curvature, mesh.hollows[std::size_t(h)].normal, t.normal) / 3;
            t.hollowness = std::max(-PrincipalValues(sum, t.normal).least, 0.);
        }
    }

private:
    struct Sum {
        Matrix curvature = Matrix::Zero();
        double area = 0, turns = 0, squares = 0;
    };

    // Returns the tangent of half the angle at an edge: > 0 if the faces rise from it. A rim and a corner have none.
    double tangentOfHalfAngle(const TriangleMesh::Edge& edge) const {
        if (edge.numFaces < 2) return 0;
        const Vector& normal = mesh.triangles[edge.face[0]].normal;
        const double sine = normal.dot(edge.intoFace[1]), cosine = normal.dot(mesh.triangles[edge.face[1]].normal);
        return cosine > 0 && std::abs(sine) < steepest ? sine / (1 + cosine) : 0;
    }
    bool isCorner(const TriangleMesh::Edge& edge) const {
        return edge.numFaces < 2 || (edge.convexity == TriangleMesh::Convexity::Concave && tangentOfHalfAngle(edge) == 0);
    }
    int faceOf(int t) {
        while (face[std::size_t(t)] != t) t = face[std::size_t(t)] = face[std::size_t(face[std::size_t(t)])];
        return t;
    }

    // Joins triangles that are one face: their edge turns by no more than rounding, or by a hundredth of what other edges do.
    void joinFaces() {
        std::vector<double> most(mesh.triangles.size(), 0);
        for (std::size_t t = 0; t < most.size(); ++t)
            for (const int e : mesh.triangles[t].edge) most[t] = std::max(most[t], std::abs(tangentOfHalfAngle(mesh.edges[e])));
        for (const TriangleMesh::Edge& edge : mesh.edges)
            if (edge.numFaces == 2 && !isCorner(edge)) {
                const double beside = std::max(most[std::size_t(edge.face[0])], most[std::size_t(edge.face[1])]);
                if (std::abs(tangentOfHalfAngle(edge)) <= std::max(1e-6, 0.01 * beside))
                    face[std::size_t(faceOf(edge.face[0]))] = faceOf(edge.face[1]);
            }
    }

    void sumFaces() {
        sums.assign(mesh.triangles.size(), Sum());
        for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
            const TriangleMesh::Triangle& t = mesh.triangles[i];
            Sum& sum = sums[std::size_t(faceOf(int(i)))];
            const Vector &a = mesh.vertices[t.vertex[0]], &b = mesh.vertices[t.vertex[1]], &c = mesh.vertices[t.vertex[2]];
            sum.area += 0.5 * (b - a).cross(c - a).norm();
            for (int k = 0; k < 3; ++k) {
                const TriangleMesh::Edge& edge = mesh.edges[t.edge[k]];
                const double tangent = tangentOfHalfAngle(edge);
                if (tangent == 0) continue;
                sum.curvature -= tangent * edge.length * t.inward[k] * t.inward[k].transpose();
                if (!(tangent > 0)) continue;
                sum.turns += tangent * edge.length;
                sum.squares += 2 * tangent * tangent * edge.length;
            }
        }
    }

    // Averages the faces around a vertex, separately on each side of a corner.
    void averageAt(int vertex, const std::vector<int>& around) {
        std::vector<std::pair<int, std::size_t>> ends; // edges of the vertex, and the place in the list of a triangle that has it
        for (std::size_t i = 0; i < around.size(); ++i)
            for (const int e : mesh.triangles[std::size_t(around[i])].edge) {
                const TriangleMesh::Edge& edge = mesh.edges[std::size_t(e)];
                if ((edge.from == vertex || edge.to == vertex) && !isCorner(edge)) ends.emplace_back(e, i);
            }
        std::sort(ends.begin(), ends.end());
        std::vector<std::size_t> fanOf(around.size()); // the place of another triangle of the same fan, or its own
        std::iota(fanOf.begin(), fanOf.end(), std::size_t(0));
        const auto find = [&](std::size_t i) {
            while (fanOf[i] != i) i = fanOf[i] = fanOf[fanOf[i]];
            return i;
        };
        for (std::size_t k = 1; k < ends.size(); ++k)
            if (ends[k].first == ends[k - 1].first) fanOf[find(ends[k].second)] = find(ends[k - 1].second);
        std::vector<std::vector<int>> fans(around.size());
        for (std::size_t i = 0; i < around.size(); ++i) fans[find(i)].push_back(around[i]);
        for (const std::vector<int>& fan : fans)
            if (!fan.empty()) addAverage(vertex, fan);
    }
    void addAverage(int vertex, const std::vector<int>& fan) {
        TriangleMesh::Hollow hollow{Vector::Zero(), Matrix::Zero(), 0};
        for (const int t : fan) {
            const TriangleMesh::Triangle& triangle = mesh.triangles[std::size_t(t)];
            hollow.normal += mesh.angleAt(triangle, vertex) * triangle.normal;
        }
        hollow.normal.normalize();
        double angles = 0, weights = 0;
        for (const int t : fan) {
            const TriangleMesh::Triangle& triangle = mesh.triangles[std::size_t(t)];
            const Sum& sum = sums[std::size_t(faceOf(t))];
            const double angle = mesh.angleAt(triangle, vertex), weight = angle * sum.turns / sum.area;
            angles += angle;
            hollow.curvature += angle / sum.area * turned(sum.curvature, triangle.normal, hollow.normal);
            if (!(sum.turns > 0)) continue;
            weights += weight;
            hollow.turn += weight * sum.squares / sum.turns;
        }
        hollow.curvature /= angles;
        if (!(weights > 0) || !(PrincipalValues(hollow.curvature, hollow.normal).least < -1e-9 / mesh.size)) return;
        hollow.turn /= weights;
        for (const int t : fan) {
            TriangleMesh::Triangle& triangle = mesh.triangles[std::size_t(t)];
            for (int k = 0; k < 3; ++k)
                if (triangle.vertex[k] == vertex) triangle.hollow[k] = int(mesh.hollows.size());
        }
        mesh.hollows.push_back(hollow);
    }

    TriangleMesh& mesh;
    std::vector<int> face; // number of a triangle of the same face
    std::vector<Sum> sums; // by face
};

// Holds a tensor in the plane across a normal, and the angle from face to face.
struct Tensor {
    Matrix curvature = Matrix::Zero();
    double turn = 0;
};

// Adds the hollow in a triangle, between those at its vertices.
void addHollow(const TriangleMesh& mesh, int triangle, const Vector& point, const Vector& normal, double fraction, Tensor& to) {
    const TriangleMesh::Triangle& t = mesh.triangles[std::size_t(triangle)];
    if (!(t.hollowness > 0)) return;
    double inside[3], weights[3], sum = 0;
    t.over(point, inside);
    for (int k = 0; k < 3; ++k) {
        const int opposite = (k + 1) % 3; // edge
        const double height = t.inward[opposite].dot(mesh.vertices[t.vertex[k]]) - t.inwardHeight[opposite];
        weights[k] = std::max(inside[opposite] / height, 0.);
        sum += weights[k];
    }
    for (int k = 0; k < 3; ++k)
        if (t.hollow[k] >= 0 && weights[k] > 0) {
            const TriangleMesh::Hollow& hollow = mesh.hollows[std::size_t(t.hollow[k])];
            to.curvature += fraction * weights[k] / sum * turned(hollow.curvature, hollow.normal, normal);
            to.turn += fraction * weights[k] / sum * hollow.turn;
        }
}

// Fraction of its curvature with which a hollow counts. @param fit  radius of the body over that of the hollow
double weightOf(double fit, double turn) {
    constexpr double wide = 0.05, narrow = 0.15; // the body is this fraction of a hollow
    constexpr double small = 1.65, large = 1.35; // the faces are this many radii wide
    return (1 - ramp((fit - wide) / (narrow - wide))) * ramp((turn / fit - large) / (small - large));
}

} // namespace

void findHollows(TriangleMesh& mesh) { Hollows(mesh).find(); }

double hollownessAround(const TriangleMesh& mesh, const Vector& query, double reach, const std::vector<int>& near) {
    double sum = 0, weights = 0;
    for (const int i : near) {
        const TriangleMesh::Triangle& t = mesh.triangles[std::size_t(i)];
        if (!(t.hollowness > 0)) continue;
        const double nearness = reach * reach - (query - footOnTriangle(mesh, i, query).point).squaredNorm();
        if (!(nearness > 0)) continue; // `near` may have triangles beyond the reach
        // A flat part beside the hollow does not make it wider, so the sharpest counts most.
        const double weight = nearness * nearness * t.hollowness;
        sum += weight * t.hollowness;
        weights += weight;
    }
    return weights > 0 ? sum / weights : 0;
}

Matrix hollowAt(const TriangleMesh& mesh, const MeshPoint& at, double rounding, const InHollow& other, bool& isHollow) {
    isHollow = false;
    Tensor tensor;
    if (at.faces[0] < 0) {
        const int t = triangleOf(mesh, at.feature);
        if (mesh.triangles[std::size_t(t)].hollowness * other.radius > 0.01) addHollow(mesh, t, at.point, at.normal, 1, tensor);
    } else
        for (int i = 0; i < 3; ++i)
            if (at.faces[i] >= 0 && mesh.triangles[std::size_t(at.faces[i])].hollowness * other.radius > 0.01)
                addHollow(mesh, at.faces[i], footOnTriangle(mesh, at.faces[i], at.point).point, at.normal, at.weights[i], tensor);
    if (!(tensor.turn > 0)) return tensor.curvature;
    const PrincipalValues values(tensor.curvature, at.normal);
    const Vector first = values.direction.isZero() ? Vector(tangentsOf(at.normal).col(0)) : values.direction;
    const Vector directions[2] = {first, at.normal.cross(first)};
    const double curvatures[2] = {-values.largest, -values.least}; // of the faces, without rounding
    Matrix hollow = Matrix::Zero();
    for (int i = 0; i < 2; ++i) {
        if (!(curvatures[i] > 0)) continue;
        const double radius = other.radii ? directions[i].dot(*other.radii * directions[i]) : other.radius;
        const double hollowRadius = std::max(1 / curvatures[i] - rounding, 1e-3 * radius);
        const double weight = weightOf(radius / hollowRadius, tensor.turn);
        hollow -= weight / hollowRadius * directions[i] * directions[i].transpose();
    }
    if (hollow.isZero()) return hollow;
    // The body is rounder than the hollow by 1 %: the largest eigenvalue of radii * curvature is at most 0.99.
    const Matrix product = other.radii ? Matrix(-*other.radii * hollow) : Matrix(-other.radius * hollow);
    const double sum = product.trace(), squares = (product * product).trace();
    const double largest = 0.5 * (sum + std::sqrt(std::max(2 * squares - sum * sum, 0.)));
    isHollow = true;
    return std::min(1., 0.99 / largest) * hollow;
}
} // namespace simbodydem::kernels::detail
