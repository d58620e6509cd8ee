// SPDX-License-Identifier: Apache-2.0
#include "laws/LayerLaw.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::kernels {

namespace {

// Sets the derivatives of an element's force. The curvature of the other surface is left out: it is in proportion to d/R.
void setDerivatives(ElementResult& out, const ElementState& e, const Bristle& bristle, double kt, double limit,
                    double dampingTime, double pressureByDepth, double pressureByRate) {
    Vector along = e.gain * e.normal;  // in which the force grows with the pressure
    Matrix byShear = Matrix::Zero(); // - d(shear)/d(displacement) at constant pressure
    if (bristle.mayDeflect) {
        byShear = kt * (Matrix::Identity() - e.normal * e.normal.transpose());
        if (bristle.isSliding) {
            const Vector direction = out.shear / limit;
            byShear -= kt * direction * direction.transpose();
            byShear *= limit / std::max(kt * bristle.trial, limit);
            along += limit / out.pressure * direction;
        }
    }
    const bool isByVelocity = bristle.isSliding && bristle.isDashpotAlone; // the direction of the shear
    const Matrix grown = e.area * e.gain * along * e.normal.transpose();
    out.byPosition = -pressureByDepth * grown;
    const Matrix moved = e.rim * e.normal.transpose(); // a wall that moves covers more, and one that sinks presses more
    out.byPosition -= pressureByDepth * e.gain * (e.rimDepth * moved + e.depth * moved.transpose());
    if (!isByVelocity) out.byPosition -= e.area * byShear;
    out.bySpeed = -pressureByRate * grown - e.area * dampingTime * byShear;
}

} // namespace

BristleResult evaluateLayer(const LayerConstants& layer, const ElementState& state, const ElementNeeds& needs) {
    ElementState e = state;
    const auto flatten = [&](Vector& v) { v -= e.normal.dot(v) * e.normal; };
    for (Vector* v : {&e.held, &e.slip, &e.slipVelocity, &e.slipVelocityThen}) flatten(*v);
    const double kn = layer.normalStiffness, kt = layer.shearStiffness, c = layer.dissipation;
    const double rate = -e.gain * e.normal.dot(e.velocity), elastic = kn * e.depth; // of the depth
    const double pressure = std::max(elastic * (1 + c * rate), 0.);
    const bool hasOwnTime = layer.shearDampingTime >= 0;
    const double dampingTime = hasOwnTime ? layer.shearDampingTime : c * e.depth;
    const double limit = e.gain * coulombLimit<double>(layer.friction, pressure, e.slipVelocity.squaredNorm(), 0.);
    const Bristle bristle = deflect(e, kt > 0 ? limit / kt : 0, dampingTime, hasOwnTime);

    ElementResult out;
    out.point = e.point;
    out.shear = -kt * bristle.eta;
    out.normalForce = e.area * e.gain * pressure * e.normal;
    out.shearForce = e.area * out.shear;
    // An element that turns away takes its energy with it, which makes a couple.
    const double perGain = e.depth / e.gain;
    out.couple = 0.5 * kn * perGain * perGain * e.turning;
    // A wall of the other surface that moves sideways presses the part of the element that it comes over.
    out.wallForce = 0.5 * kn * e.rimDepth * e.rimDepth * e.rim;
    out.shearForce += out.wallForce;
    out.couple += (e.rimPoint - e.point).cross(out.wallForce);
    out.weight = e.area * pressure;
    out.weightedNormal = e.normal;
    out.displacement = bristle.displacement;
    out.area = e.area;
    out.depth = e.depth;
    out.pressure = pressure;
    out.isSliding = bristle.isSliding;
    out.stored = 0.5 * e.area * (elastic * e.depth + kt * bristle.displacement.squaredNorm());
    const double damped = e.area * (pressure - elastic) * rate;
    out.dissipatedPower = damped + e.area * (bristle.isSliding ? -out.shear.dot(e.slipVelocity)
                                                               : kt * dampingTime * e.slipVelocity.squaredNorm());
    if (needs.heat) {
        out.input = -((out.normalForce + out.shearForce).dot(e.velocity) + out.couple.dot(e.angularVelocity));
        (damped < 0 ? out.gained : pressure > 0 ? out.damping : out.release) = std::abs(damped);
        const Vector shearBefore = -kt * (bristle.displacementBefore + bristle.dashpotBefore);
        const double work = -0.5 * e.area * (shearBefore + out.shear).dot(bristle.slip); // of the mean force
        const double gain = 0.5 * e.area * kt *
                            (bristle.displacement.squaredNorm() - bristle.displacementBefore.squaredNorm());
        if (e.time > 0) (bristle.isSliding ? out.frictionHeat : out.dampingHeat) = work - gain;
    }
    if (needs.derivatives)
        setDerivatives(out, e, bristle, kt, limit, dampingTime, pressure > 0 ? kn * (1 + c * rate) : 0,
                       pressure > 0 ? elastic * c : 0);
    return {out, bristle};
}

} // namespace simbodydem::kernels
