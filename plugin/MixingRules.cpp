#include "simbodydem/MixingRules.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Real;

namespace {

// (1 - nu^2)/E of a plane-strain half space; none for a rigid one, whatever its nu.
Real normalCompliance(const SurfaceMaterial& m) {
    return std::isinf(m.youngsModulus) ? 0 : (1 - m.poissonsRatio * m.poissonsRatio) / m.youngsModulus;
}

// (2 - nu)/G.
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

Real mixRestitution(MixingRules::Restitution rule, Real a, Real b) {
    if (std::isnan(a) || std::isnan(b)) return SimTK::NaN;
    return rule == MixingRules::Restitution::Minimum ? std::min(a, b) : 0.5 * (a + b);
}

Real kineticFrictionOf(const SurfaceMaterial& m) {
    return std::isnan(m.kineticFriction) ? m.staticFriction : m.kineticFriction;
}

} // namespace

PairMaterial mixMaterials(const SurfaceMaterial& a, const SurfaceMaterial& b, const MixingRules& rules) {
    PairMaterial pair;
    pair.a = a;
    pair.b = b;
    const Real ca = normalCompliance(a), cb = normalCompliance(b);
    const Real ca23 = std::pow(ca, 2. / 3.), cb23 = std::pow(cb, 2. / 3.);
    pair.effectiveYoungsModulus =
        rules.moduli == MixingRules::Moduli::Hertz ? 1 / (ca + cb) : 1 / std::pow(ca23 + cb23, 1.5);
    pair.effectiveShearModulus = 1 / (shearCompliance(a) + shearCompliance(b));
    pair.deformationShareA = ca23 + cb23 > 0 ? ca23 / (ca23 + cb23) : SimTK::NaN;
    pair.dissipation = a.dissipation * pair.deformationShareA + b.dissipation * (1 - pair.deformationShareA);
    pair.stiffnessRatio = 0.5 * (a.stiffnessRatio + b.stiffnessRatio);
    pair.restitution = mixRestitution(rules.restitution, a.restitution, b.restitution);
    pair.staticFriction = mixFriction(rules.friction, a.staticFriction, b.staticFriction);
    pair.kineticFriction = mixFriction(rules.friction, kineticFrictionOf(a), kineticFrictionOf(b));
    pair.rollingFriction = mixFriction(rules.friction, a.rollingFriction, b.rollingFriction);
    pair.twistingFriction = mixFriction(rules.friction, a.twistingFriction, b.twistingFriction);
    return pair;
}

} // namespace simbodydem
