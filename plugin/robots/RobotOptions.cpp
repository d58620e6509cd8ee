// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/robots/RobotOptions.h"

#include "robots/Numbers.h"

#include "Simbody.h"

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

RobotOptions& RobotOptions::setBase(const MobilizedBody& body, const Transform& X_BL) {
    if (body.isEmptyHandle() || !body.isInSubsystem())
        throw std::invalid_argument("RobotOptions: setBase(): the body is in no SimbodyMatterSubsystem");
    kind = Base::Fixed;
    baseMatter = &body.getMatterSubsystem();
    baseBody = body.getMobilizedBodyIndex();
    basePose = X_BL;
    hasOwnBase = hasOwnBasePose = true;
    return *this;
}

RobotOptions& RobotOptions::setDefaultPoseAwayFromStops(Real fraction) {
    if (!(fraction >= 0 && fraction <= 0.5))
        throw std::invalid_argument("RobotOptions: setDefaultPoseAwayFromStops(): fraction = " + shortText(fraction) +
                                    "; it must be in [0, 0.5]");
    fractionFromStops = fraction;
    return *this;
}

RobotOptions& RobotOptions::setArmature(const std::string& jointPattern, Real inertia) {
    if (!(inertia >= 0) || !std::isfinite(inertia))
        throw std::invalid_argument("RobotOptions: setArmature(): inertia = " + shortText(inertia) +
                                    " kg m^2 or kg; it must be >= 0 and finite");
    armatures.emplace_back(jointPattern, inertia);
    return *this;
}

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
