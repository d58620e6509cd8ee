#include "simbodydem/laws/tangential/MindlinSecant.h"

#include "Checks.h"
#include "kernels/MindlinSecant.h"
#include "laws/tangential/SliderGlue.h"

namespace simbodydem {

MindlinSecant& MindlinSecant::setTangentialDampingRatio(SimTK::Real beta) {
    checkNotNegative(getName(), "tangentialDampingRatio", beta, "-");
    dampingRatio = beta;
    return *this;
}

MindlinSecant& MindlinSecant::setTransitionVelocity(SimTK::Real speed) {
    checkPositive(getName(), "transitionVelocity", speed, "m/s");
    transitionVelocity = speed;
    return *this;
}

LawParameters MindlinSecant::getParameters() const {
    return {{"tangentialDampingRatio", dampingRatio, "-"}, {"transitionVelocity", transitionVelocity, "m/s"}};
}

RequiredValues MindlinSecant::getRequiredValues() const { return moduliFrictionAndDamping(dampingRatio); }

void MindlinSecant::bind(const PairMaterial& pair) {
    checkDeformable(getName(), pair);
    effectiveShearModulus = pair.effectiveShearModulus;
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
    dampingRatio = dampingRatioOf(dampingRatio, pair);
}

TangentialAnswer MindlinSecant::calcForce(const TangentialInput& in) const {
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    return toAnswer(kernels::mindlinSecant<SimTK::Real>(friction, effectiveShearModulus, dampingRatio,
                                                        in.contact.contactRadius, toKernel(in)));
}

StepHeat MindlinSecant::calcHeat(const TangentialInput& in, const TangentialAnswer& now,
                                 const TangentialAnswer& before) const {
    const SimTK::Real gained = kernels::gainAtKeptLength<SimTK::Real>(toEigen(before.displacement), before.storedEnergy,
                                                                      toEigen(now.displacement), now.storedEnergy);
    return calcHeatBeside(gained, *this, in, now, before);
}

} // namespace simbodydem
