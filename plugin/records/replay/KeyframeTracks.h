// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RECORDS_REPLAY_KEYFRAME_TRACKS_H
#define SIMBODYDEM_RECORDS_REPLAY_KEYFRAME_TRACKS_H

#include <cstddef>
#include <string>
#include <vector>

namespace simbodydem {

/** Stores things that change with time, each as a record of fixed size. A row has the new things, a bit for each thing, and the records
whose bit is set. These have changed since the row before. In a key row they differ from the records of the things when they were new. So a
reader reaches a row from any key row before it, and a record that never changes is written once. */
class KeyframeTracks {
public:
    explicit KeyframeTracks(std::size_t recordSize) : recordSize(recordSize) {}

    int size() const { return int(hasChanged.size()); }
    /** Adds a thing.
    @returns its number */
    int add(const std::string& record);
    void set(int thing, const std::string& record);

    /** Returns the size of the next row [bytes]. */
    std::size_t calcRowSize(bool isKey) const;
    /** Returns the row, which is empty if nothing is new or has changed. The next row starts from here. */
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
