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
constexpr Real unlimited = 1e6;        // of a limit [rad]; some files have 1e16 for none
constexpr Real longestOffset = 30;     // [m], of lengths too
constexpr Real longestShape = 20;      // relative to the distances of the links from the root
constexpr Real widestGyration = 20;    // relative to the size of the link; within a body it is less than 1
constexpr Real longestGyration = 10;   // [m]
constexpr Real roundingOfFiles = 1e-3; // of a limit [rad, m]

std::string nameOf(const RobotLink& link) { return "link " + nameInQuotes(link.name); }

// The longest edge of the box about a shape [m]; 0 for a mesh, which is not read yet.
Real lengthOf(const RobotGeometry& geometry) {
    switch (geometry.kind) {
    case RobotGeometry::Kind::Box:
    case RobotGeometry::Kind::Ellipsoid: return SimTK::max(geometry.size);
    case RobotGeometry::Kind::Sphere: return 2 * geometry.radius;
    case RobotGeometry::Kind::Cylinder: return std::max(geometry.length, 2 * geometry.radius);
    case RobotGeometry::Kind::Capsule: return geometry.length + 2 * geometry.radius;
    case RobotGeometry::Kind::Plane:
    case RobotGeometry::Kind::Mesh: return 0;
    }
    return 0;
}

// The greatest distance of a point of a shape from its frame [m].
Real radiusOf(const RobotGeometry& geometry) {
    switch (geometry.kind) {
    case RobotGeometry::Kind::Box: return geometry.size.norm() / 2;
    case RobotGeometry::Kind::Cylinder: return std::hypot(geometry.radius, geometry.length / 2);
    default: return lengthOf(geometry) / 2;
    }
}

// The greatest distance of a link's shapes and joints from its mass center [m]; the reach of the robot if a mesh may be longer.
Real sizeOf(const RobotLink& link, const std::vector<RobotJoint>& joints, Real reach) {
    Real size = link.X_LI.p().norm(); // to the joint that moves the link
    for (const int j : link.childJoints)
        size = std::max(size, (joints[std::size_t(j)].X_PJ.p() - link.X_LI.p()).norm());
    bool hasMesh = false;
    const auto include = [&](const RobotGeometry& geometry, const SimTK::Transform& X_LG) {
        hasMesh = hasMesh || geometry.kind == RobotGeometry::Kind::Mesh;
        size = std::max(size, (X_LG.p() - link.X_LI.p()).norm() + radiusOf(geometry));
    };
    for (const RobotCollision& c : link.collisions) include(c.geometry, c.X_LC);
    for (const RobotVisual& v : link.visuals) include(v.geometry, v.X_LV);
    const bool isKnown = !hasMesh && !(link.collisions.empty() && link.visuals.empty());
    return isKnown ? size : std::max(size, reach);
}

std::string inQuotes(const RobotJoint& joint) { return "joint " + nameInQuotes(joint.name); }

// A shape has its size on its own line.
void checkShape(const RobotLink& link, const RobotGeometry& geometry, Real reach, Findings& findings) {
    const std::string doubt = doubtOfLength(lengthOf(geometry), reach);
    if (!doubt.empty()) findings.warn(geometry.line, nameOf(link) + ": the shape" + doubt + "; lengths are in metres");
}

void checkLimits(const RobotJoint& joint, Findings& findings) {
    if (!joint.limits) return;
    if (joint.type == RobotJoint::Type::Prismatic)
        for (const auto& [name, value] :
             {std::pair("lower", joint.limits->lower), std::pair("upper", joint.limits->upper)})
            if (std::abs(value) > longestOffset && std::isfinite(value)) {
                findings.warn(joint.limits->line, inQuotes(joint) + ": " + name + " = " + shortText(value) +
                                                      " m is longer than " + shortText(longestOffset) +
                                                      " m; limits of prismatic joints are in metres");
                return;
            }
    if (joint.type != RobotJoint::Type::Revolute) return;
    for (const auto& [name, value] : {std::pair("lower", joint.limits->lower), std::pair("upper", joint.limits->upper)})
        if (std::abs(value) > mostTurns * 2 * Pi && std::abs(value) < unlimited) {
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

void checkUnits(const std::vector<RobotLink>& links, const std::vector<RobotJoint>& joints, Findings& findings) {
    for (const RobotJoint& joint : joints) {
        checkLimits(joint, findings);
        checkMimic(joint, joints, findings);
    }
    const Real reach = calcReach(links, joints);
    for (const RobotLink& link : links) {
        for (const RobotCollision& c : link.collisions) checkShape(link, c.geometry, reach, findings);
        for (const RobotVisual& v : link.visuals) checkShape(link, v.geometry, reach, findings);
        if (!(link.mass > 0)) continue;
        const Real trace = link.inertia(0, 0) + link.inertia(1, 1) + link.inertia(2, 2);
        const Real gyration = std::sqrt(trace / 2 / link.mass);
        const Real size = sizeOf(link, joints, reach);
        const bool isWide = size > 0 && gyration > widestGyration * size;
        if (!(gyration > longestGyration) && !isWide) continue;
        findings.warn(link.inertialLine, nameOf(link) + ": its inertia belongs to a body with a radius of gyration of " +
                                             shortText(gyration) + " m, with a mass of " + shortText(link.mass) + " kg" +
                                             (isWide ? " and a size of " + shortText(size) + " m" : "") +
                                             "; inertias are in kg m^2, and 1 kg mm^2 is 1e-6 kg m^2");
    }
}

Real calcReach(const std::vector<RobotLink>& links, const std::vector<RobotJoint>& joints) {
    std::vector<SimTK::Transform> X_RL(links.size());
    Real reach = 0;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        X_RL[j + 1] = X_RL[std::size_t(joints[j].parentLink)] * joints[j].X_PJ;
        reach = std::max(reach, X_RL[j + 1].p().norm());
    }
    return reach;
}

std::string doubtOfLength(Real length, Real reach) {
    if (length > longestOffset) return " is " + shortText(length) + " m long";
    if (reach > 0 && length > longestShape * reach)
        return " is " + shortText(length) + " m long, and all links begin within " + shortText(reach) + " m of the root";
    return "";
}

} // namespace simbodydem
