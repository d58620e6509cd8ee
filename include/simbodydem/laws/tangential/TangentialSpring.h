// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TANGENTIAL_SPRING_H
#define SIMBODYDEM_TANGENTIAL_SPRING_H

#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Computes the force of a tangential spring without a limit.

    F_t = -kt xi

kt [N/m], > 0, is set with setStiffness(), or a fraction of the tangent stiffness kn of the normal law, as set with setStiffnessRatio(). The
default is 0.2 kn. Where kn changes with the overlap, so does the fraction. The spring keeps its force where it has become stiffer since the
commit, and its length where it has become softer. So it never creates energy.

xi is the displacement as a vector. DEMLab adds up the length of the path instead, which never decreases, and points the force against the
velocity. At rest there is no force, and at a reversal it changes its sign in full. That is a defect of DEMLab's whole tangential set. This
library does not copy it.

@par Needs
no material value.

@par Source
DEMLab's tangential Spring, with the displacement as a vector. */
class SIMBODYDEM_API TangentialSpring final : public TangentialLawOf<TangentialSpring> {
public:
    /** Sets the stiffness. @param kt [N/m], > 0 */
    TangentialSpring& setStiffness(SimTK::Real kt) { return assign(stiffness, kt); }
    /** Sets the stiffness as a fraction of the normal one. @param ratio kt/kn [-], > 0 */
    TangentialSpring& setStiffnessRatio(SimTK::Real ratio) { return assign(stiffnessRatio, ratio); }

    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;

private:
    ParameterTable listParameters() override;
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real stiffness = SimTK::NaN;                     // kt as set
    SimTK::Real stiffnessRatio = 0.2;                       // used if kt is not set
};

} // namespace simbodydem

#endif
