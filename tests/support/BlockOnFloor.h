#ifndef SIMBODYDEM_TESTS_BLOCK_ON_FLOOR_H
#define SIMBODYDEM_TESTS_BLOCK_ON_FLOOR_H

#include "World.h"

#include <simbodydem/NamedForces.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>

/** A block of 1 kg that cannot turn rests on the floor. A tenth of its weight pulls it sideways. */
struct BlockOnFloor : World {
    static constexpr SimTK::Real g = 9.81, kn = 1e5, kt = 1e4;
    SimTK::MobilizedBody::Translation block{
        matter.updGround(), SimTK::Body::Rigid(SimTK::MassProperties(1, SimTK::Vec3(0), SimTK::UnitInertia(1)))};
    simbodydem::CundallForce force{forces, contacts, set, simbodydem::LinearNormal().setStiffness(kn),
                                   simbodydem::CundallSlider().setStiffness(kt).setTangentialDampingRatio(1)};

    BlockOnFloor() {
        contacts.addBody(set, block, SimTK::ContactGeometry::Sphere(0.1), SimTK::Vec3(0));
        SimTK::Force::UniformGravity(forces, matter, g * SimTK::Vec3(0.1, -1, 0));
        force.setMaterialForAll(rubber()); // friction 0.5
    }
};

#endif
