#include "state/ContactHistory.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace simbodydem {

void ContactHistory::end(const ContactHistory& last, const EnergyTotals& now) {
    ledger = std::isnan(last.time) ? last.ledger : last.ledger.withoutSprings(now);
    isLateTold = last.isLateTold;
    isDepthTold = last.isDepthTold || last.tooDeep.pair != 0;
    clear();
}

std::ostream& operator<<(std::ostream& out, const ContactHistory& history) {
    return out << "ContactHistory of " << history.pairs.size() << " contacts at t = " << history.time << " s";
}

const PairHistory* HistoryLookup::search(PairKey key) {
    const std::vector<PairHistory>& pairs = history->pairs;
    if (!isIndexed) {
        index.clear();
        for (std::size_t i = 0; i < pairs.size(); ++i) index.emplace_back(pairs[i].key, i);
        std::sort(index.begin(), index.end());
        isIndexed = true;
    }
    const auto found = std::lower_bound(index.begin(), index.end(), std::make_pair(key, std::size_t(0)));
    if (found == index.end() || found->first != key) return nullptr;
    expected = found->second + 1;
    return &pairs[found->second];
}

} // namespace simbodydem
