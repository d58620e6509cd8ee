// SPDX-License-Identifier: Apache-2.0
#include "grains/SavedBed.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>

namespace simbodydem::grains {

namespace {

const std::string mark = "SimbodyDEM bed of grains ";

// Tells a file that was cut or changed from a whole one (FNV-1a).
std::uint64_t checksumOf(const std::string& bytes) {
    std::uint64_t sum = 14695981039346656037ull;
    for (const unsigned char byte : bytes) sum = (sum ^ byte) * 1099511628211ull;
    return sum;
}

std::string lineOf(const std::string& bytes) {
    return mark + std::to_string(protocolVersion) + " " + std::to_string(checksumOf(bytes));
}

// Returns the first reason why no bed can have these numbers, or an empty string. A file may have been changed with its checksum, and numbers
// of surfaces are used as indices. What a bed is compared with when it is loaded, is not checked here.
std::string findFault(const SavedBed& bed) {
    const std::size_t count = bed.surfaces.size();
    std::vector<std::int32_t> order = bed.order;
    std::sort(order.begin(), order.end());
    bool isOrder = order.size() == count;
    for (std::size_t k = 0; k < order.size(); ++k) isOrder = isOrder && order[k] == std::int32_t(k);
    if (!isOrder) return "the order of its surfaces has not each of " + std::to_string(count) + " numbers once";
    if (bed.pendingImpulses.size() != 2 * count || bed.touches.size() != count) // a moment and a force each
        return "its forces are not those of " + std::to_string(count) + " surfaces";
    for (const std::vector<double>& mode : bed.modes)
        if (!mode.empty() && mode.size() != bed.u.size()) return "a motion is not one of its mechanism";
    const auto areFinite = [](const auto& numbers) {
        return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
    };
    bool isFinite = areFinite(std::vector<double>{bed.time, bed.chosenSteps}) && areFinite(bed.q) && areFinite(bed.u) &&
                    areFinite(bed.z) && areFinite(bed.modes[0]) && areFinite(bed.modes[1]) &&
                    std::all_of(bed.pendingImpulses.begin(), bed.pendingImpulses.end(), areFinite);
    for (const IntervalChoice::Touch& touch : bed.touches)
        isFinite = isFinite && !std::isnan(touch.freeUntil) && !std::isnan(touch.hitUntil) && touch.contactTime >= 0;
    if (!isFinite) return "a number of its mechanism, its forces or its times is not finite";
    if (!(bed.chosenSteps >= 1 && bed.chosenSteps <= std::numeric_limits<int>::max()))
        return "the length of an interval is out of its range";
    return "";
}

} // namespace

void writeBed(const std::string& path, const SavedBed& bed) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const std::string target = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path).string() : path,
                      part = target + ".part", bytes = toMessage(bed);
    if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored))
        throw std::runtime_error("GrainBed::save(): " + path + " is there and is no file");
    std::ofstream file(part, std::ios::binary);
    file << lineOf(bytes) << "\n" << bytes;
    file.close();
    if (!file || std::rename(part.c_str(), target.c_str()) != 0) {
        std::remove(part.c_str());
        throw std::runtime_error("GrainBed::save(): cannot write " + path);
    }
}

SavedBed readBed(const std::string& path) {
    const std::string owner = "GrainBed::load(): " + path;
    std::ifstream file(path, std::ios::binary);
    std::string line;
    if (!std::getline(file, line)) throw std::runtime_error("GrainBed::load(): cannot read " + path);
    if (line.compare(0, mark.size(), mark) != 0) throw std::runtime_error(owner + " is no bed that save() has written");
    int version = 0;
    if (std::sscanf(line.c_str() + mark.size(), "%d", &version) != 1 || version != protocolVersion)
        throw std::runtime_error(owner + " was written by another version of the library; save the bed anew");
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    if (line != lineOf(bytes)) throw std::runtime_error(owner + " is damaged or incomplete");
    SavedBed bed;
    std::string fault;
    try {
        bed = fromMessage<SavedBed>(bytes);
        fault = findFault(bed);
    } catch (const std::runtime_error& e) {
        fault = e.what();
    }
    if (!fault.empty()) throw std::runtime_error(owner + " is damaged: " + fault);
    return bed;
}

} // namespace simbodydem::grains
