#ifndef SIMBODYDEM_EFFECTIVE_MASS_H
#define SIMBODYDEM_EFFECTIVE_MASS_H

#include "simbodydem/DEMContactForce.h"

namespace simbodydem {

/** A contact as the effective mass sees it: a unit force on b along `direction` at `point`, and its opposite on a. */
struct ContactStation {
    const SimTK::MobilizedBody &bodyA, &bodyB;
    int surfaceA, surfaceB;
    SimTK::Vec3 point, direction; // in Ground
};

/** How the mass that a contact's dashpots feel is found. Asked once per contact, at first touch. */
struct EffectiveMassRule {
    EffectiveMass kind = EffectiveMass::TwoBody;
    SimTK::Real fixed = SimTK::NaN; // takes the place of kind

    /** @throws std::runtime_error, naming the surfaces, if the bodies have no mass or cannot move against each other */
    SimTK::Real calc(const SimTK::State&, const SimTK::SimbodyMatterSubsystem&, const ContactStation&) const;
};

} // namespace simbodydem

#endif
