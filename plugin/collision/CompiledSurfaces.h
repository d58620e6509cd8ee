// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_COMPILED_SURFACES_H
#define SIMBODYDEM_COLLISION_COMPILED_SURFACES_H

#include "collision/ContactFilter.h"
#include "collision/CompiledSurface.h"

#include "Simbody.h"

#include <map>
#include <string>
#include <vector>

namespace simbodydem {

class ContactSource;

/** Holds the surfaces of a ContactSource in the form that searches and the loop over contacts need. realizeTopology() builds it. */
struct CompiledSurfaces {
    std::vector<CompiledSurface> surfaces;                      // by surface
    std::vector<SurfaceGeometry> geometries;            // by surface
    std::vector<std::string> names;                     // by surface
    std::vector<int> planes;                            // surfaces that are half spaces, ascending
    std::vector<SimTK::Real> reaches;                   // by surface: radius and margin [m]; 0 for a plane
    std::vector<const SimTK::MobilizedBody*> bodies;    // by slot
    std::vector<SimTK::MobilizedBodyIndex> bodyIndices; // by slot; a request to a MobilizedBody costs CPU time
    ContactFilter filter;
    bool areAllSimple = true;   // see CompiledSurface::isSimple()
    bool isAnyOneSided = false; // see kernels::TriangleMesh::isOneSided()

    /** Returns the distance at which two surfaces are found before they overlap [m]. */
    SimTK::Real marginOf(int a, int b) const { return surfaces[a].margin + surfaces[b].margin; }
    /** Builds the surfaces of a source.
    @param owner  beginning of messages
    @throws std::invalid_argument for a shape that the library does not have */
    void build(const ContactSource&, const SimTK::SimbodyMatterSubsystem&, const std::string& owner,
               const DetectionMargins&);
};

} // namespace simbodydem

#endif
