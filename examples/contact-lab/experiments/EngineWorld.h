#ifndef CONTACT_LAB_ENGINE_WORLD_H
#define CONTACT_LAB_ENGINE_WORLD_H

#include "EngineProblems.h"
#include "Model.h"

#include <functional>
#include <memory>
#include <vector>

namespace lab {

struct SceneBody {
    SimTK::Body::Rigid body;
    Real radius;                      // of its spheres [m]
    std::vector<SimTK::Vec3> spheres; // on the body [m]
    SimTK::Vec3 position, velocity;   // [m], [m/s]
};

/** What is where at the start. */
struct Scene {
    SimTK::Vec3 gravity;                  // [m/s^2]
    std::vector<SimTK::Transform> planes; // outward normals are -x
    std::vector<SceneBody> bodies;
    Real friction = 0, restitution = 0; // of all
    bool flies = false;                 // so that a long step may miss a contact
    Real impactSpeed = 1;               // at which HuntCrossleyForce is to return the restitution [m/s]
};

/** A scene on Simbody, and its clock. */
class EngineWorld {
public:
    /** @throws std::invalid_argument if there is no such law or integrator */
    EngineWorld(const Scene&, const SimbodySettings&);

    void advance(Real time);
    Real getCost() const { return cost; } ///< of advancing until now, in the processor's time [s]

    // Of a body, now.
    SimTK::Vec3 position(std::size_t i) const { return bodies[i].getBodyOriginLocation(*state); }
    SimTK::Vec3 velocity(std::size_t i) const { return bodies[i].getBodyOriginVelocity(*state); }
    Real spin(std::size_t i) const { return -bodies[i].getBodyAngularVelocity(*state)[2]; } ///< > 0 rolls along x

private:
    void addOurs(const Scene&, const LawChoice&);
    void addHuntCrossley(const Scene&, const LawChoice&);
    /** What takes the System to a time by the integrator of this name. */
    std::function<const SimTK::State&(Real)> makeAdvance(const std::string& integrator, Real accuracy,
                                                         const SimTK::State& start);
    Real calcStepBound(const SimTK::State&) const;

    Model model;
    std::vector<SimTK::MobilizedBody> bodies;
    std::unique_ptr<simbodydem::DEMContactForce> ours; // or HuntCrossleyForce
    const bool flies;
    const Real radius; // of what flies [m]
    std::function<const SimTK::State&(Real)> advanceTo;
    const SimTK::State* state = nullptr;
    Real cost = 0;
};

} // namespace lab

#endif
