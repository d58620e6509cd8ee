#include "ResultFile.h"

#include "Check.h"
#include "Files.h"
#include "Simbody.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>

#include <fcntl.h>
#include <unistd.h>

namespace lab {

namespace {

// Computes FNV-1a of 64 bits, for readers only. Files are compared by the whole spec.
std::uint64_t hash(const std::string& text) {
    std::uint64_t h = 14695981039346656037u;
    for (unsigned char c : text) h = (h ^ c) * 1099511628211u;
    return h;
}

std::string nameVersions() {
    int major, minor, build;
    SimTK_version_simbody(&major, &minor, &build);
#ifdef __clang__
    const char* compiler = "clang";
#else
    const char* compiler = "gcc";
#endif
    return fmt::format("SimbodyDEM {}, Simbody {}.{}.{}, {} {}", SIMBODYDEM_VERSION, major, minor, build, compiler,
                       __VERSION__);
}

// Replaces control characters, of which a zero byte would end a message.
std::string printable(std::string text) {
    for (char& c : text)
        if ((unsigned char)c < ' ') c = '?';
    return text;
}

// Quotes a cell. A cell is one line, and its commas do not separate cells.
std::string quote(std::string text) {
    for (char& c : text)
        if ((unsigned char)c < ' ') c = ' ';
    if (text.find_first_of(",\"") == std::string::npos) return text;
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
    return "\"" + text + "\"";
}

std::string withUnit(const std::string& name, const std::string& unit) {
    return quote(unit == "" ? name : name + " [" + unit + "]");
}

[[noreturn]] void failToWrite(const std::string& file) {
    throw std::runtime_error("cannot write " + file + ": " + std::strerror(errno));
}

// Throws std::invalid_argument with the first line that differs.
[[noreturn]] void refuseHeader(const std::string& file, const std::string& text, const std::string& header) {
    std::size_t begin = 0;
    while (header[begin] == text[begin] && begin + 1 < std::min(header.size(), text.size())) ++begin;
    begin = begin == 0 ? 0 : header.rfind('\n', begin - 1) + 1; // of the line with the first difference
    const auto lineOf = [&](const std::string& all) {
        return all.substr(begin, std::min<std::size_t>(all.find('\n', begin) - begin, 200));
    };
    refuse("{} belongs to another study or version: it has \"{}\", not \"{}\". Use another --out, or remove the file",
           file, lineOf(text), lineOf(header));
}

Rows parseRows(const std::string& file, const std::string& text, const std::string& header, std::size_t samples) {
    Rows rows;
    if (header.compare(0, text.size(), text) == 0) return rows; // ended while its header was written, or before
    if (text.compare(0, header.size(), header) != 0) refuseHeader(file, text, header);
    const std::size_t columns = splitRow(header.substr(header.rfind('\n', header.size() - 2) + 1)).size();
    for (std::size_t begin = header.size(), end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const std::string row = text.substr(begin, end + 1 - begin);
        const std::vector<std::string> cells = splitRow(row);
        std::size_t index = 0; // stays 0 where the cell is no number
        std::from_chars(cells[0].data(), cells[0].data() + cells[0].size(), index);
        if (cells.size() != columns || cells[0] != std::to_string(index) || index >= samples)
            refuse("{} is damaged: \"{}\" is not a row of this study", file, printable(row.substr(0, row.size() - 1)));
        if (!rows.emplace(index, row).second && rows.at(index) != row)
            refuse("{} has two different rows of sample {}", file, index);
    }
    return rows;
}

} // namespace

std::string writeHeader(const StudySpec& spec, std::size_t samples) {
    std::string text = fmt::format("# study of {}, {}, {} samples",
                                   spec.program.empty() ? spec.experiment : spec.program[0], spec.design, samples);
    if (spec.isRandom()) text += fmt::format(", seed {}", spec.seed);
    for (char& c : text)
        if ((unsigned char)c < ' ') c = ' ';
    text += fmt::format("\n# {}\n# spec {:016x}: {}\nindex", nameVersions(), hash(spec.text), spec.text);
    for (const VariedParameter& p : spec.parameters) text += "," + withUnit(p.name, p.unit);
    for (const ResultColumn& c : spec.results) text += "," + withUnit(c.label, c.unit);
    return text + (spec.hasProcessorTime ? ",processor_time [s]" : "") + ",error\n";
}

std::string writeRow(const StudySpec& spec, std::size_t index, const std::vector<Value>& values, const Outcome& outcome,
                     double seconds) {
    std::string text = fmt::format("{}", index);
    for (const Value& value : values) text += "," + quote(toText(value));
    for (std::size_t i = 0; i < spec.results.size(); ++i)
        text += "," + (i < outcome.results.size() ? outcome.results[i] : std::string());
    if (spec.hasProcessorTime) text += fmt::format(",{}", seconds);
    return text + "," + quote(outcome.error) + "\n";
}

std::vector<std::string> splitRow(const std::string& row) {
    std::vector<std::string> cells(1);
    bool isQuoted = false;
    for (std::size_t i = 0; i < row.size() && row[i] != '\n'; ++i) {
        if (row[i] == '"' && isQuoted && i + 1 < row.size() && row[i + 1] == '"')
            cells.back() += row[i++]; // the first of two
        else if (row[i] == '"')
            isQuoted = !isQuoted;
        else if (row[i] == ',' && !isQuoted)
            cells.emplace_back();
        else
            cells.back() += row[i];
    }
    return cells;
}

bool hasError(const std::string& row) { return row.size() >= 2 && row[row.size() - 2] != ','; }

Rows readRows(const std::string& file, const std::string& header, std::size_t samples) {
    return parseRows(file, readFile(file), header, samples);
}

void writeSorted(const std::string& file, const std::string& header, const Rows& rows) {
    const std::string unfinished = file + ".unfinished";
    std::ofstream out(unfinished, std::ios::binary);
    out << header;
    for (const auto& [index, row] : rows) out << row;
    out.close();
    if (!out || std::rename(unfinished.c_str(), file.c_str()) != 0) failToWrite(file);
}

ResultFile::ResultFile(const std::string& file, const std::string& header, std::size_t samples)
    : file(file), descriptor(open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
    if (descriptor < 0) refuse("cannot write " + file + ": " + std::strerror(errno));
    try {
        struct flock lock = {};
        lock.l_type = F_WRLCK; // of this process alone; processes that it starts do not have it
        if (fcntl(descriptor, F_SETLK, &lock) != 0) refuse("another study is writing " + file + "; wait until it ends");
        std::string text(std::size_t(lseek(descriptor, 0, SEEK_END)), '\0');
        if (pread(descriptor, text.data(), text.size(), 0) != ssize_t(text.size())) refuse("cannot read " + file);
        rows = parseRows(file, text, header, samples);
        const bool hasHeader = text.compare(0, header.size(), header) == 0;
        if (ftruncate(descriptor, hasHeader ? off_t(text.rfind('\n') + 1) : 0) != 0) failToWrite(file);
        if (!hasHeader) write(header);
    } catch (...) {
        close(descriptor);
        throw;
    }
}

ResultFile::~ResultFile() { close(descriptor); }

void ResultFile::append(std::size_t index, const std::string& row) {
    write(row);
    rows.emplace(index, row);
}

void ResultFile::write(const std::string& text) {
    const off_t before = lseek(descriptor, 0, SEEK_END);
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written == ssize_t(text.size())) return;
    if (written >= 0) errno = ENOSPC;
    const int why = errno;
    if (ftruncate(descriptor, before) == 0) errno = why;
    failToWrite(file);
}

namespace fs = std::filesystem;

namespace {

constexpr std::size_t mostShards = 1000000;

std::optional<std::size_t> readCount(const char* variable) {
    const char* text = std::getenv(variable);
    if (!text || !*text) return {};
    char* rest = nullptr;
    const unsigned long long number = std::strtoull(text, &rest, 10);
    if (*rest || *text == '-') refuse("--shard auto: {} = {} is not a count", variable, text);
    return number;
}

// Reads a task of a Slurm job array, whose numbers may begin anywhere and may have gaps.
std::optional<Shard> readArray() {
    const auto task = readCount("SLURM_ARRAY_TASK_ID"), count = readCount("SLURM_ARRAY_TASK_COUNT"),
               first = readCount("SLURM_ARRAY_TASK_MIN"), last = readCount("SLURM_ARRAY_TASK_MAX");
    if (!task || !count || !first || !last) return {};
    const std::size_t step = *count > 1 ? (*last - *first) / (*count - 1) : 1;
    if (step == 0 || *first + step * (*count - 1) != *last || (*task - *first) % step != 0)
        refuse("--shard auto: the tasks of this job array are not evenly numbered; give --shard i/n");
    return Shard{(*task - *first) / step, *count};
}

std::optional<Shard> readRank(const char* rank, const char* size) {
    const auto index = readCount(rank), count = readCount(size);
    if (!index || !count) return {};
    return Shard{*index, *count};
}

Shard readEnvironment() {
    if (const auto shard = readRank("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE")) return *shard;
    if (const auto shard = readRank("PMI_RANK", "PMI_SIZE")) return *shard;
    if (const auto shard = readArray()) return *shard;
    if (const auto shard = readRank("SLURM_PROCID", "SLURM_NTASKS")) return *shard;
    refuse("--shard auto: the environment has no rank and size of an MPI launcher (OMPI_COMM_WORLD_RANK, PMI_RANK, "
           "SLURM_PROCID) and no task of a job array (SLURM_ARRAY_TASK_ID)");
}

// Names the ranges of indices: "3, 17 to 20 and 55 more".
std::string nameRanges(const std::vector<std::size_t>& indices) {
    std::string text;
    std::size_t told = 0, ranges = 0;
    for (std::size_t i = 0, end; i < indices.size() && ranges < 5; i = end, ++ranges) {
        for (end = i + 1; end < indices.size() && indices[end] == indices[end - 1] + 1;) ++end;
        text += fmt::format("{}{}", text == "" ? "" : ", ", indices[i]);
        if (end - i > 1) text += fmt::format(" to {}", indices[end - 1]);
        told = end;
    }
    return text + (told < indices.size() ? fmt::format(" and {} more", indices.size() - told) : "");
}

} // namespace

Shard parseShard(const std::string& text) {
    Shard shard;
    std::smatch match;
    if (text == "auto")
        shard = readEnvironment();
    else if (std::regex_match(text, match, std::regex("([0-9]{1,9})/([0-9]{1,9})")))
        shard = {std::stoul(match[1]), std::stoul(match[2])};
    else
        refuse("--shard = " + text + "; it must be i/n, for example 0/8 to 7/8, or auto");
    if (shard.count < 1 || shard.count > mostShards || shard.index >= shard.count)
        refuse("--shard = {}/{}; it must be i/n with 0 <= i < n <= {}", shard.index, shard.count, mostShards);
    return shard;
}

std::string nameShard(const std::string& file, const Shard& shard) {
    fs::path path(file);
    const std::string ending = path.extension().string();
    return path.replace_extension(fmt::format(".{}-of-{}{}", shard.index, shard.count, ending)).string();
}

Rows gatherRows(const std::string& file, const std::string& header, std::size_t samples) {
    std::vector<std::string> files;
    if (fs::exists(file)) files.push_back(file);
    const fs::path whole(file), folder = whole.has_parent_path() ? whole.parent_path() : ".";
    const std::string stem = whole.stem().string() + ".", ending = whole.extension().string();
    if (fs::is_directory(folder))
        for (const auto& entry : fs::directory_iterator(folder)) {
            const std::string name = entry.path().filename().string();
            if (name.size() <= stem.size() + ending.size() || name.compare(0, stem.size(), stem) != 0) continue;
            const std::string part = name.substr(stem.size(), name.size() - stem.size() - ending.size());
            if (stem + part + ending == name && std::regex_match(part, std::regex("[0-9]+-of-[0-9]+")))
                files.push_back((whole.parent_path() / name).string());
        }
    if (files.empty()) refuse("--collect: " + file + " and its shards are not found");
    std::sort(files.begin(), files.end());
    Rows all;
    for (const std::string& one : files)
        for (const auto& [index, row] : readRows(one, header, samples))
            if (!all.emplace(index, row).second && all.at(index) != row)
                refuse("--collect: sample {} of {} differs from the one in another file", index, one);
    return all;
}

void checkComplete(const Rows& rows, std::size_t samples) {
    std::vector<std::size_t> missing;
    for (std::size_t index = 0; index < samples; ++index)
        if (!rows.count(index)) missing.push_back(index);
    if (!missing.empty()) refuse("{} of {} samples are missing: {}", missing.size(), samples, nameRanges(missing));
}

} // namespace lab
