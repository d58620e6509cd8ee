// SPDX-License-Identifier: Apache-2.0
#include "contact/ContactTransport.h"

#include "math/Inline.h"

namespace simbodydem {

namespace {

/** Holds two numbers side by side, with the arithmetic of the vector extension of GCC and Clang. One instruction then serves both bodies
of a contact, or both ends of a step. */
typedef Real Pair __attribute__((vector_size(2 * sizeof(Real))));

/** Holds three numbers, or three pairs, that the compiler keeps in registers. Eigen's vectors are copied through memory, two numbers at a
time. The processor waits for these copies, so Eigen's vectors take twice the time here. */
template <class Number> struct TripleOf {
    Number x, y, z;

    SIMBODYDEM_ALWAYS_INLINE Number squaredNorm() const { return x * x + y * y + z * z; }
};
using Triple = TripleOf<Real>;
using TriplePair = TripleOf<Pair>;

template <class A, class B> SIMBODYDEM_ALWAYS_INLINE inline auto operator+(const TripleOf<A>& a, const TripleOf<B>& b) {
    return TripleOf<decltype(a.x + b.x)>{a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class A, class B> SIMBODYDEM_ALWAYS_INLINE inline auto operator-(const TripleOf<A>& a, const TripleOf<B>& b) {
    return TripleOf<decltype(a.x - b.x)>{a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class A, class Number> SIMBODYDEM_ALWAYS_INLINE inline auto operator*(const TripleOf<A>& a, const Number& s) {
    return TripleOf<decltype(a.x * s)>{a.x * s, a.y * s, a.z * s};
}
template <class A, class B> SIMBODYDEM_ALWAYS_INLINE inline auto dot(const TripleOf<A>& a, const TripleOf<B>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class A, class B> SIMBODYDEM_ALWAYS_INLINE inline auto cross(const TripleOf<A>& a, const TripleOf<B>& b) {
    return TripleOf<decltype(a.x * b.x)>{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class A> SIMBODYDEM_ALWAYS_INLINE inline TripleOf<A> operator*(const Matrix3& R, const TripleOf<A>& v) {
    return {R(0, 0) * v.x + R(0, 1) * v.y + R(0, 2) * v.z, R(1, 0) * v.x + R(1, 1) * v.y + R(1, 2) * v.z,
            R(2, 0) * v.x + R(2, 1) * v.y + R(2, 2) * v.z};
}

SIMBODYDEM_ALWAYS_INLINE inline Triple tripleOf(const Vector3& v) { return {v[0], v[1], v[2]}; }
SIMBODYDEM_ALWAYS_INLINE inline TriplePair pairOf(const Triple& first, const Triple& second) {
    return {Pair{first.x, second.x}, Pair{first.y, second.y}, Pair{first.z, second.z}};
}
SIMBODYDEM_ALWAYS_INLINE inline TriplePair pairOf(const Vector3& first, const Vector3& second) {
    return {Pair{first[0], second[0]}, Pair{first[1], second[1]}, Pair{first[2], second[2]}};
}
SIMBODYDEM_ALWAYS_INLINE inline Triple firstOf(const TriplePair& p) { return {p.x[0], p.y[0], p.z[0]}; }
SIMBODYDEM_ALWAYS_INLINE inline Triple secondOf(const TriplePair& p) { return {p.x[1], p.y[1], p.z[1]}; }
SIMBODYDEM_ALWAYS_INLINE inline Real secondLessFirst(const Pair& p) { return p[1] - p[0]; }
SIMBODYDEM_ALWAYS_INLINE inline Triple secondLessFirst(const TriplePair& p) { return secondOf(p) - firstOf(p); }
SIMBODYDEM_ALWAYS_INLINE inline void copy(const Triple& from, Vector3& to) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
}
SIMBODYDEM_ALWAYS_INLINE inline Vector3 toVector(const Triple& v) { return {v.x, v.y, v.z}; }

/** Turns vectors about the normal. */
template <class A> SIMBODYDEM_ALWAYS_INLINE inline TripleOf<A> rotatedAbout(const TripleOf<A>& vector, const Triple& normal,
                                                                    const kernels::SineCosine& angle) {
    const TripleOf<A> across = cross(normal, vector);
    return vector + across * angle.sine + cross(normal, across) * (1 - angle.cosine);
}
/** Turns a vector of the tangent plane about the normal. @param across  normal x vector */
SIMBODYDEM_ALWAYS_INLINE inline Triple rotatedInPlane(const Triple& vector, const Triple& across,
                                                   const kernels::SineCosine& angle) {
    return vector * angle.cosine + across * angle.sine;
}

/** Stores the quaternion w + v. */
struct UnitQuaternion {
    Real w;
    Triple v;
};
SIMBODYDEM_ALWAYS_INLINE inline UnitQuaternion unitOf(const kernels::Quaternion& q) {
    return {q.w(), {q.x(), q.y(), q.z()}};
}
SIMBODYDEM_ALWAYS_INLINE inline UnitQuaternion operator*(const UnitQuaternion& p, const UnitQuaternion& q) {
    return {p.w * q.w - dot(p.v, q.v), q.v * p.w + p.v * q.w + cross(p.v, q.v)};
}

/** Stores the smallest rotation from the normal of the commit, turned with the flatter body, onto the present one. */
struct NormalTurn {
    Triple transported, normal, sum; // from, to, their sum
    UnitQuaternion back;             // from the present normal to the transported one
    Real inverse;                    // 1/(1 + cosine of the angle); 0 for a half turn, which has no smallest rotation

    SIMBODYDEM_ALWAYS_INLINE NormalTurn(const Triple& transported, const Triple& normal)
        : transported(transported), normal(normal), sum(transported + normal) {
        const Real e = 1 - dot(transported, normal);
        if (e > 1e-4) {
            findLarge(e);
            return;
        }
        const Real k = 0.5 + e * (0.125 + e * (3. / 64 + e * (5. / 256))); // 1/(2 w) = (1 - e/2)^(-1/2)/2
        back = {(2 - e) * k, cross(normal, transported) * k};
        inverse = 2 * k * k;
    }
    SIMBODYDEM_NOINLINE void findLarge(Real e) {
        back = unitOf(kernels::smallestRotation(toVector(normal), toVector(transported)));
        inverse = e < 2 - 1e-12 ? 1 / (2 - e) : 0;
    }
    template <class A> SIMBODYDEM_ALWAYS_INLINE TripleOf<A> operator*(const TripleOf<A>& v) const {
        const A alongCarried = dot(v, transported);
        return v - sum * ((alongCarried + dot(v, normal)) * inverse) + normal * (alongCarried * 2);
    }
};

/** Stores the motion of both bodies over the step as the contact frame sees it. The flatter body comes first. */
struct SeenMotion {
    TriplePair turn;               // rotation vectors [rad]
    TriplePair rate, rateAtCommit; // angular velocities times the step, at either end [rad]

    /** Returns the commutator of the rates at both ends. By Magnus, the integral of the angular velocity exceeds the rotation vector by it. */
    SIMBODYDEM_ALWAYS_INLINE TriplePair commutator() const { return cross(rateAtCommit, rate) * (1. / 12); }
};

/** Returns by how much the mean overlap over a step exceeds the mean of its ends. The rates at both ends determine it (Euler and
Maclaurin). A step as long as the natural period of a contact contains no information on the overlap between its ends. The result is
therefore limited to an eighth of their mean.
@param change  change of the overlap rate, times the step [m]
@param overlaps  sum of the overlaps at both ends [m] */
SIMBODYDEM_ALWAYS_INLINE inline Real bulgeOfOverlap(Real change, Real overlaps) {
    const Real most = std::abs(overlaps) * (1. / 16);
    return std::clamp(change * (-1. / 12), -most, most);
}

/** Stores the angles [rad] about the normal by which the other body and the frame have spun relative to the flatter body. */
struct Spins {
    Real ofOther, ofFrame;
};

/** Replaces findTurns() where a body has turned by more than 0.02 rad, too far for the series. */
SIMBODYDEM_NOINLINE Spins findLargeTurns(const Triple& normal, const UnitQuaternion& back,
                                         const UnitQuaternion& toOtherBack, Real sigma, SeenMotion& seen) {
    const TriplePair expected = (seen.rate + seen.rateAtCommit) * 0.5;
    const auto rotationVector = [](const UnitQuaternion& q, const Triple& near) {
        return tripleOf(kernels::rotationVector({q.w, q.v.x, q.v.y, q.v.z}, toVector(near)));
    };
    Spins spins{secondLessFirst(dot(expected, normal)), 0};
    for (int round = 0; round < 3; ++round) {
        spins.ofFrame = sigma * spins.ofOther;
        const kernels::SineCosine half(-0.5 * spins.ofFrame);
        const UnitQuaternion spinRotation{half.cosine, normal * half.sine};
        seen.turn = pairOf(rotationVector(back * spinRotation, firstOf(expected)),
                           rotationVector(toOtherBack * spinRotation, secondOf(expected)));
        const Real last = spins.ofOther;
        spins.ofOther = secondLessFirst(dot(seen.turn, normal));
        if (sigma == 0 || std::abs(spins.ofOther - last) <= 1e-17) break;
    }
    return spins;
}

/** Finds how both bodies have turned, seen from the contact frame. Relative to the flatter body, the frame has spun by the fraction
`sigma` of the other body's spin. The spin itself depends on the result, so it is iterated. Its error falls with the square of the turns in
each round.
@param back         the smallest rotation from the present normal to the one that was turned with the flatter body
@param toOtherBack  back, followed by the rotation of the other body relative to the flatter one
@param seen         contains the rates; receives the turns */
SIMBODYDEM_ALWAYS_INLINE inline Spins findTurns(const Triple& normal, const UnitQuaternion& back,
                                                const UnitQuaternion& toOtherBack, Real sigma, SeenMotion& seen) {
    const Pair w{back.w, toOtherBack.w};
    const TriplePair v = pairOf(back.v, toOtherBack.v);
    // Let c and s be the cosine and the sine of half the angle of a rotation about the normal. The product of the quaternion w + v and this
    // rotation is (w c - along s) + (v c + u s).
    const TriplePair u = normal * w + cross(v, normal);
    const Pair along = dot(v, normal), v2 = v.squaredNorm(), vu = w * along, u2 = 1 - along * along;
    const TriplePair expected = (seen.rate + seen.rateAtCommit) * 0.5;
    const Pair expected2 = expected.squaredNorm();
    Spins spins{secondLessFirst(dot(expected, normal)), 0};
    for (int round = 0;; ++round) {
        spins.ofFrame = sigma * spins.ofOther;
        const kernels::SineCosine half(-0.5 * spins.ofFrame);
        const Real c = half.cosine, s = half.sine;
        const Pair sine2 = v2 * (c * c) + vu * (2 * c * s) + u2 * (s * s), cosine = w * c - along * s;
        const bool areSmall = std::max(sine2[0], sine2[1]) < 1e-4 && std::min(cosine[0], cosine[1]) > 0 &&
                              std::max(expected2[0], expected2[1]) < 1;
        if (!areSmall) return findLargeTurns(normal, back, toOtherBack, sigma, seen);
        const Pair perSine = kernels::rotationVectorOverSine(sine2);
        const Real last = spins.ofOther;
        spins.ofOther = secondLessFirst(perSine * (along * c + w * s));
        const Real turns2 = 4 * (sine2[0] + sine2[1]);
        // The first guess lacks the derivative by the pose. After one round this derivative errs by the square of the turns.
        const bool isFound = std::abs(spins.ofOther - last) * turns2 <= 1e-17 && (round > 0 || turns2 < 1e-7);
        if (sigma == 0 || isFound || round == 2) {
            seen.turn = (v * c + u * s) * perSine;
            return spins;
        }
    }
}

/** Returns the rotation of the contact frame of two curved surfaces at the rates of both ends of the step [rad]: n x n' + n (...).
@param slip  the slip velocity times the step
@param leversOfFlatter, leversOfOther  from each body's centre of curvature to the contact point [m] */
SIMBODYDEM_ALWAYS_INLINE inline TriplePair rateOfFrame(const TriplePair& flatter, const TriplePair& other,
                                                       const TriplePair& slip, const Triple& normal,
                                                       const Pair& leversOfFlatter, const Pair& leversOfOther,
                                                       Real sigma) {
    const Pair levers = leversOfFlatter + leversOfOther;
    const bool areFlat = levers[0] == 0 && levers[1] == 0; // no levers; the normal turns with the flatter body
    const TriplePair change =                              // of the normal
        areFlat ? cross(flatter, normal)
                : (slip + cross(flatter * leversOfFlatter + other * leversOfOther, normal)) * (1 / levers);
    return cross(normal, change) + normal * (dot(flatter, normal) * (1 - sigma) + dot(other, normal) * sigma);
}

// Equal curvatures with a direction belong to a flat side or a hollow whose curvature is raised for the law. It is no sphere.
SIMBODYDEM_ALWAYS_INLINE inline bool isSpherical(const LocalCurvature& local) {
    return local.along == local.across && local.along != 0 && local.direction.isZero();
}
SIMBODYDEM_ALWAYS_INLINE inline bool isPlane(const LocalCurvature& local) { return local.along == 0 && local.across == 0; }

/** Returns the old contact point, moved with the body, less the present one. */
SIMBODYDEM_ALWAYS_INLINE inline Triple carriedPoint(const BodyMotion& body, const Vector3& pointAtCommit,
                                                    const Vector3& point) {
    return body.turn * (tripleOf(pointAtCommit) - tripleOf(body.originAtCommit)) -
           (tripleOf(point) - tripleOf(body.origin));
}
/** Returns the displacement of a surface's material past the contact point if the surface is neither a sphere nor a plane. The caller
removes the part along the normal. */
SIMBODYDEM_NOINLINE Triple displacementOfAny(const Triple& turn, const Triple& carriedPoint) {
    return tripleOf(kernels::meanDisplacement(toVector(turn), toVector(carriedPoint)));
}

} // namespace

SIMBODYDEM_ALSO_FOR_AVX void transportContact(const CommittedContact& committed, const ContactPoint& now, const Vector3& slipVelocity,
                      Real overlapRate, const BodyMotion& bodyA, const BodyMotion& bodyB, Real pointShift,
                      bool withRotation, TransportedContact& transported) {
    const ContactRow& past = committed.row;
    const Real time = committed.time;
    const Triple n = tripleOf(now.normal);
    const Real curvatureA = std::abs(now.curvatureA->along + now.curvatureA->across),
               curvatureB = std::abs(now.curvatureB->along + now.curvatureB->across);
    const bool isAFlatter = curvatureA <= curvatureB;
    const Real sigma = curvatureA + curvatureB > 0 ? (isAFlatter ? curvatureA : curvatureB) / (curvatureA + curvatureB) : 0.5;
    const Real sign = isAFlatter ? 1 : -1;
    const BodyMotion &flatter = isAFlatter ? bodyA : bodyB, &other = isAFlatter ? bodyB : bodyA;
    const BodyPose &flatterThen = isAFlatter ? committed.poseA : committed.poseB,
                   &otherThen = isAFlatter ? committed.poseB : committed.poseA;
    const LocalCurvature &curvatureOfFlatter = isAFlatter ? *now.curvatureA : *now.curvatureB,
                         &curvatureOfOther = isAFlatter ? *now.curvatureB : *now.curvatureA;

    const NormalTurn normalTurn(flatter.turn * tripleOf(past.normal), n);
    const auto roll = [&](const TriplePair& vectors) { return normalTurn * (flatter.turn * vectors); };
    const TriplePair angularVelocities = pairOf(flatterThen.angularVelocity, otherThen.angularVelocity);
    const Triple velocity =
        secondLessFirst(pairOf(flatterThen.velocity, otherThen.velocity) +
                        cross(angularVelocities, tripleOf(past.point) - pairOf(flatterThen.origin, otherThen.origin))) *
        sign;
    const TriplePair rolled = roll(pairOf(velocity, tripleOf(past.tangentialDisplacement)));
    const Real separationRate = dot(firstOf(rolled), n);
    const Triple rolledSlip = firstOf(rolled) - n * separationRate;
    const Triple slip = tripleOf(slipVelocity) * time; // from here on rates are multiplied by the step
    Triple slipAtCommit = rolledSlip * time;

    // A lever reaches from the centre of curvature to the contact point. It is the radius less the part of the overlap on that side.
    const Pair curvature = {0.5 * (curvatureOfFlatter.along + curvatureOfFlatter.across),
                            0.5 * (curvatureOfOther.along + curvatureOfOther.across)};
    const Pair radius = {curvature[0] != 0 ? 1 / curvature[0] : 0, curvature[1] != 0 ? 1 / curvature[1] : 0};
    const Pair overlapFraction = {curvature[0] != 0 ? 0.5 - sign * pointShift : 0,
                        curvature[1] != 0 ? 0.5 + sign * pointShift : 0};

    SeenMotion seen;
    seen.rate = pairOf(flatter.angularVelocity, other.angularVelocity) * time;
    seen.rateAtCommit = roll(angularVelocities) * time;
    if (sigma == 0) {
        // The frame turns with the flat body. It also turns with the normal where this turns in the body, as from facet to facet.
        const Triple ofNormal = normalTurn.back.v * 2.;
        seen.rate = seen.rate - (firstOf(seen.rate) - ofNormal);
        seen.rateAtCommit = seen.rateAtCommit - (firstOf(seen.rateAtCommit) - ofNormal);
    } else {
        const Pair overlaps = {now.overlap, past.overlap};
        const TriplePair ofFrame =
            rateOfFrame(pairOf(firstOf(seen.rate), firstOf(seen.rateAtCommit)),
                        pairOf(secondOf(seen.rate), secondOf(seen.rateAtCommit)), pairOf(slip, slipAtCommit), n,
                        radius[0] - overlapFraction[0] * overlaps, radius[1] - overlapFraction[1] * overlaps, sigma);
        seen.rate = seen.rate - firstOf(ofFrame);
        seen.rateAtCommit = seen.rateAtCommit - secondOf(ofFrame);
    }
    const Real spinRate = secondLessFirst(dot(seen.rate, n)),
               spinRateAtCommit = secondLessFirst(dot(seen.rateAtCommit, n));
    const UnitQuaternion ofFlatter = unitOf(flatter.turnQuaternion);
    const UnitQuaternion toOther = unitOf(other.turnQuaternion) * UnitQuaternion{ofFlatter.w, ofFlatter.v * -1.};
    const Spins spins = findTurns(n, normalTurn.back, toOther * normalTurn.back, sigma, seen);
    const Triple acrossSlip = cross(n, rolledSlip);
    if (sigma != 0) {
        // The rates at the commit were turned with the flatter body above. Here they are turned on with the frame.
        const kernels::SineCosine ofFrame(spins.ofFrame);
        slipAtCommit = rotatedInPlane(rolledSlip, acrossSlip, ofFrame) * time;
        seen.rateAtCommit = rotatedAbout(seen.rateAtCommit, n, ofFrame);
    }

    // In the contact frame the centre of a sphere moves along the normal only. The displacement of its material past the contact point is
    // therefore its rotation times its lever, whatever the motion.
    const Real overlaps = now.overlap + past.overlap,
               bulge = bulgeOfOverlap(time * (overlapRate + separationRate), overlaps);
    const TriplePair turned = seen.turn + seen.commutator();
    const TriplePair displacementsOfSpheres =
        turned * (radius - overlapFraction * (0.5 * overlaps + bulge)) -
        (seen.rate - seen.rateAtCommit) * (overlapFraction * ((now.overlap - past.overlap) * (1. / 12)));
    const bool isFlatterSphere = isSpherical(curvatureOfFlatter), isOtherSphere = isSpherical(curvatureOfOther);
    Triple displacement;
    transported.largestTurn = 0;
    if (isFlatterSphere && isOtherSphere) {
        displacement = cross(n, firstOf(displacementsOfSpheres) + secondOf(displacementsOfSpheres));
    } else {
        const auto displacementOf = [&](const LocalCurvature& local, const BodyMotion& body, const Triple& turn) -> Triple {
            const Triple point = carriedPoint(body, past.point, now.point);
            if (sigma == 0 && isPlane(local)) return point;
            transported.largestTurn = std::max(transported.largestTurn, std::sqrt(turn.squaredNorm()));
            return displacementOfAny(turn, point);
        };
        const Triple ofFlat = isFlatterSphere ? cross(n, firstOf(displacementsOfSpheres))
                                              : displacementOf(curvatureOfFlatter, flatter, firstOf(seen.turn)) * -sign;
        const Triple ofOther =
            isOtherSphere ? cross(n, secondOf(displacementsOfSpheres)) : displacementOf(curvatureOfOther, other, secondOf(seen.turn)) * sign;
        displacement = ofFlat + ofOther;
        displacement = displacement - n * dot(displacement, n);
    }

    // The increments change from the contact frame to the spring frame, which has the mean spin of both bodies.
    const Pair spinsTurned = dot(turned, n);
    const Pair spinsOfCommutator = dot(turned - seen.turn, n);
    const Real meanSpin = 0.5 * (spins.ofOther + secondLessFirst(spinsOfCommutator));
    const Real springAngle = meanSpin + spins.ofFrame + spinsTurned[0], halfAngle = 0.5 * (springAngle - spins.ofFrame);
    const Real apart = (0.5 - sigma) * (1. / 12), shorter = kernels::sinc(halfAngle);
    const kernels::SineCosine half(halfAngle), ofSpring(springAngle);
    const auto intoSpringFrame = [&](const Triple& increment, const Triple& rateAtCommit, const Triple& rate) {
        return rotatedInPlane(increment, cross(n, increment), half) * shorter +
               cross(n, rateAtCommit * spinRate - rate * spinRateAtCommit) * apart;
    };
    copy(intoSpringFrame(displacement, slipAtCommit, slip), transported.slipIncrement);
    const Triple spring = secondOf(rolled);
    copy(rotatedInPlane(spring, cross(n, spring), ofSpring), transported.tangentialDisplacement);
    copy(rotatedInPlane(rolledSlip, acrossSlip, ofSpring), transported.slipVelocityAtCommit);
    if (withRotation) {
        const Triple rotation = secondLessFirst(turned) * sign;
        const Real twist = dot(rotation, n);
        const Triple rolling = intoSpringFrame(rotation - n * twist, secondLessFirst(seen.rateAtCommit) * sign,
                                               secondLessFirst(seen.rate) * sign);
        copy(n * twist + rolling, transported.rotationIncrement);
    }
    FrameTurn& frame = transported.frame;
    frame.flatterTurn = &flatter.turn;
    frame.normalRotation = kernels::SmallestRotation(toVector(normalTurn.transported), now.normal, normalTurn.inverse);
    frame.halfSpin = ofSpring;
}

} // namespace simbodydem
