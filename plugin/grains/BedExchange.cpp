// SPDX-License-Identifier: Apache-2.0
#include "grains/BedExchange.h"

#include "grains/BodyResponse.h"
#include "grains/Conversions.h"
#include "grains/InputChecks.h"
#include "grains/SavedBed.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem::grains {

using namespace SimTK;

BedExchange::BedExchange(BedContents& contents, BedServer& server)
    : contents(contents), server(server), choice(contents.getSystem(), contents.updSurfaces()) {
    MultibodySystem& system = contents.updSystem();
    GeneralForceSubsystem forces(system);
    // The System has a handle of its own, which lives as long as it.
    Subsystem& kept = system.updSubsystem(forces.getMySubsystemIndex());
    auto* const implementation =
        new GrainForce(GeneralForceSubsystem::updDowncast(ForceSubsystem::updDowncast(kept)), isThere);
    Force::Custom(forces, implementation);
    force = implementation;
}

BedExchange::~BedExchange() { *isThere = false; }

SurfaceIndex BedExchange::addSurface(const MobilizedBody& body, const Shape& shape, const Transform& X_BS,
                                     const SurfaceMaterial& material, const std::string& name) {
    if (begun)
        throw std::logic_error("GrainBed::addSurface(): " + contents.nameOfNext(name) +
                               ": the bed has begun to move; add surfaces before");
    const SurfaceIndex surface = contents.addSurface(body, shape, X_BS, material, name);
    force->addSurface(body);
    return surface;
}

SpatialVec BedExchange::getPendingImpulse(SurfaceIndex surface) const {
    contents.getSurface(surface); // checks
    return pendingImpulses.size() > int(surface) ? pendingImpulses[int(surface)] : SpatialVec(Vec3(0), Vec3(0));
}

Motion BedExchange::motionAtRest() const {
    Motion motion;
    if (!begun) motion = motionOfGround();
    motion.gravity = toTriple(begun ? gravity : contents.getGravityOfStart());
    return motion;
}

void BedExchange::placeGround() {
    for (BedSurface& surface : contents.updSurfaces())
        if (surface.body == 0 && !surface.isSent)
            server.sendSurface(surface, contents.describeSurface(surface, Infinity));
    server.place(motionAtRest(), time);
}

void BedExchange::takeNewGrains() {
    if (!begun) return placeGround();
    server.place(motionAtRest(), time);
    choice.lookAgain();
}

Real BedExchange::massOf(const BedSurface& surface, const State& state) const {
    const MobilizedBody& body = contents.bodyOf(surface);
    const Real mass = body.isGround() ? Infinity : body.getBodyMassProperties(state).getMass();
    check(mass > 0, "GrainBed: " + surface.name, "mass of its body", mass, "kg", "> 0");
    return mass;
}

Real BedExchange::speedOf(const BedSurface& surface, const State& state) const {
    const MobilizedBody& body = contents.bodyOf(surface);
    return body.findStationVelocityInGround(state, body.getBodyMassCenterStation(state)).norm();
}

void BedExchange::checkTime(const State& state) const {
    if (std::abs(state.getTime() - time) > 1e-9 * std::max(1., std::abs(time)))
        throw std::runtime_error("GrainBed: the bed is at t = " + toText(time) + " s and the State at t = " +
                                 toText(state.getTime()) + " s. Grains cannot go back, and a State has none of them");
}

void BedExchange::begin(const State& state) {
    server.requireRunning();
    const MultibodySystem& system = getSystem();
    if (!system.systemTopologyHasBeenRealized() ||
        state.getSystemTopologyStageVersion() != system.getSystemTopologyCacheVersion())
        throw std::logic_error("GrainBed: the System was changed after it had made the State, as addSurface() does; "
                               "call realizeTopology() and initialize the integrator with the new State");
    const State& own = system.getDefaultState();
    if (state.getNumSubsystems() != own.getNumSubsystems() || state.getNQ() != own.getNQ() ||
        state.getNU() != own.getNU())
        throw std::invalid_argument("GrainBed: the State is of another System than the bed");
    system.realize(state, Stage::Velocity);
    if (begun) return checkTime(state);
    for (BedSurface& surface : contents.updSurfaces())
        if (!surface.isSent) server.sendSurface(surface, contents.describeSurface(surface, massOf(surface, state)));
    pendingImpulses = zeros(contents.getSurfaces().size());
    placeBodies(state);
    checkOverlaps("at the start");
    time = state.getTime();
    begun = true;
}

// Places all bodies as in this State, and begins to look for touches.
void BedExchange::placeBodies(const State& state) {
    Motion motion;
    addKnots(state, state.getTime(), motion.bodies);
    gravity = gravityAt(state);
    motion.gravity = toTriple(gravity);
    choice.forget();
    choice.lookAhead(state, server.getSent(), getTimeStep(), contents.getOptions().getInterval(), motion);
    server.place(motion, state.getTime());
    choice.begin(state, motion.ahead);
    rememberPlaces(state);
}

void BedExchange::rememberPlaces(const State& state) {
    poses.clear();
    for (const MobilizedBodyIndex body : contents.getBodies())
        poses.push_back(getSystem().getMatterSubsystem().getMobilizedBody(body).getBodyTransform(state));
}

void BedExchange::checkOverlaps(const std::string& when) {
    for (const BedSurface& surface : contents.getSurfaces())
        if (surface.report.deepestOverlap > BedContents::deepestAtStart)
            throw std::runtime_error("GrainBed: " + surface.name + " overlaps grains " + when + ", " +
                                     std::to_string(surface.report.contacts) + " contacts, by up to " +
                                     toText(100 * surface.report.deepestOverlap) +
                                     " % of a grain's radius; it must be at most " + toText(100 * BedContents::deepestAtStart) +
                                     " %. The bed is " + toText(server.measure().height) + " m high");
}

// A State that was changed between two intervals may have a body in the middle of grains, which would shoot them away.
void BedExchange::checkPlaces(const State& state) {
    bool hasMoved = false;
    for (std::size_t k = 0; k < poses.size(); ++k) {
        const Transform& X = getSystem().getMatterSubsystem().getMobilizedBody(contents.getBodies()[k]).getBodyTransform(state);
        hasMoved = hasMoved || !((X.p() - poses[k].p()).norm() <= 1e-6 * contents.getLeastRadius()) ||
                   !((X.R().asMat33() - poses[k].R().asMat33()).norm() <= 1e-6);
    }
    if (!hasMoved) return;
    placeBodies(state);
    checkOverlaps("after the State was changed at t = " + toText(state.getTime()) + " s");
}

// Returns the gravity of this State, which may have been changed in it.
Vec3 BedExchange::gravityAt(const State& state) const {
    const GrainBedOptions& options = contents.getOptions();
    if (options.getGravity()) return *options.getGravity();
    const MultibodySystem& system = getSystem();
    Vec3 sum(0);
    for (SubsystemIndex i(0); i < system.getNumSubsystems(); ++i) {
        if (!ForceSubsystem::isInstanceOf(system.getSubsystem(i))) continue;
        const auto& subsystem = ForceSubsystem::downcast(system.getSubsystem(i));
        if (!GeneralForceSubsystem::isInstanceOf(subsystem)) continue;
        const auto& forces = GeneralForceSubsystem::downcast(subsystem);
        for (ForceIndex f(0); f < forces.getNumForces(); ++f) {
            const Force& one = forces.getForce(f);
            if (forces.isForceDisabled(state, f)) continue;
            if (Force::UniformGravity::isInstanceOf(one)) sum += Force::UniformGravity::downcast(one).getGravity();
            if (Force::Gravity::isInstanceOf(one)) sum += Force::Gravity::downcast(one).getGravityVector(state);
        }
    }
    return sum;
}

void BedExchange::addKnots(const State& state, Real start, Knots& knots) const {
    const std::vector<MobilizedBodyIndex>& bodies = contents.getBodies();
    knots.resize(bodies.size());
    const SimbodyMatterSubsystem& matter = getSystem().getMatterSubsystem();
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        const MobilizedBody& body = matter.getMobilizedBody(bodies[k]);
        const Transform& X = body.getBodyTransform(state);
        const SpatialVec& V = body.getBodyVelocity(state);
        if (!X.p().isFinite() || !X.R().asMat33().isFinite() || !V[0].isFinite() || !V[1].isFinite())
            throw std::runtime_error("GrainBed: " + contents.nameOf(body) + " has a pose or a velocity that is not a number at t = " +
                                     toText(state.getTime()) + " s");
        knots[k].push_back(knotAt(state.getTime() - start, body.getBodyTransform(state), body.getBodyVelocity(state)));
    }
}

IntervalChoice::Interval BedExchange::chooseInterval(const State& state) {
    checkPlaces(state);
    ++numIntervals;
    const GrainBedOptions& options = contents.getOptions();
    const bool hasTolerance = options.getIntervalTolerance().isSet();
    const IntervalChoice::Interval interval =
        choice.choose(state, getTimeStep(), hasTolerance ? chosenSteps : Real(options.getInterval()));
    if (interval.isShortened) ++numShortened;
    return interval;
}

// Takes what the mechanism lacks of the impulse of an interval as the error of its velocity, and chooses the next interval. The error of an
// impulse grows with the third power of the interval where forces are smooth, and with the first where they jump; so the second is taken.
void BedExchange::estimateError(const State& state, long long steps) {
    const MultibodySystem& system = getSystem();
    const std::vector<BedSurface>& surfaces = contents.getSurfaces();
    const GrainBedOptions& options = contents.getOptions();
    intervalError = 0;
    Vector_<SpatialVec> lacking(system.getMatterSubsystem().getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
    for (std::size_t k = 0; k < surfaces.size(); ++k) lacking[surfaces[k].body] += pendingImpulses[int(k)];
    const Vector_<SpatialVec> velocities = BodyResponse(system, state).velocitiesBy(lacking);
    for (const BedSurface& surface : surfaces) {
        const SpatialVec& V = velocities[surface.body];
        const Vec3 origin = contents.bodyOf(surface).getBodyOriginLocation(state),
                   point = surface.report.contacts > 0 ? toVec3(surface.report.point) : origin;
        intervalError = std::max(intervalError, (V[1] + V[0] % (point - origin)).norm());
    }
    if (!options.getIntervalTolerance().isSet()) return;
    const Real wanted = 0.9 * std::sqrt(options.getIntervalTolerance() / std::max(intervalError, TinyReal));
    chosenSteps =
        std::min(std::max(Real(steps) * std::min(std::max(wanted, 0.25), 2.), 1.), Real(options.getInterval()));
}

BedExchange::Load BedExchange::predict(Real start, Real length) const {
    const std::vector<BedSurface>& surfaces = contents.getSurfaces();
    Load load{zeros(surfaces.size()), pendingImpulses, start, length};
    for (std::size_t k = 0; k < surfaces.size(); ++k)
        load.wrenches[int(k)] = SpatialVec(toVec3(surfaces[k].report.moment), toVec3(surfaces[k].report.force));
    return load;
}

void BedExchange::advance(const State& state, const Knots& knots, Real end, long long steps, Real timeStep,
                            const Load& applied) {
    if (std::abs(end - Real(steps) * timeStep - time) > 1e-3 * timeStep + 1e-9 * std::abs(time))
        throw std::runtime_error("GrainBed: the bed is at t = " + toText(time) +
                                 " s, and an interval from t = " + toText(end - Real(steps) * timeStep) +
                                 " s was asked for. Grains cannot go back, and only one stepper advances a bed");
    for (const BedSurface& surface : contents.getSurfaces()) {
        const Real distance = timeStep * speedOf(surface, state);
        if (distance > contents.getLeastRadius())
            throw std::runtime_error("GrainBed: the body of " + surface.name + " moves by " + toText(distance) +
                                     " m in a step of the bed, more than the radius of a grain; set a shorter step");
    }
    gravity = gravityAt(state);
    Motion motion{steps, timeStep, 0, knots, toTriple(gravity), 0, {}};
    choice.lookAhead(state, server.getSent(), getTimeStep(), contents.getOptions().getInterval(), motion);
    server.advance(motion, end);
    const std::vector<BedSurface>& surfaces = contents.getSurfaces();
    const Real length = Real(steps) * timeStep;
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        const SpatialVec impulse(toVec3(surfaces[k].report.angularImpulse), toVec3(surfaces[k].report.impulse));
        pendingImpulses[int(k)] += impulse - length * applied.meanOn(int(k));
    }
    choice.learn(state, motion.ahead);
    rememberPlaces(state);
    estimateError(state, steps);
    time = end;
}

void BedExchange::write(const State& state, SavedBed& saved) const {
    checkTime(state);
    saved.time = time;
    saved.chosenSteps = chosenSteps;
    saved.pendingImpulses = triplesOf(pendingImpulses);
    saved.touches = choice.getTouches();
    for (std::size_t k = 0; k < 2; ++k) saved.modes[k] = numbersOf(choice.getModes()[k]);
}

void BedExchange::restore(const State& state, const SavedBed& saved) {
    Restart restart{saved.state, {}};
    gravity = gravityAt(state);
    restart.motion.gravity = toTriple(gravity);
    addKnots(state, state.getTime(), restart.motion.bodies);
    server.restore(restart, saved.time);
    pendingImpulses = wrenchesOf(saved.pendingImpulses);
    const auto vectorOf = [](const std::vector<double>& numbers) { return Vector(int(numbers.size()), numbers.data()); };
    choice.restore(saved.touches, {vectorOf(saved.modes[0]), vectorOf(saved.modes[1])});
    time = saved.time;
    chosenSteps = saved.chosenSteps;
    rememberPlaces(state);
    begun = true;
}

} // namespace simbodydem::grains
