// SPDX-License-Identifier: Apache-2.0
#include "force/CheckedContactModel.h"

#include "base/Checks.h"
#include "laws/MaterialValues.h"
#include "simbodydem/Messages.h"

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

CheckedContactModel::CheckedContactModel(GeneralForceSubsystem& forces, std::unique_ptr<ContactSource> source,
                                         const ContactModel& given)
    : model(*given.normal, *given.tangential, *given.rolling), forces(forces), source(std::move(source)) {
    set(given);
}

const SimbodyMatterSubsystem& CheckedContactModel::getMatter() const {
    return MultibodySystem::downcast(forces.getSystem()).getMatterSubsystem();
}

const MobilizedBody& CheckedContactModel::getBody(int surface) const {
    return getMatter().getMobilizedBody(source->getBody(surface));
}

void CheckedContactModel::checkSurface(const std::string& caller, ContactSurfaceIndex surface) const {
    const int count = source->getNumSurfaces();
    if (!surface.isValid() || surface >= count)
        throw std::invalid_argument(getOwner() + "::" + caller + "(): surface " + std::to_string(surface) +
                                    " does not exist; the contact set has " + std::to_string(count) +
                                    " surfaces, and it must be in [0, " + std::to_string(count) + ")");
}

void CheckedContactModel::checkBody(const std::string& caller, MobilizedBodyIndex body) const {
    const int count = getMatter().getNumBodies();
    if (!body.isValid() || body >= count)
        throw std::invalid_argument(getOwner() + "::" + caller + "(): body " + std::to_string(body) +
                                    " does not exist; the matter has " + std::to_string(count) +
                                    " bodies, and it must be in [0, " + std::to_string(count) + ")");
}

std::string CheckedContactModel::checkPair(const std::string& caller, ContactSurfaceIndex a,
                                           ContactSurfaceIndex b) const {
    checkSurface(caller, a);
    checkSurface(caller, b);
    const std::string context = surfaceContext(caller, a) + " and surface " + std::to_string(b);
    checkTwo(context, a, b);
    return context;
}

// Stores each setting with the function that checks it.
void CheckedContactModel::set(const ContactModel& given) {
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

void CheckedContactModel::setMaterial(ContactSurfaceIndex surface, const SurfaceMaterial& material) {
    checkSurface("setMaterial", surface);
    checkMaterial(surfaceContext("setMaterial", surface), material);
    model.materials.bySurface[surface] = material;
    invalidateTopology();
}

void CheckedContactModel::setMaterialForAll(const SurfaceMaterial& material) {
    checkMaterial("DEMContactForce::setMaterialForAll()", material);
    model.materials.forAll = material;
    invalidateTopology();
}

void CheckedContactModel::setPairMaterial(ContactSurfaceIndex a, ContactSurfaceIndex b,
                                          const SurfaceMaterial& material) {
    checkMaterial(checkPair("setPairMaterial", a, b), material);
    model.materials.byPair[std::minmax<int>(a, b)] = material;
    invalidateTopology();
}

void CheckedContactModel::setMixingRules(const MixingRules& rules) {
    model.mixing = rules;
    invalidateTopology();
}

void CheckedContactModel::setDetectionMargin(ContactSurfaceIndex surface, Real margin) {
    checkSurface("setDetectionMargin", surface);
    checkNotNegative(surfaceContext("setDetectionMargin", surface), "margin", margin, "m");
    model.margins.bySurface[surface] = margin;
    invalidateTopology();
}

void CheckedContactModel::setDetectionMarginForAll(Real margin) {
    checkNotNegative("DEMContactForce::setDetectionMarginForAll()", "margin", margin, "m");
    model.margins.forAll = margin;
    invalidateTopology();
}

void CheckedContactModel::setEffectiveMass(EffectiveMass kind) {
    model.effectiveMass.kind = kind;
    model.effectiveMass.fixed.reset();
    invalidateTopology();
}

void CheckedContactModel::setEffectiveMass(Real mass) {
    checkPositive("DEMContactForce::setEffectiveMass()", "mass", mass, "kg");
    model.effectiveMass.fixed = mass;
    invalidateTopology();
}

void CheckedContactModel::setPairEffectiveMass(ContactSurfaceIndex a, ContactSurfaceIndex b, Real mass) {
    checkPositive(checkPair("setPairEffectiveMass", a, b), "mass", mass, "kg");
    model.effectiveMass.byPair[std::minmax<int>(a, b)] = mass;
    invalidateTopology();
}

void CheckedContactModel::setTrackDissipatedEnergy(bool track) {
    model.trackDissipatedEnergy = track;
    invalidateTopology();
}

void CheckedContactModel::excludePair(ContactSurfaceIndex a, ContactSurfaceIndex b) {
    checkPair("excludePair", a, b);
    model.exclusions.surfaces.insert(std::minmax<int>(a, b));
    invalidateTopology();
}

void CheckedContactModel::excludeBodies(MobilizedBodyIndex a, MobilizedBodyIndex b) {
    checkBody("excludeBodies", a);
    checkBody("excludeBodies", b);
    checkTwo("DEMContactForce::excludeBodies(): " + describeBody(getMatter().getMobilizedBody(a)) + " and " +
                 describeBody(getMatter().getMobilizedBody(b)),
             a, b);
    model.exclusions.bodies.insert(std::minmax<int>(a, b));
    invalidateTopology();
}

void CheckedContactModel::excludeAdjacentBodies() {
    model.exclusions.adjacentBodies = true;
    invalidateTopology();
}

} // namespace simbodydem
