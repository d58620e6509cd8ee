// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SEARCH_MEMORY_H
#define SIMBODYDEM_COLLISION_SEARCH_MEMORY_H

#include "collision/BodiesInState.h"
#include "collision/ContactPoint.h"
#include "collision/NearPairs.h"
#include "geometry/EllipsoidOnMesh.h"

#include <deque>
#include <map>
#include <utility>
#include <vector>

// It brings all geometry along, which takes most of a unit's compile time: for those alone that search, or keep what a search remembers.

namespace simbodydem {

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
    ContactKey key; // as of ContactPoint::cornerKey()
    bool isBehind;
};

/** What a search remembers from one evaluation to the next, in the State's cache; what is found never depends on it. */
struct SearchMemory {
    BodiesInState bodies;         // as they are now
    std::vector<Vector3> centres; // by surface
    std::vector<char> isPlaced;   // whose centre is known, where not all are
    Curvatures curvatures;        // where they are not the same all over a surface
    kernels::RoundedSearch rounded;
    kernels::MeshContactPoints mesh;
    std::map<std::pair<int, int>, kernels::AroundCorners> around; // of near pairs, one of them a mesh
    kernels::EllipsoidContactPoints ellipsoids;
    std::vector<HiddenCorner> hidden; // of this evaluation
    NearPairs near;
};

} // namespace simbodydem

#endif
