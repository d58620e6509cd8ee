// SPDX-License-Identifier: Apache-2.0
#include "records/replay/ByteWriter.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace simbodydem {

using SimTK::Real;

ByteWriter& ByteWriter::add(std::uint32_t bits, int count) {
    for (int i = 0; i < count; ++i) bytes += char(bits >> (8 * i) & 0xff);
    return *this;
}

ByteWriter& ByteWriter::addFloat(Real value) {
    const float number = float(value);
    std::uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    return add(bits, 4);
}

ByteWriter& ByteWriter::addVariable(std::uint32_t value) {
    for (; value > 0x7f; value >>= 7) add((value & 0x7f) | 0x80, 1);
    return add(value, 1);
}

ByteWriter& ByteWriter::addSigned(std::int32_t value) {
    return addVariable(value < 0 ? ~(std::uint32_t(value) << 1) : std::uint32_t(value) << 1);
}

ByteWriter& ByteWriter::addMarked(Real value, bool mark) {
    const float number = std::min(float(value), 3e38f); // rounding up must not make it infinite
    std::uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    return add(((bits + 0x8000) >> 16) | (mark ? 0x8000u : 0u), 2);
}

ByteWriter& ByteWriter::addInt32(std::int32_t value) { return add(std::uint32_t(value), 4); }

ByteWriter& ByteWriter::addFraction(Real value) { return add(std::uint32_t(std::lround(32767 * value)), 2); }

std::string toBase64(const std::string& bytes) {
    const char* const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k)
            three = three << 8 | (i + k < bytes.size() ? std::uint8_t(bytes[i + k]) : 0);
        for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? digits[three >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

std::string quoted(const ByteWriter& bytes) { return "\"" + toBase64(bytes.str()) + "\""; }

std::string toScriptString(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        const bool isSpecial = std::uint8_t(c) < 0x20 || std::strchr("\"\\<>&", c);
        if (isSpecial) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", unsigned(c));
            quoted += code;
        } else
            quoted += c;
    }
    return quoted + "\"";
}

std::string toScriptNumber(Real value) {
    if (std::isnan(value)) return "NaN";
    const float number = float(value);
    if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
    char digits[32]; // the longest float has 15
    return std::string(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

std::string toScriptList(const SimTK::Vec3& v) {
    return "[" + toScriptNumber(v[0]) + "," + toScriptNumber(v[1]) + "," + toScriptNumber(v[2]) + "]";
}

} // namespace simbodydem
