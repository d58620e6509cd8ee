#include "simbodydem/laws/normal/HertzNormal.h"

#include "Checks.h"
#include "Restitution.h"
#include "kernels/Hertz.h"
#include "laws/Glue.h"

#include <cmath>
#include <stdexcept>

namespace simbodydem {

HertzNormal& HertzNormal::setDamping(Damping d) {
    damping = d;
    return *this;
}

HertzNormal& HertzNormal::setTTIConstants(TTIConstants c) {
    constants = c;
    return *this;
}

HertzNormal& HertzNormal::setTension(Tension t) {
    tension = t;
    return *this;
}

RequiredValues HertzNormal::getRequiredValues() const {
    RequiredValues values{&SurfaceMaterial::youngsModulus, &SurfaceMaterial::poissonsRatio};
    if (damping != Damping::None) values.push_back(&SurfaceMaterial::restitution);
    return values;
}

void HertzNormal::bind(const PairMaterial& pair) {
    if (std::isinf(pair.effectiveYoungsModulus))
        throw std::invalid_argument(getName() + ": both surfaces are rigid (youngsModulus = inf Pa); at least one "
                                                "must be finite");
    effectiveYoungsModulus = pair.effectiveYoungsModulus;
    if (damping == Damping::None)
        alpha = 0;
    else if (constants == TTIConstants::Exact)
        alpha = std::sqrt(5.) * textbookDampingRatio(pair.restitution);
    else
        alpha = 2.2664 * textbookDampingRatio(pair.restitution, 10.1354);
}

NormalAnswer HertzNormal::calcForce(const NormalInput& in) const {
    const kernels::HertzConstants law{effectiveYoungsModulus, alpha, tension == Tension::Allowed};
    return toAnswer(kernels::hertz(law, toKernel(in)), in);
}

} // namespace simbodydem
