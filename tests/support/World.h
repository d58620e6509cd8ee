#ifndef SIMBODYDEM_TESTS_WORLD_H
#define SIMBODYDEM_TESTS_WORLD_H

#include "Scene.h"

/** Spheres and planes in a Simbody contact set, with the forces that a test defines between them. Surface 0 is the floor y = 0 on
Ground. Tests that are not about contact sets use Scene. */
struct World : Scene {
    SimTK::GeneralContactSubsystem contacts{system};
    SimTK::ContactSetIndex set = contacts.createContactSet();

    /** @param tilt  rotates the floor and each pose that is set through `pose` */
    explicit World(const SimTK::Rotation& tilt = SimTK::Rotation()) : Scene(rubber(), tilt) {
        contacts.addBody(set, matter.updGround(), SimTK::ContactGeometry::HalfSpace(),
                         SimTK::Transform(tilt * simbodydem::HalfSpace::floor().R()));
    }

    /** Adds a free sphere of uniform density 2500 kg/m^3 as the next surface of the set. */
    SimTK::MobilizedBody::Free addSphere(SimTK::Real radius) {
        const SimTK::MobilizedBody::Free sphere(
            matter.updGround(),
            SimTK::Body::Rigid(ballOf(4. / 3. * SimTK::Pi * radius * radius * radius * 2500, radius)));
        contacts.addBody(set, sphere, SimTK::ContactGeometry::Sphere(radius), SimTK::Vec3(0));
        return sphere;
    }
};

#endif
