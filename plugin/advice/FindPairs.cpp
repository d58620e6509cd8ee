// SPDX-License-Identifier: Apache-2.0
// Which contacts a model has, or may have, and what they would bear.

#include "advice/PairInQuestion.h"
#include "force/DEMContactForceImpl.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace simbodydem {

using namespace SimTK;

namespace {

// The body of the tree's first generation that carries this one.
MobilizedBodyIndex rootOf(const MobilizedBody& body) { return body.getBaseMobilizedBody().getMobilizedBodyIndex(); }

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

std::vector<PairInQuestion> DEMContactForceImpl::findPairs(const State& given) const {
    const MultibodySystem& system = MultibodySystem::downcast(forces.getSystem());
    State state = given;
    system.prescribe(state);
    system.realize(state, Stage::Dynamics);
    const SimbodyMatterSubsystem& matter = getMatter();

    // What pulls on each tree, without contacts: the load that it would be to what it stands on.
    const Vector_<SpatialVec>& pulls = system.getRigidBodyForces(state, Stage::Dynamics);
    Vector_<SpatialVec> own(pulls.size(), SpatialVec(Vec3(0), Vec3(0)));
    std::map<IndexPair, const ContactRecord*> touching;
    if (!isDisabled(state)) {
        addForces(state, own);
        for (const ContactRecord& contact : getContactRecords(state)) touching[{contact.a, contact.b}] = &contact;
    }
    std::map<MobilizedBodyIndex, Vec3> weights;
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b)
        weights.emplace(rootOf(matter.getMobilizedBody(b)), Vec3(0)).first->second += pulls[b][1] - own[b][1];

    std::vector<PairInQuestion> all;
    std::map<std::array<Real, 7>, std::size_t> alike;
    const int count = int(compiled.surfaces.size());
    for (int a = 0; a < count; ++a)
        for (int b = a + 1; b < count; ++b) {
            const Surface &surfaceA = compiled.surfaces[a], &surfaceB = compiled.surfaces[b];
            if (surfaceA.body == surfaceB.body || whyNeverTouching(surfaceA, surfaceB) ||
                compiled.filter.excludes(a, surfaceA, b, surfaceB))
                continue;
            const MobilizedBody &bodyA = *compiled.bodies[surfaceA.body], &bodyB = *compiled.bodies[surfaceB.body];
            PairInQuestion pair{a, b, 1, false, 0, surfaceA.curvature.along, surfaceB.curvature.along, 0, 0};
            pair.effectiveRadius = 1 / (pair.curvatureA + pair.curvatureB);
            if (!std::isfinite(pair.effectiveRadius) || !(pair.effectiveRadius > 0)) continue;
            const auto now = touching.find({a, b});
            if (now != touching.end()) {
                pair.isTouching = true;
                pair.load = now->second->normalForce.norm();
                pair.effectiveMass = now->second->effectiveMass;
            } else {
                const auto inverse = [](const MobilizedBody& body) {
                    return body.isGround() ? 0 : 1 / body.getDefaultMassProperties().getMass();
                };
                const auto weight = [&](const MobilizedBody& body) {
                    return body.isGround() ? Infinity : weights.at(rootOf(body)).norm();
                };
                pair.effectiveMass = 1 / (inverse(bodyA) + inverse(bodyB));
                pair.load = std::min(weight(bodyA), weight(bodyB));
            }
            if (!std::isfinite(pair.effectiveMass) || !(pair.effectiveMass > 0)) continue;
            const std::array<Real, 7> key{Real(surfaceA.materialClass), Real(surfaceB.materialClass),
                                          rounded(pair.curvatureA),     rounded(pair.curvatureB),
                                          rounded(pair.load),           rounded(pair.effectiveMass),
                                          Real(pair.isTouching)};
            const auto [place, isNew] = alike.emplace(key, all.size());
            if (isNew)
                all.push_back(pair);
            else
                ++all[place->second].numAlike;
        }
    return all;
}

} // namespace simbodydem
