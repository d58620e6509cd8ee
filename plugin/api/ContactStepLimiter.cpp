// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/ContactStepLimiter.h"

#include "base/Checks.h"

namespace simbodydem {

using namespace SimTK;

ContactStepLimiter::ContactStepLimiter(const DEMContactForce& force, Real longest) : force(force), longest(longest) {
    checkParameter(longest > 0, "ContactStepLimiter", "longest", longest, "s", "> 0");
}

Real ContactStepLimiter::getNextEventTime(const State& state, bool) const {
    return state.getTime() + force.calcStepBound(state, longest);
}

} // namespace simbodydem
