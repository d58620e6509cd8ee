#ifndef SIMBODYDEM_KERNELS_MINDLIN_INCREMENTAL_H
#define SIMBODYDEM_KERNELS_MINDLIN_INCREMENTAL_H

#include "kernels/SpringSlider.h"

namespace simbodydem::kernels {

struct MindlinIncrementalConstants {
    double dampingRatio;
    bool rescaleOnUnloading;
};

// Equation, units and sources: MindlinIncremental.h. The committed force is in.displacement times stiffnessAtCommit
// (0 at first touch). As a displacement of the present stiffness it is the ratio of the two times as long; rescaled, it is
// as long as it was. Where the stiffness has not changed both are the same, so that a commit changes nothing.
template <class T> TangentialAnswer<T> mindlinIncremental(const FrictionConstants& friction,
                                                          const MindlinIncrementalConstants& law, const T& stiffness,
                                                          const T& stiffnessRate, const T& stiffnessAtCommit,
                                                          TangentialInput<T> in) {
    const bool keepsForce = !law.rescaleOnUnloading || stiffness > stiffnessAtCommit;
    if (keepsForce && stiffness > 0) in.displacement *= stiffnessAtCommit / stiffness;
    TangentialAnswer<T> out =
        springSlider(friction, stiffness, dashpot(law.dampingRatio, stiffness, in.effectiveMass), in);
    if (!out.sliding) { // what the changing stiffness takes from the stored energy
        const T loss = 0.5 * stiffnessRate * out.displacement.squaredNorm();
        if (loss > 0)
            out.dissipatedPower += loss;
        else if (law.rescaleOnUnloading)
            out.dissipatedPower -= loss;
    }
    return out;
}

} // namespace simbodydem::kernels

#endif
