// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/DEMContactForce.h"

#include "areas/SoilContacts.h"
#include "base/Checks.h"
#include "collision/ContactSetSource.h"
#include "collision/SurfaceList.h"
#include "force/DEMContactForceImpl.h"
#include "force/ForceIdentity.h"
#include "force/SoilRuts.h"
#include "force/StepBound.h"
#include "linearization/PairTangents.h"
#include "simbodydem/Messages.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

std::string foreign(const std::string& subsystem) {
    return ": the force subsystem and " + subsystem + " are not of the same MultibodySystem; make both in one System";
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
    // Simbody takes the implementation after it was made, so a model with an error leaves no force behind.
    : Force::Custom(forces, new DEMContactForceImpl(forces, std::unique_ptr<ContactSource>(source), model)) {
    implOf(*this).standInWhileDisabled(getForceIndex());
}

const ContactModel& DEMContactForce::getModel() const { return implOf(*this).getModel().get(); }

DEMContactForce& DEMContactForce::setMaterial(ContactSurfaceIndex surface, const SurfaceMaterial& material) {
    implOf(*this).updModel().setMaterial(surface, material);
    return *this;
}

DEMContactForce& DEMContactForce::setMaterialForAll(const SurfaceMaterial& material) {
    implOf(*this).updModel().setMaterialForAll(material);
    return *this;
}

DEMContactForce& DEMContactForce::setPairMaterial(ContactSurfaceIndex a, ContactSurfaceIndex b,
                                                  const SurfaceMaterial& material) {
    implOf(*this).updModel().setPairMaterial(a, b, material);
    return *this;
}

DEMContactForce& DEMContactForce::setMixingRules(const MixingRules& rules) {
    implOf(*this).updModel().setMixingRules(rules);
    return *this;
}

DEMContactForce& DEMContactForce::setDetectionMargin(ContactSurfaceIndex surface, Real margin) {
    implOf(*this).updModel().setDetectionMargin(surface, margin);
    return *this;
}

DEMContactForce& DEMContactForce::setDetectionMarginForAll(Real margin) {
    implOf(*this).updModel().setDetectionMarginForAll(margin);
    return *this;
}

DEMContactForce& DEMContactForce::setEffectiveMass(EffectiveMass kind) {
    implOf(*this).updModel().setEffectiveMass(kind);
    return *this;
}

DEMContactForce& DEMContactForce::setEffectiveMass(Real mass) {
    implOf(*this).updModel().setEffectiveMass(mass);
    return *this;
}

DEMContactForce& DEMContactForce::setPairEffectiveMass(ContactSurfaceIndex a, ContactSurfaceIndex b, Real mass) {
    implOf(*this).updModel().setPairEffectiveMass(a, b, mass);
    return *this;
}

DEMContactForce& DEMContactForce::setTrackDissipatedEnergy(bool track) {
    implOf(*this).updModel().setTrackDissipatedEnergy(track);
    return *this;
}

DEMContactForce& DEMContactForce::excludePair(ContactSurfaceIndex a, ContactSurfaceIndex b) {
    implOf(*this).updModel().excludePair(a, b);
    return *this;
}

DEMContactForce& DEMContactForce::excludeBodies(MobilizedBodyIndex a, MobilizedBodyIndex b) {
    implOf(*this).updModel().excludeBodies(a, b);
    return *this;
}

DEMContactForce& DEMContactForce::excludeAdjacentBodies() {
    implOf(*this).updModel().excludeAdjacentBodies();
    return *this;
}

const MobilizedBody& DEMContactForce::getBody(ContactSurfaceIndex surface) const {
    implOf(*this).getModel().checkSurface("getBody", surface);
    return implOf(*this).getModel().getBody(surface);
}

std::string DEMContactForce::getSurfaceName(ContactSurfaceIndex surface) const {
    implOf(*this).getModel().checkSurface("getSurfaceName", surface);
    return implOf(*this).getModel().getSource().getName(surface);
}

std::set<ContactSurfaceIndex> DEMContactForce::getSurfaces(const MobilizedBody& body) const {
    if (!body.isInSubsystem() || !body.isInSameSubsystem(implOf(*this).getModel().getMatter().getGround()))
        throw std::invalid_argument("DEMContactForce::getSurfaces(): the body is of another System");
    std::set<ContactSurfaceIndex> surfaces;
    for (ContactSurfaceIndex s(0); s < implOf(*this).getModel().getSource().getNumSurfaces(); ++s)
        if (implOf(*this).getModel().getBody(s).getMobilizedBodyIndex() == body.getMobilizedBodyIndex())
            surfaces.insert(s);
    if (surfaces.empty())
        throw std::invalid_argument("DEMContactForce::getSurfaces(): " + describeBody(body) +
                                    " has no surface in the contact set of the force");
    return surfaces;
}

const std::vector<ContactRecord>& DEMContactForce::getContactRecords(const State& state) const {
    static const std::vector<ContactRecord> none;
    implOf(*this).checkTopology("getContactRecords", state);
    return Force::isDisabled(state) ? none : implOf(*this).getContactRecords(state);
}

const std::vector<AreaRecord>& DEMContactForce::getAreaRecords(const State& state) const {
    static const std::vector<AreaRecord> none;
    implOf(*this).checkTopology("getAreaRecords", state);
    return Force::isDisabled(state) ? none : implOf(*this).getAreaRecords(state);
}

std::vector<ElementRecord> DEMContactForce::getElementRecords(const State& state, ContactSurfaceIndex surface) const {
    implOf(*this).checkTopology("getElementRecords", state);
    implOf(*this).getModel().checkSurface("getElementRecords", surface);
    const LayerModel& areas = implOf(*this).getCompiled().layers;
    if (areas.empty() || !(areas.layers[surface] || areas.findSoil(surface)))
        throw std::invalid_argument(
            implOf(*this).getModel().getOwner() + "::getElementRecords(): " + getSurfaceName(surface) +
            " has no elements; give it an ElasticLayer, or make it of Soil, in ContactSurfaces::add()");
    SimTK_STAGECHECK_GE_ALWAYS(state.getSystemStage(), Stage::Dynamics, "DEMContactForce::getElementRecords()");
    if (isDisabled(state)) return {};
    return implOf(*this).calcElementRecords(state, surface);
}

Real DEMContactForce::getSinkage(const State& state, ContactSurfaceIndex surface, const Vec3& pointInGround) const {
    implOf(*this).checkTopology("getSinkage", state);
    implOf(*this).getModel().checkSurface("getSinkage", surface);
    const CompiledSoil* soil = implOf(*this).getCompiled().layers.findSoil(surface);
    const std::string caller = implOf(*this).getModel().getOwner() + "::getSinkage()";
    if (!soil)
        throw std::invalid_argument(caller + ": " + getSurfaceName(surface) +
                                    " is not of Soil; it remembers no sinkage");
    if (!pointInGround.isFinite()) throw std::invalid_argument(caller + ": the point is not finite");
    const SoilMemory* memory = findSoilMemory(*this, state, surface);
    return memory ? findSinkage(*soil, *memory, toEigen(~soil->grid.shape.X_BS * pointInGround)) : 0;
}

ContactLinearization DEMContactForce::calcLinearization(const State& state) const {
    implOf(*this).checkTopology("calcLinearization", state);
    SimTK_STAGECHECK_GE_ALWAYS(state.getSystemStage(), Stage::Dynamics, "DEMContactForce::calcLinearization()");
    if (isDisabled(state)) return {implOf(*this).getModel().getMatter(), {}, {}};
    return calcContactLinearization(implOf(*this), state);
}

Real DEMContactForce::calcStepBound(const State& state, Real longest) const {
    checkParameter(longest > 0, "DEMContactForce::calcStepBound()", "longest", longest, "s", "> 0");
    if (isDisabled(state)) return longest;
    getForceSubsystem().getSystem().realize(state, Stage::Acceleration);
    const CompiledModel& model = implOf(*this).getCompiled();
    if (!model.matter) return longest;
    Vector_<SpatialVec> accelerations(model.matter->getNumBodies());
    for (MobilizedBodyIndex b(0); b < model.matter->getNumBodies(); ++b)
        accelerations[int(b)] = model.matter->getMobilizedBody(b).getBodyAcceleration(state);
    return simbodydem::calcStepBound(model, state, accelerations, longest);
}

DissipatedEnergy DEMContactForce::getDissipatedEnergyByCause(const State& state) const {
    implOf(*this).checkTopology("getDissipatedEnergy", state);
    return implOf(*this).getDissipatedEnergyByCause(state);
}

Real DEMContactForce::getDissipatedEnergy(const State& state) const {
    return getDissipatedEnergyByCause(state).total();
}

void DEMContactForce::setFrictionFactor(State& state, ContactSurfaceIndex surface, Real factor) const {
    implOf(*this).checkTopology("setFrictionFactor", state);
    implOf(*this).getModel().checkSurface("setFrictionFactor", surface);
    checkNotNegative("DEMContactForce::setFrictionFactor(): surface " + std::to_string(surface), "factor", factor, "-");
    implOf(*this).setFrictionFactor(state, surface, factor);
}

Real DEMContactForce::getFrictionFactor(const State& state, ContactSurfaceIndex surface) const {
    implOf(*this).checkTopology("getFrictionFactor", state);
    implOf(*this).getModel().checkSurface("getFrictionFactor", surface);
    const std::vector<Real>& factors = implOf(*this).getVariables().getFrictionFactors(state);
    return factors.empty() ? 1 : factors[surface];
}

void DEMContactForce::writeHistory(const State& state, std::ostream& out) const {
    implOf(*this).checkTopology("writeHistory", state);
    SimTK_STAGECHECK_GE_ALWAYS(state.getSystemStage(), Stage::Model, "DEMContactForce::writeHistory()");
    const DEMContactForceImpl& impl = implOf(*this);
    const ContactStateVariables& variables = impl.getVariables();
    const HistoryModel model = describeForce(impl.getCompiled(), impl.getModel().get());
    // The committed history is saved, since another evaluation at the commit would add rounding errors.
    SavedHistory saved = toSaved(variables.toSave(state, Force::isDisabled(state)), model);
    saved.frictionFactors = variables.getFrictionFactors(state);
    saved.totals = variables.getEnergyTotals(state);
    writeHistoryFile(out, std::move(saved), model);
}

void DEMContactForce::readHistory(State& state, std::istream& in) const {
    implOf(*this).checkTopology("readHistory", state);
    SimTK_STAGECHECK_GE_ALWAYS(state.getSystemStage(), Stage::Model, "DEMContactForce::readHistory()");
    const DEMContactForceImpl& impl = implOf(*this);
    const ContactStateVariables& variables = impl.getVariables();
    const HistoryModel model = describeForce(impl.getCompiled(), impl.getModel().get());
    const SavedHistory saved = readHistoryFile(in, model);
    variables.setHistory(state, toHistory(saved, model));
    variables.invalidateNextHistory(state);
    variables.updFrictionFactors(state) = saved.frictionFactors;
    variables.setEnergyTotals(state, saved.totals);
}

void DEMContactForce::disable(State& state) const {
    implOf(*this).checkTopology("disable", state);
    if (!Force::isDisabled(state)) implOf(*this).endHistory(state);
    Force::disable(state);
}

void DEMContactForce::enable(State& state) const {
    implOf(*this).checkTopology("enable", state);
    Force::enable(state);
}

bool DEMContactForce::isDisabled(const State& state) const {
    implOf(*this).checkTopology("isDisabled", state);
    return Force::isDisabled(state);
}

void DEMContactForce::calcForceContribution(const State& state, Vector_<SpatialVec>& bodyForces,
                                            Vector_<Vec3>& particleForces, Vector& mobilityForces) const {
    implOf(*this).checkTopology("calcForceContribution", state);
    Force::calcForceContribution(state, bodyForces, particleForces, mobilityForces);
}

Real DEMContactForce::calcPotentialEnergyContribution(const State& state) const {
    implOf(*this).checkTopology("calcPotentialEnergyContribution", state);
    return Force::calcPotentialEnergyContribution(state);
}

void DEMContactForce::commitHistory(State& state) const {
    implOf(*this).checkTopology("commitHistory", state);
    implOf(*this).commitHistory(state);
}

Real DEMContactForce::getCommitTime(const State& state) const {
    implOf(*this).checkTopology("getCommitTime", state);
    return implOf(*this).getVariables().getHistory(state).time;
}

void DEMContactForce::copyHistory(const State& from, State& to) const {
    implOf(*this).checkTopology("copyHistory", from);
    implOf(*this).checkTopology("copyHistory", to);
    for (const State* state : {&from, static_cast<const State*>(&to)})
        SimTK_STAGECHECK_GE_ALWAYS(state->getSystemStage(), Stage::Model, "DEMContactForce::copyHistory()");
    implOf(*this).getVariables().copy(from, Force::isDisabled(from), to);
}

void DEMContactForce::clearHistory(State& state) const {
    implOf(*this).checkTopology("clearHistory", state);
    implOf(*this).clearHistory(state);
}

} // namespace simbodydem
