// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HALF_SPACE_H
#define SIMBODYDEM_HALF_SPACE_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** Defines the half space x >= 0 in S. Its outward normal is -x, as in Simbody's ContactGeometry::HalfSpace. Two half spaces have no contact with
each other. The functions floor() and facing() make the transform X_BS that places a half space of this library or of Simbody on its body:

    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber, "floor");
    contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor()); */
class SIMBODYDEM_API HalfSpace : public Shape {
public:
    /** Returns the transform of a floor, y <= height: Rotation(-Pi/2, ZAxis) and the height.
        @param height  of the plane in the body frame [m]
        @throws std::invalid_argument if it is not finite */
    static SimTK::Transform floor(SimTK::Real height = 0);

    /** Returns the transform that points the outward normal in this direction. A turn of the plane about its normal has no effect on contacts.
        @param direction  of the outward normal in the body frame, of any length
        @param point      of the plane, in the body frame [m]
        @throws std::invalid_argument if the direction is zero, or one of the two is not finite */
    static SimTK::Transform facing(const SimTK::Vec3& direction, const SimTK::Vec3& point = SimTK::Vec3(0));

    HalfSpace* clone() const override { return new HalfSpace(*this); }
    std::string describe() const override;
    kernels::ShapeData getData() const override;
};

} // namespace simbodydem

#endif
