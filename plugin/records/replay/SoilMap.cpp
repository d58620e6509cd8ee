// SPDX-License-Identifier: Apache-2.0
#include "records/replay/SoilMap.h"

#include "records/RecordCheck.h"
#include "records/replay/ByteWriter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

constexpr Real stepsPerWidth = 1024;         // steps of a sinkage in the width of a cell
constexpr Real deeperPerWidth = 64;          // steps of the elastic depth
constexpr Real mostSinkageSteps = 500000000; // differences of two of them are 32-bit numbers

template <class Visit> void forEachSoil(const std::vector<DEMContactForce>& forces, const Visit& visit) {
    std::size_t number = 0;
    for (const DEMContactForce& force : forces)
        for (const ContactSurfaceIndex s : findSoils(force)) visit(number++, force, s);
}

std::int32_t toSteps(Real length, Real step) { return std::int32_t(std::lround(std::min(length / step, mostSinkageSteps))); }

// Returns what the page needs to know about the whole surface.
std::string describeSurface(const DEMContactForce& force, ContactSurfaceIndex s) {
    const SoilSurface surface = getSoilSurface(force, s);
    std::string text =
        "{name:" + toScriptString(force.getSurfaceName(s)) + ",width:" + toScriptNumber(surface.cellWidth);
    if (surface.isPlane) {
        const RutCenter origin = *calcRutCenter(force, s, rutAt({0, 0}));
        const Vec3 first = calcRutCenter(force, s, rutAt({1, 0}))->point - origin.point,
                   second = calcRutCenter(force, s, rutAt({0, 1}))->point - origin.point;
        return text + ",plane:[" + toScriptList(origin.point) + "," + toScriptList(first) + "," + toScriptList(second) +
               "," + toScriptList(origin.up) + "]}";
    }
    ByteWriter corners, triangles;
    const SoilTriangles mesh = calcSoilTriangles(force, s);
    for (const Vec3& corner : mesh.corners) corners.addFloats(corner);
    for (const auto& triangle : mesh.triangles)
        for (const int corner : triangle) triangles.addInt32(corner);
    return text + ",sag:" + toScriptNumber(surface.sag) + ",corners:\"" + toBase64(corners.str()) + "\",triangles:\"" +
           toBase64(triangles.str()) + "\"}";
}

} // namespace

std::string SoilMap::describeSoils(const std::vector<DEMContactForce>& forces) {
    std::string soils;
    forEachSoil(forces, [&](std::size_t, const DEMContactForce& force, ContactSurfaceIndex s) {
        soils += (soils.empty() ? "" : ",") + describeSurface(force, s);
    });
    return "[" + soils + "]";
}

std::vector<SoilMap::Content> SoilMap::find(const std::string& caller, const std::vector<DEMContactForce>& forces,
                                            const State& state) {
    std::vector<Content> contents;
    forEachSoil(forces, [&](std::size_t, const DEMContactForce& force, ContactSurfaceIndex s) {
        contents.push_back({calcRuts(force, state, s), force.getElementRecords(state, s)});
        checkRecords(caller, force, s, contents.back().pressed, state.getTime());
    });
    return contents;
}

std::string SoilMap::Soil::addNodes(const DEMContactForce& force, ContactSurfaceIndex s,
                                    const std::vector<RutCell>& ruts) {
    std::vector<std::int64_t> cells, added;
    std::unordered_set<std::int64_t> isAdded;
    for (const RutCell& rut : ruts) {
        const auto known = numbers.find(rut.cell);
        if (known != numbers.end() && nodes[known->second].isCell) continue;
        if (nodes.size() + added.size() + 9 > std::size_t(mostNodes)) break;
        cells.push_back(rut.cell);
        const RutIndices node = indicesOfRut(rut.cell);
        for (int i = -1; i <= 1; ++i)
            for (int j = -1; j <= 1; ++j) {
                const std::int64_t cell = rutAt({node.i + i, node.j + j});
                if (!numbers.count(cell) && isAdded.insert(cell).second) added.push_back(cell);
            }
    }
    std::sort(added.begin(), added.end());
    const bool isPlane = getSoilSurface(force, s).isPlane;
    ByteWriter indices, points;
    for (const std::int64_t cell : added) {
        const auto center = calcRutCenter(force, s, cell);
        if (!center) continue;
        numbers.emplace(cell, int(nodes.size()));
        nodes.emplace_back();
        const RutIndices node = indicesOfRut(cell);
        indices.addSigned(node.i - lastNode.i).addSigned(node.j - lastNode.j);
        lastNode = node;
        if (isPlane) continue;
        points.addFloats(center->point);
        for (int axis = 0; axis < 3; ++axis) points.addFraction(center->up[axis]);
    }
    for (const std::int64_t cell : cells) nodes[numbers.at(cell)].isCell = true;
    return quoted(indices) + "," + quoted(points);
}

std::string SoilMap::Soil::takeChanges(const std::vector<RutCell>& ruts, Real step, int row) {
    std::vector<std::pair<int, std::int32_t>> changes; // node and difference
    const auto change = [&](int number, std::int32_t sinkage) {
        Node& node = nodes[number];
        if (node.sinkage != sinkage) changes.emplace_back(number, sinkage - node.sinkage);
        node.sinkage = sinkage;
    };
    int numSeen = 0;
    for (const RutCell& rut : ruts) {
        const auto at = numbers.find(rut.cell);
        if (at == numbers.end() || !nodes[at->second].isCell) continue; // beyond the limit of a page
        nodes[at->second].seen = row;
        ++numSeen;
        change(at->second, toSteps(rut.sinkage, step));
    }
    if (numSeen < numSeenBefore) // a history without these ruts has replaced the one before
        for (int number = 0; number < int(nodes.size()); ++number)
            if (nodes[number].seen != row) change(number, 0);
    numSeenBefore = numSeen;
    std::sort(changes.begin(), changes.end());
    ByteWriter bytes;
    int next = 0; // number after the last one
    for (const auto& [number, difference] : changes) {
        bytes.addVariable(std::uint32_t(number - next)).addSigned(difference);
        next = number + 1;
    }
    return quoted(bytes);
}

std::string SoilMap::Soil::describePressed(const Content& content, Real width, PressureMap::Count& count) {
    std::uint64_t oneOf = 1;
    while (std::int64_t(content.pressed.size() / oneOf) > mostPressed) oneOf *= 2;
    std::map<int, const ElementRecord*> pressed; // by number
    for (const ElementRecord& e : content.pressed) {
        count.peak = std::max(count.peak, e.pressure);
        const auto at = numbers.find(e.element);
        if (isChosen(e.element, oneOf) && at != numbers.end() && nodes[at->second].isCell)
            pressed.emplace(at->second, &e);
    }
    count.touching += content.pressed.size();
    count.drawn += pressed.size();
    ByteWriter bytes;
    int next = 0; // number after the last one
    const Real step = width / deeperPerWidth;
    for (const auto& [number, e] : pressed) {
        const Real rut = nodes[number].sinkage * width / stepsPerWidth;
        bytes.addVariable(std::uint32_t(number - next)).addMarked(e->pressure, e->sliding);
        bytes.addVariable(oneOf > 1 ? 0 : std::uint32_t(toSteps(std::max(e->depth - rut, Real(0)), step)));
        next = number + 1;
    }
    return quoted(bytes);
}

void SoilMap::addTo(std::string& row, const std::vector<DEMContactForce>& forces, const std::vector<Content>& contents,
                    PressureMap::Count& count) {
    ++numRows;
    soils.resize(contents.size());
    std::string all;
    forEachSoil(forces, [&](std::size_t k, const DEMContactForce& force, ContactSurfaceIndex s) {
        const Real width = getSoilSurface(force, s).cellWidth;
        Soil& soil = soils[k];
        const std::string nodes = soil.addNodes(force, s, contents[k].ruts),
                          changes = soil.takeChanges(contents[k].ruts, width / stepsPerWidth, numRows),
                          pressed = soil.describePressed(contents[k], width, count);
        const bool isSame = pressed == soil.pressedBefore;
        soil.pressedBefore = pressed;
        const std::string entry = nodes + "," + changes + (isSame ? "" : "," + pressed);
        if (entry != "\"\",\"\",\"\"") all += (all.empty() ? "[" : ",[") + std::to_string(k) + "," + entry + "]";
    });
    if (!all.empty()) row += ",soils:[" + all + "]";
}

} // namespace simbodydem
