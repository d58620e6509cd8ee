// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainBedOptions.h"

#include "grains/InputChecks.h"

#include <algorithm>

namespace simbodydem {

using namespace grains;
using SimTK::Real;
using SimTK::Vec3;

namespace {
const char* const owner = "GrainBedOptions";
}

GrainBedOptions& GrainBedOptions::setRanks(int n) {
    check(n >= 1 && n <= 100000, owner, "ranks", n, "", "from 1 to 100000");
    ranks = n;
    return *this;
}

GrainBedOptions& GrainBedOptions::setBox(const Vec3& from, const Vec3& to) {
    for (int axis = 0; axis < 3; ++axis) {
        const std::string name = std::string(" ") + "xyz"[axis];
        check(SimTK::isFinite(from[axis]), owner, "low" + name, from[axis], "m", "finite");
        check(SimTK::isFinite(to[axis]) && to[axis] > from[axis], owner, "high" + name, to[axis], "m",
              "finite and > " + toText(from[axis]) + " m, the low corner");
    }
    low = from;
    high = to;
    return *this;
}

GrainBedOptions& GrainBedOptions::setPeriodic(bool inX, bool inY, bool inZ) {
    periodic = {inX, inY, inZ};
    return *this;
}

GrainBedOptions& GrainBedOptions::setWalls(bool on) {
    walls = on;
    return *this;
}

GrainBedOptions& GrainBedOptions::setGrainsMayLeave(bool may) {
    mayLeave = may;
    return *this;
}

GrainBedOptions& GrainBedOptions::setDensity(Real value) {
    checkPositive(owner, "density", value, "kg/m^3");
    density = value;
    return *this;
}

GrainBedOptions& GrainBedOptions::setGravity(const Vec3& g) {
    for (int axis = 0; axis < 3; ++axis)
        check(SimTK::isFinite(g[axis]), owner, std::string("gravity ") + "xyz"[axis], g[axis], "m/s^2", "finite");
    gravity = g;
    return *this;
}

GrainBedOptions& GrainBedOptions::setTimeStep(Real step) {
    checkPositive(owner, "time step", step, "s");
    timeStep = step;
    return *this;
}

GrainBedOptions& GrainBedOptions::setInterval(int steps) {
    check(steps >= 1, owner, "interval", steps, "steps", "1 or more");
    interval = steps;
    return *this;
}

GrainBedOptions& GrainBedOptions::setIntervalTolerance(Real speed) {
    checkPositive(owner, "interval tolerance", speed, "m/s");
    intervalTolerance = speed;
    return *this;
}

GrainBedOptions& GrainBedOptions::setServer(const std::string& path) {
    server = path;
    return *this;
}

GrainBedOptions& GrainBedOptions::setLauncher(const std::vector<std::string>& command) {
    launcher = command;
    return *this;
}

GrainBedOptions& GrainBedOptions::setProgress(const std::function<void(const GrainProgress&)>& report) {
    progress = report;
    return *this;
}

} // namespace simbodydem
