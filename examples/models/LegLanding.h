#ifndef MODELS_LEG_LANDING_H
#define MODELS_LEG_LANDING_H

#include "DroppedBrick.h"
#include "Run.h"

#include <vector>

namespace lab {

/** A person of 70 kg lands on one leg: the trunk runs down a vertical rail, thigh, shank and foot hang on pins with springs
and dampers, and the foot, .1 m in front of the hip, touches down with four spheres: heel (.03 m), ball (two of .02 m) and
toes (.015 m). Contact numbers are those of OpenSim's ToyLanding model: plane strain modulus 1e8 Pa, dissipation .5 s/m,
friction .9, transition velocity .1 m/s; its viscous friction of .6 is left out, no law with history has it. */
struct LandingOptions {
    LandingOptions();

    LawChoice law;
    IntegratorChoice integrator;
    ShowChoice show;
    Real height = 0.3;   ///< of fall [m]
    Real duration = 2.5; ///< [s]
};

struct LandingSample {
    Real time;              ///< [s]
    Real vertical, foreAft; ///< ground reaction [N]
    Real centreOfPressure;  ///< before the heel [m]; NaN below 20 N
    Real slip;              ///< of the heel along the ground since the start [m]
};

struct LandingResult {
    Real peakForce = 0;                 ///< vertical [body weights]
    Real restForce = 0;                 ///< at the end [body weights]
    Real centreOfPressure = 0;          ///< at the end, before the heel [m]
    Real creep = 0;                     ///< of the heel over the last .5 s, net [m/s]
    Real drift = 0;                     ///< of energy and heat together, over m g h; without a ledger NaN [-]
    simbodydem::DissipatedEnergy heat;  ///< at the end [J]
    Real jointHeat = 0, fallEnergy = 0; ///< at the end; m g h [J]
    Cost cost;
    std::vector<LandingSample> samples; ///< one per millisecond
    std::vector<EnergySample> energy;
};

/** @throws std::invalid_argument for bad options */
LandingResult runLegLanding(const LandingOptions&);

/** Friction with a spring on the model's normal force, and HuntCrossleyForce from the model's transition velocity down.
Names are those of brickLaws(). */
Contenders landingLaws();

} // namespace lab

#endif
