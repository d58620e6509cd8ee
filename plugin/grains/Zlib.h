// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_ZLIB_H
#define SIMBODYDEM_GRAINS_ZLIB_H

#include <string>

namespace simbodydem::grains {

/** Returns true if the library was built with zlib, the Debian package zlib1g-dev. */
bool hasZlib();
/** Compresses bytes by zlib. @throws std::runtime_error without zlib */
std::string compress(const std::string& bytes);
/** Returns the bytes that compress() was given, or nothing if they are not of this size or the text is damaged.
@throws std::runtime_error without zlib */
std::string decompress(const char* compressed, std::size_t length, std::size_t size);

} // namespace simbodydem::grains

#endif
