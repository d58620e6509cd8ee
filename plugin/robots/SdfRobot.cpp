// SPDX-License-Identifier: Apache-2.0
#include "robots/SdfRobot.h"

#include "robots/MassCheck.h"
#include "robots/MeshCache.h"
#include "robots/Numbers.h"
#include "robots/SdfFile.h"
#include "robots/SdfIgnored.h"
#include "robots/SdfShapes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

constexpr Real roundingOfAxes = 1e-12; // [m]; an axis this close to a link's origin goes through it
constexpr Real noLimit = 1e16;         // of an angle or length, as SDF has it

// A link of the model or of a nested one.
struct SdfLink {
    const sdf::Link* from;
    std::string name;
    Transform X_ML; // on the outermost model
    bool collidesWithOwn;
};

// A joint, and the links that it connects.
struct SdfJoint {
    const sdf::Joint* from;
    std::string name, scope; // scope: of names in its model, "arm::" for instance
    Transform X_MJ;          // on the outermost model
    int parent, child;       // indices of links
};

// Sets of links that joints connect.
class Islands {
public:
    explicit Islands(int count) : next(std::size_t(count)) {
        for (int i = 0; i < count; ++i) next[std::size_t(i)] = i;
    }
    int find(int i) {
        while (next[std::size_t(i)] != i) i = next[std::size_t(i)] = next[std::size_t(next[std::size_t(i)])];
        return i;
    }
    /** Returns false if both are in one set already. */
    bool connect(int a, int b) {
        a = find(a), b = find(b);
        next[std::size_t(a)] = b;
        return a != b;
    }

private:
    std::vector<int> next;
};

class SdfReader {
public:
    SdfReader(const sdf::Model& model, const RobotFileOptions& options, const MeshSearch& search, SdfFindings& findings)
        : model(model), options(options), findings(findings), meshes(search, findings.all) {}

    ReadRobot read() {
        robot.name = model.Name();
        collect(model, Transform(), "", model.Static());
        const Transform X_WM = poseOf(model.SemanticPose(), model.Element(), "model " + nameInQuotes(model.Name()), "");
        world = int(sdfLinks.size());
        for (std::size_t l = 0; l < sdfLinks.size(); ++l) linkOf.emplace(sdfLinks[l].name, int(l));
        connectJoints();
        if (sdfLinks.empty()) findings.error(model.Element(), "model " + nameInQuotes(model.Name()) + " has no <link>");
        findings.all.throwErrors();
        makeTree(X_WM);
        setMimics();
        excludeOwn();
        robot.missingMeshes = meshes.finish(options.getAllowMissingMeshes());
        findUnused(model.Element(), findings);
        findings.all.throwErrors();
        checkMasses(robot.links, robot.joints, options.getInertiaCheck(), findings.all, isOfChain);
        return std::move(robot);
    }

private:
    Transform poseOf(const sdf::SemanticPose& pose, const sdf::ElementPtr& element, const std::string& owner,
                     const std::string& in) {
        ignition::math::Pose3d resolved;
        for (const sdf::Error& error : pose.Resolve(resolved, in)) findings.error(element, owner + ": " + error.Message());
        return toTransform(resolved);
    }

    // ---- Links and joints of all models

    void collect(const sdf::Model& from, const Transform& X_MN, const std::string& scope, bool isStatic) {
        const bool collidesWithOwn = from.SelfCollide();
        for (uint64_t i = 0; i < from.LinkCount(); ++i) {
            const sdf::Link& link = *from.LinkByIndex(i);
            const sdf::ElementPtr element = link.Element();
            const std::string name = scope + link.Name();
            const Transform X_NL = poseOf(link.SemanticPose(), element, "link " + nameInQuotes(name), "__model__");
            const bool own = element->HasElement("self_collide") ? element->Get<bool>("self_collide") : collidesWithOwn;
            sdfLinks.push_back({&link, name, X_MN * X_NL, own});
        }
        for (uint64_t i = 0; i < from.JointCount(); ++i) {
            const sdf::Joint& joint = *from.JointByIndex(i);
            const std::string name = scope + joint.Name();
            const Transform X_NJ = poseOf(joint.SemanticPose(), joint.Element(), "joint " + nameInQuotes(name), "__model__");
            sdfJoints.push_back({&joint, name, scope, X_MN * X_NJ, -1, -1});
        }
        for (uint64_t i = 0; i < from.ModelCount(); ++i) {
            const sdf::Model& nested = *from.ModelByIndex(i);
            const std::string name = scope + nested.Name();
            if (nested.Static() && !isStatic)
                findings.refuse(nested.Element(), "model " + nameInQuotes(name) + " is static in a model that is not", "lets it move");
            const Transform X_NK = poseOf(nested.SemanticPose(), nested.Element(), "model " + nameInQuotes(name), "__model__");
            collect(nested, X_MN * X_NK, name + "::", isStatic);
        }
    }

    int findEnd(const SdfJoint& joint, const char* end, const sdf::Errors& errors, const std::string& name) {
        const auto found = linkOf.find(joint.scope + name);
        if (errors.empty() && name == "world") return world;
        if (errors.empty() && found != linkOf.end()) return found->second;
        findings.error(joint.from->Element(), "joint " + nameInQuotes(joint.name) + ": its " + end + " is no link");
        return world;
    }

    // Finds the links of all joints. Joints that close a loop are left out.
    void connectJoints() {
        Islands islands(world + 1);
        std::vector<SdfJoint> kept;
        for (SdfJoint& joint : sdfJoints) {
            std::string parent, child;
            const sdf::Errors parentErrors = joint.from->ResolveParentLink(parent), childErrors = joint.from->ResolveChildLink(child);
            joint.parent = findEnd(joint, "parent", parentErrors, parent);
            joint.child = findEnd(joint, "child", childErrors, child);
            if (islands.connect(joint.parent, joint.child))
                kept.push_back(joint);
            else
                findings.refuse(joint.from->Element(), "joint " + nameInQuotes(joint.name) + " closes a loop: its links " +
                                                           nameOf(joint.parent) + " and " + nameOf(joint.child) +
                                                           " are connected by other joints already, and a robot is a tree");
        }
        sdfJoints = kept;
    }

    std::string nameOf(int link) const { return link == world ? "world" : nameInQuotes(sdfLinks[std::size_t(link)].name); }

    // ---- The tree

    // Joints may lead from a child to its parent: they are turned around where the parent is further from the root.
    void makeTree(const Transform& X_WM) {
        poses.clear();
        for (const SdfLink& link : sdfLinks) poses.push_back(link.X_ML);
        poses.push_back(~X_WM); // of the world on the model
        jointsOf.resize(sdfLinks.size() + 1);
        std::vector<char> isChild(sdfLinks.size() + 1, false);
        Islands islands(world + 1);
        for (std::size_t j = 0; j < sdfJoints.size(); ++j) {
            const SdfJoint& joint = sdfJoints[j];
            jointsOf[std::size_t(joint.parent)].push_back(int(j));
            jointsOf[std::size_t(joint.child)].push_back(int(j));
            isChild[std::size_t(joint.child)] = true;
            islands.connect(joint.parent, joint.child);
        }
        std::vector<int> roots; // one for each set of links that is not connected to the world
        std::set<int> met{islands.find(world)};
        for (int l = 0; l < world; ++l)
            if (!isChild[std::size_t(l)] && met.insert(islands.find(l)).second) roots.push_back(l);
        robot.isFloating = roots.size() == 1 && jointsOf[std::size_t(world)].empty() && !model.Static();
        if (robot.isFloating) {
            robot.rootPose = X_WM * poses[std::size_t(roots[0])];
            visit(roots[0], addLink(roots[0], -1));
            return;
        }
        addNamed("world", SdfFindings::lineOf(model.Element()), -1);
        isFixed.back() = true;
        visit(world, 0);
        for (const int root : roots) {
            const SdfLink& link = sdfLinks[std::size_t(root)];
            RobotJoint joint;
            joint.name = link.name + (model.Static() ? "/fixed" : "/free");
            joint.line = SdfFindings::lineOf(link.from->Element());
            joint.type = model.Static() ? RobotJoint::Type::Fixed : RobotJoint::Type::Floating;
            visit(root, addTo(joint, 0, X_WM * poses[std::size_t(root)], root, ""));
        }
    }

    // Adds all that is behind a link.
    void visit(int link, int index) {
        isVisited.insert(link);
        for (const int j : jointsOf[std::size_t(link)]) {
            const SdfJoint& joint = sdfJoints[std::size_t(j)];
            const bool isTurned = joint.child == link;
            const int next = isTurned ? joint.parent : joint.child;
            if (isVisited.count(next)) continue;
            visit(next, addJoint(joint, isTurned, link, next, index));
        }
    }

    int addNamed(const std::string& name, int line, int parentJoint) {
        RobotLink link;
        link.name = name;
        link.line = link.inertialLine = line;
        link.parentJoint = parentJoint;
        robot.links.push_back(link);
        const RobotJoint* joint = parentJoint < 0 ? nullptr : &robot.joints[std::size_t(parentJoint)];
        isFixed.push_back(joint && joint->type == RobotJoint::Type::Fixed && isFixed[std::size_t(joint->parentLink)]);
        isOfChain.push_back(false);
        ownLinks.push_back(-1);
        return int(robot.links.size()) - 1;
    }

    int addLink(int own, int parentJoint) {
        const SdfLink& from = sdfLinks[std::size_t(own)];
        const int index = addNamed(from.name, SdfFindings::lineOf(from.from->Element()), parentJoint);
        ownLinks.back() = own;
        RobotLink& link = robot.links.back();
        readInertial(*from.from, link);
        readShapes(*from.from, isFixed.back(), link, meshes, findings);
        return index;
    }

    // Adds a joint, and behind it a link of the file, or one without mass. Returns the index of that link.
    int addTo(RobotJoint joint, int parent, const Transform& X_PJ, int own, const std::string& chainName) {
        joint.parentLink = parent;
        joint.childLink = int(robot.links.size());
        joint.X_PJ = X_PJ;
        robot.links[std::size_t(parent)].childJoints.push_back(int(robot.joints.size()));
        robot.joints.push_back(joint);
        mimics.emplace_back();
        const int index = int(robot.joints.size()) - 1;
        if (own >= 0) return addLink(own, index);
        const int link = addNamed(chainName, joint.line, index);
        isOfChain.back() = true;
        return link;
    }

    // ---- Joints

    // A joint of one coordinate, which is one part of a joint of the file.
    struct Part {
        RobotJoint joint;
        Vec3 axis_J; // in the frame of the file's joint
        const sdf::JointAxis* from;
    };

    int addJoint(const SdfJoint& joint, bool isTurned, int link, int next, int parent) {
        std::vector<Part> parts = partsOf(joint);
        const Transform X_PL = ~poses[std::size_t(link)] * poses[std::size_t(next)];  // of the next link on this one
        const Transform X_LJ = ~poses[std::size_t(next)] * joint.X_MJ;               // of the joint on the next link
        if (isTurned) std::reverse(parts.begin(), parts.end());
        bool isThroughOrigin = true;
        for (Part& part : parts) {
            const Vec3 axis = X_LJ.R() * part.axis_J * (isTurned ? -1 : 1);
            part.joint.axis = axis / axis.norm();
            if (part.joint.type == RobotJoint::Type::Revolute || part.joint.type == RobotJoint::Type::Continuous)
                isThroughOrigin = isThroughOrigin && (part.joint.axis % X_LJ.p()).norm() < roundingOfAxes;
        }
        if (parts.size() > 1 || parts[0].joint.type == RobotJoint::Type::Ball)
            isThroughOrigin = X_LJ.p().norm() < roundingOfAxes;
        const Transform X_PA = isThroughOrigin ? X_PL : X_PL * Transform(X_LJ.p());
        const std::string chain = nameOfLink(next) + "/";
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const bool isLast = isThroughOrigin && i + 1 == parts.size();
            const int robotJoint = int(robot.joints.size());
            parent = addTo(parts[i].joint, parent, i ? Transform() : X_PA, isLast ? next : -1, chain + parts[i].joint.name);
            if (parts[i].from) noteMimic(joint, *parts[i].from, robotJoint);
        }
        if (joint.from->Type() == sdf::JointType::SCREW && !model.Static()) coupleScrew(joint);
        if (isThroughOrigin) return parent;
        RobotJoint fixed;
        fixed.name = nameOfLink(next) + "/fixed";
        fixed.line = SdfFindings::lineOf(joint.from->Element());
        return addTo(fixed, parent, Transform(-X_LJ.p()), next, "");
    }

    const std::string& nameOfLink(int link) const { return sdfLinks[std::size_t(link)].name; }

    std::vector<Part> partsOf(const SdfJoint& joint) {
        using sdf::JointType;
        using Type = RobotJoint::Type;
        const JointType type = joint.from->Type();
        const sdf::ElementPtr element = joint.from->Element();
        const std::string what = "joint " + nameInQuotes(joint.name);
        RobotJoint plain;
        plain.name = joint.name;
        plain.line = SdfFindings::lineOf(element);
        const Part fixed{plain, Vec3(1, 0, 0), nullptr};
        if (model.Static() || type == JointType::FIXED) return {fixed};
        switch (type) {
        case JointType::REVOLUTE: return {partOf(joint, plain, Type::Revolute, 0)};
        case JointType::CONTINUOUS: return {partOf(joint, plain, Type::Continuous, 0)};
        case JointType::PRISMATIC: return {partOf(joint, plain, Type::Prismatic, 0)};
        case JointType::REVOLUTE2:
        case JointType::UNIVERSAL:
        case JointType::SCREW: {
            RobotJoint first = plain, second = plain;
            first.name += "/0", second.name += "/1";
            if (type != JointType::SCREW)
                return {partOf(joint, first, Type::Revolute, 0), partOf(joint, second, Type::Revolute, 1)};
            Part turn = partOf(joint, first, Type::Revolute, 0);
            second.type = Type::Prismatic;
            second.limits.emplace();
            second.limits->line = second.line;
            return {turn, {second, turn.axis_J, nullptr}};
        }
        case JointType::BALL: {
            Part ball{plain, Vec3(1, 0, 0), nullptr};
            ball.joint.type = Type::Ball;
            return {ball};
        }
        default:
            findings.refuse(element, what + " is of the type " + element->Get<std::string>("type") + ", which is not read", "makes it fixed");
            return {fixed};
        }
    }

    Part partOf(const SdfJoint& joint, RobotJoint own, RobotJoint::Type type, unsigned index) {
        const sdf::JointAxis* axis = joint.from->Axis(index);
        const sdf::ElementPtr element = joint.from->Element();
        const std::string what = "joint " + nameInQuotes(joint.name);
        own.type = type;
        if (!axis) {
            findings.error(element, what + " has no <" + (index ? "axis2" : "axis") + ">");
            return {own, Vec3(0, 0, 1), nullptr};
        }
        ignition::math::Vector3d xyz = axis->Xyz();
        for (const sdf::Error& error : axis->ResolveXyz(xyz)) findings.error(element, what + ": " + error.Message());
        const Vec3 direction = toVec3(xyz);
        if (!(direction.norm() > 0)) findings.error(element, what + ": <xyz> has a length of 0");
        readLimits(what, *axis, own);
        const auto notNegative = [&](const char* name, Real value) {
            if (!(value >= 0)) findings.error(element, what + ": <" + name + "> = " + shortText(value) + "; it must be >= 0");
            return value;
        };
        own.damping = notNegative("damping", axis->Damping());
        own.friction = notNegative("friction", axis->Friction());
        own.stiffness = notNegative("spring_stiffness", axis->SpringStiffness());
        own.springPosition = axis->SpringReference();
        return {own, direction.norm() > 0 ? direction : Vec3(0, 0, 1), axis};
    }

    // A limit of -1 or infinity is none. Without a range a revolute joint is continuous.
    void readLimits(const std::string& what, const sdf::JointAxis& axis, RobotJoint& joint) {
        const bool isTurn = joint.type != RobotJoint::Type::Prismatic;
        RobotJointLimits limits;
        const sdf::ElementPtr element = axis.Element()->HasElement("limit") ? axis.Element()->GetElement("limit") : axis.Element();
        limits.line = SdfFindings::lineOf(element);
        const Real lower = axis.Lower(), upper = axis.Upper();
        if (joint.type != RobotJoint::Type::Continuous) {
            if (lower > -noLimit) limits.lower = lower;
            if (upper < noLimit) limits.upper = upper;
        }
        const std::string unit = isTurn ? " rad" : " m";
        if (limits.lower > limits.upper)
            findings.error(element, what + ": lower = " + shortText(lower) + unit + " > upper = " + shortText(upper) + unit +
                                        "; lower must be <= upper");
        else if (limits.lower == limits.upper)
            findings.warn(element, what + ": lower = upper = " + shortText(lower) + unit + ", so the joint cannot move");
        limits.effort = axis.Effort() > 0 && axis.Effort() < noLimit ? axis.Effort() : 0;
        limits.velocity = axis.MaxVelocity() > 0 && axis.MaxVelocity() < noLimit ? axis.MaxVelocity() : 0;
        const bool hasRange = limits.lower > -Infinity || limits.upper < Infinity;
        if (isTurn && !hasRange) joint.type = RobotJoint::Type::Continuous;
        if (!isTurn || hasRange || limits.effort > 0 || limits.velocity > 0) joint.limits = limits;
    }

    // A screw is a turn, which a displacement along its axis follows.
    void coupleScrew(const SdfJoint& from) {
        const sdf::ElementPtr element = from.from->Element();
        const std::string what = "joint " + nameInQuotes(from.name);
        Real pitch = 0; // [m/rad]
        if (element->HasElement("screw_thread_pitch")) {
            pitch = element->Get<double>("screw_thread_pitch") / (2 * Pi);
        } else if (element->HasElement("thread_pitch")) {
            const Real turns = element->Get<double>("thread_pitch"); // [rad/m]; > 0: a left-handed thread
            if (turns != 0) pitch = -1 / turns;
        }
        if (pitch == 0) findings.error(element, what + " is a screw; it must have a <screw_thread_pitch> [m] other than 0");
        int turn = -1, slide = -1;
        for (std::size_t j = 0; j < robot.joints.size(); ++j) {
            if (robot.joints[j].name == from.name + "/0") turn = int(j);
            if (robot.joints[j].name == from.name + "/1") slide = int(j);
        }
        robot.joints[std::size_t(slide)].mimic =
            RobotJointMimic{SdfFindings::lineOf(element), from.name + "/0", turn, pitch, 0};
    }

    // ---- Followers

    struct Mimic {
        std::string leader, suffix, what; // suffix: of the name if the leader has two axes
        sdf::ElementPtr element;
    };

    void noteMimic(const SdfJoint& joint, const sdf::JointAxis& axis, int index) {
        if (!axis.Element()->HasElement("mimic")) return;
        const sdf::ElementPtr element = axis.Element()->GetElement("mimic");
        const std::string leader = element->Get<std::string>("joint");
        const std::string leaderAxis = element->HasAttribute("axis") ? element->Get<std::string>("axis") : "axis";
        mimics[std::size_t(index)] = {joint.scope + leader, leaderAxis == "axis2" ? "/1" : "/0",
                                      "joint " + nameInQuotes(joint.name) + " mimics joint " + nameInQuotes(leader), element};
    }

    int findJoint(const std::string& name) const {
        for (std::size_t j = 0; j < robot.joints.size(); ++j)
            if (robot.joints[j].name == name) return int(j);
        return -1;
    }

    static Real numberIn(const sdf::ElementPtr& element, const std::string& name, Real otherwise) {
        double number = otherwise;
        if (element->HasElement(name)) readNumber(element->GetElement(name)->Get<std::string>(), number);
        return number;
    }

    void setMimics() {
        for (std::size_t j = 0; j < mimics.size(); ++j) {
            const Mimic& mimic = mimics[j];
            if (!mimic.element) continue;
            int leader = findJoint(mimic.leader);
            if (leader < 0) leader = findJoint(mimic.leader + mimic.suffix);
            if (leader < 0 && options.getAllowUnknownMimics()) {
                findings.warn(mimic.element, mimic.what + ", which does not exist; it moves on its own");
                continue;
            }
            if (leader < 0 || leader == int(j) || !robot.joints[std::size_t(leader)].hasOneCoordinate()) {
                findings.error(mimic.element, mimic.what + (leader < 0          ? ", which does not exist"
                                                            : leader == int(j) ? ", which is the joint itself"
                                                                               : ", which has not one coordinate"));
                continue;
            }
            bool isLoop = false;
            for (int k = leader; !isLoop && k >= 0;) {
                isLoop = k == int(j);
                const auto& next = robot.joints[std::size_t(k)].mimic;
                k = next ? next->index : -1;
            }
            if (isLoop) {
                findings.error(mimic.element, mimic.what + ", and that mimics it in turn");
                continue;
            }
            const Real multiplier = numberIn(mimic.element, "multiplier", 1);
            robot.joints[j].mimic = RobotJointMimic{
                SdfFindings::lineOf(mimic.element), robot.joints[std::size_t(leader)].name, leader, multiplier,
                numberIn(mimic.element, "offset", 0) - multiplier * numberIn(mimic.element, "reference", 0)};
        }
    }

    // ---- Masses and pairs without contact

    // SDF gives a link without <inertial> a mass of 1 kg.
    void readInertial(const sdf::Link& from, RobotLink& link) {
        const sdf::ElementPtr element = from.Element();
        const ignition::math::Inertiald& inertial = from.Inertial();
        const ignition::math::Matrix3d I = inertial.Moi();
        const bool isInFile = element->HasElement("inertial");
        const sdf::ElementPtr at = isInFile ? element->GetElement("inertial") : element;
        link.hasInertial = true;
        link.inertialLine = SdfFindings::lineOf(at);
        link.mass = inertial.MassMatrix().Mass();
        link.X_LI = Transform(toTransform(inertial.Pose()).p());
        link.inertia = SymMat33(I(0, 0), I(1, 0), I(1, 1), I(2, 0), I(2, 1), I(2, 2));
        const std::string owner = "link " + nameInQuotes(link.name);
        if (!isInFile && !model.Static())
            findings.warn(at, owner + " has no <inertial>; SDF gives it a mass of 1 kg and an inertia of 1 kg m^2");
        if (isInFile && !at->HasElement("mass"))
            findings.warn(at, owner + ": <inertial> has no <mass>; SDF gives it 1 kg");
        if (isInFile && !at->HasElement("inertia"))
            findings.warn(at, owner + ": <inertial> has no <inertia>; SDF gives it 1 kg m^2 about each axis");
        if (!(link.mass >= 0))
            findings.error(at, owner + ": <mass> = " + shortText(link.mass) + " kg; it must be >= 0");
    }

    // Links of a model have no contact with each other unless one of both has <self_collide>.
    void excludeOwn() {
        const int line = SdfFindings::lineOf(model.Element());
        for (std::size_t a = 0; a < robot.links.size(); ++a)
            for (std::size_t b = a + 1; b < robot.links.size(); ++b) {
                if (robot.links[a].collisions.empty() || robot.links[b].collisions.empty()) continue;
                const bool canTouch = sdfLinks[std::size_t(ownLinks[a])].collidesWithOwn ||
                                      sdfLinks[std::size_t(ownLinks[b])].collidesWithOwn;
                if (!canTouch) robot.exclusions.push_back({line, int(a), int(b), -1, -1});
            }
    }

    const sdf::Model& model;
    const RobotFileOptions& options;
    SdfFindings& findings;
    MeshCache meshes;
    ReadRobot robot;
    std::vector<SdfLink> sdfLinks;
    std::vector<SdfJoint> sdfJoints;
    std::map<std::string, int> linkOf; // by name
    int world = 0;                     // its index behind those of the links
    std::vector<Transform> poses;      // of links and world on the model
    std::vector<std::vector<int>> jointsOf;
    std::set<int> isVisited;
    std::vector<int> ownLinks;              // by link of the robot: that of the file, or -1
    std::vector<char> isFixed, isOfChain;   // by link of the robot: to the world; without mass between two joints
    std::vector<Mimic> mimics;              // by joint of the robot
};

// Returns the model that the options name, or the only one.
const sdf::Model& findModel(const sdf::Root& root, const std::string& name, int line, Findings& findings) {
    std::vector<const sdf::Model*> models;
    if (root.Model()) models.push_back(root.Model());
    for (uint64_t w = 0; w < root.WorldCount(); ++w)
        for (uint64_t m = 0; m < root.WorldByIndex(w)->ModelCount(); ++m)
            models.push_back(root.WorldByIndex(w)->ModelByIndex(m));
    std::string names;
    for (const sdf::Model* model : models) names += (names.empty() ? "" : ", ") + nameInQuotes(model->Name());
    if (models.empty()) findings.fail(line, "<sdf> has no <model>");
    if (name.empty() && models.size() == 1) return *models[0];
    for (const sdf::Model* model : models)
        if (model->Name() == name) return *model;
    if (name.empty())
        findings.fail(line, "it has " + std::to_string(models.size()) + " models, " + names +
                                "; choose one with RobotFileOptions::setModel()");
    findings.fail(line, "it has no model " + nameInQuotes(name) + "; there are " + names);
}

} // namespace

ReadRobot readSdf(const std::string& text, const XmlElement& file, const RobotFileOptions& options, Findings& findings) {
    const MeshSearch search(findings.getPath(), options.getSearchPath());
    const sdf::Root root = loadSdf(text, file, search, findings);
    const sdf::Model& model = findModel(root, options.getModel(), file.line, findings);
    SdfFindings own(findings, options.getAllowUnreadParts());
    findUnusedAround(root.Element(), model.Element(), own);
    return SdfReader(model, options, search, own).read();
}

} // namespace simbodydem
