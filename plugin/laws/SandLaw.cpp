// SPDX-License-Identifier: Apache-2.0
#include "laws/SandLaw.h"

#include <unsupported/Eigen/AutoDiff>

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

using Dual = Eigen::AutoDiffScalar<Eigen::Vector2d>; // a number with two derivatives

constexpr double blended = 0.1; // of n.z and of n.v, over which the law goes from one side to the other

template <class T> T smooth(const T& x) {
    if (!(x > 0)) return T(0);
    if (!(x < 1)) return T(1);
    return x * x * (3 - 2 * x);
}
// Returns max(x, 0) with the corner rounded: it is larger by at most halfWidth/4. Tractions are gradients, so that corners would be jumps.
template <class T> T cutOff(const T& x, const T& halfWidth) {
    if (x >= halfWidth) return x;
    if (x <= -halfWidth) return T(0);
    const T beyond = x + halfWidth;
    return beyond * beyond / (4 * halfWidth);
}
constexpr double rounded = 0.005; // of the dimensionless traction

template <class T> T dot(const Vector3<T>& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Returns the formula. The angles of the theory come in products that need no division: r cos(gamma) is the horizontal part of the direction, and
// (r cos(psi) + theta sin(psi)) sin(beta) is that of the normal, with the sign of its side. So it is smooth also where the motion is vertical.
// @param cosBeta     n.z, or -n.z of an element that looks down
// @param horizontal  part of the normal, against it for an element that looks up
// T is a number, or one with its derivatives by the direction.
template <class T>
Vector3<T> tractionAt(double cosBeta, const Vector& horizontal, const Vector& up, const Vector3<T>& along, const T& sinGamma) {
    const T& x1 = sinGamma;
    const double x2 = cosBeta, x22 = x2 * x2;
    const T x3 = dot(along, horizontal) + sinGamma * cosBeta;
    const T x11 = x1 * x1, x33 = x3 * x3, x13 = x1 * x3;
    T f[3];
    for (int i = 0; i < 3; ++i) {
        const double* c = coefficients[i];
        f[i] = c[0] + c[2] * x2 + (c[5] + c[11] * x2) * x22 + (c[1] + c[7] * x2 + c[13] * x22) * x1 +
               (c[4] + c[14] * x2) * x11 + (c[3] + c[8] * x2 + c[16] * x22) * x3 + (c[6] + c[15] * x2) * x33 +
               (c[9] + c[19] * x2) * x13 + (c[10] * x11 + c[17] * x13 + c[18] * x33) * x1 + c[12] * x33 * x3;
    }
    const T down = f[0] * cosBeta + f[1] * sinGamma + f[2];
    Vector3<T> sum;
    for (int k = 0; k < 3; ++k) sum[k] = f[0] * horizontal[k] + f[1] * along[k] - down * up[k];
    return sum;
}

// @param halfWidth  of n.z, within which both sides are blended; 0: the formula as it is
template <class T>
Vector3<T> tractionBlended(const Vector& normal, const Vector3<T>& direction, const Vector& up, double halfWidth) {
    const T vz = dot(direction, up);
    const double nz = std::min(std::max(normal.dot(up), -1.), 1.);
    Vector3<T> along;
    for (int k = 0; k < 3; ++k) along[k] = direction[k] - vz * up[k];
    const Vector horizontal = normal - nz * up;
    const double fraction = halfWidth > 0 ? smooth(0.5 * (nz / halfWidth + 1)) : nz >= 0; // of one that looks up
    Vector3<T> sum(T(0), T(0), T(0));
    if (fraction > 0) {
        const Vector3<T> part = tractionAt<T>(nz, -horizontal, up, along, -vz);
        for (int k = 0; k < 3; ++k) sum[k] += fraction * part[k];
    }
    if (fraction < 1) {
        const Vector3<T> part = tractionAt<T>(-nz, horizontal, up, along, -vz);
        for (int k = 0; k < 3; ++k) sum[k] += (1 - fraction) * part[k];
    }
    return sum;
}

// Returns the traction of the theory with the bounds, over the strength.
// @param leadingWidth  of n.v, over which an element that faces its motion gets it
template <class T>
Vector3<T> boundedTraction(const SandConstants& sand, const Vector& normal, const Vector3<T>& direction, const Vector& up, double leadingWidth) {
    using std::sqrt;
    const T leading = smooth<T>(dot(direction, normal) / leadingWidth);
    Vector3<T> sum(T(0), T(0), T(0));
    if (!(leading > 0)) return sum;
    const Vector3<T> all = tractionBlended(normal, direction, up, blended);
    const T pull = dot(all, normal);
    const T pushed = -cutOff<T>(-pull, rounded);
    Vector3<T> tangential;
    for (int k = 0; k < 3; ++k) tangential[k] = all[k] - pull * normal[k];
    if (std::isfinite(sand.surfaceFriction)) {
        const T most = -sand.surfaceFriction * pushed,
                squared = tangential[0] * tangential[0] + tangential[1] * tangential[1] + tangential[2] * tangential[2];
        if (!(most > 0)) {
            tangential = Vector3<T>(T(0), T(0), T(0));
        } else if (squared > 0.81 * most * most) {
            const T size = sqrt(squared), bounded = most - cutOff<T>(most - size, 0.1 * most);
            for (int k = 0; k < 3; ++k) tangential[k] *= bounded / size;
        }
    }
    for (int k = 0; k < 3; ++k) sum[k] = pushed * normal[k] + tangential[k];
    const T driving = cutOff<T>(sum[0] * direction[0] + sum[1] * direction[1] + sum[2] * direction[2], rounded);
    for (int k = 0; k < 3; ++k) sum[k] = leading * (sum[k] - driving * direction[k]);
    return sum;
}

} // namespace

Vector resistiveTraction(const Vector& normal, const Vector& direction, const Vector& up) {
    return tractionBlended<double>(normal, direction, up, 0);
}

Vector sandTraction(const SandConstants& sand, const Vector& normal, const Vector& direction, const Vector& up) {
    return sand.strength * boundedTraction<double>(sand, normal, direction, up, blended);
}

namespace {

constexpr double elasticFraction = 0.9; // of the limit, below which the traction has a potential

// Returns the traction on an element whose bristle has this length and direction [Pa]. At the limit it is that of the theory. Its work depends on
// the path, so a closed loop before yield could give energy back for ever. Below the limit the traction therefore is the gradient of
// -kappa |eta|^2/2, where kappa is the stiffness of the theory along the direction. It fades where an element turns away from its bristle, over all
// angles: where it fades fast, its gradient would be a traction of many times the strength.
Vector tractionOf(const SandConstants& sand, const Vector& up, const Vector& outward, const Vector& eta, double limit) {
    const double length = eta.norm();
    if (!(length > 0)) return Vector::Zero();
    const Vector direction = eta / length;
    const double yielding = smooth((length / limit - elasticFraction) / (1 - elasticFraction)), scale = sand.strength * length / sand.elasticDepth;
    const Vector atYield = yielding > 0 ? boundedTraction<double>(sand, outward, direction, up, blended) : Vector(Vector::Zero());
    if (!(yielding < 1)) return scale * atYield;
    // Derivatives are along two tangents of the sphere of directions.
    const Vector tangents[2] = {direction.unitOrthogonal(), direction.cross(direction.unitOrthogonal())};
    Vector3<Dual> turning;
    for (int k = 0; k < 3; ++k) turning[k] = Dual(direction[k], Eigen::Vector2d(tangents[0][k], tangents[1][k]));
    const Vector3<Dual> both = boundedTraction<Dual>(sand, outward, turning, up, 1);
    const Dual kappa = -(both[0] * turning[0] + both[1] * turning[1] + both[2] * turning[2]);
    const Vector elastic = -kappa.value() * direction - 0.5 * (kappa.derivatives()[0] * tangents[0] + kappa.derivatives()[1] * tangents[1]);
    return scale * (yielding * atYield + (1 - yielding) * elastic);
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
    out.byPosition = byEta;
    out.bySpeed = dampingTime * byEta;
    if (!bristle.isSliding) return;
    const Vector direction = bristle.eta / length;
    const Matrix across =
        limit / std::max(bristle.trial, limit) * (Matrix::Identity() - direction * direction.transpose());
    // The direction is that of the velocity, once the dashpot alone exceeds the limit.
    out.byPosition = byEta * ((bristle.isDashpotAlone ? Matrix(Matrix::Zero()) : across) -
                           sand.elasticDepth / std::max(e.normal.dot(up), leastCosineOfSand) * direction *
                               e.normal.transpose());
    out.bySpeed = dampingTime * byEta * across;
}

} // namespace

BristleResult evaluateSand(const SandConstants& sand, const Vector& up, const ElementState& e, const ElementNeeds& needs) {
    const double limit = sand.elasticDepth * e.depth, dampingTime = sand.damping * std::sqrt(limit / sand.gravity);
    const Bristle bristle = deflect(e, limit, dampingTime, true);
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
