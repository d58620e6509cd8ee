// SPDX-License-Identifier: Apache-2.0
#include "laws/SandLaw.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::kernels {

namespace {

constexpr int numTerms = 20;
// Agarwal, Goldman & Kamrin 2023, supplement. Printed copies differ in the sign and size of the sixteenth number of the third row. With this
// one a plate that is pulled up is held back, and the law is nearest to that in two dimensions.
constexpr double coefficients[3][numTerms] = {
    {.00212, -.02320, -.20890, -.43083, -.00259, .48872, -.00415, .07204, -.02750, -.08772,
     .01992, -.45961, .40799,  -.10107, -.06576, .05664, -.09269, .01892, .01033,  .15120},
    {-.06796, -.10941, .04725, -.06914, -.05835, -.65880, -.11985, -.25739, -.26834, .02692,
     -.00736, .63758,  .08997, .21069,  .04748,  .20406,  .18519,  .04934,  .13527,  -.33207},
    {-.02634, -.03436, .45256,  .00835,  .02553, -1.31290, -.05532, .06790,  -.16404, .02287,
     .02927,  .95406,  -.00131, -.11028, .01487, -.02730,  .10911,  -.04097, .07881,  -.27519}};

constexpr double blended = 0.1; // of n.z and of n.v, over which the law goes from one side to the other

double smooth(double x) {
    x = std::min(std::max(x, 0.), 1.);
    return x * x * (3 - 2 * x);
}

// The directions and angles of one element.
struct Orientation {
    Vector r, theta, up;
    double cosPsi, sinPsi, cosGamma, sinGamma;
};

// Returns the formula for one tilt beta of the element.
Vector tractionAt(double cosBeta, double sinBeta, const Orientation& o) {
    const double x1 = o.sinGamma, x2 = cosBeta, x3 = o.cosPsi * o.cosGamma * sinBeta + o.sinGamma * cosBeta;
    const double terms[numTerms] = {1,
                                    x1,
                                    x2,
                                    x3,
                                    x1 * x1,
                                    x2 * x2,
                                    x3 * x3,
                                    x1 * x2,
                                    x2 * x3,
                                    x3 * x1,
                                    x1 * x1 * x1,
                                    x2 * x2 * x2,
                                    x3 * x3 * x3,
                                    x1 * x2 * x2,
                                    x2 * x1 * x1,
                                    x2 * x3 * x3,
                                    x3 * x2 * x2,
                                    x3 * x1 * x1,
                                    x1 * x3 * x3,
                                    x1 * x2 * x3};
    double f[3];
    for (int i = 0; i < 3; ++i) {
        f[i] = 0;
        for (int k = 0; k < numTerms; ++k) f[i] += coefficients[i][k] * terms[k];
    }
    return (f[0] * sinBeta * o.cosPsi + f[1] * o.cosGamma) * o.r + f[0] * sinBeta * o.sinPsi * o.theta -
           (f[0] * cosBeta + f[1] * o.sinGamma + f[2]) * o.up;
}

// @param halfWidth  of n.z, within which both sides are blended; 0: the formula as it is
Vector tractionBlended(const Vector& normal, const Vector& direction, const Vector& up, double halfWidth) {
    const double vz = direction.dot(up), nz = std::min(std::max(normal.dot(up), -1.), 1.);
    const Vector along = direction - vz * up, flat = normal - nz * up;
    Orientation o;
    o.up = up;
    o.cosGamma = along.norm();
    o.sinGamma = -vz;
    const double flatness = flat.norm();
    if (o.cosGamma > 1e-9)
        o.r = along / o.cosGamma;
    else if (flatness > 1e-9)
        o.r = flat / flatness;
    else
        o.r = up.unitOrthogonal();
    o.theta = up.cross(o.r);
    const double nr = flat.dot(o.r), side = nr < 0 ? -1 : 1; // psi is in [-pi/2, pi/2]
    o.cosPsi = flatness > 1e-9 ? std::abs(nr) / flatness : 1;
    o.sinPsi = flatness > 1e-9 ? side * flat.dot(o.theta) / flatness : 0;
    // beta = -side acos(n.z) for an element that looks up, and side (pi - acos(n.z)) for one that looks down.
    const double sine = std::sqrt(1 - nz * nz), share = halfWidth > 0 ? smooth(0.5 * (nz / halfWidth + 1)) : nz >= 0;
    Vector sum = Vector::Zero();
    if (share > 0) sum += share * tractionAt(nz, -side * sine, o);
    if (share < 1) sum += (1 - share) * tractionAt(-nz, side * sine, o);
    return sum;
}

} // namespace

Vector resistiveTraction(const Vector& normal, const Vector& direction, const Vector& up) {
    return tractionBlended(normal, direction, up, 0);
}

Vector sandTraction(const SandConstants& sand, const Vector& normal, const Vector& direction, const Vector& up) {
    const double leading = smooth(normal.dot(direction) / blended);
    if (!(leading > 0)) return Vector::Zero();
    const Vector all = tractionBlended(normal, direction, up, blended);
    const double pull = all.dot(normal);
    Vector tangential = all - pull * normal;
    const double pushed = std::min(pull, 0.), most = -sand.surfaceFriction * pushed, size = tangential.norm();
    if (std::isfinite(sand.surfaceFriction) && size > most) tangential *= most / size;
    Vector bounded = pushed * normal + tangential;
    bounded -= std::max(bounded.dot(direction), 0.) * direction;
    return leading * sand.strength * bounded;
}

namespace {

constexpr double elasticShare = 0.9; // of the limit, below which the traction has a potential

// Returns the traction on an element whose bristle has this length and direction [Pa]. At the limit it is that of the theory. Its work depends on
// the path, so a closed loop before yield could give energy back for ever. Below the limit the traction therefore is the gradient of
// -kappa |eta|^2/2, where kappa is the stiffness of the theory along the direction. Both have the same component along the bristle.
Vector tractionOf(const SandConstants& sand, const Vector& up, const Vector& outward, const Vector& eta, double limit) {
    const double length = eta.norm();
    if (!(length > 0)) return Vector::Zero();
    const Vector direction = eta / length, atYield = sandTraction(sand, outward, direction, up);
    const double yielding = smooth((length / limit - elasticShare) / (1 - elasticShare));
    if (!(yielding < 1)) return length / sand.elasticDepth * atYield;
    const double kappa = -atYield.dot(direction), small = 1e-6;
    Vector elastic = -kappa * direction;
    const Vector first = direction.unitOrthogonal();
    for (const Vector& across : {first, Vector(direction.cross(first))}) {
        const Vector beside = (direction + small * across).normalized();
        elastic += 0.5 / small * (sandTraction(sand, outward, beside, up).dot(beside) + kappa) * across;
    }
    return length / sand.elasticDepth * (yielding * atYield + (1 - yielding) * elastic);
}

// Sets the derivatives of an element's force. The traction is known by differences. How it changes as the element turns is left out.
void setDerivatives(ElementResult& out, const SandConstants& sand, const Vector& up, const ElementState& e,
                    const Bristle& bristle, const Vector& traction, double limit, double dampingTime) {
    const double length = bristle.eta.norm(), step = 1e-6 * limit;
    if (!(limit > 0) || !(length > 0)) return;
    Matrix byEta;
    for (int i = 0; i < 3; ++i) {
        const Vector small = step * Vector::Unit(i);
        byEta.col(i) = e.area / step * (tractionOf(sand, up, e.outward, bristle.eta + small, limit) - traction);
    }
    out.byPlace = byEta;
    out.bySpeed = dampingTime * byEta;
    if (!bristle.isSliding) return;
    const Vector direction = bristle.eta / length;
    const Matrix across =
        limit / std::max(bristle.trial, limit) * (Matrix::Identity() - direction * direction.transpose());
    // The direction is that of the velocity, once the dashpot alone exceeds the limit.
    out.byPlace = byEta * ((bristle.isDashpotAlone ? Matrix(Matrix::Zero()) : across) -
                           sand.elasticDepth / std::max(e.normal.dot(up), leastCosineOfSand) * direction *
                               e.normal.transpose());
    out.bySpeed = dampingTime * byEta * across;
}

} // namespace

BristleResult evaluateSand(const SandConstants& sand, const Vector& up, const ElementState& e, const ElementNeeds& needs) {
    const double limit = sand.elasticDepth * e.depth, dampingTime = sand.damping * std::sqrt(limit / sand.gravity);
    const Bristle bristle = bend(e, limit, dampingTime, true);
    const Vector traction = tractionOf(sand, up, e.outward, bristle.eta, limit), force = e.area * traction;

    ElementResult out;
    out.point = e.point;
    out.normalForce = force.dot(e.normal) * e.normal;
    out.shearForce = force - out.normalForce;
    out.weight = e.area * traction.norm();
    out.weightedNormal = e.normal;
    out.displacement = bristle.displacement;
    out.area = out.weight > 0 ? e.area : 0;
    out.depth = e.depth;
    out.pressure = std::max(-traction.dot(e.outward), 0.);
    out.shear = traction - traction.dot(e.outward) * e.outward;
    out.isSliding = bristle.isSliding;
    if (needs.energy) {
        // The dashpot of a body at rest has no part in the force.
        const bool isAtRest =
            (bristle.eta - bristle.displacement).squaredNorm() <= 1e-20 * bristle.displacement.squaredNorm();
        const Vector ofSpring =
            isAtRest ? force : Vector(e.area * tractionOf(sand, up, e.outward, bristle.displacement, limit));
        out.stored = -0.5 * ofSpring.dot(bristle.displacement);
        out.dissipatedPower = -(bristle.isSliding ? force : Vector(force - ofSpring)).dot(e.velocity);
    }
    if (needs.heat) {
        out.input = -force.dot(e.velocity);
        const Vector before = bristle.displacementBefore;
        const double limitThen = e.hasMemory ? e.memory.limitLength : 0;
        const Vector tractionBefore = tractionOf(sand, up, e.outwardThen, before + bristle.dashpotBefore, limitThen);
        const double work = -0.5 * e.area * (tractionBefore + traction).dot(bristle.slip); // of the mean force
        const double gain = out.stored + 0.5 * e.area * tractionOf(sand, up, e.outwardThen, before, limitThen).dot(before);
        if (e.time > 0) (bristle.isSliding ? out.frictionHeat : out.dampingHeat) = work - gain;
    }
    if (needs.derivatives) setDerivatives(out, sand, up, e, bristle, traction, limit, dampingTime);
    return {out, bristle};
}

} // namespace simbodydem::kernels
