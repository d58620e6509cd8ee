// SPDX-License-Identifier: Apache-2.0
#include "robots/MjcfRobot.h"

#include "robots/MassCheck.h"
#include "robots/MeshCache.h"
#include "robots/MjcfActuators.h"
#include "robots/MjcfCompiler.h"
#include "robots/MjcfDefaults.h"
#include "robots/MjcfFindings.h"
#include "robots/MjcfInclude.h"
#include "robots/MjcfMass.h"
#include "robots/MjcfSchema.h"
#include "robots/Numbers.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

constexpr int lastVisibleGroup = 2; // MuJoCo's viewer does not draw geoms of higher groups at first
constexpr Real waterDensity = 1000; // of geoms [kg/m^3]

// An element of a body with the transform and the class of the frames that it is in.
struct Part {
    const XmlElement* element;
    Transform X_BF;
    std::string childclass;
};
struct Parts {
    std::vector<Part> joints, geoms, bodies, inertials;
};

struct MeshAsset {
    XmlElement element;
    std::string file;
    Vec3 scale = Vec3(1);
    Transform X_GM; // of the file's frame on the geom
    bool isExact = false;
};

// A geom that touches others.
struct TouchingGeom {
    std::string name;
    int link, collision;
    unsigned type, affinity; // bits
};

// Replaces the principal values of an inertia by those that a function returns.
template <class Change> SymMat33 withPrincipalValues(const SymMat33& inertia, const Change& change) {
    Eigen::Matrix3d matrix;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) matrix(i, j) = i >= j ? inertia(i, j) : inertia(j, i);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(matrix);
    Eigen::Vector3d values = solver.eigenvalues();
    if (!change(values)) return inertia;
    const Eigen::Matrix3d m = solver.eigenvectors() * values.asDiagonal() * solver.eigenvectors().transpose();
    return SymMat33(m(0, 0), m(1, 0), m(1, 1), m(2, 0), m(2, 1), m(2, 2));
}

class MjcfReader {
public:
    MjcfReader(const XmlElement& mujoco, const RobotFileOptions& options, MjcfFindings& findings)
        : mujoco(mujoco),
          options(options),
          findings(findings),
          compiler(mujoco, findings),
          defaults(mujoco, findings),
          search(findings.all.getPath(), options.getSearchPath()),
          meshes(search, findings.all) {}

    ReadRobot read() {
        readAssets();
        readContactNames();
        readWorld();
        finishMasses();
        readEqualities();
        readExclusions();
        robot.actuators = readActuators(mujoco, defaults, compiler, robot.joints, references, findings);
        setEfforts();
        warnOfFluid();
        robot.missingMeshes = meshes.finish(options.getAllowMissingMeshes());
        if (robot.links.empty()) findings.all.fail(mujoco.line, "<mujoco> has no <worldbody> with a <body>");
        findings.all.throwErrors();
        checkMasses(robot.links, robot.joints, options.getInertiaCheck(), findings.all, isOfChain);
        return std::move(robot);
    }

private:
    // ---- Assets

    void readAssets() {
        for (const XmlElement* asset : mujoco.childrenOf("asset")) {
            for (const XmlElement* element : asset->childrenOf("material"))
                materials[element->valueOf("name")] = defaults.resolve(*element);
            for (const XmlElement* element : asset->childrenOf("mesh")) {
                MeshAsset mesh;
                mesh.element = defaults.resolve(*element);
                const std::string& file = mesh.element.valueOf("file");
                std::filesystem::path path(file);
                if (compiler.stripsPaths) path = path.filename();
                mesh.file = path.is_absolute() || compiler.meshFolder.empty()
                                ? path.string()
                                : (std::filesystem::path(compiler.meshFolder) / path).string();
                mesh.scale = vectorOf(mesh.element, "scale", Vec3(1));
                mesh.isExact = compiler.hasExactMeshes || mesh.element.valueOf("inertia") == "exact";
                mesh.X_GM = poseOfMesh(mesh);
                const std::string* name = element->find("name");
                assets[name ? *name : path.stem().string()] = mesh;
            }
        }
    }

    // MuJoCo moves the vertices v of the file: scale * R^T (v - refpos).
    Transform poseOfMesh(const MeshAsset& mesh) const {
        const Vec3 shift = vectorOf(mesh.element, "refpos", Vec3(0));
        Rotation turn;
        if (const std::string* text = mesh.element.find("refquat")) {
            const std::vector<double> q = numbersOf(*text);
            if (!(Vec4(q[0], q[1], q[2], q[3]).norm() > 0))
                findings.error(mesh.element, "refquat of <mesh> = " + nameInQuotes(*text) + " has a length of 0");
            else
                turn = ~Rotation(Quaternion(Vec4(q[0], q[1], q[2], q[3]).normalize()));
            if (mesh.scale[0] != mesh.scale[1] || mesh.scale[0] != mesh.scale[2])
                findings.refuse(
                    mesh.element,
                    "<mesh> has a refquat, and a scale that differs between axes; both together are not read");
        }
        return {turn, -(turn * shift).elementwiseMultiply(mesh.scale)};
    }

    // ---- Bodies

    void readContactNames() {
        for (const XmlElement* contact : mujoco.childrenOf("contact"))
            for (const XmlElement* pair : contact->childrenOf("pair"))
                for (const char* end : {"geom1", "geom2"}) {
                    if (!pair->find(end)) findings.error(*pair, std::string("<pair> has no attribute ") + end);
                    pairedGeoms.insert(pair->valueOf(end));
                }
        pairedGeoms.erase("");
    }

    void collect(const XmlElement& element, const Transform& X_BF, const std::string& childclass, Parts& parts) const {
        for (const XmlElement& child : element.children) {
            if (child.name == "frame") {
                const std::string* own = child.find("childclass");
                if (own) defaults.checkClass(child, *own);
                collect(child, X_BF * compiler.readPose(child), own ? *own : childclass, parts);
            }
            const Part part{&child, X_BF, childclass};
            if (child.name == "joint" || child.name == "freejoint") parts.joints.push_back(part);
            if (child.name == "geom") parts.geoms.push_back(part);
            if (child.name == "body") parts.bodies.push_back(part);
            if (child.name == "inertial") parts.inertials.push_back(part);
        }
    }

    static bool isFree(const XmlElement& joint) { return joint.name == "freejoint" || joint.valueOf("type") == "free"; }

    void readWorld() {
        Parts parts;
        const XmlElement* first = nullptr;
        for (const XmlElement* world : mujoco.childrenOf("worldbody")) {
            if (!first) first = world;
            const std::string& childclass = world->valueOf("childclass");
            defaults.checkClass(*world, childclass);
            collect(*world, Transform(), childclass, parts);
        }
        if (!first || (parts.bodies.empty() && parts.geoms.empty())) return;
        if (parts.bodies.size() == 1) {
            Parts root;
            collect(*parts.bodies[0].element, Transform(), "", root);
            robot.isFloating = root.joints.size() == 1 && isFree(*root.joints[0].element);
        }
        if (robot.isFloating) {
            for (const Part& geom : parts.geoms) leaveOutOfWorld(geom);
        } else {
            addLink("world", *first, -1);
            for (const Part& geom : parts.geoms) addGeom(geom, 0, Transform(), nullptr);
        }
        for (const Part& body : parts.bodies) readBody(body, robot.isFloating ? -1 : 0);
    }

    // The root of a floating robot is its trunk, so there is no link for shapes of the world.
    void leaveOutOfWorld(const Part& part) {
        const XmlElement geom = defaults.resolve(*part.element, part.childclass);
        findings.ignore(*part.element, "geom");
        if (touches(geom) && !hasWarnedOfWorld)
            findings.warn(*part.element, "<geom> " + nameInQuotes(geom.valueOf("name")) +
                                             " of <worldbody> is left out, since the robot floats. Add floors and "
                                             "obstacles as surfaces of Ground");
        hasWarnedOfWorld = hasWarnedOfWorld || touches(geom);
    }

    int addLink(const std::string& name, const XmlElement& element, int parentJoint) {
        if (!linkNames.emplace(name, element.line).second)
            findings.error(element, "body " + nameInQuotes(name) + " has the name of the body of line " +
                                        std::to_string(linkNames[name]) + "; each must have its own");
        RobotLink link;
        link.name = name;
        link.line = element.line;
        link.parentJoint = parentJoint;
        robot.links.push_back(link);
        isOfChain.push_back(false);
        return int(robot.links.size()) - 1;
    }

    // Adds a joint and the link behind it.
    int addJoint(RobotJoint joint, int parent, const Transform& X_PJ, const std::string& linkName,
                 const XmlElement& body, Real reference = 0) {
        joint.parentLink = parent;
        joint.X_PJ = X_PJ;
        joint.childLink = int(robot.links.size());
        if (!jointNames.emplace(joint.name, joint.line).second)
            findings.error(body, "joint " + nameInQuotes(joint.name) + " has the name of the joint of line " +
                                     std::to_string(jointNames[joint.name]) + "; each must have its own");
        robot.links[std::size_t(parent)].childJoints.push_back(int(robot.joints.size()));
        robot.joints.push_back(joint);
        references.push_back(reference);
        return addLink(linkName, body, int(robot.joints.size()) - 1);
    }

    std::string nameOfBody(const XmlElement& body) {
        ++numBodies;
        const std::string* name = body.find("name");
        return name && !name->empty() ? *name : "body" + std::to_string(numBodies);
    }

    void readBody(const Part& part, int parent) {
        const XmlElement& body = *part.element;
        const std::string name = nameOfBody(body);
        const std::string* own = body.find("childclass");
        const std::string childclass = own ? *own : part.childclass;
        if (own) defaults.checkClass(body, *own);
        if (body.valueOf("mocap") == "true")
            findings.refuse(body, "body " + nameInQuotes(name) + " is a mocap body, which a program moves");
        if (numberOf(body, "gravcomp", 0) != 0)
            findings.warn(body, "body " + nameInQuotes(name) + ": gravcomp is left out; set torques of joints instead");
        Parts parts;
        collect(body, Transform(), childclass, parts);
        const Transform X_PB = part.X_BF * compiler.readPose(body);
        const int link = readJoints(body, name, parts.joints, parent, X_PB);
        readMass(body, name, parts, link);
        for (const Part& child : parts.bodies) readBody({child.element, child.X_BF, child.childclass}, link);
    }

    // Returns the link of a body. A body with several joints is behind links without mass. A joint whose anchor is not the body's origin
    // moves such a link too, on which the body is fixed, so that the link of the body has its frame.
    int readJoints(const XmlElement& body, const std::string& name, const std::vector<Part>& parts, int parent,
                   const Transform& X_PB) {
        std::vector<XmlElement> joints;
        std::vector<Vec3> anchors, axes;
        for (const Part& part : parts) {
            joints.push_back(defaults.resolve(*part.element, part.childclass));
            const XmlElement& joint = joints.back();
            anchors.push_back(part.X_BF * vectorOf(joint, "pos", Vec3(0)));
            axes.push_back(part.X_BF.R() * vectorOf(joint, "axis", Vec3(0, 0, 1)));
            if (!isFree(joint) || (parts.size() == 1 && parent <= 0)) continue;
            findings.error(*part.element, "a free joint must be the only joint of its body, and that must be in <worldbody>");
            joints.pop_back(), anchors.pop_back(), axes.pop_back();
        }
        if (joints.size() == 1 && isFree(joints[0])) return addFree(body, name, joints[0], parent, X_PB);
        if (joints.empty()) {
            RobotJoint fixed;
            fixed.name = name + "/fixed";
            fixed.line = body.line;
            return addJoint(fixed, parent, X_PB, name, body);
        }
        Transform X_PJ = X_PB;
        Vec3 at(0); // the last anchor on the body
        int link = parent;
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const bool isBody = j + 1 == joints.size() && anchors[j].norm() == 0;
            const std::string jointName = nameOfJoint(joints[j], name, joints.size(), j + 1);
            X_PJ = X_PJ * Transform(anchors[j] - at);
            at = anchors[j];
            Real reference = 0;
            const RobotJoint joint = joints[j].valueOf("type") == "ball" ? toBall(joints[j], jointName)
                                                                         : toJoint(joints[j], jointName, axes[j], reference);
            link = addJoint(joint, link, X_PJ, isBody ? name : name + "/" + jointName, body, reference);
            isOfChain.back() = !isBody;
            X_PJ = Transform();
        }
        if (at.norm() == 0) return link;
        RobotJoint fixed;
        fixed.name = name + "/fixed";
        fixed.line = body.line;
        return addJoint(fixed, link, Transform(-at), name, body);
    }

    static std::string nameOfJoint(const XmlElement& joint, const std::string& body, std::size_t count,
                                   std::size_t number) {
        const std::string* name = joint.find("name");
        if (name && !name->empty()) return *name;
        return body + "/joint" + (count > 1 ? std::to_string(number) : "");
    }

    int addFree(const XmlElement& body, const std::string& name, const XmlElement& element, int parent,
                const Transform& X_PB) {
        for (const char* attribute : {"damping", "frictionloss", "armature", "stiffness"})
            if (numberOf(element, attribute, 0) != 0)
                findings.warn(element, std::string(attribute) + " of the free joint of body " + nameInQuotes(name) +
                                           " is left out; <freejoint> has none");
        if (robot.isFloating) {
            robot.rootPose = X_PB;
            return addLink(name, body, -1);
        }
        RobotJoint joint;
        joint.name = nameOfJoint(element, name, 1, 1);
        joint.line = element.line;
        joint.type = RobotJoint::Type::Floating;
        return addJoint(joint, parent, X_PB, name, body);
    }

    // A ball has no coordinates of JointForces, so nothing but other joints and contacts acts on it.
    RobotJoint toBall(const XmlElement& element, const std::string& name) {
        RobotJoint joint;
        joint.name = name;
        joint.line = element.line;
        joint.type = RobotJoint::Type::Ball;
        for (const char* attribute : {"damping", "frictionloss", "armature", "stiffness"})
            if (numberOf(element, attribute, 0) != 0)
                findings.refuse(element, "joint " + nameInQuotes(name) + " is a ball; its " + attribute + " is not read");
        if (compiler.isLimited(element, "range", "limited"))
            findings.refuse(element, "joint " + nameInQuotes(name) + " is a ball; its range is not read");
        return joint;
    }

    RobotJoint toJoint(const XmlElement& element, const std::string& name, const Vec3& axis, Real& reference) {
        RobotJoint joint;
        joint.name = name;
        joint.line = element.line;
        const std::string* type = element.find("type");
        const bool isHinge = !type || *type == "hinge";
        if (!isHinge && *type != "slide")
            findings.error(element, "joint " + nameInQuotes(name) + ": type = " + nameInQuotes(*type) +
                                        "; it must be hinge, slide, ball or free");
        if (!(axis.norm() > 0)) findings.error(element, "joint " + nameInQuotes(name) + ": axis has a length of 0");
        joint.axis = axis.norm() > 0 ? axis / axis.norm() : Vec3(0, 0, 1);
        const auto toUnit = [&](Real value) { return isHinge ? compiler.toRadians(value) : value; };
        reference = toUnit(numberOf(element, "ref", 0));
        if (reference != 0)
            findings.warn(element, "joint " + nameInQuotes(name) + ": ref = " + element.valueOf("ref") +
                                       "; its coordinate is 0 where that of MuJoCo is " + shortText(reference) +
                                       (isHinge ? " rad" : " m"));
        const bool isLimited = compiler.isLimited(element, "range", "limited");
        joint.type = !isHinge    ? RobotJoint::Type::Prismatic
                     : isLimited ? RobotJoint::Type::Revolute
                                 : RobotJoint::Type::Continuous;
        if (!isHinge || isLimited) {
            joint.limits.emplace();
            joint.limits->line = element.line;
        }
        if (isLimited && element.find("range")) {
            const std::vector<double> range = numbersOf(element.valueOf("range"));
            joint.limits->lower = toUnit(range[0]) - reference;
            joint.limits->upper = toUnit(range[1]) - reference;
            if (range[0] >= range[1])
                findings.error(element, "joint " + nameInQuotes(name) +
                                            ": range = " + nameInQuotes(element.valueOf("range")) +
                                            "; the first number must be < the second one");
        }
        joint.damping = notNegativeOf(element, "damping", 0, findings);
        joint.friction = notNegativeOf(element, "frictionloss", 0, findings);
        joint.armature = notNegativeOf(element, "armature", 0, findings);
        joint.stiffness = notNegativeOf(element, "stiffness", 0, findings);
        joint.springPosition = toUnit(numberOf(element, "springref", 0)) - reference;
        for (const char* attribute : {"damping", "stiffness"}) {
            const std::vector<double> all = numbersOf(element.valueOf(attribute));
            if (std::any_of(all.begin() + (all.empty() ? 0 : 1), all.end(), [](double n) { return n != 0; }))
                findings.refuse(element, "joint " + nameInQuotes(name) + ": " + attribute +
                                             " is a polynomial; its first number is read");
        }
        if (element.find("springdamper") && numbersOf(element.valueOf("springdamper"))[0] > 0)
            findings.refuse(element,
                            "joint " + nameInQuotes(name) + ": springdamper is not read; give stiffness and damping");
        if (compiler.isLimited(element, "actuatorfrcrange", "actuatorfrclimited") && element.find("actuatorfrcrange")) {
            const std::vector<double> range = numbersOf(element.valueOf("actuatorfrcrange"));
            efforts[name] = std::max(std::abs(range[0]), std::abs(range[1]));
            if (range[0] != -range[1])
                findings.warn(element, "joint " + nameInQuotes(name) +
                                           ": actuatorfrcrange is not symmetric; the effort is " +
                                           shortText(efforts[name]) + " in both directions");
        }
        return joint;
    }

    // ---- Shapes and masses

    void readMass(const XmlElement& body, const std::string& name, const Parts& parts, int link) {
        if (parts.inertials.size() > 1)
            findings.error(*parts.inertials[1].element,
                           "body " + nameInQuotes(name) + " has several <inertial>; it may have one");
        using Inertias = MjcfCompiler::Inertias;
        const bool isFromGeoms = compiler.inertias == Inertias::FromGeoms ||
                                 (compiler.inertias == Inertias::FromGeomsWhereMissing && parts.inertials.empty());
        ShapeSum sum;
        for (const Part& geom : parts.geoms) addGeom(geom, link, Transform(), isFromGeoms ? &sum : nullptr);
        RobotLink& own = robot.links[std::size_t(link)];
        own.inertialLine = body.line;
        if (isFromGeoms && sum.getMass() > 0) {
            own.hasInertial = true;
            own.mass = sum.getMass();
            own.X_LI = Transform(sum.getCenter());
            own.inertia = sum.getInertia();
        }
        if (!isFromGeoms && !parts.inertials.empty()) readInertial(parts.inertials[0], own);
        if (isFromGeoms)
            for (const Part& inertial : parts.inertials) findings.ignore(*inertial.element, "inertial");
    }

    void readInertial(const Part& part, RobotLink& link) {
        const XmlElement& inertial = *part.element;
        link.hasInertial = true;
        link.inertialLine = inertial.line;
        if (!inertial.find("mass"))
            findings.error(inertial, "body " + nameInQuotes(link.name) + ": <inertial> has no attribute mass");
        if (!inertial.find("pos"))
            findings.error(inertial, "body " + nameInQuotes(link.name) + ": <inertial> has no attribute pos");
        link.mass = notNegativeOf(inertial, "mass", 0, findings);
        link.X_LI = part.X_BF * compiler.readPose(inertial);
        if (const std::string* text = inertial.find("fullinertia")) {
            const std::vector<double> n = numbersOf(*text); // xx yy zz xy xz yz
            link.inertia = SymMat33(n[0], n[3], n[1], n[4], n[5], n[2]);
            if (inertial.find("diaginertia"))
                findings.error(inertial, "body " + nameInQuotes(link.name) +
                                             ": <inertial> has diaginertia and fullinertia; it may have one");
        } else {
            const Vec3 d = vectorOf(inertial, "diaginertia", Vec3(0));
            link.inertia = SymMat33(d[0], 0, d[1], 0, 0, d[2]);
        }
    }

    bool touches(const XmlElement& geom) const {
        return numberOf(geom, "contype", 1) != 0 || numberOf(geom, "conaffinity", 1) != 0 ||
               pairedGeoms.count(geom.valueOf("name")) > 0;
    }

    // Reads the shape of a geom. Returns false if it has none that is read.
    bool readShape(const XmlElement& geom, const std::string& owner, RobotGeometry& geometry, Transform& X_BG) {
        const std::string* typeName = geom.find("type");
        const std::string type = typeName ? *typeName : "sphere";
        const std::vector<double> size = numbersOf(geom.valueOf("size"));
        const std::string what = owner + ": <geom> of type " + type;
        const bool isMesh = type == "mesh";
        if (type == "hfield" || type == "sdf") {
            findings.refuse(geom, what + " is not read");
            return false;
        }
        if (!isMesh && geom.find("mesh")) {
            findings.refuse(geom, what + " is fitted to a mesh, which is not read; give its type and size");
            return false;
        }
        geometry.line = geom.line;
        X_BG = compiler.readPose(geom);
        Real halfLength = 0;
        bool hasEnds = false;
        if (const std::string* text = geom.find("fromto")) {
            const std::vector<double> n = numbersOf(*text);
            const Vec3 from(n[0], n[1], n[2]), to(n[3], n[4], n[5]);
            hasEnds = type == "capsule" || type == "cylinder" || type == "box" || type == "ellipsoid";
            if (!hasEnds || !((to - from).norm() > 0)) {
                findings.error(geom, what + ": fromto = " + nameInQuotes(*text) +
                                         (hasEnds ? "; its points must differ"
                                                  : "; only capsules, cylinders, boxes and ellipsoids have it"));
                return false;
            }
            X_BG = Transform(rotationFromZ(from - to), (from + to) / 2);
            halfLength = (to - from).norm() / 2;
        }
        const std::size_t needed = type == "sphere" || hasEnds               ? 1
                                   : type == "capsule" || type == "cylinder" ? 2
                                   : type == "box" || type == "ellipsoid"    ? 3
                                                                             : 0;
        if (size.size() < needed ||
            std::any_of(size.begin(), size.begin() + std::ptrdiff_t(needed), [](double s) { return !(s > 0); })) {
            findings.error(geom, what + ": size = " + nameInQuotes(geom.valueOf("size")) + "; it must have " +
                                     std::to_string(needed) + (needed == 1 ? " number" : " numbers") + " > 0");
            return false;
        }
        if (!hasEnds && needed == 2) halfLength = size[1];
        using Kind = RobotGeometry::Kind;
        if (type == "sphere" || type == "capsule" || type == "cylinder") {
            geometry.kind = type == "sphere" ? Kind::Sphere : type == "capsule" ? Kind::Capsule : Kind::Cylinder;
            geometry.radius = size[0];
            geometry.length = 2 * halfLength;
        } else if (type == "box" || type == "ellipsoid") {
            geometry.kind = type == "box" ? Kind::Box : Kind::Ellipsoid;
            geometry.size =
                hasEnds ? Vec3(2 * size[0], 2 * size[0], 2 * halfLength) : 2 * Vec3(size[0], size[1], size[2]);
        } else if (type == "plane") {
            geometry.kind = Kind::Plane;
        } else if (isMesh) {
            return readMesh(geom, what, owner, geometry, X_BG);
        } else {
            findings.error(geom, what + "; it must be plane, sphere, capsule, cylinder, box, ellipsoid or mesh");
            return false;
        }
        return true;
    }

    bool readMesh(const XmlElement& geom, const std::string& what, const std::string& owner, RobotGeometry& geometry,
                  Transform& X_BG) {
        const auto found = assets.find(geom.valueOf("mesh"));
        if (found == assets.end()) {
            findings.error(geom,
                           what + ": mesh = " + nameInQuotes(geom.valueOf("mesh")) + ", which no <asset> defines");
            return false;
        }
        const MeshAsset& mesh = found->second;
        if (mesh.element.valueOf("file").empty()) {
            findings.refuse(geom, what + ": mesh " + nameInQuotes(found->first) +
                                      " has no file; vertices in the MJCF file are not read");
            return false;
        }
        geometry.kind = RobotGeometry::Kind::Mesh;
        geometry.meshName = mesh.file;
        geometry.meshScale = mesh.scale;
        for (int i = 0; i < 3; ++i)
            if (mesh.scale[i] == 0)
                findings.error(mesh.element, "scale of <mesh> has a 0; each number must be other than 0");
        geometry.meshFile = meshes.find(mesh.file, geom.line, owner);
        X_BG = X_BG * mesh.X_GM;
        return true;
    }

    void addGeom(const Part& part, int link, const Transform& X_LB, ShapeSum* sum) {
        const XmlElement geom = defaults.resolve(*part.element, part.childclass);
        RobotLink& own = robot.links[std::size_t(link)];
        const std::string owner = "body " + nameInQuotes(own.name);
        RobotGeometry geometry;
        Transform X_BG;
        if (!readShape(geom, owner, geometry, X_BG)) return;
        const Transform X_LG = X_LB * part.X_BF * X_BG;
        const std::string& name = geom.valueOf("name");
        const Real group = numberOf(geom, "group", 0);
        const bool isMass = sum && group >= compiler.inertiaGroups[0] && group <= compiler.inertiaGroups[1];
        if (isMass) addMass(geom, owner, geometry, X_LG, *sum);
        const bool isTouching = touches(geom);
        if (geometry.kind == RobotGeometry::Kind::Plane && link > 0) {
            findings.error(geom, owner + ": a <geom> of type plane must be in <worldbody>");
            return;
        }
        if (isTouching) {
            touching.push_back({name, link, int(own.collisions.size()), unsigned(numberOf(geom, "contype", 1)),
                                unsigned(numberOf(geom, "conaffinity", 1))});
            own.collisions.push_back({name, geom.line, X_LG, geometry});
        }
        // A plane is a floor, which the program draws.
        if ((!isTouching || group <= lastVisibleGroup) && geometry.kind != RobotGeometry::Kind::Plane)
            own.visuals.push_back({name, geom.line, X_LG, geometry, findMaterial(geom)});
    }

    void addMass(const XmlElement& geom, const std::string& owner, const RobotGeometry& geometry, const Transform& X_LG,
                 ShapeSum& sum) {
        const Real mass = notNegativeOf(geom, "mass", 0, findings);
        const Real density = notNegativeOf(geom, "density", waterDensity, findings);
        const bool hasMass = geom.find("mass") != nullptr;
        if (hasMass ? mass == 0 : density == 0) return;
        const bool isMesh = geometry.kind == RobotGeometry::Kind::Mesh;
        const std::string inertia = isMesh ? assets.at(geom.valueOf("mesh")).element.valueOf("inertia") : "";
        if (geom.valueOf("shellinertia") == "true" || inertia == "shell" || inertia == "convex") {
            findings.error(
                geom, owner + ": the mass of a shell or of a convex hull is not read; give the body an <inertial>");
            return;
        }
        if (isMesh && geometry.meshFile.empty()) return; // it is an error or a warning already
        try {
            const bool isExact = isMesh && assets.at(geom.valueOf("mesh")).isExact;
            const SolidShape solid = findSolid(geometry, isExact);
            sum.add(solid, hasMass ? mass : density * solid.volume, X_LG);
        } catch (const std::invalid_argument& fault) {
            findings.error(geom, owner + ": " + fault.what());
        }
    }

    std::optional<RobotMaterial> findMaterial(const XmlElement& geom) const {
        RobotMaterial material;
        material.name = geom.valueOf("material");
        const auto found = materials.find(material.name);
        if (!material.name.empty() && found == materials.end())
            findings.error(geom,
                           "<geom> has the material " + nameInQuotes(material.name) + ", which no <asset> defines");
        const std::string* color = geom.find("rgba");
        if (!color && found != materials.end()) color = found->second.find("rgba");
        if (!color) return material.name.empty() ? std::optional<RobotMaterial>() : material;
        const std::vector<double> c = numbersOf(*color);
        material.color = Vec4(std::clamp(c[0], 0., 1.), std::clamp(c[1], 0., 1.), std::clamp(c[2], 0., 1.),
                              std::clamp(c[3], 0., 1.));
        return material;
    }

    // Applies <compiler balanceinertia boundmass boundinertia settotalmass>.
    void finishMasses() {
        Real total = 0;
        for (std::size_t l = 0; l < robot.links.size(); ++l) {
            RobotLink& link = robot.links[l];
            const bool isWorld = l == 0 && !robot.isFloating;
            if (isWorld || isOfChain[l]) continue;
            if (compiler.leastMass > link.mass || (compiler.leastInertia > 0 && !link.hasInertial))
                link.hasInertial = true;
            link.mass = std::max(link.mass, compiler.leastMass);
            if (link.hasInertial)
                link.inertia = withPrincipalValues(link.inertia, [&](Eigen::Vector3d& v) {
                    bool isChanged = v[0] < compiler.leastInertia;
                    v = v.cwiseMax(compiler.leastInertia);
                    const bool isImpossible = v[0] + v[1] < v[2];
                    if (compiler.balancesInertias && isImpossible) {
                        v.setConstant(v.mean());
                        isChanged = true;
                        findings.all.warn(
                            link.inertialLine,
                            "body " + nameInQuotes(link.name) +
                                ": balanceinertia replaces the principal values of its inertia by their mean");
                    }
                    return isChanged;
                });
            total += link.mass;
        }
        if (!compiler.totalMass || !(total > 0)) return;
        for (RobotLink& link : robot.links) {
            link.mass *= *compiler.totalMass / total;
            link.inertia *= *compiler.totalMass / total;
        }
    }

    // ---- Relations

    int findJoint(const XmlElement& at, const char* attribute) const {
        const std::string& name = at.valueOf(attribute);
        for (std::size_t j = 0; j < robot.joints.size(); ++j)
            if (robot.joints[j].name == name) return int(j);
        findings.error(at, std::string(attribute) + " of <equality> names joint " + nameInQuotes(name) +
                               ", which does not exist");
        return -1;
    }

    void readEqualities() {
        for (const XmlElement* equality : mujoco.childrenOf("equality"))
            for (const XmlElement* element : equality->childrenOf("joint")) {
                if (element->valueOf("active") == "false")
                    findings.ignore(*element, "joint");
                else
                    readEquality(*element);
            }
    }

    void readEquality(const XmlElement& element) {
        const int first = findJoint(element, "joint1");
        if (first < 0) return;
        const std::string what = "<equality> of joint " + nameInQuotes(robot.joints[std::size_t(first)].name);
        if (!element.find("joint2")) {
            findings.refuse(element, what + " has no joint2; a joint that stays where it is, is not read");
            return;
        }
        const int second = findJoint(element, "joint2");
        if (second < 0) return;
        std::vector<double> c =
            element.find("polycoef") ? numbersOf(element.valueOf("polycoef")) : std::vector<double>{0, 1};
        c.resize(5, 0);
        RobotJoint& joint = robot.joints[std::size_t(first)];
        const RobotJoint& other = robot.joints[std::size_t(second)];
        if (c[2] != 0 || c[3] != 0 || c[4] != 0) {
            findings.refuse(element, what + " is no straight line; polycoef may have two numbers other than 0");
            return;
        }
        if (!joint.hasOneCoordinate() || !other.hasOneCoordinate()) {
            findings.error(element, what + ": both joints must be hinges or slides");
            return;
        }
        bool isLoop = joint.mimic.has_value();
        for (int j = second; !isLoop && j >= 0;) {
            isLoop = j == first;
            j = robot.joints[std::size_t(j)].mimic ? robot.joints[std::size_t(j)].mimic->index : -1;
        }
        if (isLoop) {
            findings.refuse(element, what + ": the joint follows another one already, or that follows it");
            return;
        }
        joint.mimic = RobotJointMimic{element.line, other.name, second, c[1], c[0]};
    }

    int findLink(const XmlElement& at, const char* attribute) const {
        const std::string& name = at.valueOf(attribute);
        for (std::size_t l = 0; l < robot.links.size(); ++l)
            if (robot.links[l].name == name) return int(l);
        if (name != "world")
            findings.error(at, std::string(attribute) + " of <exclude> names body " + nameInQuotes(name) +
                                   ", which does not exist");
        return -1;
    }

    void readExclusions() {
        std::set<std::pair<std::string, std::string>> pairs;
        std::set<std::string> names;
        for (const TouchingGeom& geom : touching) names.insert(geom.name);
        for (const XmlElement* contact : mujoco.childrenOf("contact")) {
            for (const XmlElement* element : contact->childrenOf("exclude")) {
                const int a = findLink(*element, "body1"), b = findLink(*element, "body2");
                if (a >= 0 && b >= 0 && a != b)
                    robot.exclusions.push_back({element->line, std::min(a, b), std::max(a, b), -1, -1});
            }
            for (const XmlElement* element : contact->childrenOf("pair")) {
                const std::string &a = element->valueOf("geom1"), &b = element->valueOf("geom2");
                pairs.insert(std::minmax(a, b));
                for (const std::string& name : {a, b})
                    if (!names.count(name))
                        findings.warn(*element,
                                      "<pair> names geom " + nameInQuotes(name) + ", which is no shape of the robot");
            }
        }
        // Bits decide which geoms touch each other.
        for (std::size_t i = 0; i < touching.size(); ++i)
            for (std::size_t j = i + 1; j < touching.size(); ++j) {
                const TouchingGeom &a = touching[i], &b = touching[j];
                const bool canTouch =
                    (a.type & b.affinity) || (b.type & a.affinity) || pairs.count(std::minmax(a.name, b.name));
                if (a.link == b.link || canTouch) continue;
                robot.exclusions.push_back({robot.links[std::size_t(a.link)].collisions[std::size_t(a.collision)].line,
                                            a.link, b.link, a.collision, b.collision});
            }
    }

    // The effort of a joint is the sum of the limits of its actuators, and not more than actuatorfrcrange.
    void setEfforts() {
        for (std::size_t j = 0; j < robot.joints.size(); ++j) {
            RobotJoint& joint = robot.joints[j];
            Real sum = 0;
            for (const RobotActuator& actuator : robot.actuators)
                if (actuator.joint == int(j)) sum += actuator.limit;
            if (sum == 0) sum = Infinity;
            if (const auto own = efforts.find(joint.name); own != efforts.end()) sum = std::min(sum, own->second);
            if (!(sum < Infinity) || !(sum > 0)) continue;
            if (!joint.limits) {
                joint.limits.emplace();
                joint.limits->line = joint.line;
            }
            joint.limits->effort = sum;
        }
    }

    void warnOfFluid() {
        for (const XmlElement* option : mujoco.childrenOf("option"))
            for (const char* attribute : {"density", "viscosity"})
                if (numberOf(*option, attribute, 0) > 0)
                    findings.warn(*option,
                                  std::string(attribute) + " of <option> is left out; no fluid acts on the bodies");
    }

    const XmlElement& mujoco;
    const RobotFileOptions& options;
    MjcfFindings& findings;
    const MjcfCompiler compiler;
    const MjcfDefaults defaults;
    const MeshSearch search;
    MeshCache meshes;
    ReadRobot robot;
    std::map<std::string, XmlElement> materials;
    std::map<std::string, MeshAsset> assets;
    std::map<std::string, int> linkNames, jointNames; // lines
    std::map<std::string, Real> efforts;              // by joint, of actuatorfrcrange
    std::set<std::string> pairedGeoms;
    std::vector<TouchingGeom> touching;
    std::vector<Real> references; // by joint
    std::vector<char> isOfChain;  // by link: it has no mass, since it is between two joints of one body
    int numBodies = 0;
    bool hasWarnedOfWorld = false;
};

} // namespace

ReadRobot readMjcf(XmlElement mujoco, const RobotFileOptions& options, Findings& findings) {
    expandIncludes(mujoco, findings);
    MjcfFindings own(findings, options.getAllowUnreadParts());
    checkMjcfSchema(mujoco, own);
    findings.throwErrors();
    return MjcfReader(mujoco, options, own).read();
}

} // namespace simbodydem
