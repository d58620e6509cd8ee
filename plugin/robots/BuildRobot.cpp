// SPDX-License-Identifier: Apache-2.0
#include "robots/BuildRobot.h"

#include "robots/MassCheck.h"
#include "robots/MeshCache.h"
#include "robots/Numbers.h"
#include "robots/UrdfSchema.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace simbodydem {

namespace {

using SimTK::Real;
using SimTK::Vec3;
using SimTK::Vec4;

constexpr double roundingOfAxes = 1e-3; // of a length of 1; files have few digits

Vec3 toVec3(const urdf::Vector3& v) { return Vec3(v.x, v.y, v.z); }

SimTK::Transform toTransform(const urdf::Pose& pose) {
    double x, y, z, w;
    pose.rotation.getQuaternion(x, y, z, w);
    return SimTK::Transform(SimTK::Rotation(SimTK::Quaternion(w, x, y, z)), toVec3(pose.position));
}

// Materials may be defined by the robot or by the first visual that has their name.
class Materials {
public:
    Materials(const UrdfElement& robot, Findings& findings) : findings(findings) {
        for (const UrdfElement* material : robot.childrenOf("material")) {
            if (!isDefinition(*material))
                findings.warn(material->line, ownerOf(*material) + " has neither <color> nor <texture>");
            define(*material, "");
        }
        for (const UrdfElement* link : robot.childrenOf("link"))
            for (const UrdfElement* visual : link->childrenOf("visual"))
                if (const UrdfElement* material = visual->child("material"))
                    if (isDefinition(*material)) define(*material, ownerOf(*link) + ": ");
    }

    RobotMaterial of(const UrdfElement& material, const std::string& owner) const {
        const std::string& name = material.valueOf("name");
        const auto found = name.empty() ? defined.end() : defined.find(name);
        if (found != defined.end()) return found->second.first;
        if (!isDefinition(material))
            findings.warn(material.line,
                          owner + ": material " + nameInQuotes(name) + " is defined nowhere in the file");
        return read(material);
    }

private:
    static bool isDefinition(const UrdfElement& material) {
        return material.child("color") || material.child("texture");
    }
    static RobotMaterial read(const UrdfElement& element) {
        RobotMaterial material;
        material.name = element.valueOf("name");
        if (const UrdfElement* color = element.child("color")) {
            const std::vector<double> c = numbersOf(color->valueOf("rgba"));
            material.color = Vec4(c[0], c[1], c[2], c[3]);
        }
        if (const UrdfElement* texture = element.child("texture")) material.textureName = texture->valueOf("filename");
        return material;
    }
    void define(const UrdfElement& element, const std::string& owner) {
        const RobotMaterial material = read(element);
        if (material.name.empty()) return;
        const auto [first, isNew] = defined.try_emplace(material.name, material, element.line);
        const RobotMaterial& other = first->second.first;
        const bool isSame = other.textureName == material.textureName &&
                            other.color.has_value() == material.color.has_value() &&
                            (!other.color || (*other.color - *material.color).norm() == 0);
        if (!isNew && !isSame)
            findings.warn(element.line, owner + "material " + nameInQuotes(material.name) +
                                            " differs from that of line " + std::to_string(first->second.second) +
                                            ", which is used");
    }

    Findings& findings;
    std::map<std::string, std::pair<RobotMaterial, int>> defined;
};

RobotGeometry toGeometry(const UrdfElement& shape, const urdf::Geometry& from, MeshCache& meshes,
                         const std::string& owner) {
    RobotGeometry geometry;
    geometry.line = shape.line;
    switch (from.type) {
    case urdf::Geometry::BOX:
        geometry.kind = RobotGeometry::Kind::Box;
        geometry.size = toVec3(static_cast<const urdf::Box&>(from).dim);
        break;
    case urdf::Geometry::SPHERE:
        geometry.kind = RobotGeometry::Kind::Sphere;
        geometry.radius = static_cast<const urdf::Sphere&>(from).radius;
        break;
    case urdf::Geometry::CYLINDER:
        geometry.kind = shape.name == "capsule" ? RobotGeometry::Kind::Capsule : RobotGeometry::Kind::Cylinder;
        geometry.radius = static_cast<const urdf::Cylinder&>(from).radius;
        geometry.length = static_cast<const urdf::Cylinder&>(from).length;
        break;
    default:
        geometry.kind = RobotGeometry::Kind::Mesh;
        geometry.meshName = static_cast<const urdf::Mesh&>(from).filename;
        geometry.meshScale = toVec3(static_cast<const urdf::Mesh&>(from).scale);
        geometry.meshFile = meshes.find(geometry.meshName, shape.line, owner);
    }
    return geometry;
}

// Checks that urdfdom has as many as the file; they are in the same order.
void expectAsMany(std::size_t read, std::size_t inFile, const UrdfElement& link, const char* what, Findings& findings) {
    if (read != inFile)
        findings.fail(link.line, ownerOf(link) + ": urdfdom reads " + std::to_string(read) + " of " +
                                     std::to_string(inFile) + " <" + what + "> elements");
}

RobotLink toLink(const UrdfElement& element, const urdf::Link& from, const Materials& materials, MeshCache& meshes,
                 Findings& findings) {
    RobotLink link;
    link.name = from.name;
    link.line = element.line;
    const std::string owner = ownerOf(element);
    if (const UrdfElement* inertial = element.child("inertial")) {
        expectAsMany(from.inertial ? 1 : 0, 1, element, "inertial", findings);
        const urdf::Inertial& i = *from.inertial;
        link.hasInertial = true;
        link.inertialLine = inertial->line;
        link.mass = i.mass;
        link.X_LI = toTransform(i.origin);
        link.inertia = SimTK::SymMat33(i.ixx, i.ixy, i.iyy, i.ixz, i.iyz, i.izz);
    }
    const std::vector<const UrdfElement*> collisions = element.childrenOf("collision");
    expectAsMany(from.collision_array.size(), collisions.size(), element, "collision", findings);
    for (std::size_t i = 0; i < collisions.size(); ++i) {
        const urdf::Collision& c = *from.collision_array[i];
        const UrdfElement& shape = collisions[i]->child("geometry")->children.front();
        link.collisions.push_back(
            {c.name, collisions[i]->line, toTransform(c.origin), toGeometry(shape, *c.geometry, meshes, owner)});
    }
    const std::vector<const UrdfElement*> visuals = element.childrenOf("visual");
    expectAsMany(from.visual_array.size(), visuals.size(), element, "visual", findings);
    for (std::size_t i = 0; i < visuals.size(); ++i) {
        const urdf::Visual& v = *from.visual_array[i];
        const UrdfElement& shape = visuals[i]->child("geometry")->children.front();
        link.visuals.push_back(
            {v.name, visuals[i]->line, toTransform(v.origin), toGeometry(shape, *v.geometry, meshes, owner), {}});
        if (const UrdfElement* material = visuals[i]->child("material"))
            link.visuals.back().material = materials.of(*material, owner);
    }
    return link;
}

RobotJoint::Type toType(const urdf::Joint& joint) {
    switch (joint.type) {
    case urdf::Joint::REVOLUTE: return RobotJoint::Type::Revolute;
    case urdf::Joint::CONTINUOUS: return RobotJoint::Type::Continuous;
    case urdf::Joint::PRISMATIC: return RobotJoint::Type::Prismatic;
    case urdf::Joint::FLOATING: return RobotJoint::Type::Floating;
    case urdf::Joint::PLANAR: return RobotJoint::Type::Planar;
    default: return RobotJoint::Type::Fixed;
    }
}

Vec3 readAxis(const UrdfElement& joint, const urdf::Joint& from, Findings& findings) {
    const UrdfElement* element = joint.child("axis");
    const Vec3 axis = element ? toVec3(from.axis) : Vec3(1, 0, 0);
    const Real length = axis.norm();
    const std::string text = element ? "axis = " + nameInQuotes(element->valueOf("xyz")) : "";
    if (!(length > 0)) {
        findings.error(element->line, ownerOf(joint) + ": " + text + " has the length 0; it must be a direction");
        return Vec3(1, 0, 0);
    }
    if (std::abs(length - 1) > roundingOfAxes)
        findings.warn(element->line, ownerOf(joint) + ": " + text + " has the length " + shortText(length) +
                                         "; the axis of length 1 in its direction is used");
    return axis / length;
}

RobotJointLimits readLimits(const UrdfElement& joint, const urdf::Joint& from, Findings& findings) {
    const UrdfElement& element = *joint.child("limit");
    RobotJointLimits limits;
    limits.line = element.line;
    limits.effort = from.limits->effort;
    limits.velocity = from.limits->velocity;
    const bool hasRange = element.find("lower") || element.find("upper");
    if (from.type == urdf::Joint::REVOLUTE || from.type == urdf::Joint::PRISMATIC) {
        const char* unit = from.type == urdf::Joint::REVOLUTE ? " rad" : " m";
        limits.lower = from.limits->lower;
        limits.upper = from.limits->upper;
        if (limits.lower > limits.upper)
            findings.error(element.line, ownerOf(joint) + ": lower = " + shortText(limits.lower) + unit +
                                             " > upper = " + shortText(limits.upper) + unit +
                                             "; lower must be <= upper (one that is not given is 0)");
        else if (limits.lower == limits.upper)
            findings.warn(element.line, ownerOf(joint) + ": lower = upper = " + shortText(limits.lower) + unit +
                                            ", so the joint cannot move");
        return limits;
    }
    // Some tools write zeros or a whole turn.
    const bool isDoubtful = hasRange && (from.limits->lower != 0 || from.limits->upper != 0);
    if (isDoubtful)
        findings.warn(element.line,
                      ownerOf(joint) + ": lower and upper of a " + joint.valueOf("type") + " joint are ignored" +
                          (from.type == urdf::Joint::CONTINUOUS ? "; a joint with limits is revolute" : ""));
    return limits;
}

RobotJoint toJoint(const UrdfTree::Joint& treeJoint, const urdf::Joint& from, Findings& findings) {
    const UrdfElement& element = *treeJoint.element;
    RobotJoint joint;
    joint.name = from.name;
    joint.line = element.line;
    joint.type = toType(from);
    joint.parentLink = treeJoint.parentLink;
    joint.X_PJ = toTransform(from.parent_to_joint_origin_transform);
    if (joint.type == RobotJoint::Type::Fixed || joint.type == RobotJoint::Type::Floating) return joint;
    joint.axis = readAxis(element, from, findings);
    if (from.limits) joint.limits = readLimits(element, from, findings);
    if (from.dynamics) {
        joint.damping = from.dynamics->damping;
        joint.friction = from.dynamics->friction;
    }
    if (const UrdfElement* mimic = mimicOf(element); mimic && treeJoint.mimicked >= 0) {
        const bool hasMimic = bool(from.mimic);
        const bool hasMultiplier = mimic->find("multiplier") != nullptr;
        joint.mimic.emplace();
        joint.mimic->line = mimic->line;
        joint.mimic->joint = mimic->valueOf("joint");
        joint.mimic->index = treeJoint.mimicked;
        joint.mimic->multiplier = hasMimic && hasMultiplier ? from.mimic->multiplier : 1;
        joint.mimic->offset = hasMimic ? from.mimic->offset : 0;
    }
    if (from.safety)
        joint.safety =
            RobotJointSafety{element.child("safety_controller")->line, from.safety->soft_lower_limit,
                             from.safety->soft_upper_limit, from.safety->k_position, from.safety->k_velocity};
    return joint;
}

} // namespace

BuiltRobot buildRobot(const UrdfElement& robot, const UrdfTree& tree, const urdf::ModelInterface& model,
                      const RobotFileOptions& options, Findings& findings) {
    const Materials materials(robot, findings);
    const MeshSearch search(findings.getPath(), options.getSearchPath());
    MeshCache meshes(search, findings);
    BuiltRobot built;
    for (const UrdfElement* element : tree.links) {
        const urdf::LinkConstSharedPtr link = model.getLink(element->valueOf("name"));
        if (!link) findings.fail(element->line, ownerOf(*element) + ": urdfdom does not read it");
        built.links.push_back(toLink(*element, *link, materials, meshes, findings));
    }
    for (std::size_t i = 0; i < tree.joints.size(); ++i) {
        const UrdfElement& element = *tree.joints[i].element;
        const urdf::JointConstSharedPtr joint = model.getJoint(element.valueOf("name"));
        if (!joint) findings.fail(element.line, ownerOf(element) + ": urdfdom does not read it");
        built.joints.push_back(toJoint(tree.joints[i], *joint, findings));
        built.joints.back().childLink = int(i) + 1;
        built.links[i + 1].parentJoint = int(i);
        built.links[std::size_t(tree.joints[i].parentLink)].childJoints.push_back(int(i));
    }
    built.missingMeshes = meshes.finish(options.getAllowMissingMeshes());
    checkMasses(built.links, built.joints, options.getInertiaCheck(), findings);
    return built;
}

} // namespace simbodydem
