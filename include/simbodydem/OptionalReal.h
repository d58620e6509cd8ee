// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_OPTIONAL_REAL_H
#define SIMBODYDEM_OPTIONAL_REAL_H

#include "SimTKcommon.h"

#include <limits>

namespace simbodydem {

/** Stores a number that may be set or not set. A NaN that a program has computed therefore never counts as "not set". The class is assigned
from a Real and converts to Real, as a plain number does:

    material.staticFriction = 0.8;
    const Real soft = 0.01 * material.youngsModulus;
    if (material.restitution.isSet()) ...
    material.restitution.reset(); // or = {}: not set again

A number that is not set reads as NaN. An assigned NaN counts as set, and is an error in the function that receives the number. If the compiler
must choose between the two types, as in std::max(x, 0.5) or c ? x : 0.5, write Real(x). */
class OptionalReal {
public:
    /** Makes a number that is not set. */
    constexpr OptionalReal() = default;
    /** Makes a number that is set. */
    constexpr OptionalReal(SimTK::Real value) : value(value), known(true) {}

    /** Returns the number; NaN if it is not set. */
    constexpr operator SimTK::Real() const { return value; }
    /** Returns true if the number is set. */
    constexpr bool isSet() const { return known; }
    /** Makes the number not set. */
    void reset() { *this = OptionalReal(); }

    /** Computes x = x + y, and likewise for the other operators. A number that is not set becomes NaN, an error in the function that
    receives it. */
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
