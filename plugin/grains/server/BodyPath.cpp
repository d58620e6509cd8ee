// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/BodyPath.h"

#include <algorithm>

namespace simbodydem::grains {

namespace {

// Returns the rate of the rotation vector theta of a body that turns at w: d theta/dt = J^-1(theta) w.
Vector rateOf(const Vector& theta, const Vector& w) { return kernels::meanDisplacement(theta, w); }

// Returns J(theta) r, the angular velocity of a rotation vector that changes at the rate r.
Vector angularVelocityOf(const Vector& theta, const Vector& r) {
    const double angle2 = theta.squaredNorm(), angle = std::sqrt(angle2);
    const double a = angle2 > 1e-6 ? (1 - std::cos(angle)) / angle2 : 0.5 - angle2 / 24;
    const double b = angle2 > 1e-6 ? (1 - std::sin(angle) / angle) / angle2 : 1. / 6 - angle2 / 120;
    return r + a * theta.cross(r) + b * theta.cross(theta.cross(r));
}

struct Cubic {
    Vector value, rate;
};

// Interpolates from (0, r0) to (end, r1) over the time h, at the fraction s.
Cubic cubic(const Vector& r0, const Vector& end, const Vector& r1, double h, double s) {
    const double s2 = s * s, s3 = s2 * s;
    return {(s3 - 2 * s2 + s) * h * r0 + (3 * s2 - 2 * s3) * end + (s3 - s2) * h * r1,
            (3 * s2 - 4 * s + 1) * r0 + (6 * s - 6 * s2) / h * end + (3 * s2 - 2 * s) * r1};
}

} // namespace

BodyPath::BodyPath(const std::vector<MotionKnot>& given) {
    for (const MotionKnot& knot : given) {
        BodyPose pose;
        pose.rotation = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(knot.rotation.data());
        pose.origin = Eigen::Map<const Vector>(knot.position.data());
        pose.velocity = Eigen::Map<const Vector>(knot.velocity.data());
        pose.angularVelocity = Eigen::Map<const Vector>(knot.angularVelocity.data());
        knots.push_back({knot.time, pose});
    }
}

BodyPose BodyPath::at(double time) const {
    if (knots.empty()) return {};
    const auto isLater = [](double t, const Knot& knot) { return t < knot.time; };
    auto next = std::upper_bound(knots.begin(), knots.end(), time, isLater);
    if (next == knots.begin()) return knots.front().pose;
    if (next == knots.end()) {
        if (knots.size() == 1 || time >= knots.back().time) return knots.back().pose;
        --next;
    }
    const Knot &from = *(next - 1), &to = *next;
    const double h = to.time - from.time, s = (time - from.time) / h;
    const Cubic translation = cubic(from.pose.velocity, to.pose.origin - from.pose.origin, to.pose.velocity, h, s);
    const Vector turn =
        kernels::rotationVector(kernels::quaternionOf(to.pose.rotation * from.pose.rotation.transpose()),
                                0.5 * h * (from.pose.angularVelocity + to.pose.angularVelocity));
    const Cubic theta = cubic(from.pose.angularVelocity, turn, rateOf(turn, to.pose.angularVelocity), h, s);
    BodyPose pose;
    pose.origin = from.pose.origin + translation.value;
    pose.velocity = translation.rate;
    const double angle = theta.value.norm();
    pose.rotation =
        angle > 0 ? Matrix(Eigen::AngleAxisd(angle, theta.value / angle) * from.pose.rotation) : from.pose.rotation;
    pose.angularVelocity = angularVelocityOf(theta.value, theta.rate);
    return pose;
}

} // namespace simbodydem::grains
