// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_HISTORY_ROWS_H
#define SIMBODYDEM_CONTACT_HISTORY_ROWS_H

#include "contact/HistoryFile.h"
#include "contact/HistoryText.h"

#include <set>
#include <string>
#include <vector>

namespace simbodydem {

/** Defines the allowed range of a number. */
struct Bounds {
    const char* text; // "> 0"
    bool (*hold)(SimTK::Real);
};

/** Describes the file as it is written or read, line by line and number by number. NaN is the word "none". */
class HistoryRows {
public:
    virtual ~HistoryRows() = default;

    /** Returns true if rows contain the numbers that the direction of a dragged spring needs: from version 3 on. */
    bool hasDraggedSprings() const { return version >= 3; }
    /** Returns true if each element of a layer has its own speed of touch: from version 4 on. Before, all of a layer have one. */
    bool hasTouchSpeeds() const { return version >= 4; }
    /** Returns true if cells of soil contain the reach of their shear: from version 4 on. */
    bool hasSoilReach() const { return version >= 4; }
    /** Returns true if cells of soil contain the rim of their surface: from version 5 on. */
    bool hasSoilRims() const { return version >= 5; }

    /** Writes, or expects, a line of known words. */
    virtual void line(const std::string& words) = 0;
    [[noreturn]] virtual void fail(const std::string& why) const = 0;

    /** Writes or reads one line, which begins with this word. */
    template <class Describe> void row(const char* first, Describe describe) {
        startRow(first, true);
        describe();
        endRow();
    }
    /** Writes or reads one line for each element. The number of lines does not stand in front: a reader takes as many as there are. */
    template <class T, class Describe> void rows(const char* first, std::vector<T>& all, Describe describe) {
        keys.clear();
        for (std::size_t i = 0; startRow(first, i < all.size()); ++i) {
            if (i == all.size()) all.emplace_back();
            describe(all[i]);
            endRow();
        }
    }

    void number(const char* name, const char* unit, SimTK::Real& value, const Bounds&);
    void vector(const char* name, const char* unit, Vector3&);
    void unitVector(const char* name, Vector3&);
    void rotation(const char* name, Matrix3&);
    void index(const char* name, int& value, std::size_t count);
    void index(const char* name, std::int64_t& value, std::size_t count);
    void flag(const char* name, bool& value);
    void memory(const char* name, LawHistory&);
    /** Fails if two rows of one kind have the same key. */
    void key(const std::vector<std::int64_t>& key) {
        if (!keys.insert(key).second) fail("this body or contact has two lines");
    }

protected:
    int version = historyVersion;

private:
    /** Begins a line.
        @param isThere  true if a line with this first word must follow; otherwise a reader looks for itself
        @returns true if the line follows */
    virtual bool startRow(const char* first, bool isThere) = 0;
    virtual void transfer(const char* name, SimTK::Real&) = 0;
    virtual void endRow() = 0;

    std::set<std::vector<std::int64_t>> keys;
};

/** Writes or reads the content of the file, in its order. A history that is read must be empty before. */
void describeHistory(HistoryRows&, SavedHistory&, const HistoryModel&);

} // namespace simbodydem

#endif
