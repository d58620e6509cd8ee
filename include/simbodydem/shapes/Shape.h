// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SHAPE_H
#define SIMBODYDEM_SHAPE_H

#include "simbodydem/Export.h"

#include <string>

namespace simbodydem {

namespace kernels {
struct ShapeData;
}

/** Defines the shape of a surface in its own frame S. A shape is a value: functions that take one copy it. */
class SIMBODYDEM_API Shape {
public:
    virtual ~Shape() = default;
    /** Returns a copy on the heap; the caller owns it. */
    virtual Shape* clone() const = 0;

    /** Returns the text for messages and saved histories, such as "sphere 0.03 m". */
    virtual std::string describe() const = 0;

    /** Returns the numbers of the constructor, as the library itself and the server of grains read them. Its type is none of the public ones. */
    virtual kernels::ShapeData getData() const = 0;
};

} // namespace simbodydem

#endif
