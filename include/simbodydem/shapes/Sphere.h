// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SPHERE_H
#define SIMBODYDEM_SPHERE_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** Defines a solid sphere about the origin of S. */
class SIMBODYDEM_API Sphere : public Shape {
public:
    /** Makes a sphere.
        @param radius  [m], > 0 and finite
        @throws std::invalid_argument if it is out of its range */
    explicit Sphere(SimTK::Real radius);

    SimTK::Real getRadius() const { return radius; }
    Sphere* clone() const override { return new Sphere(*this); }
    std::string describe() const override;
    kernels::ShapeData getData() const override;

private:
    SimTK::Real radius;
};

} // namespace simbodydem

#endif
