#ifndef DOCS_CREEP_H
#define DOCS_CREEP_H

#include "Strandbeest.h"

#include <cstdio>

/** Prints the distance that the torso of the stopped Strandbeest moves from the 2nd to the 12th second. The integrator is that of the
example in Simbody. */
inline void measureCreep(const lab::Model& model, const lab::Strandbeest& beest) {
    SimTK::State state = model.system.getDefaultState();
    SimTK::Assembler(model.system).assemble(state);
    SimTK::SemiExplicitEuler2Integrator integrator(model.system);
    integrator.setAccuracy(0.1);
    integrator.setMaximumStepSize(1. / 60); // [s]
    SimTK::TimeStepper stepper(model.system, integrator);
    stepper.initialize(state);
    stepper.stepTo(2);
    const SimTK::Vec3 from = beest.torso.getBodyOriginLocation(stepper.getState());
    stepper.stepTo(12);
    std::printf("crept %.2g mm in 10 s, %d steps\n",
                1e3 * (beest.torso.getBodyOriginLocation(stepper.getState()) - from).norm(),
                integrator.getNumStepsTaken());
}

#endif
