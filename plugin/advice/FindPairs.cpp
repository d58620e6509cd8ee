// SPDX-License-Identifier: Apache-2.0
// Finds the contacts that a model has, or may have, and their loads.

#include "advice/CandidatePair.h"
#include "force/DEMContactForceImpl.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// Returns the base body of the tree that has this body.
MobilizedBodyIndex rootOf(const MobilizedBody& body) { return body.getBaseMobilizedBody().getMobilizedBodyIndex(); }

// Returns the force with which a contact presses [N]; < 0 if it pulls.
Real loadOf(const ContactRecord& contact) { return dot(contact.normalForce, contact.normal); }

// Returns true unless the dashpots feel the mass that an impact along the normal moves.
bool isMassGiven(const EffectiveMassChoice& choice, const IndexPair& pair) {
    return choice.kind != EffectiveMass::Articulated || choice.fixed.isSet() || choice.byPair.count(pair) > 0;
}

Real givenMassOf(const EffectiveMassChoice& choice, const IndexPair& pair, Real ofTwoBodies) {
    const auto given = choice.byPair.find(pair);
    if (given != choice.byPair.end()) return given->second;
    return choice.fixed.isSet() ? Real(choice.fixed) : ofTwoBodies;
}

// Rounds to three digits: pairs that differ by less are alike.
Real rounded(Real value) {
    if (!std::isfinite(value) || value == 0) return value;
    const Real unit = std::pow(10., std::floor(std::log10(std::abs(value))) - 2);
    return std::round(value / unit) * unit;
}

// Returns the mass that an impact of these two surfaces moves along the normal [kg], whatever mass was set for their dashpots. If nothing
// can move, returns the mass that was set, since masses are set for such contacts.
// @param all  contacts of the two surfaces
Real calcMovedMass(const CompiledModel& model, const State& state, const ContactRecord& contact,
                   const std::vector<const ContactRecord*>& all) {
    std::vector<ContactPointInGround> contactsOfPair;
    for (const ContactRecord* other : all) contactsOfPair.push_back({other->point, other->normal});
    const ContactInGround at{model.names,
                             model.getStation(model.surfaces[contact.a]),
                             model.getStation(model.surfaces[contact.b]),
                             contact.a,
                             contact.b,
                             contact.point,
                             contact.normal,
                             contact.slipVelocity,
                             contact.overlapRate,
                             contactsOfPair};
    try {
        return calcContactMass(EffectiveMassChoice(), state, *model.matter, at).normal;
    } catch (const std::runtime_error&) {
        return contact.effectiveMass;
    }
}

std::vector<CandidatePair> findPairs(const DEMContactForceImpl& force, const State& given) {
    const CompiledModel& model = force.getCompiled();
    const SimbodyMatterSubsystem& matter = *model.matter;
    const MultibodySystem& system = MultibodySystem::downcast(matter.getSystem());
    State state = given;
    system.prescribe(state);
    system.realize(state, Stage::Dynamics);

    // The force on each tree, without contacts, is its load on a surface on which it would stand.
    const Vector_<SpatialVec>& pulls = system.getRigidBodyForces(state, Stage::Dynamics);
    Vector_<SpatialVec> own(pulls.size(), SpatialVec(Vec3(0), Vec3(0)));
    std::map<IndexPair, std::vector<const ContactRecord*>> touching; // at one point or several
    if (!force.isDisabled(state)) {
        force.addForces(state, own);
        for (const ContactRecord& contact : force.getContactRecords(state))
            touching[{contact.a, contact.b}].push_back(&contact);
    }
    std::map<MobilizedBodyIndex, Vec3> weights;
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b)
        weights.emplace(rootOf(matter.getMobilizedBody(b)), Vec3(0)).first->second += pulls[b][1] - own[b][1];

    std::vector<CandidatePair> all;
    std::map<std::array<Real, 10>, std::size_t> alike;
    const int count = int(model.surfaces.size());
    for (int a = 0; a < count; ++a)
        for (int b = a + 1; b < count; ++b) {
            const CompiledSurface &surfaceA = model.surfaces[a], &surfaceB = model.surfaces[b];
            if (surfaceA.body == surfaceB.body || surfaceA.hasArea || surfaceB.hasArea ||
                whyNeverTouching(surfaceA, surfaceB) || model.filter.excludes(a, surfaceA, b, surfaceB))
                continue;
            const MobilizedBody &bodyA = *model.bodies[surfaceA.body], &bodyB = *model.bodies[surfaceB.body];
            CandidatePair pair{a, b, 1, false, 0, surfaceA.curvature.along, surfaceB.curvature.along, 0, 0, 0};
            pair.margin = surfaceA.margin + surfaceB.margin;
            pair.isMassGiven = isMassGiven(model.effectiveMass, {a, b});
            pair.effectiveRadius = 1 / (pair.curvatureA + pair.curvatureB);
            if (!std::isfinite(pair.effectiveRadius) || !(pair.effectiveRadius > 0)) continue;
            const auto now = touching.find({a, b});
            if (now != touching.end()) {
                const ContactRecord& heaviest = **std::max_element(
                    now->second.begin(), now->second.end(),
                    [](const ContactRecord* c, const ContactRecord* d) { return loadOf(*c) < loadOf(*d); });
                pair.isTouching = true;
                pair.load = loadOf(heaviest);
                pair.effectiveMass = pair.movedMass = heaviest.effectiveMass;
                if (pair.isMassGiven) pair.movedMass = calcMovedMass(model, state, heaviest, now->second);
            } else {
                const auto inverse = [](const MobilizedBody& body) {
                    return body.isGround() ? 0 : 1 / body.getDefaultMassProperties().getMass();
                };
                const auto weight = [&](const MobilizedBody& body) {
                    return body.isGround() ? Infinity : weights.at(rootOf(body)).norm();
                };
                pair.movedMass = 1 / (inverse(bodyA) + inverse(bodyB));
                pair.effectiveMass = givenMassOf(model.effectiveMass, {a, b}, pair.movedMass);
                pair.load = std::min(weight(bodyA), weight(bodyB));
            }
            if (!std::isfinite(pair.movedMass) || !(pair.movedMass > 0)) continue;
            const std::array<Real, 10> key{Real(surfaceA.materialClass), Real(surfaceB.materialClass),
                                           rounded(pair.curvatureA),     rounded(pair.curvatureB),
                                           rounded(pair.load),           rounded(pair.effectiveMass),
                                           rounded(pair.movedMass),      rounded(pair.margin),
                                           Real(pair.isMassGiven),       Real(pair.isTouching)};
            const auto [place, isNew] = alike.emplace(key, all.size());
            if (isNew)
                all.push_back(pair);
            else
                ++all[place->second].numAlike;
        }
    return all;
}

// Finds the areas in which layers touch. The speeds are taken away, and with them the part of the dashpots in the pressure.
std::vector<CandidateArea> findAreas(const DEMContactForceImpl& force, const State& given) {
    const CompiledModel& model = force.getCompiled();
    std::vector<CandidateArea> all;
    if (model.layers.empty() || force.isDisabled(given)) return all;
    const MultibodySystem& system = MultibodySystem::downcast(model.matter->getSystem());
    State state = given;
    system.prescribe(state);
    state.updU() = 0;
    system.realize(state, Stage::Dynamics);
    for (const ContactRecord& contact : force.getContactRecords(state)) {
        const LayerPair* constants = contact.area ? model.layers.find(contact.a, contact.b) : nullptr;
        if (!constants || constants->sand) continue; // soil and sand get no advice
        const CandidateArea found{*contact.area, loadOf(contact), calcMovedMass(model, state, contact, {&contact}),
                                  *constants};
        if (found.load > 0 && std::isfinite(found.movedMass) && found.movedMass > 0) all.push_back(found);
    }
    return all;
}

} // namespace

ForceView::ForceView(const DEMContactForce& force, const State& state, const char* caller) {
    const DEMContactForceImpl& impl = implOf(force);
    impl.checkTopology(caller, state);
    pairs = findPairs(impl, state);
    areas = findAreas(impl, state);
    materials = impl.getCompiled().materials;
}

} // namespace simbodydem
