// Measures how far the Strandbeest example of Simbody creeps when it is stopped.

#include "Creep.h"

using namespace SimTK;

int main() {
    lab::Model model;
    const lab::Strandbeest beest(model, 0);
    const ContactSetIndex set = model.contacts.createContactSet();
    HuntCrossleyForce contact(model.forces, model.contacts, set);
    contact.setTransitionVelocity(1e-3);
    for (MobilizedBodyIndex b(0); b < model.matter.getNumBodies(); ++b) {
        const MobilizedBody& body = model.matter.getMobilizedBody(b);
        for (int i = 0; i < body.getBody().getNumContactSurfaces(); ++i) {
            const ContactSurface& surface = body.getBody().getContactSurface(i);
            const ContactMaterial& m = surface.getMaterial();
            const ContactSurfaceIndex index(model.contacts.getNumBodies(set));
            model.contacts.addBody(set, body, surface.getShape(), body.getBody().getContactSurfaceTransform(i));
            contact.setBodyParameters(index, m.getStiffness(), m.getDissipation(), m.getStaticFriction(),
                                      m.getDynamicFriction(), m.getViscousFriction());
        }
    }

    model.system.realizeTopology();
    measureCreep(model, beest);
}
