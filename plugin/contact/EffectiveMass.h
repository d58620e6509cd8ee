// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_EFFECTIVE_MASS_H
#define SIMBODYDEM_EFFECTIVE_MASS_H

#include "contact/ContactHistory.h"
#include "simbodydem/ContactModel.h"

#include "Simbody.h"

#include <string>
#include <vector>

namespace simbodydem {

/** Describes a body for the effective mass. */
struct BodyStation {
    const SimTK::MobilizedBody& body;
    bool isFreeBody; // jointed to Ground alone and without constraint; or Ground itself
};

/** Finds for each body whether it is free: only Ground is jointed to it, and no constraint acts on it. Ground is free. */
std::vector<bool> findFreeBodies(const SimTK::SimbodyMatterSubsystem&);

/** Stores the point and the normal of a contact, in Ground. */
struct ContactPointInGround {
    SimTK::Vec3 point, normal;
};

/** Describes a contact for the effective mass. Forces act on b at point, and their opposites on a. Vectors are in Ground. */
struct ContactInGround {
    const std::vector<std::string>& names; // of all surfaces
    BodyStation a, b;
    int surfaceA, surfaceB;
    SimTK::Vec3 point, normal, slipVelocity;
    SimTK::Real overlapRate;
    std::vector<ContactPointInGround> contactsOfPair; // all contacts of these two surfaces, if there are several
    SimTK::Real sinceTouch = 0;                       // [s]; point, normal and contactsOfPair are those of the touch
};

/** Stores the effective masses that a contact's dashpots feel [kg]. */
struct ContactMass {
    SimTK::Real normal, tangential;
    bool isHeld = false; // neither body can move along the normal; the masses are those of the two bodies
};

/** Computes the effective masses of a contact, once per contact, at first contact. Two surfaces may touch at several points, as a face does
that lands on four corners. The articulated mass along the normal is then the mass at each point when all points are pushed alike. It is
m_i = 1/sum_j G_ij with the mobility G between the contacts i and j. Together the contacts then have the damping that was set. For
example, each of the four corners of a brick has m/4, not the 0.16 m of a corner alone.

A contact is found at the end of the step in which it began. Its masses are those of the instant at which it began, with the bodies taken
back along their velocities. Otherwise all its dashpots would depend on the length of that step in the first order.
    @throws std::runtime_error, naming the surfaces, if the bodies have no mass */
ContactMass calcContactMass(const EffectiveMassChoice&, const SimTK::State&, const SimTK::SimbodyMatterSubsystem&,
                            const ContactInGround&);

} // namespace simbodydem

#endif
