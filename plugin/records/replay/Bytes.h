// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_REPLAY_BYTES_H
#define SIMBODYDEM_REPLAY_BYTES_H

#include "SimTKcommon.h"

#include <cstdint>
#include <string>

namespace simbodydem {

/** Numbers one after the other, the lowest byte first on every machine. */
class Bytes {
public:
    Bytes& addFloat(SimTK::Real);
    Bytes& addFloats(const SimTK::Vec3& v) { return addFloat(v[0]).addFloat(v[1]).addFloat(v[2]); }
    Bytes& addInt32(std::int32_t);
    /** A number in [-1, 1], to 3e-5. */
    Bytes& addShare(SimTK::Real);

    const std::string& str() const { return bytes; }

private:
    Bytes& add(std::uint32_t bits, int count);
    std::string bytes;
};

std::string toBase64(const std::string& bytes);

/** With quotes; may stand within a <script>. */
std::string toScriptString(const std::string& text);

/** A number that has at least seven digits of the given one. */
std::string toScriptNumber(SimTK::Real);

} // namespace simbodydem

#endif
