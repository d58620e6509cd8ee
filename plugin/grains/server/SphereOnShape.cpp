// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/SphereOnShape.h"

#include "geometry/EllipsoidOnRounded.h"
#include "geometry/HeightField.h"
#include "geometry/PrincipalValues.h"
#include "laws/hertz/EllipticHertz.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace simbodydem::grains {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using Kind = kernels::ShapeKind;

// Returns R* of a grain on a surface of this curvature. @param hollowest  least curvature [1/m]
double effectiveRadiusOn(const kernels::SurfaceCurvature& curvature, double cornerRadius, const Vector& normal, double radius,
                         double hollowest) {
    switch (curvature.kind) {
    case kernels::SurfaceCurvature::Kind::Flat: return radius;
    case kernels::SurfaceCurvature::Kind::Round: return 1 / (1 / radius + 1 / cornerRadius);
    default: break;
    }
    const kernels::PrincipalValues values(curvature.tensor, normal);
    return kernels::equivalentRadius(std::max(values.largest, hollowest) + 1 / radius,
                                     std::max(values.least, hollowest) + 1 / radius);
}

} // namespace

struct SphereOnShape::Workspace {
    kernels::Polytope point{{Vector::Zero()}, {}, {}}; // the core of every grain
    kernels::RoundedSearch rounded;
    kernels::MeshContactPoints mesh;
    std::vector<kernels::RoundedContactPoint> cylinder;
};

SphereOnShape::~SphereOnShape() = default;
SphereOnShape::SphereOnShape(SphereOnShape&&) noexcept = default;

SphereOnShape::SphereOnShape(const kernels::ShapeData& data) : workspace(std::make_unique<Workspace>()) {
    const kernels::MeshFault fault = kernels::makeCollisionShape(shape, data);
    if (fault.exists())
        throw std::invalid_argument(fault.isRounding ? "the rounding is too large for the shape" : fault.text);
    if (data.kind == kernels::ShapeData::Kind::Terrain) {
        gridX = data.x;
        gridY = data.y;
        heights = data.points;
    }
    if (shape.core || shape.mesh) {
        ownLow.setConstant(infinity);
        ownHigh.setConstant(-infinity);
        for (const Vector& vertex : shape.core ? shape.core->vertices : shape.mesh->vertices) {
            ownLow = ownLow.cwiseMin(vertex);
            ownHigh = ownHigh.cwiseMax(vertex);
        }
    } else if (isBounded()) {
        ownLow = -shape.semiAxes;
        ownHigh = shape.semiAxes;
    }
    swell = shape.rounding + (shape.mesh && shape.mesh->smooth ? shape.mesh->smooth->sag : 0);
    setPose(Matrix::Identity(), Vector::Zero());
}

void SphereOnShape::setPose(const Matrix& rotation, const Vector& at) {
    R = rotation;
    origin = at;
    if (!isBounded()) {
        middle = at;
        halfSize.setConstant(infinity);
        return;
    }
    middle = R * (0.5 * (ownLow + ownHigh)) + origin;
    // A wheel or a ball that turns is not longer than one at rest.
    for (int axis = 0; axis < 3; ++axis) {
        const Vector along = R.row(axis);
        if (shape.kind == Kind::Ellipsoid)
            halfSize[axis] = along.cwiseProduct(shape.semiAxes).norm();
        else if (shape.kind == Kind::Wheel || shape.kind == Kind::Cylinder)
            halfSize[axis] = along.head<2>().norm() * shape.semiAxes[0] + std::abs(along[2]) * shape.semiAxes[2] + swell;
        else
            halfSize[axis] = along.cwiseAbs().dot(0.5 * (ownHigh - ownLow)) + swell;
    }
}

bool SphereOnShape::isNear(const Vector& centre, double reach) const {
    if (isBounded()) return ((centre - middle).cwiseAbs() - halfSize).maxCoeff() < reach;
    return -R.col(0).dot(centre - origin) < reach;
}

void SphereOnShape::addRounded(const kernels::RoundedContactPoint& found, double radius,
                               std::vector<SphereContact>& contacts) const {
    if (!(found.overlap > 0)) return;
    const double hollowest = shape.mesh ? -0.99 / radius : 0;
    contacts.push_back({found.feature, found.normal, found.overlap,
                        effectiveRadiusOn(found.curvatureA, shape.rounding, found.normal, radius, hollowest), found.front});
}

double SphereOnShape::heightOfTerrain(double x, double y) const {
    if (shape.mesh->smooth) return shape.mesh->smooth->at(x, y).point[2];
    const auto cellOf = [](const std::vector<double>& lines, double at) {
        return std::size_t(std::upper_bound(lines.begin() + 1, lines.end() - 1, at) - lines.begin()) - 1;
    };
    const std::size_t i = cellOf(gridX, x), j = cellOf(gridY, y);
    const auto node = [&](std::size_t k, std::size_t l) { return heights[(i + k) * gridY.size() + j + l]; };
    const double u = (x - gridX[i]) / (gridX[i + 1] - gridX[i]), v = (y - gridY[j]) / (gridY[j + 1] - gridY[j]);
    // The diagonal of a cell is from its first corner, as in makeGridTriangles().
    return u >= v ? node(0, 0) + u * (node(1, 0) - node(0, 0)) + v * (node(1, 1) - node(1, 0))
                  : node(0, 0) + v * (node(0, 1) - node(0, 0)) + u * (node(1, 1) - node(0, 1));
}

bool SphereOnShape::isBehind(const Vector& centre) const {
    if (!shape.mesh) return false;
    const Vector query = R.transpose() * (centre - origin);
    if (!gridX.empty()) {
        const bool isOver = query[0] >= gridX.front() && query[0] <= gridX.back() && query[1] >= gridY.front() &&
                            query[1] <= gridY.back();
        return isOver && query[2] < heightOfTerrain(query[0], query[1]);
    }
    kernels::detail::Foot nearest{Vector::Zero(), 0};
    double least = infinity;
    shape.mesh->tree.visitNearest(query, infinity, [&](int triangle, double& bound) {
        const kernels::detail::Foot foot = kernels::detail::footOnTriangle(*shape.mesh, triangle, query);
        const double distance = (query - foot.point).squaredNorm();
        if (!(distance < least)) return;
        nearest = foot;
        bound = least = distance;
    });
    if (kernels::detail::isOnRim(*shape.mesh, nearest.feature)) return false; // beside an open mesh
    return (query - nearest.point).dot(kernels::detail::outwardsOn(*shape.mesh, nearest.feature)) < 0;
}

void SphereOnShape::find(const Vector& centre, double radius, kernels::AroundCorners& around,
                         std::vector<SphereContact>& contacts) const {
    contacts.clear();
    if (shape.kind == Kind::HalfSpace) {
        const Vector outward = -R.col(0);
        const double overlap = radius - outward.dot(centre - origin);
        if (overlap > 0) contacts.push_back({0, outward, overlap, radius, infinity});
        return;
    }
    if (shape.kind == Kind::Sphere) {
        const Vector line = centre - origin;
        const double distance = line.norm(), overlap = radius + shape.rounding - distance;
        if (overlap > 0)
            contacts.push_back({0, distance > 0 ? Vector(line / distance) : Vector::UnitZ(), overlap,
                                1 / (1 / radius + 1 / shape.rounding), infinity});
        return;
    }
    const kernels::RoundedBody grain{&workspace->point, radius, Matrix::Identity(), centre};
    if (shape.mesh) {
        kernels::findContactPoints(kernels::PlacedMesh{shape.mesh.get(), shape.rounding, R, origin}, grain, radius, 0, around,
                                   workspace->mesh);
        for (const auto& found : workspace->mesh.contacts) addRounded(found, radius, contacts);
    } else if (shape.kind == Kind::Cylinder) {
        kernels::findContactPoints(kernels::CylinderBody{shape.semiAxes[0], shape.semiAxes[2], shape.rounding, R, origin}, grain, 0,
                                   workspace->cylinder);
        for (const auto& found : workspace->cylinder) addRounded(found, radius, contacts);
    } else if (shape.kind == Kind::Ellipsoid || shape.kind == Kind::Wheel) {
        const kernels::EllipsoidBody body{shape.semiAxes, R, origin, shape.rounding};
        const kernels::EllipsoidContactPoint found = kernels::findContactPoint(grain, body);
        if (!(found.overlap > 0)) return;
        const kernels::PrincipalValues radii(found.radiiOfEllipsoid, found.normal);
        // The sides of a wheel are flat; its curvature is at least a tenth of that of its disc, as for other bodies.
        const double flattest = shape.kind == Kind::Wheel ? 0.1 / shape.semiAxes[0] : 0;
        contacts.push_back({0, -found.normal, found.overlap,
                            kernels::equivalentRadius(std::max(1 / radii.largest, flattest) + 1 / radius,
                                                      std::max(1 / radii.least, flattest) + 1 / radius),
                            infinity});
    } else {
        kernels::findContactPoints(kernels::RoundedBody{shape.core.get(), shape.rounding, R, origin}, grain, 0, workspace->rounded);
        for (const auto& found : workspace->rounded.contacts) addRounded(found, radius, contacts);
    }
}

} // namespace simbodydem::grains
