// SPDX-License-Identifier: Apache-2.0
#include "records/replay/PressureMap.h"

#include "force/LayerOutlines.h"
#include "records/RecordCheck.h"
#include "records/replay/ByteWriter.h"

#include "Simbody.h"

#include <algorithm>

namespace simbodydem {

using namespace SimTK;

// Knuth's multiplicative hash
bool isChosen(std::int64_t element, std::uint64_t oneOf) {
    return ((std::uint64_t(element) * 0x9e3779b97f4a7c15u >> 32) & (oneOf - 1)) == 0;
}

std::string PressureMap::describeLayers(const std::vector<DEMContactForce>& forces) {
    std::string layers;
    for (const DEMContactForce& force : forces)
        for (const ContactSurfaceIndex s : findLayers(force))
            layers += (layers.empty() ? "[" : ",[") + toScriptString(force.getSurfaceName(s)) + "," +
                      std::to_string(force.getBody(s).getMobilizedBodyIndex()) + "]";
    return "[" + layers + "]";
}

PressureMap::Elements PressureMap::find(const std::string& caller, const std::vector<DEMContactForce>& forces,
                                        const State& state) {
    Elements touching;
    int layer = 0;
    for (const DEMContactForce& force : forces)
        for (const ContactSurfaceIndex s : findLayers(force)) {
            const auto elements = force.getElementRecords(state, s);
            checkRecords(caller, force, s, elements, state.getTime());
            for (const ElementRecord& e : elements) { // one may touch two surfaces
                const auto found = touching.emplace(Key(layer, e.element), Touching{e.pressure, e.sliding});
                if (e.pressure > found.first->second.pressure) found.first->second = {e.pressure, e.sliding};
            }
            ++layer;
        }
    return touching;
}

void PressureMap::addTo(std::string& row, const std::vector<DEMContactForce>& forces, const Elements& touching,
                        Count& all) {
    std::vector<std::pair<const DEMContactForce*, ContactSurfaceIndex>> layers;
    for (const DEMContactForce& force : forces)
        for (const ContactSurfaceIndex s : findLayers(force)) layers.emplace_back(&force, s);
    std::uint64_t oneOf = 1;
    const auto count = [&] {
        return std::count_if(touching.begin(), touching.end(),
                             [&](const auto& e) { return isChosen(e.first.second, oneOf); });
    };
    while (count() > mostDrawn) oneOf *= 2;

    std::map<int, Touching> drawn; // by number
    std::string news;
    ByteWriter sizes, corners; // of the new elements of one layer
    const auto flush = [&](int layer) {
        if (sizes.str().empty()) return;
        news += (news.empty() ? "[" : ",[") + std::to_string(layer) + ",\"" + toBase64(sizes.str()) + "\",\"" +
                toBase64(corners.str()) + "\"]";
        sizes = corners = ByteWriter();
    };
    int layerBefore = 0;
    for (const auto& e : touching) {
        all.peak = std::max(all.peak, e.second.pressure);
        const int layer = e.first.first;
        if (layer != layerBefore) flush(layerBefore);
        layerBefore = layer;
        if (!isChosen(e.first.second, oneOf)) continue;
        const auto known = outlines.find(e.first);
        int number = int(outlines.size());
        if (known != outlines.end())
            number = known->second;
        else {
            if (number >= mostOutlines) continue;
            outlines.emplace(e.first, number);
            const auto outline = calcOutline(*layers[layer].first, layers[layer].second, e.first.second, 0);
            sizes.addVariable(std::uint32_t(outline.size()));
            for (const Vec3& corner : outline) corners.addFloats(corner);
        }
        drawn.emplace(number, e.second);
    }
    flush(layerBefore);

    ByteWriter elements;
    int next = 0; // number after the last one
    for (const auto& e : drawn) {
        elements.addVariable(std::uint32_t(e.first - next)).addMarked(e.second.pressure, e.second.isSliding);
        next = e.first + 1;
    }
    if (!news.empty()) row += ",outlines:[" + news + "]";
    if (elements.str() != before) row += ",elements:\"" + toBase64(elements.str()) + "\"";
    before = elements.str();
    all.touching += touching.size();
    all.drawn += drawn.size();
}

} // namespace simbodydem
