// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_NORMAL_H
#define SIMBODYDEM_LAWS_NORMAL_H

// What goes into and comes out of every normal kernel. Kernels are pure functions of numbers, templated on the scalar
// so that automatic differentiation can check them; they know nothing of Simbody, of State or of time.

namespace simbodydem::kernels {

template <class T> struct NormalInput { T overlap, overlapRate, effectiveRadius, contactRadius, effectiveMass; };

template <class T> struct NormalOutput {
    T force;        // on b along the normal, > 0 pushes
    T elasticForce; // the part of it that comes back
    T stiffness;    // d(elasticForce)/d(overlap)
    T storedEnergy; // integral of elasticForce over the overlap
};

// The dashpot's and the clamp's share: what the total force takes from the motion beyond what the spring stores.
template <class T> T dissipatedPower(const NormalOutput<T>& answer, const T& overlapRate) {
    return (answer.force - answer.elasticForce) * overlapRate;
}

} // namespace simbodydem::kernels

#endif
