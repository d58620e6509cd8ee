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
    SoilPressure out{std::max(yieldDepth, depth), 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const SoilYield bound = yieldOf(soil, depth);
    const SoilYield largest = depth >= yieldDepth ? bound : yieldOf(soil, out.yieldDepth);
    const double stiffness = stiffnessAt(soil, out.yieldDepth, largest);
    out.largest = largest.pressure;
    out.stiffness = stiffness;
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

SoilWall pressWall(const SoilConstants& soil, const SoilWallInput& in) {
    SoilWall wall{in.reach + in.displacement, 0, 0, 0, 0, 0, 0};
    if (!(in.depth > 0)) return wall;
    const SoilPressure below = soilPressure(soil, in.depth, 0, std::max(in.yieldDepth, in.depth));
    const double plastic = std::max(plasticWork(soil, below.yieldDepth) - plasticWork(soil, in.groundDepth), 0.);
    const double longest = below.largest / below.stiffness;
    if (wall.reach > longest) {
        wall.heat = plastic * std::min(wall.reach - longest, std::max(in.displacement, 0.));
        wall.reach = longest;
    }
    const double fraction = std::max(wall.reach / longest, 0.), trial = (wall.reach + below.dampingTime * in.speed) / longest;
    const double whole = wall.reach > 0 ? std::min(std::max(trial, 0.), 1.) : 0; // a gap has no dashpot
    wall.force = below.stored + whole * plastic;
    wall.damped = (whole - fraction) * plastic * in.speed;
    wall.stored = 0.5 * fraction * plastic * std::max(wall.reach, 0.);
    if (whole > 0 && whole < 1) {
        wall.byDisplacement = plastic / longest;
        wall.bySpeed = wall.byDisplacement * below.dampingTime;
    }
    return wall;
}

double yieldingPower(const SoilConstants& soil, double depth, double rate, double yieldDepth) {
    if (!(depth > 0) || depth < yieldDepth || !(rate > 0)) return 0;
    const double small = 1e-4 * depth;
    return (plasticWork(soil, depth) - plasticWork(soil, depth - small)) / small * rate;
}

double shearStrength(const SoilConstants& soil, const SoilPressure& pressure) {
    const double fraction = pressure.largest > 0 ? std::min(10 * pressure.elastic / pressure.largest, 1.) : 0;
    return fraction * soil.cohesion + soil.friction * pressure.total;
}

double largestShearStrength(const SoilConstants& soil, const SoilPressure& pressure) {
    return soil.cohesion + soil.friction * pressure.largest;
}

double SoilShear::limit(double shearLength) const { return -reach * std::expm1(-hardening / shearLength); }

namespace {

// Returns the mean of a length over a step, so that the integral of 1/length is the step over the mean, if the length changes linearly.
double logarithmicMean(double a, double b) {
    if (!(std::min(a, b) > 0)) return 0;
    const double ratio = b / a;
    return std::abs(ratio - 1) < 1e-4 ? 0.5 * (a + b) : (b - a) / std::log(ratio);
}

} // namespace

// The slip is elastic until it meets the limit. Beyond it the spring is dragged: t, the tangent of half its angle to the slip, falls by dt/ds = -t/L.
// The part of the slip along the spring, less what a growing limit takes up elastically, hardens the soil. Where the limit falls, the spring
// slides down to it, which does not harden the soil. So a steady slip follows Janosi's curve, whatever the pressure does.
SoilShear::Advance SoilShear::advance(const Vector2& slip, double newReach, double shearLength) {
    const double length = slip.norm(), hardness = -std::expm1(-hardening / shearLength), change = newReach - reach;
    const double most = reach * hardness, growth = change * hardness; // of the limit
    const double x = length > 0 ? displacement.dot(slip) / length : 0;
    if ((displacement + slip).norm() <= most + growth) {
        displacement += slip;
        reach = newReach;
        return {false, stiffness * length * (x + 0.5 * length)};
    }
    // The fraction of the step until the limit is met, the root of |displacement + fraction slip| = most + fraction growth.
    const double a = length * length - growth * growth, b = x * length - most * growth,
                 c = std::min(displacement.squaredNorm() - most * most, 0.);
    const double root = std::sqrt(std::max(b * b - a * c, 0.));
    const double fraction =
        b >= 0 ? (b + root > 0 ? std::min(-c / (b + root), 1.) : 0) : (a > 0 ? std::min((root - b) / a, 1.) : 1);
    const Vector2 along = length > 0 ? Vector2(slip / length) : Vector2::UnitX(), across(-along[1], along[0]);
    const double elastic = fraction * length, y = displacement.dot(across), met = x + elastic;
    double work = stiffness * elastic * (x + 0.5 * elastic);
    if (met < -1e-12 * shearLength || !(elastic < length)) {
        // The limit falls upon a spring that rests or gets shorter. When the slip begins to stretch it again, the rest of the slip follows.
        const double done = elastic + std::max(std::min(-met, length - elastic), 0.);
        const double part = length > 0 ? done / length : 1;
        reach += part * change;
        displacement += done * along;
        const double now = reach * hardness, far = displacement.norm();
        if (far > now) displacement *= now / far;
        work += 0.5 * stiffness * (done - elastic) * (met + displacement.dot(along));
        Advance rest{true, 0};
        if (done < length) {
            displacement -= displacement.dot(along) * along;
            rest = advance((length - done) * along, newReach, shearLength);
        }
        return {true, work + rest.work};
    }
    const double slipLeft = length - elastic, reachMet = reach + fraction * change, reached = std::hypot(met, y);
    const double t = std::tan(0.5 * std::atan2(y, std::max(met, 0.))), before = hardening;
    double turned = 0, slid = slipLeft;
    reach = newReach;
    // The mean limit depends on the hardening, which is found first at that of the start.
    for (int round = 0; round < 3; ++round) {
        const double now = limit(shearLength), mean = logarithmicMean(reached, now);
        turned = mean > 0 ? t * std::exp(-slipLeft / mean) : 0;
        // The integral of the cosine, 1 - 2 t^2/(1 + t^2), over the slip.
        slid = std::max(slipLeft - std::sqrt(reached * now) * (std::log1p(t * t) - std::log1p(turned * turned)), 0.);
        const double taken = std::max(newReach - reachMet, 0.) * -std::expm1(-0.5 * (before + hardening) / shearLength);
        hardening = before + std::max(slid - taken, 0.);
    }
    const double now = limit(shearLength), scale = now / (1 + turned * turned);
    displacement = scale * ((1 - turned * turned) * along + 2 * turned * across);
    return {true, work + 0.5 * stiffness * (reached + now) * slid};
}

void SoilShear::stiffen(double newStiffness, double paid) {
    const double squared = displacement.squaredNorm();
    if (0.5 * (newStiffness - stiffness) * squared > paid)
        displacement *= std::sqrt((stiffness + 2 * paid / squared) / newStiffness);
    stiffness = newStiffness;
}

SoilCellOutput evaluateSoilCell(const SoilConstants& soil, const SoilCellInput& in) {
    SoilCellOutput out;
    SoilPressure& pressure = out.pressure = soilPressure(soil, in.depth, in.rate, in.yieldDepth);
    if (!out.touches()) return out;
    const double K = soil.shearLength, toCell = in.factor / in.upwards;
    const double strength = toCell * shearStrength(soil, pressure);
    if (pressure.yieldDepth > in.yieldDepth)
        out.plasticHeat = std::max(plasticWork(soil, pressure.yieldDepth) - plasticWork(soil, in.yieldDepth), 0.);

    SoilShear& shear = out.next;
    if (in.past) shear = *in.past;
    // The stiffness is that of the largest strength since touch. So an elastic cycle of the pressure changes no spring.
    const double stiffness = std::max(shear.stiffness, toCell * largestShearStrength(soil, pressure) / K);
    const double reach = stiffness > 0 ? strength / stiffness : 0, storedBefore = shear.stored();
    const bool grows = stiffness > shear.stiffness;
    if (!in.past) shear.reach = reach;
    // The stiffness changes in the middle of the step: an error of the third order in the step.
    const SoilShear::Advance first = shear.advance(in.slips[0], 0.5 * (shear.reach + reach), K);
    shear.stiffen(stiffness, in.past ? out.plasticHeat : 0);
    const SoilShear::Advance advance = shear.advance(in.slips[1], reach, K);
    out.yields = advance.yields;
    const double work = first.work + advance.work;
    out.storedShear = shear.stored();
    out.frictionHeat = work - (out.storedShear - storedBefore);

    // The dashpot has the damping ratio of that of the pressure. It acts within the limit.
    const double dampingTime = stiffness > 0 ? pressure.dampingTime * std::sqrt(pressure.stiffness / stiffness) : 0;
    Vector2 bent = shear.displacement + dampingTime * in.slipVelocity;
    const double trial = bent.norm(), most = shear.limit(K);
    if (trial > most) bent *= most / trial;
    const double byArea = stiffness * in.upwards; // of the surface
    out.stress = -byArea * bent;
    out.dampedShear = stiffness * (bent - shear.displacement).dot(in.slipVelocity);
    if (advance.yields) out.rubbed = stiffness * shear.displacement.dot(in.slipVelocity);

    const Vector2 direction = most > 0 ? Vector2(shear.displacement / most) : Vector2(Vector2::Zero());
    const double hardened = shear.reach / K * std::exp(-shear.hardening / K);
    Matrix2 bySlip = Matrix2::Identity(), byVelocity = bySlip; // d(displacement)/d(slip); d(bent)/d(displacement)
    if (advance.yields) {
        const Matrix2 along = direction * direction.transpose();
        const double slip = in.slips[1].norm();
        bySlip = std::min(most / std::max(slip, most), 1.) * (bySlip - along) + hardened * along;
    }
    if (trial > most && most > 0) {
        const Vector2 ofStress = bent / most;
        byVelocity = most / trial * (byVelocity - ofStress * ofStress.transpose());
        bySlip = byVelocity * bySlip;
        if (advance.yields) bySlip += hardened * ofStress * direction.transpose();
    }
    out.bySlip = -byArea * bySlip;
    out.bySlipVelocity = -byArea * dampingTime * byVelocity;
    if (strength > 0 && (out.yields || trial > most))
        out.byPressure = toCell * soil.friction / strength * out.stress;
    else if (grows)
        out.byPressure = toCell * soil.friction / (K * stiffness) * out.stress;
    return out;
}

} // namespace simbodydem::kernels
