// SPDX-License-Identifier: Apache-2.0
#include "robots/RobotBodies.h"

#include "robots/InertiaCheck.h"
#include "robots/Numbers.h"

#include <stdexcept>
#include <string>

namespace simbodydem {

namespace {

using SimTK::Real;
using SimTK::SymMat33;
using SimTK::Transform;
using SimTK::Vec3;

// Adds up the links of a body. A sum that no body can have, which RobotFile was asked to allow, is corrected.
SimTK::MassProperties addUp(const RobotFile& file, const RobotBodies::Body& body, const RobotBodies& all) {
    Real mass = 0;
    Vec3 firstMoment(0);
    SymMat33 inertia(0);
    for (const int l : body.links) {
        const RobotLink& link = file.getLinks()[std::size_t(l)];
        if (!(link.mass > 0)) continue;
        const Transform X_BI = all.frameOf(l) * link.X_LI;
        mass += link.mass;
        firstMoment += link.mass * X_BI.p();
        inertia +=
            X_BI.R().reexpressSymMat33(link.inertia) + SimTK::Inertia::pointMassAt(X_BI.p(), link.mass).asSymMat33();
    }
    if (!(mass > 0)) return {0, Vec3(0), SimTK::Inertia(0)};
    const Vec3 center = firstMoment / mass;
    const SymMat33 about = SimTK::Inertia::pointMassAt(center, mass).asSymMat33(), central = inertia - about;
    return {mass, center, SimTK::Inertia(SymMat33(toPossibleInertia(central) + about))};
}

} // namespace

void failAt(const RobotFile& file, int line, const std::string& text) {
    throw std::invalid_argument("Robot: the file '" + file.getPath() + "', line " + std::to_string(line) + ": " + text);
}

RobotBodies findBodies(const RobotFile& file, bool keepFixedJoints) {
    RobotBodies found;
    const std::size_t numLinks = file.getLinks().size();
    found.bodyOfLink.resize(numLinks);
    found.groupOfLink.resize(numLinks);
    found.X_BL.resize(numLinks);
    for (std::size_t l = 0; l < numLinks; ++l) {
        const int j = file.getLinks()[l].parentJoint;
        const RobotJoint* joint = j < 0 ? nullptr : &file.getJoints()[std::size_t(j)];
        const bool isFixed = joint && joint->type == RobotJoint::Type::Fixed;
        found.groupOfLink[l] = isFixed ? found.groupOfLink[std::size_t(joint->parentLink)] : int(l);
        if (isFixed && !keepFixedJoints) {
            const std::size_t parent = std::size_t(joint->parentLink);
            found.bodyOfLink[l] = found.bodyOfLink[parent];
            found.X_BL[l] = found.X_BL[parent] * joint->X_PJ;
        } else {
            found.bodyOfLink[l] = int(found.bodies.size());
            found.bodies.push_back({});
            found.bodies.back().joint = j;
        }
        found.bodies[std::size_t(found.bodyOfLink[l])].links.push_back(int(l));
    }
    for (RobotBodies::Body& body : found.bodies) body.mass = addUp(file, body, found);

    // A joint that moves no mass makes the mass matrix singular.
    std::vector<Real> behind;
    for (const RobotBodies::Body& body : found.bodies) behind.push_back(body.mass.getMass());
    for (std::size_t b = found.bodies.size(); b-- > 1;) {
        const RobotJoint& joint = file.getJoints()[std::size_t(found.bodies[b].joint)];
        const RobotLink& link = file.getLinks()[std::size_t(found.bodies[b].links.front())];
        if (!(behind[b] > 0) && joint.type != RobotJoint::Type::Fixed)
            failAt(file, joint.line,
                   "joint " + nameInQuotes(joint.name) + " moves link " + nameInQuotes(link.name) +
                       ", which has no mass, nor has a link behind it; add an <inertial>, or make the joint fixed");
        behind[std::size_t(found.bodyOfLink[std::size_t(joint.parentLink)])] += behind[b];
    }
    return found;
}

std::vector<Real> calcJointInertias(const RobotFile& file) {
    const std::vector<RobotJoint>& joints = file.getJoints();
    const std::vector<RobotLink>& links = file.getLinks();
    std::vector<Transform> X_GL(links.size());
    for (std::size_t j = 0; j < joints.size(); ++j)
        X_GL[j + 1] = X_GL[std::size_t(joints[j].parentLink)] * joints[j].X_PJ;

    std::vector<Real> inertias(joints.size(), 0);
    for (std::size_t l = 0; l < links.size(); ++l) {
        if (!(links[l].mass > 0)) continue;
        const Transform X_GI = X_GL[l] * links[l].X_LI;
        for (int j = links[l].parentJoint; j >= 0;) {
            const RobotJoint& joint = joints[std::size_t(j)];
            const bool isTurning =
                joint.type == RobotJoint::Type::Revolute || joint.type == RobotJoint::Type::Continuous;
            if (isTurning) {
                const Transform& X_GJ = X_GL[std::size_t(joint.childLink)];
                const Vec3 axis = X_GJ.R() * joint.axis, axisInI = ~X_GI.R() * axis;
                inertias[std::size_t(j)] += ~axisInI * (toPossibleInertia(links[l].inertia) * axisInI) +
                                            links[l].mass * (axis % (X_GI.p() - X_GJ.p())).normSqr();
            } else if (joint.type == RobotJoint::Type::Prismatic || joint.type == RobotJoint::Type::Planar) {
                inertias[std::size_t(j)] += links[l].mass;
            }
            j = links[std::size_t(joint.parentLink)].parentJoint;
        }
    }
    // A leader moves its followers as well.
    const std::vector<Real> own = inertias;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        Real ratio = 1;
        const RobotJoint* joint = &joints[j];
        for (std::size_t steps = 0; joint->mimic && steps < joints.size(); ++steps) {
            ratio *= joint->mimic->multiplier;
            joint = &joints[std::size_t(joint->mimic->index)];
        }
        if (joint != &joints[j]) inertias[std::size_t(joint - joints.data())] += ratio * ratio * own[j];
    }
    return inertias;
}

} // namespace simbodydem
