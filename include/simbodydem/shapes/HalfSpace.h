// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_HALF_SPACE_H
#define SIMBODYDEM_HALF_SPACE_H

#include "simbodydem/Export.h"
#include "simbodydem/shapes/Shape.h"

namespace simbodydem {

/** All of x >= 0 in S: its outward normal is -x, as that of Simbody's ContactGeometry::HalfSpace. With
Rotation(-Pi/2, ZAxis) it is a floor, y <= 0. Two half spaces never touch. */
class SIMBODYDEM_API HalfSpace : public Shape {
public:
    HalfSpace* clone() const override { return new HalfSpace(*this); }
    std::string describe() const override;
};

} // namespace simbodydem

#endif
