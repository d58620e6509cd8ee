// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONVEX_HULL_H
#define SIMBODYDEM_CONVEX_HULL_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

#include <vector>

namespace simbodydem {

/** Defines the convex hull of some points in S, with rounded edges and corners. It is the hull moved inwards by the rounding and swept by a
sphere of that radius, so its faces pass through the points. Contacts and validity are those of a Brick.

Coordinates from files are rounded. Therefore points that are in one plane to a millionth of the hull's size make one face. Points that are
that close to each other make one corner. The tolerance is 8 roundings of the largest coordinate if that is larger. If all coordinates are
single-precision numbers, these are roundings of single precision. */
class SIMBODYDEM_API ConvexHull : public Shape {
public:
    /** Makes a hull.
        @param points    [m], finite, in any order, not all in one plane; points inside the hull have no effect
        @param rounding  radius of edges and corners [m], > 0 and less than the least distance of a face from the mean of the corners
        @throws std::invalid_argument if the points do not enclose a volume, or the rounding is out of its range */
    ConvexHull(const std::vector<SimTK::Vec3>& points, SimTK::Real rounding);

    const std::vector<SimTK::Vec3>& getPoints() const { return points; }
    SimTK::Real getRounding() const { return rounding; }
    ConvexHull* clone() const override { return new ConvexHull(*this); }
    std::string describe() const override;
    kernels::ShapeData getData() const override;

private:
    std::vector<SimTK::Vec3> points;
    SimTK::Real rounding;
};

} // namespace simbodydem

#endif
