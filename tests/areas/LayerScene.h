#ifndef SIMBODYDEM_TESTS_AREAS_LAYER_SCENE_H
#define SIMBODYDEM_TESTS_AREAS_LAYER_SCENE_H

#include "Scene.h"

#include <simbodydem/ElasticLayer.h>

#include <variant>

/** The layer of the tests: 5 mm of rubber, K = 6.73e6 Pa, G = 1.92e6 Pa. */
inline simbodydem::ElasticLayer pad(SimTK::Real elementSize) {
    return simbodydem::ElasticLayer(5e-3, 5e6, 0.3).setFriction(0.5).setElementSize(elementSize);
}
const SimTK::Real padNormal = 0.7 * 5e6 / (1.3 * 0.4) / 5e-3; // K/h [Pa/m]
const SimTK::Real padShear = 0.5 * 5e6 / 1.3 / 5e-3;          // G/h [Pa/m]

/** A free body of 1 kg over Ground, whose surface is at y = 0. Either has a layer. */
struct LayerScene : Scene {
    SimTK::MobilizedBody::Free body{matter.updGround(),
                                    SimTK::Body::Rigid(SimTK::MassProperties(1, SimTK::Vec3(0), SimTK::Inertia(1e-3)))};
    simbodydem::SurfaceIndex ground, onBody;

    template <class OfGround, class OfBody>
    LayerScene(const simbodydem::Shape& groundShape, const SimTK::Transform& X_GS, const OfGround& ofGround,
               const simbodydem::Shape& bodyShape, const SimTK::Transform& X_BS, const OfBody& ofBody) {
        ground = surfaces.add(matter.Ground(), groundShape, X_GS, ofGround, "ground");
        onBody = surfaces.add(body, bodyShape, X_BS, ofBody, "body");
    }
};

inline simbodydem::SurfaceMaterial hard() {
    return simbodydem::SurfaceMaterial().setYoungsModulus(1e10).setPoissonsRatio(0.3).setRestitution(0.5).setFriction(
        0.5);
}

/** Moves the body to a pose as in one step, and commits the history there.
@param h  length of the step [s] */
inline void stepTo(const LayerScene& scene, const simbodydem::DEMContactForce& force, SimTK::State& state,
                   const SimTK::Transform& X_GB, SimTK::Real h, const SimTK::SpatialVec& velocity) {
    state.setTime(state.getTime() + h);
    scene.body.setQToFitTransform(state, X_GB);
    scene.body.setUToFitVelocity(state, velocity);
    scene.system.realize(state, SimTK::Stage::Dynamics);
    force.commitHistory(state);
}

#endif
