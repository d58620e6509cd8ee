// SPDX-License-Identifier: Apache-2.0
#include "force/CompiledModel.h"

#include "base/Checks.h"
#include "collision/ContactSource.h"
#include "laws/MaterialValues.h"
#include "simbodydem/laws/RollingLaw.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// Returns why a contact set may be empty by mistake.
std::string describeStrayed(const SimbodyMatterSubsystem& matter) {
    for (MobilizedBodyIndex b(0); b < matter.getNumBodies(); ++b)
        if (matter.getMobilizedBody(b).getBody().getNumContactSurfaces() > 0)
            return ". The ContactSurfaces of Bodies, here of body " + std::to_string(b) +
                   ", belong to Simbody's CompliantContactSubsystem; use ContactSurfaces::fromBodies()";
    return "";
}

// Returns all materials. Values that setMaterial() sets for a surface replace those that the surface brought along.
MaterialAssignment allMaterials(const ContactModel& model, const ContactSource& source) {
    MaterialAssignment all = model.materials;
    for (int s = 0; s < source.getNumSurfaces(); ++s) {
        const SurfaceMaterial own = source.getSurface(s).surface.getMaterial();
        if (isAnySet(own)) all.bySurface[s] = overlay(own, all.bySurface[s]);
    }
    return all;
}

Exclusions allExclusions(const ContactModel& model, const ContactSource& source) {
    Exclusions all = model.exclusions;
    const Exclusions own = source.getExclusions();
    all.surfaces.insert(own.surfaces.begin(), own.surfaces.end());
    all.bodies.insert(own.bodies.begin(), own.bodies.end());
    return all;
}

} // namespace

CompiledModel::CompiledModel(const ContactModel& model, const ContactSource& from, const SimbodyMatterSubsystem& of)
    : owner(model.getName()),
      matter(&of),
      source(&from),
      exclusions(allExclusions(model, from)),
      effectiveMass(model.effectiveMass),
      hasRolling(!dynamic_cast<const NoRolling*>(model.rolling.get())),
      reachesBeyondTouch(model.normal->reachesBeyondTouch()),
      isTrackingEnergy(model.trackDissipatedEnergy) {
    build(from, of, owner, model.margins);
    checkSurfaces(model);
    isFreeBody = findFreeBodies(of);
    filter.build(exclusions, surfaces, bodies);
    checkPairs();
    materials = allMaterials(model, from);
    layers.build(*this, from, model, materials);
    pairs.build(*this, model, materials, !layers.empty());
}

BodyStation CompiledModel::getStation(const CompiledSurface& surface) const {
    const MobilizedBody& body = *bodies[surface.body];
    return {body, isFreeBody[body.getMobilizedBodyIndex()]};
}

Real CompiledModel::getDeepestValid(const ContactPoint& contact) const {
    Real sum = 0;
    for (const int s : {contact.key.a, contact.key.b})
        if (surfaces[s].kind == ShapeKind::Ellipsoid)
            return Infinity;
        else
            sum += geometries[s].rounding;
    return sum;
}

void CompiledModel::checkCanTouch(const std::string& caller, int a, int b) const {
    const bool haveLayer = surfaces[a].hasArea || surfaces[b].hasArea; // it needs no curvature
    if (haveLayer && surfaces[a].body != surfaces[b].body) return;
    if (const char* why = whyNeverTouching(surfaces[a], surfaces[b]))
        throw std::invalid_argument(owner + "::" + caller + "(): " + nameOf(a) + " and " + nameOf(b) +
                                    " can never touch: " + why);
}

void CompiledModel::checkSurfaces(const ContactModel& model) const {
    if (surfaces.empty())
        throw std::invalid_argument(owner + ": " + source->whereSurfacesAre() + " is empty; add surfaces with " +
                                    source->howToAdd() + describeStrayed(*matter));
    for (const auto& entry : model.materials.byPair)
        checkCanTouch("setPairMaterial", entry.first.first, entry.first.second);
    for (const auto& entry : model.effectiveMass.byPair)
        checkCanTouch("setPairEffectiveMass", entry.first.first, entry.first.second);
}

// Throws for a pair that can never touch. Two half spaces are no error, since they are known not to touch. In any other such pair
// one of the two surfaces is flat or a wheel.
void CompiledModel::checkPairs() const {
    const int count = int(surfaces.size());
    for (int s = 0; s < count; ++s) {
        if (surfaces[s].isRound() && surfaces[s].kind != ShapeKind::Wheel) continue;
        for (int other = 0; other < count; ++other) {
            const int a = std::min(s, other), b = std::max(s, other);
            const CompiledSurface &surfaceA = surfaces[a], &surfaceB = surfaces[b];
            const char* why = whyNeverTouching(surfaceA, surfaceB);
            if (!why || surfaceA.body == surfaceB.body || (surfaceA.isPlane() && surfaceB.isPlane()) ||
                filter.excludes(a, surfaceA, b, surfaceB))
                continue;
            throw std::invalid_argument(owner + ": " + nameOf(a) + " and " + nameOf(b) + " can never touch: " + why +
                                        ", or call excludePair()");
        }
    }
}

} // namespace simbodydem
