// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/PointOnField.h"

#include "geometry/HeightField.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::kernels {

MeshPoint findFoot(const HeightField& field, const Vector& query, double fromX, double fromY) {
    bool isOnBorder;
    const HeightField::At at = descend(field, FromPoint{query}, fromX, fromY, isOnBorder);
    const Vector line = query - at.point, upwards = at.normal();
    const int feature = 2 * field.cellOf(at.point[0], at.point[1]); // the first triangle of the cell
    if (isOnBorder && line.norm() > 0) return {at.point, line.normalized(), line.norm(), feature};
    return {at.point, upwards, upwards.dot(line), feature};
}

bool isOver(const HeightField& field, const Vector& query) {
    return query[0] >= field.x.front() && query[0] <= field.x.back() && query[1] >= field.y.front() &&
           query[1] <= field.y.back();
}

double heightOver(const HeightField& field, const Vector& query) {
    return query[2] - field.at(query[0], query[1]).point[2];
}

void moveToField(const HeightField& field, const Vector& query, double size, std::vector<MeshPoint>& found) {
    const bool isOverIt = isOver(field, query), isBelow = isOverIt && heightOver(field, query) < 0;
    for (MeshPoint& at : found) at = findFoot(field, query, at.point[0], at.point[1]);
    if (isOverIt) found.push_back(findFoot(field, query, query[0], query[1]));
    const auto isThroughIt = [&](const MeshPoint& at) { // true if another part of the surface is between
        return isBelow ? at.distance > 1e-12 * size : at.distance < -1e-12 * size;
    };
    found.erase(std::remove_if(found.begin(), found.end(), isThroughIt), found.end());
    std::sort(found.begin(), found.end(),
              [&](const MeshPoint& a, const MeshPoint& b) { return std::abs(a.distance) < std::abs(b.distance); });
    for (std::size_t i = 0; i < found.size(); ++i)
        for (std::size_t j = found.size(); --j > i;)
            if (isBelow || (found[i].point - found[j].point).norm() < 1e-6 * size)
                found.erase(found.begin() + std::ptrdiff_t(j));
    std::sort(found.begin(), found.end(), [](const MeshPoint& a, const MeshPoint& b) { return a.feature < b.feature; });
}
} // namespace simbodydem::kernels
