#ifndef SIMBODYDEM_TESTS_BLOCK_ON_FLOOR_H
#define SIMBODYDEM_TESTS_BLOCK_ON_FLOOR_H

#include "Scene.h"

#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>

/** A block of 1 kg that cannot turn rests on the floor. A tenth of its weight pulls it sideways; friction is 0.5. */
struct BlockOnFloor : FloorScene {
    static constexpr SimTK::Real g = 9.81, kn = 1e5, kt = 1e4;
    SimTK::MobilizedBody::Translation block{matter.updGround(), SimTK::Body::Rigid(bodyOf(1))};
    simbodydem::CundallForce force =
        makeForce<simbodydem::CundallForce>(simbodydem::LinearNormal().setStiffness(kn),
                                            simbodydem::CundallSlider().setStiffness(kt).setTangentialDampingRatio(1));

    BlockOnFloor() {
        add(block, simbodydem::Sphere(0.1));
        addGravity(g * SimTK::Vec3(0.1, -1, 0));
    }
};

#endif
