// SPDX-License-Identifier: Apache-2.0
#include "contact/EffectiveMass.h"

#include "base/EigenBridge.h"
#include "math/RedundantSystem.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

namespace simbodydem {

using namespace SimTK;

namespace {

std::string surfaces(const ContactInGround& at) {
    return "DEMContactForce: " + at.names[at.surfaceA] + " and " + at.names[at.surfaceB];
}

Real inverseMass(const State& state, const MobilizedBody& body) {
    return body.isGround() ? 0 : 1 / body.getBodyMass(state);
}

Real twoBodyMass(const State& state, const ContactInGround& at) {
    const Real mass = 1 / (inverseMass(state, at.a.body) + inverseMass(state, at.b.body));
    if (!(mass > 0))
        throw std::runtime_error(surfaces(at) + " touch, and one of them is on a body of mass 0 kg, so their two-body "
                                                "effective mass is 0 kg. Use EffectiveMass::Articulated, or set one "
                                                "with setEffectiveMass() [kg]");
    return mass;
}

// Projects generalized accelerations a onto those that the constraints allow: a - M^-1 G^T (G M^-1 G^T)^+ G a. Each
// constraint is scaled to one, since constraints of lengths and of angles have different units. The joints alone may
// forbid a direction too, such as some directions of a weld between two bodies that a joint connects. Such a constraint
// is rounding error only and must not be scaled up.
void constrain(const State& state, const SimbodyMatterSubsystem& matter, std::vector<Vector>& accelerations) {
    Matrix G_transposed;
    matter.calcGTranspose(state, G_transposed);
    for (UIndex u : matter.getKnownUDotIndex(state))
        for (int i = 0; i < G_transposed.ncol(); ++i) G_transposed(u, i) = 0;
    Real largest = 0;
    for (int i = 0; i < G_transposed.ncol(); ++i) largest = std::max(largest, G_transposed(i).normInf());
    std::vector<Vector> rows, responses; // of G, and M^-1 times them
    for (int i = 0; i < G_transposed.ncol(); ++i) {
        Vector row = G_transposed(i), response;
        if (!(row.normInf() > 1e-10 * largest)) continue;
        matter.multiplyByMInv(state, row, response);
        const Real scale = 1 / std::sqrt(~row * response);
        rows.push_back(scale * row);
        responses.push_back(scale * response);
    }
    const int count = int(rows.size());
    if (count == 0) return;
    const int numLoads = int(accelerations.size());
    ::Eigen::MatrixXd W(count, count), violations(count, numLoads);
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) W(i, j) = ~rows[i] * responses[j];
        for (int k = 0; k < numLoads; ++k) violations(i, k) = ~rows[i] * accelerations[k];
    }
    RedundantSystem system;
    system.factor(W);
    const ::Eigen::MatrixXd multipliers = system.solve(violations);
    for (int k = 0; k < numLoads; ++k)
        for (int i = 0; i < count; ++i) accelerations[k] -= multipliers(i, k) * responses[i];
}

// Unit forces between the two surfaces, each along the direction that is stored as the normal of its point.
using Load = std::vector<ContactPointInGround>;

// Accelerations of the two surfaces at the points of one load, along its directions, under another load.
using Mobility = ::Eigen::MatrixXd; // [1/kg]

// Rounding leaves a mobility where nothing can move. It is in proportion to the mobility that the two bodies would have along the normal
// if nothing held them. An acceleration has errors of mass ratio times 1e-16. Where constraints are so nearly redundant that one of them
// is lost, the errors are 3e-6. The mobility is the square of this. So 1e-12 is left at mass ratios of 1e10, and 1e-11 by such
// constraints (random mechanisms). A slope of 1e-5 still counts as a slope.
const Real immovable = 1e-10;

// A body at an instant, in Ground.
struct PlacedBody {
    Rotation turn; // from the present to that instant
    Real mass;
    Mat33 centralInertia;
    Vec3 centre;
};

// Returns the body as it was some time ago [s], taken back along its velocity.
PlacedBody bodyBefore(const State& state, const MobilizedBody& body, Real before) {
    const MassProperties& properties = body.getBodyMassProperties(state);
    const Vec3 centre = body.findMassCenterLocationInGround(state);
    const Vec3 spin = body.getBodyAngularVelocity(state);
    const Real angle = -before * spin.norm();
    Rotation turn, rotation = body.getBodyRotation(state);
    if (std::abs(angle) > 0) { // NaN is reported elsewhere
        turn = Rotation(angle, UnitVec3(spin));
        rotation = turn * rotation;
    }
    return {turn, properties.getMass(), properties.calcCentralInertia().reexpress(~rotation).toMat33(),
            centre - before * (body.getBodyOriginVelocity(state) + spin % (centre - body.getBodyOriginLocation(state)))};
}

// Accelerates a body that nothing holds. A direction without inertia does not turn.
class LooseBody {
public:
    explicit LooseBody(const PlacedBody& body)
        : mass(body.mass), inertia(::Eigen::Map<const Matrix3>(&body.centralInertia(0, 0))) {}

    // Returns the acceleration by this wrench about the mass centre.
    SpatialVec accelerate(const SpatialVec& wrench) const {
        const Vector3 axes = inertia.eigenvalues();
        Vector3 turn = inertia.eigenvectors().transpose() * toEigen(wrench[0]);
        for (int i = 0; i < 3; ++i) turn[i] = axes[i] > 1e-14 * axes[2] ? turn[i] / axes[i] : 0;
        return {toSimTK(inertia.eigenvectors() * turn), wrench[1] / mass};
    }

private:
    Real mass;
    ::Eigen::SelfAdjointEigenSolver<Matrix3> inertia;
};

// Returns the mobility along the normal that the bodies would have if nothing held them: the sum of 1/m + (r x n)^T I^-1 (r x n). A body
// without mass counts with what its mechanism allows.
Real calcLooseMobility(const State& state, const SimbodyMatterSubsystem& matter, const ContactInGround& at) {
    Real mobility = 0;
    for (const MobilizedBody* body : {&at.a.body, &at.b.body}) {
        if (body->isGround()) continue;
        if (body->getBodyMass(state) > 0) {
            const PlacedBody placed = bodyBefore(state, *body, 0);
            const SpatialVec wrench((at.point - placed.centre) % at.normal, at.normal);
            const SpatialVec acceleration = LooseBody(placed).accelerate(wrench);
            mobility += dot(wrench[0], acceleration[0]) + dot(wrench[1], acceleration[1]);
            continue;
        }
        Vector_<SpatialVec> push(matter.getNumBodies(), SpatialVec(Vec3(0)));
        push[body->getMobilizedBodyIndex()] =
            SpatialVec((at.point - body->getBodyOriginLocation(state)) % at.normal, at.normal);
        Vector force, response;
        matter.multiplyBySystemJacobianTranspose(state, push, force);
        matter.multiplyByMInv(state, force, response);
        mobility += std::max(~force * response, Real(0));
    }
    return mobility;
}

// Computes D^T J P M^-1 J^T D with the constraints' projection P. The equal form A^T M A is used, with the accelerations
// A = P M^-1 J^T D. The free mobility less the part that constraints remove would instead have the errors of the
// accelerations themselves, of either sign.
Mobility calcMobility(const State& state, const SimbodyMatterSubsystem& matter, const ContactInGround& at,
                      const std::vector<Load>& loads) {
    const int numLoads = int(loads.size());
    Vector force, response;
    std::vector<Vector> accelerations(numLoads, Vector(matter.getNumMobilities(), Real(0)));
    Vector_<SpatialVec> bodyForces(matter.getNumBodies());
    for (int k = 0; k < numLoads; ++k)
        for (const MobilizedBody* body : {&at.a.body, &at.b.body}) {
            if (body->isGround()) continue;
            bodyForces = SpatialVec(Vec3(0));
            for (const ContactPointInGround& push : loads[k])
                bodyForces[body->getMobilizedBodyIndex()] +=
                    SpatialVec((push.point - body->getBodyOriginLocation(state)) % push.normal, push.normal);
            matter.multiplyBySystemJacobianTranspose(state, bodyForces, force);
            matter.multiplyByMInv(state, force, response);
            if (body == &at.b.body)
                accelerations[k] += response;
            else
                accelerations[k] -= response;
        }
    constrain(state, matter, accelerations);
    Mobility mobility(numLoads, numLoads);
    for (int j = 0; j < numLoads; ++j) {
        matter.multiplyByM(state, accelerations[j], force);
        for (int i = 0; i < numLoads; ++i) mobility(i, j) = ~accelerations[i] * force;
    }
    return mobility;
}

// Returns true if the body moves freely, by its own joint alone.
bool movesAlone(const State& state, const BodyStation& station) {
    const MobilizedBody& body = station.body;
    if (!station.isFreeBody || body.isGround()) return station.isFreeBody;
    return !body.hasMotion() && !body.isLocked(state) && body.getBodyMass(state) > 0;
}

// Returns W^T H (H^T M H)^-1 H^T W, with the columns H of the joint, which turn with the body, and the loads W about the mass centre.
Mobility mobilityByJoint(const State& state, const MobilizedBody& body, const PlacedBody& placed,
                         const std::vector<SpatialVec>& wrenches) {
    const int numMobilities = body.getNumU(state), numLoads = int(wrenches.size());
    const Vec3 toCentre = body.findMassCenterLocationInGround(state) - body.getBodyOriginLocation(state);
    ::Eigen::Matrix<Real, 6, ::Eigen::Dynamic, 0, 6, 6> H(6, numMobilities), momenta(6, numMobilities);
    for (int u = 0; u < numMobilities; ++u) {
        const SpatialVec column = body.getHCol(state, MobilizerUIndex(u));
        const Vec3 turning = placed.turn * column[0], velocity = placed.turn * (column[1] + column[0] % toCentre);
        H.col(u) << toEigen(turning), toEigen(velocity);
        momenta.col(u) << toEigen(placed.centralInertia * turning), toEigen(placed.mass * velocity);
    }
    ::Eigen::MatrixXd loads(6, numLoads);
    for (int k = 0; k < numLoads; ++k) loads.col(k) << toEigen(wrenches[k][0]), toEigen(wrenches[k][1]);
    const ::Eigen::MatrixXd alongJoint = H.transpose() * loads;
    return alongJoint.transpose() * (H.transpose() * momenta).ldlt().solve(alongJoint);
}

// Computes the mobility of bodies that nothing connects, some time ago [s]. With the system's M^-1, the CPU time of each new contact in a heap
// would grow with the size of the heap.
Mobility calcMobilityOfBodiesAlone(const State& state, const ContactInGround& at, const std::vector<Load>& loads) {
    const int numLoads = int(loads.size());
    Mobility mobility = Mobility::Zero(numLoads, numLoads);
    for (const MobilizedBody* body : {&at.a.body, &at.b.body}) {
        const int numMobilities = body->isGround() ? 0 : body->getNumU(state);
        if (numMobilities == 0) continue;
        const PlacedBody placed = bodyBefore(state, *body, at.sinceTouch);
        std::vector<SpatialVec> wrenches(numLoads, SpatialVec(Vec3(0)));
        for (int k = 0; k < numLoads; ++k)
            for (const ContactPointInGround& push : loads[k])
                wrenches[k] += SpatialVec((push.point - placed.centre) % push.normal, push.normal);
        if (numMobilities < 6) {
            mobility += mobilityByJoint(state, *body, placed, wrenches);
            continue;
        }
        const LooseBody loose(placed);
        for (int j = 0; j < numLoads; ++j) {
            const SpatialVec acceleration = loose.accelerate(wrenches[j]);
            for (int i = 0; i < numLoads; ++i)
                mobility(i, j) += dot(wrenches[i][0], acceleration[0]) + dot(wrenches[i][1], acceleration[1]);
        }
    }
    return mobility;
}

// Returns the State at the touch, taken back along the speeds, realized to Stage::Position.
State stateAtTouch(const State& now, const SimbodyMatterSubsystem& matter, Real since) {
    State touch = now;
    touch.setTime(now.getTime() - since);
    touch.updQ() = now.getQ() - since * now.getQDot();
    matter.getSystem().realize(touch, Stage::Position);
    return touch;
}

// Returns the mobility along the slip. Without slip, it is that along the direction that moves most easily.
Real tangentialMobility(const ::Eigen::Matrix2d& mobility, Real rounding, const ::Eigen::Vector2d& slip, Real speed) {
    const Real mean = 0.5 * mobility.trace(), halfDifference = 0.5 * (mobility(0, 0) - mobility(1, 1));
    const Real largest = mean + std::hypot(halfDifference, mobility(0, 1));
    const Real slipSpeed = slip.norm();
    if (!(slipSpeed > 1e-6 * speed)) return largest; // the direction is rounding error
    const ::Eigen::Vector2d along = slip / slipSpeed;
    const Real alongSlip = along.dot(mobility * along);
    return alongSlip > rounding ? alongSlip : largest;
}

// Returns nothing if neither body can move along the normal.
std::optional<ContactMass> articulatedMass(const State& state, const SimbodyMatterSubsystem& matter,
                                           const ContactInGround& at) {
    const UnitVec3 normal(at.normal), first = normal.perp();
    const UnitVec3 directions[3] = {normal, first, UnitVec3(normal % first)};
    std::vector<Load> loads;
    for (const UnitVec3& direction : directions) loads.push_back({{at.point, direction}});
    const bool isAlone = at.contactsOfPair.size() < 2;
    if (!isAlone) loads.push_back(at.contactsOfPair);
    Mobility mobility;
    if (movesAlone(state, at.a) && movesAlone(state, at.b))
        mobility = calcMobilityOfBodiesAlone(state, at, loads);
    else if (at.sinceTouch > 0)
        mobility = calcMobility(stateAtTouch(state, matter, at.sinceTouch), matter, at, loads);
    else
        mobility = calcMobility(state, matter, at, loads);
    const Real rounding = immovable * calcLooseMobility(state, matter, at);
    const bool isPushedAway = !isAlone && mobility(0, 3) > rounding; // the forces at the other points do not draw it in
    const Real alongNormal = mobility(0, isPushedAway ? 3 : 0);
    if (!(alongNormal > rounding)) return std::nullopt;
    const ::Eigen::Vector2d slip(dot(at.slipVelocity, directions[1]), dot(at.slipVelocity, directions[2]));
    const Real speed = std::hypot(slip.norm(), at.overlapRate);
    const Real alongPlane = tangentialMobility(mobility.block<2, 2>(1, 1), rounding, slip, speed);
    const bool canSlip = alongPlane > rounding;
    return ContactMass{1 / alongNormal, 1 / (canSlip ? alongPlane : alongNormal)};
}

} // namespace

std::vector<bool> findFreeBodies(const SimbodyMatterSubsystem& matter) {
    std::vector<bool> isFreeBody(matter.getNumBodies(), true);
    const auto connect = [&](const MobilizedBody& body) { isFreeBody[body.getMobilizedBodyIndex()] = body.isGround(); };
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const MobilizedBody& body = matter.getMobilizedBody(b);
        const MobilizedBody& parent = body.getParentMobilizedBody();
        if (parent.isGround()) continue;
        connect(body);
        connect(parent);
    }
    for (ConstraintIndex c(0); c < matter.getNumConstraints(); ++c) { // a disabled constraint may be enabled later
        const Constraint& constraint = matter.getConstraint(c);
        for (ConstrainedBodyIndex b(0); b < constraint.getNumConstrainedBodies(); ++b)
            connect(constraint.getMobilizedBodyFromConstrainedBody(b));
        for (ConstrainedMobilizerIndex m(0); m < constraint.getNumConstrainedMobilizers(); ++m)
            connect(constraint.getMobilizedBodyFromConstrainedMobilizer(m));
    }
    return isFreeBody;
}

ContactMass calcContactMass(const EffectiveMassChoice& choice, const State& state, const SimbodyMatterSubsystem& matter,
                            const ContactInGround& at) {
    const auto given = choice.byPair.find({at.surfaceA, at.surfaceB});
    if (given != choice.byPair.end()) return {given->second, given->second};
    if (choice.fixed.isSet()) return {choice.fixed, choice.fixed};
    ContactMass mass;
    if (choice.kind == EffectiveMass::Articulated) {
        if (const std::optional<ContactMass> found = articulatedMass(state, matter, at)) return *found;
        mass.isHeld = true;
    }
    mass.normal = mass.tangential = twoBodyMass(state, at);
    return mass;
}

} // namespace simbodydem
