// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_CELL_LIST_H
#define SIMBODYDEM_COLLISION_CELL_LIST_H

#include "base/EigenBridge.h"

#include <cstdint>
#include <vector>

namespace simbodydem {

/** Sorts points into cubes of space and finds neighbours. A cube is found by a hash of its position, so space has no bounds. Memory is reused. */
class CellList {
public:
    /** Sorts the points into cubes.
    @param points   positions [m]
    @param members  numbers of the points that take part
    @param cell     edge of a cube [m], > 0 */
    void build(const std::vector<Vector3>& points, const std::vector<int>& members, SimTK::Real cell);

    /** Calls visit(other) for every member in the 27 cubes around a point. */
    template <class Visit> void visitAround(const Vector3& point, const Visit& visit) const {
        const Cube centre = cubeOf(point);
        for (std::int64_t dx = -1; dx <= 1; ++dx)
            for (std::int64_t dy = -1; dy <= 1; ++dy)
                for (std::int64_t dz = -1; dz <= 1; ++dz) {
                    const Cube cube{centre.x + dx, centre.y + dy, centre.z + dz};
                    const std::size_t bucket = bucketOf(cube);
                    for (std::size_t i = starts[bucket]; i < starts[bucket + 1]; ++i)
                        if (entries[i].cube == cube) visit(entries[i].member);
                }
    }

private:
    struct Cube {
        std::int64_t x, y, z;
        friend bool operator==(const Cube& a, const Cube& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
    };
    struct Entry {
        Cube cube;
        int member;
    };

    Cube cubeOf(const Vector3& point) const;
    std::size_t bucketOf(const Cube& cube) const {
        const auto mix = [](std::int64_t i, std::uint64_t prime) { return std::uint64_t(i) * prime; };
        const std::uint64_t hash = mix(cube.x, 0x9E3779B97F4A7C15u) ^ mix(cube.y, 0xC2B2AE3D27D4EB4Fu) ^
                                   mix(cube.z, 0x165667B19E3779F9u); // large odd numbers
        return std::size_t((hash ^ (hash >> 29)) & mask);
    }

    SimTK::Real inverseCell = 1;
    std::uint64_t mask = 0;
    std::vector<std::size_t> starts; // of the entries of each bucket, and their end
    std::vector<Entry> entries;
};

} // namespace simbodydem

#endif
