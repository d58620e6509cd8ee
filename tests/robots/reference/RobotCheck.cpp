#include "RobotCheck.h"

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

using namespace SimTK;
using namespace simbodydem;

namespace {

RobotOptions optionsOf(bool keepsFixedJoints) {
    return RobotOptions().setKeepFixedJoints(keepsFixedJoints).setDrawVisuals(false); // meshes may be missing
}

RobotFileOptions lenient() {
    return RobotFileOptions().setAllowMissingMeshes().setAllowUnknownMimics().setInertiaCheck(InertiaCheck::Warning);
}

bool takes(const std::string& path, const RobotFileOptions& options) {
    try {
        RobotFile{path, options};
        return true;
    } catch (const std::invalid_argument&) {
        return false;
    }
}

std::vector<std::string> findNeededOptions(const std::string& path) {
    RobotFileOptions options;
    options.setAllowMissingMeshes();
    if (takes(path, options)) return {};
    if (takes(path, RobotFileOptions(options).setAllowUnknownMimics())) return {"setAllowUnknownMimics()"};
    options.setInertiaCheck(InertiaCheck::Warning);
    if (takes(path, options)) return {"setInertiaCheck()"};
    return {"setInertiaCheck()", "setAllowUnknownMimics()"};
}

// Lists each value that differs from the expected one.
class Comparison {
public:
    explicit Comparison(std::vector<std::string>& faults) : faults(faults) {}
    void expect(const std::string& what, Real found, Real expected, Real tolerance = 0) {
        if (found == expected || std::abs(found - expected) <= tolerance) return;
        faults.push_back(what + ": " + std::to_string(found) + ", not " + std::to_string(expected));
    }
    void expect(const std::string& what, const std::string& found, const std::string& expected) {
        if (found != expected) faults.push_back(what + ": " + found + ", not " + expected);
    }

private:
    std::vector<std::string>& faults;
};

void compareFile(const RobotFile& file, const XmlRobot& xml, Comparison c) {
    c.expect("links", file.getNumLinks(), Real(xml.getLinks().size()));
    c.expect("joints", file.getNumJoints(), Real(xml.getJoints().size()));
    c.expect("mass", file.getTotalMass(), xml.getTotalMass(), 1e-13 * xml.getTotalMass()); // the order of the sum
    if (file.getNumLinks() != int(xml.getLinks().size())) return;
    for (std::size_t l = 0; l < xml.getLinks().size(); ++l) {
        const RobotLink& found = file.getLinks()[l];
        const XmlRobot::Link& expected = xml.getLinks()[l];
        c.expect("name of link " + std::to_string(l), found.name, expected.name);
        c.expect("collisions of " + expected.name, Real(found.collisions.size()), Real(expected.collisions.size()));
        for (std::size_t i = 0; i < std::min(found.collisions.size(), expected.collisions.size()); ++i) {
            const Mat44 difference = found.collisions[i].X_LC.toMat44() - expected.collisions[i].toMat44();
            c.expect("pose of a collision of " + expected.name, difference.norm(), 0, 1e-14); // rounding of rotations
        }
    }
    for (std::size_t j = 0; j < xml.getJoints().size(); ++j) {
        const RobotJoint& found = file.getJoints()[j];
        const XmlRobot::Joint& expected = xml.getJoints()[j];
        c.expect("name of joint " + std::to_string(j), found.name, expected.name);
        c.expect("type of " + expected.name, toText(found.type), expected.type);
        const bool isTurning = expected.type == "revolute" || expected.type == "continuous",
                   isBounded = expected.type == "revolute" || expected.type == "prismatic";
        if (!isTurning && !isBounded) continue;
        c.expect("limits of " + expected.name, bool(found.limits), expected.hasLimit);
        if (!found.limits) continue;
        c.expect("lower of " + expected.name, found.limits->lower, isBounded ? expected.lower : -Infinity);
        c.expect("upper of " + expected.name, found.limits->upper, isBounded ? expected.upper : Infinity);
        c.expect("effort of " + expected.name, found.limits->effort, expected.effort);
        c.expect("velocity of " + expected.name, found.limits->velocity, expected.velocity);
    }
}

// Compares stops and friction with the documented stiffness, which depends on the inertia behind a joint at coordinates 0. That is an
// element of the mass matrix, unless other joints follow this one.
void compareStiffness(const JointSettings& found, const XmlRobot::Joint& joint, Real inertia, Comparison c) {
    const bool isTurning = joint.type != "prismatic";
    const Real rounding = 1e-10; // as of the mass matrix
    if (joint.type != "continuous") {
        const Real rate = 2 * Pi / (10 * 0.002), compression = isTurning ? 0.01 : 0.001;
        const Real stiffness = std::max(inertia * square(rate), joint.effort / compression);
        c.expect("stop stiffness of " + joint.name, found.stopStiffness / stiffness, 1, rounding);
    }
    if (joint.friction == 0) return;
    const Real stiffness = joint.friction / (isTurning ? 1e-3 : 1e-4);
    c.expect("friction stiffness of " + joint.name, found.frictionStiffness / stiffness, 1, rounding);
    c.expect("friction damping of " + joint.name, found.frictionDamping / (2 * std::sqrt(stiffness * inertia)), 1,
             rounding);
}

void compareRobot(const Robot& robot, const XmlRobot& xml, const std::vector<XmlRobot::Body>& bodies, Comparison c) {
    c.expect("mass of the bodies", robot.getTotalMass(), xml.getTotalMass(), 1e-13 * xml.getTotalMass());
    std::vector<std::pair<const XmlRobot::Joint*, std::string>> expected; // joints with a number
    for (const XmlRobot::Joint& joint : xml.getJoints())
        for (int i = 0; i < joint.numCoordinates && joint.numCoordinates < 6; ++i)
            expected.emplace_back(&joint, xml.getCoordinates()[std::size_t(joint.firstCoordinate + i)]);
    c.expect("joints of the robot", robot.getNumJoints(), Real(expected.size()));
    c.expect("joints with forces", robot.getJointForces().getNumJoints(), Real(expected.size()));
    if (robot.getNumJoints() != int(expected.size())) return;
    std::set<std::string> leaders;
    for (const XmlRobot::Joint& joint : xml.getJoints()) leaders.insert(joint.mimicked);
    const std::vector<Real> zeros(xml.getCoordinates().size(), 0);
    const Matrix inertias = xml.calc(bodies, {zeros, zeros}).mass;
    for (int i = 0; i < robot.getNumJoints(); ++i) {
        const auto& [joint, name] = expected[std::size_t(i)];
        c.expect("name of coordinate " + std::to_string(i), robot.getJointName(i), name);
        const JointSettings settings = robot.getJointForces().getSettings(i);
        const bool isBounded = joint->type == "revolute" || joint->type == "prismatic";
        c.expect("lower stop of " + name, settings.lower, isBounded ? joint->lower : -Infinity);
        c.expect("upper stop of " + name, settings.upper, isBounded ? joint->upper : Infinity);
        c.expect("damping of " + name, settings.damping, joint->damping);
        c.expect("friction of " + name, settings.frictionLimit, joint->friction);
        const int c0 = joint->firstCoordinate;
        if (joint->numCoordinates == 1 && !leaders.count(joint->name))
            compareStiffness(settings, *joint, std::max(inertias(c0, c0), Real(1e-9)), c); // the least one of a Robot
    }
}

Real maxOf(const Vector& errors) {
    Real most = 0;
    for (int i = 0; i < errors.size(); ++i) most = std::max(most, std::abs(errors[i]));
    return most;
}

// Compares the default positions: 0 or the nearest end of the range; joints that mimic others follow those.
void compareStart(const BuiltRobot& built, const XmlRobot& xml, Comparison c) {
    const std::vector<Real> found = built.getStartPositions();
    RobotPose pose;
    for (const XmlRobot::Joint& joint : xml.getJoints())
        for (int i = 0; i < joint.numCoordinates; ++i) {
            const bool isBounded = joint.type == "revolute" || joint.type == "prismatic";
            pose.q.push_back(isBounded ? std::min(std::max(Real(0), joint.lower), joint.upper) : 0);
            pose.u.push_back(0);
        }
    xml.follow(pose);
    for (const XmlRobot::Joint& joint : xml.getJoints())
        for (int i = 0; i < joint.numCoordinates && joint.numCoordinates < 6; ++i) {
            const std::size_t index = std::size_t(joint.firstCoordinate + i);
            const std::string& name = xml.getCoordinates()[index];
            const std::size_t number = std::size_t(built.model.robot.getJoint(name));
            c.expect("start of " + name, found[number], pose.q[index], 1e-15); // one rounding of a follower
        }
}

// Counts merged bodies with an inertia that no body can have.
int countCorrected(const XmlRobot& xml) {
    const std::vector<XmlRobot::Body> before = xml.findBodies(false, false), after = xml.findBodies(false);
    int count = 0;
    for (std::size_t i = 0; i < after.size(); ++i)
        count += (after[i].inertia - before[i].inertia).norm() > 1e-9 * after[i].inertia.norm();
    return count;
}

} // namespace

BuiltRobot::BuiltRobot(const RobotFile& file, const XmlRobot& xml, bool keepsFixedJoints)
    : model(file, optionsOf(keepsFixedJoints)), xml(xml), state(model.realize()) {}

RobotNumbers BuiltRobot::calc(const RobotPose& pose) {
    const Robot& robot = model.robot;
    const SimbodyMatterSubsystem& matter = model.matter;
    std::vector<Real> q, u;
    std::vector<int> index; // in the State, of all coordinates
    for (const XmlRobot::Joint& joint : xml.getJoints())
        for (int i = 0; i < joint.numCoordinates; ++i) {
            const std::size_t c = std::size_t(joint.firstCoordinate + i);
            if (joint.numCoordinates == 6) {
                const MobilizedBody& body = robot.getLink(xml.getLinks()[std::size_t(joint.childLink)].name);
                index.push_back(body.getFirstUIndex(state) + i);
                continue;
            }
            q.push_back(pose.q[c]);
            u.push_back(pose.u[c]);
            index.push_back(robot.getJointBody(robot.getJoint(xml.getCoordinates()[c])).getFirstUIndex(state));
        }
    robot.setJointPositions(state, q);
    robot.setJointVelocities(state, u);
    for (const XmlRobot::Joint& joint : xml.getJoints()) {
        if (joint.numCoordinates != 6) continue;
        const MobilizedBody& body = robot.getLink(xml.getLinks()[std::size_t(joint.childLink)].name);
        body.setQToFitTransform(state, XmlRobot::poseOf(joint, pose));
        const Real* s = &pose.u[std::size_t(joint.firstCoordinate)];
        body.setUToFitVelocity(state, SpatialVec(Vec3(s[0], s[1], s[2]), Vec3(s[3], s[4], s[5])));
    }
    model.system.realize(state, Stage::Dynamics);

    RobotNumbers found;
    for (const XmlRobot::Link& link : xml.getLinks()) found.frames.push_back(robot.findLinkTransform(state, link.name));
    if (index.empty()) return found; // Simbody's operators need a coordinate
    Matrix mass;
    Vector gravity, bias;
    matter.calcM(state, mass);
    const Vector_<SpatialVec>& weights = model.gravity.getBodyForces(state);
    matter.multiplyBySystemJacobianTranspose(state, weights, gravity);
    matter.calcResidualForceIgnoringConstraints(state, Vector(), weights, Vector(), bias);
    const int n = int(index.size());
    found.mass = Matrix(n, n);
    found.gravity = Vector(n);
    found.bias = Vector(n);
    for (int i = 0; i < n; ++i) {
        const int row = index[std::size_t(i)];
        for (int j = 0; j < n; ++j) found.mass(i, j) = mass(row, index[std::size_t(j)]);
        found.gravity[i] = -gravity[row];
        found.bias[i] = bias[row];
    }
    return found;
}

Real BuiltRobot::getConstraintError() const { return std::max(maxOf(state.getQErr()), maxOf(state.getUErr())); }

RobotCheck::RobotCheck(const std::string& path, int numPoses) {
    try {
        const RobotFile file(path, lenient());
        const XmlRobot xml(path);
        options = findNeededOptions(path);
        links = file.getNumLinks();
        warnings = int(file.getWarnings().size());
        coordinates = int(xml.getCoordinates().size());
        meshes = int(std::set<std::string>(xml.getMeshes().begin(), xml.getMeshes().end()).size());
        missingMeshes = int(file.getMissingMeshes().size());
        correctedBodies = countCorrected(xml);
        for (const XmlRobot::Link& link : xml.getLinks()) collisions += int(link.collisions.size());
        mass = file.getTotalMass();
        for (const RobotJoint& joint : file.getJoints())
            if (joint.limits && joint.type != RobotJoint::Type::Continuous)
                limits += joint.limits->upper - joint.limits->lower;
        Comparison comparison(faults);
        compareFile(file, xml, comparison);
        for (const bool keepsFixedJoints : {false, true}) {
            BuiltRobot built(file, xml, keepsFixedJoints);
            const std::vector<XmlRobot::Body> bodies = xml.findBodies(keepsFixedJoints), parts = xml.findLinks();
            compareRobot(built.model.robot, xml, bodies, comparison);
            compareStart(built, xml, comparison);
            int numMimics = 0;
            for (const RobotJoint& joint : file.getJoints()) numMimics += bool(joint.mimic);
            comparison.expect("constraints", built.countConstraints(), numMimics);
            const int numBodies = built.model.robot.getNumBodies();
            comparison.expect(keepsFixedJoints ? "kept bodies" : "merged bodies", numBodies,
                              Real(bodies.size()) + xml.countJoints("planar")); // with one between its Sliders
            (keepsFixedJoints ? keptBodies : mergedBodies) = numBodies;
            for (int i = 1; i <= numPoses; ++i) {
                const RobotPose pose = xml.makePose(unsigned(i));
                const RobotNumbers found = built.calc(pose);
                comparison.expect("error of constraints", built.getConstraintError(), 0, 1e-12); // rounding
                RobotScales scales;
                const RobotNumbers expected = xml.calc(bodies, pose, &scales);
                (keepsFixedJoints ? kept : merged).add(found, expected, scales);
                if (!keepsFixedJoints) raw.add(found, xml.calc(parts, pose), scales);
            }
        }
    } catch (const std::exception& fault) {
        error = fault.what();
    }
}

int RobotCheck::countSurfaces(const std::string& path) {
    const RobotFile file(path, lenient());
    if (!file.getMissingMeshes().empty()) return -1;
    RobotModel model(file);
    model.robot.addCollisions(model.surfaces);
    model.system.realize(model.realize(), Stage::Acceleration);
    return model.surfaces.size();
}

bool RobotCheck::hasOverlaps(const std::string& path) {
    RobotModel model(RobotFile(path, lenient()), optionsOf(false));
    model.addContact(-1000); // out of reach
    try {
        const State state = model.realize();
        model.system.realize(state, Stage::Dynamics);
        for (const ContactRecord& contact : model.contact->getContactRecords(state))
            if (contact.overlap > 0) return true;
        return false;
    } catch (const std::exception& fault) { // overlaps that are too deep for a law
        const std::string text = fault.what();
        return text.find("overlap of") != std::string::npos || text.find("no effective mass") != std::string::npos;
    }
}
