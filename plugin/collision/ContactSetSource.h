// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_CONTACT_SET_SOURCE_H
#define SIMBODYDEM_COLLISION_CONTACT_SET_SOURCE_H

#include "collision/ContactSource.h"

namespace simbodydem {

/** Takes surfaces from a set of a GeneralContactSubsystem. Simbody finds their contacts if all are spheres and half spaces. */
class ContactSetSource : public ContactSource {
public:
    /** @throws std::invalid_argument that begins with `owner`, if the set does not exist */
    ContactSetSource(const SimTK::GeneralContactSubsystem&, SimTK::ContactSetIndex, const std::string& owner);

    const SimTK::System& getSystem() const override { return contacts.getSystem(); }
    int getNumSurfaces() const override { return contacts.getNumBodies(set); }
    SurfaceEntry getSurface(int surface) const override;
    SimTK::MobilizedBodyIndex getBody(int surface) const override;
    std::string getName(int surface) const override;
    bool hasMarginsInShapes() const override { return true; }
    std::string whereSurfacesAre() const override { return "contact set " + std::to_string(set); }
    std::string howToAdd() const override { return "GeneralContactSubsystem::addBody()"; }
    /** Returns the number of contact sets of the subsystem. */
    int getNumSetsOfSubsystem() const { return contacts.getNumContactSets(); }
    void findContactPoints(const SimTK::State&, const CompiledSurfaces&, SearchMemory&,
                           std::vector<ContactPoint>&) const override;

private:
    const SimTK::GeneralContactSubsystem& contacts;
    const SimTK::ContactSetIndex set;
};

} // namespace simbodydem

#endif
