// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_DIFFERENCES_H
#define SIMBODYDEM_LAWS_DIFFERENCES_H

#include "simbodydem/laws/RollingLaw.h"
#include "simbodydem/laws/TangentialLaw.h"

#include <algorithm>
#include <array>
#include <cmath>

// Tangents by differences: for laws without derivatives, and for outputs of substeps.

namespace simbodydem {

/** Relative to a quantity of order 1. It is the cube root of a double's rounding; the error of a central difference is least there, 1e-11. */
constexpr SimTK::Real differenceStep = 6e-6;

/** The step of differences, relative to a quantity of order 1, and whether they are forward or central ones. */
struct DifferenceRule {
    SimTK::Real step;
    bool isForward;
};
constexpr DifferenceRule centralDifferences{differenceStep, false};
/** For outputs of substeps. They depend on small differences between a displacement and the one that its speeds give. */
constexpr SimTK::Real stepOfSubsteps = 1e-8;

/** Returns the difference quotient of f at 0. @param f0  f(0), used by forward differences alone */
template <class T, class F> T differenceQuotient(const F& f, const T& f0, SimTK::Real step, bool isForward) {
    return isForward ? T((f(step) - f0) / step) : T((f(step) - f(-step)) / (2 * step));
}

/** Characteristic length and speed of a contact; they scale the perturbations of finite differences. */
struct ContactScales {
    std::array<SimTK::Real, 5> contact; // as ContactPartials
    SimTK::Real length, speed;          // of the deformation, and of its natural oscillation

    ContactScales(const NormalInput& in, const NormalOutput& normal) {
        length = std::max(std::abs(in.overlap), 1e-12 * in.effectiveRadius);
        speed = length * std::sqrt(std::max(normal.stiffness / in.effectiveMass, SimTK::Real(1)));
        const SimTK::Real curvature = 1 / in.effectiveRadius;
        contact = {length, std::max(std::abs(in.overlapRate), speed), in.effectiveRadius, curvature, curvature};
    }
};

/** Returns the contact with one input of its normal law changed by a step. */
inline NormalInput movedBy(NormalInput in, int which, SimTK::Real step) {
    SimTK::Real* const all[] = {&in.overlap, &in.overlapRate, &in.effectiveRadius, &in.curvatureA, &in.curvatureB};
    *all[which] += step;
    in.contactRadius = std::sqrt(in.effectiveRadius * std::max(in.overlap, SimTK::Real(0)));
    return in;
}

template <class T> T& partial(ContactPartials<T>& p, int which) {
    T* const all[] = {&p.overlap, &p.overlapRate, &p.effectiveRadius, &p.curvatureA, &p.curvatureB};
    return *all[which];
}
template <class T> const T& partial(const ContactPartials<T>& p, int which) {
    return partial(const_cast<ContactPartials<T>&>(p), which);
}

template <class Calc> NormalTangent differencesOf(const NormalInput& in, const Calc& calc) {
    const ContactScales scales(in, calc(in));
    NormalTangent tangent;
    for (int k = 0; k < 5; ++k) {
        const SimTK::Real step = differenceStep * scales.contact[k];
        const NormalOutput more = calc(movedBy(in, k, step)), less = calc(movedBy(in, k, -step));
        partial(tangent.force, k) = (more.force - less.force) / (2 * step);
        partial(tangent.frictionalLoad, k) = (more.frictionalLoad - less.frictionalLoad) / (2 * step);
        partial(tangent.stiffness, k) = (more.stiffness - less.stiffness) / (2 * step);
    }
    return tangent;
}

constexpr std::array<bool, 5> allChange{true, true, true, true, true};

/** Differences of a law that depends on the normal law's output. That output changes along its tangent. evaluate(contact, output) returns
a vector, `unmoved` at this contact.
@param isChanging  by input of the normal law; the others get 0 */
template <class Evaluate>
ContactPartials<SimTK::Vec3> contactDifferencesOf(const NormalInput& in, const NormalOutput& normal,
                                                  const NormalTangent& normalTangent, const DifferenceRule& rule,
                                                  const SimTK::Vec3& unmoved, const Evaluate& evaluate,
                                                  const std::array<bool, 5>& isChanging = allChange) {
    const ContactScales scales(in, normal);
    ContactPartials<SimTK::Vec3> partials;
    for (int k = 0; k < 5; ++k) {
        if (!isChanging[std::size_t(k)]) continue;
        const auto at = [&](SimTK::Real by) {
            NormalOutput moved = normal;
            moved.force += by * partial(normalTangent.force, k);
            moved.frictionalLoad += by * partial(normalTangent.frictionalLoad, k);
            moved.stiffness += by * partial(normalTangent.stiffness, k);
            return evaluate(movedBy(in, k, by), moved);
        };
        partial(partials, k) = differenceQuotient(at, unmoved, rule.step * scales.contact[k], rule.isForward);
    }
    return partials;
}

/** Differences with respect to one input vector of a law. evaluate(vector) returns a vector, `unmoved` for this one. */
template <class Evaluate>
SimTK::Mat33 vectorDifferencesOf(const SimTK::Vec3& vector, SimTK::Real scale, const DifferenceRule& rule,
                                 const SimTK::Vec3& unmoved, const Evaluate& evaluate) {
    SimTK::Mat33 columns;
    for (int k = 0; k < 3; ++k) {
        const auto at = [&](SimTK::Real by) {
            SimTK::Vec3 moved = vector;
            moved[k] += by;
            return evaluate(moved);
        };
        columns(k) = differenceQuotient(at, unmoved, rule.step * std::max(vector.norm(), scale), rule.isForward);
    }
    return columns;
}

template <class Calc> TangentialTangent differencesOf(const TangentialInput& in, const NormalTangent& normal,
                                                      const Calc& calc, const DifferenceRule& rule = centralDifferences) {
    const ContactScales scales(in.contact, in.normal);
    const auto with = [&](SimTK::Vec3 TangentialInput::*vector) {
        return [&in, &calc, vector](const SimTK::Vec3& value) {
            TangentialInput moved = in;
            moved.*vector = value;
            return calc(moved);
        };
    };
    const SimTK::Vec3 unmoved = rule.isForward ? calc(in) : SimTK::Vec3(0);
    TangentialTangent tangent;
    const SimTK::Real length = std::max(scales.length, (in.displacement + in.slipIncrement).norm());
    tangent.displacement =
        vectorDifferencesOf(in.displacement, length, rule, unmoved, with(&TangentialInput::displacement));
    tangent.slipIncrement =
        vectorDifferencesOf(in.slipIncrement, length, rule, unmoved, with(&TangentialInput::slipIncrement));
    tangent.slipVelocity =
        vectorDifferencesOf(in.slipVelocity, scales.speed, rule, unmoved, with(&TangentialInput::slipVelocity));
    tangent.dashpotAtCommit =
        vectorDifferencesOf(in.dashpotAtCommit, length, rule, unmoved, with(&TangentialInput::dashpotAtCommit));
    tangent.slipAtPresentVelocity = vectorDifferencesOf(in.slipAtPresentVelocity, length, rule, unmoved,
                                                        with(&TangentialInput::slipAtPresentVelocity));
    tangent.normalDirection =
        vectorDifferencesOf(in.normalDirection, 1, rule, unmoved, with(&TangentialInput::normalDirection));
    tangent.contact = contactDifferencesOf(
        in.contact, in.normal, normal, rule, unmoved, [&](const NormalInput& contact, const NormalOutput& output) {
            return calc(TangentialInput{contact, output, in.displacement, in.slipIncrement, in.slipVelocity,
                                        in.effectiveMass, in.history, in.dashpotAtCommit, in.limitLengthAtCommit,
                                        in.slipAtPresentVelocity, in.normalDirection, in.time,
                                        in.dampingTimeAtCommit});
        });
    return tangent;
}

template <class Calc> RollingTangent differencesOf(const RollingInput& in, const NormalTangent& normal,
                                                   const Calc& calc, const DifferenceRule& rule = centralDifferences) {
    const ContactScales scales(in.contact, in.normal);
    const auto with = [&](SimTK::Vec3 RollingInput::*vector) {
        return [&in, &calc, vector](const SimTK::Vec3& value) {
            RollingInput moved = in;
            moved.*vector = value;
            return calc(moved);
        };
    };
    const SimTK::Vec3 unmoved = rule.isForward ? calc(in) : SimTK::Vec3(0);
    RollingTangent tangent;
    const SimTK::Real R = in.contact.effectiveRadius;
    const SimTK::Real angle = std::max(scales.length / R, (in.rotation + in.rotationIncrement).norm());
    tangent.normalDirection =
        vectorDifferencesOf(in.normalDirection, 1, rule, unmoved, with(&RollingInput::normalDirection));
    tangent.rotation = vectorDifferencesOf(in.rotation, angle, rule, unmoved, with(&RollingInput::rotation));
    tangent.rotationIncrement =
        vectorDifferencesOf(in.rotationIncrement, angle, rule, unmoved, with(&RollingInput::rotationIncrement));
    tangent.angularVelocity =
        vectorDifferencesOf(in.angularVelocity, scales.speed / R, rule, unmoved, with(&RollingInput::angularVelocity));
    tangent.dashpotAtCommit =
        vectorDifferencesOf(in.dashpotAtCommit, angle, rule, unmoved, with(&RollingInput::dashpotAtCommit));
    tangent.rotationAtPresentVelocity = vectorDifferencesOf(in.rotationAtPresentVelocity, angle, rule, unmoved,
                                                            with(&RollingInput::rotationAtPresentVelocity));
    tangent.contact = contactDifferencesOf(
        in.contact, in.normal, normal, rule, unmoved, [&](const NormalInput& contact, const NormalOutput& output) {
            return calc(RollingInput{contact, output, in.normalDirection, in.rotation, in.rotationIncrement,
                                     in.angularVelocity, in.history, in.dashpotAtCommit, in.limitAngleAtCommit,
                                     in.rotationAtPresentVelocity, in.time, in.dampingTimeAtCommit});
        });
    return tangent;
}

} // namespace simbodydem

#endif
