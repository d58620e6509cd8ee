#ifndef SIMBODYDEM_TESTS_AREAS_LAYER_FILES_H
#define SIMBODYDEM_TESTS_AREAS_LAYER_FILES_H

#include "Files.h"
#include "LayerScene.h"
#include "Messages.h"

/** A ball with a layer, pressed into a rigid floor and pushed sideways, so that its rim slips. */
struct PushedBall : LayerScene {
    const SimTK::Real R = 0.1, d = 5e-4;
    simbodydem::HertzMindlinForce force{forces, surfaces};

    PushedBall()
        : LayerScene(simbodydem::HalfSpace(), simbodydem::HalfSpace::floor(), hard(), simbodydem::Sphere(0.1),
                     SimTK::Vec3(0), pad(2e-3)) {}
    /** Pushes by a tenth of a millimetre, after which the middle of the contact still sticks. */
    SimTK::State pushed() {
        SimTK::State state = start();
        for (int i = 0; i < 3; ++i)
            stepTo(*this, force, state, SimTK::Vec3(5e-5 * i, R - d, 0), 1e-3,
                   SimTK::SpatialVec(SimTK::Vec3(0), SimTK::Vec3(0.05, 0, 0)));
        system.realize(state, SimTK::Stage::Dynamics);
        return state;
    }
    SimTK::State inTheAir(SimTK::Real time) {
        SimTK::State state = start();
        state.setTime(time);
        body.setQToFitTransform(state, SimTK::Vec3(0, 0.2, 0));
        return state;
    }
    int numSliding(const SimTK::State& state) const {
        const auto elements = force.getElementRecords(state, onBody);
        return int(std::count_if(elements.begin(), elements.end(), [](const auto& e) { return e.sliding; }));
    }
};

#endif
