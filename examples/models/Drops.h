#ifndef MODELS_DROPS_H
#define MODELS_DROPS_H

#include "Run.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/DEMContactForce.h>

namespace lab {

/** Holds the energy at one instant by its form [J]. */
struct EnergySample {
    Real time = 0;
    Real kinetic = 0, potential = 0;   ///< of gravity and springs
    simbodydem::DissipatedEnergy heat; ///< of the contacts by cause; HuntCrossleyForce has no energy account
    Real joints = 0;                   ///< heat of joint dampers

    EnergySample(const Model&, const simbodydem::DEMContactForce* ours, const SimTK::State&);
    Real total() const { return kinetic + potential + heat.total() + joints; }
};
/** Returns the greatest change of the sum of energy and heat since the start [J]. Without an energy account most of it is the heat of
the contacts. */
Real calcDrift(const std::vector<EnergySample>&);

/** Drops a brick of 3 kg, 24 x 7 x 11 cm, with a sphere of 1 cm in each corner. It falls by 0.3 m onto one of the spheres and tumbles
to rest within 3 s. */
struct BrickOptions : RunOptions {
    BrickOptions() : RunOptions{onMaterial(1e8, 0.3, 0.5, 0.5), {"rkm", 1e-7}} {}
};
struct BrickResult {
    Real startEnergy = 0; ///< above the energy of the brick lying flat [J]
    Real drift = 0;       ///< see calcDrift(), over the energy at the start [-]
    Real timeToRest = 0;  ///< the kinetic energy stays below 1e-6 of startEnergy afterwards [s]; NaN if it does not
    Cost cost;
    std::vector<EnergySample> samples; ///< one per millisecond; the energy of the brick lying flat is zero
};
BrickResult runDroppedBrick(const BrickOptions&);

/** Lists laws with history, and HuntCrossleyForce fitted to the same restitution at the speed of the first impact. */
Contenders brickLaws();

/** Lands a person of 70 kg on one leg from 0.3 m. The person then stands, and all takes 2.5 s. The trunk moves on a vertical rail.
Thigh, shank and foot hang on pins with springs and dampers. The foot is 0.1 m in front of the hip. It touches down with four spheres:
heel (0.03 m), ball (two of 0.02 m) and toes (0.015 m). The contact numbers are those of the OpenSim model ToyLanding: plane strain
modulus 1e8 Pa, dissipation 0.5 s/m, friction 0.9, transition velocity 0.1 m/s. Its viscous friction of 0.6 is left out, since no law
with history has it. */
struct LandingOptions : RunOptions {
    LandingOptions();
};
struct LandingSample {
    Real time;              ///< [s]
    Real vertical, foreAft; ///< ground reaction [N]
    Real centreOfPressure;  ///< in front of the heel [m]; NaN below 20 N
    Real slip;              ///< of the heel along the ground since the start [m]
};
struct LandingResult {
    Real peakForce = 0;  ///< vertical [body weights]
    Real restForce = 0;  ///< at the end [body weights]
    Real creep = 0;      ///< of the heel over the last 0.5 s, net [m/s]
    Real drift = 0;      ///< see calcDrift(), over m g h [-]
    Real fallEnergy = 0; ///< m g h [J]
    Cost cost;
    std::vector<LandingSample> samples; ///< one per millisecond
    std::vector<EnergySample> energy;
};
LandingResult runLegLanding(const LandingOptions&);

/** Lists laws with the normal force of the OpenSim model and a spring for friction, and HuntCrossleyForce at the transition velocity
of that model and below. The names are those of brickLaws(). */
Contenders landingLaws();

} // namespace lab

#endif
