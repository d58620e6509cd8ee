// SPDX-License-Identifier: Apache-2.0
#include "grains/GrainCoupling.h"

#include "grains/Conversions.h"
#include "grains/InputChecks.h"
#include "grains/ShapeNumbersOf.h"
#include "grains/TermsOf.h"
#include "simbodydem/Gravity.h"
#include "simbodydem/Messages.h"

#include "Simbody.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace grains;
using namespace SimTK;

namespace {

constexpr Real longestStep = 6, longStep = 3; // over the default: an error, and a warning

} // namespace

GrainCoupling::GrainCoupling(MultibodySystem& system, const GrainBedOptions& options)
    : system(system), options(options) {
    for (int axis = 0; axis < 3; ++axis)
        if (!(options.getHigh()[axis] > options.getLow()[axis]))
            throw std::invalid_argument("GrainBed: its box has no volume; call GrainBedOptions::setBox()");
    GeneralForceSubsystem forces(system);
    // The System has a handle of its own, which lives as long as it.
    Subsystem& kept = system.updSubsystem(forces.getMySubsystemIndex());
    auto* const implementation =
        new GrainForce(GeneralForceSubsystem::updDowncast(ForceSubsystem::updDowncast(kept)), isThere);
    Force::Custom(forces, implementation);
    force = implementation;
}

GrainCoupling::~GrainCoupling() { *isThere = false; }

void GrainCoupling::setLaw(const ContactModel& given, const SurfaceMaterial& grains) {
    if (server) throw std::logic_error("GrainBed::setLaw(): the bed has grains already; set the law first");
    if (!surfaces.empty())
        throw std::logic_error("GrainBed::setLaw(): the bed has surfaces already; set the law first");
    if (materials.size() > 1)
        throw std::logic_error("GrainBed::setLaw(): the bed has further materials already; set the law first");
    const std::string owner = "GrainBed::setLaw()";
    termsOf(given, grains, grains, owner); // checks
    model = std::make_unique<ContactModel>(given);
    materials = {{grains, options.getDensity()}};
    describeMaterials(owner);
}

void GrainCoupling::describeMaterials(const std::string& owner) {
    bedMaterials.clear();
    for (const GrainMaterial& material : materials) {
        BedMaterial one;
        one.density = material.density;
        for (const GrainMaterial& other : materials)
            one.terms.push_back(termsOf(*model, material.values, other.values, owner));
        one.wallTerms = one.terms[0]; // walls have the first material
        bedMaterials.push_back(one);
    }
}

int GrainCoupling::addMaterial(const SurfaceMaterial& grains, Real density) {
    const std::string owner = "GrainBed::addMaterial()";
    if (!model) throw std::logic_error(owner + ": the bed has no law; call setLaw() first");
    if (server) throw std::logic_error(owner + ": the bed has grains already; add materials first");
    if (!surfaces.empty()) throw std::logic_error(owner + ": the bed has surfaces already; add materials first");
    check(density > 0 && std::isfinite(density), owner, "density", density, "kg/m^3", "> 0 and finite");
    for (const GrainMaterial& other : materials) termsOf(*model, other.values, grains, owner); // checks
    materials.push_back({grains, density});
    describeMaterials(owner);
    return int(materials.size()) - 1;
}

Vec3 GrainCoupling::gravityOfGrains() const {
    if (options.getGravity()) return *options.getGravity();
    const Vec3 g = findGravity(system);
    if (g.norm() == 0)
        throw std::invalid_argument("GrainBed: the System has no gravity; add a Force::Gravity before the grains, or "
                                    "call GrainBedOptions::setGravity(), with Vec3(0) for none");
    return g;
}

Real GrainCoupling::massOf(Real radius, Real density) const {
    return 4. / 3. * Pi * radius * radius * radius * density;
}

Real GrainCoupling::leastDensity() const {
    Real least = options.getDensity();
    for (const GrainMaterial& material : materials) least = std::min(least, material.density);
    return least;
}

Real GrainCoupling::getDefaultStep() const {
    if (!std::isfinite(leastRadius)) throw std::logic_error("GrainBed::getTimeStep(): the bed has no grains");
    const Real density = leastDensity(), mass = massOf(leastRadius, density);
    Real step = Infinity;
    const auto limitBy = [&](const ContactTerms& terms) {
        if (terms.normal == ContactTerms::Normal::Linear) {
            step = std::min(step, Pi * std::sqrt(0.5 * mass / terms.stiffness) / 40);
            return;
        }
        // Rayleigh's time of a ball whose modulus makes up the pair's E*, with nu = 0.3 for its small effect.
        const Real nu = 0.3, shear = terms.stiffness * (1 - nu * nu) / (1 + nu);
        step =
            std::min(step, 0.1 * Pi * leastRadius * std::sqrt(density / shear) / (0.1631 * nu + 0.8766));
    };
    for (const BedMaterial& material : bedMaterials)
        for (const ContactTerms& terms : material.terms) limitBy(terms);
    for (const BedSurface& surface : surfaces)
        for (const ContactTerms& terms : surface.terms) limitBy(terms);
    return step;
}

Real GrainCoupling::getTimeStep() const {
    if (!options.getTimeStep().isSet()) return getDefaultStep();
    const Real given = options.getTimeStep();
    if (!std::isfinite(leastRadius)) return given;
    const Real step = getDefaultStep();
    check(given <= longestStep * step, "GrainBed", "time step", given, "s",
          "at most " + toText(longestStep * step) + " s, " + toText(longestStep) +
              " times the default for these grains");
    if (given > longStep * step && !hasWarned) {
        hasWarned = true;
        passWarning("GrainBed: its time step, " + toText(given) + " s, is " + toText(given / step) +
                    " times the default for these grains; from " + toText(longStep) +
                    " times on grains buzz and the bed becomes denser. Take at most " + toText(step) + " s");
    }
    return given;
}

ServerProcess& GrainCoupling::getServer() {
    if (!server) throw std::logic_error("GrainBed: there are no grains; call fill() or add() first");
    if (isBroken) throw std::runtime_error("GrainBed: its server has ended before; make a new bed");
    return *server;
}

// Starts the server and sets the bed up, for grains whose sizes are known.
void GrainCoupling::setUp() {
    if (server) return;
    if (!model) throw std::logic_error("GrainBed: it has no law; call setLaw() first");
    gravity = presentGravity = gravityOfGrains();
    const std::string path = options.getServer().empty() ? findServer() : options.getServer();
    std::vector<std::string> command = options.getLauncher();
    if (command.empty())
        command = {"mpirun",
                   "-n",
                   "{ranks}",
                   "--oversubscribe",
                   "--bind-to",
                   "none",
                   "--mca",
                   "btl_vader_single_copy_mechanism",
                   "none",
                   "--mca",
                   "mpi_yield_when_idle",
                   "1"};
    for (std::string& word : command)
        if (word == "{ranks}") word = std::to_string(options.getRanks());
    command.push_back(path);
    auto started = std::make_unique<ServerProcess>(command);
    const Hello hello = started->ask<Hello>(Command::Hello, Hello());
    if (hello.version != protocolVersion)
        throw std::runtime_error("GrainBed: the server " + path + " is of another build than the library");
    if (hello.ranks != options.getRanks())
        throw std::runtime_error("GrainBed: the launcher has started " + std::to_string(hello.ranks) + " ranks for " +
                                 std::to_string(options.getRanks()));

    lawText = started->ask<SetUpDone>(Command::SetUp, describeSetUp()).description;
    server = std::move(started);
}

BedSetUp GrainCoupling::describeSetUp() const {
    BedSetUp bed;
    bed.low = toTriple(options.getLow());
    bed.high = toTriple(options.getHigh());
    bed.gravity = toTriple(gravity);
    for (int axis = 0; axis < 3; ++axis) {
        bed.isPeriodic[std::size_t(axis)] = options.isPeriodic(axis);
        for (int side = 0; side < 2; ++side) {
            const bool isTop = axis == upAxis() && gravity.norm() > 0 && side == (isDown() ? 0 : 1);
            bed.hasWall[std::size_t(2 * axis + side)] = options.hasWalls() && !options.isPeriodic(axis) && !isTop;
        }
    }
    bed.materials = bedMaterials;
    bed.largestRadius = greatestRadius;
    // A rolling stiffness holds for two grains of the mean radius.
    const Real radius = 0.5 * (leastRadius + greatestRadius);
    bed.rollingRadius = 0.5 * radius;
    bed.rollingMass = 0.5 * massOf(radius, options.getDensity());
    bed.timeStep = getTimeStep();
    return bed;
}

std::string GrainCoupling::describeLaw() {
    getServer();
    return lawText;
}

SurfaceIndex GrainCoupling::addSurface(const MobilizedBody& body, const Shape& shape, const Transform& X_BS,
                                       const SurfaceMaterial& surfaceMaterial, const std::string& name) {
    const std::string called = name.empty() ? "surface " + std::to_string(surfaces.size()) : name,
                      owner = "GrainBed::addSurface(): " + called;
    if (!model) throw std::logic_error(owner + ": the bed has no law; call setLaw() first");
    if (hasBegun) throw std::logic_error(owner + ": the bed has begun to move; add surfaces before");
    if (&body.getMatterSubsystem().getSystem() != &static_cast<const System&>(system))
        throw std::invalid_argument(owner + ": its body is of another System");
    if (!X_BS.p().isFinite() || !X_BS.R().asMat33().isFinite())
        throw std::invalid_argument(owner + ": its pose on the body is not finite");
    shapeNumbersOf(shape); // refuses unknown shapes
    BedSurface surface;
    surface.body = body.getMobilizedBodyIndex();
    surface.name = called;
    surface.shape.reset(shape.clone());
    surface.X_BS = X_BS;
    for (const GrainMaterial& material : materials)
        surface.terms.push_back(termsOf(*model, surfaceMaterial, material.values, owner));
    surfaces.push_back(surface);
    force->addSurface(body);
    return SurfaceIndex(int(surfaces.size()) - 1);
}

int GrainCoupling::bodyNumberOf(MobilizedBodyIndex body) {
    const auto at = std::find(bodies.begin(), bodies.end(), body);
    if (at != bodies.end()) return int(at - bodies.begin());
    bodies.push_back(body);
    return int(bodies.size()) - 1;
}

SurfaceOnBody GrainCoupling::describeSurface(const BedSurface& surface, Real bodyMass) {
    SurfaceOnBody message;
    message.name = surface.name;
    message.body = bodyNumberOf(surface.body);
    message.shape = shapeNumbersOf(*surface.shape);
    message.rotation = rowsOf(surface.X_BS.R());
    message.position = toTriple(surface.X_BS.p());
    message.terms = surface.terms;
    message.bodyMass = bodyMass;
    return message;
}

void GrainCoupling::sendSurface(BedSurface& surface, const SurfaceOnBody& message) {
    getServer().tell(Command::AddSurface, message);
    surface.bodyMass = message.bodyMass;
    surface.isSent = true;
    sent.push_back(int(&surface - surfaces.data()));
}

// Places the surfaces of Ground, for grains that move without the mechanism.
void GrainCoupling::setGroundPoses() {
    for (BedSurface& surface : surfaces)
        if (surface.body == 0 && !surface.isSent) sendSurface(surface, describeSurface(surface, Infinity));
    take(getServer().ask<IntervalReport>(Command::SetPoses, motionAtRest()), time);
}

// Returns the motion of all bodies while grains are added: before the mechanism moves there is only Ground, later they stay where they are.
Motion GrainCoupling::motionAtRest() const {
    Motion motion;
    if (!hasBegun) motion = motionOfGround();
    motion.gravity = toTriple(presentGravity);
    return motion;
}

// Computes all contacts anew after grains were added or taken away.
void GrainCoupling::updatePoses() {
    if (!hasBegun) return setGroundPoses();
    take(getServer().ask<IntervalReport>(Command::SetPoses, motionAtRest()), time);
    choice.lookAgain();
}

void GrainCoupling::take(const IntervalReport& report, Real until) {
    for (std::size_t k = 0; k < report.surfaces.size() && k < sent.size(); ++k)
        surfaces[std::size_t(sent[k])].report = report.surfaces[k];
    numGrains = int(report.grains);
    if (report.lost.numbers.empty()) return;
    numLost += (long long)(report.lost.numbers.size());
    if (options.mayGrainsLeave()) return;
    isBroken = true;
    throw std::runtime_error(describeLost(report.lost, until));
}

std::string GrainCoupling::describeLost(const LostGrains& lost, Real until) const {
    const Vec3 at = vectorAt(lost.positions, 0);
    std::string text = "GrainBed: grain " + std::to_string(lost.numbers[0]) + " has left the box at (" + toText(at[0]) +
                       ", " + toText(at[1]) + ", " + toText(at[2]) + ") m with " + toText(lost.speeds[0]) +
                       " m/s, by t = " + toText(until) + " s";
    if (lost.numbers.size() > 1) text += ", and " + std::to_string(lost.numbers.size() - 1) + " others";
    const Real ratio = getTimeStep() / getDefaultStep();
    if (ratio > longStep)
        return text + ". The time step is " + toText(ratio) +
               " times the default, with which grains are not stable; call GrainBedOptions::setTimeStep()";
    return text + ". A body that pushes grains through the walls does that. A wider or higher box keeps them, or "
                  "GrainBedOptions::setGrainsMayLeave() lets them go";
}

void GrainCoupling::sendGrains(const Grains& grains, bool skipsBuried) {
    Grains message = grains;
    message.skipsBuried = skipsBuried;
    numGrains = int(getServer().ask<Count>(Command::AddGrains, message).count);
}

Real GrainCoupling::massOf(const BedSurface& surface, const State& state) const {
    const MobilizedBody& body = bodyOf(surface);
    const Real mass = body.isGround() ? Infinity : body.getBodyMassProperties(state).getMass();
    check(mass > 0, "GrainBed: " + surface.name, "mass of its body", mass, "kg", "> 0");
    return mass;
}

const MobilizedBody& GrainCoupling::bodyOf(const BedSurface& surface) const {
    return system.getMatterSubsystem().getMobilizedBody(surface.body);
}

Real GrainCoupling::speedOf(const BedSurface& surface, const State& state) const {
    const MobilizedBody& body = bodyOf(surface);
    return body.findStationVelocityInGround(state, body.getBodyMassCenterStation(state)).norm();
}

void GrainCoupling::checkTime(const State& state) const {
    if (std::abs(state.getTime() - time) > 1e-9 * std::max(1., std::abs(time)))
        throw std::runtime_error("GrainBed: the bed is at t = " + toText(time) + " s and the State at t = " +
                                 toText(state.getTime()) + " s. Grains cannot go back, and a State has none of them");
}

void GrainCoupling::begin(const State& state) {
    getServer();
    if (!system.systemTopologyHasBeenRealized() ||
        state.getSystemTopologyStageVersion() != system.getSystemTopologyCacheVersion())
        throw std::logic_error("GrainBed: the System was changed after it had made the State, as addSurface() does; "
                               "call realizeTopology() and initialize the integrator with the new State");
    const State& own = system.getDefaultState();
    if (state.getNumSubsystems() != own.getNumSubsystems() || state.getNQ() != own.getNQ() ||
        state.getNU() != own.getNU())
        throw std::invalid_argument("GrainBed: the State is of another System than the bed");
    system.realize(state, Stage::Velocity);
    if (hasBegun) return checkTime(state);
    for (BedSurface& surface : surfaces)
        if (!surface.isSent) sendSurface(surface, describeSurface(surface, massOf(surface, state)));
    pendingImpulses = zeros(surfaces.size());
    placeBodies(state);
    checkOverlapsOfBodies("at the start");
    time = state.getTime();
    hasBegun = true;
}

// Places all bodies as in this State, and begins to look for touches.
void GrainCoupling::placeBodies(const State& state) {
    Motion motion;
    addKnots(state, state.getTime(), motion.bodies);
    presentGravity = gravityAt(state);
    motion.gravity = toTriple(presentGravity);
    choice.forget();
    choice.lookAhead(state, sent, getTimeStep(), options.getInterval(), motion);
    take(getServer().ask<IntervalReport>(Command::SetPoses, motion), state.getTime());
    choice.begin(state, motion.ahead);
}

void GrainCoupling::checkOverlapsOfBodies(const std::string& when) {
    for (const BedSurface& surface : surfaces)
        if (surface.report.deepestOverlap > deepestAtStart)
            throw std::runtime_error("GrainBed: " + surface.name + " overlaps grains " + when + ", " +
                                     std::to_string(surface.report.contacts) + " contacts, by up to " +
                                     toText(100 * surface.report.deepestOverlap) +
                                     " % of a grain's radius; it must be at most " + toText(100 * deepestAtStart) +
                                     " %. The bed is " + toText(measure().height) + " m high");
}

// A State that was changed between two intervals may have a body in the middle of grains, which would shoot them away.
void GrainCoupling::checkPlaces(const State& state) {
    bool hasMoved = false;
    for (std::size_t k = 0; k < poses.size(); ++k) {
        const Transform& X = system.getMatterSubsystem().getMobilizedBody(bodies[k]).getBodyTransform(state);
        hasMoved = hasMoved || !((X.p() - poses[k].p()).norm() <= 1e-6 * leastRadius) ||
                   !((X.R().asMat33() - poses[k].R().asMat33()).norm() <= 1e-6);
    }
    if (!hasMoved) return;
    placeBodies(state);
    poses.clear();
    checkOverlapsOfBodies("after the State was changed at t = " + toText(state.getTime()) + " s");
}

std::string GrainCoupling::nameOf(const MobilizedBody& body) const {
    for (const BedSurface& surface : surfaces)
        if (surface.body == body.getMobilizedBodyIndex()) return describeBody(body) + ", of " + surface.name + ",";
    return describeBody(body);
}

// Returns the gravity of this State, which may have been changed in it.
Vec3 GrainCoupling::gravityAt(const State& state) const {
    if (options.getGravity()) return *options.getGravity();
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

void GrainCoupling::addKnots(const State& state, Real start, Knots& knots) const {
    knots.resize(bodies.size());
    const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        const MobilizedBody& body = matter.getMobilizedBody(bodies[k]);
        const Transform& X = body.getBodyTransform(state);
        const SpatialVec& V = body.getBodyVelocity(state);
        if (!X.p().isFinite() || !X.R().asMat33().isFinite() || !V[0].isFinite() || !V[1].isFinite())
            throw std::runtime_error("GrainBed: " + nameOf(body) + " has a pose or a velocity that is not a number at t = " +
                                     toText(state.getTime()) + " s");
        knots[k].push_back(knotAt(state.getTime() - start, body.getBodyTransform(state), body.getBodyVelocity(state)));
    }
}

IntervalChoice::Interval GrainCoupling::chooseInterval(const State& state) {
    checkPlaces(state);
    ++numIntervals;
    const bool hasTolerance = options.getIntervalTolerance().isSet();
    const IntervalChoice::Interval interval =
        choice.choose(state, getTimeStep(), hasTolerance ? chosenSteps : Real(options.getInterval()));
    if (interval.isShortened) ++numShortened;
    return interval;
}

// Takes what the mechanism lacks of the impulse of an interval as the error of its velocity, and chooses the next interval. The error of an
// impulse grows with the third power of the interval where forces are smooth, and with the first where they jump; so the second is taken.
void GrainCoupling::estimateError(const State& state, long long steps) {
    intervalError = 0;
    Vector_<SpatialVec> lacking(system.getMatterSubsystem().getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
    for (std::size_t k = 0; k < surfaces.size(); ++k) lacking[surfaces[k].body] += pendingImpulses[int(k)];
    const Vector_<SpatialVec> velocities = BodyResponse(system, state).velocitiesBy(lacking);
    for (const BedSurface& surface : surfaces) {
        const SpatialVec& V = velocities[surface.body];
        const Vec3 origin = bodyOf(surface).getBodyOriginLocation(state),
                   point = surface.report.contacts > 0 ? toVec3(surface.report.point) : origin;
        intervalError = std::max(intervalError, (V[1] + V[0] % (point - origin)).norm());
    }
    if (!options.getIntervalTolerance().isSet()) return;
    const Real wanted = 0.9 * std::sqrt(options.getIntervalTolerance() / std::max(intervalError, TinyReal));
    chosenSteps =
        std::min(std::max(Real(steps) * std::min(std::max(wanted, 0.25), 2.), 1.), Real(options.getInterval()));
}

GrainCoupling::Load GrainCoupling::predict(Real start, Real length) const {
    Load load{zeros(surfaces.size()), pendingImpulses, start, length};
    for (std::size_t k = 0; k < surfaces.size(); ++k)
        load.wrenches[int(k)] = SpatialVec(toVec3(surfaces[k].report.moment), toVec3(surfaces[k].report.force));
    return load;
}

void GrainCoupling::advance(const State& state, const Knots& knots, Real end, long long steps, Real timeStep,
                            const Load& applied) {
    if (std::abs(end - Real(steps) * timeStep - time) > 1e-3 * timeStep + 1e-9 * std::abs(time))
        throw std::runtime_error("GrainBed: the bed is at t = " + toText(time) +
                                 " s, and an interval from t = " + toText(end - Real(steps) * timeStep) +
                                 " s was asked for. Grains cannot go back, and only one stepper advances a bed");
    for (const BedSurface& surface : surfaces) {
        const Real distance = timeStep * speedOf(surface, state);
        if (distance > leastRadius)
            throw std::runtime_error("GrainBed: the body of " + surface.name + " moves by " + toText(distance) +
                                     " m in a step of the bed, more than the radius of a grain; set a shorter step");
    }
    presentGravity = gravityAt(state);
    Motion motion{steps, timeStep, 0, knots, toTriple(presentGravity), 0, {}};
    choice.lookAhead(state, sent, getTimeStep(), options.getInterval(), motion);
    IntervalReport report;
    try {
        report = getServer().ask<IntervalReport>(Command::Advance, motion);
    } catch (const std::runtime_error&) {
        isBroken = true;
        throw;
    }
    take(report, end);
    const Real length = Real(steps) * timeStep;
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        const SpatialVec impulse(toVec3(surfaces[k].report.angularImpulse), toVec3(surfaces[k].report.impulse));
        pendingImpulses[int(k)] += impulse - length * applied.meanOn(int(k));
    }
    choice.learn(state, motion.ahead);
    poses.clear();
    for (const MobilizedBodyIndex body : bodies)
        poses.push_back(system.getMatterSubsystem().getMobilizedBody(body).getBodyTransform(state));
    estimateError(state, steps);
    time = end;
}

} // namespace simbodydem
