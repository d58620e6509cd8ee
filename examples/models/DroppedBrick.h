#ifndef MODELS_DROPPED_BRICK_H
#define MODELS_DROPPED_BRICK_H

#include "Contender.h"
#include "Run.h"

#include <vector>

namespace lab {

/** A brick of 3 kg, 24 x 7 x 11 cm, with a sphere of 1 cm in each corner falls onto one of them and tumbles to rest. */
struct BrickOptions {
    BrickOptions();

    LawChoice law;
    IntegratorChoice integrator;
    ShowChoice show;
    Real height = 0.3; ///< of fall [m]
    Real duration = 3; ///< [s]
};

/** Where the energy is at one instant [J]. */
struct EnergySample {
    Real time = 0;
    Real kinetic = 0, potential = 0;   ///< of gravity and springs; the brick has none where it lies flat
    simbodydem::DissipatedEnergy heat; ///< of the contacts by cause; HuntCrossleyForce has no ledger
    Real joints = 0;                   ///< heat of joint dampers
    Real total() const { return kinetic + potential + heat.total() + joints; }
};

struct BrickResult {
    Real startEnergy = 0; ///< above lying flat [J]
    Real drift = 0; ///< greatest change of energy and heat together, over that at the start; without a ledger NaN [-]
    Real timeToRest = 0; ///< from when on kinetic energy stays below 1e-6 of it [s]; NaN if it does not
    Cost cost;
    std::vector<EnergySample> samples; ///< one per millisecond
};

/** @throws std::invalid_argument for bad options */
BrickResult runDroppedBrick(const BrickOptions&);

/** Laws with history and HuntCrossleyForce, fitted to the same restitution at the first impact's speed. */
Contenders brickLaws();

} // namespace lab

#endif
