// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/SimbodyIntegrators.h"

#include "base/Checks.h"

#include "SimTKmath.h"

#include <string>

namespace simbodydem {

using namespace SimTK;

ContactStepLimiter::ContactStepLimiter(const DEMContactForce& force, Real longest) : force(force), longest(longest) {
    checkParameter(longest > 0, "ContactStepLimiter", "longest", longest, "s", "> 0");
}

Real ContactStepLimiter::getNextEventTime(const State& state, bool) const {
    return state.getTime() + force.calcStepBound(state, longest);
}

void prepareIntegrator(Integrator& integrator) {
    // An Integrator is not polymorphic; its method is CPodesBDF or CPodesAdams.
    const bool isCPodes = std::string(integrator.getMethodName()).rfind("CPodes", 0) == 0;
    if (isCPodes) integrator.setReturnEveryInternalStep(true);
}

} // namespace simbodydem
