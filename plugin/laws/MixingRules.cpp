// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/MixingRules.h"

#include "laws/MaterialValues.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Real;

namespace {

// Returns (1 - nu^2)/E of a plane-strain half space, 0 if it is rigid.
Real normalCompliance(const SurfaceMaterial& m) {
    return std::isinf(m.youngsModulus) ? 0 : (1 - m.poissonsRatio * m.poissonsRatio) / m.youngsModulus;
}

// Returns (2 - nu)/G.
Real shearCompliance(const SurfaceMaterial& m) {
    return std::isinf(m.youngsModulus) ? 0 : (2 - m.poissonsRatio) * 2 * (1 + m.poissonsRatio) / m.youngsModulus;
}

Real mixFriction(MixingRules::Friction rule, Real a, Real b) {
    if (std::isnan(a) || std::isnan(b)) return SimTK::NaN;
    switch (rule) {
    case MixingRules::Friction::Minimum: return std::min(a, b);
    case MixingRules::Friction::Harmonic: return a + b > 0 ? 2 * a * b / (a + b) : 0;
    case MixingRules::Friction::Geometric: return std::sqrt(a * b);
    case MixingRules::Friction::Mean: return 0.5 * (a + b);
    case MixingRules::Friction::Maximum: return std::max(a, b);
    }
    return SimTK::NaN;
}

Real mix(Mixing mixing, const MixingRules& rules, Real a, Real b) {
    if (mixing == Mixing::ByFrictionRule) return mixFriction(rules.friction, a, b);
    const bool isLeast = mixing == Mixing::ByRestitutionRule && rules.restitution == MixingRules::Restitution::Minimum;
    if (isLeast && !std::isnan(a) && !std::isnan(b)) return std::min(a, b);
    return 0.5 * (a + b);
}

// A kinetic friction that is not set equals the static one.
SurfaceMaterial withKineticFriction(SurfaceMaterial m) {
    if (!m.kineticFriction.isSet()) m.kineticFriction = m.staticFriction;
    return m;
}

} // namespace

PairMaterial mixMaterials(const SurfaceMaterial& materialA, const SurfaceMaterial& materialB,
                          const MixingRules& rules) {
    checkMaterial("mixMaterials()", materialA);
    checkMaterial("mixMaterials()", materialB);
    PairMaterial pair;
    pair.a = materialA;
    pair.b = materialB;
    const SurfaceMaterial a = withKineticFriction(materialA), b = withKineticFriction(materialB);
    const Real ca = normalCompliance(a), cb = normalCompliance(b);
    const Real ca23 = std::pow(ca, 2. / 3.), cb23 = std::pow(cb, 2. / 3.);
    pair.effectiveYoungsModulus =
        rules.moduli == MixingRules::Moduli::Hertz ? 1 / (ca + cb) : 1 / std::pow(ca23 + cb23, 1.5);
    pair.effectiveShearModulus = 1 / (shearCompliance(a) + shearCompliance(b));
    pair.deformationFractionA = ca23 + cb23 > 0 ? ca23 / (ca23 + cb23) : SimTK::NaN;
    pair.dissipation = a.dissipation * pair.deformationFractionA + b.dissipation * (1 - pair.deformationFractionA);
    for (const MaterialEntry& v : materialValues())
        if (v.mixed) pair.*v.mixed = mix(v.mixing, rules, a.*v.value, b.*v.value);
    return pair;
}

} // namespace simbodydem
