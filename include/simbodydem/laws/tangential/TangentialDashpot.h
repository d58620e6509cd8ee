// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TANGENTIAL_DASHPOT_H
#define SIMBODYDEM_TANGENTIAL_DASHPOT_H

#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Computes the force of a tangential dashpot without a limit.

    F_t = -eta v_t

eta [N s/m], > 0, is set with setTangentialDamping(), or eta = 2 beta sqrt(m* kn) with the tangent stiffness kn of the normal law. The ratio
beta [-], > 0, is set with setTangentialDampingRatio(), or 1. The law remembers nothing and creeps under any load.

@par Needs
no material value.

@par Source
DEMLab's tangential Dashpot. */
class SIMBODYDEM_API TangentialDashpot final : public TangentialLawOf<TangentialDashpot> {
public:
    /** Sets the damping. @param eta [N s/m], > 0 */
    TangentialDashpot& setTangentialDamping(SimTK::Real eta) { return assign(damping, eta); }
    /** Sets the damping ratio, from which the damping comes if it is not set. @param ratio beta [-], > 0 */
    TangentialDashpot& setTangentialDampingRatio(SimTK::Real ratio) { return assign(dampingRatio, ratio); }

    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;

private:
    ParameterTable listParameters() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real damping = SimTK::NaN;                       // eta as set
    SimTK::Real dampingRatio = 1;                           // used if eta is not set
};

} // namespace simbodydem

#endif
