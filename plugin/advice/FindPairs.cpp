// SPDX-License-Identifier: Apache-2.0
// Which contacts a model has, or may have, and what they would bear.

#include "advice/PairInQuestion.h"
#include "force/DEMContactForceImpl.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// The body of the tree's first generation that carries this one.
MobilizedBodyIndex rootOf(const MobilizedBody& body) { return body.getBaseMobilizedBody().getMobilizedBodyIndex(); }

// Returns the force with which a contact presses [N]; < 0 if it pulls.
Real loadOf(const ContactRecord& contact) { return dot(contact.normalForce, contact.normal); }

// Returns true unless the dashpots feel what an impact along the normal finds.
bool isMassGiven(const EffectiveMassChoice& choice, const IndexPair& pair) {
    return choice.kind != EffectiveMass::Articulated || choice.fixed.isSet() || choice.byPair.count(pair) > 0;
}

Real givenMassOf(const EffectiveMassChoice& choice, const IndexPair& pair, Real ofTwoBodies) {
    const auto given = choice.byPair.find(pair);
    if (given != choice.byPair.end()) return given->second;
    return choice.fixed.isSet() ? Real(choice.fixed) : ofTwoBodies;
}

// To three digits: what differs by less is alike.
Real rounded(Real value) {
    if (!std::isfinite(value) || value == 0) return value;
    const Real unit = std::pow(10., std::floor(std::log10(std::abs(value))) - 2);
    return std::round(value / unit) * unit;
}

} // namespace

ForceInQuestion::ForceInQuestion(const DEMContactForce& force, const State& state, const char* caller) {
    const DEMContactForceImpl& impl = force.getImpl();
    impl.checkTopology(caller, state);
    pairs = impl.findPairs(state);
    materials = impl.getAllMaterials();
}

// Returns the given mass where nothing can move: masses are given for such contacts.
Real DEMContactForceImpl::calcMovedMass(const State& state, const ContactRecord& contact,
                                        const std::vector<const ContactRecord*>& all) const {
    std::vector<TouchInGround> company;
    for (const ContactRecord* other : all) company.push_back({other->point, other->normal});
    const ContactInGround at{compiled.names,
                             getStation(compiled.surfaces[contact.a]),
                             getStation(compiled.surfaces[contact.b]),
                             contact.a,
                             contact.b,
                             contact.point,
                             contact.normal,
                             contact.slipVelocity,
                             contact.overlapRate,
                             company};
    try {
        return calcContactMass(EffectiveMassChoice(), state, getMatter(), at).normal;
    } catch (const std::runtime_error&) {
        return contact.effectiveMass;
    }
}

std::vector<PairInQuestion> DEMContactForceImpl::findPairs(const State& given) const {
    const MultibodySystem& system = MultibodySystem::downcast(forces.getSystem());
    State state = given;
    system.prescribe(state);
    system.realize(state, Stage::Dynamics);
    const SimbodyMatterSubsystem& matter = getMatter();

    // What pulls on each tree, without contacts: the load that it would be to what it stands on.
    const Vector_<SpatialVec>& pulls = system.getRigidBodyForces(state, Stage::Dynamics);
    Vector_<SpatialVec> own(pulls.size(), SpatialVec(Vec3(0), Vec3(0)));
    std::map<IndexPair, std::vector<const ContactRecord*>> touching; // in one place or several
    if (!isDisabled(state)) {
        addForces(state, own);
        for (const ContactRecord& contact : getContactRecords(state))
            touching[{contact.a, contact.b}].push_back(&contact);
    }
    std::map<MobilizedBodyIndex, Vec3> weights;
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b)
        weights.emplace(rootOf(matter.getMobilizedBody(b)), Vec3(0)).first->second += pulls[b][1] - own[b][1];

    std::vector<PairInQuestion> all;
    std::map<std::array<Real, 10>, std::size_t> alike;
    const int count = int(compiled.surfaces.size());
    for (int a = 0; a < count; ++a)
        for (int b = a + 1; b < count; ++b) {
            const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
            if (surfaceA.body == surfaceB.body || whyNeverTouching(surfaceA, surfaceB) ||
                compiled.filter.excludes(a, surfaceA, b, surfaceB))
                continue;
            const MobilizedBody &bodyA = *compiled.bodies[surfaceA.body], &bodyB = *compiled.bodies[surfaceB.body];
            PairInQuestion pair{a, b, 1, false, 0, surfaceA.curvature.along, surfaceB.curvature.along, 0, 0, 0};
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
                if (pair.isMassGiven) pair.movedMass = calcMovedMass(state, heaviest, now->second);
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

} // namespace simbodydem
