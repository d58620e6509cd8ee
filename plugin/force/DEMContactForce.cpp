// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/DEMContactForce.h"

#include "Checks.h"
#include "force/DEMContactForceImpl.h"
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

ContactSource* makeSource(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set,
                          const std::string& owner) {
    auto source = std::make_unique<ContactSetSource>(contacts, set, owner);
    if (!forces.isInSameSystem(contacts)) throw std::invalid_argument(owner + foreign("the contact subsystem"));
    return source.release();
}

ContactSource* makeSource(GeneralForceSubsystem& forces, const ContactSurfaces& surfaces, const std::string& owner) {
    const std::shared_ptr<SurfaceList>& list = ContactSurfaces::Internals::getList(surfaces);
    if (!forces.isInSameSystem(list->matter))
        throw std::invalid_argument(owner + foreign("the surfaces' matter subsystem"));
    return new SurfaceListSource(list);
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
    // Simbody takes the implementation when it has been made, so a model that is refused leaves no force behind.
    : Force::Custom(forces, new DEMContactForceImpl(forces, std::unique_ptr<ContactSource>(source), model)) {
    updImpl().standInWhileDisabled(forces, getForceIndex());
}

const ContactModel& DEMContactForce::getModel() const { return getImpl().model; }

DEMContactForceImpl& DEMContactForce::updImpl() { return static_cast<DEMContactForceImpl&>(updImplementation()); }
const DEMContactForceImpl& DEMContactForce::getImpl() const {
    return static_cast<const DEMContactForceImpl&>(getImplementation());
}

DEMContactForce& DEMContactForce::setMaterial(ContactSurfaceIndex surface, const SurfaceMaterial& material) {
    updImpl().setMaterial(surface, material);
    return *this;
}

DEMContactForce& DEMContactForce::setMaterialForAll(const SurfaceMaterial& material) {
    updImpl().setMaterialForAll(material);
    return *this;
}

DEMContactForce& DEMContactForce::setPairMaterial(ContactSurfaceIndex a, ContactSurfaceIndex b,
                                                  const SurfaceMaterial& material) {
    updImpl().setPairMaterial(a, b, material);
    return *this;
}

DEMContactForce& DEMContactForce::setMixingRules(const MixingRules& rules) {
    updImpl().setMixingRules(rules);
    return *this;
}

DEMContactForce& DEMContactForce::setDetectionMargin(ContactSurfaceIndex surface, Real margin) {
    updImpl().setDetectionMargin(surface, margin);
    return *this;
}

DEMContactForce& DEMContactForce::setDetectionMarginForAll(Real margin) {
    updImpl().setDetectionMarginForAll(margin);
    return *this;
}

DEMContactForce& DEMContactForce::setEffectiveMass(EffectiveMass kind) {
    updImpl().setEffectiveMass(kind);
    return *this;
}

DEMContactForce& DEMContactForce::setEffectiveMass(Real mass) {
    updImpl().setEffectiveMass(mass);
    return *this;
}

DEMContactForce& DEMContactForce::setPairEffectiveMass(ContactSurfaceIndex a, ContactSurfaceIndex b, Real mass) {
    updImpl().setPairEffectiveMass(a, b, mass);
    return *this;
}

DEMContactForce& DEMContactForce::setTrackDissipatedEnergy(bool track) {
    updImpl().setTrackDissipatedEnergy(track);
    return *this;
}

DEMContactForce& DEMContactForce::excludePair(ContactSurfaceIndex a, ContactSurfaceIndex b) {
    updImpl().excludePair(a, b);
    return *this;
}

DEMContactForce& DEMContactForce::excludeBodies(MobilizedBodyIndex a, MobilizedBodyIndex b) {
    updImpl().excludeBodies(a, b);
    return *this;
}

DEMContactForce& DEMContactForce::excludeAdjacentBodies() {
    updImpl().excludeAdjacentBodies();
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
    if (!body.isInSubsystem() || !body.isInSameSubsystem(getImpl().getMatter().getGround()))
        throw std::invalid_argument("DEMContactForce::getSurfaces(): the body is of another System");
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

ContactLinearization DEMContactForce::calcLinearization(const State& state) const {
    getImpl().checkTopology("calcLinearization", state);
    SimTK_STAGECHECK_GE_ALWAYS(state.getSystemStage(), Stage::Dynamics, "DEMContactForce::calcLinearization()");
    if (isDisabled(state)) return {getImpl().getMatter(), {}, {}};
    return getImpl().calcLinearization(state);
}

Real DEMContactForce::calcStepBound(const State& state, Real longest) const {
    checkParameter(longest > 0, "DEMContactForce::calcStepBound()", "longest", longest, "s", "> 0");
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
    checkNotNegative("DEMContactForce::setFrictionFactor(): surface " + std::to_string(surface), "factor", factor, "-");
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
