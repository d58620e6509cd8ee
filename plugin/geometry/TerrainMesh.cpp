// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "geometry/TerrainMesh.h"

#include <memory>
#include <utility>

namespace simbodydem::kernels {

MeshFault makeTerrain(TriangleMesh& mesh, const std::vector<double>& x, const std::vector<double>& y,
                      const std::vector<double>& heights, double rounding) {
    std::vector<Vector> points;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = 0; j < y.size(); ++j) points.emplace_back(x[i], y[j], heights[i * y.size() + j]);
    return makeMesh(mesh, std::move(points), makeGridTriangles(int(x.size()), int(y.size())), rounding);
}

void makeSmooth(TriangleMesh& terrain, const std::vector<double>& x, const std::vector<double>& y,
                std::vector<HeightField::Node> nodes) {
    auto field = std::make_shared<HeightField>();
    field->x = x;
    field->y = y;
    field->nodes = std::move(nodes);
    field->sag = findSag(*field);
    terrain.smooth = field;
}

} // namespace simbodydem::kernels
