// SPDX-License-Identifier: Apache-2.0
#include "laws/Element.h"

#include "laws/SpringSlider.h"

#include <algorithm>

namespace simbodydem::kernels {

Bristle deflect(const ElementState& e, double limit, double dampingTime, bool mayBeginSliding) {
    Bristle out;
    const double limitThen = e.hasMemory ? e.memory.limitLength : 0;
    const Vector dashpot = dampingTime * e.slipVelocity;
    const double dashpotLength = dashpot.norm();
    out.dashpotBefore = e.hasMemory ? Vector(e.memory.dampingTime * e.slipVelocityThen) : Vector(Vector::Zero());
    Vector trial = e.held;
    // The limit grows from 0. A dashpot that is not in proportion to the depth exceeds it at first, and the element slides without shear until
    // both are equal. The slip until then does not count, else rolling would be of first order in the step.
    if (mayBeginSliding && limit > 0 && dashpotLength > limitThen && limit > limitThen &&
        (!e.hasMemory || out.dashpotBefore.norm() > limitThen))
        trial -= std::min((dashpotLength - limitThen) / (limit - limitThen), 1.) * e.slip;
    out.slip = e.slip + trial - e.held;
    out.displacementBefore = trial - out.slip;
    out.displacement = trial;
    out.eta = trial + dashpot;
    out.trial = out.eta.norm();
    out.mayDeflect = limit > 0;
    out.memory = {out.mayDeflect ? limit : 0, dampingTime};
    out.isDashpotAlone = dashpotLength > limit;
    if (!out.mayDeflect) {
        out.isSliding = true;
        out.displacement.setZero();
        out.eta.setZero();
        return out;
    }
    if (out.trial * out.trial > limit * limit * (1 - 1e-9)) {
        TangentialInput<double> slider;
        slider.displacement = out.displacementBefore;
        slider.slipIncrement = out.slip;
        slider.slipVelocity = e.slipVelocity;
        slider.frictionalLoad = limit;
        slider.effectiveMass = 1; // unused
        slider.dashpotAtCommit = out.dashpotBefore;
        slider.limitLengthAtCommit = limitThen;
        slider.slipAtPresentVelocity = e.time > 0 ? Vector(e.time * e.slipVelocity) : out.slip;
        const auto slid = slideBeyond<double>(limit, 1, dampingTime, slider);
        out.isSliding = slid.sliding;
        out.eta = -slid.force;
        out.displacement = slid.displacement;
    }
    out.isHeld = e.hasMemory && out.displacement == e.held;
    return out;
}

} // namespace simbodydem::kernels
