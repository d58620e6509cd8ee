#ifndef SIMBODYDEM_TESTS_VECTORS_H
#define SIMBODYDEM_TESTS_VECTORS_H

#include <Simbody.h>

#include <algorithm>
#include <initializer_list>

/** A vector of these numbers. */
inline SimTK::Vector vectorOf(std::initializer_list<SimTK::Real> numbers) {
    SimTK::Vector vector(int(numbers.size()));
    std::copy(numbers.begin(), numbers.end(), &vector[0]);
    return vector;
}

#endif
