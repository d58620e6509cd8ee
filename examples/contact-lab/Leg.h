#ifndef CONTACT_LAB_LEG_H
#define CONTACT_LAB_LEG_H

#include "Integrators.h"
#include "LawChoice.h"

namespace lab {

/** A three-link leg (hip of 10 kg on a vertical slider, thigh and shank of 2 kg and .4 m each, pins between them) comes down
on its foot, without gravity. Stiff enough that the impact is over before the leg has moved. */
struct LegOptions {
    LegOptions();

    LawChoice law;
    IntegratorChoice integrator;
    Real pose = 60;   ///< knee bend [deg]; 0 is a straight leg
    Real speed = 0.1; ///< of the foot [m/s]
};

struct LegResult {
    Real asked = 0, got = 0; ///< restitution of the foot along the normal [-]
    Real effectiveMass = 0;  ///< that the foot has at this pose, by Simbody's forward dynamics [kg]
    int steps = 0, evaluations = 0;
};

/** @throws std::invalid_argument for bad options, or if the foot does not leave the ground */
LegResult runLeg(const LegOptions&);

} // namespace lab

#endif
