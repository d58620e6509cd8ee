// SPDX-License-Identifier: Apache-2.0
#include "robots/ControllerHandler.h"

#include "robots/Numbers.h"
#include "robots/RobotImpl.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

Real checkPeriod(Real period) {
    if (!(period > 0) || !std::isfinite(period))
        throw std::invalid_argument("Robot: setController(): period = " + shortText(period) +
                                    " s; it must be > 0 and finite");
    return period;
}

} // namespace

ControllerHandler::ControllerHandler(const Robot& robot, Real period, RobotController function,
                                     const DEMContactForce* force)
    : PeriodicEventHandler(checkPeriod(period)), robot(robot), controller(std::move(function)) {
    if (!controller) throw std::invalid_argument("Robot: setController() got an empty function");
    if (force) contacts.emplace(*force);
}

void ControllerHandler::handleEvent(State& state, Real, bool&) const {
    const RobotObservation seen = contacts ? robot.observe(state, *contacts) : robot.observe(state);
    RobotCommand command{robot.getTargets(state), std::vector<Real>(seen.positions.size(), 0),
                         robot.getVelocityTargets(state)};
    controller(seen, command);
    robot.apply(state, command);
}

} // namespace simbodydem
