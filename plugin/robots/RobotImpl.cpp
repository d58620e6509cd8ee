// SPDX-License-Identifier: Apache-2.0
#include "robots/RobotImpl.h"

#include "robots/MotionCheck.h"
#include "robots/Numbers.h"
#include "robots/Patterns.h"
#include "robots/RobotShapes.h"
#include "robots/RotorCoupler.h"
#include "robots/UnitCheck.h"
#include "simbodydem/Messages.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <system_error>

namespace simbodydem {

using namespace SimTK;

namespace {

constexpr Real stepsOfAPeriod = 10; // of a stop
constexpr Real leastInertia = 1e-9; // [kg m^2, kg]; of a point mass on its own axis
constexpr Real bounceAtSpeed = 1.5; // stop damping times speed; half of the energy is lost
constexpr Real massOfRotor = 1e-12; // [kg]
const Vec2 usualSpeed(1, 0.1);      // of joints without a limit [rad/s, m/s]

MaterialValue SurfaceMaterial::*const values[] = {
    &SurfaceMaterial::youngsModulus,   &SurfaceMaterial::poissonsRatio,    &SurfaceMaterial::restitution,
    &SurfaceMaterial::staticFriction,  &SurfaceMaterial::kineticFriction,  &SurfaceMaterial::dissipation,
    &SurfaceMaterial::rollingFriction, &SurfaceMaterial::twistingFriction, &SurfaceMaterial::stiffnessRatio};

std::vector<std::string> linkNames(const RobotFile& file) {
    std::vector<std::string> names;
    for (const RobotLink& link : file.getLinks()) names.push_back(link.name);
    return names;
}

std::vector<SurfaceMaterial> findMaterials(const RobotFile& file, const RobotOptions& options) {
    std::vector<SurfaceMaterial> found(file.getLinks().size());
    for (const auto& [pattern, material] : options.getMaterials())
        for (const int link : findMatches(pattern, linkNames(file), "link"))
            for (const auto value : values)
                if ((material.*value).isSet()) found[std::size_t(link)].*value = material.*value;
    return found;
}

std::vector<char> findMeshesAsIs(const RobotFile& file, const RobotOptions& options) {
    std::vector<char> found(file.getLinks().size(), options.getMeshes() == Meshes::AsTheyAre);
    for (const std::string& pattern : options.getMeshesAsIs())
        for (const int link : findMatches(pattern, linkNames(file), "link")) found[std::size_t(link)] = true;
    return found;
}

// A link without visuals is drawn by its collision shapes.
std::vector<Decorations> findDecorations(const RobotFile& file, bool draw) {
    std::vector<Decorations> found(file.getLinks().size());
    for (std::size_t l = 0; draw && l < found.size(); ++l) {
        const RobotLink& link = file.getLinks()[l];
        const auto add = [&](const RobotGeometry& geometry, const Transform& X_LV, const std::optional<Vec4>& color) {
            try {
                for (auto& drawn : makeDecorations(geometry, X_LV, color)) found[l].push_back(std::move(drawn));
            } catch (const std::invalid_argument& fault) {
                failAt(file, geometry.line, "link " + nameInQuotes(link.name) + ": " + fault.what());
            }
        };
        for (const RobotVisual& v : link.visuals)
            add(v.geometry, v.X_LV, v.material ? v.material->color : std::optional<Vec4>());
        if (link.visuals.empty())
            for (const RobotCollision& c : link.collisions) add(c.geometry, c.X_LC, {});
    }
    return found;
}

// Returns the armature of each coordinate that has one, by its name.
std::map<std::string, Real> findArmatures(const RobotFile& file, const RobotOptions& options) {
    std::vector<std::string> names;
    std::map<std::string, Real> found;
    for (const RobotJoint& joint : file.getJoints()) {
        const bool isPlanar = joint.type == RobotJoint::Type::Planar;
        if (isPlanar) names.insert(names.end(), {joint.name + "/0", joint.name + "/1"});
        if (joint.hasOneCoordinate()) names.push_back(joint.name);
        if (joint.armature > 0 && joint.hasOneCoordinate()) found[joint.name] = joint.armature;
    }
    for (const auto& [pattern, inertia] : options.getArmatures())
        for (const int i : findMatches(pattern, names, "joint")) found[names[std::size_t(i)]] = inertia;
    return found;
}

// Returns the body that a fixed base is welded to.
MobilizedBodyIndex findBaseBody(const SimbodyMatterSubsystem& matter, const RobotFile& file, const RobotOptions& options) {
    if (!options.getBaseMatter()) return GroundIndex;
    if (!options.getBaseMatter()->isSameSubsystem(matter))
        throw std::invalid_argument("Robot: the file '" + file.getPath() +
                                    "': the body of RobotOptions::setBase() is of another SimbodyMatterSubsystem");
    return MobilizedBodyIndex(options.getBaseBody());
}

RobotBodies findCheckedBodies(const RobotFile& file, const RobotOptions& options) {
    const std::map<std::string, Real> armatures = findArmatures(file, options);
    RobotBodies bodies = findBodies(file, options.getKeepFixedJoints(), armatures);
    checkMotions(file, bodies, options.getBase(), armatures);
    return bodies;
}

// A root with a free joint floats, from where the file has it.
RobotOptions withBaseOf(const RobotFile& file, RobotOptions options) {
    if (!file.isFloating()) return options;
    if (!options.hasBase()) options.setBase(Base::Floating);
    if (!options.hasBasePose()) options.setBasePose(file.getRootPose());
    return options;
}

// A mesh may be missing if the options of the file allow it.
bool isMissing(const RobotGeometry& geometry) {
    return geometry.kind == RobotGeometry::Kind::Mesh && geometry.meshFile.empty();
}

// The smallest rotation that takes one axis to another.
Rotation rotationTo(const Vec3& to, const CoordinateAxis& from) {
    const UnitVec3 start(from), end(to);
    const Real cosine = ~start * end;
    const Vec3 axis = start % end;
    if (axis.norm() > 0) return Rotation(std::atan2(axis.norm(), cosine), UnitVec3(axis));
    if (cosine > 0) return Rotation();
    return Rotation(Pi, UnitVec3(from.getNextAxis()));
}

} // namespace

Robot::Impl::Impl(SimbodyMatterSubsystem& matter, GeneralForceSubsystem& forces, const RobotFile& file,
                  const RobotOptions& options)
    : matter(matter),
      forces(forces),
      file(file),
      options(withBaseOf(this->file, options)),
      bodies(findCheckedBodies(this->file, this->options)),
      materials(findMaterials(this->file, options)),
      hasMeshesAsIs(findMeshesAsIs(this->file, options)),
      inertias(calcJointInertias(this->file, bodies)),
      armatures(findArmatures(this->file, options)),
      baseBody(findBaseBody(matter, this->file, options)),
      decorations(findDecorations(this->file, options.getDrawVisuals())),
      joints(forces, matter) {
    if (const int unread = this->file.getNumUnreadWarnings(); unread > 0) {
        const std::string& first = this->file.getWarnings().front(); // a second Robot of the file prints nothing
        passWarning(unread == 1 ? first
                                : "Robot: the file '" + this->file.getPath() + "' has " + std::to_string(unread) +
                                      " warnings that the program has not read; print RobotFile::toText(). The first one is: " +
                                      first);
    }
    for (const RobotBodies::Body& body : bodies.bodies) addBody(body);
    for (std::size_t b = 0; b < mobilized.size(); ++b)
        setBodyName(matter.getMobilizedBody(mobilized[b]),
                    file.getLinks()[std::size_t(bodies.bodies[b].links.front())].name);
    addMimics();
    addRotors();
    for (RobotCoordinate& c : coordinates) {
        MobilizedBody& body = matter.updMobilizedBody(c.body);
        if (MobilizedBody::Pin::isInstanceOf(body))
            MobilizedBody::Pin::updDowncast(body).setDefaultAngle(c.start);
        else
            MobilizedBody::Slider::updDowncast(body).setDefaultLength(c.start);
        joints.add(body, MobilizerUIndex(0), makeSettings(c), c.name);
        const RobotJoint& joint = jointOf(c);
        if (joint.stiffness > 0)
            Force::MobilityLinearSpring(forces, body, MobilizerQIndex(0), joint.stiffness, joint.springPosition);
    }
    for (std::size_t l = 0; l < decorations.size(); ++l)
        for (const auto& [X_LD, drawn] : decorations[l])
            matter.updMobilizedBody(mobilized[std::size_t(bodies.bodyOfLink[l])])
                .addBodyDecoration(bodies.X_BL[l] * X_LD, drawn);
}

void Robot::Impl::addBody(const RobotBodies::Body& body) {
    const Body::Rigid rigid(body.mass);
    if (body.joint < 0) {
        if (options.getBase() == Base::Floating) {
            MobilizedBody::Free base(matter.Ground(), rigid);
            base.setDefaultTransform(options.getBasePose());
            mobilized.push_back(base.getMobilizedBodyIndex());
        } else {
            mobilized.push_back(MobilizedBody::Weld(matter.updMobilizedBody(baseBody), options.getBasePose(), rigid, Transform())
                                    .getMobilizedBodyIndex());
        }
        return;
    }
    const RobotJoint& joint = file.getJoints()[std::size_t(body.joint)];
    const int parentBody = bodies.bodyOfLink[std::size_t(joint.parentLink)];
    MobilizedBody& parent = matter.updMobilizedBody(mobilized[std::size_t(parentBody)]);
    const Transform X_PJ = bodies.frameOf(joint.parentLink) * joint.X_PJ;
    switch (joint.type) {
    case RobotJoint::Type::Fixed:
        mobilized.push_back(MobilizedBody::Weld(parent, X_PJ, rigid, Transform()).getMobilizedBodyIndex());
        return;
    case RobotJoint::Type::Floating:
        mobilized.push_back(MobilizedBody::Free(parent, X_PJ, rigid, Transform()).getMobilizedBodyIndex());
        return;
    case RobotJoint::Type::Ball:
        mobilized.push_back(MobilizedBody::Ball(parent, X_PJ, rigid, Transform()).getMobilizedBodyIndex());
        return;
    case RobotJoint::Type::Revolute:
    case RobotJoint::Type::Continuous: {
        const Rotation R = rotationTo(joint.axis, ZAxis);
        MobilizedBody::Pin pin(parent, X_PJ * Transform(R), rigid, R);
        mobilized.push_back(pin.getMobilizedBodyIndex());
        addCoordinate(body.joint, joint.name, pin, true);
        return;
    }
    case RobotJoint::Type::Prismatic: {
        const Rotation R = rotationTo(joint.axis, XAxis);
        MobilizedBody::Slider slider(parent, X_PJ * Transform(R), rigid, R);
        mobilized.push_back(slider.getMobilizedBodyIndex());
        addCoordinate(body.joint, joint.name, slider, false);
        return;
    }
    case RobotJoint::Type::Planar: {
        const Rotation R = rotationTo(joint.axis, ZAxis), alongY = R * Rotation(Pi / 2, ZAxis);
        const Body::Rigid none(MassProperties(0, Vec3(0), Inertia(0)));
        MobilizedBody::Slider first(parent, X_PJ * Transform(R), none, R);
        MobilizedBody::Slider second(first, alongY, rigid, alongY);
        mobilized.push_back(second.getMobilizedBodyIndex());
        addCoordinate(body.joint, joint.name + "/0", first, false);
        addCoordinate(body.joint, joint.name + "/1", second, false);
        return;
    }
    }
}

void Robot::Impl::addCoordinate(int joint, const std::string& name, const MobilizedBody& body, bool isRotation) {
    RobotCoordinate c;
    c.joint = joint;
    c.name = name;
    c.body = body.getMobilizedBodyIndex();
    c.isRotation = isRotation;
    if (const auto found = armatures.find(name); found != armatures.end()) c.armature = found->second;
    c.inertia = std::max(inertias[std::size_t(joint)] + c.armature, leastInertia);
    if (const auto& limits = file.getJoints()[std::size_t(joint)].limits) {
        const Real range = limits->upper - limits->lower;
        const Real least = std::isfinite(range) ? options.getDefaultPoseAwayFromStops() * range : 0;
        c.start = std::clamp(Real(0), limits->lower + least, std::max(limits->lower + least, limits->upper - least));
    }
    coordinates.push_back(c);
}

void Robot::Impl::addMimics() {
    std::vector<Real> starts;
    for (const RobotCoordinate& c : coordinates) starts.push_back(c.start);
    follow(starts, false);
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        coordinates[i].start = starts[i];
        const auto& mimic = jointOf(coordinates[i]).mimic;
        if (!mimic) continue;
        const RobotJoint& leader = file.getJoints()[std::size_t(mimic->index)];
        Vector coefficients(3); // q - multiplier q_leader - offset = 0
        coefficients[0] = 1;
        coefficients[1] = -mimic->multiplier;
        coefficients[2] = -mimic->offset;
        const Array_<MobilizedBodyIndex> bodiesOfBoth{coordinates[i].body,
                                                      coordinates[std::size_t(findJoint(leader.name))].body};
        Constraint::CoordinateCoupler(matter, new Function::Linear(coefficients), bodiesOfBoth,
                                      Array_<MobilizerQIndex>{MobilizerQIndex(0), MobilizerQIndex(0)});
    }
}

// An armature adds 1/2 I u^2, whatever the parent does. So the rotor turns relative to Ground, which has no other motion, about its center of
// mass, where gravity has no moment. Its mass must be > 0 in Simbody, and is too small to count. A rotor of a Slider turns too, by a radian a
// metre: a body that moves along would feel gravity. Speeds are coupled, not coordinates, so the angle needs no initial value.
void Robot::Impl::addRotors() {
    std::vector<RotorCoupler::Pair> pairs;
    for (RobotCoordinate& c : coordinates) {
        if (!(c.armature > 0)) continue;
        const Body::Rigid body(MassProperties(massOfRotor, Vec3(0), Inertia(c.armature)));
        MobilizedBody::Pin rotor(matter.Ground(), body);
        c.rotor = rotor.getMobilizedBodyIndex();
        setBodyName(rotor, "rotor of " + c.name);
        pairs.emplace_back(c.body, c.rotor);
    }
    if (!pairs.empty()) Constraint::Custom(new RotorCoupler(matter, pairs));
}

RobotObservation Robot::Impl::observe(const Robot& robot, const State& state, const DEMContactForce* contacts) const {
    const Stage stage = hasAccelerations || !imus.empty() ? Stage::Acceleration
                        : contacts                        ? Stage::Dynamics
                                                          : Stage::Velocity;
    matter.getSystem().realize(state, stage);
    RobotObservation seen;
    seen.time = state.getTime();
    seen.positions = robot.getJointPositions(state);
    seen.velocities = robot.getJointVelocities(state);
    seen.jointForces = robot.calcJointForces(state);
    if (hasAccelerations) seen.accelerations = robot.getJointAccelerations(state);
    for (const auto& [link, X_LS] : imus) seen.imus.push_back(robot.calcImu(state, link, X_LS));
    seen.basePose = robot.getBasePose(state);
    const SpatialVec V_GL = robot.getBaseVelocity(state);
    seen.baseAngularVelocity = V_GL[0];
    seen.baseVelocity = V_GL[1];
    if (contacts) {
        RobotContacts found = robot.calcContacts(state, *contacts);
        seen.linkForces = std::move(found.forces);
        seen.linkContacts = std::move(found.flags);
    }
    return seen;
}

Vec3 Robot::Impl::findGravityIn(const State& state) const {
    Vec3 sum(0);
    for (ForceIndex f(0); f < forces.getNumForces(); ++f) {
        const Force& force = forces.getForce(f);
        if (force.isDisabled(state)) continue;
        if (Force::Gravity::isInstanceOf(force)) sum += Force::Gravity::downcast(force).getGravityVector(state);
        if (Force::UniformGravity::isInstanceOf(force)) sum += Force::UniformGravity::downcast(force).getGravity();
    }
    return sum;
}

void Robot::Impl::follow(std::vector<Real>& values, bool isSpeed) const {
    std::vector<int> ofJoint(file.getJoints().size(), -1);
    for (std::size_t i = 0; i < coordinates.size(); ++i) ofJoint[std::size_t(coordinates[i].joint)] = int(i);
    const std::function<Real(int)> valueOf = [&](int joint) {
        const auto& mimic = file.getJoints()[std::size_t(joint)].mimic;
        if (!mimic) return values[std::size_t(ofJoint[std::size_t(joint)])];
        return mimic->multiplier * valueOf(mimic->index) + (isSpeed ? 0 : mimic->offset);
    };
    for (std::size_t i = 0; i < coordinates.size(); ++i)
        if (jointOf(coordinates[i]).mimic) values[i] = valueOf(coordinates[i].joint);
}

JointSettings Robot::Impl::makeSettings(const RobotCoordinate& c) const {
    const RobotJoint& joint = jointOf(c);
    const int unit = c.isRotation ? 0 : 1;
    JointSettings settings;
    // The effort caps a torque without a servo too. An effort of 0 means that the author of the file did not know it.
    if (joint.limits && joint.limits->effort > 0) settings.setServo(0, 0, joint.limits->effort);
    if (joint.damping > 0) settings.setDamping(joint.damping);
    if (joint.friction > 0) {
        const Real stiffness = joint.friction / options.getFrictionDisplacement()[unit];
        settings.setFriction(joint.friction, stiffness, 2 * std::sqrt(stiffness * c.inertia));
    }
    if (joint.limits && (joint.limits->lower > -Infinity || joint.limits->upper < Infinity)) {
        const RobotJointLimits& limits = *joint.limits;
        const Real rate = 2 * Pi / (stepsOfAPeriod * options.getFastestStep());
        const Real stiffness = std::max(c.inertia * square(rate), limits.effort / options.getStopCompression()[unit]);
        Real damping = 0;
        if (limits.effort > 0) damping = 2 * std::sqrt(stiffness * c.inertia) / limits.effort;
        if (limits.velocity > 0) damping = std::max(damping, bounceAtSpeed / limits.velocity);
        if (damping == 0) damping = bounceAtSpeed / usualSpeed[unit];
        settings.setStops(limits.lower, limits.upper, stiffness, damping);
    }
    return settings;
}

int Robot::Impl::findJoint(const std::string& name) const {
    for (std::size_t i = 0; i < coordinates.size(); ++i)
        if (coordinates[i].name == name) return int(i);
    for (const RobotJoint& joint : file.getJoints())
        if (joint.name == name)
            failAt(file, joint.line,
                   "joint " + nameInQuotes(name) + " is " + simbodydem::toText(joint.type) +
                       (joint.type == RobotJoint::Type::Planar
                            ? "; its coordinates are '" + name + "/0' and '" + name + "/1'"
                            : ", so it has no number; Robot::getLink() has its body"));
    std::vector<std::string> names;
    for (const RobotCoordinate& c : coordinates) names.push_back(c.name);
    throw std::invalid_argument("Robot: there is no joint " + nameInQuotes(name) + "; there are " + listNames(names));
}

void Robot::Impl::setServo(const std::string& pattern, Real stiffness, Real damping, Real limit) {
    std::vector<std::string> names;
    for (const RobotCoordinate& c : coordinates) names.push_back(c.name);
    bool isAnyDriven = false;
    for (const int i : findMatches(pattern, names, "joint")) {
        RobotCoordinate& c = coordinates[std::size_t(i)];
        const RobotJoint& joint = jointOf(c);
        if (joint.mimic) continue; // its leader has the servo
        isAnyDriven = true;
        Real own = isNaN(limit) ? Infinity : limit;
        if (joint.limits && joint.limits->effort > 0) own = std::min(own, joint.limits->effort);
        if (joint.limits && joint.limits->effort == 0 && isNaN(limit))
            failAt(file, joint.limits->line,
                   "joint " + nameInQuotes(joint.name) + " has an effort of 0; give Robot::setServo() a limit");
        JointSettings settings = joints.getSettings(i);
        settings.setServo(stiffness, damping, own);
        joints.setSettings(i, settings);
        c.hasServo = stiffness > 0 || damping > 0;
    }
    if (!isAnyDriven)
        throw std::invalid_argument("Robot: the pattern " + nameInQuotes(pattern) +
                                    " matches only joints with <mimic>; a servo belongs to the joint that they follow");
}

int Robot::Impl::useActuators() {
    if (file.getActuators().empty())
        throw std::invalid_argument("Robot: useActuators(): the file '" + file.getPath() + "' has no actuators");
    hasActuators = true;
    int numServos = 0;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        RobotCoordinate& c = coordinates[i];
        Real stiffness = 0, damping = 0, limit = 0;
        bool isServo = false;
        for (const RobotActuator& actuator : file.getActuators()) {
            if (actuator.joint != c.joint) continue;
            stiffness += actuator.stiffness;
            damping += actuator.damping + 2 * actuator.dampingRatio * std::sqrt(actuator.stiffness * c.inertia);
            limit += actuator.limit;
            isServo = isServo || actuator.kind != RobotActuator::Kind::Motor;
        }
        if (!(limit > 0) || jointOf(c).mimic) continue;
        if (const auto& limits = jointOf(c).limits; limits && limits->effort > 0) limit = std::min(limit, limits->effort);
        JointSettings settings = joints.getSettings(int(i));
        settings.setServo(stiffness, damping, limit);
        joints.setSettings(int(i), settings);
        c.hasServo = isServo;
        numServos += isServo;
    }
    return numServos;
}

void Robot::Impl::addCollisions(ContactSurfaces& to, const std::string& prefix) {
    if (!surfaces.empty()) throw std::logic_error("Robot: addCollisions() was called before");
    // All shapes are made before the first one is added.
    std::vector<PlacedShape> shapes;
    std::vector<std::string> doubts; // of meshes
    const Real reach = calcReach(file.getLinks(), file.getJoints());
    for (std::size_t l = 0; l < file.getLinks().size(); ++l)
        for (const RobotCollision& collision : file.getLinks()[l].collisions) {
            if (isMissing(collision.geometry)) {
                shapes.push_back({nullptr, "the mesh '" + collision.geometry.meshName + "' is missing; no surface"});
                continue;
            }
            try {
                shapes.push_back(
                    makeShape(collision.geometry, hasMeshesAsIs[l] ? Meshes::AsTheyAre : Meshes::ConvexHulls, options));
                if (const std::string doubt = doubtOfLength(shapes.back().meshExtent, reach); !doubt.empty())
                    doubts.push_back("Robot: the file '" + file.getPath() + "', line " +
                                     std::to_string(collision.geometry.line) + ": link " +
                                     nameInQuotes(file.getLinks()[l].name) + ": the mesh " +
                                     nameInQuotes(collision.geometry.meshName) + doubt +
                                     "; a mesh in millimetres needs scale=\"0.001 0.001 0.001\"");
            } catch (const std::invalid_argument& fault) {
                failAt(file, collision.geometry.line,
                       "link " + nameInQuotes(file.getLinks()[l].name) + ": " + fault.what());
            }
        }
    if (!doubts.empty())
        passWarning(doubts.front() +
                    (doubts.size() == 1 ? "" : ". " + std::to_string(doubts.size()) + " meshes of the file are as long"));
    std::size_t next = 0;
    for (std::size_t l = 0; l < file.getLinks().size(); ++l) {
        const RobotLink& link = file.getLinks()[l];
        for (std::size_t i = 0; i < link.collisions.size(); ++i) {
            const PlacedShape& placed = shapes[next++];
            const std::string name = prefix + link.name + "/" + std::to_string(i);
            if (placed.shape) {
                const SurfaceIndex index = to.add(bodyOfLink(int(l)), *placed.shape,
                                                  bodies.X_BL[l] * link.collisions[i].X_LC * placed.X_GS, materials[l], name);
                surfaces.push_back({index, int(l), name, withSixDigits(placed.shape->describe())});
            }
            if (!placed.note.empty())
                notes.push_back("line " + std::to_string(link.collisions[i].geometry.line) + ", " + name + ": " +
                                placed.note);
        }
    }
    excludeNeighbours(to);
    excludePairs(to);
}

// Excludes the pairs that an MJCF file names.
void Robot::Impl::excludePairs(ContactSurfaces& to) const {
    std::vector<int> collisions; // of each surface, its number on its link
    for (const OwnSurface& surface : surfaces) collisions.push_back(std::stoi(surface.name.substr(surface.name.rfind('/') + 1)));
    for (const RobotExclusion& pair : file.getExclusions())
        for (std::size_t a = 0; a < surfaces.size(); ++a) {
            if (surfaces[a].link != pair.linkA || (pair.collisionA >= 0 && collisions[a] != pair.collisionA)) continue;
            for (std::size_t b = 0; b < surfaces.size(); ++b)
                if (surfaces[b].link == pair.linkB && (pair.collisionB < 0 || collisions[b] == pair.collisionB))
                    to.excludePair(surfaces[a].index, surfaces[b].index);
        }
}

// Excludes bodies whose links a joint connects, over fixed joints too, and a fixed base from Ground.
void Robot::Impl::excludeNeighbours(ContactSurfaces& to) const {
    const std::vector<RobotJoint>& all = file.getJoints();
    const auto parentGroupOf = [&](int group) {
        const int joint = file.getLinks()[std::size_t(group)].parentJoint;
        return joint < 0 ? -1 : bodies.groupOfLink[std::size_t(all[std::size_t(joint)].parentLink)];
    };
    const auto groupOf = [&](std::size_t body) {
        return bodies.groupOfLink[std::size_t(bodies.bodies[body].links.front())];
    };
    // The link "world" of an MJCF file has floors and obstacles, which the links on it touch, as in MuJoCo. That of an SDF file has none.
    const bool hasWorld = file.getFormat() == RobotFormat::Mjcf && !file.isFloating();
    const auto exclude = [&](std::size_t a, std::size_t b) {
        if (!hasWorld || (groupOf(a) != 0 && groupOf(b) != 0)) {
            to.excludeBodies(mobilized[a], mobilized[b]);
            return;
        }
        for (const OwnSurface& s : surfaces)
            for (const OwnSurface& t : surfaces)
                if (s.link > 0 && t.link > 0 && bodies.bodyOfLink[std::size_t(s.link)] == int(a) &&
                    bodies.bodyOfLink[std::size_t(t.link)] == int(b))
                    to.excludePair(s.index, t.index);
    };
    for (std::size_t a = 0; a < bodies.bodies.size(); ++a) {
        const int groupA = groupOf(a);
        if (groupA == 0 && options.getBase() == Base::Fixed) to.excludeBodies(baseBody, mobilized[a]);
        for (std::size_t b = a + 1; b < bodies.bodies.size(); ++b) {
            const int groupB = groupOf(b);
            if (groupA == groupB || parentGroupOf(groupB) == groupA || parentGroupOf(groupA) == groupB)
                exclude(a, b);
        }
    }
}

void Robot::Impl::checkSurfaces(const ContactSurfaces& own, const char* caller) const {
    const bool hasCollisions = std::any_of(file.getLinks().begin(), file.getLinks().end(),
                                           [](const RobotLink& link) { return !link.collisions.empty(); });
    if (surfaces.empty() && hasCollisions)
        throw std::logic_error(std::string("Robot: ") + caller + "(): call addCollisions() before");
    for (const OwnSurface& surface : surfaces)
        if (surface.index >= own.size() || own.getName(surface.index) != surface.name)
            throw std::invalid_argument(std::string("Robot: ") + caller + "(): surface " + nameInQuotes(surface.name) +
                                        " is not in this list; give the surfaces of addCollisions()");
}

// Surfaces of one robot are numbered one after the other.
int Robot::Impl::linkOf(SurfaceIndex surface) const {
    if (surfaces.empty() || surface < surfaces.front().index || surface > surfaces.back().index) return -1;
    return surfaces[std::size_t(surface - surfaces.front().index)].link;
}

std::vector<LinkPair> Robot::Impl::namesOf(const std::set<std::pair<int, int>>& links) const {
    std::vector<LinkPair> names;
    for (const auto& [a, b] : links)
        names.emplace_back(file.getLinks()[std::size_t(a)].name, file.getLinks()[std::size_t(b)].name);
    return names;
}

void Robot::Impl::checkSize(const std::vector<Real>& numbers, const char* caller, const char* what) const {
    if (numbers.size() == coordinates.size()) {
        for (std::size_t i = 0; i < numbers.size(); ++i)
            if (!std::isfinite(numbers[i]))
                throw std::invalid_argument(std::string("Robot: ") + caller + "(): the value of joint " +
                                            nameInQuotes(coordinates[i].name) + " is not finite");
        return;
    }
    throw std::invalid_argument(std::string("Robot: ") + caller + "() got " + std::to_string(numbers.size()) + " " +
                                what + "; the robot has " + std::to_string(coordinates.size()) + " joints");
}

} // namespace simbodydem
