// SPDX-License-Identifier: Apache-2.0
#include "robots/Numbers.h"
#include "robots/TextTable.h"

#include "simbodydem/robots/RobotFile.h"

#include <algorithm>
#include <map>
#include <ostream>

namespace simbodydem {

namespace {

constexpr std::size_t mostExclusions = 40; // that are listed; a model of SDF has one for each pair of links

std::string countText(std::size_t count, const std::string& one, const std::string& several) {
    return std::to_string(count) + " " + (count == 1 ? one : several);
}

const char* toText(RobotGeometry::Kind kind) {
    switch (kind) {
    case RobotGeometry::Kind::Box: return "box";
    case RobotGeometry::Kind::Sphere: return "sphere";
    case RobotGeometry::Kind::Cylinder: return "cylinder";
    case RobotGeometry::Kind::Capsule: return "capsule";
    case RobotGeometry::Kind::Ellipsoid: return "ellipsoid";
    case RobotGeometry::Kind::Plane: return "plane";
    case RobotGeometry::Kind::Mesh: return "mesh";
    }
    return "";
}

// "2 box, 1 mesh"
template <class Shapes> std::string kindsOf(const Shapes& shapes) {
    std::map<std::string, int> counts;
    for (const auto& shape : shapes) ++counts[toText(shape.geometry.kind)];
    std::string text;
    for (const auto& [kind, count] : counts) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
    return text.empty() ? "-" : text;
}

std::string axisText(const RobotJoint& joint) {
    if (!joint.hasOneCoordinate() && joint.type != RobotJoint::Type::Planar) return "-";
    std::string text;
    for (int i = 0; i < 3; ++i) text += (i ? " " : "") + shortText(joint.axis[i]);
    return text;
}

std::string mimicText(const RobotJoint& joint) {
    if (!joint.mimic) return "-";
    std::string text = joint.mimic->multiplier == 1 ? "" : shortText(joint.mimic->multiplier) + " ";
    text += joint.mimic->joint;
    if (joint.mimic->offset != 0)
        text += (joint.mimic->offset > 0 ? " + " : " - ") + shortText(std::abs(joint.mimic->offset));
    return text;
}

} // namespace

std::string RobotFile::toText() const {
    *areWarningsRead = true;
    std::map<RobotJoint::Type, int> types;
    for (const RobotJoint& joint : joints) ++types[joint.type];
    std::string typeList;
    for (const auto& [type, count] : types)
        typeList += (typeList.empty() ? " (" : ", ") + std::to_string(count) + " " + simbodydem::toText(type);
    std::string text = "robot '" + name + "' from " + path + "\n" + countText(links.size(), "link", "links") + ", " +
                       countText(joints.size(), "joint", "joints") + typeList + (typeList.empty() ? "" : ")") +
                       ", total mass " + shortText(getTotalMass()) + " kg\n\n";

    TextTable linkTable({"line", "link", "mass [kg]", "collisions", "visuals"});
    std::vector<std::size_t> depth(links.size(), 0);
    for (std::size_t i = 0; i < links.size(); ++i) {
        const RobotLink& link = links[i];
        if (i) depth[i] = depth[std::size_t(joints[i - 1].parentLink)] + 1;
        linkTable.add({std::to_string(link.line), std::string(2 * depth[i], ' ') + link.name,
                       link.hasInertial ? shortText(link.mass) : "-", kindsOf(link.collisions), kindsOf(link.visuals)});
    }
    text += linkTable.toText();

    if (!joints.empty()) {
        TextTable table({"line", "joint", "type", "child link", "axis", "lower", "upper", "effort", "velocity",
                         "damping", "friction", "mimic"});
        for (const RobotJoint& joint : joints) {
            const auto limit = [&](SimTK::Real RobotJointLimits::*member) {
                return joint.limits ? shortText((*joint.limits).*member) : "-";
            };
            const bool moves = joint.hasOneCoordinate() || joint.type == RobotJoint::Type::Planar;
            table.add({std::to_string(joint.line), joint.name, simbodydem::toText(joint.type),
                       links[std::size_t(joint.childLink)].name, axisText(joint), limit(&RobotJointLimits::lower),
                       limit(&RobotJointLimits::upper), limit(&RobotJointLimits::effort),
                       limit(&RobotJointLimits::velocity), moves ? shortText(joint.damping) : "-",
                       moves ? shortText(joint.friction) : "-", mimicText(joint)});
        }
        text += "\n" + table.toText() + "(rad, N m, rad/s, N m s/rad; of prismatic joints m, N, m/s, N s/m)\n";
    }
    if (!actuators.empty()) {
        TextTable table({"line", "actuator", "kind", "joint", "stiffness", "damping", "limit", "command = scale c + offset", "lower c", "upper c"});
        for (const RobotActuator& a : actuators)
            table.add({std::to_string(a.line), a.name.empty() ? "-" : a.name, simbodydem::toText(a.kind), joints[std::size_t(a.joint)].name,
                       shortText(a.stiffness),
                       a.dampingRatio > 0 ? "ratio " + shortText(a.dampingRatio) : shortText(a.damping), shortText(a.limit),
                       shortText(a.scale) + " c + " + shortText(a.offset), shortText(a.lower), shortText(a.upper)});
        text += "\n" + table.toText() + "(N m/rad, N m s/rad, N m; of slides N/m, N s/m, N)\n";
    }
    if (!exclusions.empty()) {
        TextTable table({"line", "no contact between"});
        const auto nameOf = [&](int link, int collision) {
            return links[std::size_t(link)].name + (collision < 0 ? "" : "/" + std::to_string(collision));
        };
        const std::size_t shown = exclusions.size() > mostExclusions ? mostExclusions / 2 : exclusions.size();
        for (std::size_t i = 0; i < shown; ++i) {
            const RobotExclusion& e = exclusions[i];
            table.add({std::to_string(e.line), nameOf(e.linkA, e.collisionA) + " and " + nameOf(e.linkB, e.collisionB)});
        }
        text += "\n" + table.toText();
        if (shown < exclusions.size()) text += "and " + std::to_string(exclusions.size() - shown) + " more pairs\n";
    }
    if (!ignored.empty()) {
        TextTable table({"line", "ignored element", "of"});
        for (const RobotIgnored& i : ignored)
            table.add({std::to_string(i.line), "<" + i.element + ">", i.owner.empty() ? "-" : i.owner});
        text += "\n" + table.toText();
    }
    if (!warnings.empty()) text += "\n" + countText(warnings.size(), "warning", "warnings") + "\n";
    for (const std::string& warning : warnings) text += warning + "\n";
    return text;
}

std::ostream& operator<<(std::ostream& out, const RobotFile& file) { return out << file.toText(); }

} // namespace simbodydem
