// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_LOWEST_OF_RIM_H
#define SIMBODYDEM_GEOMETRY_LOWEST_OF_RIM_H

#include "geometry/Cylinder.h"

#include <cmath>
#include <limits>

namespace simbodydem::kernels::detail {

/** Holds the point of a rim that is nearest to another body, and the direction of this body from there. */
struct LowestOfRim {
    Vector onRim, normal;
    double distance;
};

// Finds the point of a rim that is nearest to a convex body, if it is also the nearest one of the end inside the rim. off(place) returns the
// outward normal of the body and the distance of a place from it. Along the rim this distance has at most two minima. Samples bracket them. At
// a minimum the slope is zero, which bisection and the secant rule in turn find. Since the distance is convex, a minimum whose normal leads
// away from the axis is the nearest point of the whole end. At other minima a point within the end is nearer. Then the distance is infinite.
template <class Off> LowestOfRim findLowest(const CylinderBody& body, int rim, const Off& off) {
    const int samples = 24;
    LowestOfRim at, lowest{Vector::Zero(), Vector::Zero(), std::numeric_limits<double>::infinity()};
    const auto slopeAt = [&](double angle) {
        const Vector outward = std::cos(angle) * body.R.col(0) + std::sin(angle) * body.R.col(1);
        at.onRim = body.centreOf(rim) + body.radius * outward;
        const auto there = off(at.onRim);
        at.normal = -there.normal;
        at.distance = there.distance;
        return there.normal.dot(body.axis().cross(outward));
    };
    double high = 0, slopeHigh = slopeAt(high);
    for (int k = 1; k <= samples; ++k) {
        double low = high, slopeLow = slopeHigh;
        high = 2 * EIGEN_PI * k / samples;
        slopeHigh = slopeAt(high);
        if (!(slopeLow < 0 && slopeHigh >= 0)) continue;
        const double end = high, slopeAtEnd = slopeHigh;
        for (int i = 0; i < 200; ++i) {
            const double secant = (low * slopeHigh - high * slopeLow) / (slopeHigh - slopeLow);
            const double angle = i % 2 ? 0.5 * (low + high) : secant, slope = slopeAt(angle);
            if (std::abs(slope) < 1e-15 || !(angle > low && angle < high)) break;
            (slope < 0 ? low : high) = angle;
            (slope < 0 ? slopeLow : slopeHigh) = slope;
        }
        if (at.normal.dot(at.onRim - body.centreOf(rim)) > 0 && at.distance < lowest.distance) lowest = at;
        high = end;
        slopeHigh = slopeAtEnd;
    }
    return lowest;
}

} // namespace simbodydem::kernels::detail

#endif
