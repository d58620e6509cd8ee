// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SURFACE_LIST_H
#define SIMBODYDEM_COLLISION_SURFACE_LIST_H

#include "collision/Search.h"
#include "simbodydem/ContactSurfaces.h"

#include <deque>

namespace simbodydem {

/** Stores the surfaces of a ContactSurfaces, which is a handle to it. */
struct SurfaceList {
    SimTK::SimbodyMatterSubsystem& matter;
    std::deque<SurfaceEntry> entries; // by surface
    std::deque<std::string> names;   // by surface; empty if no name was given
    Exclusions exclusions;

    std::string nameOf(int surface) const {
        return names[surface].empty() ? "surface " + std::to_string(surface) : names[surface];
    }
};

/** Reads a ContactSurfaces. */
struct ContactSurfaces::Internals {
    static const std::shared_ptr<SurfaceList>& getList(const ContactSurfaces& surfaces) { return surfaces.list; }
};

/** Takes surfaces from a list. This library searches their contacts. */
class SurfaceListSource : public ContactSource {
public:
    explicit SurfaceListSource(std::shared_ptr<SurfaceList> list) : list(std::move(list)) {}

    const SimTK::System& getSystem() const override { return list->matter.getSystem(); }
    int getNumSurfaces() const override { return int(list->entries.size()); }
    SurfaceEntry getSurface(int surface) const override { return list->entries[surface]; }
    SimTK::MobilizedBodyIndex getBody(int surface) const override { return list->entries[surface].body; }
    std::string getName(int surface) const override { return list->nameOf(surface); }
    bool hasMarginsInShapes() const override { return false; }
    std::string whereSurfacesAre() const override { return "the list of surfaces"; }
    std::string howToAdd() const override { return "ContactSurfaces::add()"; }
    Exclusions getExclusions() const override { return list->exclusions; }
    void findContactPoints(const SimTK::State&, const CompiledSurfaces& compiled, SearchMemory& memory,
                           std::vector<ContactPoint>& contacts) const override {
        searchContactPoints(compiled, memory, contacts);
    }

private:
    const std::shared_ptr<SurfaceList> list;
};

} // namespace simbodydem

#endif
