// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LONGEST_SOLVED_H
#define SIMBODYDEM_LONGEST_SOLVED_H

#include "integration/ExponentialBackoff.h"

#include "Simbody.h"

#include <cstddef>

namespace simbodydem {

/** Limits implicit steps after one whose equations Newton's method could not solve. The error alone would soon propose that length again,
and each failure costs as many force evaluations as several steps. The limit is half of the length. It ends when the number of contacts
changes, or after a number of steps that doubles with each failure. */
class LongestSolved {
public:
    /** Records a step that failed. */
    void fail(SimTK::Real h, std::size_t contacts) {
        if (h < limit || contacts != numContacts) *this = {};
        limit = 0.5 * h;
        numContacts = contacts;
        backoff.record(false);
    }
    /** Records a step that was taken.
    @returns the longest step that may be tried next [s] */
    SimTK::Real findLongest(SimTK::Real h, std::size_t contacts) {
        if (contacts != numContacts) *this = {};
        if (h > 1.5 * limit) backoff.record(true);
        backoff.nextStep();
        return backoff.mayTry() ? SimTK::Infinity : limit;
    }

private:
    SimTK::Real limit = 0; // 0: no step has failed
    std::size_t numContacts = 0;
    ExponentialBackoff backoff;
};

} // namespace simbodydem

#endif
