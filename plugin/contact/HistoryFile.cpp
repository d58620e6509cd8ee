// SPDX-License-Identifier: Apache-2.0
#include "contact/HistoryFile.h"

#include <algorithm>
#include <set>

namespace simbodydem {

SavedHistory toSaved(const ContactHistory& history, const HistoryModel& model) {
    SavedHistory saved;
    saved.time = history.time;
    saved.ledger = history.ledger;
    saved.passing = history.passing;
    std::set<int> bodies; // poses of other bodies are of earlier commits, or not set
    for (std::size_t i = 0; i < history.rows.size(); ++i) {
        const ContactRow& row = history.rows[i];
        if (model.hasFullRows())
            saved.contacts.push_back(row.full());
        else
            static_cast<ContactRow&>(saved.contacts.emplace_back()) = row;
        bodies.insert({model.bodyOf[row.key.a], model.bodyOf[row.key.b]});
    }
    // A layer's elements that touch next need the poses of both bodies at this commit.
    if (!history.poses.empty())
        for (const auto& [layer, opposite] : model.layerPairs)
            bodies.insert({model.bodyOf[layer], model.bodyOf[opposite]});
    saved.layers = history.layers.pairs;
    for (const LayerPairMemory& pair : history.layers.pairs)
        for (int i = pair.first; i < pair.last; ++i)
            saved.elements.push_back({pair.layer, pair.opposite, history.layers.elements[i]});
    for (const SoilMemory& soil : history.layers.soils) {
        for (const SoilCellMemory& cell : soil.touched) {
            saved.soilCells.push_back({soil.surface, cell});
            bodies.insert({model.bodyOf[soil.surface], model.bodyOf[cell.surface]});
        }
        soil.ruts.visit([&](std::int64_t cell, SimTK::Real depth) {
            saved.ruts.push_back({soil.surface, cell, depth});
        });
    }
    for (int body : bodies) saved.bodies.push_back({body, history.poses[model.slotOf.at(body)]});
    return saved;
}

ContactHistory toHistory(const SavedHistory& saved, const HistoryModel& model) {
    ContactHistory history;
    history.time = saved.time;
    history.ledger = saved.ledger;
    history.passing = saved.passing;
    std::sort(history.passing.begin(), history.passing.end());
    history.rows.start(model.hasFullRows());
    for (const FullContactRow& saved : saved.contacts) {
        ContactRow& row = history.rows.add();
        if (model.hasFullRows())
            row.full() = saved;
        else
            row = saved;
    }
    for (const auto& [layer, opposite] : model.layerPairs) // in the order of an evaluation
        for (const LayerPairMemory& pair : saved.layers) {
            if (pair.layer != layer || pair.opposite != opposite) continue;
            std::vector<ElementMemory>& elements = history.layers.elements;
            LayerPairMemory kept = pair;
            kept.first = int(elements.size());
            for (const SavedElement& element : saved.elements)
                if (element.layer == layer && element.opposite == opposite) elements.push_back(element.memory);
            kept.last = int(elements.size());
            std::sort(elements.begin() + kept.first, elements.end(),
                      [](const ElementMemory& x, const ElementMemory& y) { return x.element < y.element; });
            history.layers.pairs.push_back(kept);
        }
    if (!saved.soilCells.empty() || !saved.ruts.empty())
        for (const int surface : model.soils) {
            SoilMemory& soil = history.layers.soils.emplace_back();
            soil.surface = surface;
            for (const SavedSoilCell& cell : saved.soilCells)
                if (cell.soil == surface) soil.touched.push_back(cell.memory);
            std::sort(soil.touched.begin(), soil.touched.end(),
                      [](const SoilCellMemory& x, const SoilCellMemory& y) { return x.cell < y.cell; });
            std::vector<std::pair<std::int64_t, SimTK::Real>> ruts;
            for (const SavedRut& rut : saved.ruts)
                if (rut.soil == surface) ruts.emplace_back(rut.cell, rut.yieldDepth);
            soil.ruts.set(ruts);
        }
    const Vector3 nowhere = Vector3::Constant(SimTK::NaN); // the position is unknown
    history.poses.assign(model.slotOf.size(), {Matrix3::Identity(), nowhere, Vector3::Zero(), Vector3::Zero()});
    for (const SavedBody& body : saved.bodies) history.poses[model.slotOf.at(body.index)] = body.pose;
    return history;
}

} // namespace simbodydem
