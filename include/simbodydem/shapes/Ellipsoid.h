// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ELLIPSOID_H
#define SIMBODYDEM_ELLIPSOID_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** Defines a solid ellipsoid about the origin of S, x^2/a^2 + y^2/b^2 + z^2/c^2 <= 1. It has contacts with every other shape except a Wheel. The
contact point is where the least displacement parts the surfaces, with the curvatures of both surfaces there. Valid for overlaps that are
small against its smallest radius of curvature, min(a, b, c)^2/max(a, b, c). */
class SIMBODYDEM_API Ellipsoid : public Shape {
public:
    /** Makes an ellipsoid.
        @param semiAxes  a, b, c [m], each > 0 and finite
        @throws std::invalid_argument if one of them is out of its range */
    explicit Ellipsoid(const SimTK::Vec3& semiAxes);

    const SimTK::Vec3& getSemiAxes() const { return semiAxes; }
    Ellipsoid* clone() const override { return new Ellipsoid(*this); }
    std::string describe() const override;
    kernels::ShapeData getData() const override;

private:
    SimTK::Vec3 semiAxes;
};

} // namespace simbodydem

#endif
