// SPDX-License-Identifier: Apache-2.0
#include "records/RowFile.h"

#include "base/Fingerprint.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <stdexcept>

namespace simbodydem {

namespace fs = std::filesystem;

namespace {

// The files that are being written. The list is never destroyed, since a table may live as long as the process.
struct OpenFiles {
    std::mutex mutex;
    std::map<std::FILE*, fs::path> paths;
};

OpenFiles& openFiles() {
    static OpenFiles& files = *new OpenFiles;
    return files;
}

std::string join(const std::vector<std::string>& words, char delimiter) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : std::string(1, delimiter)) + word;
    return line + "\n";
}

} // namespace

Rows& Rows::add(SimTK::Real value) {
    char digits[32]; // the longest double has 24
    value += 0;      // no minus before a zero
    text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr) += delimiter;
    return *this;
}

Rows& Rows::addInteger(std::int64_t value) {
    (text += std::to_string(value)) += delimiter;
    return *this;
}

bool RowFile::isAt(const std::string& otherPath) const {
    std::error_code isMissing; // if one is missing, they differ
    return fs::equivalent(absolute, otherPath, isMissing);
}

void RowFile::open(const char* mode) {
    OpenFiles& files = openFiles();
    const std::lock_guard<std::mutex> lock(files.mutex);
    for (const auto& other : files.paths)
        if (isAt(other.second.string()))
            throw std::invalid_argument(path + " is being written already, as " + other.second.string() +
                                        "; use a different file for each table");
    std::FILE* const opened = std::fopen(absolute.string().c_str(), mode);
    if (!opened) fail();
    files.paths[opened] = absolute;
    file.reset(opened);
    std::setvbuf(opened, nullptr, _IONBF, 0); // written text goes to the operating system at once
}

void RowFile::Close::operator()(std::FILE* file) const {
    OpenFiles& files = openFiles();
    const std::lock_guard<std::mutex> lock(files.mutex);
    files.paths.erase(file);
    std::fclose(file);
}

RowFile::RowFile(const std::string& path) : path(path), absolute(fs::absolute(path)) { open("wb"); }

void RowFile::start(const std::string& text) {
    write(text + end);
    size = startSize = text.size();
    fingerprint = startFingerprint = fingerprintOf(text);
}

RowFile RowFile::csv(const std::string& path, const std::vector<std::string>& columns) {
    RowFile file(path);
    file.start(join(columns, ','));
    return file;
}

RowFile RowFile::storage(const std::string& path, const std::vector<std::string>& columns) {
    RowFile file(path);
    const std::string name = path.substr(path.find_last_of("/\\") + 1) + "\nversion=1\nnRows=";
    file.rowCountAt = long(name.size());
    file.start(name + file.rowCount() + "\nnColumns=" + std::to_string(columns.size()) + "\ninDegrees=no\nendheader\n" +
               join(columns, '\t'));
    return file;
}

RowFile RowFile::text(const std::string& path, const std::string& start, const std::string& end) {
    RowFile file(path);
    file.end = end;
    file.start(start);
    return file;
}

void RowFile::cutTo(std::uintmax_t newSize) {
    std::error_code cannotBeCut;
    fs::resize_file(absolute, newSize, cannotBeCut);
    if (cannotBeCut) throw std::runtime_error(path + " cannot be written: " + cannotBeCut.message());
    if (std::fseek(file.get(), 0, SEEK_END) != 0) fail();
}

void RowFile::cutToStart() {
    if (!file) reopen();
    cutTo(startSize);
    size = startSize;
    fingerprint = startFingerprint;
}

// Opens the file again. Others may have changed it since it was closed.
void RowFile::reopen() {
    open("r+b");
    std::ifstream in(absolute, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (rowCountAt >= 0 && text.size() >= startSize) {
        const std::string none = std::to_string(0), count = rowCount();
        if (text.compare(std::size_t(rowCountAt), count.size(), count) == 0)
            text.replace(std::size_t(rowCountAt), count.size(), none + std::string(count.size() - none.size(), ' '));
    }
    const bool hasEnd = text.size() == size + end.size() && text.compare(std::size_t(size), end.size(), end) == 0;
    if (hasEnd) text.resize(std::size_t(size));
    if (!hasEnd || fingerprintOf(text) != fingerprint) {
        file.reset();
        throw std::runtime_error(path + " has changed since it was closed; no row is added to it");
    }
    if (std::fseek(file.get(), 0, SEEK_END) != 0) fail();
}

void RowFile::append(const std::string& row) {
    Rows one('\n');
    one.text = row;
    append(one);
}

void RowFile::append(const Rows& added) {
    if (!file) reopen();
    const long rowsBefore = rows;
    try {
        if (!end.empty() && std::fseek(file.get(), long(size), SEEK_SET) != 0) fail();
        write(added.text + end);
        rows += added.count;
        writeRowCount(); // after the rows, so that the count is never too large if the run ends in between
    } catch (const std::runtime_error&) {
        rows = rowsBefore;
        try {
            cutTo(size);
            write(end);
            writeRowCount();
        } catch (const std::runtime_error&) { // nothing more can be done
        }
        throw;
    }
    size += added.text.size();
    fingerprint = fingerprintOf(added.text, fingerprint);
}

void RowFile::writeRowCount() {
    if (rowCountAt < 0) return;
    if (std::fseek(file.get(), rowCountAt, SEEK_SET) != 0) fail();
    write(rowCount());
    if (std::fseek(file.get(), 0, SEEK_END) != 0) fail();
}

std::string RowFile::rowCount() const {
    std::string count = std::to_string(rows);
    count.resize(12, ' ');
    return count;
}

void RowFile::write(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size()) fail();
}

void RowFile::fail() const { throw std::runtime_error(path + " cannot be written: " + std::strerror(errno)); }

} // namespace simbodydem
