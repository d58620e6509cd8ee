// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_WHEEL_H
#define SIMBODYDEM_WHEEL_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** A cylinder about z of S that rolls on a round rim: all that is within `rounding` of the disc of the radius less the rounding about the
origin, so that it is two roundings wide. It rolls on the lowest point of its rim, with the rim's two radii of curvature there,
and touches everything but ellipsoids and other wheels. Lying on its side it has three contacts with a half space, and one with
anything else; there its rim counts as bent by a tenth of 1/(radius - rounding). Valid while the overlap is less than the
rounding. */
class SIMBODYDEM_API Wheel : public Shape {
public:
    /** @param radius    of the rim's outermost circle [m]
        @param rounding  of the rim, half of the width [m], > 0 and < radius
        @throws std::invalid_argument otherwise */
    Wheel(SimTK::Real radius, SimTK::Real rounding);

    SimTK::Real getRadius() const { return radius; }
    SimTK::Real getRounding() const { return rounding; }
    Wheel* clone() const override { return new Wheel(*this); }
    std::string describe() const override;

private:
    SimTK::Real radius, rounding;
};

} // namespace simbodydem

#endif
