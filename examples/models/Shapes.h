#ifndef MODELS_SHAPES_H
#define MODELS_SHAPES_H

#include "Picture.h"
#include "Run.h"

namespace lab {

/** Stacks ten bricks, which stand for a minute. Then a spring pulls one of them out. */
struct StackOptions : RunOptions {
    StackOptions() : RunOptions{onMaterial(1e8, 0.3, 0.1, 0.5), {"cpodes", 1e-5}} {}

    static constexpr int bricks = 10, pulled = 4; ///< number of bricks, and number of the pulled one from below
    Real settling = 1, standing = 60;             ///< [s]
};
struct StackResult {
    Real moved = 0;  ///< displacement of the uppermost brick while they stand [m]
    Real fallen = 0; ///< fall of the uppermost brick a second after the pull [m]
    Cost standingCost;
    Picture standing, pulled;
};
StackResult runStack(const StackOptions&);

/** Spins a rattleback about the vertical: an ellipsoid whose principal axes of inertia are turned against its geometric axes. */
struct RattlebackOptions : RunOptions {
    RattlebackOptions() : RunOptions{onMaterial(1e8, 0.3, 0.5, 1), {"rkm", 1e-5}} { integrator.maxStep = 1e-2; }

    Real spin = -5, duration = 4; ///< [rad/s, s]
};
struct RattlebackSample {
    Real time, spin; ///< about the vertical [s, rad/s]
};
struct RattlebackResult {
    std::vector<RattlebackSample> samples;
    Cost cost;
    Picture picture;
};
RattlebackResult runRattleback(const RattlebackOptions&);

/** Lets a brick tumble down stairs, which are a mesh. */
struct StairsOptions : RunOptions {
    StairsOptions() : RunOptions{onMaterial(1e8, 0.3, 0.4, 0.5), {"rkm", 1e-6}} { integrator.maxStep = 2e-3; }

    Real duration = 2.5; ///< [s]
};
struct StairsResult {
    bool isOnStairs = false;   ///< at the end, and not below them
    Real fallen = 0;           ///< lost energy [J]
    Real missing = SimTK::NaN; ///< part of it that the energy account misses [J]; HuntCrossleyForce has no account
    Cost cost;
    Picture picture; ///< at every twentieth of the duration
};
StairsResult runStairs(const StairsOptions&);

/** Drops a ring into a bowl, both of triangles: a Mesh and a Terrain. */
struct RingOptions {
    IntegratorChoice integrator{"rkm", 1e-4};
    int rings = 50, sides = 50; ///< divisions around the ring and around its tube: 2 triangles each
    Real duration = 2;          ///< [s]
};
struct RingResult {
    int triangles = 0;
    Real speed = 0, spin = 0;     ///< at the end [m/s, rad/s]
    Real fallen = 0, missing = 0; ///< lost energy, and the part that the energy account misses [J]
    Cost cost;
    Picture picture;
};
RingResult runRing(const RingOptions&);

} // namespace lab

#endif
