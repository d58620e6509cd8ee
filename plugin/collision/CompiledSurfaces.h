// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_COMPILED_SURFACES_H
#define SIMBODYDEM_COLLISION_COMPILED_SURFACES_H

#include "collision/ContactFilter.h"
#include "collision/Surface.h"

#include "Simbody.h"

#include <map>
#include <string>
#include <vector>

namespace simbodydem {

class ContactSource;

/** Surfaces as searches and the loop over touches need them, made of a source's by realizeTopology(). */
struct CompiledSurfaces {
    std::vector<Surface> surfaces;                      // by surface
    std::vector<SurfaceGeometry> geometries;            // by surface
    std::vector<std::string> names;                     // by surface
    std::vector<int> planes;                            // of the surfaces, ascending
    std::vector<SimTK::Real> reaches;                   // by surface: radius and margin [m]; 0 of a plane
    std::vector<const SimTK::MobilizedBody*> bodies;    // by slot
    std::vector<SimTK::MobilizedBodyIndex> bodyIndices; // by slot; asking a MobilizedBody is not free
    ContactFilter filter;
    bool areAllSimple = true;   // see Surface::isSimple()
    bool isAnyOneSided = false; // see kernels::TriangleMesh::isOneSided()

    /** @param owner  what messages begin with @throws std::invalid_argument for a shape that it does not know */
    void build(const ContactSource&, const SimTK::SimbodyMatterSubsystem&, const std::string& owner,
               const DetectionMargins&);
};

} // namespace simbodydem

#endif
