// SPDX-License-Identifier: Apache-2.0
#include "contact/HistoryRows.h"

#include "base/Checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace simbodydem {

using SimTK::Real;

namespace {

const Bounds any = {"finite, below 1e100", [](Real x) { return std::abs(x) < largestSaved; }};
const Bounds positive = {"> 0 and below 1e100", [](Real x) { return x > 0 && x < largestSaved; }};
const Bounds notNegative = {">= 0 and below 1e100", [](Real x) { return x >= 0 && x < largestSaved; }};
const Bounds fraction = {"in [0, 1]", [](Real x) { return x >= 0 && x <= 1; }};
const Bounds finite = {"finite", [](Real x) { return std::isfinite(x); }};
const Bounds anyOrNone = {"finite, below 1e100, or none", [](Real x) { return std::isnan(x) || any.hold(x); }};

// Tolerance of unit vectors and right angles. It allows a body's transform in single precision; doubles err by 1e-15.
const Real unitTolerance = 1e-6;

void describeFactors(HistoryRows& file, std::vector<Real>& factors, std::size_t numSurfaces) {
    bool areSet = !factors.empty();
    file.flag("friction factors set", areSet);
    factors.resize(areSet ? numSurfaces : 0);
    for (Real& factor : factors) file.number("friction factor", "", factor, notNegative);
}

void describeLedger(HistoryRows& file, EnergyLedger& ledger, EnergyTotals& now) {
    file.flag("open", ledger.isOpen);
    file.number("offset", "J", ledger.offset, any);
    file.number("released energy", "J", ledger.released, any);
    file.number("friction heat", "J", ledger.heat.friction, any);
    file.number("damping heat", "J", ledger.heat.damping, any);
    file.number("gained energy", "J", ledger.heat.gained, any);
    file.number("stored energy", "J", ledger.stored, any);
    file.number("held energy", "J", ledger.held, any);
    for (EnergyTotals* totals : {&ledger.totals, &now}) {
        file.number("input", "J", totals->input, any);
        file.number("damping", "J", totals->damping, any);
        file.number("release", "J", totals->release, any);
        file.number("gained", "J", totals->gained, any);
    }
}

void describePose(HistoryRows& file, BodyPose& pose) {
    file.rotation("axis", pose.rotation);
    file.vector("origin", "m", pose.origin);
    file.vector("velocity", "m/s", pose.velocity);
    file.vector("angular velocity", "rad/s", pose.angularVelocity);
}

void describeRow(HistoryRows& file, ContactRow& row) {
    file.vector("point", "m", row.point);
    file.unitVector("normal", row.normal);
    file.vector("tangential displacement", "m", row.tangentialDisplacement);
    file.number("overlap", "m", row.overlap, any);
    file.number("effective mass", "kg", row.normalMass, positive);
    file.number("tangential effective mass", "kg", row.tangentialMass, positive);
    file.memory("history of the normal law", row.normalLaw);
    file.memory("history of the tangential law", row.tangentialLaw);
    file.number("mobilization", "", row.mobilizationSquared, fraction);
    if (!file.hasDraggedSprings()) return;
    file.number("damping time", "s", row.dampingTime, notNegative);
    file.number("limit length", "m", row.limitLength, notNegative);
}

void describeRolling(HistoryRows& file, RollingHistory& rolling) {
    file.vector("elastic rotation", "rad", rolling.rotation);
    file.memory("history of the rolling law", rolling.law);
    file.number("mobilization of rolling", "", rolling.rollingMobilizationSquared, fraction);
    file.number("mobilization of twisting", "", rolling.twistingMobilizationSquared, fraction);
    if (!file.hasDraggedSprings()) return;
    file.number("damping time of rolling", "s", rolling.dampingTime, notNegative);
    file.number("limit angle of rolling", "rad", rolling.limitAngle, notNegative);
}

void describeEnergy(HistoryRows& file, ContactEnergy& energy) {
    file.number("energy of the normal force", "J", energy.normal, any);
    file.number("energy of the tangential spring", "J", energy.tangential, any);
    file.number("energy of the rolling spring", "J", energy.rolling, any);
    file.vector("tangential force", "N", energy.force);
    file.vector("rolling torque", "N m", energy.torque);
}

using Poses = std::map<int, BodyPose>; // by MobilizedBodyIndex

void describeBody(HistoryRows& file, SavedBody& body, const HistoryModel& model) {
    file.index("body", body.index, std::numeric_limits<int>::max());
    if (model.slotOf.count(body.index) == 0) file.fail("body " + std::to_string(body.index) + " has no surface");
    file.key({body.index});
    describePose(file, body.pose);
}

void describeKey(HistoryRows& file, ContactKey& key, const HistoryModel& model) {
    file.index("surface a", key.a, model.bodyOf.size());
    file.index("surface b", key.b, model.bodyOf.size());
    file.index("patch", key.patch, std::size_t(1) << 53); // a double counts up to this
    if (key.a >= key.b) file.fail("surface a must be smaller than surface b");
    file.key({key.a, key.b, key.patch});
}

void describeContact(HistoryRows& file, FullContactRow& contact, const HistoryModel& model) {
    describeKey(file, contact.key, model);
    describeRow(file, contact);
    if (model.hasRolling) describeRolling(file, contact.rolling);
    if (model.isTracking) describeEnergy(file, contact.energy);
}

void describeLayerPair(HistoryRows& file, int& layer, int& opposite, const HistoryModel& model) {
    file.index("surface with a layer", layer, model.bodyOf.size());
    file.index("opposite surface", opposite, model.bodyOf.size());
    if (model.layerPairs.count({layer, opposite}) == 0)
        file.fail("surface " + std::to_string(layer) + " has no layer that can touch surface " +
                  std::to_string(opposite));
}

// Checks a contact as a whole, once each of its numbers is possible.
void checkContact(HistoryRows& file, const FullContactRow& contact, const Poses& poses, Real time,
                  const HistoryModel& model) {
    if (std::isnan(time)) file.fail("there is a contact, but no time of a commit");
    const int bodyA = model.bodyOf[contact.key.a], bodyB = model.bodyOf[contact.key.b];
    for (int body : {bodyA, bodyB})
        if (poses.count(body) == 0) file.fail("body " + std::to_string(body) + " of this contact has no line");
    const std::string fault = model.findFault(contact, poses.at(bodyA), poses.at(bodyB));
    if (!fault.empty()) file.fail(fault);
}

void describeSoilCell(HistoryRows& file, int& soil, std::int64_t& cell, Real& yieldDepth, const HistoryModel& model) {
    file.index("surface", soil, model.bodyOf.size());
    if (std::count(model.soils.begin(), model.soils.end(), soil) == 0)
        file.fail("surface " + std::to_string(soil) + " is not of soil");
    file.index("cell", cell, std::size_t(1) << 53);
    file.key({soil, cell});
    file.number("depth of first loading", "m", yieldDepth, notNegative);
}

void describeSoils(HistoryRows& file, SavedHistory& saved, const Poses& poses, const HistoryModel& model) {
    file.rows("soil-cell", saved.soilCells, [&](SavedSoilCell& cell) {
        SoilCellMemory& memory = cell.memory;
        describeSoilCell(file, cell.soil, memory.cell, memory.yieldDepth, model);
        file.index("touching surface", memory.surface, model.bodyOf.size());
        file.number("depth", "m", memory.depth, notNegative);
        file.unitVector("normal", memory.normal);
        kernels::SoilShear& shear = memory.shear;
        file.number("shear displacement", "m", shear.displacement[0], any);
        file.number("shear displacement", "m", shear.displacement[1], any);
        file.number("hardening", "m", shear.hardening, notNegative);
        file.number("shear stiffness", "Pa/m", shear.stiffness, notNegative);
        if (file.hasSoilReach())
            file.number("reach of the shear", "m", shear.reach, notNegative);
        else
            shear.reach = SimTK::NaN;
        file.number("area", "m^2", memory.area, notNegative);
        if (file.hasSoilRims()) {
            file.vector("rim", "m", memory.rim);
            file.number("reach of the wall", "m", memory.reach, any);
            file.number("depth of first loading beside the wall", "m", memory.groundDepth, notNegative);
        }
        if (std::isnan(saved.time)) file.fail("soil is touched, but there is no time of a commit");
        for (const int surface : {cell.soil, memory.surface})
            if (poses.count(model.bodyOf[surface]) == 0)
                file.fail("body " + std::to_string(model.bodyOf[surface]) + " of this cell has no line");
        const std::string fault = model.findSoilFault(cell);
        if (!fault.empty()) file.fail(fault);
    });
    file.rows("rut", saved.ruts,
              [&](SavedRut& rut) { describeSoilCell(file, rut.soil, rut.cell, rut.yieldDepth, model); });
}

} // namespace

void describeHistory(HistoryRows& file, SavedHistory& saved, const HistoryModel& model) {
    for (const std::string& line : model.identity) file.line(line);
    file.line("end of model");
    file.row("time", [&] { file.number("time", "s", saved.time, anyOrNone); });
    file.row("friction-factors", [&] { describeFactors(file, saved.frictionFactors, model.bodyOf.size()); });
    if (model.isTracking) file.row("energy", [&] { describeLedger(file, saved.ledger, saved.totals); });

    Poses poses;
    file.rows("body", saved.bodies, [&](SavedBody& body) {
        describeBody(file, body, model);
        poses[body.index] = body.pose;
    });
    file.rows("contact", saved.contacts, [&](FullContactRow& contact) {
        describeContact(file, contact, model);
        checkContact(file, contact, poses, saved.time, model);
    });
    file.rows("passing", saved.passing, [&](ContactKey& corner) { describeKey(file, corner, model); });
    if (!model.soils.empty()) describeSoils(file, saved, poses, model);
    if (model.layerPairs.empty()) return;
    std::map<std::pair<int, int>, Real> touching; // the speed of all elements, in old files
    file.rows("layer", saved.layers, [&](LayerPairMemory& pair) {
        describeLayerPair(file, pair.layer, pair.opposite, model);
        file.key({pair.layer, pair.opposite});
        Real& speed = touching[{pair.layer, pair.opposite}];
        if (!file.hasTouchSpeeds()) file.number("impact speed", "m/s", speed, notNegative);
    });
    file.rows("element", saved.elements, [&](SavedElement& element) {
        describeLayerPair(file, element.layer, element.opposite, model);
        const auto layer = touching.find({element.layer, element.opposite});
        if (layer == touching.end()) file.fail("the layer of this element has no line");
        file.index("element", element.memory.element, std::size_t(1) << 53);
        file.key({element.layer, element.opposite, element.memory.element});
        file.vector("anchor", "m", element.memory.anchor);
        file.number("limit length", "m", element.memory.limitLength, notNegative);
        file.number("damping time", "s", element.memory.dampingTime, notNegative);
        if (file.hasTouchSpeeds())
            file.number("touch speed", "m/s", element.memory.touchSpeed, notNegative);
        else
            element.memory.touchSpeed = layer->second;
    });
}

void HistoryRows::number(const char* name, const char* unit, Real& value, const Bounds& bounds) {
    transfer(name, value);
    if (!bounds.hold(value))
        fail(name + (" = " + toText(value)) + (*unit ? " " : "") + unit + "; it must be " + bounds.text);
}

void HistoryRows::vector(const char* name, const char* unit, Vector3& v) {
    for (int k = 0; k < 3; ++k) number(name, unit, v[k], any);
}

void HistoryRows::unitVector(const char* name, Vector3& v) {
    vector(name, "", v);
    if (!(std::abs(v.norm() - 1) < unitTolerance))
        fail(name + (" has the length " + toText(v.norm())) + "; it must be 1");
}

void HistoryRows::rotation(const char* name, Matrix3& R) {
    for (int column = 0; column < 3; ++column) {
        Vector3 axis = R.col(column);
        unitVector(name, axis);
        R.col(column) = axis;
    }
    if (!((R.col(0).cross(R.col(1)) - R.col(2)).norm() < unitTolerance))
        fail(std::string(name) + "s must be at right angles and right-handed");
}

void HistoryRows::index(const char* name, int& value, std::size_t count) {
    std::int64_t number = value;
    index(name, number, count);
    value = int(number);
}

void HistoryRows::index(const char* name, std::int64_t& value, std::size_t count) {
    Real number = Real(value);
    transfer(name, number);
    if (!(number >= 0 && number < Real(count) && number == std::floor(number)))
        fail(name + (" = " + toText(number)) + "; it must be a whole number in [0, " + std::to_string(count) + ")");
    value = std::int64_t(number);
}

void HistoryRows::flag(const char* name, bool& value) {
    int number = value;
    index(name, number, 2);
    value = number != 0;
}

void HistoryRows::memory(const char* name, LawHistory& history) {
    auto values = history.get<std::array<Real, 3>>();
    for (Real& value : values) number(name, "", value, finite);
    history.set(values);
}

} // namespace simbodydem
