// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_LAYER_HISTORY_H
#define SIMBODYDEM_CONTACT_LAYER_HISTORY_H

#include "collision/ContactPoint.h"
#include "contact/SoilHistory.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace simbodydem {

/** Stores the memory of an element of a layer that touches another surface. */
struct ElementMemory {
    std::int64_t element;
    Vector3 anchor;          // the point that the element holds on to, in the frame of the other surface's shape [m]
    SimTK::Real limitLength; // mu p/(G/h) [m]; 0: it holds on to nothing yet
    SimTK::Real dampingTime; // T [s]
    SimTK::Real touchSpeed;  // at which it has touched [m/s]
};

/** Stores the memory of a layer's contact with another surface. */
struct LayerPairMemory {
    int layer, opposite; // surfaces
    int first, last;     // its elements, ascending by their numbers

    /** Returns the key of the area, which is the same for both layers of two. */
    ContactKey key() const { return {std::min(layer, opposite), std::max(layer, opposite), 0}; }
};

/** Stores the memory of all layers and soils of one force. */
struct LayerHistory {
    std::vector<LayerPairMemory> pairs; // in the order of the model's pairs
    std::vector<ElementMemory> elements;
    std::vector<SoilMemory> soils; // in the order of the model's soils; empty before the first evaluation
    std::uint64_t version = 0;     // equal versions have equal contents; 0: unknown

    /** Returns true if nothing of it has a force. */
    bool isUnloaded() const {
        return elements.empty() &&
               std::all_of(soils.begin(), soils.end(), [](const SoilMemory& soil) { return soil.touched.empty(); });
    }
    void clear() {
        pairs.clear();
        elements.clear();
        soils.clear();
        version = 0;
    }
    /** Becomes the history after `last` if all contacts end. Ruts stay. */
    void endContacts(const LayerHistory& last);
};

/** Returns true if two histories remember the same, to the last bit. Depths of ruts that are equal but were stored apart count as different. */
bool haveSameMemory(const LayerHistory&, const LayerHistory&);

} // namespace simbodydem

#endif
