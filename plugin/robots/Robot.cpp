// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/robots/Robot.h"

#include "robots/ControllerHandler.h"
#include "robots/Numbers.h"
#include "robots/RobotImpl.h"
#include "robots/SrdfFile.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

void checkLimit(const char* caller, Real limit) {
    if (!(limit > 0))
        throw std::invalid_argument(std::string("Robot: ") + caller + "(): limit = " + shortText(limit) +
                                    " N m or N; it must be > 0");
}

void checkGain(Real gain) {
    if (!(gain > 0) || !std::isfinite(gain))
        throw std::invalid_argument("Robot: setVelocityServo(): gain = " + shortText(gain) +
                                    " N m s/rad or N s/m; it must be > 0 and finite");
}

// A body that Welds connect with Ground does not move.
bool isWeldedToGround(const MobilizedBody& body) {
    if (body.isGround()) return true;
    return MobilizedBody::Weld::isInstanceOf(body) && isWeldedToGround(body.getParentMobilizedBody());
}

} // namespace

Robot::Robot(SimbodyMatterSubsystem& matter, GeneralForceSubsystem& forces, const RobotFile& file,
             const RobotOptions& options)
    : impl(std::make_shared<Impl>(matter, forces, file, options)) {}

void Robot::addCollisions(ContactSurfaces& surfaces, const std::string& prefix) {
    impl->addCollisions(surfaces, prefix);
}

std::vector<LinkPair> Robot::excludeOverlaps(const State& state, ContactSurfaces& surfaces) const {
    impl->checkSurfaces(surfaces, "excludeOverlaps");
    if (state.getSystemStage() < Stage::Position) impl->matter.getSystem().realize(state, Stage::Position);
    std::set<std::pair<int, int>> links;
    for (const auto& [a, b] : surfaces.findOverlaps(state)) {
        const int linkA = impl->linkOf(a), linkB = impl->linkOf(b);
        if (linkA < 0 || linkB < 0) continue; // of another robot, or the floor
        links.insert(std::minmax(linkA, linkB));
    }
    for (const auto& [a, b] : links)
        surfaces.excludeBodies(impl->bodyOfLink(a).getMobilizedBodyIndex(),
                               impl->bodyOfLink(b).getMobilizedBodyIndex());
    return impl->namesOf(links);
}

std::vector<LinkPair> Robot::excludeCollisions(ContactSurfaces& surfaces, const std::string& srdfFile) const {
    impl->checkSurfaces(surfaces, "excludeCollisions");
    const std::set<std::pair<int, int>> links = readDisabledCollisions(srdfFile, impl->file);
    // Links that fixed joints merge into one body are named one by one, so the pairs are of surfaces, not of bodies.
    for (const Impl::OwnSurface& a : impl->surfaces)
        for (const Impl::OwnSurface& b : impl->surfaces)
            if (a.link < b.link && links.count({a.link, b.link})) surfaces.excludePair(a.index, b.index);
    return impl->namesOf(links);
}

void Robot::setServo(const std::string& pattern, Real stiffness, Real damping) {
    impl->setServo(pattern, stiffness, damping, NaN);
}

void Robot::setServo(const std::string& pattern, Real stiffness, Real damping, Real limit) {
    checkLimit("setServo", limit);
    impl->setServo(pattern, stiffness, damping, limit);
}

void Robot::setVelocityServo(const std::string& pattern, Real gain) {
    checkGain(gain);
    impl->setServo(pattern, 0, gain, NaN);
}

void Robot::setVelocityServo(const std::string& pattern, Real gain, Real limit) {
    checkGain(gain);
    checkLimit("setVelocityServo", limit);
    impl->setServo(pattern, 0, gain, limit);
}

void Robot::setTorqueActuator(const std::string& pattern) { impl->setServo(pattern, 0, 0, NaN); }

void Robot::setTorqueActuator(const std::string& pattern, Real limit) {
    checkLimit("setTorqueActuator", limit);
    impl->setServo(pattern, 0, 0, limit);
}

int Robot::addImu(const std::string& link, const Transform& X_LS) {
    impl->file.getLinkIndex(link);
    impl->imus.emplace_back(link, X_LS);
    return int(impl->imus.size()) - 1;
}

void Robot::setObserveAccelerations(bool observe) { impl->hasAccelerations = observe; }

int Robot::useActuators() { return impl->useActuators(); }

void Robot::setControls(State& state, const std::vector<Real>& controls) const {
    const std::vector<RobotActuator>& actuators = impl->file.getActuators();
    if (!impl->hasActuators)
        throw std::logic_error("Robot: setControls(): call useActuators() before realizeTopology()");
    if (controls.size() != actuators.size())
        throw std::invalid_argument("Robot: setControls() got " + std::to_string(controls.size()) +
                                    " controls; the file has " + std::to_string(actuators.size()) + " actuators");
    // A servo of several actuators pulls to the mean of their targets, weighted by their stiffness. The speed of a velocity actuator is a
    // torque beside its damping.
    const std::size_t count = impl->coordinates.size();
    std::vector<Real> stiffness(count, 0), targets(count, 0), torques(count, 0);
    for (std::size_t a = 0; a < actuators.size(); ++a) {
        const RobotActuator& actuator = actuators[a];
        if (!std::isfinite(controls[a]))
            throw std::invalid_argument("Robot: setControls(): the control of actuator " + nameInQuotes(actuator.name) +
                                        " is not finite");
        const Real command = actuator.scale * std::clamp(controls[a], actuator.lower, actuator.upper) + actuator.offset;
        const std::size_t i =
            std::size_t(impl->findJoint(impl->file.getJoints()[std::size_t(actuator.joint)].name));
        stiffness[i] += actuator.stiffness;
        if (actuator.kind == RobotActuator::Kind::Position) targets[i] += actuator.stiffness * command;
        if (actuator.kind == RobotActuator::Kind::Velocity) torques[i] += actuator.damping * command;
        if (actuator.kind == RobotActuator::Kind::Motor) torques[i] += command;
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (impl->jointOf(impl->coordinates[i]).mimic) continue;
        if (stiffness[i] > 0) impl->joints.setTarget(state, int(i), targets[i] / stiffness[i]);
        impl->joints.setTorque(state, int(i), torques[i]);
    }
}

void Robot::setController(Real period, RobotController controller) {
    impl->matter.updSystem().addEventHandler(new ControllerHandler(*this, period, std::move(controller), nullptr));
}

void Robot::setController(Real period, RobotController controller, const DEMContactForce& contacts) {
    impl->matter.updSystem().addEventHandler(new ControllerHandler(*this, period, std::move(controller), &contacts));
}

void Robot::setTarget(State& state, const std::string& joint, Real target) const {
    const int number = impl->findJoint(joint);
    if (!impl->coordinates[std::size_t(number)].hasServo)
        throw std::invalid_argument("Robot: joint " + nameInQuotes(joint) +
                                    " has no servo; call setServo() before realizeTopology()");
    impl->joints.setTarget(state, number, target);
}

void Robot::setTargets(State& state, const std::vector<Real>& targets) const {
    impl->checkSize(targets, "setTargets", "targets");
    for (int i = 0; i < getNumJoints(); ++i)
        if (impl->joints.getSettings(i).servoStiffness > 0) impl->joints.setTarget(state, i, targets[std::size_t(i)]);
}

void Robot::setVelocityTarget(State& state, const std::string& joint, Real target) const {
    const int number = impl->findJoint(joint);
    if (impl->joints.getSettings(number).servoDamping == 0)
        throw std::invalid_argument("Robot: joint " + nameInQuotes(joint) +
                                    " has no servo with a damping; call setVelocityServo() or setServo() before "
                                    "realizeTopology()");
    impl->joints.setVelocityTarget(state, number, target);
}

void Robot::setVelocityTargets(State& state, const std::vector<Real>& targets) const {
    impl->checkSize(targets, "setVelocityTargets", "velocity targets");
    for (int i = 0; i < getNumJoints(); ++i)
        if (impl->joints.getSettings(i).servoDamping > 0)
            impl->joints.setVelocityTarget(state, i, targets[std::size_t(i)]);
}

void Robot::setTorque(State& state, const std::string& joint, Real torque) const {
    const int number = impl->findJoint(joint);
    const RobotJoint& own = impl->jointOf(impl->coordinates[std::size_t(number)]);
    if (own.mimic)
        throw std::invalid_argument("Robot: joint " + nameInQuotes(joint) + " follows joint " +
                                    nameInQuotes(own.mimic->joint) + "; set the torque of that one");
    impl->joints.setTorque(state, number, torque);
}

void Robot::setTorques(State& state, const std::vector<Real>& torques) const {
    impl->checkSize(torques, "setTorques", "torques");
    for (int i = 0; i < getNumJoints(); ++i)
        if (!impl->jointOf(impl->coordinates[std::size_t(i)]).mimic)
            impl->joints.setTorque(state, i, torques[std::size_t(i)]);
}

void Robot::apply(State& state, const RobotCommand& command) const {
    impl->checkSize(command.targets, "apply", "targets");
    impl->checkSize(command.torques, "apply", "torques");
    if (!command.velocityTargets.empty()) impl->checkSize(command.velocityTargets, "apply", "velocity targets");
    setTargets(state, command.targets);
    if (!command.velocityTargets.empty()) setVelocityTargets(state, command.velocityTargets);
    setTorques(state, command.torques);
}

std::vector<Real> Robot::getTargets(const State& state) const {
    std::vector<Real> targets;
    for (int i = 0; i < getNumJoints(); ++i) targets.push_back(impl->joints.getTarget(state, i));
    return targets;
}

std::vector<Real> Robot::getVelocityTargets(const State& state) const {
    std::vector<Real> targets;
    for (int i = 0; i < getNumJoints(); ++i) targets.push_back(impl->joints.getVelocityTarget(state, i));
    return targets;
}

std::vector<Real> Robot::getTorques(const State& state) const {
    std::vector<Real> torques;
    for (int i = 0; i < getNumJoints(); ++i) torques.push_back(impl->joints.getTorque(state, i));
    return torques;
}

JointForces& Robot::getJointForces() { return impl->joints; }
const JointForces& Robot::getJointForces() const { return impl->joints; }
const RobotFile& Robot::getFile() const { return impl->file; }

int Robot::getNumBodies() const {
    int massless = 0; // between the two Sliders of a planar joint
    for (const RobotCoordinate& c : impl->coordinates) massless += impl->jointOf(c).type == RobotJoint::Type::Planar;
    return int(impl->bodies.bodies.size()) + massless / 2;
}

Real Robot::getTotalMass() const {
    Real sum = 0;
    for (const RobotBodies::Body& body : impl->bodies.bodies) sum += body.mass.getMass();
    return sum;
}

const MobilizedBody& Robot::getLink(const std::string& link) const {
    return impl->bodyOfLink(impl->file.getLinkIndex(link));
}

const Transform& Robot::getLinkFrame(const std::string& link) const {
    return impl->bodies.frameOf(impl->file.getLinkIndex(link));
}

Transform Robot::findLinkTransform(const State& state, const std::string& link) const {
    return getLink(link).getBodyTransform(state) * getLinkFrame(link);
}

std::vector<SurfaceIndex> Robot::getSurfaces(const std::string& link) const {
    const int index = impl->file.getLinkIndex(link);
    std::vector<SurfaceIndex> found;
    for (const Impl::OwnSurface& surface : impl->surfaces)
        if (surface.link == index) found.push_back(surface.index);
    return found;
}

int Robot::getNumJoints() const { return int(impl->coordinates.size()); }
int Robot::getJoint(const std::string& name) const { return impl->findJoint(name); }
const std::string& Robot::getJointName(int joint) const { return impl->joints.getName(joint); }
const MobilizedBody& Robot::getJointBody(int joint) const { return impl->joints.getBody(joint); }

std::vector<Real> Robot::getJointPositions(const State& state) const {
    std::vector<Real> q;
    for (int i = 0; i < getNumJoints(); ++i) q.push_back(impl->bodyOf(i).getOneQ(state, 0));
    return q;
}

std::vector<Real> Robot::getJointVelocities(const State& state) const {
    std::vector<Real> u;
    for (int i = 0; i < getNumJoints(); ++i) u.push_back(impl->bodyOf(i).getOneU(state, 0));
    return u;
}

void Robot::setJointPositions(State& state, const std::vector<Real>& positions) const {
    impl->checkSize(positions, "setJointPositions", "positions");
    std::vector<Real> q = positions;
    impl->follow(q, false);
    for (int i = 0; i < getNumJoints(); ++i) impl->bodyOf(i).setOneQ(state, 0, q[std::size_t(i)]);
    impl->joints.clearHistory(state);
}

void Robot::setJointVelocities(State& state, const std::vector<Real>& velocities) const {
    impl->checkSize(velocities, "setJointVelocities", "velocities");
    std::vector<Real> u = velocities;
    impl->follow(u, true);
    for (int i = 0; i < getNumJoints(); ++i) {
        impl->bodyOf(i).setOneU(state, 0, u[std::size_t(i)]);
        const MobilizedBodyIndex rotor = impl->coordinates[std::size_t(i)].rotor;
        if (rotor.isValid()) impl->matter.getMobilizedBody(rotor).setOneU(state, 0, u[std::size_t(i)]);
    }
}

Transform Robot::getBasePose(const State& state) const { return impl->bodyOfLink(0).getBodyTransform(state); }
SpatialVec Robot::getBaseVelocity(const State& state) const { return impl->bodyOfLink(0).getBodyVelocity(state); }

void Robot::setBasePose(State& state, const Transform& X_GL) const {
    if (impl->options.getBase() == Base::Fixed)
        throw std::logic_error("Robot: setBasePose(): the base is fixed; set its pose by RobotOptions::setBasePose() or setBase()");
    impl->bodyOfLink(0).setQToFitTransform(state, X_GL);
}

void Robot::setBaseVelocity(State& state, const SpatialVec& V_GL) const {
    if (impl->options.getBase() == Base::Fixed)
        throw std::logic_error("Robot: setBaseVelocity(): the base is fixed; use RobotOptions::setBase()");
    impl->bodyOfLink(0).setUToFitVelocity(state, V_GL);
}

Real Robot::setOnFloor(State& state, const ContactSurfaces& surfaces, Real gap) const {
    if (impl->options.getBase() == Base::Fixed)
        throw std::logic_error("Robot: setOnFloor(): the base is fixed; call RobotOptions::setBase(Base::Floating)");
    impl->checkSurfaces(surfaces, "setOnFloor");
    if (!std::isfinite(gap))
        throw std::invalid_argument("Robot: setOnFloor(): gap = " + shortText(gap) + " m; it must be finite");
    std::vector<SurfaceIndex> own, ground;
    for (const Impl::OwnSurface& surface : impl->surfaces) own.push_back(surface.index);
    for (SurfaceIndex s(0); s < surfaces.size(); ++s)
        if (isWeldedToGround(impl->matter.getMobilizedBody(surfaces.getBody(s)))) ground.push_back(s);
    if (own.empty())
        throw std::invalid_argument("Robot: setOnFloor(): the robot " + nameInQuotes(impl->file.getName()) +
                                    " has no collisions");
    if (ground.empty())
        throw std::invalid_argument("Robot: setOnFloor(): Ground has no surfaces in this list");
    impl->matter.getSystem().realize(state, Stage::Position);
    const Real distance = surfaces.findDistanceToTouch(state, own, ground, UnitVec3(0, 0, -1));
    if (distance == Infinity)
        throw std::invalid_argument("Robot: setOnFloor(): no surface of Ground lies below the robot " +
                                    nameInQuotes(impl->file.getName()));
    const Real up = gap - distance;
    Transform X_GL = getBasePose(state);
    X_GL.updP()[2] += up;
    setBasePose(state, X_GL);
    return up;
}

RobotObservation Robot::observe(const State& state) const { return impl->observe(*this, state, nullptr); }

RobotObservation Robot::observe(const State& state, const DEMContactForce& contacts) const {
    return impl->observe(*this, state, &contacts);
}

std::vector<JointRecord> Robot::calcJointForces(const State& state) const {
    std::vector<JointRecord> records;
    for (int i = 0; i < getNumJoints(); ++i) records.push_back(impl->joints.calcRecord(state, i));
    return records;
}

std::vector<Real> Robot::getJointAccelerations(const State& state) const {
    std::vector<Real> udot;
    for (int i = 0; i < getNumJoints(); ++i) udot.push_back(impl->bodyOf(i).getOneUDot(state, 0));
    return udot;
}

ImuReading Robot::calcImu(const State& state, const std::string& link, const Transform& X_LS) const {
    const MobilizedBody& body = getLink(link);
    const Transform X_BS = getLinkFrame(link) * X_LS;
    const Rotation R_GS = body.getBodyRotation(state) * X_BS.R();
    const Vec3 acceleration = body.findStationAccelerationInGround(state, X_BS.p());
    return {~R_GS * (acceleration - impl->findGravityIn(state)), ~R_GS * body.getBodyAngularVelocity(state)};
}

RobotContacts Robot::calcContacts(const State& state, const DEMContactForce& contacts) const {
    const std::size_t numLinks = impl->file.getLinks().size();
    RobotContacts found{std::vector<Vec3>(numLinks, Vec3(0)), std::vector<char>(numLinks, 0)};
    if (impl->surfaces.empty()) return found;
    const Impl::OwnSurface &first = impl->surfaces.front(), &last = impl->surfaces.back();
    for (const Impl::OwnSurface* own : {&first, &last}) {
        std::string name;
        try {
            name = contacts.getSurfaceName(own->index);
        } catch (const std::exception&) {
            name = "none";
        }
        if (name != own->name)
            throw std::invalid_argument(
                "Robot: calcContacts(): the force is not between the surfaces of this robot; its "
                "surface " +
                std::to_string(own->index) + " is '" + name + "', not '" + own->name + "'");
    }
    for (const ContactRecord& contact : contacts.getContactRecords(state)) {
        const Vec3 force = contact.normalForce + contact.tangentialForce;
        if (const int b = impl->linkOf(contact.b); b >= 0) {
            found.forces[std::size_t(b)] += force;
            found.flags[std::size_t(b)] = 1;
        }
        if (const int a = impl->linkOf(contact.a); a >= 0) {
            found.forces[std::size_t(a)] -= force;
            found.flags[std::size_t(a)] = 1;
        }
    }
    return found;
}

std::string Robot::toText() const { return impl->toText(); }

std::ostream& operator<<(std::ostream& out, const Robot& robot) { return out << robot.toText(); }

} // namespace simbodydem
