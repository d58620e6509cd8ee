#ifndef SIMBODYDEM_TESTS_XML_ROBOT_H
#define SIMBODYDEM_TESTS_XML_ROBOT_H

#include "RobotNumbers.h"

#include "SimTKcommon.h"

#include <map>
#include <string>
#include <vector>

/** A robot straight from the XML of its URDF file, and its equations of motion by a direct recursion. It shares no code with the
library: another reader of XML, rotations of its own, and sums over links instead of bodies. The base is fixed to Ground. */
class XmlRobot {
public:
    struct Link {
        std::string name;
        int parentJoint = -1;
        bool hasInertial = false;
        SimTK::Real mass = 0;
        SimTK::Transform X_LI;
        SimTK::Mat33 inertia = SimTK::Mat33(0); // about the center of mass, in frame I
        std::vector<SimTK::Transform> collisions;
    };
    struct Joint {
        std::string name, type, mimicked;
        int parentLink = -1, childLink = -1;
        SimTK::Transform X_PJ;
        SimTK::Vec3 axis = SimTK::Vec3(1, 0, 0);
        bool hasLimit = false;
        SimTK::Real lower = 0, upper = 0, effort = 0, velocity = 0, damping = 0, friction = 0;
        SimTK::Real multiplier = 1, offset = 0;
        int firstCoordinate = -1, numCoordinates = 0;
    };
    /** A rigid body, which is one link or all links that fixed joints connect. */
    struct Body {
        int link = 0; // whose frame it has
        SimTK::Real mass = 0;
        SimTK::Vec3 center = SimTK::Vec3(0);
        SimTK::Mat33 inertia = SimTK::Mat33(0); // about the center of mass, in the link's frame
    };

    /** Reads a file. @throws std::runtime_error if it is no tree of links */
    explicit XmlRobot(const std::string& path);

    /** Returns the links from the root downwards; branches are in the order of the file. */
    const std::vector<Link>& getLinks() const { return links; }
    /** Returns the joints; joint i leads to link i + 1. */
    const std::vector<Joint>& getJoints() const { return joints; }
    /** Returns the names of all coordinates: the joint's, or "joint/0", "joint/1" of a planar one, up to "joint/5" of a floating one. */
    const std::vector<std::string>& getCoordinates() const { return coordinates; }
    /** Returns the names of the meshes of all shapes; a name may be there several times. */
    const std::vector<std::string>& getMeshes() const { return meshes; }
    SimTK::Real getTotalMass() const;
    int countJoints(const std::string& type) const;

    /** Returns a body for each link. */
    std::vector<Body> findLinks() const;
    /** Returns a body for all links that fixed joints connect, or for each link.
        @param keepsFixedJoints  whether each link is a body
        @param corrects          whether the lesser principal values of inertias that no body can have are raised */
    std::vector<Body> findBodies(bool keepsFixedJoints, bool corrects = true) const;

    /** Sets the positions and speeds of joints that mimic others. */
    void follow(RobotPose&) const;
    /** Returns a random pose, in which joints that mimic others follow those. */
    RobotPose makePose(unsigned seed) const;
    /** Returns the pose of a floating joint's child in the joint's frame: a rotation vector, then a displacement. */
    static SimTK::Transform poseOf(const Joint&, const RobotPose&);
    /** Computes all numbers of a pose, with gravity of 9.81 m/s^2 along -z.
        @param bodies  one of the lists above
        @param pose    of all coordinates
        @param scales  gets the magnitudes, unless it is null */
    RobotNumbers calc(const std::vector<Body>& bodies, const RobotPose& pose, RobotScales* scales = nullptr) const;

private:
    std::vector<Link> links;
    std::vector<Joint> joints;
    std::vector<std::string> coordinates, meshes;
};

#endif
