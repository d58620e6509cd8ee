// Builds the scene of `contact-lab robot`: a robot, a floor and the contacts between them.

#include "RobotScene.h"

#include "Check.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/Messages.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <fmt/format.h>

#include <algorithm>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

constexpr int mostAttempts = 10000; // to find a pose above the floor

RobotOptions makeOptions(const RobotChoice& choice, const RobotSetup& setup) {
    RobotOptions options;
    options.setBase(setup.base).setBasePose(Vec3(0, 0, setup.baseHeight));
    options.setDrawVisuals(choice.show.isWanted());
    if (choice.hasExactMeshes) options.setMeshes(Meshes::AsTheyAre);
    return options;
}

// Returns a regular expression that matches this name only.
std::string patternOf(const std::string& name) {
    std::string pattern;
    for (const char c : name) {
        if (std::string("^$\\.*+?()[]{}|").find(c) != std::string::npos) pattern += '\\';
        pattern += c;
    }
    return pattern;
}

// Returns the height of the lowest point of a shape, whose frame has this pose in Ground [m].
Real findLowest(const RobotGeometry& geometry, const Transform& X_GS) {
    const Vec3 down = ~X_GS.R() * Vec3(0, 0, -1);
    Real depth = 0; // of the furthest point below the frame
    switch (geometry.kind) {
    case RobotGeometry::Kind::Box: depth = ~down.abs() * geometry.size / 2; break;
    case RobotGeometry::Kind::Sphere: depth = geometry.radius; break;
    case RobotGeometry::Kind::Cylinder:
        depth = geometry.radius * std::hypot(down[0], down[1]) + std::abs(down[2]) * geometry.length / 2;
        break;
    case RobotGeometry::Kind::Capsule: depth = geometry.radius + std::abs(down[2]) * geometry.length / 2; break;
    case RobotGeometry::Kind::Ellipsoid: depth = down.elementwiseMultiply(geometry.size / 2).norm(); break;
    case RobotGeometry::Kind::Plane: return Infinity; // a floor of its own
    case RobotGeometry::Kind::Mesh:
        if (geometry.meshFile.empty()) return Infinity; // the options allow it
        depth = -Infinity;
        for (const Vec3& vertex : loadMesh(geometry).vertices) depth = std::max(depth, ~down * vertex);
        break;
    }
    return X_GS.p()[2] - depth;
}

bool hasShapes(const RobotFile& file) {
    for (const RobotLink& link : file.getLinks())
        for (const RobotCollision& collision : link.collisions)
            if (collision.geometry.kind != RobotGeometry::Kind::Mesh || !collision.geometry.meshFile.empty())
                return true;
    return false;
}

// Returns the height of the lowest collision of the links that can touch the floor [m]; Infinity without any.
Real findLowest(const RobotScene& scene, const State& state) {
    const RobotFile& file = scene.robot.getFile();
    Real lowest = Infinity;
    for (const RobotLink& link : file.getLinks()) {
        if (!scene.isFloating() && scene.robot.getLink(link.name).getMobilizedBodyIndex() ==
                                       scene.robot.getLink(file.getRoot().name).getMobilizedBodyIndex())
            continue; // welded to Ground
        for (const RobotCollision& collision : link.collisions)
            lowest = std::min(lowest, findLowest(collision.geometry,
                                                 scene.robot.findLinkTransform(state, link.name) * collision.X_LC));
    }
    return lowest;
}

// Returns the deepest overlap with the floor [m].
Real findDeepestInFloor(const RobotScene& scene, const State& state) {
    if (!scene.contact) return 0;
    Real deepest = 0;
    for (const ContactRecord& record : scene.contact->getContactRecords(state))
        if (scene.getLinkOf(record.a) < 0 || scene.getLinkOf(record.b) < 0) deepest = std::max(deepest, record.overlap);
    return deepest;
}

// Silences the warnings of the library, which a trial pose may cause.
class WithoutWarnings {
public:
    WithoutWarnings() : previous(setWarningHandler([](const std::string&) {})) {}
    ~WithoutWarnings() { setWarningHandler(previous); }
    WithoutWarnings(const WithoutWarnings&) = delete;
    WithoutWarnings& operator=(const WithoutWarnings&) = delete;

private:
    WarningHandler previous;
};

} // namespace

RobotScene::RobotScene(const RobotFile& file, const RobotChoice& choice, const RobotSetup& givenSetup)
    : setup(givenSetup),
      model(Vec3(0, 0, -9.81)), // URDF's z is up
      surfaces(model.matter),
      robot(model.matter, model.forces, file, makeOptions(choice, setup)) {
    model.system.setUpDirection(ZAxis);
    joints = listJoints(robot);
    pose = readPose(choice.pose, joints);
    drives = readDrives(choice.drives, joints, pose);
    surfaces.add(model.matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)), SurfaceMaterial(), "floor");
    robot.addCollisions(surfaces);
    linkOfSurface.assign(std::size_t(surfaces.size()), -1);
    for (std::size_t l = 0; l < file.getLinks().size(); ++l)
        for (const SurfaceIndex surface : robot.getSurfaces(file.getLinks()[l].name))
            linkOfSurface[std::size_t(surface)] = int(l);
    if (setup.hasContacts && !choice.keepsOverlaps) { // such overlaps are the choice of the file's author
        State state = model.system.realizeTopology();
        model.system.realizeModel(state);
        robot.setJointPositions(state, pose);
        overlaps = robot.excludeOverlaps(state, surfaces);
    }
    for (std::size_t i = 0; i < setup.servos.size(); ++i) {
        const ServoGains& gains = setup.servos[i];
        if (!(gains.stiffness > 0)) continue;
        // A servo of a speed needs only its damping. An effort of 0 means that the author of the file did not know it.
        const bool hasSpeed = std::any_of(drives.begin(), drives.end(),
                                          [&](const JointDrive& d) { return d.joint == int(i) && d.isSpeed(); });
        const Real stiffness = hasSpeed ? JointDrive::stiffnessOfSpeed * gains.damping : gains.stiffness;
        robot.setServo(patternOf(joints[i].name), stiffness, gains.damping, Infinity);
    }
    if (!setup.hasContacts) return;
    contact = model.installForce(surfaces, choice.law);
    contact->setTrackDissipatedEnergy(true);
}

State RobotScene::makeStart() {
    State state = model.system.realizeTopology();
    model.system.realizeModel(state);
    robot.setJointPositions(state, pose);
    if (!setup.servos.empty()) robot.setTargets(state, pose);
    model.system.realize(state, Stage::Position);
    return state;
}

RobotFile readRobot(const RobotChoice& choice) {
    RobotFileOptions options(choice.packages);
    options.setModel(choice.model);
    if (choice.isLenient)
        options.setAllowMissingMeshes().setAllowUnknownMimics().setAllowUnreadParts().setInertiaCheck(
            InertiaCheck::Warning);
    try {
        return RobotFile(choice.file, options);
    } catch (const std::invalid_argument& fault) {
        const std::string why = fault.what();
        const bool isForgivable = !choice.isLenient && (why.find("InertiaCheck") != std::string::npos ||
                                                        why.find("setAllow") != std::string::npos);
        if (why.find("setModel()") != std::string::npos) refuse(why + ". Here: --model NAME");
        refuse(why + (isForgivable ? ". Or give --package DIR [for meshes] or --lenient" : ""));
    }
}

RobotSetup prepareRobot(const RobotFile& file, const RobotChoice& choice) {
    RobotSetup setup;
    const bool isAtWorld = file.getRoot().name == "world";
    const bool isFixed = choice.base == "fixed" || (choice.base == "" && isAtWorld);
    setup.base = isFixed ? Base::Fixed : Base::Floating;

    const WithoutWarnings quiet;
    RobotChoice trial = choice;
    trial.show = {}; // nothing is drawn
    std::unique_ptr<RobotScene> scene;
    State state;
    const auto build = [&] {
        scene = std::make_unique<RobotScene>(file, trial, setup);
        try {
            state = scene->makeStart();
        } catch (const std::exception&) {
            if (!isFixed || !setup.hasContacts) throw;
            setup.hasContacts = false; // no two surfaces can touch
            scene = std::make_unique<RobotScene>(file, trial, setup);
            state = scene->makeStart();
        }
    };
    if (!isFixed && !hasShapes(file))
        refuse("{}: no link has a <collision>, so nothing can touch the floor; give --base fixed", choice.file);
    build();

    // The height of the base.
    const Real lowest = findLowest(*scene, state);
    if (scene->isFloating()) {
        setup.baseHeight = (isNaN(choice.height) ? RobotChoice::usualHeight : choice.height) - lowest;
    } else if (!isNaN(choice.height)) {
        refuse("--height does not go with a fixed base");
    } else if (lowest < 0) {
        setup.baseHeight = RobotChoice::usualHeight - lowest;
        build();
    }

    // Shapes with a rounding may reach further down than expected.
    for (int attempt = 0; attempt < mostAttempts; ++attempt) {
        if (scene->isFloating()) scene->robot.setBasePose(state, Vec3(0, 0, setup.baseHeight));
        Real deepest = 0;
        try {
            scene->model.system.realize(state, Stage::Dynamics);
            deepest = findDeepestInFloor(*scene, state);
        } catch (const std::runtime_error& fault) {
            refuse(fault.what());
        }
        if (!scene->isFloating() || deepest <= 0) break;
        setup.baseHeight += deepest + 1e-4;
    }
    if (!isFixed && isAtWorld) setup.notes.emplace_back("the root link is called world, and --base floating frees it");
    if (isFixed && setup.baseHeight > 0)
        setup.notes.push_back(
            fmt::format("the base is raised by {:.4g} m, so that no link is in the floor", setup.baseHeight));

    if (choice.getMode() == RobotMode::Drop) return setup;
    if (scene->joints.empty())
        refuse("{}: the robot has no joint that moves, so it takes --mode drop only", choice.file);
    setup.servos =
        findServos(scene->robot, scene->joints, state, scene->isFloating(), choice.stiffness, choice.damping);
    for (const JointDrive& drive : scene->drives) {
        const JointInfo& joint = scene->joints[std::size_t(drive.joint)];
        const Real speed = drive.isSpeed() ? std::abs(drive.speed) : 2 * Pi / drive.period * std::abs(drive.amplitude);
        if (joint.velocity > 0 && speed > joint.velocity)
            setup.notes.push_back(
                fmt::format("joint {}: {:.3g} {}/s is above the velocity limit of the file, {:g} {}/s", joint.name,
                            speed, joint.getUnit(), joint.velocity, joint.getUnit()));
    }
    std::string weak;
    for (const JointInfo& joint : scene->joints)
        if (joint.effort == 0 && !joint.isMimic) weak += (weak.empty() ? "" : ", ") + joint.name;
    if (!weak.empty()) setup.notes.push_back("the file gives an effort of 0, so these servos have no limit: " + weak);
    return setup;
}

} // namespace lab
