#include "simbodydem/laws/tangential/CundallSlider.h"

#include "Checks.h"
#include "Names.h"
#include "kernels/Cundall.h"
#include "laws/tangential/SliderGlue.h"

#include <cmath>

namespace simbodydem {

CundallSlider& CundallSlider::setStiffness(SimTK::Real kt) {
    checkPositive(getName(), "stiffness kt", kt, "N/m");
    stiffness = kt;
    ratioIsFromPoisson = false;
    return *this;
}

CundallSlider& CundallSlider::setStiffnessRatio(SimTK::Real ratio) {
    checkPositive(getName(), "stiffnessRatio kt/kn", ratio, "-");
    stiffnessRatio = ratio;
    stiffness = SimTK::NaN;
    ratioIsFromPoisson = false;
    return *this;
}

CundallSlider& CundallSlider::setStiffnessRatioFromPoisson() {
    stiffness = SimTK::NaN;
    ratioIsFromPoisson = true;
    return *this;
}

CundallSlider& CundallSlider::setTangentialDampingRatio(SimTK::Real beta) {
    checkNotNegative(getName(), "tangentialDampingRatio", beta, "-");
    dampingRatio = beta;
    return *this;
}

CundallSlider& CundallSlider::setTransitionVelocity(SimTK::Real speed) {
    checkPositive(getName(), "transitionVelocity", speed, "m/s");
    transitionVelocity = speed;
    return *this;
}

CundallSlider& CundallSlider::setNoSlip(bool on) {
    noSlip = on;
    return *this;
}

LawParameters CundallSlider::getParameters() const {
    return {{"stiffness", stiffness, "N/m"},
            {"stiffnessRatio", stiffnessRatio, "-"},
            {"stiffnessRatioFromPoisson", onOrOff(ratioIsFromPoisson)},
            {"tangentialDampingRatio", dampingRatio, "-"},
            {"transitionVelocity", transitionVelocity, "m/s"},
            {"noSlip", onOrOff(noSlip)}};
}

RequiredValues CundallSlider::getRequiredValues() const {
    RequiredValues values =
        ratioIsFromPoisson ? moduliFrictionAndDamping(dampingRatio) : frictionAndDamping(dampingRatio);
    if (noSlip) values.erase(std::find(values.begin(), values.end(), &SurfaceMaterial::staticFriction));
    return values;
}

void CundallSlider::bind(const PairMaterial& pair) {
    if (ratioIsFromPoisson) {
        checkDeformable(getName(), pair);
        const PairMaterial hertz = mixMaterials(pair.a, pair.b); // E* by Hertz's rule, whatever the pair's
        stiffnessRatio = 4 * hertz.effectiveShearModulus / hertz.effectiveYoungsModulus;
    } else if (std::isnan(stiffnessRatio))
        stiffnessRatio = std::isnan(pair.stiffnessRatio) ? 0.2 : pair.stiffnessRatio;
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
    dampingRatio = dampingRatioOf(dampingRatio, pair);
}

TangentialAnswer CundallSlider::calcForce(const TangentialInput& in) const {
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    const SimTK::Real kt = stiffness > 0 ? stiffness : stiffnessRatio * in.normal.stiffness;
    return calcWithMemory(in, kt, [&](const auto& moved) {
        return kernels::cundall<SimTK::Real>(friction, {dampingRatio, noSlip}, kt, moved);
    });
}

} // namespace simbodydem
