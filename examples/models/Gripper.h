#ifndef MODELS_GRIPPER_H
#define MODELS_GRIPPER_H

#include "Run.h"

namespace lab {

/** Two fingers of 10 cm hang on pins from a carriage. Each is pressed by a servo (spring and damper towards a closed
angle) with some 20 N against an object of .3 kg that stands on a table. The carriage lifts it by 10 cm, waits, shakes it up
and down and along z, waits again. The object has its centre of mass 1 cm beside the line between the fingers. The pads are
planes; the object touches them with one sphere on either side, about which it can pivot, or two. */
struct GripperOptions : RunOptions {
    GripperOptions() : RunOptions{onMaterial(5e6, 0.45, 0.3, 0.8), {"cpodes", 1e-4}} { // silicone rubber
        integrator.maxStep = 0.02; // CPodes steps over the beginning of the shake otherwise, whatever its accuracy
    }

    int pointsPerFinger = 2; ///< or 1
    Real duration = 60;      ///< at least 12 s, of which the last 4 s are rest
};
struct GripperSample {
    Real time;  ///< [s]
    Real slip;  ///< of the first point on its pad since it hangs at rest [m]
    Real pivot; ///< of the object about the line between the fingers since it was gripped [rad]
};
struct GripperResult {
    Real slip = 0;  ///< net displacement of a point on its pad, at rest after shaking against before; the most [m]
    Real swing = 0; ///< the greatest such displacement on the way [m]
    Real pivot = 0; ///< greatest [rad]
    Real greatestLoad = 0; ///< tangential over the Coulomb limit while shaken [-]
    Cost cost;
    std::vector<GripperSample> samples; ///< every 10 ms
};
GripperResult runGripper(const GripperOptions&);

/** Laws with history with and without twisting resistance, and HuntCrossleyForce, on soft pads. */
Contenders gripperLaws();

} // namespace lab

#endif
