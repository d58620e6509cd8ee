// SPDX-License-Identifier: Apache-2.0
#include "areas/AreaWrench.h"

#include "math/Vector3.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using kernels::crossOf;
using SimTK::Real;

namespace {

AreaRecord areaOf(const AreaSum& sum, int a, int b) {
    return {SimTK::ContactSurfaceIndex(a),
            SimTK::ContactSurfaceIndex(b),
            toSimTK(sum.center()),
            toSimTK(sum.normalForce),
            toSimTK(sum.shearForce),
            toSimTK(sum.momentAboutCenter()),
            sum.area,
            sum.slippingArea,
            sum.area > 0 ? sum.load / sum.area : 0,
            sum.peakPressure,
            sum.depth,
            sum.storedEnergy,
            sum.dissipatedPower,
            sum.numElements};
}

} // namespace

RelativePose relativePose(const BodyKinematics& bodyL, const SurfaceGeometry& shapeL, const BodyKinematics& bodyO,
                          const SurfaceGeometry& shapeO) {
    const Matrix3 R_GL = bodyL.R * asEigen(shapeL.X_BS.R()), R_GO = bodyO.R * asEigen(shapeO.X_BS.R());
    const Vector3 leverO = bodyO.R * toEigen(shapeO.X_BS.p()), originO = bodyO.origin + leverO;
    const Vector3 originL = bodyL.origin + bodyL.R * toEigen(shapeL.X_BS.p());
    RelativePose pose;
    pose.R = R_GO.transpose() * R_GL;
    pose.p = R_GO.transpose() * (originL - originO);
    pose.angularVelocity = R_GO.transpose() * (bodyL.angularVelocity - bodyO.angularVelocity);
    pose.velocity = R_GO.transpose() * (bodyL.velocity + bodyL.angularVelocity.cross(originO - bodyL.origin) -
                                        bodyO.velocity - bodyO.angularVelocity.cross(leverO));
    return pose;
}

BodyKinematics kinematicsOf(const BodyPose& pose) { return {pose.rotation, pose.origin, pose.velocity, pose.angularVelocity}; }

BodyKinematics kinematicsOf(const BodyMotion& body, const SimTK::Transform& X_GB) {
    return {asEigen(X_GB.R()), body.origin, body.velocity, body.angularVelocity};
}

ContactRecord recordOf(const AreaSum& sum, int a, int b, const AreaInput& in) {
    const BodyMotion &bodyA = in.fetchBody(in.surfaces.surfaces[a].body),
                     &bodyB = in.fetchBody(in.surfaces.surfaces[b].body);
    const Vector3 center = sum.center(), normal = sum.normal.normalized();
    const Vector3 velocity = bodyB.velocityAt(center) - bodyA.velocityAt(center);
    ContactRecord record{};
    record.a = SimTK::ContactSurfaceIndex(a);
    record.b = SimTK::ContactSurfaceIndex(b);
    record.point = toSimTK(center);
    record.normal = toSimTK(normal);
    record.normalForce = toSimTK(sum.normalForce);
    record.tangentialForce = toSimTK(sum.shearForce);
    record.torque = toSimTK(sum.momentAboutCenter());
    record.overlapRate = -normal.dot(velocity);
    record.slipVelocity = toSimTK(Vector3(velocity - normal.dot(velocity) * normal));
    record.tangentialDisplacement =
        sum.load > 0 ? toSimTK(Vector3(sum.weightedDisplacement / sum.load)) : SimTK::Vec3(0);
    record.overlap = sum.depth;
    record.storedEnergy = sum.storedEnergy;
    record.dissipatedPower = sum.dissipatedPower;
    record.sliding = sum.isSliding();
    record.area = areaOf(sum, a, b);
    return record;
}

AreaWrench::AreaWrench(const AreaInput& in, int L, int O)
    : surfaceL(L),
      surfaceO(O),
      slotL(in.surfaces.surfaces[L].body),
      slotO(in.surfaces.surfaces[O].body),
      shapeL(in.surfaces.geometries[L]),
      shapeO(in.surfaces.geometries[O]),
      bodyL(in.fetchBody(slotL)),
      bodyO(in.fetchBody(slotO)) {
    const BodyKinematics kinematicsO = kinematicsOf(bodyO, in.getTransform(slotO));
    now = relativePose(kinematicsOf(bodyL, in.getTransform(slotL)), shapeL, kinematicsO, shapeO);
    R_GO = kinematicsO.R * asEigen(shapeO.X_BS.R());
    originO = kinematicsO.origin + kinematicsO.R * toEigen(shapeO.X_BS.p());
    hasCommit = !std::isnan(in.committed.time) && !in.committed.poses.empty();
    if (hasCommit)
        committed =
            relativePose(kinematicsOf(in.committed.poses[slotL]), shapeL, kinematicsOf(in.committed.poses[slotO]), shapeO);
    before = in.timeSinceCommit > 0 && hasCommit ? committed : now;
}

void AreaWrench::addTo(AreaSum& sum) const {
    if (sum.numElements == 0) sum.reference = originO;
    const Real sign = surfaceL > surfaceO ? 1 : -1; // L is b, or a
    const Vector3 F = R_GO * force(), lever = originO - sum.reference;
    sum.numElements += numElements;
    sum.normalForce += sign * (R_GO * normalForce);
    sum.shearForce += sign * (R_GO * shearForce);
    sum.moment += sign * (R_GO * moment + lever.cross(F));
    sum.weightedPoint += R_GO * weightedPoint + load * lever;
    sum.weightedDisplacement += sign * (R_GO * weightedDisplacement);
    sum.normal += sign * (R_GO * weightedNormal);
    sum.load += load;
    sum.area += area;
    // Elements without shear slide as the others do.
    sum.slippingArea += shearedArea > 0 ? area * (slippingArea / shearedArea) : area;
    sum.peakPressure = std::max(sum.peakPressure, peakPressure);
    sum.depth = std::max(sum.depth, deepest);
    sum.storedEnergy += storedEnergy;
    sum.dissipatedPower += dissipatedPower;
}

void AreaWrench::add(const kernels::ElementResult& e, const AreaOutput& to) {
    const Vector3 force = e.normalForce + e.shearForce;
    ++numElements;
    normalForce += e.normalForce;
    shearForce += e.shearForce;
    moment += e.point.cross(force) + e.couple;
    load += e.weight;
    weightedPoint += e.weight * e.point;
    weightedDisplacement += e.weight * e.displacement;
    weightedNormal += e.weight * e.weightedNormal;
    area += e.area;
    if (e.hasShear) {
        shearedArea += e.area;
        if (e.isSliding) slippingArea += e.area;
    }
    peakPressure = std::max(peakPressure, e.pressure);
    deepest = std::max(deepest, e.depth);
    storedEnergy += e.stored;
    dissipatedPower += e.dissipatedPower;
    if (to.flow) to.flow->stored += e.stored;
    if (to.flow && to.isTracking) {
        EnergyFlow& flow = *to.flow;
        flow.input += e.input;
        flow.damping += e.damping;
        flow.release += e.release;
        flow.gained += e.gained;
        flow.heat.friction += e.frictionHeat;
        flow.heat.damping += e.dampingHeat;
    }
    if (!to.tangents) return;
    // A rotation about O's origin moves the point by -[x] theta, and the lever moves with the layer.
    const Matrix3 lever = crossOf(e.point), arm = crossOf(force);
    byPose.bottomRightCorner<3, 3>() += e.byPosition;
    byPose.bottomLeftCorner<3, 3>() -= e.byPosition * lever;
    byPose.topRightCorner<3, 3>() += lever * e.byPosition - arm;
    byPose.topLeftCorner<3, 3>() -= (lever * e.byPosition - arm) * lever;
    byVelocity.bottomRightCorner<3, 3>() += e.bySpeed;
    byVelocity.bottomLeftCorner<3, 3>() -= e.bySpeed * lever;
    byVelocity.topRightCorner<3, 3>() += lever * e.bySpeed;
    byVelocity.topLeftCorner<3, 3>() -= lever * e.bySpeed * lever;
}

Real AreaWrench::findPace() const {
    if (!(area > 0) || !(weightedNormal.squaredNorm() > 0)) return 0;
    const Vector3 normal = weightedNormal.normalized();
    const Vector3 velocity = shapeL.kind == ShapeKind::HalfSpace ? now.velocity : now.velocityAt(now.p);
    const Vector3 along = velocity - velocity.dot(normal) * normal;
    return std::max(along.norm() / std::sqrt(area), std::abs(now.angularVelocity.dot(normal)));
}

void AreaWrench::addRecord(const AreaOutput& to, std::int64_t number, int opposite, const Vector3& point,
                           const Vector3& normal, const Vector3& shear, Real ofElement,
                           const kernels::ElementResult& e) const {
    to.elements->push_back({number, SimTK::ContactSurfaceIndex(opposite), toSimTK(Vector3(R_GO * point + originO)),
                            toSimTK(Vector3(R_GO * normal)), toSimTK(Vector3(R_GO * shear)), ofElement, e.depth,
                            e.pressure, e.isSliding});
}

// Turns the derivatives by the relative motion into those by the motions of both bodies.
void AreaWrench::addTangent(ContactTangent& tangent) const {
    using Matrix6x12 = Eigen::Matrix<Real, 6, 12>;
    const auto turned = [&](const Eigen::Matrix<Real, 6, 6>& m) {
        Eigen::Matrix<Real, 6, 6> out;
        for (const int r : {0, 3})
            for (const int c : {0, 3}) out.block<3, 3>(r, c) = R_GO * m.block<3, 3>(r, c) * R_GO.transpose();
        return out;
    };
    const bool isA = surfaceL < surfaceO;
    const int L = isA ? 0 : 6, O = 6 - L; // columns of the two bodies
    const Vector3 leverL = originO - bodyL.origin, leverO = originO - bodyO.origin;
    const Matrix3 one = Matrix3::Identity();
    Matrix6x12 relative = Matrix6x12::Zero(); // motion of L past O, at O's origin
    relative.block<3, 3>(0, L) = one;
    relative.block<3, 3>(0, O) = -one;
    relative.block<3, 3>(3, L) = -crossOf(leverL);
    relative.block<3, 3>(3, L + 3) = one;
    relative.block<3, 3>(3, O) = crossOf(leverO);
    relative.block<3, 3>(3, O + 3) = -one;
    const Vector3 F = R_GO * force(), M = R_GO * moment;
    Matrix6x12 wrenchByPose = turned(byPose) * relative;
    const Matrix6x12 wrenchByVelocity = turned(byVelocity) * relative;
    wrenchByPose.block<3, 3>(0, O) -= crossOf(M); // the force turns with O
    wrenchByPose.block<3, 3>(3, O) -= crossOf(F);
    const auto addRows = [&](Matrix12& to, const Matrix6x12& wrench) {
        to.block<3, 12>(L, 0) += wrench.topRows<3>() + crossOf(leverL) * wrench.bottomRows<3>();
        to.block<3, 12>(L + 3, 0) += wrench.bottomRows<3>();
        to.block<3, 12>(O, 0) -= wrench.topRows<3>() + crossOf(leverO) * wrench.bottomRows<3>();
        to.block<3, 12>(O + 3, 0) -= wrench.bottomRows<3>();
    };
    addRows(tangent.byPose, wrenchByPose);
    addRows(tangent.byVelocity, wrenchByVelocity);
    // The point of O's origin moves with O, seen from both bodies' origins.
    const Matrix3 turn = -crossOf(F); // d(lever x F) = -F x d(lever)
    tangent.byPose.block<3, 3>(L, O) += turn * -crossOf(leverO);
    tangent.byPose.block<3, 3>(L, O + 3) += turn;
    tangent.byPose.block<3, 3>(L, L + 3) -= turn;
    tangent.byPose.block<3, 3>(O, O) -= turn * -crossOf(leverO);
}

} // namespace simbodydem
