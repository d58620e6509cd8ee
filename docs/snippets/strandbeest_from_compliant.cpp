// Measures how far the Strandbeest example of Simbody creeps when it is stopped.

#include "Creep.h"

#include <simbodydem/simbodydem.h>

using namespace SimTK;
using namespace simbodydem;

int main() {
    lab::Model model;
    const lab::Strandbeest beest(model, 0); // puts ContactSurfaces on its bodies

    HertzMindlinForce contact(model.forces, ContactSurfaces::fromBodies(model.matter));
    SurfaceMaterial rest; // the one value that the surfaces lack
    rest.restitution = 0.1;
    contact.setMaterialForAll(rest);

    model.system.realizeTopology();
    measureCreep(model, beest);
}
