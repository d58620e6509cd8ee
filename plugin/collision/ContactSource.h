// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_CONTACT_SOURCE_H
#define SIMBODYDEM_COLLISION_CONTACT_SOURCE_H

#include "collision/ContactFilter.h"
#include "collision/ContactPoint.h"
#include "simbodydem/SurfaceMaterial.h"
#include "simbodydem/shapes/Shape.h"

#include "Simbody.h"

#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

struct CompiledSurfaces;
struct SearchMemory;

/** One surface as its source has it. */
struct SurfacePlace {
    SimTK::MobilizedBodyIndex body;
    std::shared_ptr<const Shape> shape;
    SimTK::Transform X_BS;
    SurfaceMaterial material; // where it is set
};

/** Who finds contacts: the border between a System's surfaces and the forces between them. */
class ContactSource {
public:
    virtual ~ContactSource() = default;

    virtual const SimTK::System& getSystem() const = 0;
    virtual int getNumSurfaces() const = 0;
    /** @throws std::invalid_argument, naming the surface, if its shape is none of this library's */
    virtual SurfacePlace getSurface(int surface) const = 0;
    virtual SimTK::MobilizedBodyIndex getBody(int surface) const = 0;
    virtual std::string getName(int surface) const = 0;
    /** Whether shapes are larger than the surfaces are, by their detection margin. */
    virtual bool hasMarginsInShapes() const = 0;
    virtual std::string whereSurfacesAre() const = 0; // "contact set 0"
    virtual std::string howToAdd() const = 0;         // "GeneralContactSubsystem::addBody()"
    /** Pairs that the source's user has kept apart. */
    virtual Exclusions getExclusions() const { return {}; }

    /** All touches of surfaces that overlap by more than minus their margins, on two bodies, and are not excluded, in an order
    that depends on the surfaces' positions alone. */
    virtual void findContactPoints(const SimTK::State&, const CompiledSurfaces&, SearchMemory&,
                                   std::vector<ContactPoint>&) const = 0;
};

} // namespace simbodydem

#endif
