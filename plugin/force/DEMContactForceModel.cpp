// SPDX-License-Identifier: Apache-2.0
// What a user sets of a force, checked where it is handed over, and what realizeTopology() makes of it.

#include "Lines.h"
#include "force/DEMContactForceImpl.h"
#include "force/Workspace.h"
#include "laws/MaterialValues.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

std::string surfaceContext(const std::string& caller, ContactSurfaceIndex surface) {
    return "DEMContactForce::" + caller + "(): surface " + std::to_string(surface);
}

void checkTwo(const std::string& context, int a, int b) {
    if (a == b) throw std::invalid_argument(context + " are one and the same; a pair needs two");
}

} // namespace

std::string DEMContactForceImpl::checkPair(const std::string& caller, ContactSurfaceIndex a,
                                           ContactSurfaceIndex b) const {
    checkSurface(caller, a);
    checkSurface(caller, b);
    const std::string context = surfaceContext(caller, a) + " and surface " + std::to_string(b);
    checkTwo(context, a, b);
    return context;
}

// One by one, by the functions that check each.
void DEMContactForceImpl::set(const ContactModel& given) {
    setMaterialForAll(given.materials.forAll);
    for (const auto& m : given.materials.bySurface) setMaterial(ContactSurfaceIndex(m.first), m.second);
    for (const auto& m : given.materials.byPair)
        setPairMaterial(ContactSurfaceIndex(m.first.first), ContactSurfaceIndex(m.first.second), m.second);
    setMixingRules(given.mixing);
    for (const IndexPair& pair : given.exclusions.surfaces)
        excludePair(ContactSurfaceIndex(pair.first), ContactSurfaceIndex(pair.second));
    for (const IndexPair& pair : given.exclusions.bodies)
        excludeBodies(MobilizedBodyIndex(pair.first), MobilizedBodyIndex(pair.second));
    if (given.exclusions.adjacentBodies) excludeAdjacentBodies();
    setEffectiveMass(given.effectiveMass.kind);
    if (given.effectiveMass.fixed.isSet()) setEffectiveMass(Real(given.effectiveMass.fixed));
    for (const auto& m : given.effectiveMass.byPair)
        setPairEffectiveMass(ContactSurfaceIndex(m.first.first), ContactSurfaceIndex(m.first.second), m.second);
    setDetectionMarginForAll(given.margins.forAll);
    for (const auto& m : given.margins.bySurface) setDetectionMargin(ContactSurfaceIndex(m.first), m.second);
    setTrackDissipatedEnergy(given.trackDissipatedEnergy);
}

void DEMContactForceImpl::setMaterial(ContactSurfaceIndex surface, const SurfaceMaterial& material) {
    checkSurface("setMaterial", surface);
    checkMaterial(surfaceContext("setMaterial", surface), material);
    model.materials.bySurface[surface] = material;
    invalidateTopology();
}

void DEMContactForceImpl::setMaterialForAll(const SurfaceMaterial& material) {
    checkMaterial("DEMContactForce::setMaterialForAll()", material);
    model.materials.forAll = material;
    invalidateTopology();
}

void DEMContactForceImpl::setPairMaterial(ContactSurfaceIndex a, ContactSurfaceIndex b,
                                          const SurfaceMaterial& material) {
    checkMaterial(checkPair("setPairMaterial", a, b), material);
    model.materials.byPair[std::minmax<int>(a, b)] = material;
    invalidateTopology();
}

void DEMContactForceImpl::setMixingRules(const MixingRules& rules) {
    model.mixing = rules;
    invalidateTopology();
}

void DEMContactForceImpl::setDetectionMargin(ContactSurfaceIndex surface, Real margin) {
    checkSurface("setDetectionMargin", surface);
    checkNotNegative(surfaceContext("setDetectionMargin", surface), "margin", margin, "m");
    model.margins.bySurface[surface] = margin;
    invalidateTopology();
}

void DEMContactForceImpl::setDetectionMarginForAll(Real margin) {
    checkNotNegative("DEMContactForce::setDetectionMarginForAll()", "margin", margin, "m");
    model.margins.forAll = margin;
    invalidateTopology();
}

void DEMContactForceImpl::setEffectiveMass(EffectiveMass kind) {
    model.effectiveMass.kind = kind;
    model.effectiveMass.fixed.reset();
    invalidateTopology();
}

void DEMContactForceImpl::setEffectiveMass(Real mass) {
    checkPositive("DEMContactForce::setEffectiveMass()", "mass", mass, "kg");
    model.effectiveMass.fixed = mass;
    invalidateTopology();
}

void DEMContactForceImpl::setPairEffectiveMass(ContactSurfaceIndex a, ContactSurfaceIndex b, Real mass) {
    checkPositive(checkPair("setPairEffectiveMass", a, b), "mass", mass, "kg");
    model.effectiveMass.byPair[std::minmax<int>(a, b)] = mass;
    invalidateTopology();
}

void DEMContactForceImpl::setTrackDissipatedEnergy(bool track) {
    model.trackDissipatedEnergy = track;
    invalidateTopology();
}

void DEMContactForceImpl::excludePair(ContactSurfaceIndex a, ContactSurfaceIndex b) {
    checkPair("excludePair", a, b);
    model.exclusions.surfaces.insert(std::minmax<int>(a, b));
    invalidateTopology();
}

void DEMContactForceImpl::excludeBodies(MobilizedBodyIndex a, MobilizedBodyIndex b) {
    checkBody("excludeBodies", a);
    checkBody("excludeBodies", b);
    checkTwo("DEMContactForce::excludeBodies(): body " + std::to_string(a) + " and body " + std::to_string(b), a, b);
    model.exclusions.bodies.insert(std::minmax<int>(a, b));
    invalidateTopology();
}

void DEMContactForceImpl::excludeAdjacentBodies() {
    model.exclusions.adjacentBodies = true;
    invalidateTopology();
}

const SimbodyMatterSubsystem& DEMContactForceImpl::getMatter() const {
    return MultibodySystem::downcast(forces.getSystem()).getMatterSubsystem();
}

void DEMContactForceImpl::realizeTopology(State& state) const {
    const SimbodyMatterSubsystem& matter = getMatter();
    compiled.build(*source, matter, getOwner(), model.margins);
    checkSurfaces(matter);
    isBodyAlone = findBodiesAlone(matter);
    compiled.filter.build(getAllExclusions(), compiled.surfaces, compiled.bodies);
    checkPairs();
    pairs.build(compiled, model, getAllMaterials());

    historyIndex = state.allocateAutoUpdateDiscreteVariable(subsystem, Stage::Dynamics, new Value<ContactHistory>(),
                                                            Stage::Velocity);
    slidingIndex = state.allocateAutoUpdateDiscreteVariable(subsystem, Stage::Acceleration,
                                                            new Value<SlidingContacts>(), Stage::Acceleration);
    frictionFactorsIndex =
        state.allocateDiscreteVariable(subsystem, Stage::Dynamics, new Value<std::vector<Real>>()); // empty: all are 1
    workspaceIndex = state.allocateCacheEntry(subsystem, Stage::Dynamics, new Value<Workspace>());
    recordsIndex = state.allocateLazyCacheEntry(subsystem, Stage::Dynamics, new Value<std::vector<ContactRecord>>());
    isTracking = model.trackDissipatedEnergy;
    if (isTracking) energyIndex = state.allocateZ(subsystem, Vector(4, Real(0)));

    std::string own = numbered("variables", historyIndex) + numbered("", slidingIndex) +
                      numbered("", frictionFactorsIndex) + numbered("", workspaceIndex) + numbered("", recordsIndex) +
                      (isTracking ? numbered(" energy", energyIndex) : "");
    for (const Surface& surface : compiled.surfaces)
        own += numbered("\na surface on body", compiled.bodyIndices[surface.body]);
    stamp = StateStamp(describeStructure(matter) + own);
    stampIndex = state.allocateDiscreteVariable(subsystem, Stage::Dynamics, new Value<StateStamp>(stamp));
}

// What setMaterial() says of a surface wins over what the surface brought along.
MaterialAssignment DEMContactForceImpl::getAllMaterials() const {
    MaterialAssignment all = model.materials;
    for (int s = 0; s < source->getNumSurfaces(); ++s) {
        const SurfaceMaterial own = source->getSurface(s).material;
        if (isAnySet(own)) all.bySurface[s] = overlay(own, all.bySurface[s]);
    }
    return all;
}

Exclusions DEMContactForceImpl::getAllExclusions() const {
    Exclusions all = model.exclusions;
    const Exclusions own = source->getExclusions();
    all.surfaces.insert(own.surfaces.begin(), own.surfaces.end());
    return all;
}

} // namespace simbodydem
