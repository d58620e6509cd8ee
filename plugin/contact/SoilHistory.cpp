// SPDX-License-Identifier: Apache-2.0
#include "contact/SoilHistory.h"

#include <algorithm>
#include <map>

namespace simbodydem {

using SimTK::Real;

namespace {

std::int64_t floorOf(std::int64_t i, std::int64_t width) { return i >= 0 ? i / width : -((width - 1 - i) / width); }

struct TileIndex {
    std::int64_t tile;
    int index;
};
TileIndex tileIndexOf(std::int64_t cell, int width) {
    const std::int64_t i = CellNumber::first(cell), j = CellNumber::second(cell);
    const std::int64_t ti = floorOf(i, width), tj = floorOf(j, width);
    return {CellNumber::of(ti, tj), int((i - ti * width) * width + j - tj * width)};
}

template <class Tiles> auto findTile(Tiles& tiles, std::int64_t number) {
    return std::lower_bound(tiles.begin(), tiles.end(), number,
                            [](const auto& tile, std::int64_t wanted) { return tile.first < wanted; });
}

} // namespace

Real SoilRuts::get(std::int64_t cell) const {
    if (!tiles) return 0;
    const TileIndex found = tileIndexOf(cell, width);
    const auto at = findTile(*tiles, found.tile);
    return at == tiles->end() || at->first != found.tile ? 0 : (*at->second)[found.index];
}

void SoilRuts::set(const std::vector<std::pair<std::int64_t, Real>>& yieldDepths) {
    if (yieldDepths.empty()) return;
    auto changed = tiles ? std::make_shared<Tiles>(*tiles) : std::make_shared<Tiles>();
    std::map<std::int64_t, std::shared_ptr<Tile>> own; // copied for this change
    for (const auto& [cell, depth] : yieldDepths) {
        const TileIndex found = tileIndexOf(cell, width);
        std::shared_ptr<Tile>& tile = own[found.tile];
        if (!tile) {
            auto at = findTile(*changed, found.tile);
            const bool isKnown = at != changed->end() && at->first == found.tile;
            tile = isKnown ? std::make_shared<Tile>(*at->second) : std::make_shared<Tile>(Tile{});
            if (!isKnown) at = changed->insert(at, {found.tile, nullptr});
            at->second = tile;
        }
        (*tile)[found.index] = depth;
    }
    tiles = std::move(changed);
}

void SoilMemory::endContacts() {
    std::vector<std::pair<std::int64_t, Real>> left;
    for (const SoilCellMemory& cell : touched) left.emplace_back(cell.cell, cell.yieldDepth);
    ruts.set(left);
    touched.clear();
}

} // namespace simbodydem
