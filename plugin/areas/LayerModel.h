// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREAS_LAYER_MODEL_H
#define SIMBODYDEM_AREAS_LAYER_MODEL_H

#include "areas/LayerCells.h"
#include "areas/SoilColumns.h"
#include "areas/SurfaceElements.h"
#include "collision/CompiledSurfaces.h"
#include "laws/Friction.h"
#include "laws/SandLaw.h"
#include "laws/SoilLaw.h"
#include "simbodydem/ContactModel.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simbodydem {

class ElasticLayer;
class Soil;

/** Holds the elements of one surface that has a layer, or that may touch sand. */
struct CompiledLayer {
    std::shared_ptr<const ElasticLayer> layer;       // null if it has none
    std::shared_ptr<const SurfaceElements> elements; // null for a half space
    LayerCells cells;                                // of a half space

    /** Returns the outward normal of an element, in the frame of its shape. */
    Vector3 normalOf(std::int64_t element) const {
        return elements ? (*elements)[int(element)].normal : Vector3(-Vector3::UnitX());
    }
};

/** Holds the constants of sand under a body. */
struct SandPair {
    kernels::SandConstants constants;
    Vector3 up; // against gravity, in the frame of the sand's surface
};

/** Holds the constants of a layer's contact with another surface, or of a body's contact with sand. */
struct LayerPair {
    int layer, opposite;                         // surfaces; the opposite one may be of sand
    std::optional<SandPair> sand;                // the values of layers below are then unused
    SimTK::Real normalStiffness, shearStiffness; // [Pa/m], of both layers in series
    SimTK::Real weight;                          // weight of an element: 1, or 1/2 if both have a layer
    SimTK::Real thickness;                       // of the layers [m]; infinite if unknown
    kernels::FrictionConstants friction;
    OptionalReal dissipation, shearDamping; // c [s/m], T [s]; not set: from the impact, from c
    SimTK::Real kappa;                      // c times the speed of the impact; 0: no damping
    bool isClipped;                         // areas are clipped at the rim of the other surface

    int a() const { return std::min(layer, opposite); }
    int b() const { return std::max(layer, opposite); }
    /** Returns the depth beyond which the layers are too thin [m]; infinite if the thickness is unknown. */
    SimTK::Real deepest() const { return 0.5 * thickness; }
    /** Returns c of an impact of this speed [s/m]. Impacts slower than 0.01 m/s count as that fast: a body that is put down has no speed from
    which its damping could follow. */
    SimTK::Real dissipationOf(SimTK::Real impactSpeed) const {
        return dissipation.isSet() ? SimTK::Real(dissipation) : kappa / std::max(impactSpeed, SimTK::Real(0.01));
    }
};

/** Holds the constants of soil under one surface. */
struct SoilPair {
    int surface;
    kernels::SoilConstants constants;
};

/** Holds one surface of soil and those that can sink into it. */
struct CompiledSoil {
    int surface;
    std::shared_ptr<const Soil> soil;
    SoilGrid grid;
    std::vector<SoilPair> pairs; // ascending by surface
};

/** Holds all layers, sands and soils of a force. */
struct LayerModel {
    std::vector<std::optional<CompiledLayer>> layers; // by surface
    std::vector<LayerPair> pairs;                     // by (a, b, layer)
    std::vector<CompiledSoil> soils;                  // ascending by surface
    std::uint64_t id = 0;                             // of what build() has made; none is given twice

    bool empty() const { return pairs.empty() && soils.empty(); }
    /** Returns the soil of a surface; null if it is none. */
    const CompiledSoil* findSoil(int surface) const;
    /** Returns one pair of two surfaces, in either order; null if neither has a layer that can touch the other one. */
    const LayerPair* find(int one, int other) const;
    /** Finds the pairs and divides the surfaces.
    @throws std::invalid_argument with the names of the surfaces, if an element or a cell is larger than a shape, or a pair has no
    restitution that a layer can return */
    void build(const CompiledSurfaces&, const ContactSource&, const ContactModel&, const MaterialAssignment&);
};

/** Returns kappa of ElasticLayer for a restitution in (0, 1]. */
SimTK::Real findKappa(SimTK::Real restitution);

} // namespace simbodydem

#endif
