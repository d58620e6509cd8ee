// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREAS_LAYER_CONTACTS_H
#define SIMBODYDEM_AREAS_LAYER_CONTACTS_H

#include "areas/AreaWrench.h"

#include <vector>

// The loop over the elements of layers, from poses and the committed memory to forces and the next memory.

namespace simbodydem {

/** Holds one element that touches another surface. Vectors are in the frame of the other surface's shape O. */
struct TouchingElement {
    std::int64_t element;
    Vector3 root;         // the centre of the element, in the frame of its own shape; the shear is measured there
    Vector3 rootInOther, point; // the root in O; the centre of the part of the element that is inside the other surface
    Vector3 normal;       // of the other surface, outwards
    SimTK::Real depth, area;
    Real gain;                // of the depth by a motion along -normal
    Vector3 turning;          // derivative of area gain^2 by a rotation of the layer [m^2/rad]
    Real rootDistance;        // signed distance of the root from the other surface [m]
    int memory;               // index among the committed elements; -1: it is new
    Real touchSpeed;          // [m/s]
    Vector3 firstTouch;       // of one without shear: where its root has touched, or is
    SimTK::Real alongGravity; // depth in sand [m]
    Vector3 rim = Vector3::Zero(), rimPoint = Vector3::Zero(); // see kernels::ElementState
    SimTK::Real rimDepth = 0;
};

/** Stores the memory of one evaluation, which is reused. */
struct LayerWorkspace {
    std::vector<TouchingElement> touching;
    std::vector<Vector3> polygon;
    std::vector<SimTK::Real> depths;
    std::vector<Vector3> corners;
    std::vector<DistanceMemory> distances; // by pair
};

/** Evaluates all layers. Forces go to the bodies. */
void evaluateLayers(const AreaInput&, LayerWorkspace&, const AreaOutput&);

} // namespace simbodydem

#endif
