#include "simbodydem/laws/tangential/CundallSlider.h"

#include "Checks.h"
#include "Restitution.h"
#include "kernels/Cundall.h"
#include "laws/Glue.h"

#include <cmath>

namespace simbodydem {

CundallSlider& CundallSlider::setStiffness(SimTK::Real kt) {
    checkPositive(getName(), "stiffness kt", kt, "N/m");
    stiffness = kt;
    return *this;
}

CundallSlider& CundallSlider::setStiffnessRatio(SimTK::Real ratio) {
    checkPositive(getName(), "stiffnessRatio kt/kn", ratio, "-");
    stiffnessRatio = ratio;
    stiffness = SimTK::NaN;
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

RequiredValues CundallSlider::getRequiredValues() const {
    RequiredValues values{&SurfaceMaterial::staticFriction};
    if (std::isnan(dampingRatio)) values.push_back(&SurfaceMaterial::restitution);
    return values;
}

void CundallSlider::bind(const PairMaterial& pair) {
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
    if (std::isnan(dampingRatio)) dampingRatio = textbookDampingRatio(pair.restitution);
}

TangentialAnswer CundallSlider::calcForce(const TangentialInput& in) const {
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    const kernels::CundallConstants law{stiffness, stiffnessRatio, dampingRatio};
    return toAnswer(kernels::cundall<SimTK::Real>(friction, law, in.normal.stiffness, toKernel(in)));
}

} // namespace simbodydem
