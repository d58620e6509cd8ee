// SPDX-License-Identifier: Apache-2.0
#include "force/ContactPipeline.h"

#include "collision/ContactSource.h"
#include "contact/ContactOutput.h"
#include "contact/ContactTangent.h"
#include "contact/SeamMatching.h"
#include "force/ContactDiagnostics.h"
#include "force/MassOfNewContact.h"
#include "force/OneSidedContacts.h"
#include "force/WatchedGroups.h"
#include "force/Workspace.h"
#include "math/Inline.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

BodyMotion& fetchBody(const PipelineInput& from, Workspace& work, ContactHistory* next, int slot) {
    BodyMotion& body = work.bodies[slot];
    if (body.isKnown) return body;
    const Transform& X_GB = work.search.bodies.getTransform(slot);
    const SpatialVec& V_GB = work.search.bodies.getVelocity(slot);
    const auto rotation = asEigen(X_GB.R());
    body.isKnown = true;
    body.origin = toEigen(X_GB.p());
    body.angularVelocity = toEigen(V_GB[0]);
    body.velocity = toEigen(V_GB[1]);
    body.torque.setZero();
    body.force.setZero();
    if (!from.committed.poses.empty()) {
        const Matrix3& rotationAtCommit = from.committed.poses[slot].rotation;
        if (rotation == rotationAtCommit) // exactly, so that another evaluation at the commit changes no digit
            body.setTurn(Matrix3::Identity());
        else
            body.setTurn(rotation.lazyProduct(rotationAtCommit.transpose()));
        body.originAtCommit = from.committed.poses[slot].origin;
    }
    if (next) next->poses[slot] = {rotation, body.origin, body.velocity, body.angularVelocity};
    return body;
}

// Finds the contact points, and clears the last evaluation.
void start(const PipelineInput& from, Workspace& work, ContactHistory* next) {
    const auto& [model, state, committed, factors] = from;
    SimTK_STAGECHECK_GE_ALWAYS(state.getSystemStage(), Stage::Velocity, "DEMContactForce");
    work.search.bodies.locate(state, model.bodies);
    work.search.curvatures.clear();
    work.search.hidden.clear();
    model.source->findContactPoints(state, model, work.search, work.contacts);
    work.lookup.start(committed);
    work.flow = EnergyFlow();
    if (next) {
        next->time = state.getTime();
        next->rows.start(model.hasFullRows());
        keepPassing(committed, work.search.hidden, *next);
        next->atFirstSight.found = next->beyondShape.found = next->farTurned.found = NotedContact();
        next->oneSided.found = NotedContact();
        work.sliding.clear();
        work.unloaded.clear();
        next->poses.resize(model.bodies.size());
    }
    // If most bodies are needed, they are fetched here in the order of their memory. The bodies of a pile are spread over it.
    // One-sided surfaces need all bodies: a body that comes later must have its pose at this commit.
    const bool areMostNeeded = model.isAnyOneSided || 2 * work.contacts.size() >= model.bodies.size();
    work.bodies.resize(model.bodies.size());
    for (std::size_t slot = 0; slot < model.bodies.size(); ++slot) {
        work.bodies[slot].isKnown = false;
        if (areMostNeeded) fetchBody(from, work, next, int(slot));
    }
}

// Adds one contact to the energy flow. Returns the energy to commit.
ContactEnergy book(const CompiledModel& model, EnergyFlow& flow, const ContactKinematics& now,
                   const ContactOutput& output, const Vector3& force, const BodyMotion& bodyA,
                   const BodyMotion& bodyB) {
    const Real input =
        -force.dot(now.velocity) - toEigen(output.rolling.torque).dot(bodyB.angularVelocity - bodyA.angularVelocity);
    return flow.book(input, output.normal, output.tangential, output.rolling,
                     now.past ? &now.past->full().energy : nullptr, model.reachesBeyondTouch);
}

// Evaluates all contacts of a State.
class Evaluation {
public:
    Evaluation(const PipelineInput& from, Workspace& work, const PipelineOutput& to)
        : from(from), model(from.model), committed(from.committed), work(work), to(to),
          timeSinceCommit(from.state.getTime() - from.committed.time),
          again(from.model, work.search.bodies, work.searchAgain) {
        start(from, work, to.next);
    }

    // Each contact point finds its history and evaluates its laws. Their outputs go to bodies, energy, history and records.
    SIMBODYDEM_ALWAYS_INLINE void evaluate(ContactPoint& contact) {
        if (contact.overlap <= 0 && !model.reachesBeyondTouch) return;
        const CompiledSurface &surfaceA = model.surfaces[contact.key.a], &surfaceB = model.surfaces[contact.key.b];
        const PairLaws& laws = model.pairs.get(surfaceA, surfaceB);
        contact.point += (laws.pointShift * contact.overlap) * contact.normal;
        BodyMotion &bodyA = fetchBody(from, work, to.next, surfaceA.body), &bodyB = fetchBody(from, work, to.next, surfaceB.body);

        ContactKinematics now(contact, bodyA, bodyB);
        const BodyPose *poseA = nullptr, *poseB = nullptr; // at the commit
        const ContactRow* row = findRow(contact, now, bodyA, bodyB);
        if (row) {
            poseA = &committed.poses[surfaceA.body];
            poseB = &committed.poses[surfaceB.body];
            now.transport({*row, *poseA, *poseB, timeSinceCommit}, contact, bodyA, bodyB, laws.pointShift, model.hasRolling);
        }
        if (!now.past && contact.front < Infinity &&
            isFromBehind(model, contact, committed, timeSinceCommit, bodyA, bodyB, to.next))
            return;
        const bool isTeleported =
            model.isBeyondItsShape(contact, now.normal.effectiveRadius) &&
            checkDepth(model, contact, now, row, poseA, poseB, committed, timeSinceCommit, work);
        if (!now.past) {
            poseA = poseB = nullptr;
            const ContactMass mass = findMassOfNewContact(from, work, contact, bodyA, bodyB, now.slipVelocity, now.normal);
            now.initialize(mass, timeSinceCommit, bodyA, bodyB);
        }

        const NormalOutput normal = laws.normal->calcForce(now.normal);
        if (!normal.inContact) return;
        const StepOfContact step{laws, contact, timeSinceCommit, now.past, model.isTrackingEnergy, poseA, poseB};
        const Real factor =
            from.frictionFactors.empty() ? 1 : from.frictionFactors[contact.key.a] * from.frictionFactors[contact.key.b];
        const TangentialOutput tangential =
            evaluateTangential(step, now, normal, factor, work.scaledNormal, work.flow.heat);
        const RollingOutput rolling =
            model.hasRolling ? evaluateRolling(step, now, normal, bodyA, bodyB, work.flow.heat) : RollingOutput();
        const ContactOutput output{normal, tangential, rolling};

        const Vector3 force = normal.force * contact.normal + toEigen(tangential.force);
        bodyA.apply(-force, contact.point);
        bodyB.apply(force, contact.point);
        if (to.resultants) to.resultants->add(contact.key.a, contact.key.b, force);
        if (model.hasRolling) {
            bodyA.torque -= toEigen(rolling.torque);
            bodyB.torque += toEigen(rolling.torque);
        }
        work.flow.stored += normal.storedEnergy + tangential.storedEnergy + rolling.storedEnergy;
        const ContactEnergy held =
            model.isTrackingEnergy ? book(model, work.flow, now, output, force, bodyA, bodyB) : ContactEnergy();
        if (to.next) {
            if (tangential.sliding) work.sliding.push_back(to.next->rows.size());
            if (normal.force == 0) work.unloaded.push_back(to.next->rows.size());
            ContactRow& kept = to.next->rows.add();
            keep(kept, contact, now, output, model.hasRolling);
            if (model.isTrackingEnergy) kept.full().energy = held;
            if (const Conditions conditions = findConditions(model, contact, now, normal.force, isTeleported, timeSinceCommit))
                noteConditions(model, contact, now, normal.force, conditions, timeSinceCommit, *to.next);
        }
        if (to.records) to.records->push_back(recordOf(contact, now, output));
        if (to.tangents)
            addTangent({step, now, output, factor, bodyA, bodyB, isMovable(surfaceA.body), isMovable(surfaceB.body), model.hasRolling},
                       surfaceA.body, surfaceB.body);
    }

    void evaluateAreas() {
        const AreaInput areas{model,
                              model.layers,
                              committed,
                              timeSinceCommit,
                              from.frictionFactors,
                              [this](int slot) -> BodyMotion& { return fetchBody(from, work, to.next, slot); },
                              [this](int slot) -> const Transform& { return work.search.bodies.getTransform(slot); }};
        const std::function<void(int, int, const Vector3&)> addForce = [this](int a, int b, const Vector3& force) {
            to.resultants->add(a, b, force);
        };
        EnergyFlow flow;
        std::vector<AppliedWrench> applied;
        const AreaOutput toAreas{to.next,
                                 &flow,
                                 model.isTrackingEnergy,
                                 to.records,
                                 to.tangents,
                                 to.elements,
                                 to.surfaceOfElements,
                                 to.resultants ? &addForce : nullptr,
                                 &applied};
        if (!work.areasAtRest.recall(areas, toAreas)) {
            const AreasAtRest::Sizes before(toAreas);
            evaluateLayers(areas, work.layers, toAreas);
            evaluateSoils(areas, work.soils, toAreas);
            work.areasAtRest.remember(areas, toAreas, std::move(applied), flow, before);
        }
        work.flow.addAreas(flow);
    }

private:
    // Returns the committed contact that this one continues; null if it is new.
    SIMBODYDEM_ALWAYS_INLINE const ContactRow* findRow(const ContactPoint& contact, const ContactKinematics& now,
                                                       const BodyMotion& bodyA, const BodyMotion& bodyB) {
        const ContactRow* row = work.lookup.find(contact.key);
        if (row || model.areAllSimple || committed.rows.empty()) return row;
        if (contact.front < Infinity && committed.isPassing(contact.cornerKey())) return nullptr;
        row = findPredecessor(work.lookup, contact, work.contacts, model.reachesBeyondTouch, now, bodyA, bodyB);
        return row ? row
                   : findPredecessorOnNeighbour(work.lookup, model, contact, work.contacts, model.reachesBeyondTouch,
                                                model.hasFullRows(), now, bodyA, bodyB, ofNeighbour);
    }
    bool isMovable(int slot) const { return model.bodyIndices[slot] != GroundIndex; }
    void addTangent(const EvaluatedContact& contact, int bodyA, int bodyB) {
        to.tangents->emplace_back();
        to.tangents->back().bodyA = bodyA;
        to.tangents->back().bodyB = bodyB;
        findTangent(contact, again, to.useOfTangents, to.tangents->back());
    }

    const PipelineInput& from;
    const CompiledModel& model;
    const ContactHistory& committed;
    Workspace& work;
    const PipelineOutput& to;
    const Real timeSinceCommit; // NaN before the first commit
    PerturbedContactQuery again;
    std::optional<FullContactRow> ofNeighbour;
};

} // namespace

SIMBODYDEM_ALSO_FOR_AVX void evaluateContacts(const PipelineInput& from, Workspace& work, const PipelineOutput& to) {
    Evaluation evaluation(from, work, to);
    for (ContactPoint& contact : work.contacts) evaluation.evaluate(contact);
    if (!from.model.layers.empty()) evaluation.evaluateAreas();
}

void addBodyForces(const CompiledModel& model, const Workspace& work, Vector_<SpatialVec>& bodyForces) {
    for (std::size_t slot = 0; slot < model.bodies.size(); ++slot) {
        const BodyMotion& body = work.bodies[slot];
        if (!body.isKnown) continue;
        SpatialVec& total = bodyForces[model.bodyIndices[slot]];
        total[0] += toSimTK(body.torque);
        total[1] += toSimTK(body.force);
    }
}

void findSliding(const CompiledModel& model, const State& state, const ContactHistory& next, const Workspace& work,
                 SlidingContacts& sliding) {
    const auto twistOf = [&](int slot) -> BodyTwist {
        const SpatialVec& A_GB = model.bodies[slot]->getBodyAcceleration(state);
        return {work.bodies[slot].velocity, work.bodies[slot].angularVelocity, toEigen(A_GB[1]), toEigen(A_GB[0])};
    };
    sliding.time = next.time;
    sliding.contacts.clear();
    for (const std::size_t row : work.sliding) {
        const ContactRow& pair = next.rows[row];
        const int a = model.surfaces[pair.key.a].body, b = model.surfaces[pair.key.b].body;
        const Vector3 velocity = work.bodies[b].velocityAt(pair.point) - work.bodies[a].velocityAt(pair.point);
        const Vector3 slipVelocity = velocity - velocity.dot(pair.normal) * pair.normal;
        sliding.contacts.push_back({pair.key, slipVelocity, pair.point - work.bodies[a].origin,
                                    pair.point - work.bodies[b].origin, twistOf(a), twistOf(b)});
    }
}

} // namespace simbodydem
