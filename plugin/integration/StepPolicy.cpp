// SPDX-License-Identifier: Apache-2.0
#include "integration/StepPolicy.h"

#include "base/Checks.h"

#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

void StepPolicy::checkProgress(Real h, const char* setting, Real set) const {
    const Real time = run.start.time;
    if (run.start.timeAt(1, h) > time) return;
    const bool isLongest = h == run.longest;
    throw std::runtime_error(std::string("ContactIntegrator: ") + (isLongest ? "maximum step size" : setting) + " = " +
                             toText(isLongest ? h : set) + " s is too short to advance from t = " + toText(time) +
                             " s; it must be >= " + toText(std::nextafter(time, Infinity) - time) +
                             " s, the resolution of time there");
}

} // namespace simbodydem
