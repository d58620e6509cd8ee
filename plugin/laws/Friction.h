// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_LAWS_FRICTION_H
#define SIMBODYDEM_LAWS_FRICTION_H

#include "math/Vector3.h"

#include <cmath>

// Input, output and limit of all tangential kernels with Coulomb friction.

namespace simbodydem::kernels {

struct FrictionConstants {
    double staticFriction, kineticFriction;
    double transitionVelocity; // v_s, or NaN: the law's own
    bool isKelvinVoigt = false; // the dashpot feels the rate of the spring, not of the slip
};

template <class T> struct TangentialInput {
    Vector3<T> displacement;  // elastic, as committed and transported
    Vector3<T> slipIncrement; // of b past a since then
    Vector3<T> slipVelocity;
    T frictionalLoad; // N
    T effectiveMass;
    // For the direction of a dragged spring; zero where they are unknown.
    Vector3<T> dashpotAtCommit = Vector3<T>::Zero(); // (c/kt) v_t
    T limitLengthAtCommit = T(0);                    // mu N/kt
    Vector3<T> slipAtPresentVelocity = Vector3<T>::Zero();
    // For a dashpot that relaxes; zero where they are unknown.
    double time = 0;            // of slipIncrement
    T dampingTimeAtCommit = T(0); // c/kt
};

template <class T> struct TangentialOutput {
    Vector3<T> force;        // on b
    Vector3<T> displacement; // elastic, to be committed
    T storedEnergy, dissipatedPower;
    T mobilizationSquared; // (force of spring and dashpot / limit of the slider)^2
    bool sliding;
    T dampingTime = T(0), limitLength = T(0); // c/kt and mu N/kt, of a spring and a dashpot in series with a slider
    T normalForce = T(0);                     // on b along the normal, beside the tangential force
    T relaxationTime = T(0);                  // with which a sliding spring approaches its limit
};

// Added to the mobilizationSquared of every law with a slider, since 0 means that there is none. A spring may be of length zero at both
// ends of a step and yet have slid between them.
constexpr double leastMobilizationSquared = 1e-300;

// Returns (mu_k + (mu_s - mu_k)/(1 + (v/v_s)^2)) N. A switch from static to kinetic friction would make the force jump at the commit. A
// coefficient that falls with slip speed does not. If v_s is not given it is the limit divided by the impedance: sqrt(m* kt) for a
// spring, eta for a dashpot.
template <class T>
T coulombLimit(const FrictionConstants& law, const T& load, const T& slipSpeedSquared, const T& impedanceSquared) {
    const double fall = law.staticFriction - law.kineticFriction;
    if (!(fall > 0)) return law.staticFriction * load;
    T ratioSquared;
    if (law.transitionVelocity > 0)
        ratioSquared = slipSpeedSquared / (law.transitionVelocity * law.transitionVelocity);
    else if (load > 0)
        ratioSquared = slipSpeedSquared * impedanceSquared / (law.staticFriction * law.staticFriction * load * load);
    else
        return T(0);
    return (law.kineticFriction + fall / (1 + ratioSquared)) * load;
}

} // namespace simbodydem::kernels

#endif
