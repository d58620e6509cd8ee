// SPDX-License-Identifier: Apache-2.0
#include "robots/UnitCheck.h"

#include "robots/Numbers.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

namespace {

using SimTK::Pi;
using SimTK::Real;

// Numbers beyond these have a unit that is too small. Winches turn often, but have continuous joints. Cranes have long links.
constexpr Real mostTurns = 2;          // of a limit
constexpr Real longestOffset = 30;     // [m]
constexpr Real longestGyration = 10;   // [m]
constexpr Real roundingOfFiles = 1e-3; // of a limit [rad, m]

std::string inQuotes(const RobotJoint& joint) { return "joint " + nameInQuotes(joint.name); }

void checkOrigins(const UrdfElement& element, Findings& findings) {
    if (element.name == "origin") {
        for (const double angle : numbersOf(element.valueOf("rpy")))
            if (std::abs(angle) > 2 * Pi + roundingOfFiles) {
                findings.warn(element.line, "rpy = " + element.valueOf("rpy") +
                                                " rad has more than one turn; angles are in radians, and 90 degrees are 1.5708");
                break;
            }
        for (const double length : numbersOf(element.valueOf("xyz")))
            if (std::abs(length) > longestOffset) {
                findings.warn(element.line, "xyz = " + element.valueOf("xyz") + " m is longer than " +
                                                shortText(longestOffset) + " m; lengths are in metres");
                break;
            }
    }
    for (const UrdfElement& child : element.children) checkOrigins(child, findings);
}

void checkLimits(const RobotJoint& joint, Findings& findings) {
    if (joint.type != RobotJoint::Type::Revolute || !joint.limits) return;
    for (const auto& [name, value] : {std::pair("lower", joint.limits->lower), std::pair("upper", joint.limits->upper)})
        if (std::abs(value) > mostTurns * 2 * Pi) {
            findings.warn(joint.limits->line, inQuotes(joint) + ": " + name + " = " + shortText(value) +
                                                  " rad is more than " + shortText(mostTurns) +
                                                  " turns; limits are in radians, and 90 degrees are 1.5708");
            return;
        }
}

// A follower at its stop holds the joint that it follows.
void checkMimic(const RobotJoint& joint, const std::vector<RobotJoint>& joints, Findings& findings) {
    if (!joint.mimic || joint.mimic->index < 0 || !joint.limits || joint.type == RobotJoint::Type::Continuous) return;
    const RobotJoint& leader = joints[std::size_t(joint.mimic->index)];
    if (!leader.limits || leader.type == RobotJoint::Type::Continuous) return;
    const Real one = joint.mimic->multiplier * leader.limits->lower + joint.mimic->offset,
               other = joint.mimic->multiplier * leader.limits->upper + joint.mimic->offset;
    const Real low = std::min(one, other), high = std::max(one, other);
    if (low >= joint.limits->lower - roundingOfFiles && high <= joint.limits->upper + roundingOfFiles) return;
    findings.warn(joint.mimic->line, inQuotes(joint) + " reaches its limits, " + shortText(joint.limits->lower) + " to " +
                                         shortText(joint.limits->upper) + ", before " + inQuotes(leader) +
                                         ", which takes it from " + shortText(low) + " to " + shortText(high) +
                                         "; its stops hold both joints. Widen its limits, or correct the multiplier");
}

} // namespace

void checkUnits(const UrdfElement& robot, const std::vector<RobotLink>& links, const std::vector<RobotJoint>& joints,
                Findings& findings) {
    checkOrigins(robot, findings);
    for (const RobotJoint& joint : joints) {
        checkLimits(joint, findings);
        checkMimic(joint, joints, findings);
    }
    for (const RobotLink& link : links) {
        if (!(link.mass > 0)) continue;
        const Real trace = link.inertia(0, 0) + link.inertia(1, 1) + link.inertia(2, 2);
        const Real gyration = std::sqrt(trace / 2 / link.mass);
        if (!(gyration > longestGyration)) continue;
        findings.warn(link.inertialLine, "link " + nameInQuotes(link.name) + ": its inertia belongs to a body with a radius of gyration of " +
                                             shortText(gyration) + " m, with a mass of " + shortText(link.mass) +
                                             " kg; inertias are in kg m^2, and 1 kg mm^2 is 1e-6 kg m^2");
    }
}

} // namespace simbodydem
