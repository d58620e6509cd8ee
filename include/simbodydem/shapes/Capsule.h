// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CAPSULE_H
#define SIMBODYDEM_CAPSULE_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** All that is within `radius` of the segment from -halfLength to halfLength along z of S: a cylinder with round ends. It touches half
spaces, spheres and other rounded bodies with its two ends, and with its side where something crosses it. Lying flat it stands
on its ends, each a sphere: of the line contact that it has with what lies along it this is an approximation, whose stiffness
is that of two spheres on the same radius. Valid while the overlap is less than the radius. */
class SIMBODYDEM_API Capsule : public Shape {
public:
    /** @param radius, halfLength [m], > 0 and finite @throws std::invalid_argument otherwise */
    Capsule(SimTK::Real radius, SimTK::Real halfLength);

    SimTK::Real getRadius() const { return radius; }
    SimTK::Real getHalfLength() const { return halfLength; }
    Capsule* clone() const override { return new Capsule(*this); }
    std::string describe() const override;

private:
    SimTK::Real radius, halfLength;
};

} // namespace simbodydem

#endif
