// SPDX-License-Identifier: Apache-2.0
#include "force/SoilRuts.h"

#include "areas/SoilContacts.h"
#include "base/EigenBridge.h"
#include "force/DEMContactForceImpl.h"
#include "geometry/HeightField.h"
#include "geometry/TriangleMesh.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

namespace {

const CompiledSoil& soilOf(const DEMContactForce& force, ContactSurfaceIndex surface) {
    return *implOf(force).getCompiled().layers.findSoil(surface);
}

} // namespace

RutIndices indicesOfRut(std::int64_t cell) { return {int(CellNumber::first(cell)), int(CellNumber::second(cell))}; }

std::int64_t rutAt(const RutIndices& indices) { return CellNumber::of(indices.i, indices.j); }

std::vector<ContactSurfaceIndex> findSoils(const DEMContactForce& force) {
    std::vector<ContactSurfaceIndex> surfaces;
    for (const CompiledSoil& soil : implOf(force).getCompiled().layers.soils)
        surfaces.push_back(ContactSurfaceIndex(soil.surface));
    return surfaces;
}

const SoilMemory* findSoilMemory(const DEMContactForce& force, const State& state, ContactSurfaceIndex surface) {
    const DEMContactForceImpl& impl = implOf(force);
    const bool isEvaluated = state.getSystemStage() >= Stage::Dynamics && !impl.isDisabled(state);
    const ContactHistory& history = isEvaluated ? impl.getNextHistory(state) : impl.getVariables().getHistory(state);
    for (const SoilMemory& memory : history.layers.soils)
        if (memory.surface == surface) return &memory;
    return nullptr;
}

std::vector<RutCell> calcRuts(const DEMContactForce& force, const State& state, ContactSurfaceIndex surface) {
    const SoilMemory* memory = findSoilMemory(force, state, surface);
    if (!memory) return {};
    const CompiledSoil& soil = soilOf(force, surface);
    std::vector<RutCell> cells;
    for (const SoilCellMemory& touched : memory->touched)
        cells.push_back({touched.cell, findSinkage(soil, touched.yieldDepth, touched.surface)});
    const std::size_t numTouched = cells.size();
    memory->ruts.visit([&](std::int64_t cell, Real yieldDepth) {
        const auto end = cells.begin() + std::ptrdiff_t(numTouched);
        const auto at = std::lower_bound(cells.begin(), end, cell,
                                         [](const RutCell& c, std::int64_t wanted) { return c.cell < wanted; });
        const bool isTouched = at != end && at->cell == cell; // the present value counts
        if (!isTouched) cells.push_back({cell, findSinkage(soil, yieldDepth)});
    });
    std::sort(cells.begin(), cells.end(), [](const RutCell& a, const RutCell& b) { return a.cell < b.cell; });
    return cells;
}

std::vector<Vec3> calcRutOutline(const DEMContactForce& force, ContactSurfaceIndex surface, std::int64_t cell,
                                 Real depth) {
    const SoilGrid& grid = soilOf(force, surface).grid;
    std::vector<Vec3> corners;
    for (const Vector3& corner : grid.cornersOf(cell, depth)) corners.push_back(grid.shape.X_BS * toSimTK(corner));
    return corners;
}

std::optional<RutCenter> calcRutCenter(const DEMContactForce& force, ContactSurfaceIndex surface, std::int64_t cell) {
    const SoilGrid& grid = soilOf(force, surface).grid;
    const auto center = grid.centerOf(CellNumber::first(cell), CellNumber::second(cell));
    if (!center) return std::nullopt;
    return RutCenter{grid.shape.X_BS * toSimTK(center->point), grid.shape.X_BS.R() * toSimTK(center->up)};
}

SoilSurface getSoilSurface(const DEMContactForce& force, ContactSurfaceIndex surface) {
    const SoilGrid& grid = soilOf(force, surface).grid;
    const bool isSmooth = !grid.isPlane() && grid.shape.mesh->smooth;
    return {grid.isPlane(), grid.width, isSmooth ? grid.shape.mesh->smooth->sag : 0};
}

SoilTriangles calcSoilTriangles(const DEMContactForce& force, ContactSurfaceIndex terrain) {
    const SoilGrid& grid = soilOf(force, terrain).grid;
    SoilTriangles all;
    for (const kernels::Vector& vertex : grid.shape.mesh->vertices)
        all.corners.push_back(grid.shape.X_BS * toSimTK(vertex));
    for (const auto& triangle : grid.shape.mesh->triangles) all.triangles.push_back(triangle.vertex);
    return all;
}

} // namespace simbodydem
