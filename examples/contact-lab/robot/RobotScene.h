#ifndef CONTACT_LAB_ROBOT_SCENE_H
#define CONTACT_LAB_ROBOT_SCENE_H

#include "Model.h"
#include "RobotServos.h"

#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>

#include <memory>
#include <string>
#include <vector>

namespace lab {

/** Holds what a scene needs beyond its file and options. */
struct RobotSetup {
    simbodydem::Base base = simbodydem::Base::Floating;
    Real baseHeight = 0;                       ///< of the root link's frame above the floor [m]
    bool hasContacts = true;                   ///< false if no two surfaces can ever touch
    std::vector<ServoGains> servos;            ///< by joint number; empty: none
    std::vector<std::string> notes;            ///< for the user
};

/** Holds a robot at its start above a floor, with its contacts. */
class RobotScene {
public:
    RobotScene(const simbodydem::RobotFile&, const RobotChoice&, const RobotSetup&);

    /** Returns the link of a surface, by index in the file; -1 is the floor. */
    int getLinkOf(simbodydem::SurfaceIndex surface) const { return linkOfSurface[std::size_t(surface)]; }
    bool isFloating() const { return setup.base == simbodydem::Base::Floating; }

    const RobotSetup setup;
    Model model;
    simbodydem::ContactSurfaces surfaces;
    simbodydem::Robot robot;
    std::unique_ptr<simbodydem::DEMContactForce> contact; ///< null without contacts
    std::vector<simbodydem::LinkPair> overlaps;           ///< links that overlap at the start, and have no contact with each other
    std::vector<JointInfo> joints;
    std::vector<Real> pose;         ///< by joint number [rad, m]
    std::vector<JointDrive> drives; ///< of RobotMode::Drive

    /** Makes the State of the start, realized to Stage::Position. It allocates the topology, so whatever belongs to the System must be there. */
    SimTK::State makeStart();

private:
    std::vector<int> linkOfSurface;
};

/** Reads the robot's file. Messages name the options of contact-lab. @throws std::invalid_argument as RobotFile does */
simbodydem::RobotFile readRobot(const RobotChoice&);

/** Finds base, height, overlapping links and servos. @throws std::invalid_argument if the robot cannot touch the floor */
RobotSetup prepareRobot(const simbodydem::RobotFile&, const RobotChoice&);

} // namespace lab

#endif
