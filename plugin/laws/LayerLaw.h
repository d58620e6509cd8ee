// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_LAYER_LAW_H
#define SIMBODYDEM_LAWS_LAYER_LAW_H

#include "laws/Element.h"
#include "laws/Friction.h"

namespace simbodydem::kernels {

/** Holds the constants of a layer's contact with another surface. */
struct LayerConstants {
    double normalStiffness, shearStiffness; // [Pa/m], of both layers in series
    FrictionConstants friction;
    double dissipation;          // c [s/m]
    double shearDampingTime = -1; // T [s]; < 0: c times the depth
};

/** Computes an element of an elastic layer: p = k_n d (1 + c d'), and a shear k_t xi within the limit mu p. See ElasticLayer. */
BristleResult evaluateLayer(const LayerConstants&, const ElementState&, const ElementNeeds&);

} // namespace simbodydem::kernels

#endif
