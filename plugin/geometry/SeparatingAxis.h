// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_SEPARATING_AXIS_H
#define SIMBODYDEM_GEOMETRY_SEPARATING_AXIS_H

#include "geometry/Polytope.h"

// Finds an axis that separates two convex bodies. Bodies that are apart have no contacts, and the axis shows this for far less CPU time than
// a search for contacts takes. An axis separates two bodies if their projections on it are further apart than their contacts reach. Bodies
// move little between two evaluations, so an axis that was found once separates them for long.

namespace simbodydem::kernels {

/** Holds the core of a convex body in its own frame. Swept by a sphere it is the body itself. */
struct ConvexCore {
    enum class Kind { Polytope, Cylinder, Ellipsoid };
    Kind kind = Kind::Polytope;
    const Polytope* polytope = nullptr;
    Vector semiAxes = Vector::Zero(); // of an ellipsoid; or radius, radius and half length of a cylinder along z [m]

    /** Returns the point of the core that is furthest along a direction, which may have any length. */
    Vector support(const Vector& direction) const;
};

/** Holds a core in Ground. */
struct PlacedCore {
    ConvexCore core;
    Matrix R; // rotation from the body's own frame
    Vector origin;

    /** Returns the point furthest along a direction, from the origin of the body. */
    Vector support(const Vector& direction) const { return R * core.support(R.transpose() * direction); }
};

/** Returns the gap of two cores beyond which the bodies certainly have no contact [m]. The planes of a hull's faces miss its corners by up to some
millionths of its size (geometry/Precision.h). Contacts are found from faces and axes from corners, so a hundred thousandth of the radii is
added. Then no axis hides a contact.
@param reach  sum of both roundings and of the margin [m]
@param radii  sum of the radii of spheres that contain the bodies [m] */
inline double gapWithoutContact(double reach, double radii) { return reach + 1e-5 * radii; }

/** Holds an axis and the gap between the projections of two cores on it. */
struct AxisGap {
    Vector axis;          // unit vector from a to b
    double gap;           // [m]; not above the bound of the search: the cores are not found to be so far apart
    double extent;        // of both cores from their origins, along the axis towards each other [m]
    bool isFirst = false; // true if it is the axis that the search began with
};

/** Searches an axis on which the gap is larger than a bound. Gilbert, Johnson and Keerthi's method finds it: in Minkowski's difference of the
cores it approaches the point nearest to the origin.
@param bound   [m], >= 0
@param start   axis to begin with, of any length; zero: the line between the origins
@param enough  the search ends at once if the gap on the first axis is larger [m] */
AxisGap findSeparatingAxis(const PlacedCore& a, const PlacedCore& b, double bound, const Vector& start, double enough);

/** Stores an axis that separated two bodies. It is fixed in body a. It saves CPU time only: bodies that any axis separates are apart, so the
contacts are those of a search without it. */
struct KnownAxis {
    Vector inA = Vector::Zero(); // unit vector from a to b, in the frame of a; zero: none
    Vector inB = Vector::Zero(); // the same vector in the frame of b, at the time of the extent
    double extent = 0;           // of both cores from their origins, along the axis towards each other [m]
    double bound = 0;            // see findSeparatingAxis()
    double radiusB = 0;          // of a sphere about the origin of b's core that contains the core [m]
    double spare = 0;            // gap beyond the bound, when the search found the axis [m]
    enum class State { Unknown, Apart, Touching } state = State::Unknown; // in the last evaluation

    /** Returns true if the axis certainly still separates the bodies. It is fixed in a, so only the extent of b has changed, by at most the
    radius of b times the change of the direction. No corner is visited.
    @param RA, RB  rotations of both frames
    @param line    from the origin of a's core to that of b's [m] */
    template <class Rotation> bool stillSeparates(const Rotation& RA, const Rotation& RB, const Vector& line) const {
        if (state != State::Apart) return false;
        const Vector axis = RA * inA;
        const double spareNow = axis.dot(line) - extent - bound;
        return spareNow > 0 && spareNow * spareNow > radiusB * radiusB * (RB.transpose() * axis - inB).squaredNorm();
    }

    /** Searches an axis, beginning with this one, and stores it. @returns true if it separates the bodies */
    bool search(const PlacedCore& a, const PlacedCore& b, const Matrix& RA, const Matrix& RB, double gapBound,
                double radiusOfB);
};

} // namespace simbodydem::kernels

#endif
