#include "simbodydem/DEMContactForce.h"

#include "Checks.h"
#include "DEMContactForceImpl.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

std::string surfaceContext(const std::string& caller, ContactSurfaceIndex surface) {
    return "DEMContactForce::" + caller + "(): surface " + std::to_string(surface);
}

// What a message says of a pair of surfaces that exist.
std::string checkPair(const DEMContactForceImpl& force, const std::string& caller, ContactSurfaceIndex a,
                      ContactSurfaceIndex b) {
    force.checkSurface(caller, a);
    force.checkSurface(caller, b);
    const std::string context = surfaceContext(caller, a) + " and surface " + std::to_string(b);
    if (a == b) throw std::invalid_argument(context + " are one and the same; a pair needs two");
    return context;
}

} // namespace

DEMContactForce::DEMContactForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set,
                                 const NormalLaw& normal, const TangentialLaw& tangential, const RollingLaw& rolling)
    : Force::Custom(forces, new DEMContactForceImpl(forces, contacts, set, normal, tangential, rolling)) {}

DEMContactForceImpl& DEMContactForce::updImpl() { return static_cast<DEMContactForceImpl&>(updImplementation()); }
const DEMContactForceImpl& DEMContactForce::getImpl() const {
    return static_cast<const DEMContactForceImpl&>(getImplementation());
}

DEMContactForce& DEMContactForce::setMaterial(ContactSurfaceIndex surface, const SurfaceMaterial& material) {
    updImpl().checkSurface("setMaterial", surface);
    checkMaterial(surfaceContext("setMaterial", surface), material);
    updImpl().materials.bySurface[surface] = material;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setMaterialForAll(const SurfaceMaterial& material) {
    checkMaterial("DEMContactForce::setMaterialForAll()", material);
    updImpl().materials.forAll = material;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setPairMaterial(ContactSurfaceIndex a, ContactSurfaceIndex b,
                                                  const SurfaceMaterial& material) {
    checkMaterial(checkPair(getImpl(), "setPairMaterial", a, b), material);
    updImpl().materials.byPair[{std::min(int(a), int(b)), std::max(int(a), int(b))}] = material;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setMixingRules(const MixingRules& rules) {
    updImpl().mixingRules = rules;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setDetectionMargin(ContactSurfaceIndex surface, Real margin) {
    updImpl().checkSurface("setDetectionMargin", surface);
    checkNotNegative(surfaceContext("setDetectionMargin", surface), "margin", margin, "m");
    updImpl().marginBySurface[surface] = margin;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setDetectionMarginForAll(Real margin) {
    checkNotNegative("DEMContactForce::setDetectionMarginForAll()", "margin", margin, "m");
    updImpl().marginForAll = margin;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setEffectiveMass(EffectiveMass kind) {
    updImpl().effectiveMass.kind = kind;
    updImpl().effectiveMass.fixed = NaN;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setEffectiveMass(Real mass) {
    checkPositive("DEMContactForce::setEffectiveMass()", "mass", mass, "kg");
    updImpl().effectiveMass.fixed = mass;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setPairEffectiveMass(ContactSurfaceIndex a, ContactSurfaceIndex b, Real mass) {
    checkPositive(checkPair(getImpl(), "setPairEffectiveMass", a, b), "mass", mass, "kg");
    updImpl().effectiveMass.byPair[makePairKey(std::min(a, b), std::max(a, b))] = mass;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setTrackDissipatedEnergy(bool track) {
    updImpl().trackDissipatedEnergy = track;
    updImpl().invalidateTopology();
    return *this;
}

const std::vector<ContactRecord>& DEMContactForce::getContactRecords(const State& state) const {
    static const std::vector<ContactRecord> none;
    return isDisabled(state) ? none : getImpl().getContactRecords(state);
}

DissipatedEnergy DEMContactForce::getDissipatedEnergyByCause(const State& state) const {
    return getImpl().getDissipatedEnergyByCause(state);
}

Real DEMContactForce::getDissipatedEnergy(const State& state) const {
    return getDissipatedEnergyByCause(state).total();
}

void DEMContactForce::commitHistory(State& state) const { getImpl().commitHistory(state); }

void DEMContactForce::clearHistory(State& state) const { getImpl().clearHistory(state); }

} // namespace simbodydem
