// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CAPSULE_H
#define SIMBODYDEM_CAPSULE_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** Defines a cylinder with round ends: all points within `radius` of the segment from -halfLength to halfLength along z of S. It has
contacts with half spaces, spheres and other rounded bodies at its two ends, and at its side where another body crosses it. A capsule that
lies flat stands on its ends, each a sphere. This approximates its line contact: the stiffness is that of two spheres of the same radius.
Valid while the overlap is less than the radius. */
class SIMBODYDEM_API Capsule : public Shape {
public:
    /** Makes a capsule.
        @param radius, halfLength  [m], > 0 and finite
        @throws std::invalid_argument if one of them is out of its range */
    Capsule(SimTK::Real radius, SimTK::Real halfLength);

    SimTK::Real getRadius() const { return radius; }
    SimTK::Real getHalfLength() const { return halfLength; }
    Capsule* clone() const override { return new Capsule(*this); }
    std::string describe() const override;
    kernels::ShapeData getData() const override;

private:
    SimTK::Real radius, halfLength;
};

} // namespace simbodydem

#endif
