// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_ELASTOPLASTIC_ELASTOPLASTIC_H
#define SIMBODYDEM_LAWS_ELASTOPLASTIC_ELASTOPLASTIC_H

#include "laws/Normal.h"

namespace simbodydem::kernels {

struct ElastoplasticConstants {
    double loading;   // k_L
    double unloading; // k_U >= k_L
    double cohesion;  // k_c, 0 for none
};

template <class T> struct ElastoplasticOutput {
    NormalOutput<T> normal;
    T deepest; // overlap so far, to be committed
};

// Equation, units and sources: ElastoplasticNormal.h. The unloading line through the deepest point meets the cohesive
// line -k_c delta at `detached`. The force is a function of overlap and deepest overlap alone. The loading line does work that
// unloading does not return; the sign of the rate only shows whether that work is being done.
template <class T>
ElastoplasticOutput<T> elastoplastic(const ElastoplasticConstants& law, const NormalInput<T>& in, const T& deepest) {
    const bool loading = !(in.overlap < deepest);
    ElastoplasticOutput<T> out;
    out.deepest = loading ? in.overlap : deepest;
    const double hardening = law.unloading - law.loading;
    const T detached = hardening / (law.unloading + law.cohesion) * out.deepest;
    NormalOutput<T>& n = out.normal;
    if (in.overlap > detached) {
        n.force = loading ? T(law.loading * in.overlap) : T(law.unloading * in.overlap - hardening * out.deepest);
        n.storedEnergy = 0.5 * n.force * n.force / law.unloading -
                         0.5 * law.cohesion * (1 + law.cohesion / law.unloading) * detached * detached;
        n.stiffness = T(law.unloading);
    } else {
        n.force = -law.cohesion * in.overlap;
        n.storedEnergy = 0.5 * n.force * in.overlap;
        n.stiffness = T(-law.cohesion);
    }
    n.elasticForce = n.force;
    if (loading && in.overlapRate > 0) n.elasticForce -= hardening * (in.overlap - detached);
    return out;
}

} // namespace simbodydem::kernels

#endif
