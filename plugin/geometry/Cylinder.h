// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_CYLINDER_H
#define SIMBODYDEM_GEOMETRY_CYLINDER_H

#include "geometry/Ellipsoid.h"
#include "geometry/RoundedContact.h"

#include <vector>

// Describes a cylinder with rounded rims: a core, which is a smaller cylinder or a disc, swept by a sphere. A rim is the circle at one end
// of the core. It touches other bodies at its lowest point, and where it lies flat at points that are fixed to the body.

namespace simbodydem::kernels {

/** Holds a cylinder in Ground. */
struct CylinderBody {
    double radius, halfLength; // of its core [m]; a core with halfLength = 0 is a disc with one rim
    double rounding;
    Matrix R; // rotation from its own frame; the axis is z
    Vector centre;

    Vector axis() const { return R.col(2); }
    double outerRadius() const { return radius + rounding; }
    Vector toGround(const Vector& own) const { return R * own + centre; }
    Vector toOwn(const Vector& point) const { return R.transpose() * (point - centre); }
    int numRims() const { return halfLength > 0 ? 2 : 1; }
    Vector outwardOf(int rim) const { return rim ? Vector(-axis()) : axis(); } // along the axis
    Vector centreOf(int rim) const { return centre + halfLength * outwardOf(rim); }
    /** Returns the rim with the end inside it, swept by the rounding. */
    EllipsoidBody discOf(int rim) const { return {Vector(radius, radius, 0), R, centreOf(rim), rounding}; }
};

/** Holds the point of a cylinder's core that is nearest to a given point. */
struct NearestOnCylinder {
    enum class Part { End, Side, Rim };
    Vector point, normal; // the normal points from the core to the given point
    double distance;      // [m], < 0: the given point is inside the core
    Part part;
    double toRim; // distance of the point from the nearest rim [m]
};

/** Returns the point of the core that is nearest to `query`, in Ground. It moves without jumps as `query` moves. Inside the core rounded
bodies are no longer valid. The nearest end or side counts there. */
NearestOnCylinder findNearest(const CylinderBody&, const Vector& query);

/** Returns the curvature of a cylinder at a point of its surface. As on all rounded bodies it begins to change one rounding before a rim. */
SurfaceCurvature curvatureOfCylinder(const CylinderBody&, const NearestOnCylinder&);

namespace detail {

constexpr int pointsOfRim = 5; // the lowest one, and those that are fixed to the body

/** Returns a point of a rim that is fixed to the body. @param index  1 to pointsOfRim - 1 */
Vector fixedPointOf(const CylinderBody&, int rim, int index);

/** Returns the curvature of the rim at one of its points, for a contact with this normal. A rim that lies flat would have no curvature along its
circle, which Hertz's law cannot describe. So this curvature is at least 0.1/outerRadius. */
SurfaceCurvature curvatureOfRim(const CylinderBody&, const Vector& onRim, const Vector& normal);

// A rim that leans touches at its lowest point, and a rim that lies flat at fixed points. Losses, which are subtracted from overlaps, pass
// from one to the other. They depend on the depth D of the lowest point of the rim below its centre, which is radius times the sine of the
// lean, and on the width e, a sixteenth of the rounding. The lowest point is without loss from D = e on, and has no contact at D = 0,
// where no point is the lowest one. The fixed points are without loss up to D = e, and have no contact from D = 2 e on. The lean of the body
// changes the losses. Therefore the contact points move across the axis by radius times dloss/dD, so the moment of the force is that of an
// elastic potential. They move by at most the radius, which an overlap of more than a hundredth of the rounding may exceed.
class Leaning {
public:
    /** @param normal  of the contact, from the cylinder */
    Leaning(const CylinderBody&, const Vector& normal);

    double lossOfFixed(double radii) const { return ofFixed(radii).loss; }
    void subtractFromLowest(double radii, RoundedContactPoint& contact) const { subtract(ofLowest(radii), contact); }
    void subtractFromFixed(double radii, RoundedContactPoint& contact) const { subtract(ofFixed(radii), contact); }
    bool hasFixed() const { return depth < 2 * width; }
    bool hasLowest() const { return depth > width / 64; }
    double getWidth() const { return width; }

private:
    struct Loss {
        double loss, slope; // [m]; dloss/dD
    };
    Loss ofLowest(double radii) const;
    Loss ofFixed(double radii) const;
    void subtract(const Loss&, RoundedContactPoint&) const;

    double radius, width; // e [m]
    Vector lower;         // the normal across the axis
    double depth;         // D [m]
};

/** Returns the contact of a point of a rim without losses. @param normal  from the cylinder @param distance  of the other body's core [m] */
RoundedContactPoint touchOfRim(const CylinderBody&, const Vector& onRim, const Vector& normal, double distance,
                               double rounding, const SurfaceCurvature& curvatureOfOther, int feature);

/** Returns the edge that touches a rim at one of its points. */
PlacedEdge tangentEdge(const CylinderBody&, int rim, const Vector& onRim);

/** Returns the segment on the axis. Swept by the outer radius it is the side. */
PlacedEdge axisEdge(const CylinderBody&);

/** Finds the two points at which a line crosses a rim that lies flat on it, as seen along the axis. They are ordered along the line.
@param spread  largest sine between line and rim
@returns true if there are such points */
bool crossRim(const CylinderBody&, int rim, const Vector& from, const Vector& direction, double spread,
              Vector points[2]);

/** Finds the contact of a rim at one of its points with an edge that crosses it there. The normal points from the cylinder. @returns true if
there is a contact */
bool touchAcrossRim(const CylinderBody&, int rim, const Vector& onRim, const PlacedEdge& edge, double rounding,
                    double radiiAtEnd, double margin, RoundedContactPoint& contact);

} // namespace detail

/** Finds all contacts of a cylinder, which is a, with a half space, with overlap > -margin. Two numbers of rims have pointsOfRim features
each: first the lowest point of a rim, then its fixed points.
@param outward  outward normal of the half space
@param height   of its surface along this normal [m] */
void findContactPoints(const CylinderBody&, const Vector& outward, double height, double margin,
                       std::vector<RoundedContactPoint>& contacts);

/** Finds all contacts of a cylinder, which is a, with a rounded body, with overlap > -margin: corners of the body, its edges across the side
and the rims, and the rims on the body. */
void findContactPoints(const CylinderBody&, const RoundedBody&, double margin,
                       std::vector<RoundedContactPoint>& contacts);

/** Finds all contacts of two cylinders, with overlap > -margin. Wheels are cylinders whose cores are discs. */
void findContactPoints(const CylinderBody& a, const CylinderBody& b, double margin,
                       std::vector<RoundedContactPoint>& contacts);

/** Returns the only contact of a cylinder, which is a, with an ellipsoid: where the ellipsoid is nearest to the core. Its overlap is < 0 if
they are apart. The curvature of the ellipsoid is that of its radii of curvature. @param radii  gets them [m] */
RoundedContactPoint findContactPoint(const CylinderBody&, const EllipsoidBody&, Matrix& radii);

} // namespace simbodydem::kernels

#endif
