// SPDX-License-Identifier: Apache-2.0
#include "World.h"

#include "geometry/ShapeData.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <regex>
#include <stdexcept>
#include <utility>

using namespace SimTK;

namespace simbodydem::python {

namespace {

Vec3 upOf(const Vec3& gravity) {
    const Vec3 size(std::abs(gravity[0]), std::abs(gravity[1]), std::abs(gravity[2]));
    const int axis = size.norm() == 0 || (size[2] >= size[0] && size[2] >= size[1]) ? 2 : size[1] >= size[0] ? 1 : 0;
    Vec3 up(0);
    up[axis] = gravity[axis] > 0 ? -1 : 1;
    return up;
}

using kernels::ShapeData;

PolygonalMesh meshOf(const std::vector<double>& points, const std::vector<std::int32_t>& triangles) {
    PolygonalMesh mesh;
    for (std::size_t i = 0; i + 2 < points.size(); i += 3) mesh.addVertex(Vec3(points[i], points[i + 1], points[i + 2]));
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
        Array_<int> corners;
        for (std::size_t k = t; k < t + 3; ++k) corners.push_back(triangles[k]);
        mesh.addFace(corners);
    }
    return mesh;
}

PolygonalMesh meshOfTerrain(const ShapeData& terrain) {
    std::vector<double> points;
    std::vector<std::int32_t> triangles;
    const std::int32_t nx = std::int32_t(terrain.x.size()), ny = std::int32_t(terrain.y.size());
    for (std::int32_t i = 0; i < nx; ++i)
        for (std::int32_t j = 0; j < ny; ++j) {
            const std::int32_t k = i * ny + j;
            points.insert(points.end(), {terrain.x[std::size_t(i)], terrain.y[std::size_t(j)], terrain.points[std::size_t(k)]});
            if (i + 1 < nx && j + 1 < ny) triangles.insert(triangles.end(), {k, k + ny, k + ny + 1, k, k + ny + 1, k + 1});
        }
    return meshOf(points, triangles);
}

} // namespace

// Simbody's cylinder is along y, and those of this library are along z. A half space is the grid.
void draw(MobilizedBody& body, const Shape& shape, const Transform& X_BS) {
    const Vec3 colour = body.isGround() ? Vec3(0.75, 0.75, 0.7) : Vec3(0.35, 0.55, 0.8);
    const auto add = [&](DecorativeGeometry geometry, const Transform& X = Transform()) {
        body.updBody().addDecoration(X_BS * X, geometry.setColor(colour));
    };
    const Transform alongZ(Rotation(Pi / 2, XAxis));
    const ShapeData data = shape.getData();
    const std::vector<double>& size = data.sizes;
    switch (data.kind) {
    case ShapeData::Kind::HalfSpace: break;
    case ShapeData::Kind::Sphere: add(DecorativeSphere(size[0])); break;
    case ShapeData::Kind::Brick: add(DecorativeBrick(Vec3(size[0], size[1], size[2]))); break;
    case ShapeData::Kind::Ellipsoid: add(DecorativeEllipsoid(Vec3(size[0], size[1], size[2]))); break;
    case ShapeData::Kind::Cylinder: add(DecorativeCylinder(size[0], size[1]), alongZ); break;
    case ShapeData::Kind::Wheel: add(DecorativeCylinder(size[0], data.rounding), alongZ); break;
    case ShapeData::Kind::Capsule:
        add(DecorativeCylinder(size[0], size[1]), alongZ);
        for (const int side : {-1, 1}) add(DecorativeSphere(size[0]), Vec3(0, 0, side * size[1]));
        break;
    case ShapeData::Kind::ConvexHull: {
        Vec3 low(Infinity), high(-Infinity); // its bounding box
        for (std::size_t i = 0; i < data.points.size(); ++i) {
            low[int(i % 3)] = std::min(low[int(i % 3)], data.points[i]);
            high[int(i % 3)] = std::max(high[int(i % 3)], data.points[i]);
        }
        add(DecorativeBrick(0.5 * (high - low)), Vec3(0.5 * (low + high)));
        break;
    }
    case ShapeData::Kind::Mesh: add(DecorativeMesh(meshOf(data.points, data.triangles))); break;
    case ShapeData::Kind::Terrain: add(DecorativeMesh(meshOfTerrain(data))); break;
    }
}

Model::Model(const World& world)
    : gravity(forces, matter, world.gravity.norm() > 0 ? UnitVec3(world.gravity) : UnitVec3(-ZAxis), world.gravity.norm()) {
    const Vec3 up = upOf(world.gravity);
    for (int axis = 0; axis < 3; ++axis)
        if (up[axis] != 0)
            system.setUpDirection(CoordinateDirection(CoordinateAxis(axis), up[axis] > 0 ? 1 : -1));
    matter.setShowDefaultGeometry(false);
}

MobilizedBody& Model::body(int number) {
    if (number < 0 || number >= matter.getNumBodies())
        throw std::invalid_argument("body = " + std::to_string(number) + " does not exist; the world has bodies 0 to " +
                                    std::to_string(matter.getNumBodies() - 1) + ", and 0 is Ground");
    return matter.updMobilizedBody(MobilizedBodyIndex(number));
}

void Model::finish(const World& world) {
    // A force needs two surfaces that can touch each other.
    bool canTouch = false;
    for (int i = 1; i < surfaces.size(); ++i)
        canTouch = canTouch || surfaces.getBody(SurfaceIndex(i)) != surfaces.getBody(SurfaceIndex(0));
    if (canTouch) contact = std::make_unique<DEMContactForce>(forces, surfaces, world.laws);
    bool hasForces = bool(contact) || joints;
#ifdef SIMBODYDEM_HAS_ROBOTS
    hasForces = hasForces || !robots.empty();
#endif
    if (!hasForces) joints = std::make_unique<JointForces>(forces, matter); // ContactIntegrator needs one of either kind
    start = system.realizeTopology();
    for (const World::Start& set : world.starts) set(*this, start);
    for (const World::Start& set : world.floors) set(*this, start);
}

const Model& World::getTrial() const {
    if (!trial) {
        auto model = std::make_shared<Model>(*this);
        for (const Build& build : builds) build(*model);
        trial = model;
    }
    return *trial;
}

// A call that fails may leave a part of its work, so the trial is made anew.
void World::add(Build build) {
    getTrial();
    try {
        build(*trial);
    } catch (...) {
        trial.reset();
        throw;
    }
    builds.push_back(std::move(build));
}

int World::addBody(const BodySpec& spec) {
    add([spec](Model& model) {
        MobilizedBody& parent = model.body(spec.parent);
        const Body::Rigid body(spec.mass);
        MobilizedBody added;
        if (spec.joint == "free") added = MobilizedBody::Free(parent, spec.onParent, body, spec.onBody);
        else if (spec.joint == "ball") added = MobilizedBody::Ball(parent, spec.onParent, body, spec.onBody);
        else if (spec.joint == "pin") added = MobilizedBody::Pin(parent, spec.onParent, body, spec.onBody);
        else if (spec.joint == "slider") added = MobilizedBody::Slider(parent, spec.onParent, body, spec.onBody);
        else if (spec.joint == "weld") added = MobilizedBody::Weld(parent, spec.onParent, body, spec.onBody);
        else
            throw std::invalid_argument("joint = '" + spec.joint + "' is unknown; choose from free, ball, pin, slider, weld");
        if (!spec.name.empty()) setBodyName(added, spec.name);
    });
    return trial->matter.getNumBodies() - 1;
}

int World::addSurface(int body, const std::shared_ptr<const Shape>& shape, const Transform& X_BS, const Surface& surface,
                      const std::string& name) {
    if (!shape) throw std::invalid_argument("a surface needs a shape");
    add([=](Model& model) {
        model.surfaces.add(model.body(body), *shape, X_BS, surface, name);
        draw(model.body(body), *shape, X_BS);
    });
    return trial->surfaces.size() - 1;
}

void World::setStart(int body, const Transform& X_GB, const SpatialVec& velocity) {
    getTrial();
    trial->body(body);
    starts.push_back([=](Model& model, State& state) {
        MobilizedBody& moved = model.body(body);
        model.system.realize(state, Stage::Position);
        const MobilizedBody& parent = moved.getParentMobilizedBody();
        // The joint's own frames are in between.
        const Transform X_PB = ~parent.getBodyTransform(state) * X_GB;
        moved.setQToFitTransform(state, ~moved.getInboardFrame(state) * X_PB * moved.getOutboardFrame(state));
        model.system.realize(state, Stage::Position);
        const Vec3 stationInGround = moved.getBodyRotation(state) * moved.getOutboardFrame(state).p();
        const SpatialVec V_GM(velocity[0], velocity[1] + velocity[0] % stationInGround);
        const Rotation R_GF = parent.getBodyRotation(state) * moved.getInboardFrame(state).R();
        moved.setUToFitVelocity(state, SpatialVec(~R_GF * V_GM[0], ~R_GF * V_GM[1]));
    });
}

void World::setJoint(int body, const JointSettings& settings, const std::string& name) {
    add([=](Model& model) {
        if (!model.joints) model.joints = std::make_unique<JointForces>(model.forces, model.matter);
        model.joints->add(model.body(body), MobilizerUIndex(0), settings, name);
    });
}

void World::excludeBodies(int a, int b) {
    add([=](Model& model) { model.surfaces.excludeBodies(model.body(a), model.body(b)); });
}

void World::setPairMaterial(int a, int b, const SurfaceMaterial& material) {
    if (a > b) std::swap(a, b);
    laws.materials.byPair[{ContactSurfaceIndex(a), ContactSurfaceIndex(b)}] = material;
}

#ifdef SIMBODYDEM_HAS_ROBOTS
int World::addRobot(const RobotSpec& spec) {
    RobotFileOptions options(spec.packages);
    if (spec.lenient)
        options.setInertiaCheck(InertiaCheck::Warning).setAllowMissingMeshes().setAllowUnknownMimics().setAllowUnreadParts();
    const auto file = std::make_shared<const RobotFile>(spec.file, options); // read once for all models
    const int number = int(getTrial().robots.size());
    const std::string prefix = !spec.prefix.empty() || number == 0 ? spec.prefix : file->getName() + std::to_string(number) + "/";
    add([=](Model& model) {
        RobotOptions robotOptions;
        if (spec.baseBody)
            robotOptions.setBase(model.body(*spec.baseBody), spec.pose.value_or(Transform()));
        else if (spec.floating)
            robotOptions.setBase(*spec.floating ? Base::Floating : Base::Fixed);
        if (spec.pose && !spec.baseBody) robotOptions.setBasePose(*spec.pose);
        if (spec.meshesAsTheyAre) robotOptions.setMeshes(Meshes::AsTheyAre);
        robotOptions.setKeepFixedJoints(spec.keepFixedJoints);
        model.robots.emplace_back(model.matter, model.forces, *file, robotOptions);
        Robot& robot = model.robots.back();
        robot.addCollisions(model.surfaces, prefix);
        if (spec.material)
            for (const RobotLink& link : file->getLinks())
                for (const SurfaceIndex surface : robot.getSurfaces(link.name)) model.surfaces.setSurface(surface, *spec.material);
    });
    if (spec.onFloor)
        floors.push_back([=](Model& model, State& state) {
            model.system.realize(state, Stage::Position);
            model.robots[std::size_t(number)].setOnFloor(state, model.surfaces, spec.gap);
        });
    return number;
}

void World::setServos(int robot, const std::string& pattern, double stiffness, double damping, std::optional<double> limit) {
    add([=](Model& model) {
        Robot& it = model.robots.at(std::size_t(robot));
        if (limit) it.setServo(pattern, stiffness, damping, *limit);
        else it.setServo(pattern, stiffness, damping);
    });
}

void World::setJointsAtStart(int number, const std::vector<std::pair<std::string, double>>& values, bool withTargets) {
    const Robot& robot = getTrial().robots.at(std::size_t(number));
    std::vector<std::pair<int, double>> joints;
    for (const auto& [pattern, value] : values) {
        const std::string range = "; it must be finite [rad, m]";
        if (!std::isfinite(value)) throw std::invalid_argument("joint '" + pattern + "' = " + std::to_string(value) + range);
        const std::regex regex(pattern);
        const std::size_t before = joints.size();
        for (int joint = 0; joint < robot.getNumJoints(); ++joint)
            if (std::regex_match(robot.getJointName(joint), regex)) joints.emplace_back(joint, value);
        if (joints.size() == before) {
            std::string names;
            for (int joint = 0; joint < robot.getNumJoints(); ++joint) names += (joint ? ", " : "") + robot.getJointName(joint);
            throw std::invalid_argument("joint '" + pattern + "' matches none of " + names);
        }
    }
    starts.push_back([=](Model& model, State& state) {
        const Robot& it = model.robots[std::size_t(number)];
        std::vector<Real> positions = it.getJointPositions(state);
        for (const auto& [joint, value] : joints) {
            positions[std::size_t(joint)] = value;
            const JointForces& forces = it.getJointForces();
            const JointSettings& settings = forces.getSettings(joint);
            if (withTargets && settings.servoStiffness > 0) it.setTarget(state, it.getJointName(joint), value);
        }
        it.setJointPositions(state, positions);
    });
}
#else
int World::addRobot(const RobotSpec&) {
    throw std::runtime_error("this package was built without urdfdom, assimp and tinyxml2, so it reads no robots");
}
void World::setServos(int, const std::string&, double, double, std::optional<double>) {}
void World::setJointsAtStart(int, const std::vector<std::pair<std::string, double>>&, bool) {}
#endif

} // namespace simbodydem::python
