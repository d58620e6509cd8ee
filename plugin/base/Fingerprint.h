// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_BASE_FINGERPRINT_H
#define SIMBODYDEM_BASE_FINGERPRINT_H

#include <cstdint>
#include <string_view>

namespace simbodydem {

/** Returns Fowler, Noll and Vo's hash of a text (FNV-1a, 64 bits). It is the same on every machine.
@param hash  hash of the text before, which this text continues */
inline std::uint64_t fingerprintOf(std::string_view text, std::uint64_t hash = 14695981039346656037ull) {
    for (const unsigned char c : text) hash = (hash ^ c) * 1099511628211ull;
    return hash;
}

} // namespace simbodydem

#endif
