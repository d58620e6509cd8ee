// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/DEMContactForce.h"

#include "Checks.h"
#include "force/DEMContactForceImpl.h"
#include "laws/MaterialValues.h"
#include "touches/ContactSetSource.h"
#include "touches/SurfaceList.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

std::string foreign(const std::string& subsystem) {
    return ": the force subsystem and " + subsystem + " are not of the same MultibodySystem; give both to one";
}

std::string surfaceContext(const std::string& caller, ContactSurfaceIndex surface) {
    return "DEMContactForce::" + caller + "(): surface " + std::to_string(surface);
}

ContactSource* makeSource(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set,
                          const std::string& owner) {
    auto source = std::make_unique<ContactSetSource>(contacts, set, owner);
    if (!forces.isInSameSystem(contacts)) throw std::invalid_argument(owner + foreign("the contact subsystem"));
    return source.release();
}

ContactSource* makeSource(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces, const std::string& owner) {
    if (!forces.isInSameSystem(surfaces.getList()->matter))
        throw std::invalid_argument(owner + foreign("the surfaces' matter subsystem"));
    return new SurfaceListSource(surfaces.getList());
}

void checkTwo(const std::string& context, int a, int b) {
    if (a == b) throw std::invalid_argument(context + " are one and the same; a pair needs two");
}

// What a message says of a pair of surfaces that exist.
std::string checkPair(const DEMContactForceImpl& force, const std::string& caller, ContactSurfaceIndex a,
                      ContactSurfaceIndex b) {
    force.checkSurface(caller, a);
    force.checkSurface(caller, b);
    const std::string context = surfaceContext(caller, a) + " and surface " + std::to_string(b);
    checkTwo(context, a, b);
    return context;
}

} // namespace

DEMContactForce::DEMContactForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set,
                                 const NormalLaw& normal, const TangentialLaw& tangential, const RollingLaw& rolling)
    : DEMContactForce(forces, contacts, set, ContactModel(normal, tangential, rolling)) {}

DEMContactForce::DEMContactForce(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces,
                                 const NormalLaw& normal, const TangentialLaw& tangential, const RollingLaw& rolling)
    : DEMContactForce(forces, surfaces, ContactModel(normal, tangential, rolling)) {}

DEMContactForce::DEMContactForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set,
                                 const ContactModel& model)
    : DEMContactForce(forces, makeSource(forces, contacts, set, model.getName()), model) {}

DEMContactForce::DEMContactForce(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces,
                                 const ContactModel& model)
    : DEMContactForce(forces, makeSource(forces, surfaces, model.getName()), model) {}

DEMContactForce::DEMContactForce(GeneralForceSubsystem& forces, ContactSource* source, const ContactModel& model)
    : Force::Custom(forces, new DEMContactForceImpl(forces, std::unique_ptr<ContactSource>(source),
                                                    ContactModel(*model.normal, *model.tangential, *model.rolling))) {
    updImpl().standInWhileDisabled(forces, getForceIndex());
    set(model);
}

// One by one, by the functions that check each.
void DEMContactForce::set(const ContactModel& model) {
    setMaterialForAll(model.materials.forAll);
    for (const auto& m : model.materials.bySurface) setMaterial(ContactSurfaceIndex(m.first), m.second);
    for (const auto& m : model.materials.byPair)
        setPairMaterial(ContactSurfaceIndex(m.first.first), ContactSurfaceIndex(m.first.second), m.second);
    setMixingRules(model.mixing);
    for (const IndexPair& pair : model.exclusions.surfaces)
        excludePair(ContactSurfaceIndex(pair.first), ContactSurfaceIndex(pair.second));
    for (const IndexPair& pair : model.exclusions.bodies)
        excludeBodies(MobilizedBodyIndex(pair.first), MobilizedBodyIndex(pair.second));
    if (model.exclusions.adjacentBodies) excludeAdjacentBodies();
    setEffectiveMass(model.effectiveMass.kind);
    if (!isNaN(model.effectiveMass.fixed)) setEffectiveMass(model.effectiveMass.fixed);
    for (const auto& m : model.effectiveMass.byPair)
        setPairEffectiveMass(ContactSurfaceIndex(m.first.first), ContactSurfaceIndex(m.first.second), m.second);
    setDetectionMarginForAll(model.margins.forAll);
    for (const auto& m : model.margins.bySurface) setDetectionMargin(ContactSurfaceIndex(m.first), m.second);
    setTrackDissipatedEnergy(model.trackDissipatedEnergy);
}

const ContactModel& DEMContactForce::getModel() const { return getImpl().model; }

DEMContactForceImpl& DEMContactForce::updImpl() { return static_cast<DEMContactForceImpl&>(updImplementation()); }
const DEMContactForceImpl& DEMContactForce::getImpl() const {
    return static_cast<const DEMContactForceImpl&>(getImplementation());
}

DEMContactForce& DEMContactForce::setMaterial(ContactSurfaceIndex surface, const SurfaceMaterial& material) {
    updImpl().checkSurface("setMaterial", surface);
    checkMaterial(surfaceContext("setMaterial", surface), material);
    updImpl().model.materials.bySurface[surface] = material;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setMaterialForAll(const SurfaceMaterial& material) {
    checkMaterial("DEMContactForce::setMaterialForAll()", material);
    updImpl().model.materials.forAll = material;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setPairMaterial(ContactSurfaceIndex a, ContactSurfaceIndex b,
                                                  const SurfaceMaterial& material) {
    checkMaterial(checkPair(getImpl(), "setPairMaterial", a, b), material);
    updImpl().model.materials.byPair[{std::min(int(a), int(b)), std::max(int(a), int(b))}] = material;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setMixingRules(const MixingRules& rules) {
    updImpl().model.mixing = rules;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setDetectionMargin(ContactSurfaceIndex surface, Real margin) {
    updImpl().checkSurface("setDetectionMargin", surface);
    checkNotNegative(surfaceContext("setDetectionMargin", surface), "margin", margin, "m");
    updImpl().model.margins.bySurface[surface] = margin;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setDetectionMarginForAll(Real margin) {
    checkNotNegative("DEMContactForce::setDetectionMarginForAll()", "margin", margin, "m");
    updImpl().model.margins.forAll = margin;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setEffectiveMass(EffectiveMass kind) {
    updImpl().model.effectiveMass.kind = kind;
    updImpl().model.effectiveMass.fixed = NaN;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setEffectiveMass(Real mass) {
    checkPositive("DEMContactForce::setEffectiveMass()", "mass", mass, "kg");
    updImpl().model.effectiveMass.fixed = mass;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setPairEffectiveMass(ContactSurfaceIndex a, ContactSurfaceIndex b, Real mass) {
    checkPositive(checkPair(getImpl(), "setPairEffectiveMass", a, b), "mass", mass, "kg");
    updImpl().model.effectiveMass.byPair[std::minmax<int>(a, b)] = mass;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::setTrackDissipatedEnergy(bool track) {
    updImpl().model.trackDissipatedEnergy = track;
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::excludePair(ContactSurfaceIndex a, ContactSurfaceIndex b) {
    checkPair(getImpl(), "excludePair", a, b);
    updImpl().model.exclusions.surfaces.insert(std::minmax<int>(a, b));
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::excludeBodies(MobilizedBodyIndex a, MobilizedBodyIndex b) {
    updImpl().checkBody("excludeBodies", a);
    updImpl().checkBody("excludeBodies", b);
    checkTwo("DEMContactForce::excludeBodies(): body " + std::to_string(a) + " and body " + std::to_string(b), a, b);
    updImpl().model.exclusions.bodies.insert(std::minmax<int>(a, b));
    updImpl().invalidateTopology();
    return *this;
}

DEMContactForce& DEMContactForce::excludeAdjacentBodies() {
    updImpl().model.exclusions.adjacentBodies = true;
    updImpl().invalidateTopology();
    return *this;
}

const MobilizedBody& DEMContactForce::getBody(ContactSurfaceIndex surface) const {
    getImpl().checkSurface("getBody", surface);
    return getImpl().getBody(surface);
}

std::string DEMContactForce::getSurfaceName(ContactSurfaceIndex surface) const {
    getImpl().checkSurface("getSurfaceName", surface);
    return getImpl().getSurfaceName(surface);
}

std::set<ContactSurfaceIndex> DEMContactForce::getSurfaces(const MobilizedBody& body) const {
    std::set<ContactSurfaceIndex> surfaces;
    for (ContactSurfaceIndex s(0); s < getImpl().getNumSurfaces(); ++s)
        if (getImpl().getBody(s).getMobilizedBodyIndex() == body.getMobilizedBodyIndex()) surfaces.insert(s);
    if (surfaces.empty())
        throw std::invalid_argument("DEMContactForce::getSurfaces(): body " +
                                    std::to_string(body.getMobilizedBodyIndex()) +
                                    " has no surface in the contact set of the force");
    return surfaces;
}

const std::vector<ContactRecord>& DEMContactForce::getContactRecords(const State& state) const {
    static const std::vector<ContactRecord> none;
    getImpl().checkTopology("getContactRecords", state);
    return Force::isDisabled(state) ? none : getImpl().getContactRecords(state);
}

ContactJacobian DEMContactForce::calcJacobian(const State& state) const {
    getImpl().checkTopology("calcJacobian", state);
    SimTK_STAGECHECK_GE_ALWAYS(state.getSystemStage(), Stage::Dynamics, "DEMContactForce::calcJacobian()");
    if (isDisabled(state))
        return {MultibodySystem::downcast(getForceSubsystem().getSystem()).getMatterSubsystem(), {}, {}};
    return getImpl().calcJacobian(state);
}

Real DEMContactForce::calcStepBound(const State& state, Real longest) const {
    return isDisabled(state) ? longest : getImpl().calcStepBound(state, longest);
}

DissipatedEnergy DEMContactForce::getDissipatedEnergyByCause(const State& state) const {
    getImpl().checkTopology("getDissipatedEnergy", state);
    return getImpl().getDissipatedEnergyByCause(state);
}

Real DEMContactForce::getDissipatedEnergy(const State& state) const {
    return getDissipatedEnergyByCause(state).total();
}

void DEMContactForce::setFrictionFactor(State& state, ContactSurfaceIndex surface, Real factor) const {
    getImpl().checkTopology("setFrictionFactor", state);
    getImpl().checkSurface("setFrictionFactor", surface);
    checkNotNegative(surfaceContext("setFrictionFactor", surface), "factor", factor, "-");
    getImpl().setFrictionFactor(state, surface, factor);
}

Real DEMContactForce::getFrictionFactor(const State& state, ContactSurfaceIndex surface) const {
    getImpl().checkTopology("getFrictionFactor", state);
    getImpl().checkSurface("getFrictionFactor", surface);
    return getImpl().getFrictionFactor(state, surface);
}

void DEMContactForce::writeHistory(const State& state, std::ostream& out) const {
    getImpl().checkTopology("writeHistory", state);
    SimTK_STAGECHECK_GE_ALWAYS(state.getSystemStage(), Stage::Model, "DEMContactForce::writeHistory()");
    getImpl().writeHistory(state, out);
}

void DEMContactForce::readHistory(State& state, std::istream& in) const {
    getImpl().checkTopology("readHistory", state);
    SimTK_STAGECHECK_GE_ALWAYS(state.getSystemStage(), Stage::Model, "DEMContactForce::readHistory()");
    getImpl().readHistory(state, in);
}

void DEMContactForce::disable(State& state) const {
    getImpl().checkTopology("disable", state);
    if (!Force::isDisabled(state)) getImpl().endHistory(state);
    Force::disable(state);
}

void DEMContactForce::enable(State& state) const {
    getImpl().checkTopology("enable", state);
    Force::enable(state);
}

bool DEMContactForce::isDisabled(const State& state) const {
    getImpl().checkTopology("isDisabled", state);
    return Force::isDisabled(state);
}

void DEMContactForce::calcForceContribution(const State& state, Vector_<SpatialVec>& bodyForces,
                                            Vector_<Vec3>& particleForces, Vector& mobilityForces) const {
    getImpl().checkTopology("calcForceContribution", state);
    Force::calcForceContribution(state, bodyForces, particleForces, mobilityForces);
}

Real DEMContactForce::calcPotentialEnergyContribution(const State& state) const {
    getImpl().checkTopology("calcPotentialEnergyContribution", state);
    return Force::calcPotentialEnergyContribution(state);
}

void DEMContactForce::commitHistory(State& state) const {
    getImpl().checkTopology("commitHistory", state);
    getImpl().commitHistory(state);
}

Real DEMContactForce::getCommitTime(const State& state) const {
    getImpl().checkTopology("getCommitTime", state);
    return getImpl().getCommitTime(state);
}

void DEMContactForce::copyHistory(const State& from, State& to) const {
    getImpl().checkTopology("copyHistory", from);
    getImpl().checkTopology("copyHistory", to);
    for (const State* state : {&from, static_cast<const State*>(&to)})
        SimTK_STAGECHECK_GE_ALWAYS(state->getSystemStage(), Stage::Model, "DEMContactForce::copyHistory()");
    getImpl().copyHistory(from, to);
}

void DEMContactForce::clearHistory(State& state) const {
    getImpl().checkTopology("clearHistory", state);
    getImpl().clearHistory(state);
}

} // namespace simbodydem
