// SPDX-License-Identifier: Apache-2.0
#include "force/ContactPipeline.h"

#include "collision/ContactSource.h"
#include "contact/Answer.h"
#include "contact/ContactTangent.h"
#include "contact/SeamHandOver.h"
#include "force/ContactDiagnostics.h"
#include "force/OneSidedContacts.h"
#include "force/Workspace.h"
#include "math/Inline.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// Whether a new contact is deeper than it can have become since the commit: deeper than laws hold, on its way out and no
// longer where it was deepest, or ten times deeper than its speed, and what its own force may have taken from it, explain.
SIMBODYDEM_NOINLINE bool isTooDeep(const NormalInput& in, Real force, Real timeSinceCommit) {
    if (!(timeSinceCommit > 0) || in.overlap < 1e-3 * in.effectiveRadius) return false;
    if (in.overlap > 0.1 * in.effectiveRadius || in.overlap < -in.overlapRate * timeSinceCommit) return true;
    const Real speed = std::abs(in.overlapRate) + std::abs(force) / in.effectiveMass * timeSinceCommit;
    return in.overlap > 10 * speed * timeSinceCommit;
}

// Where these two surfaces press on each other, this touch included; nothing if it is the only one. They follow each other.
std::vector<TouchStation> companyOf(const Touch& touch, const std::vector<Touch>& touches) {
    std::vector<TouchStation> company;
    const auto [first, end] = touchesOfPair(touch, touches);
    if (end - first == 1) return company;
    for (const Touch* t = first; t != end; ++t)
        if (t->overlap > 0) company.push_back({toSimTK(t->point), toSimTK(t->normal)});
    return company;
}

// What a new contact's dashpots feel; its speeds that are rounding are set to rest. An integrator takes an error within a step for a step
// too long, and would approach the touch for ever. So where a contact has no mass it waits, without a force, for a first hair's breadth of
// overlap, until the integrator has got there and the next evaluation reports the error; beyond touch it just has no force.
SIMBODYDEM_NOINLINE std::optional<ContactMass> findMass(const ContactInputs& from, Workspace& work, const Touch& touch,
                                                        const BodyMotion& bodyA, const BodyMotion& bodyB,
                                                        const Vector3& slipVelocity, NormalInput& in) {
    const CompiledModel& model = from.model;
    const Real rounding = roundingOfSpeed(bodyA, bodyB, touch.point);
    if (std::abs(in.overlapRate) < rounding) in.overlapRate = 0;
    const Vector3 slip = slipVelocity.norm() < rounding ? Vector3::Zero() : slipVelocity;
    const Surface &surfaceA = model.surfaces[touch.key.a], &surfaceB = model.surfaces[touch.key.b];
    try {
        return calcContactMass(model.effectiveMass, from.state, *model.matter,
                               {model.names, model.getStation(surfaceA), model.getStation(surfaceB), touch.key.a,
                                touch.key.b, toSimTK(touch.point), toSimTK(touch.normal), toSimTK(slip), in.overlapRate,
                                companyOf(touch, work.touches)});
    } catch (const std::runtime_error& e) {
        const std::vector<TouchKey>& waiting = from.committed.waiting;
        const bool hasWaited = std::count(waiting.begin(), waiting.end(), touch.key) > 0;
        const bool isWithinAStep = from.state.getTime() > from.committed.time; // not so before the first commit
        const bool isHair = in.overlap < 1e-6 * in.effectiveRadius;
        if (in.overlap > 0 && !(isHair && isWithinAStep && !hasWaited)) {
            if (isWithinAStep) warnOfNoMass(e.what(), from.state.getTime(), work);
            throw;
        }
        return std::nullopt;
    }
}

BodyMotion& fetchBody(const ContactInputs& from, Workspace& work, ContactHistory* next, int slot) {
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
        if (rotation == rotationAtCommit) // exactly, so that evaluating again at the commit changes no digit
            body.setTurn(Matrix3::Identity());
        else
            body.setTurn(rotation.lazyProduct(rotationAtCommit.transpose()));
        body.originAtCommit = from.committed.poses[slot].origin;
    }
    if (next) next->poses[slot] = {rotation, body.origin, body.velocity, body.angularVelocity};
    return body;
}

// Finds the touches, and forgets the last evaluation.
void start(const ContactInputs& from, Workspace& work, ContactHistory* next) {
    const auto& [model, state, committed, factors] = from;
    SimTK_STAGECHECK_GE_ALWAYS(state.getSystemStage(), Stage::Velocity, "DEMContactForce");
    work.search.bodies.locate(state, model.bodies);
    work.search.curvatures.clear();
    work.search.hidden.clear();
    model.source->findTouches(state, model, work.search, work.touches);
    work.lookup.start(committed);
    work.flow = EnergyFlow();
    if (next) {
        next->time = state.getTime();
        next->rows.start(model.hasFullRows());
        next->waiting.clear();
        keepPassing(committed, work.search.hidden, *next);
        next->atFirstSight.found = next->beyondShape.found = next->farTurned.found = NotedContact();
        next->oneSided.found = NotedContact();
        work.sliding.clear();
        work.loose.clear();
        next->poses.resize(model.bodies.size());
    }
    // In the order of their memory where most are needed anyway: a pile's bodies are spread over it. What comes to a one-sided
    // surface next is asked where it was at this commit.
    const bool areMostNeeded = model.isAnyOneSided || 2 * work.touches.size() >= model.bodies.size();
    work.bodies.resize(model.bodies.size());
    for (std::size_t slot = 0; slot < model.bodies.size(); ++slot) {
        work.bodies[slot].isKnown = false;
        if (areMostNeeded) fetchBody(from, work, next, int(slot));
    }
}

// One contact's share of the energy flow. Returns what is to be committed of it.
ContactEnergy book(const CompiledModel& model, EnergyFlow& flow, const Follow& now, const Answer& answer,
                   const Vector3& force, const BodyMotion& bodyA, const BodyMotion& bodyB) {
    const Real input =
        -force.dot(now.velocity) - toEigen(answer.turning.torque).dot(bodyB.angularVelocity - bodyA.angularVelocity);
    return flow.book(input, answer.pressing, answer.sliding, answer.turning,
                     now.past ? &now.past->full().energy : nullptr, model.reachesBeyondTouch);
}

} // namespace

// From a touch to the contact that it was, to what its laws answer, to bodies, energy, history and records.
void evaluateContacts(const ContactInputs& from, Workspace& work, const ContactOutputs& to) {
    const auto& [model, state, committed, factors] = from;
    ContactHistory* const next = to.next;
    const bool hasRolling = model.hasRolling, isTracking = model.isTrackingEnergy;
    const Real timeSinceCommit = state.getTime() - committed.time; // NaN before the first commit
    start(from, work, next);
    TouchAgain again(model, work.search.bodies, work.searchAgain);
    std::optional<FullContactRow> ofNeighbour;
    for (Touch& touch : work.touches) {
        if (touch.overlap <= 0 && !model.reachesBeyondTouch) continue;
        const Surface &surfaceA = model.surfaces[touch.key.a], &surfaceB = model.surfaces[touch.key.b];
        const PairLaws& laws = model.pairs.get(surfaceA, surfaceB);
        touch.point += (laws.pointShift * touch.overlap) * touch.normal;
        BodyMotion& bodyA = fetchBody(from, work, next, surfaceA.body);
        BodyMotion& bodyB = fetchBody(from, work, next, surfaceB.body);

        Follow now(touch, bodyA, bodyB);
        const BodyPose *poseA = nullptr, *poseB = nullptr; // at the commit
        const ContactRow* row = work.lookup.find(touch.key);
        const bool isPassing = touch.front < Infinity && committed.isPassing(touch.cornerKey());
        const bool mayContinue = !model.areAllSimple && !committed.rows.empty() && !isPassing;
        if (!row && mayContinue)
            row = takeOver(work.lookup, touch, work.touches, model.reachesBeyondTouch, now, bodyA, bodyB);
        if (!row && mayContinue)
            row = takeOverFromNeighbour(work.lookup, model, touch, work.touches, model.reachesBeyondTouch,
                                        model.hasFullRows(), now, bodyA, bodyB, ofNeighbour);
        if (row) {
            poseA = &committed.poses[surfaceA.body];
            poseB = &committed.poses[surfaceB.body];
            now.carry({*row, *poseA, *poseB, timeSinceCommit}, touch, bodyA, bodyB, laws.pointShift, hasRolling);
        }
        if (!now.past && touch.front < Infinity &&
            isFromBehind(model, touch, committed, timeSinceCommit, bodyA, bodyB, next))
            continue;
        const bool isDeep = model.isBeyondItsShape(touch, now.normal.effectiveRadius);
        const bool isPutThere =
            isDeep && checkDepth(model, touch, now, row, poseA, poseB, committed, timeSinceCommit, work);
        if (!now.past) {
            poseA = poseB = nullptr;
            const std::optional<ContactMass> mass =
                findMass(from, work, touch, bodyA, bodyB, now.slipVelocity, now.normal);
            if (!mass && next && touch.overlap > 0) next->waiting.push_back(touch.key);
            if (!mass) continue;
            now.begin(*mass, timeSinceCommit, bodyA, bodyB);
        }

        const NormalAnswer pressing = laws.normal->calcForce(now.normal);
        if (!pressing.inContact) continue;
        const StepOfContact step{laws, touch, timeSinceCommit, now.past, isTracking, poseA, poseB};
        const Real factor = factors.empty() ? 1 : factors[touch.key.a] * factors[touch.key.b];
        const TangentialAnswer sliding = askTangential(step, now, pressing, factor, work.gripping, work.flow.heat);
        const RollingAnswer turning =
            hasRolling ? askRolling(step, now, pressing, bodyA, bodyB, work.flow.heat) : RollingAnswer();
        const Answer answer{pressing, sliding, turning};

        const Vector3 force = pressing.force * touch.normal + toEigen(sliding.force);
        bodyA.apply(-force, touch.point);
        bodyB.apply(force, touch.point);
        if (hasRolling) {
            bodyA.torque -= toEigen(turning.torque);
            bodyB.torque += toEigen(turning.torque);
        }
        work.flow.stored += pressing.storedEnergy + sliding.storedEnergy + turning.storedEnergy;
        const ContactEnergy held =
            isTracking ? book(model, work.flow, now, answer, force, bodyA, bodyB) : ContactEnergy();
        if (next) {
            if (isPutThere || (!now.past && isTooDeep(now.normal, pressing.force, timeSinceCommit)))
                next->atFirstSight.found = {touch.key, touch.overlap, timeSinceCommit};
            if (touch.front < Infinity) noteOneSided(model, touch, false, *next);
            if (!model.areAllSimple && touch.overlap > model.getDeepestValid(touch))
                next->beyondShape.found = {touch.key, touch.overlap, timeSinceCommit};
            if (now.past && now.carried.largestTurn > largestResolvedTurn)
                next->farTurned.found = {touch.key, now.carried.largestTurn, timeSinceCommit};
            if (sliding.sliding) work.sliding.push_back(next->rows.size());
            if (pressing.force == 0) work.loose.push_back(next->rows.size());
            ContactRow& kept = next->rows.add();
            keep(kept, touch, now, answer, hasRolling);
            if (isTracking) kept.full().energy = held;
        }
        if (to.records) to.records->push_back(recordOf(touch, now, answer));
        if (to.tangents) {
            const auto isMovable = [&model = from.model](int slot) { return model.bodyIndices[slot] != GroundIndex; };
            to.tangents->emplace_back();
            to.tangents->back().bodyA = surfaceA.body;
            to.tangents->back().bodyB = surfaceB.body;
            findTangent({step, now, answer, factor, bodyA, bodyB, isMovable(surfaceA.body), isMovable(surfaceB.body),
                         hasRolling},
                        again, to.tangents->back());
        }
    }
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
