#ifndef CONTACT_LAB_ELASTIC_FOUNDATION_H
#define CONTACT_LAB_ELASTIC_FOUNDATION_H

#include "Integrators.h"

namespace lab {

/** Chooses the contact of a body on a plane: an elastic layer, or Simbody's ElasticFoundationForce of the same stiffness. */
enum class Foundation { Layer, ElasticFoundationForce };

/** Chooses the body: a block or a ball of triangles, or a ball with its exact surface, which only a layer takes. */
enum class FoundationBody { Block, BallOfTriangles, Ball };

const Real foundationStiffness = 2e6;                    ///< k = K/h [Pa/m]
const SimTK::Vec3 halfOfFoundationBlock(0.1, 0.04, 0.1); ///< [m]
const Real radiusOfFoundationBall = 0.1;                 ///< [m]

struct PressResult {
    Real force = SimTK::NaN; ///< along the normal [N]
    int numElements = 0;     ///< that touch; counted for a layer only
    /** Holds the CPU time of one evaluation of all forces [s], or NaN if it was not measured. */
    Real evaluationSeconds = SimTK::NaN;
};

/** Presses a body on the plane. No integrator is involved.
@param depth      [m]
@param isMeasured whether the CPU time of an evaluation is measured */
PressResult pressOnFoundation(Foundation, FoundationBody, Real depth, bool isMeasured = false);

struct FoundationSlopeOptions {
    Foundation foundation = Foundation::Layer;
    Real transitionVelocity = 0.01; ///< of ElasticFoundationForce [m/s]
    IntegratorChoice integrator = {};
    Real time = 10; ///< [s]
};

struct FoundationSlopeResult : Effort {
    Real drift = SimTK::NaN; ///< down the slope, from a fifth of the time to its end [m]
    Real cpuSeconds = 0;
};

/** Puts a block of 1 kg on a slope of 17 degrees, with a friction of 0.45, as deep as it presses itself in, and releases it.
@throws std::invalid_argument for an unknown integrator, accuracy or step, or for ContactIntegrator without a layer */
FoundationSlopeResult runFoundationSlope(const FoundationSlopeOptions&);

} // namespace lab

#endif
