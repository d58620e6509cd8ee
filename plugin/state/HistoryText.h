#ifndef SIMBODYDEM_HISTORY_TEXT_H
#define SIMBODYDEM_HISTORY_TEXT_H

#include <cstdint>
#include <string>
#include <string_view>

// What writer and reader share beside the rows: the first line and the last.

namespace simbodydem {

const char* const historyTitle = "SimbodyDEM contact history, version 2";

/** By Fowler, Noll and Vo's hash (FNV-1a, 64 bits): any changed character changes it. */
inline std::string checksumLine(std::string_view text) {
    std::uint64_t hash = 14695981039346656037ull;
    for (const unsigned char c : text) hash = (hash ^ c) * 1099511628211ull;
    return "checksum " + std::to_string(hash) + "\n";
}

} // namespace simbodydem

#endif
