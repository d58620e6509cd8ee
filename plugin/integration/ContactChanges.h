// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_CHANGES_H
#define SIMBODYDEM_CONTACT_CHANGES_H

#include "integration/ContactForces.h"

#include <vector>

namespace simbodydem {

// Both lists of contacts are in the order of the search.

/** Returns true if no contact has come, and none sticks that slid. Where one begins to slide, forces change continuously. */
bool doContactsContinue(const std::vector<ContactStatus>& before, const std::vector<ContactStatus>& now);

/** Returns true if a contact has come, or if one has gone that was pressed. */
bool haveComeOrGone(const std::vector<ContactStatus>& before, const std::vector<ContactStatus>& now);

/** Appends the contacts of now that are not known. */
void addNew(const std::vector<ContactStatus>& now, std::vector<ContactStatus>& known);

/** Returns the same contact in a list, or null. */
const ContactStatus* findContact(const std::vector<ContactStatus>&, const ContactStatus&);

/** A contact that begins, ends, sticks, slides, or whose normal force is cut to 0 or no longer. */
struct ContactChange {
    ContactStatus after; // or before, if it has ended
    bool hasEnded, hasBegun;
    bool isOfLoad = false; // of the normal force, else of slip

    /** Returns true if the contact is as the change leaves it. One that begins may do so sliding or sticking. */
    bool hasHappenedIn(const std::vector<ContactStatus>&) const;
};

/** Returns the contacts that differ in these lists. */
std::vector<ContactChange> findChanges(const std::vector<ContactStatus>& before, const std::vector<ContactStatus>& now);

/** Returns the fraction of contacts that have come or gone, or that are pressed, slide or stick and did not. */
SimTK::Real calcChangedFraction(const std::vector<ContactStatus>& before, const std::vector<ContactStatus>& now);

} // namespace simbodydem

#endif
