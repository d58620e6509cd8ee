#ifndef MODELS_DROPS_H
#define MODELS_DROPS_H

#include "Run.h"

namespace lab {

/** Where the energy is at one instant [J]. */
struct EnergySample {
    Real time = 0;
    Real kinetic = 0, potential = 0;   ///< of gravity and springs
    simbodydem::DissipatedEnergy heat; ///< of the contacts by cause; HuntCrossleyForce has no ledger
    Real joints = 0;                   ///< heat of joint dampers

    EnergySample(const Model&, const simbodydem::DEMContactForce* ours, const SimTK::State&);
    Real total() const { return kinetic + potential + heat.total() + joints; }
};
/** Greatest change of energy and heat together since the start [J]; without a ledger most of it is the contacts' heat. */
Real calcDrift(const std::vector<EnergySample>&);

/** A brick of 3 kg, 24 x 7 x 11 cm, with a sphere of 1 cm in each corner falls by .3 m onto one of them and tumbles to rest
within 3 s. */
struct BrickOptions : RunOptions {
    BrickOptions() : RunOptions{onMaterial(1e8, 0.3, 0.5, 0.5), {"rkm", 1e-7}} {}
};
struct BrickResult {
    Real startEnergy = 0; ///< above lying flat [J]
    Real drift = 0;       ///< see calcDrift(), over the energy at the start [-]
    Real timeToRest = 0;  ///< from when on kinetic energy stays below 1e-6 of it [s]; NaN if it does not
    Cost cost;
    std::vector<EnergySample> samples; ///< one per millisecond; the brick has no energy where it lies flat
};
BrickResult runDroppedBrick(const BrickOptions&);

/** Laws with history and HuntCrossleyForce, fitted to the same restitution at the first impact's speed. */
Contenders brickLaws();

/** A person of 70 kg lands on one leg from .3 m and stands, 2.5 s in all: the trunk runs down a vertical rail, thigh, shank and foot hang on pins with springs
and dampers, and the foot, .1 m in front of the hip, touches down with four spheres: heel (.03 m), ball (two of .02 m) and
toes (.015 m). Contact numbers are those of OpenSim's ToyLanding model: plane strain modulus 1e8 Pa, dissipation .5 s/m,
friction .9, transition velocity .1 m/s; its viscous friction of .6 is left out, no law with history has it. */
struct LandingOptions : RunOptions {
    LandingOptions();
};
struct LandingSample {
    Real time;              ///< [s]
    Real vertical, foreAft; ///< ground reaction [N]
    Real centreOfPressure;  ///< before the heel [m]; NaN below 20 N
    Real slip;              ///< of the heel along the ground since the start [m]
};
struct LandingResult {
    Real peakForce = 0;  ///< vertical [body weights]
    Real restForce = 0;  ///< at the end [body weights]
    Real creep = 0;      ///< of the heel over the last .5 s, net [m/s]
    Real drift = 0;      ///< see calcDrift(), over m g h [-]
    Real fallEnergy = 0; ///< m g h [J]
    Cost cost;
    std::vector<LandingSample> samples; ///< one per millisecond
    std::vector<EnergySample> energy;
};
LandingResult runLegLanding(const LandingOptions&);

/** Friction with a spring on the model's normal force, and HuntCrossleyForce from the model's transition velocity down.
Names are those of brickLaws(). */
Contenders landingLaws();

} // namespace lab

#endif
