// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EFFECTIVE_MASS_H
#define SIMBODYDEM_EFFECTIVE_MASS_H

#include "contact/ContactHistory.h"
#include "simbodydem/ContactModel.h"

#include "Simbody.h"

#include <string>
#include <vector>

namespace simbodydem {

/** A body as the effective mass sees it. */
struct BodyStation {
    const SimTK::MobilizedBody& body;
    bool isFreeBody; // on Ground, with no body on it and no constraint; or Ground itself
};

/** Finds for each body whether it is alone: whether no joint and no constraint connects it to a body other than Ground. */
std::vector<bool> findFreeBodies(const SimTK::SimbodyMatterSubsystem&);

/** Where two surfaces touch, in Ground. */
struct ContactPointInGround {
    SimTK::Vec3 point, normal;
};

/** A contact as the effective mass sees it: forces on b at point, and their opposites on a. Vectors are in Ground. */
struct ContactInGround {
    const std::vector<std::string>& names; // of all surfaces
    BodyStation a, b;
    int surfaceA, surfaceB;
    SimTK::Vec3 point, normal, slipVelocity;
    SimTK::Real overlapRate;
    std::vector<ContactPointInGround> contactsOfPair; // all touches of these two surfaces, where it is not alone
};

/** What a contact's dashpots feel [kg]. */
struct ContactMass {
    SimTK::Real normal, tangential;
};

/** Asked once per contact, at first touch. Where two surfaces touch in several places, as a face that lands on four corners, the
articulated mass along the normal is what each finds when all are pushed alike, m_i = 1/sum_j G_ij with the mobility G between
touches i and j, so that they damp together as asked: m/4 at each of four corners of a brick, not the .16 m that each has alone.
    @throws std::runtime_error, naming the surfaces, if the bodies have no mass or cannot move against each other */
ContactMass calcContactMass(const EffectiveMassChoice&, const SimTK::State&, const SimTK::SimbodyMatterSubsystem&,
                            const ContactInGround&);

} // namespace simbodydem

#endif
