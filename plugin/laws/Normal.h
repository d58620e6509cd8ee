// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_LAWS_NORMAL_H
#define SIMBODYDEM_LAWS_NORMAL_H

// Input and output of all normal kernels. Kernels are pure functions of numbers, templated on the scalar for automatic differentiation.
// They do not depend on Simbody, State or time.

namespace simbodydem::kernels {

template <class T> struct NormalInput { T overlap, overlapRate, effectiveRadius, contactRadius, effectiveMass; };

template <class T> struct NormalOutput {
    T force;        // on b along the normal, > 0 pushes
    T elasticForce; // its conservative part
    T stiffness;    // d(elasticForce)/d(overlap)
    T storedEnergy; // integral of elasticForce over the overlap
};

// Returns the power of dashpot and clamp: the part of the total force's power that the spring does not store.
template <class T> T dissipatedPower(const NormalOutput<T>& output, const T& overlapRate) {
    return (output.force - output.elasticForce) * overlapRate;
}

} // namespace simbodydem::kernels

#endif
