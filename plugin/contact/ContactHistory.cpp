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
    version = 0;
}

bool haveSameMemory(const LayerHistory& x, const LayerHistory& y) {
    const auto areEqual = [](const auto& a, const auto& b, const auto& isSame) {
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), isSame);
    };
    const auto isSamePair = [](const LayerPairMemory& a, const LayerPairMemory& b) {
        return a.layer == b.layer && a.opposite == b.opposite && a.first == b.first && a.last == b.last;
    };
    const auto isSameElement = [](const ElementMemory& a, const ElementMemory& b) {
        return a.element == b.element && a.anchor == b.anchor && a.limitLength == b.limitLength && a.dampingTime == b.dampingTime &&
               a.touchSpeed == b.touchSpeed;
    };
    const auto isSameCell = [](const SoilCellMemory& a, const SoilCellMemory& b) {
        return a.cell == b.cell && a.surface == b.surface && a.depth == b.depth && a.yieldDepth == b.yieldDepth && a.normal == b.normal &&
               a.shear.displacement == b.shear.displacement && a.shear.hardening == b.shear.hardening &&
               a.shear.stiffness == b.shear.stiffness && a.shear.reach == b.shear.reach && a.area == b.area && a.rim == b.rim &&
               a.reach == b.reach && a.groundDepth == b.groundDepth;
    };
    const auto isSameSoil = [&](const SoilMemory& a, const SoilMemory& b) {
        return a.surface == b.surface && a.ruts.isSharedWith(b.ruts) && areEqual(a.touched, b.touched, isSameCell);
    };
    return areEqual(x.pairs, y.pairs, isSamePair) && areEqual(x.elements, y.elements, isSameElement) &&
           areEqual(x.soils, y.soils, isSameSoil);
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
