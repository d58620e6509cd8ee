// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RECORDS_REPLAY_KEYFRAME_TRACKS_H
#define SIMBODYDEM_RECORDS_REPLAY_KEYFRAME_TRACKS_H

#include <cstddef>
#include <string>
#include <vector>

namespace simbodydem {

/** Things that change with time, each a record of so many bytes. A row has what is new, a bit for each thing, and the records whose bit is
set: those that have changed since the row before, or, in a key row, those that are not what they were when they were new. So a row can
be reached from any key row before it, and what never changes is written once. */
class KeyframeTracks {
public:
    explicit KeyframeTracks(std::size_t recordSize) : recordSize(recordSize) {}

    int size() const { return int(hasChanged.size()); }
    /** One more thing. @returns its number */
    int add(const std::string& record);
    void set(int thing, const std::string& record);

    /** Bytes that the row will have. */
    std::size_t calcRowSize(bool isKey) const;
    /** The row, which is empty if nothing is new or has changed; the next one starts from here. */
    std::string takeRow(bool isKey);

private:
    bool isWritten(int thing, bool isKey) const;

    std::size_t recordSize;
    std::string first, now; // records one after the other
    std::vector<bool> hasChanged;
    int known = 0; // things that earlier rows have
};

} // namespace simbodydem

#endif
