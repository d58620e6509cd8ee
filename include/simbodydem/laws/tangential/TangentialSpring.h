// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TANGENTIAL_SPRING_H
#define SIMBODYDEM_TANGENTIAL_SPRING_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** A tangential spring without a limit.

    F_t = -kt xi

kt [N/m], > 0: given with setStiffness(), or a fraction of the normal law's tangent stiffness with setStiffnessRatio();
0.2 if neither is given. Where the normal law's stiffness changes with the overlap, so does a fraction of it:
the spring keeps its force where it has become stiffer since the commit and its length where softer, so that it never creates
energy.

DEMLab's tangential Spring, with xi the displacement as a vector. DEMLab adds up the length of the path instead, which
never goes back, and points the force against the velocity: at rest there is none, and at a reversal it changes sign in
full. That is a defect of its whole tangential set and is left out here. Needs no material value. */
class SIMBODYDEM_API TangentialSpring final : public TangentialLaw {
public:
    /** @param stiffness kt [N/m], > 0 */
    TangentialSpring& setStiffness(SimTK::Real stiffness);
    /** @param ratio kt/kn [-], > 0 */
    TangentialSpring& setStiffnessRatio(SimTK::Real ratio);

    TangentialSpring* clone() const override { return new TangentialSpring(*this); }
    std::string getName() const override { return "TangentialSpring"; }
    LawParameters getParameters() const override;
    TangentialOutput calcForce(const TangentialInput&) const override;
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override;

private:
    friend struct ParameterTable;
    ParameterTable listParameters();
    template <class Args> auto evaluate(const Args&) const; // for numbers, and for numbers with their derivatives
    SimTK::Real stiffness = SimTK::NaN;                     // kt as given
    SimTK::Real stiffnessRatio = 0.2;                       // used where kt is not given
};

} // namespace simbodydem

#endif
