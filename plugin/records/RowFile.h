// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROW_FILE_H
#define SIMBODYDEM_ROW_FILE_H

#include "SimTKcommon.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

/** Rows of a table. Numbers have the fewest digits that give them back, whatever the locale. */
class Rows {
public:
    explicit Rows(char delimiter) : delimiter(delimiter) {}
    Rows& add(SimTK::Real);
    Rows& add(const SimTK::Vec3& v) { return add(v[0]).add(v[1]).add(v[2]); }
    Rows& addInteger(std::int64_t); // a double would round what is beyond 2^53
    void end() {
        text.back() = '\n'; // was the delimiter
        ++count;
    }

private:
    friend class RowFile;
    const char delimiter;
    std::string text;
    long count = 0;
};

/** A text file that grows by rows, which are handed to the operating system at once. Rows that do not fit on the
disk any more are taken off again: append() adds all of them or none. One file is for one table of this process, whatever it
is named by.
    @throws std::runtime_error, naming the file, whenever something cannot be written
    @throws std::invalid_argument, naming it, at the start of a second table, which would destroy the first */
class RowFile {
public:
    /** Comma-separated values. */
    static RowFile csv(const std::string& path, const std::vector<std::string>& columns);
    /** An OpenSim storage file. The number of rows is kept right by writing it anew after the rows, into a field of
    fixed width: blanks at its end are nothing to OpenSim. */
    static RowFile storage(const std::string& path, const std::vector<std::string>& columns);
    /** Anything that begins like this. */
    static RowFile text(const std::string& path, const std::string& start);

    void append(const Rows&);
    void append(const std::string& row);
    /** Take all rows off again; for text alone. */
    void cutToStart();
    /** Lets the file go. Rows that are appended later go on where it ends, if it still is what this table has written; else append()
    throws std::runtime_error, since others may have written it, cut it or removed it. */
    void close() { file.reset(); }
    const std::string& getPath() const { return path; }
    /** Returns true if that path leads to this file, through links too. */
    bool isAt(const std::string& otherPath) const;

private:
    struct Close {
        void operator()(std::FILE*) const;
    };
    explicit RowFile(const std::string& path);
    void open(const char* mode);
    void start(const std::string& text);
    void reopen();
    void write(const std::string& text);
    void writeRowCount();
    void cutTo(std::uintmax_t newSize);
    std::string rowCount() const;
    [[noreturn]] void fail() const;

    std::string path;
    std::filesystem::path absolute; // the working directory may change
    std::unique_ptr<std::FILE, Close> file;
    long rowCountAt = -1; // place of the field; none in comma-separated values
    long rows = 0;
    std::uintmax_t size = 0, startSize = 0;              // of all and of what stands before the rows [bytes]
    std::uint64_t fingerprint = 0, startFingerprint = 0; // of the same, with the row count of the start
};

} // namespace simbodydem

#endif
