// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_BUTCHER_TABLEAU_H
#define SIMBODYDEM_BUTCHER_TABLEAU_H

#include "SimTKcommon.h"

#include <array>
#include <cmath>

namespace simbodydem {

/** The diagonal weight of both implicit methods, 1 - sqrt(2)/2: the one that makes two stages L-stable and of the second order. */
inline const SimTK::Real diagonalWeight = 1 - std::sqrt(0.5);

/** A Runge-Kutta method of an explicit stage at the start and two implicit ones, with diagonalWeight. Its last stage is its end. */
struct ButcherTableau {
    std::array<SimTK::Real, 3> c;                // nodes
    std::array<std::array<SimTK::Real, 2>, 3> A; // below the diagonal
    std::array<SimTK::Real, 3> errorWeights;     // b less the weights of the third order at the same nodes

    /** @param node    that of the first implicit stage
        @param first   weight of the start in the first implicit stage
        @param second  weights of start and first implicit stage in the second one */
    ButcherTableau(SimTK::Real node, SimTK::Real first, const std::array<SimTK::Real, 2>& second)
        : c{0, node, 1}, A{{{0, 0}, {first, 0}, second}} {
        const SimTK::Real b1 = 1 / (6 * node * (1 - node)), b2 = 0.5 - b1 * node;
        errorWeights = {second[0] - (1 - b1 - b2), second[1] - b1, diagonalWeight - b2};
    }
};

/** TR-BDF2 (Bank et al. 1985; Hosea & Shampine 1996):

    u_1 = u_0 + d h (a_0 + a_1)                  at t + 2 d h
    u_2 = u_0 + w h (a_0 + a_1) + d h a_2        at t + h,  w = sqrt(2)/4

Both stages are of the second order, so a contact that sticks to a moving body does not slip. But where a load sets in on a stiff contact
the trapezoid of the first stage needs twice the load, and the contact slides. */
inline const ButcherTableau trBdf2(2 * diagonalWeight, diagonalWeight, {std::sqrt(0.125), std::sqrt(0.125)});

/** SDIRK2 (Alexander 1977):

    u_1 = u_0 + d h a_1                          at t + d h
    u_2 = u_0 + (1 - d) h a_1 + d h a_2          at t + h

It does not use the accelerations at the start. Its first stage lags behind a moving body, which brakes wheels that turn. Without it, by
TR-BDF2 alone, a quadruped that bobs takes 29 % more force evaluations and 41 % more factorizations, one that steps 11 % and 19 %. */
inline const ButcherTableau sdirk2(diagonalWeight, 0, {0, 1 - diagonalWeight});

} // namespace simbodydem

#endif
