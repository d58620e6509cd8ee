#ifndef SIMBODYDEM_EFFECTIVE_MASS_H
#define SIMBODYDEM_EFFECTIVE_MASS_H

#include "Simbody.h"

namespace simbodydem {

/** How the mass that a contact's dashpots feel is found. Asked once per contact, at first touch. */
struct EffectiveMassRule {
    SimTK::Real fixed = SimTK::NaN; // NaN: of the two bodies

    /** @throws std::runtime_error if the two bodies have no mass, naming the surfaces */
    SimTK::Real calc(const SimTK::State&, const SimTK::MobilizedBody& bodyA, const SimTK::MobilizedBody& bodyB,
                     int surfaceA, int surfaceB) const;
};

} // namespace simbodydem

#endif
