// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RECORDS_REPLAY_BYTE_WRITER_H
#define SIMBODYDEM_RECORDS_REPLAY_BYTE_WRITER_H

#include "SimTKcommon.h"

#include <cstdint>
#include <string>

namespace simbodydem {

/** Writes numbers one after the other, with the lowest byte first on every machine. */
class ByteWriter {
public:
    ByteWriter& addFloat(SimTK::Real);
    ByteWriter& addFloats(const SimTK::Vec3& v) { return addFloat(v[0]).addFloat(v[1]).addFloat(v[2]); }
    ByteWriter& addInt32(std::int32_t);
    /** Adds a number in [-1, 1], with an error of 3e-5. */
    ByteWriter& addFraction(SimTK::Real);
    /** Adds a number in as many bytes as it needs: seven bits each, the lowest first, and the highest bit set except in the last byte. */
    ByteWriter& addVariable(std::uint32_t);
    /** Adds a number of either sign likewise: 0, -1, 1, -2, ... are 0, 1, 2, 3, ... */
    ByteWriter& addSigned(std::int32_t);
    /** Adds a number >= 0 with an error of 0.2 %, and a mark: the upper half of the float -number if it is marked. */
    ByteWriter& addMarked(SimTK::Real, bool mark);

    const std::string& str() const { return bytes; }

private:
    ByteWriter& add(std::uint32_t bits, int count);
    std::string bytes;
};

std::string toBase64(const std::string& bytes);
/** Returns the bytes in base 64, with quotes. */
std::string quoted(const ByteWriter&);

/** Returns the text with quotes; it may stand within a <script>. */
std::string toScriptString(const std::string& text);

/** Returns a number that has at least seven digits of the given one. */
std::string toScriptNumber(SimTK::Real);

/** Returns the three numbers of a vector as an array. */
std::string toScriptList(const SimTK::Vec3&);

} // namespace simbodydem

#endif
