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

Real smaller(Real a, Real b) { return std::isnan(a) || std::isnan(b) ? SimTK::NaN : std::min(a, b); }

Real kineticFrictionOf(const SurfaceMaterial& m) {
    return std::isnan(m.kineticFriction) ? m.staticFriction : m.kineticFriction;
}

} // namespace

PairMaterial mixMaterials(const SurfaceMaterial& a, const SurfaceMaterial& b) {
    PairMaterial pair;
    pair.a = a;
    pair.b = b;
    pair.effectiveYoungsModulus = 1 / (normalCompliance(a) + normalCompliance(b));
    pair.effectiveShearModulus = 1 / (shearCompliance(a) + shearCompliance(b));
    pair.restitution = smaller(a.restitution, b.restitution);
    pair.staticFriction = smaller(a.staticFriction, b.staticFriction);
    pair.kineticFriction = smaller(kineticFrictionOf(a), kineticFrictionOf(b));
    return pair;
}

} // namespace simbodydem
