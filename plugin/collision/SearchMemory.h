// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SEARCH_MEMORY_H
#define SIMBODYDEM_COLLISION_SEARCH_MEMORY_H

#include "collision/BodiesInState.h"
#include "collision/ContactPoint.h"
#include "collision/NearPairs.h"
#include "collision/Separation.h"
#include "geometry/EllipsoidOnMesh.h"

#include <deque>
#include <map>
#include <utility>
#include <vector>

// Include this header only in units that search, or that keep the memory of a search. It includes all geometry, which takes most of the compile
// time of a unit.

namespace simbodydem {

/** Stores the curvatures of the contacts of one evaluation, which point to them. Its memory is reused. */
class Curvatures {
public:
    void clear() { count = 0; }
    const LocalCurvature* add(const LocalCurvature& curvature) {
        if (count == all.size()) all.emplace_back();
        all[count] = curvature;
        return &all[count++];
    }

private:
    std::deque<LocalCurvature> all; // its members keep their addresses
    std::size_t count = 0;
};

/** Names a corner that has no contact with a one-sided surface, although it reaches through this surface. */
struct HiddenCorner {
    ContactKey key; // as ContactPoint::cornerKey()
    bool isBehind;
};

/** Stores the memory of a search from one evaluation to the next, in the cache of the State. The contacts never depend on it. */
struct SearchMemory {
    BodiesInState bodies;         // at their present poses
    std::vector<Vector3> centres; // by surface
    std::vector<char> hasCentre;   // by surface: true if its centre is computed
    Curvatures curvatures;        // of surfaces whose curvature varies
    kernels::RoundedSearch rounded;
    kernels::MeshContactPoints mesh;
    std::map<std::pair<int, int>, kernels::AroundCorners> around; // for near pairs with a mesh
    kernels::EllipsoidContactPoints ellipsoids;
    std::vector<kernels::RoundedContactPoint> cylinder;
    std::vector<HiddenCorner> hidden; // in this evaluation
    NearPairs near;
    KnownAxes axes; // of the near pairs; none if all surfaces are simple
};

} // namespace simbodydem

#endif
