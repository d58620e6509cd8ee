// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_CONTACT_SOURCE_H
#define SIMBODYDEM_COLLISION_CONTACT_SOURCE_H

#include "collision/ContactFilter.h"
#include "collision/ContactPoint.h"
#include "simbodydem/Surface.h"
#include "simbodydem/shapes/Shape.h"

#include "Simbody.h"

#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

struct CompiledSurfaces;
struct SearchMemory;

/** Holds one surface of a source. */
struct SurfaceEntry {
    SimTK::MobilizedBodyIndex body;
    std::shared_ptr<const Shape> shape;
    SimTK::Transform X_BS;
    Surface surface = SurfaceMaterial();
};

/** Finds contacts. It is the interface between the surfaces of a System and the forces between them. */
class ContactSource {
public:
    virtual ~ContactSource() = default;

    virtual const SimTK::System& getSystem() const = 0;
    virtual int getNumSurfaces() const = 0;
    /** Returns a surface.
    @throws std::invalid_argument with the name of the surface, if this library does not have its shape */
    virtual SurfaceEntry getSurface(int surface) const = 0;
    virtual SimTK::MobilizedBodyIndex getBody(int surface) const = 0;
    virtual std::string getName(int surface) const = 0;
    /** Returns true if shapes are larger than their surfaces, by the detection margin. */
    virtual bool hasMarginsInShapes() const = 0;
    virtual std::string whereSurfacesAre() const = 0; // for messages: "contact set 0"
    virtual std::string howToAdd() const = 0;         // for messages: "GeneralContactSubsystem::addBody()"
    /** Returns the pairs that the user of the source has excluded. */
    virtual Exclusions getExclusions() const { return {}; }

    /** Finds all contacts of surfaces with an overlap of more than minus their margins, on two bodies, that are not excluded. Their order depends
    on the positions of the surfaces only. */
    virtual void findContactPoints(const SimTK::State&, const CompiledSurfaces&, SearchMemory&,
                                   std::vector<ContactPoint>&) const = 0;
};

} // namespace simbodydem

#endif
