// SPDX-License-Identifier: Apache-2.0
#include "collision/CellList.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using SimTK::Real;

CellList::Cube CellList::cubeOf(const Vector3& point) const {
    const auto coordinate = [this](Real x) { // far away all points share one cube, which costs time only
        return std::int64_t(std::min(std::max(std::floor(x * inverseCell), Real(-1e15)), Real(1e15)));
    };
    return {coordinate(point[0]), coordinate(point[1]), coordinate(point[2])};
}

void CellList::build(const std::vector<Vector3>& points, const std::vector<int>& members, Real cell) {
    inverseCell = 1 / cell;
    std::size_t buckets = 1;
    while (buckets < 2 * members.size()) buckets *= 2;
    mask = buckets - 1;
    starts.assign(buckets + 1, 0);
    entries.resize(members.size());
    for (const int m : members) ++starts[bucketOf(cubeOf(points[m])) + 1];
    for (std::size_t b = 0; b < buckets; ++b) starts[b + 1] += starts[b];
    // Each bucket is filled from its end, so that members keep their order.
    for (std::size_t i = members.size(); i-- > 0;) {
        const Cube cube = cubeOf(points[members[i]]);
        entries[--starts[bucketOf(cube) + 1]] = {cube, members[i]};
    }
    // Each start has become that of the bucket before.
    for (std::size_t b = 0; b < buckets; ++b) starts[b] = starts[b + 1];
    starts[buckets] = members.size();
}

} // namespace simbodydem
