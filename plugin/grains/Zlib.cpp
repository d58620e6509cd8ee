// SPDX-License-Identifier: Apache-2.0
#include "grains/Zlib.h"

#include <stdexcept>

#ifdef SIMBODYDEM_GRAINS_ZLIB
#include <zlib.h>
#endif

namespace simbodydem::grains {

#ifdef SIMBODYDEM_GRAINS_ZLIB

bool hasZlib() { return true; }

std::string compress(const std::string& bytes) {
    uLongf size = compressBound(uLong(bytes.size()));
    std::string compressed(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(&compressed[0]), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                  uLong(bytes.size()), Z_DEFAULT_COMPRESSION) != Z_OK)
        throw std::runtime_error("zlib cannot compress " + std::to_string(bytes.size()) + " bytes");
    compressed.resize(size);
    return compressed;
}

std::string decompress(const char* compressed, std::size_t length, std::size_t size) {
    std::string bytes(size, '\0');
    uLongf got = uLongf(size);
    const int result = uncompress(reinterpret_cast<Bytef*>(&bytes[0]), &got, reinterpret_cast<const Bytef*>(compressed),
                                  uLong(length));
    return result == Z_OK && got == size ? bytes : std::string();
}

#else

namespace {
[[noreturn]] void refuse() {
    throw std::runtime_error("SimbodyDEM was built without zlib (the Debian package zlib1g-dev)");
}
} // namespace

bool hasZlib() { return false; }
std::string compress(const std::string&) { refuse(); }
std::string decompress(const char*, std::size_t, std::size_t) { refuse(); }

#endif

} // namespace simbodydem::grains
