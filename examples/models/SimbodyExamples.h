#ifndef MODELS_SIMBODY_EXAMPLES_H
#define MODELS_SIMBODY_EXAMPLES_H

#include "Picture.h"
#include "Run.h"

namespace lab {

/** Rebuilds three contact examples of Simbody, with the same bodies and the same ContactSurfaces on them. The force is that of
CompliantContactSubsystem, HuntCrossleyForce, or SimbodyDEM's force by ContactSurfaces::fromBodies().
- strandbeest: TheoJansenStrandbeest, six legs of Jansen's linkage on rubber feet. It has climbed on a bump and stands there.
- two-boxes: ExampleTwoBoxCollide, a box of triangles that falls on a large one, under tilted gravity.
- playground: ExampleContactPlayground, a ball of triangles between pendulums, a floor and a wall. */
struct PortedOptions {
    explicit PortedOptions(const std::string& example = "strandbeest");

    std::string example;
    std::string contact = "hertz-mindlin"; ///< or compliant, or hunt-crossley
    IntegratorChoice integrator;
    ShowChoice show;         ///< of the walk, or of the rest if nothing walks
    Real walking = 0;        ///< of the Strandbeest, before it is stopped [s]
    Real settling, duration; ///< before the measurement, and of the measurement [s]
};
struct PortedResult {
    Real moved = 0;   ///< displacement of the torso, the box or the ball in the measurement [m]
    Real speed = 0;   ///< of this body at the end [m/s]
    Real lost = 0;    ///< energy lost in the settling and the measurement [J]
    Real missing = 0; ///< part of it that the energy account misses [J]; HuntCrossleyForce has no account
    Cost cost;
    Picture picture;
};
/** @throws std::invalid_argument for an unknown example or contact */
PortedResult runPorted(const PortedOptions&);

} // namespace lab

#endif
