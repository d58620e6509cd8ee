// Finds the gains of servos that hold a robot's pose.

#include "RobotServos.h"

#include <algorithm>
#include <cmath>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

constexpr Real gravity = 9.81;           // [m/s^2]
constexpr Real greatestTurn = 0.05;      // by a weight [rad]
constexpr Real greatestShift = 0.005;    // by a weight [m]
const Real lowestFrequency = 2 * Pi * 2; // [rad/s]
constexpr Real leastInertia = 1e-9;      // of a point mass on its own axis [kg m^2, kg]

// The resistance of bodies to the motion of a joint.
struct Side {
    Real inertia = 0; // [kg m^2, kg]
    Real load = 0;    // greatest torque or force of their weight, over all poses [N m, N]
};

// Finds one side of a joint: the bodies behind it, or all others of the robot.
Side findSide(const State& state, const MobilizedBody& joint, bool isRotation, const std::vector<char>& isBehind,
              bool behind) {
    const SimbodyMatterSubsystem& matter = joint.getMatterSubsystem();
    const SpatialVec column = joint.getHCol(state, MobilizerUIndex(0)); // of unit speed, in Ground
    const Vec3 origin = joint.getBodyOriginLocation(state);             // the axis passes through it
    Side side;
    Real mass = 0;
    Vec3 moment(0); // first moment of mass about the origin
    for (MobilizedBodyIndex i(1); i < matter.getNumBodies(); ++i) {
        if (bool(isBehind[std::size_t(i)]) != behind) continue;
        const MobilizedBody& body = matter.getMobilizedBody(i);
        const Real m = body.getBodyMass(state);
        if (!(m > 0)) continue;
        const Vec3 arm = body.findMassCenterLocationInGround(state) - origin;
        mass += m;
        moment += m * arm;
        if (!isRotation) continue;
        const Vec3 axis = column[0];
        const SymMat33 central = body.getBodyRotation(state).reexpressSymMat33(
            body.getBodyMassProperties(state).calcCentralInertia().asSymMat33());
        side.inertia += ~axis * (central * axis) + m * (axis % arm).normSqr();
    }
    if (isRotation) {
        side.load = gravity * (column[0] % moment).norm();
    } else {
        side.inertia = mass;
        side.load = gravity * mass;
    }
    return side;
}

} // namespace

std::vector<ServoGains> findServos(const Robot& robot, const std::vector<JointInfo>& joints, const State& state,
                                   bool isFloating, Real stiffness, Real damping) {
    const std::size_t count = joints.size();
    std::vector<Side> behind(count), before(count);
    for (std::size_t i = 0; i < count; ++i) {
        const MobilizedBody& body = robot.getJointBody(int(i));
        const SimbodyMatterSubsystem& matter = body.getMatterSubsystem();
        std::vector<char> isBehind(std::size_t(matter.getNumBodies()), 0);
        for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) // parents have smaller numbers
            isBehind[std::size_t(b)] =
                b == body.getMobilizedBodyIndex() ||
                isBehind[std::size_t(matter.getMobilizedBody(b).getParentMobilizedBody().getMobilizedBodyIndex())];
        behind[i] = findSide(state, body, joints[i].isRotation, isBehind, true);
        if (isFloating) before[i] = findSide(state, body, joints[i].isRotation, isBehind, false);
    }
    // A joint moves those that follow it too.
    for (std::size_t i = 0; i < count; ++i) {
        if (!joints[i].isMimic) continue;
        const RobotJoint* follower = &robot.getFile().getJoint(joints[i].name);
        Real ratio = 1;
        while (follower->mimic) {
            ratio *= follower->mimic->multiplier;
            follower = &robot.getFile().getJoints()[std::size_t(follower->mimic->index)];
        }
        Side& leader = behind[std::size_t(robot.getJoint(follower->name))];
        leader.inertia += square(ratio) * behind[i].inertia;
        leader.load += std::abs(ratio) * behind[i].load;
    }
    std::vector<ServoGains> found(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (joints[i].isMimic) continue;
        const Real yield = joints[i].isRotation ? greatestTurn : greatestShift;
        const Real inertia = std::max({behind[i].inertia, before[i].inertia, leastInertia});
        const Real load = std::max(behind[i].load, before[i].load) + joints[i].friction;
        ServoGains& gains = found[i];
        gains.stiffness = isNaN(stiffness) ? std::max(load / yield, inertia * square(lowestFrequency)) : stiffness;
        gains.damping = isNaN(damping) ? 2 * std::sqrt(gains.stiffness * inertia) : damping;
    }
    return found;
}

} // namespace lab
