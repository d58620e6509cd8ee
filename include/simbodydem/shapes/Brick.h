// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_BRICK_H
#define SIMBODYDEM_BRICK_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** Defines a box with rounded edges and corners about the origin of S, along its axes. It is a smaller box swept by a sphere of the rounding, so
its faces have the half lengths as distances from the origin. It has contacts at its corners, each a sphere, and where edges cross. Valid
while the overlap is less than the rounding, or less than the sum of both roundings of two rounded bodies. */
class SIMBODYDEM_API Brick : public Shape {
public:
    /** Makes a brick.
        @param halfLengths  along x, y and z [m], each > rounding and finite
        @param rounding     radius of edges and corners [m], > 0
        @throws std::invalid_argument if one of them is out of its range */
    Brick(const SimTK::Vec3& halfLengths, SimTK::Real rounding);

    const SimTK::Vec3& getHalfLengths() const { return halfLengths; }
    SimTK::Real getRounding() const { return rounding; }
    Brick* clone() const override { return new Brick(*this); }
    std::string describe() const override;
    kernels::ShapeData getData() const override;

private:
    SimTK::Vec3 halfLengths;
    SimTK::Real rounding;
};

} // namespace simbodydem

#endif
