// SPDX-License-Identifier: Apache-2.0
#include "laws/SoilLaw.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::kernels {

// The root of modulus z^(n - 1) = k_0 + A_u z/2. The left side falls and the right side does not.
double findElasticDepth(const SoilConstants& soil) {
    if (!(soil.exponent < 1)) return 0;
    const double power = 1 / (1 - soil.exponent), largest = std::pow(soil.modulus / soil.stiffness, power);
    double low = 0, high = largest;
    for (int step = 0; step < 100 && soil.perSinkage > 0; ++step) {
        const double middle = 0.5 * (low + high);
        const bool isElastic =
            soil.modulus > (soil.stiffness + 0.5 * soil.perSinkage * middle) * std::pow(middle, 1 - soil.exponent);
        (isElastic ? low : high) = middle;
    }
    return high;
}

// If n < 1 the first loading is the lower one of Bekker's curve and an elastic line. The slope of this line grows with the depth, as that of
// unloading does: else a cycle of small depth would create energy.
SoilYield yieldOf(const SoilConstants& soil, double depth) {
    if (!(depth > 0)) return {0, 0};
    if (depth < soil.elasticDepth)
        return {(soil.stiffness + 0.5 * soil.perSinkage * depth) * depth, soil.stiffness + soil.perSinkage * depth};
    const double bekker = soil.modulus * std::pow(depth, soil.exponent);
    return {bekker, soil.exponent * bekker / depth};
}

namespace {

double stiffnessAt(const SoilConstants& soil, double depth, const SoilYield& yield) {
    const double given = soil.stiffness + soil.perSinkage * depth;
    return depth > 0 ? std::max({given, yield.pressure / depth, yield.slope}) : given;
}

} // namespace

double plasticSinkage(const SoilConstants& soil, double depth) {
    if (!(depth > 0)) return 0;
    const SoilYield yield = yieldOf(soil, depth);
    return std::max(depth - yield.pressure / stiffnessAt(soil, depth, yield), 0.);
}

double plasticWork(const SoilConstants& soil, double depth) {
    if (!(depth > 0)) return 0;
    const auto ofBekker = [&](double z) { return soil.modulus * std::pow(z, soil.exponent + 1) / (soil.exponent + 1); };
    const auto ofLine = [&](double z) { return (0.5 * soil.stiffness + soil.perSinkage * z / 6) * z * z; };
    const SoilYield yield = yieldOf(soil, depth);
    const double turn = soil.elasticDepth;
    const double work = depth < turn ? ofLine(depth) : ofBekker(depth) - (turn > 0 ? ofBekker(turn) - ofLine(turn) : 0);
    return work - 0.5 * yield.pressure * yield.pressure / stiffnessAt(soil, depth, yield);
}

SoilPressure soilPressure(const SoilConstants& soil, double depth, double rate, double yieldDepth) {
    SoilPressure out{std::max(yieldDepth, depth), 0, 0, 0, 0, 0, 0, 0, 0};
    const SoilYield bound = yieldOf(soil, depth);
    const SoilYield largest = depth >= yieldDepth ? bound : yieldOf(soil, out.yieldDepth);
    const double stiffness = stiffnessAt(soil, out.yieldDepth, largest);
    out.largest = largest.pressure;
    out.elastic = std::max(largest.pressure - stiffness * (out.yieldDepth - depth), 0.);
    if (!(out.elastic > 0)) return out;
    const double damping =
        soil.damping >= 0 ? soil.damping : soil.dampingFactor * std::sqrt(stiffness * largest.pressure);
    out.dampingTime = damping / stiffness;
    out.stored = 0.5 * out.elastic * out.elastic / stiffness;
    const double trial = out.elastic + damping * rate;
    out.total = std::min(std::max(trial, 0.), bound.pressure);
    out.damped = (out.total - out.elastic) * rate;
    if (trial >= bound.pressure) {
        out.byDepth = bound.slope;
    } else if (trial > 0) {
        out.byDepth = stiffness;
        out.byRate = damping;
    }
    return out;
}

double yieldingPower(const SoilConstants& soil, double depth, double rate, double yieldDepth) {
    if (!(depth > 0) || depth < yieldDepth || !(rate > 0)) return 0;
    const double small = 1e-4 * depth;
    return (plasticWork(soil, depth) - plasticWork(soil, depth - small)) / small * rate;
}

double shearStrength(const SoilConstants& soil, const SoilPressure& pressure) {
    const double share = pressure.largest > 0 ? std::min(10 * pressure.elastic / pressure.largest, 1.) : 0;
    return share * soil.cohesion + soil.friction * pressure.total;
}

double SoilShear::limit(double shearLength) const { return -shearLength * std::expm1(-hardening / shearLength); }

// The slip is elastic until the limit. Beyond it the spring is dragged: its angle to the slip falls by tan(angle/2) ~ exp(-s/L), and the part
// of the slip along the spring hardens the soil.
bool SoilShear::advance(const Vector2& slip, double shearLength) {
    const double length = slip.norm();
    if (!(length > 0)) return false;
    const double most = limit(shearLength), all = (displacement + slip).norm();
    if (all <= most) {
        work += displacement.dot(slip) + 0.5 * length * length;
        displacement += slip;
        return false;
    }
    const Vector2 along = slip / length, across(-along[1], along[0]);
    const double x = displacement.dot(along), y = displacement.dot(across);
    const double reach = std::sqrt(std::max(most * most - y * y, 0.)); // along the slip, where the limit is met
    const double elastic = std::min(std::max(reach - x, 0.), length), rest = length - elastic;
    const double met = x + elastic, angle = most > 0 ? std::atan2(y, met) : 0;
    SoilShear straight = *this;
    straight.hardening += rest;
    const double mean = 0.5 * (most + straight.limit(shearLength));
    const double turned = mean > 0 ? 2 * std::atan(std::tan(0.5 * angle) * std::exp(-rest / mean)) : 0;
    // The integral of cos(angle) over the slip is mean ln(sin(before)/sin(after)).
    const double before = std::abs(std::sin(angle)), after = std::abs(std::sin(turned));
    const double hardeningBefore = hardening;
    hardening += before > 1e-8 && after > 1e-300 ? std::min(mean * std::log(before / after), rest) : rest;
    // Elastic until the limit is met; then the integral of the limit by q.
    work += elastic * (x + 0.5 * elastic) + shearLength * (hardening - hardeningBefore) +
            shearLength * shearLength * (std::exp(-hardening / shearLength) - std::exp(-hardeningBefore / shearLength));
    displacement = limit(shearLength) * (std::cos(turned) * along + std::sin(turned) * across);
    return true;
}

} // namespace simbodydem::kernels
