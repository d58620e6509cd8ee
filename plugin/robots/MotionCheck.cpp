// SPDX-License-Identifier: Apache-2.0
#include "robots/MotionCheck.h"

#include "robots/Numbers.h"
#include "simbodydem/Messages.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace simbodydem {

namespace {

using SimTK::Real;
using SimTK::Transform;
using SimTK::Vec3;

// An inertia below this fraction of mass times the square of the robot's size, or a mass below this fraction of the mass, is none: numbers of
// files are rounded, and the factors of the mass matrix have few digits left there. Published robots have 1e-5 and more. A joint that has none
// at coordinates 0 alone is a warning, such as a wrist that is straight there. Elsewhere it must have as much as a small link.
constexpr Real leastFraction = 1e-10, leastFractionElsewhere = 1e-4;
enum class Pose { AtZero, Elsewhere };

using Inertia6 = Eigen::Matrix<double, 6, 6>; // of turns about Ground's origin, then of displacements of that point
using Motion6 = Eigen::Matrix<double, 6, Eigen::Dynamic>;

Eigen::Vector3d toEigen(const Vec3& v) { return {v[0], v[1], v[2]}; }

// The motion of the point at Ground's origin, as if it were on the body, for a unit speed.
Eigen::Matrix<double, 6, 1> turnAbout(const Vec3& axis, const Vec3& point) {
    Eigen::Matrix<double, 6, 1> motion;
    motion << toEigen(axis), toEigen(point % axis);
    return motion;
}
Eigen::Matrix<double, 6, 1> shiftAlong(const Vec3& axis) {
    Eigen::Matrix<double, 6, 1> motion;
    motion << 0, 0, 0, toEigen(axis);
    return motion;
}

// A motion of a joint that moves no inertia.
struct Idle {
    bool isTurn = true;
    Real inertia = 0, massBehind = 0; // [kg m^2, kg], [kg]
};

// The articulated inertias of all bodies in one pose: the inertia that a body has with all behind it, whose joints move freely.
class ArticulatedInertias {
public:
    ArticulatedInertias(const RobotFile& file, const RobotBodies& bodies, Base base, Pose pose)
        : file(file), bodies(bodies), base(base), least(pose == Pose::AtZero ? leastFraction : leastFractionElsewhere) {
        const std::vector<RobotJoint>& joints = file.getJoints();
        X_GL.resize(file.getLinks().size());
        for (std::size_t j = 0; j < joints.size(); ++j)
            X_GL[j + 1] = X_GL[std::size_t(joints[j].parentLink)] * joints[j].X_PJ * displacementOf(joints[j], pose);
        idle.resize(bodies.bodies.size());
        inertias.assign(bodies.bodies.size(), Inertia6::Zero());
        massesBehind.assign(bodies.bodies.size(), 0);
        for (std::size_t b = 0; b < bodies.bodies.size(); ++b) add(b);
        for (std::size_t b = bodies.bodies.size(); b-- > 0;) passOn(b); // children have greater indices
    }

    std::vector<std::optional<Idle>> idle; // by body: of the joint that moves it

private:
    static Transform displacementOf(const RobotJoint& joint, Pose pose) {
        if (!joint.hasOneCoordinate()) return {};
        Real q = pose == Pose::AtZero ? 0 : 0.37 + 0.11 * (joint.childLink % 7); // no symmetric pose
        if (joint.limits) q = std::clamp(q, joint.limits->lower, joint.limits->upper);
        if (joint.type == RobotJoint::Type::Prismatic) return Transform(q * joint.axis);
        return Transform(SimTK::Rotation(q, SimTK::UnitVec3(joint.axis)));
    }

    std::size_t firstLinkOf(std::size_t body) const { return std::size_t(bodies.bodies[body].links.front()); }

    void add(std::size_t body) {
        const SimTK::MassProperties& mass = bodies.bodies[body].mass;
        massesBehind[body] = mass.getMass();
        const Transform& X_GB = X_GL[firstLinkOf(body)];
        size = std::max(size, (X_GB.p() - X_GL[0].p()).norm());
        if (!(mass.getMass() > 0)) return;
        const Vec3 center = X_GB * mass.getMassCenter();
        size = std::max(size, (center - X_GL[0].p()).norm());
        const SimTK::SymMat33 central = X_GB.R().reexpressSymMat33(mass.calcCentralInertia().asSymMat33());
        size = std::max(size, std::sqrt((central(0, 0) + central(1, 1) + central(2, 2)) / 2 / mass.getMass()));
        Eigen::Matrix3d cross, own;
        cross << 0, -center[2], center[1], center[2], 0, -center[0], -center[1], center[0], 0;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) own(i, j) = i >= j ? central(i, j) : central(j, i);
        Inertia6& inertia = inertias[body];
        inertia.topLeftCorner<3, 3>() = own - mass.getMass() * cross * cross;
        inertia.topRightCorner<3, 3>() = mass.getMass() * cross;
        inertia.bottomLeftCorner<3, 3>() = -mass.getMass() * cross;
        inertia.bottomRightCorner<3, 3>() = mass.getMass() * Eigen::Matrix3d::Identity();
    }

    Motion6 motionsOf(std::size_t body) const {
        const int j = bodies.bodies[body].joint;
        const bool isFree = j < 0 ? base == Base::Floating
                                  : file.getJoints()[std::size_t(j)].type == RobotJoint::Type::Floating;
        const Transform& X_GJ = X_GL[firstLinkOf(body)];
        Motion6 motions(6, 0);
        const auto append = [&](const Eigen::Matrix<double, 6, 1>& motion) {
            motions.conservativeResize(6, motions.cols() + 1);
            motions.rightCols<1>() = motion;
        };
        if (isFree) { // about the mass center, displacements first: a turn then has what is left to it
            const Inertia6& inertia = inertias[body];
            Vec3 center(0); // of what moves with the body in all directions, where there is any
            if (inertia(3, 3) > 0) center = Vec3(inertia(2, 4), inertia(0, 5), inertia(1, 3)) / inertia(3, 3);
            for (int i = 0; i < 3; ++i) append(shiftAlong(Vec3(SimTK::UnitVec3(SimTK::CoordinateAxis(i)))));
            for (int i = 0; i < 3; ++i) append(turnAbout(Vec3(SimTK::UnitVec3(SimTK::CoordinateAxis(i))), center));
            return motions;
        }
        if (j < 0) return motions;
        const RobotJoint& joint = file.getJoints()[std::size_t(j)];
        const Vec3 axis = X_GJ.R() * joint.axis;
        switch (joint.type) {
        case RobotJoint::Type::Revolute:
        case RobotJoint::Type::Continuous: append(turnAbout(axis, X_GJ.p())); break;
        case RobotJoint::Type::Prismatic: append(shiftAlong(axis)); break;
        case RobotJoint::Type::Planar: {
            const Vec3 across = X_GJ.R() * Vec3(SimTK::UnitVec3(joint.axis).perp());
            append(shiftAlong(across));
            append(shiftAlong(axis % across));
            break;
        }
        case RobotJoint::Type::Ball:
            for (int i = 0; i < 3; ++i) append(turnAbout(Vec3(SimTK::UnitVec3(SimTK::CoordinateAxis(i))), X_GJ.p()));
            break;
        default: break;
        }
        return motions;
    }

    // Takes the joint's motions away one by one, and adds what is left to the parent.
    void passOn(std::size_t body) {
        Inertia6& inertia = inertias[body];
        const Motion6 motions = motionsOf(body);
        for (int m = 0; m < int(motions.cols()); ++m) {
            const Eigen::Matrix<double, 6, 1> h = motions.col(m), force = inertia * h;
            const double moved = h.dot(force);
            const bool isTurn = h.head<3>().squaredNorm() > 0;
            const double needed = massesBehind[body] * (isTurn ? size * size : 1);
            if (!(moved > least * needed)) {
                if (!idle[body]) idle[body] = Idle{isTurn, std::max(moved, 0.), massesBehind[body]};
                if (!(moved > leastFraction * needed)) continue; // no inertia to share
            }
            inertia -= force * force.transpose() / moved;
        }
        const int j = bodies.bodies[body].joint;
        if (j < 0) return;
        const std::size_t parent =
            std::size_t(bodies.bodyOfLink[std::size_t(file.getJoints()[std::size_t(j)].parentLink)]);
        inertias[parent] += inertia;
        massesBehind[parent] += massesBehind[body];
    }

    const RobotFile& file;
    const RobotBodies& bodies;
    const Base base;
    const Real least; // fraction of an inertia that counts
    std::vector<Transform> X_GL;
    std::vector<Inertia6> inertias;
    std::vector<Real> massesBehind;
    Real size = 0; // [m]
};

} // namespace

void checkMotions(const RobotFile& file, const RobotBodies& bodies, Base base, const std::map<std::string, Real>& armatures) {
    std::vector<std::optional<Idle>> idle = ArticulatedInertias(file, bodies, base, Pose::AtZero).idle;
    if (std::none_of(idle.begin(), idle.end(), [](const auto& i) { return i.has_value(); })) return;
    const ArticulatedInertias other(file, bodies, base, Pose::Elsewhere);
    // Joints may share an inertia; which one of them has none depends on the pose.
    const auto isInFrontOf = [&](std::size_t front, std::size_t body) {
        for (;;) {
            if (body == front) return true;
            const int j = bodies.bodies[body].joint;
            if (j < 0) return false;
            body = std::size_t(bodies.bodyOfLink[std::size_t(file.getJoints()[std::size_t(j)].parentLink)]);
        }
    };
    const auto isAlsoElsewhere = [&](std::size_t b) {
        for (std::size_t e = 0; e < idle.size(); ++e)
            if (other.idle[e] && (isInFrontOf(e, b) || isInFrontOf(b, e))) return true;
        return false;
    };
    for (std::size_t b = idle.size(); b-- > 0;) { // the outermost one is the cause
        if (!idle[b]) continue;
        const int j = bodies.bodies[b].joint;
        const RobotLink& link = file.getLinks()[std::size_t(bodies.bodies[b].links.front())];
        const std::string inertia = shortText(idle[b]->inertia) + (idle[b]->isTurn ? " kg m^2" : " kg");
        const std::string cure = idle[b]->isTurn ? "give the link an inertia about each axis" : "give the link a mass";
        const std::string what = ", with a mass of " + shortText(idle[b]->massBehind) +
                                 " kg and the links behind it free to move. The mass matrix would be singular; ";
        const std::string place = "Robot: the file '" + file.getPath() + "', line ";
        if (j < 0) { // its frames and matrices may still be of use, as for a file whose root is called world
            passWarning(place + std::to_string(link.line) + ": the base floats, and its link " +
                        nameInQuotes(link.name) + " moves an inertia of " + inertia + what + cure +
                        ", or fix the base");
            continue;
        }
        const RobotJoint& joint = file.getJoints()[std::size_t(j)];
        const std::string moves = "joint " + nameInQuotes(joint.name) + " moves link " + nameInQuotes(link.name) +
                                  " with an inertia of " + inertia;
        if (isAlsoElsewhere(b)) failAt(file, joint.line, moves + what + cure + ", or make the joint fixed" + hintOfArmature(joint, armatures));
        passWarning(place + std::to_string(joint.line) + ": " + moves +
                    " at coordinates 0. The mass matrix is singular there; begin in another pose, or " + cure);
    }
}

} // namespace simbodydem
