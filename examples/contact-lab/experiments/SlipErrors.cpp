// Compares the slip of a step with a fine integration of the slip velocity.

#include "Convergence.h"

#include "Check.h"
#include "Model.h"

#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/TangentialSpring.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Shape.h>
#include <simbodydem/shapes/Sphere.h>
#include <simbodydem/shapes/Wheel.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

using Random = std::mt19937;

// Draws uniformly from [-1, 1), with the same numbers on every machine.
Real draw(Random& random) { return Real(random()) / 2147483648. - 1; }

// Describes a smooth random vector as a function of time. Each component is of order one and changes at about 1/s.
struct SmoothVector {
    Real frequency[3]; // of each term [rad/s]
    Vec3 amplitude[3], phase[3];

    explicit SmoothVector(Random& random) {
        for (int k = 0; k < 3; ++k) {
            frequency[k] = 1.2 + 0.6 * draw(random);
            for (int i = 0; i < 3; ++i) { // one call per statement, so that the order is the same everywhere
                amplitude[k][i] = draw(random) / 2;
                phase[k][i] = Pi * draw(random);
            }
        }
    }
    Vec3 at(Real time) const {
        Vec3 sum(0);
        for (int k = 0; k < 3; ++k)
            for (int i = 0; i < 3; ++i) sum[i] += amplitude[k][i] * std::sin(frequency[k] * time + phase[k][i]);
        return sum;
    }
};

Rotation rotationOf(const Vec3& vector) {
    const Real angle = vector.norm();
    return angle > 0 ? Rotation(angle, UnitVec3(vector)) : Rotation();
}

// Holds the poses of both bodies, and their contact.
struct Placement {
    Transform a, b;
    Vec3 normal, point; // from a to b, midway in the overlap, in Ground
};

// Describes two surfaces, and the pose of the second one at a given overlap. `turned` is the rotation of b, `course` a direction or a
// position of order one.
struct Pair {
    std::string name;
    std::shared_ptr<Shape> a, b;
    Transform onA; // a's shape on its body
    Placement (*place)(const Transform& a, const Rotation& turned, const Vec3& course, Real overlap);
};

const Real bigRadius = 1, smallRadius = 0.4, rounding = 0.3; // [m]
const Vec3 semiAxes(1, 0.6, 0.8);                            // [m]

// Places a body on the plane y = 0 of a. Its lowest point is at `lowest` from its origin.
Placement placeOnPlane(const Transform& a, const Rotation& turned, const Vec3& course, Real overlap,
                       const Vec3& lowest) {
    const Vec3 normal = a.R().y();
    const Vec3 point = a * Vec3(course[0], 0, course[2]) - overlap / 2 * normal;
    return {a, Transform(turned, point - overlap / 2 * normal - lowest), normal, point};
}

template <int radiusInTenths>
Placement placeBallOnPlane(const Transform& a, const Rotation& turned, const Vec3& course, Real overlap) {
    return placeOnPlane(a, turned, course, overlap, -radiusInTenths / 10. * a.R().y());
}

Placement placeEllipsoidOnPlane(const Transform& a, const Rotation& turned, const Vec3& course, Real overlap) {
    Vec3 scaled = ~turned * Vec3(a.R().y());
    for (int i = 0; i < 3; ++i) scaled[i] *= semiAxes[i];
    const Real height = scaled.norm();
    Vec3 lowest;
    for (int i = 0; i < 3; ++i) lowest[i] = -semiAxes[i] * scaled[i] / height;
    return placeOnPlane(a, turned, course, overlap, turned * lowest);
}

// The wheel stands tilted by about half a radian and never falls on its side.
Placement placeWheelOnPlane(const Transform& a, const Rotation& turned, const Vec3& course, Real overlap) {
    const Vec3 normal = a.R().y(), tilt = 0.4 * course;
    const Rotation upright = a.R() * rotationOf(tilt) * Rotation(0.5, XAxis);
    const Vec3 spin = ~turned * normal; // an angle that changes with time
    const Rotation wheel = upright * Rotation(spin[0] + spin[2], ZAxis);
    const Vec3 axis = wheel.z(), down = -(normal - dot(normal, axis) * axis).normalize();
    return placeOnPlane(a, wheel, course, overlap, (bigRadius - rounding) * down - rounding * normal);
}

template <int radiusInTenths>
Placement placeBallOnBall(const Transform& a, const Rotation& turned, const Vec3& course, Real overlap) {
    const Vec3 normal = rotationOf(course).y();
    const Vec3 point = a.p() + (bigRadius - overlap / 2) * normal;
    return {a, Transform(turned, point + (radiusInTenths / 10. - overlap / 2) * normal), normal, point};
}

const std::vector<Pair>& pairs() {
    const auto ball = [](Real radius) { return std::make_shared<Sphere>(radius); };
    const auto plane = std::make_shared<HalfSpace>();
    static const std::vector<Pair> all = {
        {"ball on plane", plane, ball(bigRadius), facingUp(), placeBallOnPlane<10>},
        {"unequal balls", ball(bigRadius), ball(smallRadius), Transform(), placeBallOnBall<4>},
        {"equal balls", ball(bigRadius), ball(bigRadius), Transform(), placeBallOnBall<10>},
        {"ellipsoid on plane", plane, std::make_shared<Ellipsoid>(semiAxes), facingUp(), placeEllipsoidOnPlane},
        {"wheel on plane", plane, std::make_shared<Wheel>(bigRadius, rounding), facingUp(), placeWheelOnPlane}};
    return all;
}

// Prescribes the motion of both bodies of a pair.
class PairMotion {
public:
    PairMotion(const Pair& pair, unsigned seed)
        : pair(pair), random(seed), turnA(random), placeA(random), turnB(random), course(random), depth(random) {}

    Placement at(Real time) const {
        const Real overlap = 0.02 * (1 + 0.3 * depth.at(time)[0]);
        return pair.place(Transform(rotationOf(turnA.at(time)), placeA.at(time)), rotationOf(turnB.at(time)),
                          course.at(time), overlap);
    }

    struct Rates {
        SpatialVec a, b; // of the bodies in Ground [rad/s, m/s]
        Vec3 normal;     // [1/s]
    };
    // Computes the rates by central differences of the sixth order.
    Rates ratesAt(Real time) const {
        const Real h = 2e-3, weights[] = {45 / 60., -9 / 60., 1 / 60.};
        Mat33 turnA(0), turnB(0);
        Vec3 a(0), b(0), normal(0);
        for (int i = 0; i < 3; ++i) {
            const Real weight = weights[i] / h;
            const Placement later = at(time + (i + 1) * h), earlier = at(time - (i + 1) * h);
            turnA += weight * (later.a.R().asMat33() - earlier.a.R().asMat33());
            turnB += weight * (later.b.R().asMat33() - earlier.b.R().asMat33());
            a += weight * (later.a.p() - earlier.a.p());
            b += weight * (later.b.p() - earlier.b.p());
            normal += weight * (later.normal - earlier.normal);
        }
        const Placement now = at(time);
        return {SpatialVec(rateOf(now.a.R(), turnA), a), SpatialVec(rateOf(now.b.R(), turnB), b), normal};
    }

private:
    static Vec3 rateOf(const Rotation& R, const Mat33& derivative) {
        const Mat33 W = derivative * ~R.asMat33();
        return Vec3(W(2, 1) - W(1, 2), W(0, 2) - W(2, 0), W(1, 0) - W(0, 1)) / 2;
    }

    const Pair& pair;
    Random random;
    SmoothVector turnA, placeA, turnB, course, depth;
};

// Returns the rate of the spring's length, by slip and by the rotation of its frame.
Vec3 springRate(const PairMotion& motion, Real time, const Vec3& length) {
    const Placement at = motion.at(time);
    const PairMotion::Rates rates = motion.ratesAt(time);
    const Vec3 n = at.normal;
    const auto velocity = [&](const SpatialVec& V, const Transform& X) { return V[1] + V[0] % (at.point - X.p()); };
    const Vec3 v = velocity(rates.b, at.b) - velocity(rates.a, at.a);
    const Vec3 turning = n % rates.normal + dot(rates.a[0] + rates.b[0], n) / 2 * n;
    return v - dot(v, n) * n + turning % length;
}

// Integrates the length of the spring from 0 over a time, by the classical Runge-Kutta method.
Vec3 integrateSpring(const PairMotion& motion, Real duration) {
    const int steps = std::max(4, int(std::ceil(duration / 2e-3)));
    const Real h = duration / steps;
    Vec3 length(0);
    for (int i = 0; i < steps; ++i) {
        const Real t = i * h;
        const Vec3 k1 = springRate(motion, t, length), k2 = springRate(motion, t + h / 2, length + h / 2 * k1),
                   k3 = springRate(motion, t + h / 2, length + h / 2 * k2),
                   k4 = springRate(motion, t + h, length + h * k3);
        length += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return length;
}

// Holds two bodies with a spring between them, and moves them along a given motion.
class SpringModel : Model {
public:
    explicit SpringModel(const Pair& pair) {
        surfaces.add(a, *pair.a, pair.onA, SurfaceMaterial());
        surfaces.add(b, *pair.b, Transform(), SurfaceMaterial());
        force = std::make_unique<DEMContactForce>(forces, surfaces, LinearNormal().setStiffness(1).setDampingRatio(0),
                                                  TangentialSpring().setStiffness(stiffness));
        start = system.realizeTopology();
        system.realizeModel(start);
    }

    // Returns the length of the spring after this number of equal steps.
    Vec3 follow(const PairMotion& motion, Real duration, int steps) {
        State state = start;
        Vec3 length;
        for (int i = 0; i <= steps; ++i) {
            const Real time = duration * i / steps;
            const Placement at = motion.at(time);
            const PairMotion::Rates rates = motion.ratesAt(time);
            state.setTime(time);
            a.setQToFitTransform(state, at.a);
            b.setQToFitTransform(state, at.b);
            a.setUToFitVelocity(state, rates.a);
            b.setUToFitVelocity(state, rates.b);
            system.realize(state, Stage::Dynamics);
            const auto& records = force->getContactRecords(state);
            if (records.size() != 1)
                throw std::logic_error(fmt::format("{} contacts at {} s instead of one", records.size(), time));
            length = -records[0].tangentialForce / stiffness;
            if (i < steps) force->commitHistory(state);
        }
        return length;
    }

private:
    static constexpr Real stiffness = 1; // [N/m]
    MobilizedBody::Free a{matter.updGround(), makeBall(1, 1)}, b{matter.updGround(), makeBall(1, 1)};
    ContactSurfaces surfaces{matter};
    std::unique_ptr<DEMContactForce> force;
    State start;
};

} // namespace

std::vector<Real> observedOrders(const std::vector<Real>& errors) {
    std::vector<Real> orders;
    for (std::size_t i = 1; i < errors.size(); ++i) orders.push_back(std::log2(errors[i - 1] / errors[i]));
    return orders;
}

std::vector<std::string> listSlipPairs() {
    std::vector<std::string> names;
    for (const Pair& pair : pairs()) names.push_back(pair.name);
    return names;
}

SlipErrors measureSlipErrors(const std::string& name, int motions) {
    const Pair& pair = findNamed(pairs(), name, "the pair " + name + " is unknown; choose from ");
    const Real longest = 0.4; // [s]
    const int halvings = 6;
    SlipErrors errors{pair.name, {}, std::vector<Real>(halvings + 1), std::vector<Real>(halvings + 1)};
    for (int i = 0; i <= halvings; ++i) errors.steps.push_back(longest / (1 << i));
    SpringModel model(pair);
    for (int seed = 1; seed <= motions; ++seed) {
        const PairMotion motion(pair, seed);
        const Vec3 run = integrateSpring(motion, longest);
        for (int i = 0; i <= halvings; ++i) {
            const Real step = errors.steps[i];
            errors.ofAStep[i] += (model.follow(motion, step, 1) - integrateSpring(motion, step)).normSqr();
            errors.ofARun[i] += (model.follow(motion, longest, 1 << i) - run).normSqr();
        }
    }
    for (std::vector<Real>* of : {&errors.ofAStep, &errors.ofARun})
        for (Real& error : *of) error = std::sqrt(error / motions);
    return errors;
}

} // namespace lab
