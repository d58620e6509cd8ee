// SPDX-License-Identifier: Apache-2.0
#include "grains/SavedBed.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
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

} // namespace

void writeBed(const std::string& path, const SavedBed& bed) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const std::string target = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path).string() : path,
                      part = target + ".part", bytes = toMessage(bed);
    if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored))
        throw std::runtime_error("GrainBed::save(): " + path + " is there and is no file");
    std::ofstream file(part, std::ios::binary);
    file << mark << protocolVersion << " " << checksumOf(bytes) << "\n" << bytes;
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
    unsigned long long sum = 0;
    if (std::sscanf(line.c_str() + mark.size(), "%d %llu", &version, &sum) != 2 || version != protocolVersion)
        throw std::runtime_error(owner + " was written by another version of the library; save the bed anew");
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    if (checksumOf(bytes) != sum) throw std::runtime_error(owner + " is damaged or incomplete");
    return fromMessage<SavedBed>(bytes);
}

} // namespace simbodydem::grains
