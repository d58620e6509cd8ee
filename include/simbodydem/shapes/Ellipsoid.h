// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ELLIPSOID_H
#define SIMBODYDEM_ELLIPSOID_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** A solid ellipsoid about the origin of S, x^2/a^2 + y^2/b^2 + z^2/c^2 <= 1. Touches every other shape but a
Wheel, in the point where they are least deep in each other, with the curvatures that both have there. Valid for overlaps that are
small against its smallest radius of curvature, min(a, b, c)^2/max(a, b, c). */
class SIMBODYDEM_API Ellipsoid : public Shape {
public:
    /** @param semiAxes a, b, c [m], each > 0 and finite @throws std::invalid_argument otherwise */
    explicit Ellipsoid(const SimTK::Vec3& semiAxes);

    const SimTK::Vec3& getSemiAxes() const { return semiAxes; }
    Ellipsoid* clone() const override { return new Ellipsoid(*this); }
    std::string describe() const override;

private:
    SimTK::Vec3 semiAxes;
};

} // namespace simbodydem

#endif
