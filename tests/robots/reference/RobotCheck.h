#ifndef SIMBODYDEM_TESTS_ROBOT_CHECK_H
#define SIMBODYDEM_TESTS_ROBOT_CHECK_H

#include "../RobotModel.h"
#include "RobotNumbers.h"
#include "XmlRobot.h"

#include <memory>
#include <string>
#include <vector>

/** A Robot of a file on a fixed base, whose numbers are in the order of an XmlRobot. */
class BuiltRobot {
public:
    BuiltRobot(const simbodydem::RobotFile&, const XmlRobot&, bool keepsFixedJoints);
    RobotNumbers calc(const RobotPose& pose);
    /** Returns the default positions of all joints, by their number. */
    std::vector<SimTK::Real> getStartPositions() const {
        return model.robot.getJointPositions(model.system.getDefaultState());
    }
    /** Returns the number of mimic constraints, and their greatest error at the last pose. */
    int countConstraints() const { return model.matter.getNumConstraints(); }
    SimTK::Real getConstraintError() const;
    RobotModel model;

private:
    const XmlRobot& xml;
    SimTK::State state;
};

/** A file by RobotFile and Robot against its XML. */
struct RobotCheck {
    /** Reads a file, and compares both kinds of bodies at random poses.
        @param path      of the file
        @param numPoses  0: only counts, names and limits */
    explicit RobotCheck(const std::string& path, int numPoses = 20);

    /** Returns the number of surfaces of a Robot with all its shapes and visuals, or -1 if a mesh is missing. @throws as Robot does */
    static int countSurfaces(const std::string& path);
    /** Returns whether surfaces of links that no joint connects overlap in the default pose. No mesh may be missing. */
    static bool hasOverlaps(const std::string& path);

    std::string error;                ///< of RobotFile or Robot; empty if both take the file
    std::vector<std::string> options; ///< of RobotFileOptions that the file needs, without the one for missing meshes
    std::vector<std::string> faults;  ///< counts, names and limits that differ
    int links = 0, mergedBodies = 0, keptBodies = 0, coordinates = 0, warnings = 0;
    int collisions = 0, meshes = 0, missingMeshes = 0;
    int correctedBodies = 0;          ///< merged bodies with an inertia that no body can have
    SimTK::Real mass = 0, limits = 0; ///< limits: sum of upper - lower of all revolute and prismatic joints
    RobotDifferences merged, kept;    ///< from the XML's bodies, with corrected inertias
    RobotDifferences raw;             ///< of merged bodies from the XML's links, whatever their inertias
};

#endif
