#ifndef SIMBODYDEM_TESTS_FUZZ_SCENE_H
#define SIMBODYDEM_TESTS_FUZZ_SCENE_H

#include "CheckedLaws.h"

#include <simbodydem/DEMContactForce.h>
#include <simbodydem/SurfaceMaterial.h>

#include <memory>
#include <vector>

namespace fuzz {

/** Names the streams of random numbers. */
enum Stream : std::uint64_t { TheLaws, TheForce, TheLimb, TheLink, TheVelocity, TheStep, TheOrder };

/** Returns 0, 1, 2 ... */
std::vector<int> counting(int count);

/** One body of a scene, by its limb and its link in the limb. Limb -1 is Ground. */
struct BodyKey {
    int limb, link;
};

/** A surface of a scene: a sphere, or a half space if its radius is 0. */
struct SurfacePlan {
    BodyKey body;
    Real radius;
    Transform X_BS;
    SurfaceMaterial material;
};

/** A rod from Ground to a body. */
struct RodPlan {
    BodyKey body;
    Vec3 station, anchor;
    Real length;
};

/** All random choices before a scene is built, from its seed alone. */
struct Plan {
    explicit Plan(std::uint64_t seed);

    std::uint64_t seed;
    int numLimbs = 12;
    std::vector<int> numLinks; // by limb
    std::vector<SurfacePlan> surfaces;
    std::vector<RodPlan> rods;
    Real margin, fixedMass; // NaN: the mass is the mechanism's
    bool twoBodyMass;
};

/** Builds a plan as a System: mechanisms, surfaces in any order, and the force with checked laws. */
struct Scene {
    /** @param limbOrder, surfaceOrder  the order in which bodies and surfaces are created
        @param tilt  rotates everything, including Ground's surfaces */
    Scene(const Plan&, const std::vector<int>& limbOrder, const std::vector<int>& surfaceOrder, const Rotation& tilt);

    /** Returns a State with the poses and velocities of the plan. */
    State start();
    /** Moves to instant number `step` of the plan: for a while with the present velocities, then with new ones. */
    void move(State&, int step);
    /** Returns the force on each body of the plan, Ground first, without the tilt. */
    std::vector<SpatialVec> calcForces(const State&) const;
    MobilizedBody& updBody(BodyKey key) {
        return matter.updMobilizedBody(key.limb < 0 ? GroundIndex : limbs[key.limb][key.link]);
    }

    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    GeneralContactSubsystem contacts{system};
    ContactSetIndex set = contacts.createContactSet();
    std::vector<std::vector<MobilizedBodyIndex>> limbs;
    const std::vector<int> surfaces; // of the plan, in the order of the contact set
    std::unique_ptr<DEMContactForce> force;
    Witness witness;
    const Plan& plan;
    const Rotation tilt;

private:
    void addLimb(int limb);
    void setVelocities(State&, int step);
};

} // namespace fuzz

#endif
