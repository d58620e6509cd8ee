// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SHAPE_H
#define SIMBODYDEM_SHAPE_H

#include "simbodydem/Export.h"

#include <string>

namespace simbodydem {

/** The shape of a surface, in its own frame S: a value, copied where it is handed over. */
class SIMBODYDEM_API Shape {
public:
    virtual ~Shape() = default;
    virtual Shape* clone() const = 0;

    /** What messages and saved histories call it: "sphere 0.03 m". */
    virtual std::string describe() const = 0;
};

} // namespace simbodydem

#endif
