// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CYLINDER_H
#define SIMBODYDEM_CYLINDER_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** Defines a cylinder with rounded rims about z of S, from -halfLength to halfLength. It is a smaller cylinder swept by a sphere of the
rounding, so `radius` and `halfLength` are the outer sizes. It may be a thin disc or a long rod. It has contacts with every other shape.

A cylinder that lies has a contact at either end of its side. One that leans has the lowest point of its rim. One that stands has four
points of its rim, which are fixed to the body. Each contact has the curvatures of the rim there. Along the rim the curvature is at least
0.1/radius. Valid while the overlap is less than the rounding, or less than the sum of both roundings of two rounded bodies. */
class SIMBODYDEM_API Cylinder : public Shape {
public:
    /** Makes a cylinder with a rounding of a twentieth of the smaller one of radius and half length.
        @param radius, halfLength  outer sizes [m], > 0 and finite
        @throws std::invalid_argument if one of them is out of its range */
    Cylinder(SimTK::Real radius, SimTK::Real halfLength);

    /** Makes a cylinder.
        @param radius, halfLength  outer sizes [m], > 0 and finite
        @param rounding  radius of the rounded rims [m], > 0 and <= the smaller one of radius and half length
        @throws std::invalid_argument if one of them is out of its range */
    Cylinder(SimTK::Real radius, SimTK::Real halfLength, SimTK::Real rounding);

    SimTK::Real getRadius() const { return radius; }
    SimTK::Real getHalfLength() const { return halfLength; }
    SimTK::Real getRounding() const { return rounding; }
    Cylinder* clone() const override { return new Cylinder(*this); }
    std::string describe() const override;
    kernels::ShapeData getData() const override;

private:
    SimTK::Real radius, halfLength, rounding;
};

} // namespace simbodydem

#endif
