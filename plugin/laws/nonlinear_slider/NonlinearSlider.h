// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_NONLINEAR_SLIDER_NONLINEAR_SLIDER_H
#define SIMBODYDEM_LAWS_NONLINEAR_SLIDER_NONLINEAR_SLIDER_H

#include "laws/SpringSlider.h"

namespace simbodydem::kernels {

enum class NonlinearForm { DiRenzoDiMaio, LangstonTuzunHeyes, ZhuZhouYu, TsujiTanakaIshida };

struct NonlinearSliderConstants {
    NonlinearForm form;
    double effectiveShearModulus, effectiveYoungsModulus; // the latter for TsujiTanakaIshida
    double dampingRatio;                                  // beta
    double viscosity;                                     // eta, for ZhuZhouYu
};

// Returns the length on the present curve for a length on the curve of the commit, as keepForceWhereStiffened() does for a spring. The force
// stays if the curve has risen, the length if it has fallen. A curve is given by its strength mu N and its initial slope kt.
template <class T> T keptLength(const T& length, const T& strengthAtCommit, const T& stiffnessAtCommit,
                                const T& strength, const T& stiffness) {
    using std::pow;
    using std::sqrt;
    const T left = 1 - length * stiffnessAtCommit / (1.5 * strengthAtCommit);
    // New strength minus force, without a difference of the two: near full slip it goes with left^(3/2).
    const T missing = strength - strengthAtCommit + (left > 0 ? T(strengthAtCommit * left * sqrt(left)) : T(0));
    if (!(missing > 0)) return length;
    const T sameForce = 1.5 * strength / stiffness * (1 - pow(missing / strength, 2. / 3.));
    return sameForce < length ? sameForce : length;
}

// Mindlin's curve at constant load, F = mu N (1 - (1 - |xi|/delta_m)^(3/2)) with delta_m = 1.5 mu N/kt, kt = 8 G* a. In
// r = sqrt(1 - |xi|/delta_m) its secant, energy and tangent (kt r) need no division by |xi|. The slider holds |xi| where the
// curve meets the Coulomb limit: at delta_m, or before where friction has fallen with speed. calcDamping(tangent,
// delta_m) is the dashpot; with it the force is capped at the limit, which leaves xi alone.
template <class T, class Damping> TangentialOutput<T> mindlinCurve(const FrictionConstants& law, const T& stiffness,
                                                                   const Damping& calcDamping,
                                                                   const TangentialInput<T>& in) {
    using std::pow;
    using std::sqrt;
    const T limit =
        coulombLimit<T>(law, in.frictionalLoad, in.slipVelocity.squaredNorm(), stiffness * in.effectiveMass);
    if (!(limit > 0) || !(stiffness > 0)) return released<T>();
    const T strength = law.staticFriction * in.frictionalLoad;
    const T full = 1.5 * strength / stiffness; // delta_m
    const T reach = limit < strength ? T(full * (1 - pow(1 - limit / strength, 2. / 3.))) : full;

    TangentialOutput<T> out;
    out.displacement = in.displacement + in.slipIncrement;
    const T squared = out.displacement.squaredNorm();
    out.mobilizationSquared = squared / (reach * reach) + leastMobilizationSquared;
    // A committed sliding contact sits at its reach to rounding. The dashpot changes like a fourth root there.
    out.sliding = squared > reach * reach * (1 - 1e-12);
    out.limitLength = reach;
    if (squared > reach * reach)
        out.displacement = reach * draggedDirection<T>(in, out.displacement, reach);
    else if (out.sliding)
        out.displacement *= reach / sqrt(squared);
    const T r = sqrt(1 - (out.sliding ? reach : T(sqrt(squared))) / full);
    const Vector3<T> elastic =
        -(stiffness / 1.5 * (1 + r + r * r) / (1 + r)) * out.displacement; // kt (2/3 .. 1), from full slip to none
    out.storedEnergy =
        0.2 / 1.5 * stiffness * out.displacement.squaredNorm() * (3 + r * (6 + r * (4 + r * 2))) / ((1 + r) * (1 + r));
    out.force = elastic - calcDamping(T(stiffness * r), full) * in.slipVelocity;
    const T trialSquared = out.force.squaredNorm();
    if (trialSquared > limit * limit) out.force *= limit / sqrt(trialSquared);
    out.dissipatedPower =
        out.sliding ? T(-out.force.dot(in.slipVelocity)) : T((elastic - out.force).dot(in.slipVelocity));
    out.sliding = out.sliding || trialSquared > limit * limit;
    return out;
}

// Equations, units and sources: NonlinearSpringDashpotSlider.h.
template <class T> TangentialOutput<T> nonlinearSlider(const FrictionConstants& friction,
                                                       const NonlinearSliderConstants& law, const T& contactRadius,
                                                       const TangentialInput<T>& in) {
    using std::sqrt;
    const T stiffness = mindlinStiffness(law.effectiveShearModulus, contactRadius);
    switch (law.form) {
    case NonlinearForm::DiRenzoDiMaio: {
        const T secant = 2. / 3. * stiffness;
        return springSlider(friction, secant, dashpot(law.dampingRatio, secant, in.effectiveMass), in);
    }
    case NonlinearForm::TsujiTanakaIshida: {
        const T pressure = 4. / 3. * law.effectiveYoungsModulus * contactRadius;
        return springSlider(friction, stiffness, T(sqrt(5.) * law.dampingRatio * sqrt(in.effectiveMass * pressure)),
                            in);
    }
    case NonlinearForm::ZhuZhouYu: {
        const auto damping = [&](const T& tangent, const T& full) {
            const double time = law.viscosity / (2 * law.effectiveShearModulus);
            const T falling = 1 - 0.4 * time * in.slipVelocity.norm() / full;
            return falling > 0 ? T(time * tangent * falling) : T(0); // beyond, it would drive the slip
        };
        return mindlinCurve(friction, stiffness, damping, in);
    }
    default: { // LangstonTuzunHeyes
        const auto damping = [&](const T& tangent, const T&) {
            return dashpot(law.dampingRatio, tangent, in.effectiveMass);
        };
        return mindlinCurve(friction, stiffness, damping, in);
    }
    }
}

} // namespace simbodydem::kernels

#endif
