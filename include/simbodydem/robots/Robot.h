// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_H
#define SIMBODYDEM_ROBOTS_ROBOT_H

#include "simbodydem/ContactSurfaces.h"
#include "simbodydem/DEMContactForce.h"
#include "simbodydem/JointForces.h"
#include "simbodydem/robots/Export.h"
#include "simbodydem/robots/RobotController.h"
#include "simbodydem/robots/RobotFile.h"
#include "simbodydem/robots/RobotOptions.h"

#include "Simbody.h"

#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** The names of two links. */
using LinkPair = std::pair<std::string, std::string>;

/** A robot of a RobotFile as mobilized bodies, joint forces and contact surfaces of a Simbody System.

    RobotFile file("quadruped.urdf");
    Robot robot(matter, forces, file, RobotOptions().setBase(Base::Floating).setMaterial("foot.*", rubber));
    robot.addCollisions(surfaces);
    robot.setServo("hip_.*", 60, 2, 33);
    HertzMindlinForce contact(forces, surfaces);
    State state = system.realizeTopology();
    robot.setTarget(state, "hip_fl", 0.4);
    ContactIntegrator integrator(system, contact);
    integrator.addJointForces(robot.getJointForces());

@par Up
The z axis of a URDF file is up. A Robot does not turn the world, so Ground has the same axes. Gravity is
`Force::Gravity(forces, matter, -ZAxis, 9.81)`, a floor is `HalfSpace::facing(Vec3(0, 0, 1))`, and
`system.setUpDirection(ZAxis)` tells viewers and replays.

@par Bodies
Links that fixed joints connect are one body, whose frame is that of its first link. Its mass and inertia are the sums; a link without
mass may add an inertia. A revolute or continuous joint is a Pin, a prismatic one a Slider, a floating one a Free. A planar joint is two
Sliders in its plane, with a body without mass between them. They move along x and y of the joint's frame, turned by the smallest rotation
that takes z to the normal; to -z, that is half a turn about x. At coordinates 0 the links have the poses of the file. `<mimic>` is a
CoordinateCoupler.

@par Joints
Joints with one coordinate are numbered from 0 in the order of the file's tree. A planar joint has two numbers and the names "glide/0" and
"glide/1". The default position of a joint is 0 or the nearest end of its range, unless RobotOptions::setDefaultPoseAwayFromStops() is set. JointForces has each of them:
- `<limit lower upper>` become stops. With the inertia I behind the joint, the stiffness is k = max(I (2 pi/(10 h))^2, effort/d) with h of
  RobotOptions::setFastestStep() and d of setStopCompression(). The damping is max(2 sqrt(k I)/effort, 1.5/velocity), and 1.5 s/rad or
  15 s/m if the file has neither.
- `<dynamics friction>` is dry friction. Its spring slides at the displacement of RobotOptions::setFrictionDisplacement(), and its
  damping is critical.
- `<dynamics damping>` is viscous damping.
- `<limit effort>` caps the sum of servo and torque. An effort of 0 is no cap.
- The spring of a joint of MJCF is a Force::MobilityLinearSpring of Simbody.

The inertia I is that of all bodies behind the joint at coordinates 0, and that of the joints that follow it by `<mimic>`. It includes the
armature of RobotOptions::setArmature().

@par Armature
A rotor adds 1/2 I u^2 to the kinetic energy. It is a body of 1e-12 kg on a Pin of Ground, whose speed a constraint equates with that of
the joint. Ground does not turn, so its energy is this one exactly, with any integrator. setJointVelocities() sets the speeds of rotors too.

A Robot is a handle: copies are the same robot. It must not outlive the System. */
class SIMBODYDEM_ROBOTS_API Robot {
public:
    /** Adds a robot to a System.
        @param matter  the subsystem that gets its bodies
        @param forces  the subsystem that gets its JointForces
        @param file    copied
        @throws std::invalid_argument if the body of RobotOptions::setBase(body) is of another matter
        @throws std::invalid_argument with the file, the line and the reason, if a body that a joint moves has no mass, if a joint
                moves no inertia, so that the mass matrix is singular, if a pattern of the options matches nothing, or if a mesh
                of a `<visual>` cannot be read */
    Robot(SimTK::SimbodyMatterSubsystem& matter, SimTK::GeneralForceSubsystem& forces, const RobotFile& file,
          const RobotOptions& = {});

    /** Adds a surface for each `<collision>`. Their names are "link/0", "link/1" and so on. A box is a Brick, a cylinder a Cylinder, a mesh by default a
        ConvexHull, see RobotOptions. Bodies that a joint connects have no contact with each other. The links of a fixed base have
        none with Ground, or with the body of RobotOptions::setBase(body).
        @param surfaces  of the same System
        @param prefix    of the names, if there are several robots
        @throws std::invalid_argument with the file, the line and the link, if a shape is impossible
        @throws std::logic_error if the robot has surfaces already */
    void addCollisions(ContactSurfaces& surfaces, const std::string& prefix = "");

    /** Excludes the bodies of links that overlap in a State from contact with each other. Hulls and primitives of published files often
        overlap where the author has no contact in mind. Links of other robots and other surfaces keep their contacts. Call
        realizeTopology() afterwards.

            State state = system.realizeTopology();
            robot.setJointPositions(state, pose);
            for (const auto& [a, b] : robot.excludeOverlaps(state, surfaces)) std::cout << a << " and " << b << '\n';

        @param state     of this System, realized to Stage::Model
        @param surfaces  those of addCollisions()
        @returns the names of the links that overlap, in the order of the file
        @throws std::logic_error if addCollisions() was not called
        @throws std::invalid_argument if it was called with other surfaces */
    std::vector<LinkPair> excludeOverlaps(const SimTK::State& state, ContactSurfaces& surfaces) const;
    /** Excludes the pairs of links that an SRDF file of MoveIt names, before realizeTopology(). It reads `<disable_collisions link1 link2>`,
        `<disable_default_collisions link>` and `<enable_collisions link1 link2>`.
        @param surfaces  those of addCollisions()
        @param srdfFile  path of the file
        @returns the names of the links, in the order of the file of the robot
        @throws std::invalid_argument with the file, the line and the reason, if the file cannot be read, or if a link does not exist
        @throws std::logic_error, std::invalid_argument as excludeOverlaps() */
    std::vector<LinkPair> excludeCollisions(ContactSurfaces& surfaces, const std::string& srdfFile) const;

    /** Gives joints a servo, tau = clamp(kp (target - q) + kd (velocity target - u) + torque, -limit, limit), before realizeTopology(). The limit is
        the file's effort. The targets and the torque are those of setTarget(), setVelocityTarget() and setTorque(). Joints with `<mimic>`
        have no servo.
        @param jointPattern  a regular expression, see RobotOptions
        @param stiffness     kp [N m/rad, N/m], >= 0
        @param damping       kd [N m s/rad, N s/m], >= 0
        @throws std::invalid_argument if the pattern matches no joint, or if a joint has an effort of 0 */
    void setServo(const std::string& jointPattern, SimTK::Real stiffness, SimTK::Real damping);
    /** Gives joints a servo with a limit.
        @param jointPattern, stiffness, damping  as above
        @param limit  [N m, N], > 0; a smaller effort of the file wins */
    void setServo(const std::string& jointPattern, SimTK::Real stiffness, SimTK::Real damping, SimTK::Real limit);
    /** Gives joints a servo of the speed, tau = clamp(kv (velocity target - u) + torque, -limit, limit), before realizeTopology(). It replaces
        another servo of the joint. The limit is the file's effort.
        @param jointPattern  a regular expression, see RobotOptions
        @param gain          kv [N m s/rad, N s/m], > 0
        @throws std::invalid_argument if the pattern matches no joint, or if a joint has an effort of 0 */
    void setVelocityServo(const std::string& jointPattern, SimTK::Real gain);
    /** Gives joints a servo of the speed with a limit.
        @param jointPattern, gain  as above
        @param limit  [N m, N], > 0; a smaller effort of the file wins */
    void setVelocityServo(const std::string& jointPattern, SimTK::Real gain, SimTK::Real limit);
    /** Makes joints torque actuators, tau = clamp(torque, -limit, limit), before realizeTopology(). The torque is that of setTorque(). It replaces
        a servo of the joint. The limit is the file's effort. A joint without a servo takes torques too, so this call is needed to remove a
        servo or to set a limit.
        @param jointPattern  a regular expression, see RobotOptions
        @throws std::invalid_argument if the pattern matches no joint, or if a joint has an effort of 0 */
    void setTorqueActuator(const std::string& jointPattern);
    /** Makes joints torque actuators with a limit.
        @param jointPattern  as above
        @param limit  [N m, N], > 0; a smaller effort of the file wins */
    void setTorqueActuator(const std::string& jointPattern, SimTK::Real limit);
    /** Adds an inertial measurement unit, before the run. Its readings are in RobotObservation::imus. Each observation then costs the accelerations
        of the System.
        @param link  on which it is
        @param X_LS  frame of the sensor on the link
        @returns its number, from 0
        @throws std::invalid_argument if the link does not exist */
    int addImu(const std::string& link, const SimTK::Transform& X_LS = SimTK::Transform());
    /** Sets whether observations have joint accelerations, which cost the accelerations of the System. The default is false. */
    void setObserveAccelerations(bool observe = true);
    /** Gives the joints of an MJCF file the servos of its actuators, before realizeTopology(). Joints of motors get their limit alone. The
        numbers of several actuators of a joint are added. Joints that follow another one have no servo.
        @returns the number of joints that have got a servo
        @throws std::invalid_argument if the file has no actuators */
    int useActuators();
    /** Sets targets and torques from MuJoCo's controls. A control out of its range is that of the nearest end.
        @param controls  in the order of RobotFile::getActuators(), in MuJoCo's units
        @throws std::invalid_argument if there are not as many, or if one is not finite
        @throws std::logic_error if useActuators() was not called */
    void setControls(SimTK::State&, const std::vector<SimTK::Real>& controls) const;
    /** Calls a controller at its own rate from time 0 on, before realizeTopology(). It is an event handler of the System, which
        ContactSteppers and TimeSteppers serve.
        @param period      [s], > 0 */
    void setController(SimTK::Real period, RobotController);
    /** Calls a controller that gets forces and contacts of links.
        @param period    [s], > 0
        @param contacts  a force between the surfaces of addCollisions() */
    void setController(SimTK::Real period, RobotController, const DEMContactForce& contacts);

    /** Sets the target of a joint's servo [rad, m]; 0 at first. @throws std::invalid_argument if the joint does not exist or has no servo */
    void setTarget(SimTK::State&, const std::string& joint, SimTK::Real target) const;
    /** Sets all targets, by joint number. Those of joints without a servo are unused. */
    void setTargets(SimTK::State&, const std::vector<SimTK::Real>& targets) const;
    /** Returns the targets that were set, by joint number. */
    std::vector<SimTK::Real> getTargets(const SimTK::State&) const;
    /** Sets the velocity target of a joint's servo [rad/s, m/s]; 0 at first.
        @throws std::invalid_argument if the joint does not exist, or has no servo with a damping */
    void setVelocityTarget(SimTK::State&, const std::string& joint, SimTK::Real target) const;
    /** Sets all velocity targets, by joint number. Those of joints without a servo with a damping are unused. */
    void setVelocityTargets(SimTK::State&, const std::vector<SimTK::Real>& targets) const;
    /** Returns the velocity targets that were set, by joint number. */
    std::vector<SimTK::Real> getVelocityTargets(const SimTK::State&) const;
    /** Sets the torque or force that a joint adds to its servo [N m, N]; 0 at first. It stays until the next call. The joint needs no servo.
        @throws std::invalid_argument if the joint does not exist or follows another one by `<mimic>` */
    void setTorque(SimTK::State&, const std::string& joint, SimTK::Real torque) const;
    /** Sets all torques, by joint number. Those of joints with `<mimic>` are unused. */
    void setTorques(SimTK::State&, const std::vector<SimTK::Real>& torques) const;
    /** Returns the torques that were set, by joint number. */
    std::vector<SimTK::Real> getTorques(const SimTK::State&) const;
    /** Sets the targets, velocity targets and torques of all joints, as after a call of a controller. */
    void apply(SimTK::State&, const RobotCommand&) const;
    /** Returns the forces of all joints, by joint number; give them to ContactIntegrator::addJointForces(). */
    JointForces& getJointForces();
    const JointForces& getJointForces() const;

    const RobotFile& getFile() const;
    /** Returns the number of bodies that the robot added, without Ground and without rotors of an armature. */
    int getNumBodies() const;
    /** Returns the sum of the bodies' masses [kg]. */
    SimTK::Real getTotalMass() const;
    /** Returns the body of a link. @throws std::invalid_argument if there is none of this name */
    const SimTK::MobilizedBody& getLink(const std::string& link) const;
    /** Returns the frame of a link on its body, X_BL. It is not the identity if a fixed joint was merged. */
    const SimTK::Transform& getLinkFrame(const std::string& link) const;
    /** Returns the frame of a link in Ground, X_GL.
        @param state  realized to Stage::Position
        @param link   its name */
    SimTK::Transform findLinkTransform(const SimTK::State& state, const std::string& link) const;
    /** Returns the surfaces of a link, in the order of its `<collision>` elements. */
    std::vector<SurfaceIndex> getSurfaces(const std::string& link) const;

    /** Returns the number of joint coordinates. */
    int getNumJoints() const;
    /** Returns the number of a joint. @throws std::invalid_argument if there is none of this name, or if it is fixed, floating or planar */
    int getJoint(const std::string& name) const;
    const std::string& getJointName(int joint) const;
    /** Returns the body whose mobilizer has the coordinate; its only coordinate is the joint's. */
    const SimTK::MobilizedBody& getJointBody(int joint) const;
    /** Returns the coordinates of all joints [rad, m], by number. @param state  realized to Stage::Model */
    std::vector<SimTK::Real> getJointPositions(const SimTK::State& state) const;
    std::vector<SimTK::Real> getJointVelocities(const SimTK::State&) const;
    /** Sets the coordinates of all joints [rad, m], by number. Joints with `<mimic>` follow instead. The friction of all joints begins
        without force. Clear the history of contacts as well if the robot is in contact. */
    void setJointPositions(SimTK::State&, const std::vector<SimTK::Real>&) const;
    void setJointVelocities(SimTK::State&, const std::vector<SimTK::Real>&) const;

    /** Returns the pose of the root link's frame in Ground. @param state  realized to Stage::Position */
    SimTK::Transform getBasePose(const SimTK::State& state) const;
    /** Returns the angular velocity and the velocity of the root link's origin in Ground. @param state  realized to Stage::Velocity */
    SimTK::SpatialVec getBaseVelocity(const SimTK::State& state) const;
    /** Sets the pose of a floating base. @throws std::logic_error if the base is fixed */
    void setBasePose(SimTK::State&, const SimTK::Transform& X_GL) const;
    /** Sets the angular velocity and the velocity of a floating base, both in Ground. @throws std::logic_error if the base is fixed */
    void setBaseVelocity(SimTK::State&, const SimTK::SpatialVec&) const;

    /** Moves a floating base along z, up or down, until the lowest collision of the robot is over Ground's surfaces by a gap. It moves down to
        what lies below it if it overlaps nothing. Otherwise it comes from above everything, so a robot in a room must begin without
        overlap. All surfaces of Ground and of bodies welded to it count, of any shape. The pose is exact to 1e-9 m.
        @param state     of this System; its joint positions stay
        @param surfaces  those of addCollisions()
        @param gap       along z [m]; 0: the robot touches, < 0: it overlaps
        @returns the displacement of the base [m], > 0 is up
        @throws std::logic_error if the base is fixed, or if addCollisions() was not called
        @throws std::invalid_argument if the surfaces are others, if the robot has none, or if no surface of Ground lies below it */
    SimTK::Real setOnFloor(SimTK::State& state, const ContactSurfaces& surfaces, SimTK::Real gap = 0) const;

    /** Returns what a controller sees. The State is realized as far as needed: to Stage::Velocity, with contacts to Stage::Dynamics, with
        accelerations or IMUs to Stage::Acceleration. */
    RobotObservation observe(const SimTK::State&) const;
    /** Returns what a controller sees, with forces and contacts of links.
        @param contacts  a force between the surfaces of addCollisions() */
    RobotObservation observe(const SimTK::State&, const DEMContactForce& contacts) const;
    /** Returns the forces of all joints in parts, by joint number: friction, damping, stop, servo and torque [N m, N].
        @param state  realized to Stage::Velocity */
    std::vector<JointRecord> calcJointForces(const SimTK::State& state) const;
    /** Returns the accelerations of all joints [rad/s^2, m/s^2], by joint number. @param state  realized to Stage::Acceleration */
    std::vector<SimTK::Real> getJointAccelerations(const SimTK::State& state) const;
    /** Returns what an inertial measurement unit on a link reads: specific force a - g and angular rate, both in its frame S. The gravity g is
        that of Force::Gravity and Force::UniformGravity. At rest it reads 9.81 m/s^2 upwards, and in free fall 0.
        @param state  realized to Stage::Acceleration
        @param link   on which it is
        @param X_LS   frame of the sensor on the link
        @throws std::invalid_argument if the link does not exist */
    ImuReading calcImu(const SimTK::State& state, const std::string& link,
                       const SimTK::Transform& X_LS = SimTK::Transform()) const;

    /** Returns forces and contacts of all links.
        @param state     realized to Stage::Dynamics
        @param contacts  a force between the surfaces of addCollisions()
        @throws std::invalid_argument if it is a force between other surfaces */
    RobotContacts calcContacts(const SimTK::State& state, const DEMContactForce& contacts) const;

    /** Returns a table of bodies, one of joints with their stops, friction and servo, one of surfaces, and notes. */
    std::string toText() const;

    class Impl; // defined inside the library

private:
    std::shared_ptr<Impl> impl;
};

/** Writes toText(). */
SIMBODYDEM_ROBOTS_API std::ostream& operator<<(std::ostream&, const Robot&);

} // namespace simbodydem

#endif
