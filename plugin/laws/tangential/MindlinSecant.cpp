#include "simbodydem/laws/tangential/MindlinSecant.h"

#include "Checks.h"
#include "Restitution.h"
#include "kernels/MindlinSecant.h"
#include "laws/Glue.h"

#include <cmath>
#include <stdexcept>

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

RequiredValues MindlinSecant::getRequiredValues() const {
    RequiredValues values{&SurfaceMaterial::youngsModulus, &SurfaceMaterial::poissonsRatio,
                          &SurfaceMaterial::staticFriction};
    if (std::isnan(dampingRatio)) values.push_back(&SurfaceMaterial::restitution);
    return values;
}

void MindlinSecant::bind(const PairMaterial& pair) {
    if (std::isinf(pair.effectiveShearModulus))
        throw std::invalid_argument(getName() + ": both surfaces are rigid (youngsModulus = inf Pa); at least one "
                                                "must be finite");
    effectiveShearModulus = pair.effectiveShearModulus;
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
    if (std::isnan(dampingRatio)) dampingRatio = textbookDampingRatio(pair.restitution);
}

TangentialAnswer MindlinSecant::calcForce(const TangentialInput& in) const {
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    return toAnswer(kernels::mindlinSecant<SimTK::Real>(friction, effectiveShearModulus, dampingRatio,
                                                        in.contact.contactRadius, toKernel(in)));
}

} // namespace simbodydem
