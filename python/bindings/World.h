// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Simbody.h>

#include <simbodydem/simbodydem.h>
#ifdef SIMBODYDEM_HAS_ROBOTS
#include <simbodydem/robots.h>
#endif
#ifdef SIMBODYDEM_HAS_GRAINS
#include <simbodydem/grains.h>
#endif

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem::python {

class World;

/** A System with all that a World has. A built System cannot be copied, so each simulation and each thread builds one of its own. */
struct Model {
    explicit Model(const World&);

    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter{system};
    SimTK::GeneralForceSubsystem forces{system};
    SimTK::Force::Gravity gravity;
    SimTK::Force::DiscreteForces pushes{forces, matter}; ///< of Simulation::setForce()
    ContactSurfaces surfaces{matter};
#ifdef SIMBODYDEM_HAS_ROBOTS
    std::vector<Robot> robots;
#endif
    std::unique_ptr<JointForces> joints;      ///< of bodies without a file; null if none has any
    std::unique_ptr<DEMContactForce> contact; ///< null if no two surfaces are there
    SimTK::State start;                       ///< after finish()
    bool pours = false;                       ///< fill the bed: not for trials, nor for one that will be loaded
    std::function<void()> check;              ///< called while a bed is filled; it may throw
#ifdef SIMBODYDEM_HAS_GRAINS
    std::unique_ptr<GrainBed> bed; ///< null if the world has no grains
    std::vector<int> grainBodies;  ///< bodies of its surfaces
#endif

    SimTK::MobilizedBody& body(int number);
    /** Adds the contact force, realizes the topology and sets the initial State. */
    void finish(const World&);
};

/** A body that is made without a file. */
struct BodySpec {
    std::string name, joint; ///< free, ball, pin, slider or weld
    int parent = 0;
    SimTK::Transform onParent, onBody; ///< frames of the joint
    SimTK::MassProperties mass{1, SimTK::Vec3(0), SimTK::UnitInertia(1)};
};

/** Options of a robot of a file. */
struct RobotSpec {
    std::string file, prefix;
    std::vector<std::string> packages;
    std::optional<bool> floating;
    std::optional<int> baseBody;
    std::optional<SimTK::Transform> pose;
    std::optional<Surface> material;
    bool meshesAsTheyAre = false, keepFixedJoints = false, onFloor = false, lenient = false;
    double gap = 0;
};

/** Remembers how a model is made, and makes it as often as needed. Each call is tried on a model of the World's own, so that errors appear where
they are made. */
class World {
public:
    using Build = std::function<void(Model&)>;
    using Start = std::function<void(Model&, SimTK::State&)>;

    World(const SimTK::Vec3& gravity, const ContactModel& laws) : gravity(gravity), laws(laws) {}
    World(const World&) = default;

    int addBody(const BodySpec&);
    int addSurface(int body, const std::shared_ptr<const Shape>&, const SimTK::Transform&, const Surface&, const std::string& name);
    int addRobot(const RobotSpec&);
    void setStart(int body, const SimTK::Transform& X_GB, const SimTK::SpatialVec& velocity);
    void setJoint(int body, const JointSettings&, const std::string& name);
    void excludeBodies(int a, int b);
    void setPairMaterial(int a, int b, const SurfaceMaterial&);
    void setServos(int robot, const std::string& pattern, double stiffness, double damping, std::optional<double> limit);
    void setJointsAtStart(int robot, const std::vector<std::pair<std::string, double>>& values, bool withTargets);

    /** Remembers a step of making models, after it was tried. */
    void add(Build);

    /** Returns the model that the calls were tried on. It has bodies, surfaces and robots, and no contact force. */
    const Model& getTrial() const;

    SimTK::Vec3 gravity;
    ContactModel laws;
    std::vector<Build> builds;
    std::vector<Start> starts, floors; ///< floors come last: they need all positions
    bool hasGrains = false;

private:
    mutable std::shared_ptr<Model> trial;
};

/** Draws a shape on its body, for replays. */
void draw(SimTK::MobilizedBody& body, const Shape& shape, const SimTK::Transform& X_BS);

} // namespace simbodydem::python
