#include "Shards.h"

#include "Check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <regex>

namespace lab {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t mostShards = 1000000;

std::optional<std::size_t> readCount(const char* variable) {
    const char* text = std::getenv(variable);
    if (!text || !*text) return {};
    char* rest = nullptr;
    const unsigned long long number = std::strtoull(text, &rest, 10);
    if (*rest || *text == '-') refuse(fmt::format("--shard auto: {} = {} is no count", variable, text));
    return number;
}

// Slurm's job arrays begin anywhere and may leave out some.
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
    refuse("--shard auto: there is neither an MPI launcher's rank and size in the environment (OMPI_COMM_WORLD_RANK, "
           "PMI_RANK, SLURM_PROCID) nor a job array's task (SLURM_ARRAY_TASK_ID)");
}

// "3, 17 to 20 and 55 more"
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
        refuse("--shard = " + text + "; it must be i/n, say 0/8 to 7/8, or auto");
    if (shard.count < 1 || shard.count > mostShards || shard.index >= shard.count)
        refuse(
            fmt::format("--shard = {}/{}; it must be i/n with 0 <= i < n <= {}", shard.index, shard.count, mostShards));
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
    if (files.empty()) refuse("--collect: there is neither " + file + " nor a shard of it");
    std::sort(files.begin(), files.end());
    Rows all;
    for (const std::string& one : files)
        for (const auto& [index, row] : readRows(one, header, samples))
            if (!all.emplace(index, row).second && all.at(index) != row)
                refuse(fmt::format("--collect: sample {} of {} differs from what another file has", index, one));
    return all;
}

void checkComplete(const Rows& rows, std::size_t samples) {
    std::vector<std::size_t> missing;
    for (std::size_t index = 0; index < samples; ++index)
        if (!rows.count(index)) missing.push_back(index);
    if (!missing.empty())
        refuse(fmt::format("{} of {} samples are missing: {}", missing.size(), samples, nameRanges(missing)));
}

} // namespace lab
