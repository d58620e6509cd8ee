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
    const System& system = robot.getLink(robot.getFile().getRoot().name).getMatterSubsystem().getSystem();
    system.realize(state, contacts ? Stage::Dynamics : Stage::Velocity);
    RobotObservation seen;
    seen.time = state.getTime();
    seen.positions = robot.getJointPositions(state);
    seen.velocities = robot.getJointVelocities(state);
    seen.basePose = robot.getBasePose(state);
    const SpatialVec V_GL = robot.getBaseVelocity(state);
    seen.baseAngularVelocity = V_GL[0];
    seen.baseVelocity = V_GL[1];
    if (contacts) {
        RobotContacts found = robot.calcContacts(state, *contacts);
        seen.linkForces = std::move(found.forces);
        seen.linkContacts = std::move(found.flags);
    }
    RobotCommand command{robot.getTargets(state), std::vector<Real>(seen.positions.size(), 0)};
    controller(seen, command);
    robot.apply(state, command);
}

} // namespace simbodydem
