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

/** Builds rows of a table. Numbers have the fewest digits that reproduce them, in every locale. */
class Rows {
public:
    explicit Rows(char delimiter) : delimiter(delimiter) {}
    Rows& add(SimTK::Real);
    Rows& add(const SimTK::Vec3& v) { return add(v[0]).add(v[1]).add(v[2]); }
    Rows& addInteger(std::int64_t); // a double would round integers beyond 2^53
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

/** Writes a text file that grows by rows. Rows go to the operating system at once. If rows do not fit on the disk, they are
removed again: append() adds all of them or none. One file belongs to one table of this process, by whatever path.
    @throws std::runtime_error, naming the file, whenever something cannot be written
    @throws std::invalid_argument, naming it, at the start of a second table, which would destroy the first */
class RowFile {
public:
    /** Makes a file of comma-separated values. */
    static RowFile csv(const std::string& path, const std::vector<std::string>& columns);
    /** Makes an OpenSim storage file. The number of rows is written again after new rows, into a field of fixed width. OpenSim
    ignores blanks at its end. */
    static RowFile storage(const std::string& path, const std::vector<std::string>& columns);
    /** Makes a file that begins with this text. At any time it also ends with `end`, which a new row replaces in one write.
    @param end  only for files that are never cut to their start */
    static RowFile text(const std::string& path, const std::string& start, const std::string& end = "");

    void append(const Rows&);
    void append(const std::string& row);
    /** Removes all rows; only for text. */
    void cutToStart();
    /** Closes the file. Later rows are appended at its end if it still is what this table has written. Otherwise append() throws
    std::runtime_error, since others may have written, cut or removed the file. */
    void close() { file.reset(); }
    const std::string& getPath() const { return path; }
    const std::filesystem::path& getAbsolutePath() const { return absolute; }
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
    long rowCountAt = -1; // position of the field; -1 if there is none
    long rows = 0;
    std::string end;                        // follows the last row
    std::uintmax_t size = 0, startSize = 0; // up to the end of the rows and of the part before them [bytes]
    std::uint64_t fingerprint = 0, startFingerprint = 0; // of the same, with the row count of the start
};

} // namespace simbodydem

#endif
