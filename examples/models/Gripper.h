#ifndef MODELS_GRIPPER_H
#define MODELS_GRIPPER_H

#include "Run.h"

namespace lab {

/** Describes two fingers of 10 cm that hang on pins from a carriage. A servo (spring and damper towards a closed angle) presses each
finger with some 20 N against an object of 0.3 kg, which stands on a table. The carriage lifts the object by 10 cm, waits, shakes it up
and down and along z, and waits again. The centre of mass of the object is 1 cm beside the line between the fingers. The pads are
planes. The object touches each pad with two spheres, or with one sphere, about which it can pivot. */
struct GripperOptions : RunOptions {
    GripperOptions() : RunOptions{onMaterial(5e6, 0.45, 0.3, 0.8), {"cpodes", 1e-4}} { // silicone rubber
        integrator.maxStep = 0.02; // otherwise CPodes steps over the beginning of the shake, at any accuracy
    }

    int pointsPerFinger = 2; ///< or 1
    Real duration = 60;      ///< at least 12 s, of which the last 4 s are rest
};
struct GripperSample {
    Real time;  ///< [s]
    Real slip;  ///< greatest displacement of a point on its pad since the object hung at rest [m]
    Real pivot; ///< of the object about the line between the fingers since it was gripped [rad]
};
struct GripperResult {
    Real slip = 0;         ///< greatest net displacement of a point on its pad, at rest after the shaking [m]
    Real swing = 0;        ///< greatest such displacement at any time [m]
    Real pivot = 0;        ///< greatest [rad]
    Real greatestLoad = 0; ///< tangential force over the Coulomb limit while the object is shaken [-]
    Cost cost;
    std::vector<GripperSample> samples; ///< every 10 ms
};
GripperResult runGripper(const GripperOptions&);

/** Lists laws with history, with and without twisting resistance, and HuntCrossleyForce, on soft pads. */
Contenders gripperLaws();

} // namespace lab

#endif
