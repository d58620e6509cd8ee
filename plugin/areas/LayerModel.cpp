// SPDX-License-Identifier: Apache-2.0
#include "areas/LayerModel.h"

#include "base/Checks.h"
#include "collision/ContactSource.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

namespace {

constexpr Real leastRestitution = 0.05;

// Returns the width of elements if the user sets none. Some twenty of them cross the contact of a sphere of the shape's size at a tenth of
// the thickness, but there are no more than 40 000 of them.
Real defaultSize(const CollisionShape& shape, const ElasticLayer& layer) {
    const Real area = 4 * SimTK::Pi * shape.radius * shape.radius, fewest = std::sqrt(area / 2000);
    if (!layer.getThickness().isSet()) return fewest;
    const Real contact = std::sqrt(0.2 * shape.radius * layer.getThickness()); // radius at this depth
    return std::min(std::max(contact / 10, std::sqrt(area / 40000)), fewest);
}

// Returns the least size of the surfaces that may touch a half space.
Real leastRadius(const CompiledSurfaces& compiled, int plane) {
    Real least = SimTK::Infinity;
    for (int s = 0; s < int(compiled.surfaces.size()); ++s)
        if (!compiled.surfaces[s].isPlane() && compiled.surfaces[s].body != compiled.surfaces[plane].body)
            least = std::min(least, compiled.geometries[s].radius);
    return least;
}

CompiledLayer compileLayer(int surface, std::shared_ptr<const ElasticLayer> layer, const CompiledSurfaces& compiled,
                           const std::string& owner) {
    const SurfaceGeometry& shape = compiled.geometries[surface];
    const OptionalReal& wanted = layer->getElementSize();
    CompiledLayer out;
    if (shape.kind == ShapeKind::HalfSpace) {
        const Real radius = leastRadius(compiled, surface);
        CollisionShape touching;
        touching.radius = std::isfinite(radius) ? radius : 1;
        out.cells.width = wanted.isSet() ? Real(wanted) : defaultSize(touching, *layer);
        if (wanted.isSet())
            checkParameter(wanted < 2 * touching.radius, owner + ": " + compiled.names[surface], "element size", wanted,
                           "m",
                           "smaller than the surfaces that touch the layer, " + toText(2 * touching.radius) + " m");
    } else {
        if (wanted.isSet())
            checkParameter(wanted < 2 * shape.radius, owner + ": " + compiled.names[surface], "element size", wanted,
                           "m", "smaller than its shape, " + toText(2 * shape.radius) + " m");
        const bool isMesh = shape.kind == ShapeKind::Mesh;
        const Real size = wanted.isSet() ? Real(wanted) : isMesh ? SimTK::Infinity : defaultSize(shape, *layer);
        out.elements = std::make_shared<SurfaceElements>(shape, size);
    }
    out.layer = std::move(layer);
    return out;
}

// Returns the value of the layers that have it: their mean.
OptionalReal meanOf(const OptionalReal& one, const OptionalReal& other) {
    if (!one.isSet()) return other;
    if (!other.isSet()) return one;
    return OptionalReal(0.5 * (one + other));
}

Real frictionOf(const SurfaceMaterial& m, bool isStatic) {
    if (!isStatic && m.kineticFriction.isSet()) return m.kineticFriction;
    return m.staticFriction;
}

// Mixes friction. A surface that has none leaves it to the other one.
Real mixFriction(const SurfaceMaterial& one, const SurfaceMaterial& other, const MixingRules& mixing, bool isStatic) {
    const bool hasOne = one.staticFriction.isSet(), hasOther = other.staticFriction.isSet();
    if (!hasOne && !hasOther) return 0;
    if (!hasOne || !hasOther) return frictionOf(hasOne ? one : other, isStatic);
    const PairMaterial pair = mixMaterials(one, other, mixing);
    return isStatic ? pair.staticFriction : pair.kineticFriction;
}

LayerPair makePair(int surface, int opposite, const LayerModel& model, const CompiledSurfaces& compiled,
                   const ContactModel& settings, const MaterialAssignment& materials) {
    const ElasticLayer& layer = *model.layers[surface]->layer;
    const ElasticLayer* other = model.layers[opposite] ? model.layers[opposite]->layer.get() : nullptr;
    LayerPair pair;
    pair.layer = surface;
    pair.opposite = opposite;
    pair.normalStiffness = layer.getNormalStiffness();
    pair.shearStiffness = layer.getShearStiffness();
    pair.thickness = layer.getThickness().isSet() ? Real(layer.getThickness()) : SimTK::Infinity;
    pair.share = other ? 0.5 : 1;
    OptionalReal shearDamping = layer.getShearDamping();
    Real transition = layer.getTransitionVelocity();
    if (other) {
        const auto inSeries = [](Real x, Real y) { return x > 0 && y > 0 ? 1 / (1 / x + 1 / y) : 0; };
        pair.normalStiffness = inSeries(pair.normalStiffness, other->getNormalStiffness());
        pair.shearStiffness = inSeries(pair.shearStiffness, other->getShearStiffness());
        pair.thickness += other->getThickness().isSet() ? Real(other->getThickness()) : SimTK::Infinity;
        shearDamping = meanOf(shearDamping, other->getShearDamping());
        transition = 0.5 * (transition + other->getTransitionVelocity());
    }
    pair.deepest = 0.5 * pair.thickness;
    pair.shearDamping = shearDamping;

    const SurfaceMaterial own = materials.get(surface, opposite), others = materials.get(opposite, surface);
    pair.friction = {mixFriction(own, others, settings.mixing, true), mixFriction(own, others, settings.mixing, false),
                     transition};
    const SurfaceMaterial none;
    const SurfaceMaterial& ofOther = other ? others : none; // a rigid surface does not damp
    pair.dissipation = meanOf(own.dissipation, ofOther.dissipation);
    pair.kappa = 0;
    OptionalReal restitution = own.restitution;
    if (ofOther.restitution.isSet())
        restitution = !restitution.isSet() ? ofOther.restitution
                      : settings.mixing.restitution == MixingRules::Restitution::Mean
                          ? OptionalReal(0.5 * (restitution + ofOther.restitution))
                          : OptionalReal(std::min(Real(restitution), Real(ofOther.restitution)));
    if (!pair.dissipation.isSet() && restitution.isSet()) {
        checkParameter(restitution >= leastRestitution && restitution <= 1,
                       settings.getName() + ": " + compiled.names[surface] + " and " + compiled.names[opposite],
                       "restitution", restitution, "-", "in [0.05, 1] for an elastic layer");
        pair.kappa = findKappa(restitution);
    }
    const ShapeKind kind = compiled.surfaces[opposite].kind;
    pair.isClipped = kind == ShapeKind::Rounded || kind == ShapeKind::Cylinder || kind == ShapeKind::Wheel;
    return pair;
}

} // namespace

// The function ln((1 + kappa)/(1 - e kappa)) - kappa (1 + e) is 0 at 0, negative at first and infinite at 1/e.
Real findKappa(Real e) {
    if (!(e < 1)) return 0;
    const auto excess = [e](Real kappa) { return std::log1p(kappa) - std::log1p(-e * kappa) - kappa * (1 + e); };
    Real low = 0, high = 1 / e;
    // It falls until kappa = (1 - e)/e and rises from there on.
    low = (1 - e) / e;
    for (int step = 0; step < 200; ++step) {
        const Real middle = 0.5 * (low + high);
        (excess(middle) < 0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

void LayerModel::build(const CompiledSurfaces& compiled, const ContactSource& source, const ContactModel& settings,
                       const MaterialAssignment& materials) {
    *this = LayerModel();
    const int count = int(compiled.surfaces.size());
    bool isAny = false;
    layers.resize(count);
    for (int s = 0; s < count; ++s)
        if (compiled.surfaces[s].hasLayer) {
            layers[s] = compileLayer(s, source.getSurface(s).layer, compiled, settings.getName());
            isAny = true;
        }
    if (!isAny) return;
    for (int a = 0; a < count; ++a)
        for (int b = a + 1; b < count; ++b) {
            const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
            if (!(surfaceA.hasLayer || surfaceB.hasLayer) || surfaceA.body == surfaceB.body ||
                (surfaceA.isPlane() && surfaceB.isPlane()) || compiled.filter.isExcluded(a, surfaceA, b, surfaceB))
                continue;
            if (surfaceA.hasLayer) pairs.push_back(makePair(a, b, *this, compiled, settings, materials));
            if (surfaceB.hasLayer) pairs.push_back(makePair(b, a, *this, compiled, settings, materials));
        }
}

} // namespace simbodydem
