// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_SOURCE_H
#define SIMBODYDEM_CONTACT_SOURCE_H

#include "kernels/EllipsoidOnMesh.h"
#include "simbodydem/SurfaceMaterial.h"
#include "simbodydem/shapes/Shape.h"
#include "touches/BodiesInState.h"
#include "touches/CompiledSurfaces.h"
#include "touches/NearPairs.h"
#include "touches/Touch.h"

#include "Simbody.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** One surface as its source has it. */
struct SurfacePlace {
    SimTK::MobilizedBodyIndex body;
    std::shared_ptr<const Shape> shape;
    SimTK::Transform X_BS;
    SurfaceMaterial material; // where it is set
};

/** Room for the curvatures of this evaluation's touches, which point to them; it is used again. */
class Curvatures {
public:
    void clear() { count = 0; }
    const LocalCurvature* add(const LocalCurvature& curvature) {
        if (count == all.size()) all.emplace_back();
        all[count] = curvature;
        return &all[count++];
    }

private:
    std::deque<LocalCurvature> all; // which keeps its members where they are
    std::size_t count = 0;
};

/** What has no contact with a one-sided surface, though it reaches through it. */
struct HiddenCorner {
    TouchKey key; // as of Touch::cornerKey()
    bool isBehind;
};

/** What a search remembers from one evaluation to the next, in the State's cache; what is found never depends on it. */
struct SearchMemory {
    BodiesInState bodies;         // as they are now
    std::vector<Vector3> centres; // by surface
    std::vector<char> isPlaced;   // whose centre is known, where not all are
    Curvatures curvatures;        // where they are not the same all over a surface
    kernels::RoundedSearch rounded;
    kernels::MeshTouches mesh;
    std::map<std::pair<int, int>, kernels::AroundCorners> around; // of near pairs, one of them a mesh
    kernels::EllipsoidTouches ellipsoids;
    std::vector<HiddenCorner> hidden; // of this evaluation
    NearPairs near;
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
    virtual void findTouches(const SimTK::State&, const CompiledSurfaces&, SearchMemory&,
                             std::vector<Touch>&) const = 0;
};

} // namespace simbodydem

#endif
