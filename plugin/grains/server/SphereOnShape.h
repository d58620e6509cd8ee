// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_SPHERE_ON_SHAPE_H
#define SIMBODYDEM_GRAINS_SERVER_SPHERE_ON_SHAPE_H

#include "geometry/CollisionShape.h"
#include "geometry/Cylinder.h"
#include "geometry/Ellipsoid.h"
#include "geometry/MeshContact.h"
#include "geometry/RoundedContact.h"
#include "geometry/ShapeData.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace simbodydem::grains {

using kernels::Matrix;
using kernels::Vector;

/** Holds one contact of a grain with a surface. */
struct SphereContact {
    std::int64_t patch; // constant as long as the contact lasts
    Vector normal;      // from the surface to the grain
    double overlap;     // [m], > 0
    double effectiveRadius;
    double front; // of a one-sided surface: distance of the centre in front of it [m], < 0: behind; else infinite
};

/** Finds the contacts of spheres with one surface, by the kernels that find contacts of surfaces on bodies. */
class SphereOnShape {
public:
    /** @throws std::invalid_argument if the numbers make no shape */
    explicit SphereOnShape(const kernels::ShapeData&);
    ~SphereOnShape();
    SphereOnShape(SphereOnShape&&) noexcept;

    /** Sets the present pose of the shape. */
    void setPose(const Matrix& rotation, const Vector& origin);
    /** Returns true if a sphere may be in contact. It uses a box around the shape only. */
    bool isNear(const Vector& centre, double reach) const;
    /** Returns half the extent of the placed shape along an axis of Ground [m]; infinite for a half space. */
    double halfExtent(int axis) const { return halfSize[axis]; }
    /** Returns the middle of the box around the placed shape. */
    const Vector& getMiddle() const { return middle; }
    bool isBounded() const { return shape.kind != kernels::ShapeKind::HalfSpace; }
    /** Returns true for an open mesh, which has contacts on its front only. */
    bool isSheet() const { return shape.isSheet; }
    /** Returns true if there is no place for a grain at a point: below a terrain, within a closed mesh, out of a container, or where the
    nearest part of an open mesh shows its back. Other shapes find such grains as contacts. */
    bool isBehind(const Vector& centre) const;

    /** Finds all contacts with overlap > 0.
    @param around  triangles near this sphere, kept from one search to the next while the same sphere is near */
    void find(const Vector& centre, double radius, kernels::AroundCorners& around,
              std::vector<SphereContact>& contacts) const;

private:
    double heightOfTerrain(double x, double y) const;
    void addRounded(const kernels::RoundedContactPoint&, double radius, std::vector<SphereContact>&) const;

    kernels::CollisionShape shape;
    std::vector<double> gridX, gridY, heights; // of a terrain
    Vector ownLow = Vector::Zero(), ownHigh = Vector::Zero(); // box of what is rounded, in its own frame
    double swell = 0;                                         // by which the shape is beyond it, along every normal
    Matrix R = Matrix::Identity();
    Vector origin = Vector::Zero();
    Vector middle = Vector::Zero(), halfSize = Vector::Zero();
    struct Workspace;
    std::unique_ptr<Workspace> workspace; // of the kernels
};

} // namespace simbodydem::grains

#endif
