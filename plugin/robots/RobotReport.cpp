// SPDX-License-Identifier: Apache-2.0
#include "robots/Numbers.h"
#include "robots/RobotImpl.h"
#include "robots/TextTable.h"
#include "simbodydem/Messages.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

namespace {

using SimTK::Real;

std::string orDash(bool isSet, Real value) { return isSet ? shortText(value) : "-"; }

std::string mobilizerName(const RobotFile& file, int joint, Base base) {
    if (joint < 0) return base == Base::Fixed ? "Weld" : "Free";
    switch (file.getJoints()[std::size_t(joint)].type) {
    case RobotJoint::Type::Fixed: return "Weld";
    case RobotJoint::Type::Revolute:
    case RobotJoint::Type::Continuous: return "Pin";
    case RobotJoint::Type::Prismatic: return "Slider";
    case RobotJoint::Type::Floating: return "Free";
    case RobotJoint::Type::Planar: return "2 Sliders";
    case RobotJoint::Type::Ball: return "Ball";
    }
    return "";
}

} // namespace

std::string Robot::Impl::describeBase() const {
    if (options.getBase() == Base::Floating) return "floating";
    return baseBody == SimTK::GroundIndex ? "fixed" : "on " + describeBody(matter.getMobilizedBody(baseBody));
}

std::string Robot::Impl::toText() const {
    Real mass = 0;
    TextTable bodyTable({"body", "mobilizer", "joint", "mass [kg]", "links"});
    for (std::size_t b = 0; b < bodies.bodies.size(); ++b) {
        const RobotBodies::Body& body = bodies.bodies[b];
        mass += body.mass.getMass();
        std::string links;
        for (const int l : body.links) links += (links.empty() ? "" : ", ") + file.getLinks()[std::size_t(l)].name;
        bodyTable.add({std::to_string(mobilized[b]), mobilizerName(file, body.joint, options.getBase()),
                       body.joint < 0 ? "-" : file.getJoints()[std::size_t(body.joint)].name,
                       shortText(body.mass.getMass()), links});
    }
    std::string text = "robot '" + file.getName() + "' from " + file.getPath() + "\n" +
                       std::to_string(bodies.bodies.size()) + " bodies, " + std::to_string(coordinates.size()) +
                       " joint coordinates, " + std::to_string(surfaces.size()) + " surfaces, total mass " +
                       shortText(mass) + " kg, base " + describeBase() + ", z up\n\n" + bodyTable.toText();

    if (!coordinates.empty()) {
        TextTable table({"number", "joint", "inertia", "armature", "lower", "upper", "stop k", "stop a", "friction", "friction k",
                         "friction c", "damping", "servo kp", "servo kd", "servo limit"});
        for (std::size_t i = 0; i < coordinates.size(); ++i) {
            const RobotCoordinate& c = coordinates[i];
            const JointSettings& s = joints.getSettings(int(i));
            const bool hasStops = std::isfinite(s.lower) || std::isfinite(s.upper), rubs = s.frictionLimit > 0;
            table.add({std::to_string(i), c.name, shortText(c.inertia), orDash(c.armature > 0, c.armature),
                       orDash(hasStops, s.lower),
                       orDash(hasStops, s.upper), orDash(hasStops, s.stopStiffness), orDash(hasStops, s.stopDamping),
                       orDash(rubs, s.frictionLimit), orDash(rubs, s.frictionStiffness),
                       orDash(rubs, s.frictionDamping), orDash(s.damping > 0, s.damping),
                       orDash(c.hasServo, s.servoStiffness), orDash(c.hasServo, s.servoDamping),
                       orDash(c.hasServo || std::isfinite(s.servoLimit), s.servoLimit)});
        }
        text += "\n" + table.toText() +
                "(kg m^2, rad, N m/rad, s/rad, N m, N m s/rad; of displacements kg, m, N/m, s/m, N, N s/m)\n";
    }
    if (!surfaces.empty()) {
        TextTable table({"surface", "shape"});
        for (const OwnSurface& surface : surfaces) table.add({surface.name, surface.shape});
        text += "\n" + table.toText();
    }
    if (!notes.empty()) text += "\nnotes\n";
    for (const std::string& note : notes) text += note + "\n";
    return text;
}

} // namespace simbodydem
