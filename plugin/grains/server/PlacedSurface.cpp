// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/PlacedSurface.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::grains {

namespace {

constexpr double shallowest = 1e-3; // overlap over radius: a shallower contact has the stiffness of this one in reports

void addTo(Triple& sum, const Vector& v) {
    for (int i = 0; i < 3; ++i) sum[i] += v[i];
}

// Raises stiffness and damping of a contact of Hertz to those of the least overlap: a beginning contact has none, but soon.
ContactLoad stiffened(ContactLoad load, const ContactTerms& terms, const SphereContact& at, double radius) {
    const double growth = std::sqrt(std::max(1., shallowest * radius / at.overlap));
    if (terms.normal == ContactTerms::Normal::Hertz) {
        load.stiffness.normal *= growth;
        load.damping.normal *= std::sqrt(growth);
    }
    if (terms.tangential != ContactTerms::Tangential::Linear && at.overlap > 0) {
        load.stiffness.tangential *= growth;
        load.damping.tangential *= std::sqrt(growth);
    }
    return load;
}

// Adds J^T k J of a contact.
void addContact(Matrix6& sum, const Vector& point, const Vector& normal, const ContactLoad::Coefficients& k) {
    const Matrix along = normal * normal.transpose(), across = Matrix::Identity() - along,
                 ofPoint = k.normal * along + k.tangential * across;
    Matrix lever; // point x
    lever << 0, -point.z(), point.y(), point.z(), 0, -point.x(), -point.y(), point.x(), 0;
    const Matrix moment = lever * ofPoint;
    sum.topLeftCorner<3, 3>() += k.rolling * across - moment * lever;
    sum.topRightCorner<3, 3>() += moment;
    sum.bottomRightCorner<3, 3>() += ofPoint;
}

std::array<double, 21> upperHalfOf(const Matrix6& matrix) {
    std::array<double, 21> half;
    for (int i = 0, at = 0; i < 6; ++i)
        for (int j = i; j < 6; ++j) half[std::size_t(at++)] = matrix(i, j);
    return half;
}

} // namespace

PlacedSurface::PlacedSurface(const SurfaceOnBody& given) : given(given), shape(given.shape) {
    R_BS = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(given.rotation.data());
    p_BS = Eigen::Map<const Vector>(given.position.data());
}

void PlacedSurface::setPose(const BodyPose& atEnd, const BodyPose& mean) {
    bodyPose = atEnd;
    meanPose = mean;
}

void PlacedSurface::clear() {
    report.force = report.moment = report.point = Triple{};
    report.contacts = 0;
    report.touchingMass = report.storedEnergy = report.deepestOverlap = 0;
    touching.clear();
    stiffness.setZero();
    damping.setZero();
}

void PlacedSurface::add(const SphereContact& at, const ContactTerms& terms, const Vector& centre, double radius, const Vector& point,
                        const ContactLoad& load) {
    if (isOnMovingBody()) {
        const ContactLoad soon = stiffened(load, terms, at, radius);
        addContact(stiffness, point, at.normal, soon.stiffness);
        addContact(damping, point, at.normal, soon.damping);
    }
    addTo(report.point, point); // a sum, until all ranks are added
    addTo(report.force, -load.force);
    addTo(report.moment, -(centre.cross(load.force) + load.torque));
    ++report.contacts;
    report.deepestOverlap = std::max(report.deepestOverlap, at.overlap / radius);
    report.storedEnergy += load.storedEnergy;
}

void PlacedSurface::addImpulses(double step) {
    const Vector force = Eigen::Map<const Vector>(report.force.data()),
                 moment = Eigen::Map<const Vector>(report.moment.data());
    if (step > 0) {
        addTo(report.impulse, 0.5 * step * (forceBefore + force));
        addTo(report.angularImpulse, 0.5 * step * (momentBefore + moment));
    }
    forceBefore = force;
    momentBefore = moment;
}

void PlacedSurface::setForces(const Triple& force, const Triple& moment) {
    report.force = force;
    report.moment = moment;
    forceBefore = Eigen::Map<const Vector>(report.force.data());
    momentBefore = Eigen::Map<const Vector>(report.moment.data());
}

SurfaceReport PlacedSurface::getReport() const {
    SurfaceReport all = report;
    all.stiffness = upperHalfOf(stiffness);
    all.damping = upperHalfOf(damping);
    return all;
}

} // namespace simbodydem::grains
