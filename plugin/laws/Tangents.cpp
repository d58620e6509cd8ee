// SPDX-License-Identifier: Apache-2.0
// Tangents of laws: from kernels that are evaluated with dual numbers, and by differences.

#include "laws/Differences.h"
#include "laws/NormalKernelAdapter.h"
#include "laws/RollingKernelAdapter.h"
#include "laws/TangentialKernelAdapter.h"

#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

// The k-th variable: its k-th derivative is 1.
template <class D> D variable(Real value, int k) { return D(value, D::DerType::RowsAtCompileTime, k); }

template <class D> kernels::Vector3<D> variables(const Vec3& value, int first) {
    return {variable<D>(value[0], first), variable<D>(value[1], first + 1), variable<D>(value[2], first + 2)};
}

// A quantity that depends on the inputs of the normal law. The derivatives with respect to these are the last ones.
template <class D> D follower(Real value, const ContactPartials<Real>& partials) {
    typename D::DerType derivatives = D::DerType::Zero();
    for (int k = 0; k < contactPartials; ++k)
        derivatives[derivatives.size() - contactPartials + k] = partial(partials, k);
    return {value, derivatives};
}

// The contact radius is a = sqrt(R* delta), 0 without overlap.
ContactPartials<Real> partialsOfContactRadius(const NormalInput& in) {
    ContactPartials<Real> a;
    if (in.overlap > 0) {
        a.overlap = in.contactRadius / (2 * in.overlap);
        a.effectiveRadius = in.contactRadius / (2 * in.effectiveRadius);
    }
    return a;
}

ContactPartials<Real> partialsIn(const ContactDual& x) {
    ContactPartials<Real> p;
    for (int k = 0; k < contactPartials; ++k) partial(p, k) = x.derivatives()[k];
    return p;
}

template <class D> Mat33 columnsIn(const kernels::Vector3<D>& x, int first) {
    Mat33 m;
    for (int row = 0; row < 3; ++row)
        for (int k = 0; k < 3; ++k) m(row, k) = x[row].derivatives()[first + k];
    return m;
}

template <class D> ContactPartials<Vec3> contactIn(const kernels::Vector3<D>& x, int first) {
    ContactPartials<Vec3> p;
    for (int k = 0; k < contactPartials; ++k)
        for (int row = 0; row < 3; ++row) partial(p, k)[row] = x[row].derivatives()[first + k];
    return p;
}

template <class D> bool isFinite(const D& x) { return x.derivatives().allFinite(); }
template <class D> bool isFinite(const kernels::Vector3<D>& x) {
    return isFinite(x[0]) && isFinite(x[1]) && isFinite(x[2]);
}

} // namespace

NormalArgs<ContactDual> dualsOf(const NormalInput& in) {
    const auto number = [](Real value, int k) { return variable<ContactDual>(value, k); };
    return {{number(in.overlap, 0), number(in.overlapRate, 1), number(in.effectiveRadius, 2),
             follower<ContactDual>(in.contactRadius, partialsOfContactRadius(in)), ContactDual(in.effectiveMass)},
            number(in.curvatureA, 3),
            number(in.curvatureB, 4),
            in};
}

NormalTangent toTangent(const NormalResult<ContactDual>& k, const NormalLaw& law, const NormalInput& in) {
    if (!isFinite(k.normal.force) || !isFinite(k.frictionalLoad) || !isFinite(k.normal.stiffness))
        return law.NormalLaw::calcTangent(in);
    return {partialsIn(k.normal.force), partialsIn(k.frictionalLoad), partialsIn(k.normal.stiffness)};
}

TangentialArgs<SlipDual> dualsOf(const TangentialInput& in, const NormalTangent& normal) {
    return {{variables<SlipDual>(in.displacement, 0), variables<SlipDual>(in.slipIncrement, 3),
             variables<SlipDual>(in.slipVelocity, 6),
             follower<SlipDual>(in.normal.frictionalLoad, normal.frictionalLoad), SlipDual(in.effectiveMass),
             variables<SlipDual>(in.dashpotAtCommit, 9), SlipDual(in.limitLengthAtCommit),
             variables<SlipDual>(in.slipAtPresentVelocity, 12), in.time, SlipDual(in.dampingTimeAtCommit)},
            follower<SlipDual>(in.contact.contactRadius, partialsOfContactRadius(in.contact)),
            follower<SlipDual>(in.normal.stiffness, normal.stiffness),
            variable<SlipDual>(in.contact.overlap, 15),
            in};
}

TangentialTangent toTangent(const kernels::TangentialOutput<SlipDual>& k, const TangentialLaw& law,
                            const TangentialInput& in, const NormalTangent& normal) {
    if (!isFinite(k.force)) return law.TangentialLaw::calcTangent(in, normal);
    return {columnsIn(k.force, 0), columnsIn(k.force, 3),  columnsIn(k.force, 6),       contactIn(k.force, 15),
            columnsIn(k.force, 9), columnsIn(k.force, 12), Mat33(k.normalForce.value())};
}

RollingArgs<TurnDual> dualsOf(const RollingInput& in, const NormalTangent& normal) {
    return {{variables<TurnDual>(in.normalDirection, 0), variables<TurnDual>(in.rotation, 3),
             variables<TurnDual>(in.rotationIncrement, 6), variables<TurnDual>(in.angularVelocity, 9),
             follower<TurnDual>(in.normal.frictionalLoad, normal.frictionalLoad),
             variable<TurnDual>(in.contact.effectiveRadius, 20), TurnDual(in.contact.effectiveMass),
             follower<TurnDual>(in.normal.stiffness, normal.stiffness), variables<TurnDual>(in.dashpotAtCommit, 12),
             TurnDual(in.limitAngleAtCommit), variables<TurnDual>(in.rotationAtPresentVelocity, 15), in.time,
             TurnDual(in.dampingTimeAtCommit)},
            follower<TurnDual>(in.contact.contactRadius, partialsOfContactRadius(in.contact)),
            in};
}

RollingTangent toTangent(const kernels::RollingOutput<TurnDual>& k, const RollingLaw& law, const RollingInput& in,
                         const NormalTangent& normal) {
    if (!isFinite(k.torque)) return law.RollingLaw::calcTangent(in, normal);
    return {columnsIn(k.torque, 0),  columnsIn(k.torque, 3),  columnsIn(k.torque, 6), columnsIn(k.torque, 9),
            contactIn(k.torque, 18), columnsIn(k.torque, 12), columnsIn(k.torque, 15)};
}

NormalTangent NormalLaw::calcTangent(const NormalInput& in) const {
    return differencesOf(in, [this](const NormalInput& moved) { return calcForce(moved); });
}

TangentialTangent TangentialLaw::calcTangent(const TangentialInput& in, const NormalTangent& normal) const {
    return differencesOf(in, normal, [this](const TangentialInput& moved) { return calcForce(moved).force; });
}

RollingTangent RollingLaw::calcTangent(const RollingInput& in, const NormalTangent& normal) const {
    return differencesOf(in, normal, [this](const RollingInput& moved) { return calcTorque(moved).torque; });
}

} // namespace simbodydem
