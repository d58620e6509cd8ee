// SPDX-License-Identifier: Apache-2.0
#include "areas/LayerModel.h"

#include "areas/ColumnDepth.h"
#include "base/Checks.h"
#include "base/Warning.h"
#include "collision/ContactSource.h"
#include "simbodydem/ElasticLayer.h"
#include "simbodydem/Gravity.h"
#include "simbodydem/Sand.h"

#include "simbody/internal/Force.h"
#include "simbody/internal/ForceSubsystem.h"
#include "simbody/internal/Force_Gravity.h"
#include "simbody/internal/GeneralForceSubsystem.h"
#include "simbodydem/Soil.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

namespace {

constexpr Real leastRestitution = 0.05;

// Returns the width of elements without a layer, which makes 2000 of them.
Real defaultSize(Real radius) { return std::sqrt(4 * SimTK::Pi * radius * radius / 2000); }

// Returns the width of elements if the user sets none. Some twenty of them cross the contact of a sphere of the shape's size at a tenth of
// the thickness, but there are no more than 40 000 of them.
Real defaultSize(Real radius, const ElasticLayer& layer) {
    const Real area = 4 * SimTK::Pi * radius * radius, fewest = defaultSize(radius);
    if (!layer.getThickness().isSet()) return fewest;
    const Real contact = std::sqrt(0.2 * radius * layer.getThickness()); // radius at this depth
    return std::min(std::max(contact / 10, std::sqrt(area / 40000)), fewest);
}

constexpr Real coarse = 10; // elements of the default size are half a contact

// Returns the least size of the surfaces that may touch a half space; 1 m if there are none.
Real leastRadius(const CompiledSurfaces& compiled, int plane) {
    Real least = SimTK::Infinity;
    for (int s = 0; s < int(compiled.surfaces.size()); ++s)
        if (!compiled.surfaces[s].isPlane() && compiled.surfaces[s].body != compiled.surfaces[plane].body &&
            !compiled.filter.isExcluded(s, compiled.surfaces[s], plane, compiled.surfaces[plane]))
            least = std::min(least, compiled.geometries[s].radius);
    return std::isfinite(least) ? least : 1;
}

// @param layer  null for a body without a layer over sand
// @param asTriangles  the elements of a mesh are its triangles as they are
CompiledLayer compileLayer(int surface, std::shared_ptr<const ElasticLayer> layer, const OptionalReal& wanted,
                           bool asTriangles, const CompiledSurfaces& compiled, const std::string& owner) {
    const SurfaceGeometry& shape = compiled.geometries[surface];
    const bool isPlane = shape.kind == ShapeKind::HalfSpace;
    const Real radius = isPlane ? leastRadius(compiled, surface) : shape.radius;
    if (wanted.isSet())
        checkParameter(wanted < 2 * radius, owner + ": " + compiled.names[surface], "element size", wanted, "m",
                       std::string("smaller than ") + (isPlane ? "the surfaces that touch the layer" : "its shape") +
                           ", " + toText(2 * radius) + " m");
    const bool isUndivided = asTriangles && shape.kind == ShapeKind::Mesh;
    const Real byDefault = layer ? defaultSize(radius, *layer) : defaultSize(radius);
    const Real size = isUndivided ? SimTK::Infinity : wanted.isSet() ? Real(wanted) : byDefault;
    CompiledLayer out;
    if (isPlane)
        out.cells.width = size;
    else
        out.elements = std::make_shared<SurfaceElements>(shape, size);
    if (isUndivided && out.elements->getReach() > coarse * byDefault)
        warn(owner + ": " + compiled.names[surface] + " has triangles of up to " + toText(out.elements->getReach()) +
                                " m from corner to centre. They are its elements, and coarser than a contact of some " + toText(coarse * byDefault) +
             " m; without setElementsAreTriangles() they are divided");
    out.layer = std::move(layer);
    return out;
}

// Returns the value of the layers that have it: their mean.
OptionalReal meanOf(const OptionalReal& one, const OptionalReal& other) {
    if (!one.isSet()) return other;
    if (!other.isSet()) return one;
    return OptionalReal(0.5 * (one + other));
}

// Mixes two materials, of which one may lack a value. It then takes all values of the other one.
PairMaterial mixWhereSet(MaterialValue SurfaceMaterial::*value, const SurfaceMaterial& one,
                         const SurfaceMaterial& other, const MixingRules& mixing) {
    return mixMaterials((one.*value).isSet() ? one : other, (other.*value).isSet() ? other : one, mixing);
}

LayerPair makePair(int surface, int opposite, const LayerModel& model, const CompiledSurfaces& compiled,
                   const ContactModel& settings, const MaterialAssignment& materials) {
    const ElasticLayer& layer = *model.layers[surface]->layer;
    const ElasticLayer* other = model.layers[opposite] ? model.layers[opposite]->layer.get() : nullptr;
    LayerPair pair{};
    pair.layer = surface;
    pair.opposite = opposite;
    pair.normalStiffness = layer.getNormalStiffness();
    pair.shearStiffness = layer.getShearStiffness();
    pair.thickness = layer.getThickness().isSet() ? Real(layer.getThickness()) : SimTK::Infinity;
    pair.weight = other ? 0.5 : 1;
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
    pair.shearDamping = shearDamping;

    const SurfaceMaterial own = materials.get(surface, opposite), others = materials.get(opposite, surface);
    pair.friction = {0, 0, transition};
    if (own.staticFriction.isSet() || others.staticFriction.isSet()) {
        const PairMaterial mixed = mixWhereSet(&SurfaceMaterial::staticFriction, own, others, settings.mixing);
        pair.friction = {mixed.staticFriction, mixed.kineticFriction, transition};
    }
    const SurfaceMaterial none;
    const SurfaceMaterial& ofOther = other ? others : none; // a rigid surface does not damp
    pair.dissipation = meanOf(own.dissipation, ofOther.dissipation);
    pair.kappa = 0;
    if (!pair.dissipation.isSet() && (own.restitution.isSet() || ofOther.restitution.isSet())) {
        const Real restitution = mixWhereSet(&SurfaceMaterial::restitution, own, ofOther, settings.mixing).restitution;
        checkParameter(restitution >= leastRestitution && restitution <= 1,
                       settings.getName() + ": " + compiled.names[surface] + " and " + compiled.names[opposite],
                       "restitution", restitution, "-", "in [0.05, 1] for an elastic layer");
        pair.kappa = findKappa(restitution);
    }
    const ShapeKind kind = compiled.surfaces[opposite].kind;
    pair.isClipped = kind == ShapeKind::Rounded || kind == ShapeKind::Cylinder || kind == ShapeKind::Wheel;
    return pair;
}

CompiledSoil makeSoil(int surface, std::shared_ptr<const Soil> soil, const CompiledSurfaces& compiled,
                      const SimTK::System& system, const std::string& owner) {
    CompiledSoil out{surface, std::move(soil), SoilGrid(compiled.geometries[surface]), {}};
    const Soil& given = *out.soil;
    const SimTK::Vec3 gravity = findGravity(system);
    const Real g = gravity.norm() > 0 ? gravity.norm() : 9.81;
    Real least = SimTK::Infinity;
    std::string narrowest;
    for (int s = 0; s < int(compiled.surfaces.size()); ++s) {
        const CompiledSurface &other = compiled.surfaces[s], &ground = compiled.surfaces[surface];
        if (other.body == ground.body || compiled.filter.isExcluded(s, other, surface, ground)) continue;
        if (other.isPlane())
            throw std::invalid_argument(owner + ": " + compiled.names[s] + " is a HalfSpace, which cannot sink into " +
                                        compiled.names[surface] + "; give it a bounded shape, or call ContactSurfaces::excludeBodies()");
        const Real width = leastWidth(compiled.geometries[s]);
        if (width < least) {
            least = width;
            narrowest = compiled.names[s];
        }
        kernels::SoilConstants law{};
        law.exponent = given.getExponent();
        const Real b = given.getPlateWidth().isSet() ? Real(given.getPlateWidth()) : width;
        law.modulus = given.getCohesiveModulus() / b + given.getFrictionalModulus();
        checkParameter(law.modulus > 0, owner + ": " + compiled.names[surface] + " under " + compiled.names[s],
                       "k_c/b + k_phi", law.modulus, "N/m^(n+2)",
                       "> 0; b is " + toText(b) + " m, see Soil::setPlateWidth()");
        law.cohesion = given.getCohesion();
        law.friction = std::tan(given.getFrictionAngle());
        law.shearLength = given.getShearLength();
        const Real sample = 0.01; // depth of the default stiffness [m]
        law.stiffness = given.getUnloadingStiffness().isSet() ? Real(given.getUnloadingStiffness())
                                                              : 10 * law.modulus * std::pow(sample, law.exponent - 1);
        law.perSinkage = given.getUnloadingStiffnessPerSinkage();
        law.damping = given.getDamping().isSet() ? Real(given.getDamping()) : -1;
        law.dampingFactor = 0.4 / std::sqrt(g);
        law.elasticDepth = kernels::findElasticDepth(law);
        out.pairs.push_back({s, law});
    }
    out.grid.width = given.getCellSize().isSet() ? Real(given.getCellSize()) : std::isfinite(least) ? least / 20 : 1;
    checkParameter(out.grid.width < least, owner + ": " + compiled.names[surface], "cell size", out.grid.width, "m",
                   "smaller than the least width of " + narrowest + ", " + toText(least) + " m");
    return out;
}

LayerPair makeSandPair(int surface, int opposite, const Sand& sand, const CompiledSurfaces& compiled,
                       const SimTK::System& system, const std::string& owner) {
    const std::string what = owner + ": " + compiled.names[opposite];
    const SimTK::Vec3 g = sand.getGravity().norm() > 0 ? sand.getGravity() : findGravity(system);
    if (!(g.norm() > 0))
        throw std::invalid_argument(what + ": sand needs gravity; add a Force::Gravity to the System, or call "
                                           "Sand::setGravity()");
    const SurfaceGeometry& shape = compiled.geometries[opposite];
    SandPair law;
    law.up = -(asEigen(shape.X_BS.R()).transpose() * toEigen(g)) / g.norm(); // its body is Ground
    const bool isPlane = shape.kind == ShapeKind::HalfSpace;
    const Real cosine = isPlane ? -law.up[0] : law.up[2]; // a half space is full along +x, a terrain along -z
    checkParameter(cosine > 0.1, what,
                   isPlane ? "cosine between its normal and the vertical"
                           : "cosine between its z axis and the vertical",
                   cosine, "-", "> 0.1, since the depth of sand is measured along gravity");
    law.constants = {sand.getStrength() * g.norm(),
                     sand.getSurfaceFriction().isSet() ? Real(sand.getSurfaceFriction()) : SimTK::Infinity,
                     sand.getElasticDepth(), sand.getDamping(), g.norm()};
    LayerPair pair{};
    pair.layer = surface;
    pair.opposite = opposite;
    pair.sand = law;
    pair.weight = 1;
    pair.thickness = SimTK::Infinity;
    return pair;
}

} // namespace

// The function ln((1 + kappa)/(1 - e kappa)) - kappa (1 + e) is 0 at 0, negative at first and infinite at 1/e.
Real findKappa(Real e) {
    if (!(e < 1)) return 0;
    const auto excess = [e](Real kappa) { return std::log1p(kappa) - std::log1p(-e * kappa) - kappa * (1 + e); };
    Real low = (1 - e) / e, high = 1 / e; // it falls until low and rises from there on
    for (int step = 0; step < 200; ++step) {
        const Real middle = 0.5 * (low + high);
        (excess(middle) < 0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

const CompiledSoil* LayerModel::findSoil(int surface) const {
    const auto found =
        std::find_if(soils.begin(), soils.end(), [&](const CompiledSoil& soil) { return soil.surface == surface; });
    return found == soils.end() ? nullptr : &*found;
}

const LayerPair* LayerModel::find(int one, int other) const {
    const auto found = std::find_if(pairs.begin(), pairs.end(), [&](const LayerPair& pair) {
        return pair.a() == std::min(one, other) && pair.b() == std::max(one, other);
    });
    return found == pairs.end() ? nullptr : &*found;
}

void LayerModel::build(const CompiledSurfaces& compiled, const ContactSource& source, const ContactModel& settings,
                       const MaterialAssignment& materials) {
    static std::atomic<std::uint64_t> lastId{0};
    *this = LayerModel();
    id = ++lastId;
    if (std::none_of(compiled.surfaces.begin(), compiled.surfaces.end(), [](const CompiledSurface& s) { return s.hasArea; }))
        return;
    const int count = int(compiled.surfaces.size());
    layers.resize(count);
    std::vector<std::shared_ptr<const Sand>> sands;
    for (int s = 0; s < count; ++s) {
        const Surface surface = source.getSurface(s).surface;
        sands.push_back(surface.getSand());
        if (const auto& soil = surface.getSoil())
            soils.push_back(makeSoil(s, soil, compiled, source.getSystem(), settings.getName()));
        if (const auto& layer = surface.getLayer())
            layers[s] = compileLayer(s, layer, layer->getElementSize(), layer->getElementsAreTriangles(), compiled,
                                     settings.getName());
    }
    OptionalReal finest; // of all sands
    bool asTriangles = false;
    for (const std::shared_ptr<const Sand>& sand : sands) {
        if (!sand) continue;
        asTriangles = asTriangles || sand->getElementsAreTriangles();
        if (sand->getElementSize().isSet() && !(finest <= sand->getElementSize())) finest = sand->getElementSize();
    }
    const auto addSandPair = [&](int s, int opposite) {
        const Sand& sand = *sands[opposite];
        if (!layers[s]) layers[s] = compileLayer(s, nullptr, finest, asTriangles, compiled, settings.getName());
        pairs.push_back(makeSandPair(s, opposite, sand, compiled, source.getSystem(), settings.getName()));
    };
    for (int a = 0; a < count; ++a)
        for (int b = a + 1; b < count; ++b) {
            const CompiledSurface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
            if (!(surfaceA.hasArea || surfaceB.hasArea) || surfaceA.body == surfaceB.body || findSoil(a) ||
                findSoil(b) || (surfaceA.isPlane() && surfaceB.isPlane()) ||
                compiled.filter.isExcluded(a, surfaceA, b, surfaceB))
                continue;
            if (sands[b]) {
                addSandPair(a, b);
            } else if (sands[a]) {
                addSandPair(b, a);
            } else {
                if (layers[a] && layers[a]->layer)
                    pairs.push_back(makePair(a, b, *this, compiled, settings, materials));
                if (layers[b] && layers[b]->layer)
                    pairs.push_back(makePair(b, a, *this, compiled, settings, materials));
            }
        }
}

} // namespace simbodydem
