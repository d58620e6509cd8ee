// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/PrepareIntegrator.h"

#include "SimTKmath.h"

#include <string>

namespace simbodydem {

void prepareIntegrator(SimTK::Integrator& integrator) {
    // An Integrator is not polymorphic; its method is CPodesBDF or CPodesAdams.
    const bool isCPodes = std::string(integrator.getMethodName()).rfind("CPodes", 0) == 0;
    if (isCPodes) integrator.setReturnEveryInternalStep(true);
}

} // namespace simbodydem
