// SPDX-License-Identifier: Apache-2.0
#include "robots/MassCheck.h"

#include "robots/InertiaCheck.h"
#include "robots/Numbers.h"

#include <algorithm>

namespace simbodydem {

namespace {

using SimTK::Real;
using SimTK::SymMat33;
using SimTK::Transform;
using SimTK::Vec3;

// Links that move as one body; the first one is nearest to the root.
struct Group {
    int first = 0;
    Real mass = 0;
    Real massBehind = 0; // with all that it carries
    Vec3 firstMoment = Vec3(0);
    SymMat33 inertia = SymMat33(0); // about the first link's origin, in its frame
};

std::string nameOf(const RobotLink& link) { return "link " + nameInQuotes(link.name); }

bool isZero(const SymMat33& m) { return m.getDiag() == Vec3(0) && m.getLower() == Vec3(0); }

class MassCheck {
public:
    MassCheck(const std::vector<RobotLink>& links, const std::vector<RobotJoint>& joints)
        : links(links), joints(joints) {
        std::vector<Transform> X_FL(links.size()); // on the first link of its group
        groupOf.resize(links.size());
        for (std::size_t i = 0; i < links.size(); ++i) {
            const RobotJoint* joint = i ? &joints[i - 1] : nullptr;
            if (joint && joint->type == RobotJoint::Type::Fixed) {
                groupOf[i] = groupOf[std::size_t(joint->parentLink)];
                X_FL[i] = X_FL[std::size_t(joint->parentLink)] * joint->X_PJ;
            } else {
                groupOf[i] = int(groups.size());
                groups.push_back({});
                groups.back().first = int(i);
            }
            add(groups[std::size_t(groupOf[i])], links[i], X_FL[i]);
        }
        for (Group& group : groups) group.massBehind = group.mass;
        for (std::size_t g = groups.size(); g-- > 1;) // children have greater indices
            groups[std::size_t(parentOf(groups[g]))].massBehind += groups[g].massBehind;
    }

    void checkInertias(InertiaCheck check, Findings& findings) const {
        for (std::size_t i = 0; i < links.size(); ++i) {
            const std::string fault = faultOf(links[i]);
            if (fault.empty()) continue;
            const std::string text = nameOf(links[i]) + ": " + fault;
            const bool isPartOfGood = isGood(groups[std::size_t(groupOf[i])]);
            if (isPartOfGood)
                findings.warn(links[i].inertialLine,
                              text + "; that of the whole body, with the links fixed to it, is possible");
            else
                add(links[i].inertialLine, text, check, findings);
        }
    }

    void checkMovedMasses(InertiaCheck check, Findings& findings, const std::vector<char>& isMassless) const {
        for (std::size_t g = 1; g < groups.size(); ++g) {
            const Group& group = groups[g];
            if (group.mass > 0) continue;
            const RobotLink& link = links[std::size_t(group.first)];
            const RobotJoint& joint = joints[std::size_t(group.first) - 1];
            const std::string text = nameOf(link) + ": joint " + nameInQuotes(joint.name) + " (" + toText(joint.type) +
                                     ", line " + std::to_string(joint.line) + ") moves it, and its mass = 0 kg";
            const bool isMeant = !isMassless.empty() && isMassless[std::size_t(group.first)];
            if (group.massBehind > 0 && isMeant) continue;
            if (group.massBehind > 0)
                findings.warn(link.line, text + "; only the links behind it have a mass");
            else
                add(link.line, text + "; it must be > 0: add an <inertial>, or make the joint fixed", check, findings);
        }
    }

private:
    int parentOf(const Group& group) const {
        return groupOf[std::size_t(joints[std::size_t(group.first) - 1].parentLink)];
    }
    static void add(int line, const std::string& text, InertiaCheck check, Findings& findings) {
        if (check == InertiaCheck::Warning)
            findings.warn(line, text);
        else
            findings.error(line, text);
    }
    static void add(Group& group, const RobotLink& link, const Transform& X_FL) {
        if (!link.hasInertial) return;
        const Transform X_FI = X_FL * link.X_LI;
        group.mass += link.mass;
        group.firstMoment += link.mass * X_FI.p();
        group.inertia +=
            X_FI.R().reexpressSymMat33(link.inertia) + SimTK::Inertia::pointMassAt(X_FI.p(), link.mass).asSymMat33();
    }
    static std::string faultOf(const RobotLink& link) {
        const bool hasInertia = !isZero(link.inertia);
        if (!link.hasInertial || (!hasInertia && link.mass == 0)) return "";
        if (link.mass == 0) return "its mass = 0 kg, and it has an inertia; the mass must be > 0";
        if (!hasInertia)
            return "its inertia is 0, with a mass of " + shortText(link.mass) + " kg; each principal value must be > 0";
        return faultOfInertia(link.inertia);
    }
    static bool isGood(const Group& group) {
        if (!(group.mass > 0)) return false;
        const Vec3 center = group.firstMoment / group.mass;
        return faultOfInertia(group.inertia - SimTK::Inertia::pointMassAt(center, group.mass).asSymMat33()).empty();
    }

    const std::vector<RobotLink>& links;
    const std::vector<RobotJoint>& joints;
    std::vector<int> groupOf;
    std::vector<Group> groups;
};

} // namespace

void checkMasses(const std::vector<RobotLink>& links, const std::vector<RobotJoint>& joints, InertiaCheck check,
                 Findings& findings, const std::vector<char>& isMassless) {
    const MassCheck masses(links, joints);
    masses.checkInertias(check, findings);
    masses.checkMovedMasses(check, findings, isMassless);
}

SimTK::MassProperties RobotLink::getMassProperties() const {
    if (!(mass > 0)) return SimTK::MassProperties(0, Vec3(0), SimTK::Inertia(0));
    const SymMat33 possible = X_LI.R().reexpressSymMat33(toPossibleInertia(inertia));
    const SymMat33 aboutOrigin = possible + SimTK::Inertia::pointMassAt(X_LI.p(), mass).asSymMat33();
    return SimTK::MassProperties(mass, X_LI.p(), SimTK::Inertia(aboutOrigin));
}

} // namespace simbodydem
