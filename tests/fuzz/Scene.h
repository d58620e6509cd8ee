#ifndef SIMBODYDEM_TESTS_FUZZ_SCENE_H
#define SIMBODYDEM_TESTS_FUZZ_SCENE_H

#include "CheckedLaws.h"

#include <memory>
#include <vector>

namespace fuzz {

/** What streams of random numbers are for. */
enum Stream : std::uint64_t { TheLaws, TheForce, TheLimb, TheLink, TheVelocity, TheStep, TheOrder };

/** 0, 1, 2 ... */
std::vector<int> counting(int count);

/** One body of a scene: which limb, which link of it. Limb -1 is Ground. */
struct BodyKey {
    int limb, link;
};

/** A surface of a scene, a sphere unless its radius is 0. */
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

/** Everything that is drawn before a scene is built, from its seed alone. */
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

/** A plan as a System: mechanisms, surfaces in any order, the force with checked laws. */
struct Scene {
    /** @param limbOrder, surfaceOrder  in which bodies and surfaces are made
        @param tilt                     of everything, Ground's surfaces included */
    Scene(const Plan&, const std::vector<int>& limbOrder, const std::vector<int>& surfaceOrder, const Rotation& tilt);

    /** At the poses and velocities of the plan. */
    State start();
    /** Move on, to instant number `step` of the plan: for a while as it moves, then at new velocities. */
    void move(State&, int step);
    /** By body of the plan, Ground first; as if there was no tilt. */
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
