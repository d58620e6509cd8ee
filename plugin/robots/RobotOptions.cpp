// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/robots/RobotOptions.h"

#include "robots/Numbers.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace simbodydem {

using namespace SimTK;

namespace {

void checkPositive(const char* setter, const char* name, Real value) {
    if (!(value > 0) || !std::isfinite(value))
        throw std::invalid_argument(std::string("RobotOptions: ") + setter + "(): " + name + " = " + shortText(value) +
                                    "; it must be > 0 and finite");
}

} // namespace

RobotOptions& RobotOptions::setBoxRounding(Real rounding) {
    checkPositive("setBoxRounding", "rounding", rounding);
    boxRounding = rounding;
    return *this;
}

RobotOptions& RobotOptions::setMeshRounding(Real rounding) {
    checkPositive("setMeshRounding", "rounding", rounding);
    meshRounding = rounding;
    return *this;
}

RobotOptions& RobotOptions::setFastestStep(Real step) {
    checkPositive("setFastestStep", "step", step);
    fastestStep = step;
    return *this;
}

RobotOptions& RobotOptions::setStopCompression(Real angle, Real length) {
    checkPositive("setStopCompression", "angle", angle);
    checkPositive("setStopCompression", "length", length);
    stopCompression = Vec2(angle, length);
    return *this;
}

RobotOptions& RobotOptions::setFrictionDisplacement(Real angle, Real length) {
    checkPositive("setFrictionDisplacement", "angle", angle);
    checkPositive("setFrictionDisplacement", "length", length);
    frictionDisplacement = Vec2(angle, length);
    return *this;
}

} // namespace simbodydem
