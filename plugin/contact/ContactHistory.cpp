// SPDX-License-Identifier: Apache-2.0
#include "contact/ContactHistory.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace simbodydem {

void ContactHistory::end(const ContactHistory& last, const EnergyTotals& now) {
    ledger = std::isnan(last.time) ? last.ledger : last.ledger.withoutSprings(now);
    isLateWarned = last.isLateWarned;
    atFirstSight.isWarned = last.atFirstSight.isDue();
    beyondShape.isWarned = last.beyondShape.isDue();
    farTurned.isWarned = last.farTurned.isDue();
    oneSided.isWarned = last.oneSided.isDue();
    tooDeepForLayer.isWarned = last.tooDeepForLayer.isDue();
    behindLayer.isWarned = last.behindLayer.isDue();
    fastInSand.isWarned = last.fastInSand.isDue();
    layers.endContacts(last.layers);
    clear();
}

void LayerHistory::endContacts(const LayerHistory& last) {
    pairs.clear();
    elements.clear();
    soils = last.soils;
    for (SoilMemory& soil : soils) soil.endContacts();
}

std::ostream& operator<<(std::ostream& out, const ContactHistory& history) {
    return out << "ContactHistory of " << history.rows.size() << " contacts at t = " << history.time << " s";
}

void HistoryLookup::makeIndex() {
    if (isIndexed) return;
    index.clear();
    for (std::size_t i = 0; i < rows->size(); ++i) index.emplace_back((*rows)[i].key, i);
    std::sort(index.begin(), index.end());
    isIndexed = true;
}

const ContactRow* HistoryLookup::search(const ContactKey& key) {
    makeIndex();
    const auto found = std::lower_bound(index.begin(), index.end(), std::make_pair(key, std::size_t(0)));
    if (found == index.end() || found->first != key) return nullptr;
    expected = found->second + 1;
    return &(*rows)[found->second];
}

} // namespace simbodydem
