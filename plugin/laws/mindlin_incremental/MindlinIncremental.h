// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_LAWS_MINDLIN_INCREMENTAL_MINDLIN_INCREMENTAL_H
#define SIMBODYDEM_LAWS_MINDLIN_INCREMENTAL_MINDLIN_INCREMENTAL_H

#include "laws/SpringSlider.h"

namespace simbodydem::kernels {

struct MindlinIncrementalConstants {
    double dampingRatio;
    bool rescaleOnUnloading;
};

// Equation, units and sources: simbodydem/laws/tangential/MindlinIncremental.h. The committed force is in.displacement times stiffnessAtCommit (0 at first touch). A
// spring of the present stiffness has that force at a displacement that is longer by the ratio of the two. The increment belongs to their
// mean. With the stiffness at the end of the step its error would be of first order in the step. A rescaled spring keeps its length, and
// the present stiffness belongs to the increment as well: d(kt xi) = kt ds + xi dkt. If the stiffness has not changed both are the same,
// so that a commit changes nothing.
template <class T> TangentialOutput<T> mindlinIncremental(const FrictionConstants& friction,
                                                          const MindlinIncrementalConstants& law, const T& stiffness,
                                                          const T& stiffnessRate, const T& stiffnessAtCommit,
                                                          TangentialInput<T> in) {
    const bool keepsForce = !law.rescaleOnUnloading || stiffness > stiffnessAtCommit;
    if (keepsForce && stiffness > 0) {
        keepForce<T>(in, stiffnessAtCommit / stiffness);
    }
    TangentialOutput<T> out =
        springSlider(friction, stiffness, dashpot(law.dampingRatio, stiffness, in.effectiveMass), in);
    if (!out.sliding) { // the changing stiffness takes this from the stored energy
        const T loss = 0.5 * stiffnessRate * out.displacement.squaredNorm();
        out.dissipatedPower += law.rescaleOnUnloading && loss < 0 ? -loss : loss;
    }
    return out;
}

} // namespace simbodydem::kernels

#endif
