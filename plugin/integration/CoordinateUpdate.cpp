// SPDX-License-Identifier: Apache-2.0
#include "integration/CoordinateUpdate.h"

#include "base/EigenBridge.h"

#include <Eigen/Geometry>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real smallAngle = 1e-4; // [rad], below which sin(x/2)/x is a polynomial

} // namespace

CoordinateUpdate::CoordinateUpdate(const SimbodyMatterSubsystem& matter, const State& state) {
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const MobilizedBody& body = matter.getMobilizedBody(b);
        const bool isQuaternion = matter.isUsingQuaternion(state, b);
        const int firstQ = body.getFirstQIndex(state), more = body.getNumQ(state) - body.getNumU(state);
        for (int i = isQuaternion ? 4 : 0; i < body.getNumQ(state); ++i) plain.push_back(firstQ + i);
        if (!isQuaternion) continue;
        if (more == 1)
            quaternions.push_back({firstQ, int(body.getFirstUIndex(state))});
        else
            others.push_back(firstQ);
    }
}

void CoordinateUpdate::advance(const Vector& from, const Vector& displacement, const Vector& rates, Vector& to) const {
    to.resize(from.size());
    asEigen(to) = asEigen(from) + asEigen(rates);
    for (const Quaternion& one : quaternions) {
        const Real* q = &from[one.firstQ];
        const Real* turn = &displacement[one.firstU];
        const ::Eigen::Vector3d rotation(turn[0], turn[1], turn[2]);
        const Real angle = rotation.norm(), half = 0.5 * angle;
        const Real factor = angle > smallAngle ? std::sin(half) / angle : 0.5 - half * half / 12; // sin(x/2)/x
        const ::Eigen::Vector3d axis = factor * rotation;
        const ::Eigen::Quaterniond turned = // speeds are in the parent's frame
            ::Eigen::Quaterniond(std::cos(half), axis[0], axis[1], axis[2]) *
            ::Eigen::Quaterniond(q[0], q[1], q[2], q[3]);
        to[one.firstQ] = turned.w();
        to[one.firstQ + 1] = turned.x();
        to[one.firstQ + 2] = turned.y();
        to[one.firstQ + 3] = turned.z();
    }
    normalize(to);
}

void CoordinateUpdate::correctDisplacement(const Vector& from, const Vector& to, Vector& displacement) const {
    for (const Quaternion& one : quaternions) {
        const auto at = [&](const Vector& q) {
            return ::Eigen::Quaterniond(q[one.firstQ], q[one.firstQ + 1], q[one.firstQ + 2], q[one.firstQ + 3]);
        };
        const ::Eigen::Quaterniond turn = at(to) * at(from).conjugate();
        const Real sine = turn.vec().norm(), cosine = std::abs(turn.w()); // of half the angle; -q is the same rotation as q
        const Real factor = (turn.w() < 0 ? -1 : 1) * (sine > 0 ? 2 * std::atan2(sine, cosine) / sine : 2);
        for (int i = 0; i < 3; ++i) displacement[one.firstU + i] = factor * turn.vec()[i];
    }
}

void CoordinateUpdate::normalize(Vector& q) const {
    const auto scale = [&q](int first) {
        asEigen(q).segment<4>(first).normalize();
    };
    for (const Quaternion& one : quaternions) scale(one.firstQ);
    for (const int first : others) scale(first);
}

Real CoordinateUpdate::calcDifference(const Vector& rates, const Vector& others) const {
    Real largest = 0;
    const auto a = asEigen(rates), b = asEigen(others);
    for (const int i : plain) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

} // namespace simbodydem
