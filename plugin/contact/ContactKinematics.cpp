// SPDX-License-Identifier: Apache-2.0
#include "contact/ContactKinematics.h"

namespace simbodydem {

namespace {

/** Three numbers that the compiler keeps in registers. Eigen's vectors are copied through memory two numbers at a time, for which the
processor waits: they take twice the time here. */
struct Triple {
    Real x, y, z;

    Triple() = default;
    SIMBODYDEM_ALWAYS_INLINE Triple(Real x, Real y, Real z) : x(x), y(y), z(z) {}
    SIMBODYDEM_ALWAYS_INLINE Triple(const Vector3& v) : x(v[0]), y(v[1]), z(v[2]) {}
    SIMBODYDEM_ALWAYS_INLINE void copyTo(Vector3& v) const {
        v[0] = x;
        v[1] = y;
        v[2] = z;
    }
    SIMBODYDEM_ALWAYS_INLINE Vector3 toVector() const { return {x, y, z}; }
    SIMBODYDEM_ALWAYS_INLINE Triple operator+(const Triple& v) const { return {x + v.x, y + v.y, z + v.z}; }
    SIMBODYDEM_ALWAYS_INLINE Triple operator-(const Triple& v) const { return {x - v.x, y - v.y, z - v.z}; }
    SIMBODYDEM_ALWAYS_INLINE Triple operator*(Real s) const { return {x * s, y * s, z * s}; }
    SIMBODYDEM_ALWAYS_INLINE Real dot(const Triple& v) const { return x * v.x + y * v.y + z * v.z; }
    SIMBODYDEM_ALWAYS_INLINE Triple cross(const Triple& v) const {
        return {y * v.z - z * v.y, z * v.x - x * v.z, x * v.y - y * v.x};
    }
    SIMBODYDEM_ALWAYS_INLINE Real squaredNorm() const { return dot(*this); }
};
SIMBODYDEM_ALWAYS_INLINE inline Triple operator*(Real s, const Triple& v) { return v * s; }
SIMBODYDEM_ALWAYS_INLINE inline Triple operator*(const Matrix3& R, const Triple& v) {
    return {R(0, 0) * v.x + R(0, 1) * v.y + R(0, 2) * v.z, R(1, 0) * v.x + R(1, 1) * v.y + R(1, 2) * v.z,
            R(2, 0) * v.x + R(2, 1) * v.y + R(2, 2) * v.z};
}

/** A unit quaternion, w + v. */
struct UnitQuaternion {
    Real w;
    Triple v;

    SIMBODYDEM_ALWAYS_INLINE UnitQuaternion(Real w, const Triple& v) : w(w), v(v) {}
    SIMBODYDEM_ALWAYS_INLINE UnitQuaternion(const kernels::Quaternion& q) : w(q.w()), v(q.x(), q.y(), q.z()) {}
    SIMBODYDEM_ALWAYS_INLINE UnitQuaternion inverse() const { return {w, v * -1.}; }
    SIMBODYDEM_ALWAYS_INLINE UnitQuaternion operator*(const UnitQuaternion& q) const {
        return {w * q.w - v.dot(q.v), w * q.v + q.w * v + v.cross(q.v)};
    }
    /** See kernels::rotationVector(). */
    SIMBODYDEM_ALWAYS_INLINE Triple rotationVector(const Triple& expected) const {
        const Real s2 = v.squaredNorm();
        if (!(s2 < 1e-4 && expected.squaredNorm() < 1))
            return kernels::largeRotationVector({w, v.x, v.y, v.z}, expected.toVector());
        return (w < 0 ? -1 : 1) * kernels::rotationVectorOverSine(s2) * v;
    }
};

/** One body's side of a contact over the step: how its surface is bent there, and how the body turns seen from the frame of the
contact. */
struct ContactSide {
    const BodyMotion& body;
    const BodyPose& atCommit;
    Real curvature;                    // the mean of both principal ones [1/m]
    bool isRound;                      // bent alike in all directions, as a sphere or a plane
    Real share;                        // of the overlap
    Real sign;                         // of the normal that points out of the body
    Real lever = 0, leverAtCommit = 0; // from the centre of curvature to the contact point [m]
    Triple turn, rate, rateAtCommit;   // rotation vector; angular velocity times the step, at either end [rad]

    SIMBODYDEM_ALWAYS_INLINE ContactSide(const BodyMotion& body, const BodyPose& atCommit, const LocalCurvature& bend,
                                         Real share, Real sign)
        : body(body),
          atCommit(atCommit),
          curvature(0.5 * (bend.along + bend.across)),
          isRound(bend.along == bend.across),
          share(share),
          sign(sign) {}

    SIMBODYDEM_ALWAYS_INLINE void findLevers(Real overlap, Real overlapAtCommit) {
        if (curvature == 0) return;
        const Real radius = 1 / curvature;
        lever = radius - share * overlap;
        leverAtCommit = radius - share * overlapAtCommit;
    }
    /** The commutator of the rates at both ends: what the integral of the angular velocity is beyond the rotation vector, by Magnus. */
    SIMBODYDEM_ALWAYS_INLINE Triple commutator() const { return rateAtCommit.cross(rate) * (1. / 12); }
    /** Returns the way of a sphere's material past the contact point. Seen from the frame of the contact the sphere's centre moves along
    the normal alone, so that the way is the rotation times the lever, whatever the motion. */
    SIMBODYDEM_ALWAYS_INLINE Triple wayOfSphere(const Triple& normal, Real bulge) const {
        const Real mean = 0.5 * (leverAtCommit + lever) - share * bulge;
        const Triple turned =
            mean * (turn + commutator()) + ((lever - leverAtCommit) * (1. / 12)) * (rate - rateAtCommit);
        return sign * turned.cross(normal);
    }
    /** Returns the old contact point, carried by the body, less the present one. */
    SIMBODYDEM_ALWAYS_INLINE Triple carriedPoint(const Triple& pointAtCommit, const Triple& point) const {
        return body.turn * (pointAtCommit - body.originAtCommit) - (point - body.origin);
    }
    /** Returns the way of any other surface's material. Its own normal part is left to the caller. */
    SIMBODYDEM_NOINLINE Vector3 wayOfAny(const Triple& pointAtCommit, const Triple& point) const {
        return kernels::meanWay(turn.toVector(), carriedPoint(pointAtCommit, point).toVector());
    }
};

/** Returns by how much the mean of the overlap over a step exceeds that of its ends, from their rates (Euler and Maclaurin). A step as long as the
natural period of a contact says nothing of what was between its ends: at most an eighth of their mean.
@param change  of the overlap rate, times the step [m] */
SIMBODYDEM_ALWAYS_INLINE inline Real bulgeOfOverlap(Real change, Real overlaps) {
    const Real most = std::abs(overlaps) * (1. / 16);
    return std::clamp(change * (-1. / 12), -most, most);
}

/** Finds how both bodies have turned seen from a frame whose spin about the normal is the share `sigma` of the other body's past the
flatter one's. That needs the spin: its error falls with the square of the turns in each round.
@param toOther  the other body's turn, seen from the flatter one
@param back     the smallest rotation from the present normal to the one that the flatter body carried
@param frameAngle  receives the angle of that frame about the normal, past the flatter body [rad]
@returns the angle by which the other body has spun against the flatter one about the normal [rad] */
SIMBODYDEM_ALWAYS_INLINE inline Real findTurns(const Triple& normal, const UnitQuaternion& toOther,
                                               const UnitQuaternion& back, Real sigma, ContactSide& flatter,
                                               ContactSide& other, Real& frameAngle) {
    const Triple ofFlatter = 0.5 * (flatter.rate + flatter.rateAtCommit);
    const Triple ofOther = 0.5 * (other.rate + other.rateAtCommit);
    const UnitQuaternion toOtherBack = toOther * back;
    Real spin = normal.dot(ofOther - ofFlatter);
    for (int round = 0; round < 3; ++round) {
        frameAngle = sigma * spin;
        const kernels::SineCosine half(-0.5 * frameAngle);
        const UnitQuaternion unspun(half.cosine, half.sine * normal);
        flatter.turn = (back * unspun).rotationVector(ofFlatter);
        other.turn = (toOtherBack * unspun).rotationVector(ofOther);
        const Real last = spin;
        spin = normal.dot(other.turn - flatter.turn);
        const Real turns2 = flatter.turn.squaredNorm() + other.turn.squaredNorm();
        // The derivative by the pose, which the guess does not have, errs by the square of the turns after one round.
        if (std::abs(spin - last) * turns2 <= 1e-17 && (round > 0 || turns2 < 1e-7)) break;
    }
    return spin;
}

/** Returns the rotation of the frame of a contact of two bent surfaces, n x n' + n (...), at the rates of one end of the step [rad].
@param slip  the slip velocity times the step */
SIMBODYDEM_ALWAYS_INLINE inline Triple rateOfFrame(const Triple& flatter, const Triple& other, const Triple& slip,
                                                   const Triple& normal, Real leverOfFlatter, Real leverOfOther,
                                                   Real sigma) {
    const Real levers = leverOfFlatter + leverOfOther;
    const Triple change = // of the normal; two flat surfaces have no levers, and the flatter body's own normal
        levers == 0 ? flatter.cross(normal)
                    : (slip + (leverOfFlatter * flatter + leverOfOther * other).cross(normal)) * (1 / levers);
    return normal.cross(change) + ((1 - sigma) * flatter.dot(normal) + sigma * other.dot(normal)) * normal;
}

/** Turns a vector about the normal. */
SIMBODYDEM_ALWAYS_INLINE inline Triple spun(const Triple& vector, const Triple& normal,
                                            const kernels::SineCosine& angle) {
    const Triple across = normal.cross(vector);
    return vector + angle.sine * across + (1 - angle.cosine) * normal.cross(across);
}

} // namespace

CarriedContact carryContact(const CommittedContact& committed, const Touch& now, const Vector3& slipVelocity,
                            Real overlapRate, const BodyMotion& bodyA, const BodyMotion& bodyB, Real pointShift,
                            bool withRotation) {
    const ContactRow& past = committed.row;
    const Real time = committed.time;
    const Triple n = now.normal, n0 = past.normal;
    const Real bendA = std::abs(now.curvatureA->along + now.curvatureA->across),
               bendB = std::abs(now.curvatureB->along + now.curvatureB->across);
    const bool isAFlatter = bendA <= bendB;
    const Real sigma = bendA + bendB > 0 ? (isAFlatter ? bendA : bendB) / (bendA + bendB) : 0.5;
    const Real sign = isAFlatter ? 1 : -1;
    ContactSide flatter(isAFlatter ? bodyA : bodyB, isAFlatter ? committed.poseA : committed.poseB,
                        isAFlatter ? *now.curvatureA : *now.curvatureB, 0.5 - sign * pointShift, sign);
    ContactSide other(isAFlatter ? bodyB : bodyA, isAFlatter ? committed.poseB : committed.poseA,
                      isAFlatter ? *now.curvatureB : *now.curvatureA, 0.5 + sign * pointShift, -sign);
    flatter.findLevers(now.overlap, past.overlap);
    other.findLevers(now.overlap, past.overlap);

    CarriedContact carried;
    FrameTurn& frame = carried.frame;
    const Matrix3& flatterTurn = flatter.body.turn;
    const Triple carriedNormal = flatterTurn * n0, sum = carriedNormal + n;
    frame.flatterTurn = &flatterTurn;
    frame.onto = kernels::SmallestRotation(carriedNormal.toVector(), now.normal);
    const UnitQuaternion back = kernels::smallestRotation(now.normal, carriedNormal.toVector());
    const Real inverse = frame.onto.getInverse();
    // A vector of the commit, turned with the flatter body and onto the present normal; of the tangent plane, and any.
    const auto rollTangent = [&](const Triple& vector) -> Triple {
        const Triple turned = flatterTurn * vector;
        return turned - (turned.dot(n) * inverse) * sum;
    };
    const auto roll = [&](const Triple& vector) -> Triple {
        const Triple turned = flatterTurn * vector;
        return turned - (turned.dot(sum) * inverse) * sum + (2 * turned.dot(carriedNormal)) * n;
    };
    const UnitQuaternion toOther =
        UnitQuaternion(other.body.turnQuaternion) * UnitQuaternion(flatter.body.turnQuaternion).inverse();

    const auto velocityAtCommit = [&](const BodyPose& pose) -> Triple {
        return Triple(pose.velocity) + Triple(pose.angularVelocity).cross(Triple(past.point) - Triple(pose.origin));
    };
    const Triple velocity = sign * (velocityAtCommit(other.atCommit) - velocityAtCommit(flatter.atCommit));
    const Real separationRate = velocity.dot(n0);
    const Triple rolledSlip = rollTangent(velocity - separationRate * n0);
    const Triple slip = time * Triple(slipVelocity); // from here on rates are those over the whole step
    const Triple ofFlatter = time * Triple(flatter.body.angularVelocity),
                 ofOther = time * Triple(other.body.angularVelocity);
    Triple slipAtCommit = time * rolledSlip;
    Real spin, spinRate, spinRateAtCommit;
    Real frameAngle = 0; // about the normal, past the flatter body
    if (sigma == 0) {
        // The frame turns with the flat body, and with the normal where that turns in the body, as from facet to facet.
        flatter.turn = flatter.rate = flatter.rateAtCommit = 2 * back.v;
        const Triple relative = Triple(other.atCommit.angularVelocity) - Triple(flatter.atCommit.angularVelocity);
        other.rate = ofOther - ofFlatter + flatter.rate;
        other.rateAtCommit = time * roll(relative) + flatter.rate;
        other.turn = (toOther * back).rotationVector(0.5 * (other.rate + other.rateAtCommit));
        spin = n.dot(other.turn);
        spinRate = n.dot(other.rate);
        spinRateAtCommit = n.dot(other.rateAtCommit);
    } else {
        const Triple ofFlatterAtCommit = time * roll(flatter.atCommit.angularVelocity);
        const Triple ofOtherAtCommit = time * roll(other.atCommit.angularVelocity);
        const Triple frameRate = rateOfFrame(ofFlatter, ofOther, slip, n, flatter.lever, other.lever, sigma);
        const Triple frameRateAtCommit = rateOfFrame(ofFlatterAtCommit, ofOtherAtCommit, slipAtCommit, n,
                                                     flatter.leverAtCommit, other.leverAtCommit, sigma);
        flatter.rate = ofFlatter - frameRate;
        other.rate = ofOther - frameRate;
        flatter.rateAtCommit = ofFlatterAtCommit - frameRateAtCommit;
        other.rateAtCommit = ofOtherAtCommit - frameRateAtCommit;
        spin = findTurns(n, toOther, back, sigma, flatter, other, frameAngle);
        spinRate = n.dot(other.rate - flatter.rate);
        spinRateAtCommit = n.dot(other.rateAtCommit - flatter.rateAtCommit);
        // These have turned with the flatter body so far: turn them with the frame.
        const kernels::SineCosine ofFrame(frameAngle);
        slipAtCommit = spun(slipAtCommit, n, ofFrame);
        flatter.rateAtCommit = spun(flatter.rateAtCommit, n, ofFrame);
        other.rateAtCommit = spun(other.rateAtCommit, n, ofFrame);
    }

    const Real bulge = bulgeOfOverlap(time * (overlapRate + separationRate), now.overlap + past.overlap);
    const auto wayOf = [&](const ContactSide& side) -> Triple {
        if (side.isRound && side.curvature != 0) return side.wayOfSphere(n, bulge);
        if (side.isRound && sigma == 0) return side.carriedPoint(past.point, now.point);
        carried.largestTurn = std::max(carried.largestTurn, std::sqrt(side.turn.squaredNorm()));
        return side.wayOfAny(past.point, now.point);
    };
    Triple way = sign * (wayOf(other) - wayOf(flatter));
    way = way - way.dot(n) * n;

    // From this frame into the one that carries springs, whose spin is the mean of both bodies'.
    const Triple commutator = flatter.commutator();
    const Real meanSpin = 0.5 * (spin + n.dot(other.commutator() - commutator));
    const Real springAngle = meanSpin + frameAngle + n.dot(flatter.turn + commutator),
               halfAngle = 0.5 * (springAngle - frameAngle);
    const Real apart = 0.5 - sigma, shorter = kernels::sinc(halfAngle);
    const kernels::SineCosine half(halfAngle);
    const auto intoSpringFrame = [&](const Triple& increment, const Triple& rateAtCommit, const Triple& rate) {
        return shorter * spun(increment, n, half) +
               (apart * (1. / 12)) * n.cross(spinRate * rateAtCommit - spinRateAtCommit * rate);
    };
    intoSpringFrame(way, slipAtCommit, slip).copyTo(carried.slipIncrement);
    const kernels::SineCosine ofSpring(springAngle);
    frame.halfSpin = ofSpring;
    spun(rollTangent(past.tangentialDisplacement), n, ofSpring).copyTo(carried.tangentialDisplacement);
    spun(rolledSlip, n, ofSpring).copyTo(carried.slipVelocityAtCommit);
    if (withRotation) {
        const Triple rotation = sign * (other.turn + other.commutator() - flatter.turn - flatter.commutator());
        const Real twist = rotation.dot(n);
        const Triple rolling = intoSpringFrame(rotation - twist * n, sign * (other.rateAtCommit - flatter.rateAtCommit),
                                               sign * (other.rate - flatter.rate));
        (twist * n + rolling).copyTo(carried.rotationIncrement);
    }
    return carried;
}

} // namespace simbodydem
