// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_CONTROLLER_HANDLER_H
#define SIMBODYDEM_ROBOTS_CONTROLLER_HANDLER_H

#include "simbodydem/robots/Robot.h"

#include "Simbody.h"

#include <optional>

namespace simbodydem {

/** Calls a robot's controller at its rate. It has no memory, so an episode from a State does not depend on those before. */
class ControllerHandler : public SimTK::PeriodicEventHandler {
public:
    /** @param contacts  null: the controller gets no forces */
    ControllerHandler(const Robot&, SimTK::Real period, RobotController, const DEMContactForce* contacts);
    void handleEvent(SimTK::State&, SimTK::Real accuracy, bool& shouldTerminate) const override;

private:
    const Robot robot;
    const RobotController controller;
    std::optional<DEMContactForce> contacts;
};

} // namespace simbodydem

#endif
