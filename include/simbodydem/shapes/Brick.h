// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_BRICK_H
#define SIMBODYDEM_BRICK_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** A box about the origin of S, along its axes, with rounded edges and corners: a smaller box swept by a sphere of the rounding, so
that its faces are where the half lengths say. It touches with its corners, each a sphere, and where edges cross. Valid while
overlaps are less than the rounding, or less than both, of two rounded bodies, together. */
class SIMBODYDEM_API Brick : public Shape {
public:
    /** @param halfLengths  along x, y and z [m], each > rounding and finite
        @param rounding     radius of edges and corners [m], > 0
        @throws std::invalid_argument otherwise */
    Brick(const SimTK::Vec3& halfLengths, SimTK::Real rounding);

    const SimTK::Vec3& getHalfLengths() const { return halfLengths; }
    SimTK::Real getRounding() const { return rounding; }
    Brick* clone() const override { return new Brick(*this); }
    std::string describe() const override;

private:
    SimTK::Vec3 halfLengths;
    SimTK::Real rounding;
};

} // namespace simbodydem

#endif
