#include "DEMContactForceImpl.h"

#include "SurfaceShape.h"
#include "simbodydem/laws/rolling/NoRolling.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// What the normal law answered, for the tangential law alone: rolling feels the whole load, whatever the friction.
[[gnu::noinline]] const NormalAnswer& scaleFriction(NormalAnswer& room, const NormalAnswer& pressing, Real factor) {
    room = pressing;
    room.frictionalLoad *= factor;
    return room;
}

// Whether a new contact is deeper than it can have become since the commit: deeper than laws hold, on its way out and no
// longer where it was deepest, or ten times deeper than its speed, and what its own force may have taken from it, explain.
[[gnu::noinline]] bool isTooDeep(const NormalInput& in, Real force, Real timeSinceCommit) {
    if (!(timeSinceCommit > 0) || in.overlap < 1e-3 * in.effectiveRadius) return false;
    if (in.overlap > 0.1 * in.effectiveRadius || in.overlap < -in.overlapRate * timeSinceCommit) return true;
    const Real speed = std::abs(in.overlapRate) + std::abs(force) / in.effectiveMass * timeSinceCommit;
    return in.overlap > 10 * speed * timeSinceCommit;
}

} // namespace

DEMContactForceImpl::DEMContactForceImpl(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts,
                                         ContactSetIndex set, const NormalLaw& normal, const TangentialLaw& tangential,
                                         const RollingLaw& rolling)
    : forces(forces),
      subsystem(forces.getMySubsystemIndex()),
      contacts(contacts),
      set(set),
      normal(normal.clone()),
      tangential(tangential.clone()),
      rolling(rolling.clone()),
      hasRolling(!dynamic_cast<const NoRolling*>(&rolling)),
      reachesBeyondTouch(normal.reachesBeyondTouch()) {
    const int count = contacts.getNumContactSets();
    if (!set.isValid() || set >= count)
        throw std::invalid_argument(getOwner() + ": contact set " + std::to_string(set) + " does not exist; the " +
                                    "contact subsystem has " + std::to_string(count) + ", and it must be in [0, " +
                                    std::to_string(count) + ")");
    if (!forces.isInSameSystem(contacts))
        throw std::invalid_argument(getOwner() + ": the force subsystem and the contact subsystem are not of the same "
                                                 "MultibodySystem; give both to one");
}

void DEMContactForceImpl::realizeTopology(State& state) const {
    surfaces.clear();
    bodies.clear();
    std::map<MobilizedBodyIndex, int> slots;
    for (ContactSurfaceIndex s(0); s < contacts.getNumBodies(set); ++s) {
        const MobilizedBody& body = contacts.getBody(set, s);
        const auto slot = slots.emplace(body.getMobilizedBodyIndex(), int(bodies.size()));
        if (slot.second) bodies.push_back(&body);
        const auto margin = marginBySurface.find(s);
        Surface surface;
        surface.body = slot.first->second;
        surface.margin = margin == marginBySurface.end() ? marginForAll : margin->second;
        surface.curvature =
            calcCurvature(contacts.getBodyGeometry(set, s), surface.margin, getOwner() + ": " + nameSurface(s));
        surface.materialClass = -1;
        surface.isFiltered = false;
        surfaces.push_back(surface);
    }
    const SimbodyMatterSubsystem& matter = MultibodySystem::downcast(contacts.getSystem()).getMatterSubsystem();
    checkSurfaces(matter);
    isBodyAlone = findBodiesAlone(matter);
    filter.build(exclusions, surfaces, bodies);
    pairs.build(getOwner(), surfaces, filter, materials, mixingRules, *normal, *tangential, *rolling);

    historyIndex = state.allocateAutoUpdateDiscreteVariable(subsystem, Stage::Dynamics, new Value<ContactHistory>(),
                                                            Stage::Velocity);
    slidingIndex = state.allocateAutoUpdateDiscreteVariable(subsystem, Stage::Acceleration,
                                                            new Value<SlidingContacts>(), Stage::Acceleration);
    frictionFactorsIndex =
        state.allocateDiscreteVariable(subsystem, Stage::Dynamics, new Value<std::vector<Real>>()); // empty: all are 1
    workspaceIndex = state.allocateCacheEntry(subsystem, Stage::Dynamics, new Value<Workspace>());
    recordsIndex = state.allocateLazyCacheEntry(subsystem, Stage::Dynamics, new Value<std::vector<ContactRecord>>());
    isTracking = trackDissipatedEnergy;
    if (isTracking) energyIndex = state.allocateZ(subsystem, Vector(4, Real(0)));
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
    Workspace& work = updWorkspace(state);
    ContactHistory& next = updNextHistory(state);
    evaluate(state, work, &next, nullptr);
    const ContactHistory& committed = getHistory(state);
    if (isTracking) next.ledger = committed.ledger.next(state.getTime() - committed.time, getTotals(state), work.flow);
    next.isDepthTold = committed.isDepthTold || committed.tooDeep.pair != 0;
    if (next.isDepthTold && !committed.isDepthTold && work.depthToldOf != committed.time) {
        warnOfDepth(committed);
        work.depthToldOf = committed.time;
    }
    next.isLateTold = committed.isLateTold || work.commits.isTold;
    if (!next.pairs.empty() && work.commits.isLate(committed.time, state.getTime()) && !next.isLateTold)
        next.isLateTold = work.commits.isTold = warnOfMissingCommits(committed.time, next);
    state.markDiscreteVarUpdateValueRealized(subsystem, historyIndex);

    for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
        const BodyMotion& body = work.bodies[slot];
        if (!body.isKnown) continue;
        SpatialVec& total = bodyForces[bodies[slot]->getMobilizedBodyIndex()];
        total[0] += toSimTK(body.torque);
        total[1] += toSimTK(body.force);
    }
}

BodyStation DEMContactForceImpl::getStation(const Surface& surface) const {
    const MobilizedBody& body = *bodies[surface.body];
    return {body, isBodyAlone[body.getMobilizedBodyIndex()]};
}

std::optional<ContactMass> DEMContactForceImpl::findMass(const State& state, const ContactHistory& committed,
                                                         const TouchingPair& touch, const Vector3& slipVelocity,
                                                         const NormalInput& in) const {
    const Surface &surfaceA = surfaces[touch.a], &surfaceB = surfaces[touch.b];
    try {
        return effectiveMass.calc(state, bodies[surfaceA.body]->getMatterSubsystem(),
                                  {getStation(surfaceA), getStation(surfaceB), touch.a, touch.b, toSimTK(touch.point),
                                   toSimTK(touch.normal), toSimTK(slipVelocity), in.overlapRate});
    } catch (const std::runtime_error&) {
        const std::vector<PairKey>& waiting = committed.waiting;
        const bool hasWaited = std::count(waiting.begin(), waiting.end(), makePairKey(touch.a, touch.b)) > 0;
        const bool isWithinAStep = state.getTime() > committed.time; // not so before the first commit
        const bool isHair = in.overlap < 1e-6 * in.effectiveRadius;
        if (in.overlap > 0 && !(isHair && isWithinAStep && !hasWaited)) throw;
        return std::nullopt;
    }
}

BodyMotion& DEMContactForceImpl::fetchBody(const State& state, Workspace& work, const ContactHistory& committed,
                                           ContactHistory* next, int slot) const {
    BodyMotion& body = work.bodies[slot];
    if (body.isKnown) return body;
    const Transform& X_GB = bodies[slot]->getBodyTransform(state);
    const SpatialVec& V_GB = bodies[slot]->getBodyVelocity(state);
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
            body.turn.setIdentity();
        else
            body.turn.noalias() = rotation * rotationAtCommit.transpose();
        body.originAtCommit = committed.poses[slot].origin;
    }
    if (next) next->poses[slot] = {rotation, body.origin, body.velocity, body.angularVelocity};
    return body;
}

[[gnu::noinline]] RollingAnswer DEMContactForceImpl::calcRolling(
    const RollingLaw& law, const NormalInput& in, const NormalAnswer& pressing, const Vector3& normal,
    const PairHistory* past, const RollingHistory* pastRolling, const ContactEnergy* before, Real sinceFirstTouch,
    BodyMotion& bodyA, BodyMotion& bodyB, EnergyFlow& flow) const {
    const Vector3 angularVelocity = bodyB.angularVelocity - bodyA.angularVelocity;
    Vector3 carried = Vector3::Zero(), increment = angularVelocity * sinceFirstTouch;
    if (past) {
        carried = carryRotation(pastRolling->rotation, past->normal, normal, bodyA, bodyB);
        increment = relativeRotation(bodyA, bodyB);
    }
    const RollingInput turn{in,
                            pressing,
                            toSimTK(normal),
                            toSimTK(carried),
                            toSimTK(increment),
                            toSimTK(angularVelocity),
                            past ? pastRolling->law : LawHistory()};
    const RollingAnswer answer = law.calcTorque(turn);
    const Vector3 torque = toEigen(answer.torque);
    bodyA.torque -= torque;
    bodyB.torque += torque;
    if (isTracking) {
        RollingAnswer then;
        if (before) {
            then.torque = toSimTK(carryRotation(before->torque, past->normal, normal, bodyA, bodyB));
            then.rotation = turn.rotation;
            then.storedEnergy = before->rolling;
            then.history = turn.history;
        }
        flow.heat += law.calcHeat(turn, answer, then);
    }
    return answer;
}

[[gnu::noinline]] void DEMContactForceImpl::bookSlip(EnergyFlow& flow, const TangentialLaw& law,
                                                     const TangentialInput& in, const TangentialAnswer& sliding,
                                                     const PairHistory* past, const ContactEnergy* before,
                                                     const Vector3& normal, const BodyMotion& bodyA,
                                                     const BodyMotion& bodyB) const {
    TangentialAnswer then;
    if (before) {
        then.force = toSimTK(carryTangent(before->force, past->normal, normal, bodyA, bodyB));
        then.displacement = in.displacement;
        then.storedEnergy = before->tangential;
        then.history = in.history;
    }
    flow.heat += law.calcHeat(in, sliding, then);
}

[[gnu::noinline]] ContactEnergy DEMContactForceImpl::bookEnergy(EnergyFlow& flow, Real input,
                                                                const NormalAnswer& pressing,
                                                                const TangentialAnswer& sliding,
                                                                const RollingAnswer& turning,
                                                                const ContactEnergy* before) const {
    flow.input += input;
    const Real power = pressing.dissipatedPower;
    (power < 0 ? flow.gained : pressing.force == 0 ? flow.release : flow.damping) += std::abs(power); // 0: clamped
    ContactEnergy now;
    if (reachesBeyondTouch) now.normal = std::max(pressing.storedEnergy, 0.);
    now.tangential = sliding.storedEnergy;
    now.rolling = turning.storedEnergy;
    now.force = toEigen(sliding.force);
    now.torque = toEigen(turning.torque);
    flow.held += now.held();
    if (before)
        flow.heldStill += before->held();
    else if (reachesBeyondTouch)
        flow.seized += std::max(-pressing.storedEnergy, 0.);
    return now;
}

void DEMContactForceImpl::evaluate(const State& state, Workspace& work, ContactHistory* next,
                                   std::vector<ContactRecord>* records) const {
    const ContactHistory& committed = getHistory(state);
    const std::vector<Real>& frictionFactors = getFrictionFactors(state);
    const Real timeSinceCommit = state.getTime() - committed.time; // NaN before the first commit
    work.bodies.resize(bodies.size());
    for (BodyMotion& body : work.bodies) body.isKnown = false;
    work.lookup.start(committed);
    work.flow = EnergyFlow();
    if (next) {
        next->time = state.getTime();
        next->pairs.clear();
        next->rolling.clear();
        next->waiting.clear();
        next->energies.clear();
        next->tooDeep.pair = 0;
        next->poses.resize(bodies.size());
    }

    for (const Contact& contact : contacts.getContacts(state, set)) {
        TouchingPair touch = readContact(contact);
        const Surface &surfaceA = surfaces[touch.a], &surfaceB = surfaces[touch.b];
        if (surfaceA.body == surfaceB.body || filter.excludes(touch.a, surfaceA, touch.b, surfaceB)) continue;
        takeMarginsOff(touch, surfaceA.margin, surfaceB.margin);
        if (touch.overlap <= 0 && !reachesBeyondTouch) continue;
        const PairLaws& laws = pairs.get(surfaceA, surfaceB);
        touch.point += (laws.pointShift * touch.overlap) * touch.normal;
        BodyMotion& bodyA = fetchBody(state, work, committed, next, surfaceA.body);
        BodyMotion& bodyB = fetchBody(state, work, committed, next, surfaceB.body);

        const Vector3 velocity = bodyB.velocityAt(touch.point) - bodyA.velocityAt(touch.point);
        const Real separationRate = velocity.dot(touch.normal);
        const Vector3 slipVelocity = velocity - separationRate * touch.normal;

        const PairKey key = makePairKey(touch.a, touch.b);
        const PairHistory* past = work.lookup.find(key);

        if (!past && std::isnan(committed.time)) checkStart(touch);

        NormalInput in;
        in.overlap = touch.overlap;
        in.overlapRate = -separationRate;
        in.curvatureA = surfaceA.curvature;
        in.curvatureB = surfaceB.curvature;
        in.effectiveRadius = 1 / (in.curvatureA + in.curvatureB);
        in.contactRadius = std::sqrt(in.effectiveRadius * std::max(in.overlap, Real(0)));
        CarriedContact carried;
        Real sinceFirstTouch = NaN; // of a new contact
        if (past) {
            carried = carryContact(*past, touch, bodyA, bodyB, in.curvatureA, in.curvatureB, laws.pointShift);
            const Real squaredWidth = in.effectiveRadius * std::max(std::abs(touch.overlap), std::abs(past->overlap));
            if (carried.slipIncrement.squaredNorm() > squaredWidth &&
                hasJumped(carried, *past, slipVelocity, std::sqrt(squaredWidth), timeSinceCommit,
                          committed.poses[surfaceA.body], committed.poses[surfaceB.body]))
                past = nullptr;
        }
        in.firstTouch = !past;
        ContactMass mass;
        if (past) {
            mass = {past->normalMass, past->tangentialMass};
            in.history = past->normalLaw;
        } else {
            const std::optional<ContactMass> found = findMass(state, committed, touch, slipVelocity, in);
            if (!found) {
                if (next && in.overlap > 0) next->waiting.push_back(key);
                continue;
            }
            mass = *found;
            sinceFirstTouch = timeSinceFirstTouch(in.overlap, in.overlapRate, timeSinceCommit);
            carried.slipIncrement = slipVelocity * sinceFirstTouch;
            carried.tangentialDisplacement.setZero();
        }
        in.effectiveMass = mass.normal;

        const NormalAnswer pressing = laws.normal->calcForce(in);
        if (!pressing.inContact) continue;
        const NormalAnswer& gripping =
            frictionFactors.empty()
                ? pressing
                : scaleFriction(work.gripping, pressing, frictionFactors[touch.a] * frictionFactors[touch.b]);
        const TangentialInput slip{in,
                                   gripping,
                                   toSimTK(carried.tangentialDisplacement),
                                   toSimTK(carried.slipIncrement),
                                   toSimTK(slipVelocity),
                                   mass.tangential,
                                   past ? past->tangentialLaw : LawHistory()};
        const TangentialAnswer sliding = laws.tangential->calcForce(slip);
        const ContactEnergy* before = isTracking && past ? &committed.energies[past - committed.pairs.data()] : nullptr;
        if (isTracking) bookSlip(work.flow, *laws.tangential, slip, sliding, past, before, touch.normal, bodyA, bodyB);
        RollingAnswer turning;
        if (hasRolling) {
            const RollingHistory* pastRolling = past ? &committed.rolling[past - committed.pairs.data()] : nullptr;
            turning = calcRolling(*laws.rolling, in, pressing, touch.normal, past, pastRolling, before, sinceFirstTouch,
                                  bodyA, bodyB, work.flow);
            if (next) next->rolling.push_back({toEigen(turning.rotation), turning.history});
        }

        const Vector3 force = pressing.force * touch.normal + toEigen(sliding.force);
        bodyA.apply(-force, touch.point);
        bodyB.apply(force, touch.point);
        const Real storedEnergy = pressing.storedEnergy + sliding.storedEnergy + turning.storedEnergy;
        work.flow.stored += storedEnergy;
        if (isTracking) {
            const Real input =
                -force.dot(velocity) - toEigen(turning.torque).dot(bodyB.angularVelocity - bodyA.angularVelocity);
            const ContactEnergy held = bookEnergy(work.flow, input, pressing, sliding, turning, before);
            if (next) next->energies.push_back(held);
        }

        if (in.firstTouch && next && isTooDeep(in, pressing.force, timeSinceCommit))
            next->tooDeep = {key, in.overlap, timeSinceCommit};
        if (next)
            next->pairs.push_back({key, touch.point, touch.normal, toEigen(sliding.displacement), in.overlap,
                                   mass.normal, mass.tangential, pressing.history, sliding.history, slipVelocity,
                                   sliding.sliding});
        if (records)
            records->push_back({ContactSurfaceIndex(touch.a), ContactSurfaceIndex(touch.b), toSimTK(touch.point),
                                toSimTK(touch.normal), pressing.force * toSimTK(touch.normal), sliding.force,
                                turning.torque, toSimTK(slipVelocity), sliding.displacement, in.overlap, in.overlapRate,
                                storedEnergy,
                                pressing.dissipatedPower + sliding.dissipatedPower + turning.dissipatedPower,
                                sliding.sliding, mass.normal, mass.tangential});
    }
}

Real DEMContactForceImpl::calcPotentialEnergy(const State& state) const {
    checkTopology("calcPotentialEnergyContribution", state);
    SimTK_STAGECHECK_GE_ALWAYS(state.getSubsystemStage(subsystem), Stage::Dynamics,
                               "DEMContactForce::calcPotentialEnergyContribution()");
    return updWorkspace(state).flow.stored;
}

void DEMContactForceImpl::findSliding(const State& state, SlidingContacts& sliding) const {
    const auto& next = Value<ContactHistory>::downcast(state.getDiscreteVarUpdateValue(subsystem, historyIndex)).get();
    const Workspace& work = updWorkspace(state);
    const auto twistOf = [&](int slot) -> BodyTwist {
        const SpatialVec& A_GB = bodies[slot]->getBodyAcceleration(state);
        return {work.bodies[slot].velocity, work.bodies[slot].angularVelocity, toEigen(A_GB[1]), toEigen(A_GB[0])};
    };
    sliding.time = next.time;
    sliding.contacts.clear();
    for (const PairHistory& pair : next.pairs) {
        if (!pair.isSliding) continue;
        const int a = surfaces[pair.key >> 32].body, b = surfaces[std::uint32_t(pair.key)].body;
        sliding.contacts.push_back({pair.key, pair.slipVelocity, pair.point - work.bodies[a].origin,
                                    pair.point - work.bodies[b].origin, twistOf(a), twistOf(b)});
    }
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
    if (!state.isCacheValueRealized(subsystem, recordsIndex)) {
        records.clear();
        evaluate(state, updWorkspace(state), nullptr, &records);
        state.markCacheValueRealized(subsystem, recordsIndex);
    }
    return records;
}

} // namespace simbodydem
