// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONVEX_HULL_H
#define SIMBODYDEM_CONVEX_HULL_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

#include <vector>

namespace simbodydem {

/** The convex hull of some points in S with rounded edges and corners: what is further inside than the rounding, swept by a sphere of
that radius, so that its faces are where the points put them. Touches and validity are those of a Brick.

Points of files are rounded. Points within a millionth of the hull's size of one plane are one face, and points that close to each other
are one corner. The tolerance is 8 roundings of the largest coordinate where that is more, to single precision if all points have it. */
class SIMBODYDEM_API ConvexHull : public Shape {
public:
    /** @param points    [m], finite, in any order, not all in one plane; what lies inside is left out
        @param rounding  radius of edges and corners [m], > 0 and less than the least distance of a face from the corners' mean
        @throws std::invalid_argument otherwise */
    ConvexHull(const std::vector<SimTK::Vec3>& points, SimTK::Real rounding);

    const std::vector<SimTK::Vec3>& getPoints() const { return points; }
    SimTK::Real getRounding() const { return rounding; }
    ConvexHull* clone() const override { return new ConvexHull(*this); }
    std::string describe() const override;

private:
    std::vector<SimTK::Vec3> points;
    SimTK::Real rounding;
};

} // namespace simbodydem

#endif
