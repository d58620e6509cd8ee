// SPDX-License-Identifier: Apache-2.0
#include "opensim/DEMContactForce.h"

#include "opensim/LawText.h"
#include "opensim/XmlElements.h"

#include <simbodydem/ContactDecorations.h>
#include <simbodydem/ContactModel.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/LawCatalog.h>
#include <simbodydem/Resultants.h>

#include <OpenSim/Common/Logger.h>
#include <OpenSim/Simulation/Model/Model.h>

#include <cmath>
#include <iterator>

namespace OpenSim {

using SimTK::Real;

DEMContactForce::DEMContactForce() {
    constructProperty_law();
    constructProperty_normal_law();
    constructProperty_tangential_law();
    constructProperty_rolling_law();
    constructProperty_effective_mass("Articulated");
    constructProperty_exclude_adjacent_bodies(false);
    constructProperty_exclude();
    constructProperty_detection_margin(0);
    constructProperty_track_dissipated_energy(false);
    constructProperty_surfaces();
}

void DEMContactForce::updateFromXMLNode(SimTK::Xml::Element& node, int versionNumber) {
    refuseUnknownElements(*this, node);
    Super::updateFromXMLNode(node, versionNumber);
}

namespace {

simbodydem::NamedLaws findNamedLaws(const std::string& name, const std::string& owner) {
    std::string known;
    for (const simbodydem::NamedLaws& laws : simbodydem::listNamedLaws()) {
        if (withoutCaseAndDashes(laws.name) == withoutCaseAndDashes(name)) return laws;
        known += (known.empty() ? "" : ", ") + laws.name;
    }
    throw Exception(owner + ": <law> is '" + name + "'; it must be one of " + known +
                    ", or give <normal_law> and <tangential_law>");
}

simbodydem::EffectiveMassChoice readEffectiveMass(const std::string& given, const std::string& owner) {
    const std::string text = SimTK::String::trimWhiteSpace(given); // OpenSim keeps the spaces
    simbodydem::EffectiveMassChoice choice;
    if (text == "Articulated") return choice;
    choice.kind = simbodydem::EffectiveMass::TwoBody;
    if (text == "TwoBody") return choice;
    double fixed = 0;
    if (!toNumber(text, fixed) || !(fixed > 0))
        throw Exception(owner + ": <effective_mass> is '" + text +
                        "'; it must be Articulated, TwoBody or a number [kg] > 0");
    choice.fixed = fixed;
    return choice;
}

} // namespace

simbodydem::ContactModel DEMContactForce::makeContactModel() const {
    const std::string owner = "DEMContactForce \"" + getName() + "\"";
    const bool isNamed = !getProperty_law().empty(), hasNormal = !getProperty_normal_law().empty(),
               hasTangential = !getProperty_tangential_law().empty();
    if (isNamed && (hasNormal || hasTangential))
        throw Exception(owner + " has a <law> and also a <normal_law> or <tangential_law>; give either <law>, or "
                                "<normal_law> and <tangential_law>");
    if (hasNormal != hasTangential)
        throw Exception(owner + ": give both <normal_law> and <tangential_law>; one is missing");
    simbodydem::NamedLaws names{"", "", ""};
    if (!hasNormal) names = findNamedLaws(isNamed ? SimTK::String::trimWhiteSpace(get_law()) : "HertzMindlin", owner);
    const LawText normal(hasNormal ? get_normal_law() : names.normal, owner + ": <normal_law>"),
        tangential(hasNormal ? get_tangential_law() : names.tangential, owner + ": <tangential_law>"),
        rolling(getProperty_rolling_law().empty() ? "none" : get_rolling_law(), owner + ": <rolling_law>");
    simbodydem::ContactModel model(
        *simbodydem::makeNormalLaw(normal.name, normal.parameters, normal.choices),
        *simbodydem::makeTangentialLaw(tangential.name, tangential.parameters, tangential.choices),
        *simbodydem::makeRollingLaw(rolling.name, rolling.parameters, rolling.choices));
    model.effectiveMass = readEffectiveMass(get_effective_mass(), owner);
    model.exclusions.adjacentBodies = get_exclude_adjacent_bodies();
    model.margins.forAll = get_detection_margin();
    model.trackDissipatedEnergy = get_track_dissipated_energy();
    return model;
}

void DEMContactForce::exclude(simbodydem::DEMContactForce& made) const {
    for (int i = 0; i < getProperty_surfaces().size(); ++i) {
        const auto& group = get_surfaces(i).group.surfaces;
        for (auto a = group.begin(); a != group.end(); ++a)
            for (auto b = std::next(a); b != group.end(); ++b) made.excludePair(*a, *b);
    }
    const auto find = [&](const std::string& name) -> const simbodydem::SurfaceGroup& {
        for (int i = 0; i < getProperty_surfaces().size(); ++i)
            if (get_surfaces(i).getName() == name) return get_surfaces(i).group;
        throw Exception("DEMContactForce \"" + getName() + "\": <exclude> names '" + name +
                        "', which is not one of its surfaces");
    };
    const int count = getProperty_exclude().size();
    if (count % 2 != 0)
        throw Exception("DEMContactForce \"" + getName() + "\": <exclude> has " + std::to_string(count) +
                        " names; they must be pairs of surfaces, as in 'foot_r foot_l'");
    for (int i = 0; i < count; i += 2)
        for (const simbodydem::SurfaceIndex a : find(get_exclude(i)).surfaces)
            for (const simbodydem::SurfaceIndex b : find(get_exclude(i + 1)).surfaces)
                if (a != b) made.excludePair(a, b);
}

// Does not call Force::extendAddToSystem(). That would add an adapter that gets its forces from this class, which has none.
void DEMContactForce::extendAddToSystem(SimTK::MultibodySystem& system) const {
    ModelComponent::extendAddToSystem(system);
    simbodydem::ContactSurfaces surfaces(system.updMatterSubsystem());
    for (int i = 0; i < getProperty_surfaces().size(); ++i) get_surfaces(i).addTo(surfaces);
    force.reset(new simbodydem::DEMContactForce(_model->updForceSubsystem(), surfaces, makeContactModel()));
    exclude(*force);
    decorations.reset();
    ++numSystems;
    isStartTold = false;
    const_cast<DEMContactForce*>(this)->_index = force->getForceIndex(); // appliesForce uses it, as in Force
}

const simbodydem::DEMContactForce& DEMContactForce::getDEMForce() const {
    if (!force)
        throw Exception("DEMContactForce \"" + getName() + "\" is not in a System yet; call Model::initSystem()");
    return *force;
}

double DEMContactForce::getNumberOfContacts(const SimTK::State& state) const {
    return double(getDEMForce().getContactRecords(state).size());
}

double DEMContactForce::getStoredEnergy(const SimTK::State& state) const {
    return getDEMForce().calcPotentialEnergyContribution(state);
}

double DEMContactForce::getDissipatedEnergy(const SimTK::State& state) const {
    if (!get_track_dissipated_energy())
        throw Exception("DEMContactForce \"" + getName() +
                        "\": no dissipated energy was tracked; set <track_dissipated_energy> to true");
    return getDEMForce().getDissipatedEnergy(state);
}

Array<std::string> DEMContactForce::getRecordLabels() const {
    Array<std::string> labels("");
    for (int i = 0; i < getProperty_surfaces().size(); ++i)
        for (const char* what : {".force.", ".torque."})
            for (const char* axis : {"X", "Y", "Z"})
                labels.append(getName() + "." + get_surfaces(i).getName() + what + axis);
    for (int i = 0; i < getProperty_surfaces().size(); ++i)
        if (get_surfaces(i).hasAreas())
            for (const char* what : {"pressure_center.X", "pressure_center.Y", "pressure_center.Z", "contact_area",
                                     "mean_pressure", "peak_pressure", "slipping_fraction"})
                labels.append(getName() + "." + get_surfaces(i).getName() + "." + what);
    return labels;
}

Array<double> DEMContactForce::getRecordValues(const SimTK::State& state) const {
    Array<double> values(0.0);
    for (int i = 0; i < getProperty_surfaces().size(); ++i) {
        const SimTK::Vec3 onForce = get_surfaces(i).getForce(state),
                          moment = get_surfaces(i).getMomentAboutGroundOrigin(state);
        for (const SimTK::Vec3& v : {onForce, moment})
            for (int k = 0; k < 3; ++k) values.append(v[k]);
    }
    for (int i = 0; i < getProperty_surfaces().size(); ++i) {
        const DEMSurface& surface = get_surfaces(i);
        if (!surface.hasAreas()) continue;
        const SimTK::Vec3 center = surface.getPressureCenter(state);
        for (int k = 0; k < 3; ++k) values.append(center[k]);
        for (const double value : {surface.getContactArea(state), surface.getMeanPressure(state),
                                   surface.getPeakPressure(state), surface.getSlippingFraction(state)})
            values.append(value);
    }
    return values;
}

void DEMContactForce::generateDecorations(bool fixed, const ModelDisplayHints& hints, const SimTK::State& state,
                                          SimTK::Array_<SimTK::DecorativeGeometry>& geometry) const {
    Super::generateDecorations(fixed, hints, state, geometry);
    if (fixed || !hints.get_show_forces() || !appliesForce(state)) return;
    if (!decorations) {
        const Real weight = getModel().getTotalMass(state) * getModel().getGravity().norm();
        decorations.reset(new simbodydem::ContactDecorations(*force, weight > 0 ? weight : 1, 0.5));
    }
    decorations->generateDecorations(state, geometry);
}

void DEMContactForce::extendRealizeAcceleration(const SimTK::State& state) const {
    Super::extendRealizeAcceleration(state);
    if (force && appliesForce(state)) tellOfLostHistory(state);
}

// Warns of contacts that existed before this State but have no history. Such a contact is deeper than an atom, so its overlap
// is not rounding error. It would also have needed more than 10 ms to form. A table of states has coordinates and speeds, but
// no discrete variables.
void DEMContactForce::tellOfLostHistory(const SimTK::State& state) const {
    const bool hasPast = !std::isnan(force->getCommitTime(state));
    if (hasPast) isStartTold = false; // the next start belongs to another run
    if (hasPast || isStartTold) return;
    int count = 0;
    for (const simbodydem::ContactRecord& record : force->getContactRecords(state))
        if (record.overlap > 1e-10 && std::abs(record.overlapRate) * 0.01 < record.overlap) ++count;
    if (count == 0) return;
    isStartTold = true;
    log_warn(
        "DEMContactForce \"{}\": contacts are loaded but have no history: {} of them at t = {} s. Their tangential "
        "springs are not stretched yet. A table of states contains no contact history: use a StatesTrajectory or "
        "writeHistory() and readHistory(), or let a DEMGroundReactionAnalysis replay the table.",
        getName(), count, state.getTime());
}

} // namespace OpenSim
