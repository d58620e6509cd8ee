// SPDX-License-Identifier: Apache-2.0
#include "robots/MjcfMass.h"

#include "simbodydem/robots/RobotGeometry.h"

#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

SymMat33 diagonal(Real x, Real y, Real z) { return SymMat33(x, 0, y, 0, 0, z); }

// A box with these half edges, or an ellipsoid with these half axes, has mass times a fraction of the sums of squares.
SymMat33 ofSquares(Real factor, const Vec3& half) {
    const Vec3 s(square(half[0]), square(half[1]), square(half[2]));
    return diagonal(factor * (s[1] + s[2]), factor * (s[0] + s[2]), factor * (s[0] + s[1]));
}

SymMat33 outer(const Vec3& v) {
    return SymMat33(v[0] * v[0], v[0] * v[1], v[1] * v[1], v[0] * v[2], v[1] * v[2], v[2] * v[2]);
}

// Sums over the tetrahedra between an apex and the triangles of a mesh. The second moment of one about its corner at 0 is volume / 20 * (sum of
// outer products of its corners + outer product of their sum).
struct Tetrahedra {
    Tetrahedra(const RobotMesh& mesh, const Vec3& apex, bool isExact) {
        for (const auto& t : mesh.triangles) {
            const Vec3 a = mesh.vertices[std::size_t(t[0])] - apex, b = mesh.vertices[std::size_t(t[1])] - apex,
                       c = mesh.vertices[std::size_t(t[2])] - apex;
            const Real side = ~a * (b % c) / 6, own = isExact ? side : std::abs(side);
            volume += own;
            firstMoment += own / 4 * (a + b + c);
            second += own / 20 * (outer(a) + outer(b) + outer(c) + outer(a + b + c));
        }
    }
    Real volume = 0;
    Vec3 firstMoment = Vec3(0);
    SymMat33 second = SymMat33(0);
};

// MuJoCo's mode "legacy" finds the center with positive volumes about the mean of the surface, then volume and inertia with positive volumes
// about that center. Both agree with the exact values if the center sees the whole surface from inside.
SolidShape meshSolid(const RobotMesh& mesh, bool isExact) {
    Vec3 apex(0); // the mean of the surface
    Real area = 0;
    for (const auto& t : mesh.triangles) {
        const Vec3 &a = mesh.vertices[std::size_t(t[0])], &b = mesh.vertices[std::size_t(t[1])],
                   &c = mesh.vertices[std::size_t(t[2])];
        const Real own = ((b - a) % (c - a)).norm() / 2;
        area += own;
        apex += own * (a + b + c) / 3;
    }
    if (area > 0) apex /= area;
    const Tetrahedra first(mesh, apex, isExact);
    if (!(first.volume > 0)) return {};
    SolidShape solid;
    solid.center = apex + first.firstMoment / first.volume;
    const Tetrahedra about(mesh, solid.center, isExact);
    solid.volume = about.volume;
    const Real trace = about.second(0, 0) + about.second(1, 1) + about.second(2, 2);
    solid.inertia = diagonal(trace, trace, trace) - about.second;
    return solid;
}

} // namespace

SolidShape findSolid(const RobotGeometry& geometry, bool hasExactMeshes) {
    const Real r = geometry.radius, h = geometry.length / 2;
    SolidShape solid;
    switch (geometry.kind) {
    case RobotGeometry::Kind::Box:
        solid.volume = geometry.size[0] * geometry.size[1] * geometry.size[2];
        solid.inertia = ofSquares(solid.volume / 3, geometry.size / 2);
        break;
    case RobotGeometry::Kind::Ellipsoid:
        solid.volume = Pi / 6 * geometry.size[0] * geometry.size[1] * geometry.size[2];
        solid.inertia = ofSquares(solid.volume / 5, geometry.size / 2);
        break;
    case RobotGeometry::Kind::Sphere:
        solid.volume = 4 * Pi / 3 * cube(r);
        solid.inertia = ofSquares(solid.volume / 5, Vec3(r));
        break;
    case RobotGeometry::Kind::Cylinder: {
        solid.volume = 2 * Pi * square(r) * h;
        const Real across = solid.volume * (square(r) / 4 + square(h) / 3);
        solid.inertia = diagonal(across, across, solid.volume * square(r) / 2);
        break;
    }
    case RobotGeometry::Kind::Capsule: { // a cylinder and two hemispheres
        const Real middle = 2 * Pi * square(r) * h, caps = 4 * Pi / 3 * cube(r);
        solid.volume = middle + caps;
        const Real across =
            middle * (square(r) / 4 + square(h) / 3) + caps * (0.4 * square(r) + square(h) + 0.75 * r * h);
        solid.inertia = diagonal(across, across, middle * square(r) / 2 + caps * 0.4 * square(r));
        break;
    }
    case RobotGeometry::Kind::Mesh: return meshSolid(loadMesh(geometry), hasExactMeshes);
    case RobotGeometry::Kind::Plane: break;
    }
    return solid;
}

void ShapeSum::add(const SolidShape& solid, Real shapeMass, const Transform& X_LG) {
    if (!(shapeMass > 0) || !(solid.volume > 0)) return;
    const Vec3 center = X_LG * solid.center;
    mass += shapeMass;
    firstMoment += shapeMass * center;
    inertia += X_LG.R().reexpressSymMat33(solid.inertia * (shapeMass / solid.volume)) +
               Inertia::pointMassAt(center, shapeMass).asSymMat33();
}

SymMat33 ShapeSum::getInertia() const { return inertia - Inertia::pointMassAt(getCenter(), mass).asSymMat33(); }

} // namespace simbodydem
