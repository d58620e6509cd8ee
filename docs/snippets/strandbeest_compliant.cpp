// Measures how far the Strandbeest example of Simbody creeps when it is stopped.

#include "Creep.h"

using namespace SimTK;

int main() {
    lab::Model model;
    ContactTrackerSubsystem tracker(model.system);
    CompliantContactSubsystem contact(model.system, tracker);
    contact.setTransitionVelocity(1e-3);
    const lab::Strandbeest beest(model, 0); // puts ContactSurfaces on its bodies

    model.system.realizeTopology();
    measureCreep(model, beest);
}
