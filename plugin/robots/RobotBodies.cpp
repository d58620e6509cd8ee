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

bool hasInertia(const RobotLink& link) { return SimTK::Mat33(link.inertia).norm() > 0; }

// Adds up masses and inertias of a body. A sum that no body can have, which RobotFile was asked to allow, is corrected.
class MassSum {
public:
    void add(const RobotLink& link, const Transform& X_BL) {
        const Transform X_BI = X_BL * link.X_LI;
        mass += link.mass;
        firstMoment += link.mass * X_BI.p();
        inertia +=
            X_BI.R().reexpressSymMat33(link.inertia) + SimTK::Inertia::pointMassAt(X_BI.p(), link.mass).asSymMat33();
    }
    SimTK::MassProperties toMassProperties() const {
        if (!(mass > 0)) return {0, Vec3(0), SimTK::Inertia(0)};
        const Vec3 center = firstMoment / mass;
        const SymMat33 about = SimTK::Inertia::pointMassAt(center, mass).asSymMat33(), central = inertia - about;
        return {mass, center, SimTK::Inertia(SymMat33(toPossibleInertia(central) + about))};
    }

private:
    Real mass = 0;
    Vec3 firstMoment = Vec3(0);
    SymMat33 inertia = SymMat33(0);
};

// For each link, the first one of those that fixed joints connect with it.
std::vector<int> findGroups(const RobotFile& file) {
    std::vector<int> groups;
    for (std::size_t l = 0; l < file.getLinks().size(); ++l) {
        const int j = file.getLinks()[l].parentJoint;
        const RobotJoint* joint = j < 0 ? nullptr : &file.getJoints()[std::size_t(j)];
        const bool isFixed = joint && joint->type == RobotJoint::Type::Fixed;
        groups.push_back(isFixed ? groups[std::size_t(joint->parentLink)] : int(l));
    }
    return groups;
}

// For each link, the link whose body has its mass and inertia; -1: no body. A link without mass may have an inertia, which a body of
// Simbody cannot have. It is added to the first link with a mass that it is fixed to.
std::vector<int> findOwners(const RobotFile& file, const std::vector<int>& groups) {
    const std::vector<RobotLink>& links = file.getLinks();
    std::vector<int> heavy(links.size(), -1), owners; // heavy: of each group
    for (std::size_t l = links.size(); l-- > 0;)
        if (links[l].mass > 0) heavy[std::size_t(groups[l])] = int(l);
    for (std::size_t l = 0; l < links.size(); ++l) {
        const int fixedTo = hasInertia(links[l]) ? heavy[std::size_t(groups[l])] : -1;
        owners.push_back(links[l].mass > 0 ? int(l) : fixedTo);
    }
    return owners;
}

} // namespace

void failAt(const RobotFile& file, int line, const std::string& text) {
    throw std::invalid_argument("Robot: the file '" + file.getPath() + "', line " + std::to_string(line) + ": " + text);
}

std::string hintOfArmature(const RobotJoint& joint, const std::map<std::string, Real>& armatures) {
    const auto found = armatures.find(joint.name);
    return found == armatures.end() || !(found->second > 0)
               ? ""
               : "; its armature of " + shortText(found->second) + " is that of the rotor, and the link needs its own";
}

RobotBodies findBodies(const RobotFile& file, bool keepFixedJoints, const std::map<std::string, Real>& armatures) {
    RobotBodies found;
    const std::size_t numLinks = file.getLinks().size();
    found.bodyOfLink.resize(numLinks);
    found.groupOfLink = findGroups(file);
    found.X_BL.resize(numLinks);
    std::vector<Transform> X_FL(numLinks); // on the first link of the group
    for (std::size_t l = 0; l < numLinks; ++l) {
        const int j = file.getLinks()[l].parentJoint;
        const RobotJoint* joint = j < 0 ? nullptr : &file.getJoints()[std::size_t(j)];
        const bool isFixed = found.groupOfLink[l] != int(l);
        if (isFixed) X_FL[l] = X_FL[std::size_t(joint->parentLink)] * joint->X_PJ;
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
    const std::vector<int> owners = findOwners(file, found.groupOfLink);
    std::vector<MassSum> sums(found.bodies.size());
    for (std::size_t l = 0; l < numLinks; ++l) {
        if (owners[l] < 0) continue;
        const int body = found.bodyOfLink[std::size_t(owners[l])];
        const int first = found.bodies[std::size_t(body)].links.front();
        const bool isOwn = body == found.bodyOfLink[l];
        sums[std::size_t(body)].add(file.getLinks()[l], isOwn ? found.X_BL[l] : ~X_FL[std::size_t(first)] * X_FL[l]);
    }
    for (std::size_t b = 0; b < sums.size(); ++b) found.bodies[b].mass = sums[b].toMassProperties();

    // A joint that moves no mass makes the mass matrix singular.
    std::vector<Real> behind;
    for (const RobotBodies::Body& body : found.bodies) behind.push_back(body.mass.getMass());
    for (std::size_t b = found.bodies.size(); b-- > 1;) {
        const RobotJoint& joint = file.getJoints()[std::size_t(found.bodies[b].joint)];
        const RobotLink& link = file.getLinks()[std::size_t(found.bodies[b].links.front())];
        if (!(behind[b] > 0) && joint.type != RobotJoint::Type::Fixed)
            failAt(file, joint.line,
                   "joint " + nameInQuotes(joint.name) + " moves link " + nameInQuotes(link.name) +
                       ", which has no mass, nor has a link behind it; add an <inertial>, or make the joint fixed" +
                       hintOfArmature(joint, armatures));
        behind[std::size_t(found.bodyOfLink[std::size_t(joint.parentLink)])] += behind[b];
    }
    return found;
}

std::vector<Real> calcJointInertias(const RobotFile& file, const RobotBodies& bodies) {
    const std::vector<RobotJoint>& joints = file.getJoints();
    const std::vector<RobotLink>& links = file.getLinks();
    std::vector<Transform> X_GL(links.size());
    for (std::size_t j = 0; j < joints.size(); ++j)
        X_GL[j + 1] = X_GL[std::size_t(joints[j].parentLink)] * joints[j].X_PJ;

    std::vector<Real> inertias(joints.size(), 0);
    for (const RobotBodies::Body& body : bodies.bodies) {
        const std::size_t first = std::size_t(body.links.front());
        if (!(body.mass.getMass() > 0)) continue;
        const Vec3 center = X_GL[first] * body.mass.getMassCenter();
        const SymMat33 central = X_GL[first].R().reexpressSymMat33(body.mass.calcCentralInertia().asSymMat33());
        for (int j = links[first].parentJoint; j >= 0;) {
            const RobotJoint& joint = joints[std::size_t(j)];
            const bool isTurning =
                joint.type == RobotJoint::Type::Revolute || joint.type == RobotJoint::Type::Continuous;
            if (isTurning) {
                const Transform& X_GJ = X_GL[std::size_t(joint.childLink)];
                const Vec3 axis = X_GJ.R() * joint.axis;
                inertias[std::size_t(j)] +=
                    ~axis * (central * axis) + body.mass.getMass() * (axis % (center - X_GJ.p())).normSqr();
            } else if (joint.type == RobotJoint::Type::Prismatic || joint.type == RobotJoint::Type::Planar) {
                inertias[std::size_t(j)] += body.mass.getMass();
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
