// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAWS_ADHESION_H
#define SIMBODYDEM_LAWS_ADHESION_H

#include "laws/Parameter.h"
#include "laws/Restitution.h"
#include "simbodydem/laws/normal/HertzNormal.h"

#include <cmath>
#include <stdexcept>

// Shared by the adhesive laws that are based on Hertz's contact.

namespace simbodydem {

inline RequiredValues requiredByAdhesion(HertzNormal::Damping damping) {
    return HertzNormal().setDamping(damping).getRequiredValues();
}

/** @throws std::invalid_argument if the law cannot work between these two */
inline void checkAdhesion(const std::string& law, SimTK::Real workOfAdhesion, const PairMaterial& pair) {
    if (std::isnan(workOfAdhesion))
        throw std::invalid_argument(law +
                                    ": the work of adhesion W is not set; call setWorkOfAdhesion() [J/m^2] with a "
                                    "value > 0");
    checkDeformable(law, pair);
}

/** Returns HertzNormal's alpha, with exact constants. */
inline SimTK::Real alphaOf(HertzNormal::Damping damping, const PairMaterial& pair) {
    return damping == HertzNormal::Damping::None ? 0. : std::sqrt(5.) * textbookDampingRatio(pair.restitution);
}

} // namespace simbodydem

#endif
