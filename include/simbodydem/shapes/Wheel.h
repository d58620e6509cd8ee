// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_WHEEL_H
#define SIMBODYDEM_WHEEL_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** Defines a disc with a round rim about z of S. It is the set of points within `rounding` of a disc about the origin, whose radius is
`radius` less `rounding`. So it is two roundings wide. It rolls on the lowest point of its rim, with both radii of curvature of the rim
there. It has contacts with every shape except ellipsoids and other wheels. A wheel that lies on its side has three contacts with a half
space, and one with another shape. There its rim has a curvature of at least 0.1/(radius - rounding). Valid while the overlap is less than
the rounding. */
class SIMBODYDEM_API Wheel : public Shape {
public:
    /** Makes a wheel.
        @param radius    of the outermost circle of the rim [m]
        @param rounding  of the rim, half of the width [m], > 0 and < radius
        @throws std::invalid_argument if one of them is out of its range */
    Wheel(SimTK::Real radius, SimTK::Real rounding);

    SimTK::Real getRadius() const { return radius; }
    SimTK::Real getRounding() const { return rounding; }
    Wheel* clone() const override { return new Wheel(*this); }
    std::string describe() const override;
    kernels::ShapeData getData() const override;

private:
    SimTK::Real radius, rounding;
};

} // namespace simbodydem

#endif
