// Measures how far the Strandbeest example of Simbody creeps when it is stopped.

#include "Creep.h"

#include <simbodydem/simbodydem.h>

using namespace SimTK;
using namespace simbodydem;

int main() {
    lab::Model model;
    const lab::Strandbeest beest(model, 0);
    const ContactSetIndex set = model.contacts.createContactSet();
    HertzMindlinForce contact(model.forces, model.contacts, set);
    contact.setMixingRules(huntCrossleyMixing());
    for (MobilizedBodyIndex b(0); b < model.matter.getNumBodies(); ++b) {
        const MobilizedBody& body = model.matter.getMobilizedBody(b);
        for (int i = 0; i < body.getBody().getNumContactSurfaces(); ++i) {
            const ContactSurface& surface = body.getBody().getContactSurface(i);
            const ContactMaterial& m = surface.getMaterial();
            const ContactSurfaceIndex index(model.contacts.getNumBodies(set));
            model.contacts.addBody(set, body, surface.getShape(), body.getBody().getContactSurfaceTransform(i));
            SurfaceMaterial material = fromHuntCrossley({m.getStiffness(), m.getDissipation(), m.getStaticFriction(),
                                                         m.getDynamicFriction(), m.getViscousFriction()},
                                                        /*nu*/ 0.5, MixingRules::Moduli::TwoThirdsPower);
            material.restitution = 0.1; // HuntCrossleyForce has a dissipation instead
            contact.setMaterial(index, material);
        }
    }

    model.system.realizeTopology();
    measureCreep(model, beest);
}
