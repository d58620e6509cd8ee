// SPDX-License-Identifier: Apache-2.0
#include "force/ContactPipeline.h"

#include "collision/ContactSource.h"
#include "contact/ContactOutput.h"
#include "contact/ContactTangent.h"
#include "contact/SeamMatching.h"
#include "force/ContactDiagnostics.h"
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

// Returns true if a new contact is deeper than it can have become since the commit. Either it is deeper than laws are valid. Or it
// separates and is no longer at its deepest point. Or it is ten times deeper than its speed explains, including the speed that its
// own force may have taken.
SIMBODYDEM_NOINLINE bool isTooDeep(const NormalInput& in, Real force, Real timeSinceCommit) {
    if (!(timeSinceCommit > 0) || in.overlap < 1e-3 * in.effectiveRadius) return false;
    if (in.overlap > 0.1 * in.effectiveRadius || in.overlap < -in.overlapRate * timeSinceCommit) return true;
    const Real speed = std::abs(in.overlapRate) + std::abs(force) / in.effectiveMass * timeSinceCommit;
    return in.overlap > 10 * speed * timeSinceCommit;
}

// A body taken back along its velocity for some time [s].
struct BodyBefore {
    BodyBefore(const BodyMotion& body, Real before) : now(body), origin(body.origin - before * body.velocity) {
        const Real angle = before * body.angularVelocity.norm();
        if (angle > 0) turn = ::Eigen::AngleAxis<Real>(-angle, body.angularVelocity / body.angularVelocity.norm()).matrix();
    }
    Vector3 place(const Vector3& point) const { return origin + turn * (point - now.origin); }
    Vector3 placeBack(const Vector3& point) const { return now.origin + turn.transpose() * (point - origin); }

    const BodyMotion& now;
    Vector3 origin;
    Matrix3 turn = Matrix3::Identity();
};

// The way by which bodies are taken back to a touch at most, relative to the effective radius. A longer one belongs to a step that resolves
// no contact.
const Real farthestBack = 0.1;

// Finds the mass that a new contact's dashpots feel, and sets speeds that are rounding errors to zero.
class MassOfNewContact {
public:
    MassOfNewContact(const PipelineInput& from, Workspace& work, const ContactPoint& contact, const BodyMotion& bodyA,
                     const BodyMotion& bodyB)
        : from(from), work(work), contact(contact), bodyA(bodyA), bodyB(bodyB) {}

    SIMBODYDEM_NOINLINE ContactMass find(const Vector3& slipVelocity, NormalInput& in) {
        const CompiledModel& model = from.model;
        const Real rounding = roundingOfSpeed(bodyA, bodyB, contact.point);
        if (std::abs(in.overlapRate) < rounding) in.overlapRate = 0;
        const Vector3 slip = slipVelocity.norm() < rounding ? Vector3::Zero() : slipVelocity;
        const Real speeds = bodyA.speedsAt(contact.point) + bodyB.speedsAt(contact.point);
        sinceTouch = std::min(
            timeSinceFirstTouch(in.overlap, in.overlapRate, from.state.getTime() - from.committed.time),
            farthestBack * in.effectiveRadius / speeds);
        const ContactPointInGround at = atTouch(contact);
        const Surface &surfaceA = model.surfaces[contact.key.a], &surfaceB = model.surfaces[contact.key.b];
        const ContactMass mass = calcContactMass(
            model.effectiveMass, from.state, *model.matter,
            {model.names, model.getStation(surfaceA), model.getStation(surfaceB), contact.key.a, contact.key.b,
             at.point, at.normal, toSimTK(slip), in.overlapRate, listContactsOfPair(), sinceTouch});
        if (mass.isHeld && in.overlap > 0) warnOfHeldContact(model, contact.key, from.state.getTime(), work);
        return mass;
    }

private:
    // Returns where the contact began. The surfaces are spheres of their curvatures, whose centres their bodies carry.
    ContactPointInGround atTouch(const ContactPoint& now) const {
        const bool isOfA = now.curvatureA->along > now.curvatureB->along; // the more curved surface, whose centre is near
        const Real sharp = std::max(now.curvatureA->along, now.curvatureB->along),
                   flat = std::min(now.curvatureA->along, now.curvatureB->along);
        if (!(sinceTouch > 0 && sharp > 0)) return {toSimTK(now.point), toSimTK(now.normal)};
        const Vector3 outward = isOfA ? -now.normal : now.normal; // out of the flatter surface
        const BodyBefore a(bodyA, sinceTouch), b(bodyB, sinceTouch), &ofSharp = isOfA ? a : b, &ofFlat = isOfA ? b : a;
        const Vector3 centre = now.point + (1 / sharp - now.overlap / 2) * outward, before = ofSharp.place(centre);
        const Vector3 passed = ofFlat.placeBack(before) - centre; // of the centre past the flatter surface
        const Real along = now.overlap - passed.dot(outward), sum = 1 + flat / sharp;
        const Vector3 toCentre = (sum - flat * now.overlap) * outward + flat * passed; // from the flatter centre, over its radius
        const Real length = toCentre.norm(), across = (passed - passed.dot(outward) * outward).squaredNorm();
        const Real overlap = (2 * sum * along - flat * (along * along + across)) / (sum + length); // nearly 0
        const Vector3 normal = ofFlat.turn * (toCentre / length);
        return {toSimTK(before - (1 / sharp - overlap / 2) * normal), toSimTK(isOfA ? -normal : normal)};
    }

    // Returns all contact points at which these two surfaces press on each other; none if this is the only one. They are stored one after
    // the other in the list.
    std::vector<ContactPointInGround> listContactsOfPair() {
        std::vector<ContactPointInGround> contactsOfPair;
        const auto [first, end] = contactPointsOfPair(contact, work.contacts);
        if (end - first == 1) return contactsOfPair;
        for (const ContactPoint* t = first; t != end; ++t)
            if (t->overlap > 0) contactsOfPair.push_back(atTouch(*t));
        return contactsOfPair;
    }

    const PipelineInput& from;
    Workspace& work;
    const ContactPoint& contact;
    const BodyMotion &bodyA, &bodyB;
    Real sinceTouch = 0;
};

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

} // namespace

// Each contact point finds its history and evaluates its laws. Their outputs go to bodies, energy, history and records.
void evaluateContacts(const PipelineInput& from, Workspace& work, const PipelineOutput& to) {
    const auto& [model, state, committed, factors] = from;
    ContactHistory* const next = to.next;
    const bool hasRolling = model.hasRolling, isTracking = model.isTrackingEnergy;
    const Real timeSinceCommit = state.getTime() - committed.time; // NaN before the first commit
    start(from, work, next);
    PerturbedContactQuery again(model, work.search.bodies, work.searchAgain);
    std::optional<FullContactRow> ofNeighbour;
    for (ContactPoint& contact : work.contacts) {
        if (contact.overlap <= 0 && !model.reachesBeyondTouch) continue;
        const Surface &surfaceA = model.surfaces[contact.key.a], &surfaceB = model.surfaces[contact.key.b];
        const PairLaws& laws = model.pairs.get(surfaceA, surfaceB);
        contact.point += (laws.pointShift * contact.overlap) * contact.normal;
        BodyMotion& bodyA = fetchBody(from, work, next, surfaceA.body);
        BodyMotion& bodyB = fetchBody(from, work, next, surfaceB.body);

        ContactKinematics now(contact, bodyA, bodyB);
        const BodyPose *poseA = nullptr, *poseB = nullptr; // at the commit
        const ContactRow* row = work.lookup.find(contact.key);
        const bool isPassing = contact.front < Infinity && committed.isPassing(contact.cornerKey());
        const bool mayContinue = !model.areAllSimple && !committed.rows.empty() && !isPassing;
        if (!row && mayContinue)
            row = findPredecessor(work.lookup, contact, work.contacts, model.reachesBeyondTouch, now, bodyA, bodyB);
        if (!row && mayContinue)
            row = findPredecessorOnNeighbour(work.lookup, model, contact, work.contacts, model.reachesBeyondTouch,
                                             model.hasFullRows(), now, bodyA, bodyB, ofNeighbour);
        if (row) {
            poseA = &committed.poses[surfaceA.body];
            poseB = &committed.poses[surfaceB.body];
            now.transport({*row, *poseA, *poseB, timeSinceCommit}, contact, bodyA, bodyB, laws.pointShift, hasRolling);
        }
        if (!now.past && contact.front < Infinity &&
            isFromBehind(model, contact, committed, timeSinceCommit, bodyA, bodyB, next))
            continue;
        const bool isDeep = model.isBeyondItsShape(contact, now.normal.effectiveRadius);
        const bool isPutThere =
            isDeep && checkDepth(model, contact, now, row, poseA, poseB, committed, timeSinceCommit, work);
        if (!now.past) {
            poseA = poseB = nullptr;
            const ContactMass mass =
                MassOfNewContact(from, work, contact, bodyA, bodyB).find(now.slipVelocity, now.normal);
            now.initialize(mass, timeSinceCommit, bodyA, bodyB);
        }

        const NormalOutput normal = laws.normal->calcForce(now.normal);
        if (!normal.inContact) continue;
        const StepOfContact step{laws, contact, timeSinceCommit, now.past, isTracking, poseA, poseB};
        const Real factor = factors.empty() ? 1 : factors[contact.key.a] * factors[contact.key.b];
        const TangentialOutput tangential =
            evaluateTangential(step, now, normal, factor, work.scaledNormal, work.flow.heat);
        const RollingOutput rolling =
            hasRolling ? evaluateRolling(step, now, normal, bodyA, bodyB, work.flow.heat) : RollingOutput();
        const ContactOutput output{normal, tangential, rolling};

        const Vector3 force = normal.force * contact.normal + toEigen(tangential.force);
        bodyA.apply(-force, contact.point);
        bodyB.apply(force, contact.point);
        if (to.resultants) to.resultants->add(contact.key.a, contact.key.b, force);
        if (hasRolling) {
            bodyA.torque -= toEigen(rolling.torque);
            bodyB.torque += toEigen(rolling.torque);
        }
        work.flow.stored += normal.storedEnergy + tangential.storedEnergy + rolling.storedEnergy;
        const ContactEnergy held =
            isTracking ? book(model, work.flow, now, output, force, bodyA, bodyB) : ContactEnergy();
        if (next) {
            if (isPutThere || (!now.past && isTooDeep(now.normal, normal.force, timeSinceCommit)))
                next->atFirstSight.found = {contact.key, contact.overlap, timeSinceCommit};
            if (contact.front < Infinity) noteOneSided(model, contact, false, *next);
            if (contact.overlap > deepestOfLaws * now.normal.effectiveRadius ||
                (!model.areAllSimple && contact.overlap > model.getDeepestValid(contact)))
                next->beyondShape.found = {contact.key,     contact.overlap,
                                           timeSinceCommit, normal.force,
                                           now.mass.normal, now.normal.effectiveRadius,
                                           now.normal.overlapRate};
            if (now.past && now.transported.largestTurn > largestResolvedTurn)
                next->farTurned.found = {contact.key, now.transported.largestTurn, timeSinceCommit};
            if (tangential.sliding) work.sliding.push_back(next->rows.size());
            if (normal.force == 0) work.unloaded.push_back(next->rows.size());
            ContactRow& kept = next->rows.add();
            keep(kept, contact, now, output, hasRolling);
            if (isTracking) kept.full().energy = held;
        }
        if (to.records) to.records->push_back(recordOf(contact, now, output));
        if (to.tangents) {
            const auto isMovable = [&model = from.model](int slot) { return model.bodyIndices[slot] != GroundIndex; };
            to.tangents->emplace_back();
            to.tangents->back().bodyA = surfaceA.body;
            to.tangents->back().bodyB = surfaceB.body;
            findTangent({step, now, output, factor, bodyA, bodyB, isMovable(surfaceA.body), isMovable(surfaceB.body),
                         hasRolling},
                        again, to.tangents->back());
        }
    }
    if (model.layers.empty()) return;
    const AreaInput areas{model,
                          model.layers,
                          committed,
                          timeSinceCommit,
                          factors,
                          [&](int slot) -> BodyMotion& { return fetchBody(from, work, next, slot); },
                          [&](int slot) -> const Transform& { return work.search.bodies.getTransform(slot); }};
    const std::function<void(int, int, const Vector3&)> addForce = [&](int a, int b, const Vector3& force) {
        to.resultants->add(a, b, force);
    };
    const AreaOutput toAreas{next,
                             &work.flow,
                             isTracking,
                             to.areas,
                             to.records,
                             to.tangents,
                             to.elements,
                             to.surfaceOfElements,
                             to.resultants ? &addForce : nullptr};
    evaluateLayers(areas, work.layers, toAreas);
    evaluateSoils(areas, work.soils, toAreas);
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
