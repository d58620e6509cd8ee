// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/SeparatingAxis.h"

#include <cmath>
#include <limits>

namespace simbodydem::kernels {

Vector ConvexCore::support(const Vector& direction) const {
    switch (kind) {
    case Kind::Polytope: {
        const std::vector<Vector>& vertices = polytope->vertices;
        std::size_t furthest = 0;
        double most = direction.dot(vertices[0]);
        for (std::size_t i = 1; i < vertices.size(); ++i) {
            const double height = direction.dot(vertices[i]);
            if (height > most) {
                most = height;
                furthest = i;
            }
        }
        return vertices[furthest];
    }
    case Kind::Cylinder: {
        const double across = std::hypot(direction[0], direction[1]), scale = across > 0 ? semiAxes[0] / across : 0;
        return {scale * direction[0], scale * direction[1], std::copysign(semiAxes[2], direction[2])};
    }
    default: {
        const Vector scaled = semiAxes.cwiseProduct(direction);
        const double length = scaled.norm();
        return length > 0 ? Vector(semiAxes.cwiseProduct(scaled) / length) : Vector(Vector::Zero());
    }
    }
}

namespace {

// Holds up to four points, and the point of their hull that is nearest to the origin.
struct Simplex {
    Vector points[4];
    int count = 0;
    Vector nearest;

    void keep(int i, int j) {
        const Vector first = points[i], second = points[j];
        points[0] = first;
        points[1] = second;
        count = 2;
    }
    void keep(int i) {
        points[0] = points[i];
        count = 1;
    }

    // Reduces the points to those whose hull contains the nearest point. Returns false if the origin is inside a tetrahedron.
    bool reduce() {
        switch (count) {
        case 1: nearest = points[0]; return true;
        case 2: reduceSegment(); return true;
        case 3: reduceTriangle(); return true;
        default: return reduceTetrahedron();
        }
    }

private:
    void reduceSegment() {
        const Vector line = points[1] - points[0];
        const double along = -line.dot(points[0]), squared = line.squaredNorm();
        if (!(along > 0))
            keep(0);
        else if (!(along < squared))
            keep(1);
        nearest = count == 2 ? Vector(points[0] + along / squared * line) : points[0];
    }

    // The regions of the corners, the edges and the face follow from the projections of the origin on two sides.
    void reduceTriangle() {
        const Vector &a = points[0], &b = points[1], &c = points[2];
        const Vector ab = b - a, ac = c - a;
        const double d1 = -ab.dot(a), d2 = -ac.dot(a), d3 = -ab.dot(b), d4 = -ac.dot(b), d5 = -ab.dot(c),
                     d6 = -ac.dot(c);
        const double ofC = d1 * d4 - d3 * d2, ofB = d5 * d2 - d1 * d6, ofA = d3 * d6 - d5 * d4;
        const double sum = ofA + ofB + ofC;
        if (sum > 0 && ofA > 0 && ofB > 0 && ofC > 0) {
            nearest = (ofA * a + ofB * b + ofC * c) / sum;
            return;
        }
        // The nearest point is on an edge. The nearest one of all three edges is right for thin triangles too.
        Simplex best;
        double least = std::numeric_limits<double>::infinity();
        for (int i = 0; i < 3; ++i) {
            Simplex edge = *this;
            edge.keep(i, (i + 1) % 3);
            edge.reduceSegment();
            const double squared = edge.nearest.squaredNorm();
            if (squared < least) {
                least = squared;
                best = edge;
            }
        }
        *this = best;
    }

    bool reduceTetrahedron() {
        Simplex best;
        double least = std::numeric_limits<double>::infinity();
        for (int opposite = 0; opposite < 4; ++opposite) {
            Simplex face;
            for (int i = 0; i < 4; ++i)
                if (i != opposite) face.points[face.count++] = points[i];
            const Vector normal = (face.points[1] - face.points[0]).cross(face.points[2] - face.points[0]);
            const double ofOrigin = -normal.dot(face.points[0]),
                         ofCorner = normal.dot(points[opposite] - face.points[0]);
            if (ofOrigin * ofCorner > 0) continue; // the origin is on the inner side of this face
            face.reduceTriangle();
            const double squared = face.nearest.squaredNorm();
            if (squared < least) {
                least = squared;
                best = face;
            }
        }
        if (!(least < std::numeric_limits<double>::infinity())) return false;
        *this = best;
        return true;
    }
};

} // namespace

AxisGap findSeparatingAxis(const PlacedCore& a, const PlacedCore& b, double bound, const Vector& start, double enough) {
    const int mostRounds = 32; // polytopes take 3 to 8, smooth bodies up to 15
    const Vector line = b.origin - a.origin;
    AxisGap best{Vector::Zero(), -std::numeric_limits<double>::infinity(), 0};
    Simplex simplex;
    Vector towards = start.squaredNorm() > 0 ? start : line; // from a to b
    for (int round = 0; round < mostRounds; ++round) {
        const double length = towards.norm();
        if (!(length > 0)) break; // the cores have a common point
        const Vector axis = towards / length;
        const Vector toB = b.support(-axis), toA = a.support(axis);
        const double extent = axis.dot(toA) - axis.dot(toB), gap = axis.dot(line) - extent;
        if (gap > best.gap) best = {axis, gap, extent, round == 0};
        if (round == 0 && gap > bound && gap > enough) break;
        // The distance is not less than the gap, and not larger than that of the nearest point so far.
        if (round > 0 && best.gap > bound && best.gap > 0.9 * length) break;
        if (round > 0 && !(length - gap > 1e-10 * length)) break;
        simplex.points[simplex.count++] = line + toB - toA;
        if (!simplex.reduce()) break;
        towards = simplex.nearest;
        if (!(towards.squaredNorm() > bound * bound)) break;
    }
    return best;
}

bool KnownAxis::search(const PlacedCore& a, const PlacedCore& b, const Matrix& RA, const Matrix& RB, double gapBound,
                       double radiusOfB) {
    bound = gapBound;
    radiusB = radiusOfB;
    // An axis that has kept half of its spare gap is not searched anew.
    const double enough = state == State::Apart ? bound + 0.5 * spare : std::numeric_limits<double>::infinity();
    const AxisGap found = findSeparatingAxis(a, b, bound, RA * inA, enough);
    const bool isApart = found.gap > bound;
    if (!(isApart && found.isFirst && state == State::Apart)) spare = found.gap - bound;
    state = isApart ? State::Apart : State::Unknown;
    inA = RA.transpose() * found.axis;
    inB = RB.transpose() * found.axis;
    extent = found.extent;
    return isApart;
}

} // namespace simbodydem::kernels
