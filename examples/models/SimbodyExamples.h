#ifndef MODELS_SIMBODY_EXAMPLES_H
#define MODELS_SIMBODY_EXAMPLES_H

#include "Picture.h"
#include "Run.h"

namespace lab {

/** Simbody's own examples of contact, rebuilt: the same bodies with the same ContactSurfaces on them, under the forces of
CompliantContactSubsystem, of HuntCrossleyForce, or under ours by ContactSurfaces::fromBodies().
- strandbeest: TheoJansenStrandbeest, six legs of Jansen's linkage on rubber feet, which has climbed on a bump and stands there.
- two-boxes: ExampleTwoBoxCollide, a box of triangles that falls on a large one, under tilted gravity.
- playground: ExampleContactPlayground, a ball of triangles between pendulums, a floor and a wall. */
struct PortedOptions {
    explicit PortedOptions(const std::string& example = "strandbeest");

    std::string example;
    std::string contact = "hertz-mindlin"; ///< or compliant, or hunt-crossley
    IntegratorChoice integrator;
    ShowChoice show;         ///< of its walk, or, of what does not walk, of the rest
    Real walking = 0;        ///< of the Strandbeest, before it is stopped [s]
    Real settling, duration; ///< before what is measured, and of it [s]
};
struct PortedResult {
    Real moved = 0;   ///< by the torso, the box or the ball while it is measured [m]
    Real speed = 0;   ///< of it at the end [m/s]
    Real lost = 0;    ///< energy, while it settles and is measured [J]
    Real missing = 0; ///< of it, in the force's account [J]; HuntCrossleyForce has none
    Cost cost;
    Picture picture;
};
/** @throws std::invalid_argument for an unknown example or contact */
PortedResult runPorted(const PortedOptions&);

} // namespace lab

#endif
