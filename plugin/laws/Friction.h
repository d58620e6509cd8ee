// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_FRICTION_H
#define SIMBODYDEM_LAWS_FRICTION_H

#include "math/Vector3.h"

#include <cmath>

// What every tangential kernel with a Coulomb limit shares.

namespace simbodydem::kernels {

struct FrictionConstants {
    double staticFriction, kineticFriction;
    double transitionVelocity; // v_s, or NaN: the law's own
};

template <class T> struct TangentialInput {
    Vector3<T> displacement;  // elastic, as committed and carried along
    Vector3<T> slipIncrement; // of b past a since then
    Vector3<T> slipVelocity;
    T frictionalLoad; // N
    T effectiveMass;
    // What the direction of a dragged spring needs, zero where it is not known.
    Vector3<T> dashpotAtCommit = Vector3<T>::Zero(); // (c/kt) v_t
    T limitLengthAtCommit = T(0);                    // mu N/kt
    Vector3<T> slipAtPresentVelocity = Vector3<T>::Zero();
};

template <class T> struct TangentialOutput {
    Vector3<T> force;        // on b
    Vector3<T> displacement; // elastic, to be committed
    T storedEnergy, dissipatedPower;
    T mobilizationSquared; // (what spring and dashpot ask for / what the slider lets pass)^2
    bool sliding;
    T dampingTime = T(0), limitLength = T(0); // c/kt and mu N/kt, of a spring and a dashpot in series with a slider
    T normalForce = T(0);                     // on b along the normal, beside the tangential force
};

// Added to the mobilizationSquared of what has a slider, since 0 says that there is none: a spring of no length at all, between one
// step's ends, is no surer not to have slid than one of a length that is rounding.
constexpr double leastMobilizationSquared = 1e-300;

// mu_k + (mu_s - mu_k)/(1 + (v/v_s)^2). A flag that switches from static to kinetic would make the force jump at the
// commit; a coefficient that falls with slip speed does not. Where v_s is not given it is the limit divided by
// `impedance`: sqrt(m* kt) for a spring, eta for a dashpot.
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
