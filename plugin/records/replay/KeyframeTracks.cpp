// SPDX-License-Identifier: Apache-2.0
#include "records/replay/KeyframeTracks.h"

namespace simbodydem {

int KeyframeTracks::add(const std::string& record) {
    first += record;
    now += record;
    hasChanged.push_back(false);
    return size() - 1;
}

void KeyframeTracks::set(int thing, const std::string& record) {
    if (now.compare(thing * recordSize, recordSize, record) == 0) return;
    now.replace(thing * recordSize, recordSize, record);
    hasChanged[thing] = true;
}

bool KeyframeTracks::isWritten(int thing, bool isKey) const {
    const std::size_t at = thing * recordSize;
    return isKey ? now.compare(at, recordSize, first, at, recordSize) != 0 : hasChanged[thing];
}

std::size_t KeyframeTracks::calcRowSize(bool isKey) const {
    std::size_t count = 0;
    for (int i = 0; i < size(); ++i) count += isWritten(i, isKey);
    return (size() - known + count) * recordSize + (size() + 7) / 8;
}

std::string KeyframeTracks::takeRow(bool isKey) {
    std::string mask((size() + 7) / 8, '\0'), records;
    for (int i = 0; i < size(); ++i)
        if (isWritten(i, isKey)) {
            mask[i / 8] = char(mask[i / 8] | 1 << i % 8);
            records.append(now, i * recordSize, recordSize);
        }
    std::string row = first.substr(known * recordSize);
    if (!records.empty() || !row.empty()) row += mask + records;
    hasChanged.assign(hasChanged.size(), false);
    known = size();
    return row;
}

} // namespace simbodydem
