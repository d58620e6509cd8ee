#ifndef MODELS_PLANAR_GAIT_H
#define MODELS_PLANAR_GAIT_H

#include "Run.h"
#include "SpheresOnPlane.h"

#include <array>

namespace lab {

/** Describes a planar human of 62 kg who walks eight steps of 0.47 s on two spheres under each foot, see GaitMechanism. The feet push the
pelvis. The elastic force of the sole is that of examples/data/planar_gait.json in every law. */
struct GaitOptions : RunOptions {
    GaitOptions();
};

/** Holds the contact of one sphere with the ground. Displacements are those of the sole's material at the contact point, so a sphere
that rolls does not slip. */
struct SoleSample : SphereReading {
    Real creep = 0; ///< so far, see GaitResult [m]
};
struct GaitSample {
    Real time = 0;                                           ///< [s]
    std::array<SoleSample, 4> soles;                         ///< right heel, right front, left heel, left front
    std::array<Real, 2> verticalReference, foreAftReference; ///< ground reaction in the data: right, left [N]

    /** Returns the ground reaction on the right foot, 0, or the left one, 1 [N]. */
    Real calcVertical(int side) const { return soles[2 * side].normalForce + soles[2 * side + 1].normalForce; }
    Real calcForeAft(int side) const {
        return soles[2 * side].tangentialForce[0] + soles[2 * side + 1].tangentialForce[0];
    }
};
struct GaitResult {
    Real verticalRms = 0, foreAftRms = 0; ///< rms difference of a foot's ground reaction from the data [body weights]
    Real meanVertical = 0;                ///< of the sum of both feet; 1 keeps the impulse [body weights]
    Real distance = 0;                    ///< that the pelvis walked [m]

    /** Hold creep and sliding of the sphere that has most of it, per step [m].
    creep: displacement below the Coulomb limit that no spring takes up, the integral of |v_t - dxi/dt|. An incremental spring that
    stiffens keeps its force, dF = kt ds, and takes up dF/kt.
    sliding: distance at the limit. The two prescribed legs force it on the feet while both are down. */
    Real creep = 0, sliding = 0;
    Real greatestElastic = 0; ///< |xi| below the limit; mu N/kt unless the dashpot is strong [m]

    Cost cost;
    std::vector<GaitSample> samples; ///< one per millisecond
};
GaitResult runPlanarGait(const GaitOptions&);

/** Returns the ground reaction of the data alone, one sample per millisecond of the walk. */
std::vector<GaitSample> getGaitReference();

/** Lists HuntCrossleyForce and the laws with history to compare it with. */
Contenders gaitLaws();

} // namespace lab

#endif
