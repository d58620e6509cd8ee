// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_OPTIONAL_REAL_H
#define SIMBODYDEM_OPTIONAL_REAL_H

#include "SimTKcommon.h"

#include <limits>

namespace simbodydem {

/** A number that knows whether it was set, so that a NaN that a program computed is never taken for "not set". It is assigned from
a Real and converts to Real, as a plain number does:

    material.staticFriction = 0.8;
    const Real soft = 0.01 * material.youngsModulus;
    if (material.restitution.isSet()) ...
    material.restitution.reset(); // or = {}: not set again

A number that is not set reads as NaN. A NaN that is assigned counts as set, and is an error where the number is handed over. Where the
compiler has to choose between the types, as in std::max(x, 0.5) or c ? x : 0.5, write Real(x). */
class OptionalReal {
public:
    constexpr OptionalReal() = default;
    constexpr OptionalReal(SimTK::Real value) : value(value), known(true) {}

    /** Returns the number; NaN if it is not set. */
    constexpr operator SimTK::Real() const { return value; }
    constexpr bool isSet() const { return known; }
    void reset() { *this = OptionalReal(); }

    /** Each does what x = x + y and its like do: a number that was not set becomes NaN, an error where it is handed over. */
    OptionalReal& operator+=(SimTK::Real y) { return *this = OptionalReal(value + y); }
    OptionalReal& operator-=(SimTK::Real y) { return *this = OptionalReal(value - y); }
    OptionalReal& operator*=(SimTK::Real y) { return *this = OptionalReal(value * y); }
    OptionalReal& operator/=(SimTK::Real y) { return *this = OptionalReal(value / y); }

private:
    SimTK::Real value = std::numeric_limits<SimTK::Real>::quiet_NaN();
    bool known = false;
};

} // namespace simbodydem

#endif
