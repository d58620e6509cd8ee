#ifndef SIMBODYDEM_TESTS_SCENE_H
#define SIMBODYDEM_TESTS_SCENE_H

#include "World.h"

#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Shape.h>

/** Bodies of any shape in a list of surfaces. */
struct Scene {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter{system};
    SimTK::GeneralForceSubsystem forces{system};
    simbodydem::ContactSurfaces surfaces{matter};
    simbodydem::SurfaceMaterial material = rubber(); // of the surfaces that are added next

    SimTK::MobilizedBody::Free add(const simbodydem::Shape& shape, const SimTK::MassProperties& mass) {
        SimTK::MobilizedBody::Free body(matter.updGround(), SimTK::Body::Rigid(mass));
        surfaces.add(body, shape, SimTK::Transform(), material);
        return body;
    }
    void addGround(const simbodydem::Shape& shape, const SimTK::Transform& X_GS) {
        surfaces.add(matter.Ground(), shape, X_GS, material);
    }
    SimTK::State start() {
        SimTK::State state = system.realizeTopology();
        system.realizeModel(state);
        return state;
    }
};

#endif
