// SPDX-License-Identifier: Apache-2.0
#include "force/DEMContactForceImpl.h"

#include "Inline.h"
#include "contact/Answer.h"
#include "contact/ContactTangent.h"
#include "contact/SeamHandOver.h"
#include "force/Workspace.h"

#include <algorithm>
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
std::vector<TouchInGround> companyOf(const Touch& touch, const std::vector<Touch>& touches) {
    std::vector<TouchInGround> company;
    const auto [first, end] = touchesOfPair(touch, touches);
    if (end - first == 1) return company;
    for (const Touch* t = first; t != end; ++t)
        if (t->overlap > 0) company.push_back({toSimTK(t->point), toSimTK(t->normal)});
    return company;
}

} // namespace

DEMContactForceImpl::DEMContactForceImpl(GeneralForceSubsystem& forces, std::unique_ptr<ContactSource> source,
                                         const ContactModel& given)
    : model(*given.normal, *given.tangential, *given.rolling),
      forces(forces),
      subsystem(forces.getMySubsystemIndex()),
      source(std::move(source)),
      hasRolling(!dynamic_cast<const NoRolling*>(model.rolling.get())),
      reachesBeyondTouch(model.normal->reachesBeyondTouch()) {
    set(given);
}

void DEMContactForceImpl::addForces(const State& state, Vector_<SpatialVec>& bodyForces) const {
    addBodyForces(updWorkspace(state), bodyForces);
}

void DEMContactForceImpl::forEachContact(
    const State& state, const std::function<void(const TouchKey&, bool isSliding, bool isLoose)>& visit) const {
    const ContactRows& rows = getNextHistory(state).rows;
    const Workspace& work = updWorkspace(state);
    auto sliding = work.sliding.begin(), loose = work.loose.begin();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool isSliding = sliding != work.sliding.end() && *sliding == i;
        const bool isLoose = loose != work.loose.end() && *loose == i;
        sliding += isSliding;
        loose += isLoose;
        visit(rows[i].key, isSliding, isLoose);
    }
}

Workspace& DEMContactForceImpl::updWorkspace(const State& state) const {
    return Value<Workspace>::updDowncast(state.updCacheEntry(subsystem, workspaceIndex));
}

ContactHistory& DEMContactForceImpl::updNextHistory(const State& state) const {
    return Value<ContactHistory>::updDowncast(state.updDiscreteVarUpdateValue(subsystem, historyIndex)).upd();
}

void DEMContactForceImpl::calcForce(const State& state, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&,
                                    Vector&) const {
    checkTopology("calcForceContribution", state);
    calcNextHistory(state);
    addBodyForces(updWorkspace(state), bodyForces);
}

void DEMContactForceImpl::calcNextHistory(const State& state) const {
    Workspace& work = updWorkspace(state);
    ContactHistory& next = updNextHistory(state);
    evaluate(state, work, &next, nullptr);
    work.areRecordsOfThese = false;
    const ContactHistory& committed = getHistory(state);
    if (isTracking) next.ledger = committed.ledger.next(state.getTime() - committed.time, getTotals(state), work.flow);
    const std::pair<ContactWatch ContactHistory::*, void (DEMContactForceImpl::*)(const ContactHistory&) const>
        watches[] = {{&ContactHistory::atFirstSight, &DEMContactForceImpl::warnOfDepth},
                     {&ContactHistory::beyondShape, &DEMContactForceImpl::warnBeyondShape},
                     {&ContactHistory::farTurned, &DEMContactForceImpl::warnOfTurn},
                     {&ContactHistory::oneSided, &DEMContactForceImpl::warnOneSided}};
    const bool areTold = work.notedToldOf == committed.time;
    for (const auto& [watch, warnOf] : watches) {
        (next.*watch).isTold = (committed.*watch).isTellingNow();
        if (!(next.*watch).isTold || (committed.*watch).isTold || areTold) continue;
        (this->*warnOf)(committed);
        work.notedToldOf = committed.time;
    }
    const bool isLate = !next.rows.empty() && work.commits.isLate(committed.time, state.getTime());
    next.isLateTold = committed.isLateTold || work.commits.isTold;
    if (isLate && !next.isLateTold) next.isLateTold = work.commits.isTold = warnOfMissingCommits(committed.time, next);
    state.markDiscreteVarUpdateValueRealized(subsystem, historyIndex);
}

void DEMContactForceImpl::addBodyForces(const Workspace& work, Vector_<SpatialVec>& bodyForces) const {
    for (std::size_t slot = 0; slot < compiled.bodies.size(); ++slot) {
        const BodyMotion& body = work.bodies[slot];
        if (!body.isKnown) continue;
        SpatialVec& total = bodyForces[compiled.bodyIndices[slot]];
        total[0] += toSimTK(body.torque);
        total[1] += toSimTK(body.force);
    }
}

// Rounded bodies' cores must not meet.
Real DEMContactForceImpl::getDeepestValid(const Touch& touch) const {
    Real sum = 0;
    for (const int s : {touch.key.a, touch.key.b})
        if (compiled.surfaces[s].kind == ShapeKind::Ellipsoid)
            return Infinity;
        else
            sum += compiled.geometries[s].rounding;
    return sum;
}

Real DEMContactForceImpl::getHalfWidth(const Touch& touch) const {
    return std::min(compiled.geometries[touch.key.a].halfWidth, compiled.geometries[touch.key.b].halfWidth);
}

BodyStation DEMContactForceImpl::getStation(const Surface& surface) const {
    const MobilizedBody& body = *compiled.bodies[surface.body];
    return {body, isBodyAlone[body.getMobilizedBodyIndex()]};
}

SIMBODYDEM_NOINLINE std::optional<ContactMass> DEMContactForceImpl::beginContact(
    const State& state, const ContactHistory& committed, Workspace& work, const Touch& touch, const BodyMotion& bodyA,
    const BodyMotion& bodyB, const Vector3& slipVelocity, NormalInput& in) const {
    const Real rounding = roundingOfSpeed(bodyA, bodyB, touch.point);
    if (std::abs(in.overlapRate) < rounding) in.overlapRate = 0;
    const Vector3 slip = slipVelocity.norm() < rounding ? Vector3::Zero() : slipVelocity;
    const Surface &surfaceA = compiled.surfaces[touch.key.a], &surfaceB = compiled.surfaces[touch.key.b];
    try {
        return calcContactMass(model.effectiveMass, state, getMatter(),
                               {compiled.names, getStation(surfaceA), getStation(surfaceB), touch.key.a, touch.key.b,
                                toSimTK(touch.point), toSimTK(touch.normal), toSimTK(slip), in.overlapRate,
                                companyOf(touch, work.touches)});
    } catch (const std::runtime_error& e) {
        const std::vector<TouchKey>& waiting = committed.waiting;
        const bool hasWaited = std::count(waiting.begin(), waiting.end(), touch.key) > 0;
        const bool isWithinAStep = state.getTime() > committed.time; // not so before the first commit
        const bool isHair = in.overlap < 1e-6 * in.effectiveRadius;
        if (in.overlap > 0 && !(isHair && isWithinAStep && !hasWaited)) {
            if (isWithinAStep) warnOfNoMass(e.what(), state.getTime(), work);
            throw;
        }
        return std::nullopt;
    }
}

BodyMotion& DEMContactForceImpl::fetchBody(Workspace& work, const ContactHistory& committed, ContactHistory* next,
                                           int slot) const {
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
    if (!committed.poses.empty()) {
        const Matrix3& rotationAtCommit = committed.poses[slot].rotation;
        if (rotation == rotationAtCommit) // exactly, so that evaluating again at the commit changes no digit
            body.setTurn(Matrix3::Identity());
        else
            body.setTurn(rotation.lazyProduct(rotationAtCommit.transpose()));
        body.originAtCommit = committed.poses[slot].origin;
    }
    if (next) next->poses[slot] = {rotation, body.origin, body.velocity, body.angularVelocity};
    return body;
}

void DEMContactForceImpl::startEvaluation(const State& state, Workspace& work, const ContactHistory& committed,
                                          ContactHistory* next) const {
    SimTK_STAGECHECK_GE_ALWAYS(state.getSystemStage(), Stage::Velocity, "DEMContactForce");
    work.search.bodies.locate(state, compiled.bodies);
    work.search.curvatures.clear();
    work.search.hidden.clear();
    source->findTouches(state, compiled, work.search, work.touches);
    work.lookup.start(committed);
    work.flow = EnergyFlow();
    if (next) {
        next->time = state.getTime();
        next->rows.start(hasRolling || isTracking);
        next->waiting.clear();
        keepPassing(committed, work.search.hidden, *next);
        next->atFirstSight.found = next->beyondShape.found = next->farTurned.found = NotedContact();
        next->oneSided.found = NotedContact();
        work.sliding.clear();
        work.loose.clear();
        next->poses.resize(compiled.bodies.size());
    }
    // In the order of their memory where most are needed anyway: a pile's bodies are spread over it. What comes to a one-sided
    // surface next is asked where it was at this commit.
    const bool areMostNeeded = compiled.isAnyOneSided || 2 * work.touches.size() >= compiled.bodies.size();
    work.bodies.resize(compiled.bodies.size());
    for (std::size_t slot = 0; slot < compiled.bodies.size(); ++slot) {
        work.bodies[slot].isKnown = false;
        if (areMostNeeded) fetchBody(work, committed, next, int(slot));
    }
}

// From a touch to the contact that it was, to what its laws answer, to bodies, energy, history and records.
void DEMContactForceImpl::evaluate(const State& state, Workspace& work, ContactHistory* next,
                                   std::vector<ContactRecord>* records, std::vector<ContactTangent>* tangents) const {
    const ContactHistory& committed = getHistory(state);
    const std::vector<Real>& factors = getFrictionFactors(state);
    const Real timeSinceCommit = state.getTime() - committed.time; // NaN before the first commit
    startEvaluation(state, work, committed, next);
    TouchAgain again(compiled, work.search.bodies, work.searchAgain);
    std::optional<FullContactRow> ofNeighbour;
    for (Touch& touch : work.touches) {
        if (touch.overlap <= 0 && !reachesBeyondTouch) continue;
        const Surface &surfaceA = compiled.surfaces[touch.key.a], &surfaceB = compiled.surfaces[touch.key.b];
        const PairLaws& laws = pairs.get(surfaceA, surfaceB);
        touch.point += (laws.pointShift * touch.overlap) * touch.normal;
        BodyMotion& bodyA = fetchBody(work, committed, next, surfaceA.body);
        BodyMotion& bodyB = fetchBody(work, committed, next, surfaceB.body);

        Follow now(touch, bodyA, bodyB);
        const BodyPose *poseA = nullptr, *poseB = nullptr; // at the commit
        const ContactRow* row = work.lookup.find(touch.key);
        const bool isPassing = touch.front < Infinity && committed.isPassing(touch.cornerKey());
        const bool mayContinue = !compiled.areAllSimple && !committed.rows.empty() && !isPassing;
        if (!row && mayContinue)
            row = takeOver(work.lookup, touch, work.touches, reachesBeyondTouch, now, bodyA, bodyB);
        if (!row && mayContinue)
            row = takeOverFromNeighbour(work.lookup, compiled, touch, work.touches, reachesBeyondTouch,
                                        hasRolling || isTracking, now, bodyA, bodyB, ofNeighbour);
        if (row) {
            poseA = &committed.poses[surfaceA.body];
            poseB = &committed.poses[surfaceB.body];
            now.carry({*row, *poseA, *poseB, timeSinceCommit}, touch, bodyA, bodyB, laws.pointShift, hasRolling);
        }
        if (!now.past && touch.front < Infinity && isFromBehind(touch, committed, timeSinceCommit, bodyA, bodyB, next))
            continue;
        const bool isDeep = isBeyondItsShape(touch, now.normal.effectiveRadius);
        const bool isPutThere = isDeep && checkDepth(touch, now, row, poseA, poseB, committed, timeSinceCommit, work);
        if (!now.past) {
            poseA = poseB = nullptr;
            const std::optional<ContactMass> mass =
                beginContact(state, committed, work, touch, bodyA, bodyB, now.slipVelocity, now.normal);
            if (!mass && next && touch.overlap > 0) next->waiting.push_back(touch.key);
            if (!mass) continue;
            now.begin(*mass, timeSinceCommit, bodyA, bodyB);
        }

        const NormalOutput pressing = laws.normal->calcForce(now.normal);
        if (!pressing.inContact) continue;
        const StepOfContact step{laws, touch, timeSinceCommit, now.past, isTracking, poseA, poseB};
        const Real factor = factors.empty() ? 1 : factors[touch.key.a] * factors[touch.key.b];
        const TangentialOutput sliding = askTangential(step, now, pressing, factor, work.gripping, work.flow.heat);
        const RollingOutput turning =
            hasRolling ? askRolling(step, now, pressing, bodyA, bodyB, work.flow.heat) : RollingOutput();
        const Answer answer{pressing, sliding, turning};

        const Vector3 force = pressing.force * touch.normal + toEigen(sliding.force);
        bodyA.apply(-force, touch.point);
        bodyB.apply(force, touch.point);
        if (hasRolling) {
            bodyA.torque -= toEigen(turning.torque);
            bodyB.torque += toEigen(turning.torque);
        }
        work.flow.stored += pressing.storedEnergy + sliding.storedEnergy + turning.storedEnergy;
        const ContactEnergy held = isTracking ? book(work.flow, now, answer, force, bodyA, bodyB) : ContactEnergy();
        if (next) {
            if (isPutThere || (!now.past && isTooDeep(now.normal, pressing.force, timeSinceCommit)))
                next->atFirstSight.found = {touch.key, touch.overlap, timeSinceCommit};
            if (touch.front < Infinity) noteOneSided(touch, false, *next);
            if (!compiled.areAllSimple && touch.overlap > getDeepestValid(touch))
                next->beyondShape.found = {touch.key, touch.overlap, timeSinceCommit};
            if (now.past && now.carried.largestTurn > farthestTurn)
                next->farTurned.found = {touch.key, now.carried.largestTurn, timeSinceCommit};
            if (sliding.sliding) work.sliding.push_back(next->rows.size());
            if (pressing.force == 0) work.loose.push_back(next->rows.size());
            ContactRow& row = next->rows.add();
            keep(row, touch, now, answer, hasRolling);
            if (isTracking) row.full().energy = held;
        }
        if (records) records->push_back(recordOf(touch, now, answer));
        if (tangents) {
            const auto isMovable = [&](int slot) { return compiled.bodyIndices[slot] != GroundIndex; };
            tangents->emplace_back();
            tangents->back().bodyA = surfaceA.body;
            tangents->back().bodyB = surfaceB.body;
            findTangent({step, now, answer, factor, bodyA, bodyB, isMovable(surfaceA.body), isMovable(surfaceB.body),
                         hasRolling},
                        again, tangents->back());
        }
    }
}

void DEMContactForceImpl::calcTangents(const State& state, std::vector<ContactTangent>& tangents) const {
    tangents.clear();
    evaluate(state, updWorkspace(state), nullptr, nullptr, &tangents);
}

ContactEnergy DEMContactForceImpl::book(EnergyFlow& flow, const Follow& now, const Answer& answer, const Vector3& force,
                                        const BodyMotion& bodyA, const BodyMotion& bodyB) const {
    const Real input =
        -force.dot(now.velocity) - toEigen(answer.turning.torque).dot(bodyB.angularVelocity - bodyA.angularVelocity);
    return flow.book(input, answer.pressing, answer.sliding, answer.turning,
                     now.past ? &now.past->full().energy : nullptr, reachesBeyondTouch);
}

Real DEMContactForceImpl::calcPotentialEnergy(const State& state) const {
    checkTopology("calcPotentialEnergyContribution", state);
    SimTK_STAGECHECK_GE_ALWAYS(state.getSubsystemStage(subsystem), Stage::Dynamics,
                               "DEMContactForce::calcPotentialEnergyContribution()");
    return updWorkspace(state).flow.stored;
}

void DEMContactForceImpl::findSliding(const State& state, SlidingContacts& sliding) const {
    const ContactHistory& next = getNextHistory(state);
    const Workspace& work = updWorkspace(state);
    const auto twistOf = [&](int slot) -> BodyTwist {
        const SpatialVec& A_GB = compiled.bodies[slot]->getBodyAcceleration(state);
        return {work.bodies[slot].velocity, work.bodies[slot].angularVelocity, toEigen(A_GB[1]), toEigen(A_GB[0])};
    };
    sliding.time = next.time;
    sliding.contacts.clear();
    for (const std::size_t row : work.sliding) {
        const ContactRow& pair = next.rows[row];
        const int a = compiled.surfaces[pair.key.a].body, b = compiled.surfaces[pair.key.b].body;
        const Vector3 velocity = work.bodies[b].velocityAt(pair.point) - work.bodies[a].velocityAt(pair.point);
        const Vector3 slipVelocity = velocity - velocity.dot(pair.normal) * pair.normal;
        sliding.contacts.push_back({pair.key, slipVelocity, pair.point - work.bodies[a].origin,
                                    pair.point - work.bodies[b].origin, twistOf(a), twistOf(b)});
    }
}

const SlidingContacts& DEMContactForceImpl::getSlidingNow(const State& state) const {
    // What realizeAcceleration() has written counts as of the stage before it ends.
    auto& sliding = Value<SlidingContacts>::updDowncast(state.updDiscreteVarUpdateValue(subsystem, slidingIndex)).upd();
    if (!state.isDiscreteVarUpdateValueRealized(subsystem, slidingIndex)) { // see restoreNextHistory()
        findSliding(state, sliding);
        state.markDiscreteVarUpdateValueRealized(subsystem, slidingIndex);
    }
    return sliding;
}

void DEMContactForceImpl::realizeAcceleration(const State& state) const {
    Workspace& work = updWorkspace(state);
    auto& sliding = Value<SlidingContacts>::updDowncast(state.updDiscreteVarUpdateValue(subsystem, slidingIndex)).upd();
    findSliding(state, sliding);
    state.markDiscreteVarUpdateValueRealized(subsystem, slidingIndex);
    // Asked of the first trial after a commit alone: one refusal is what an integrator needs, and states that were changed
    // by hand, by an event or for a report are not its trials.
    const auto& committed = Value<SlidingContacts>::downcast(state.getDiscreteVariable(subsystem, slidingIndex)).get();
    const bool isFirstTrial = work.accelerationsAt == committed.time;
    work.accelerationsAt = state.getTime();
    if (isFirstTrial)
        if (const SlidingContact* unresolved = findUnresolvedSliding(committed, sliding)) refuseStep(*unresolved);
    writeEnergyRates(state);
}

void DEMContactForceImpl::writeEnergyRates(const State& state) const {
    if (!isTracking) return;
    const EnergyFlow& flow = updWorkspace(state).flow;
    Real* rates = &state.updZDot(subsystem)[energyIndex];
    rates[0] = flow.input;
    rates[1] = flow.damping;
    rates[2] = flow.release;
    rates[3] = flow.gained;
}

const std::vector<ContactRecord>& DEMContactForceImpl::getContactRecords(const State& state) const {
    auto& records = Value<std::vector<ContactRecord>>::updDowncast(state.updCacheEntry(subsystem, recordsIndex)).upd();
    Workspace& work = updWorkspace(state);
    if (!state.isCacheValueRealized(subsystem, recordsIndex) || !work.areRecordsOfThese) {
        records.clear();
        evaluate(state, work, nullptr, &records);
        state.markCacheValueRealized(subsystem, recordsIndex);
        work.areRecordsOfThese = true;
    }
    return records;
}

} // namespace simbodydem
