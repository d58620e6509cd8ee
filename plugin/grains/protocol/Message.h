// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_PROTOCOL_MESSAGE_H
#define SIMBODYDEM_GRAINS_PROTOCOL_MESSAGE_H

#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Writes and reads the messages between a GrainBed and its server. Both run on one machine, so numbers have the form of this machine. A
// message is a row of values. Each structure of Commands.h lists its members once, in fields(), for writing and for reading.

namespace simbodydem::grains {

/** Collects the values of a message. */
class MessageWriter {
public:
    template <class T> MessageWriter& operator()(const T& value) {
        if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
            bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
        else
            const_cast<T&>(value).fields(*this); // fields() serves both directions, and writing changes nothing
        return *this;
    }
    MessageWriter& operator()(const std::string& text) {
        (*this)(std::uint64_t(text.size()));
        bytes += text;
        return *this;
    }
    template <class T, std::size_t N> MessageWriter& operator()(const std::array<T, N>& values) {
        for (const T& value : values) (*this)(value);
        return *this;
    }
    template <class T> MessageWriter& operator()(const std::vector<T>& values) {
        (*this)(std::uint64_t(values.size()));
        if constexpr (std::is_arithmetic_v<T>)
            bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
        else
            for (const T& value : values) (*this)(value);
        return *this;
    }

    std::string take() { return std::move(bytes); }

private:
    std::string bytes;
};

/** Reads the values of a message in the order in which they were written.
@throws std::runtime_error if the message is too short or too long */
class MessageReader {
public:
    explicit MessageReader(const std::string& bytes) : at(bytes.data()), end(at + bytes.size()) {}

    template <class T> MessageReader& operator()(T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            const char byte = *next(1); // a bool with another value than 0 and 1 is undefined
            if (byte != 0 && byte != 1) throw std::runtime_error("a message has a yes or no that is neither");
            value = byte == 1;
        } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
            std::memcpy(&value, next(sizeof(T)), sizeof(T));
        else
            value.fields(*this);
        return *this;
    }
    MessageReader& operator()(std::string& text) {
        const std::size_t size = readSize(1);
        text.assign(next(size), size);
        return *this;
    }
    template <class T, std::size_t N> MessageReader& operator()(std::array<T, N>& values) {
        for (T& value : values) (*this)(value);
        return *this;
    }
    template <class T> MessageReader& operator()(std::vector<T>& values) {
        if constexpr (std::is_arithmetic_v<T>) {
            const std::size_t size = readSize(sizeof(T));
            values.resize(size);
            if (size > 0) std::memcpy(values.data(), next(size * sizeof(T)), size * sizeof(T));
        } else {
            const std::size_t size = readSize(1); // of a damaged message this may be any number, and a value can be large
            values.clear();
            for (std::size_t k = 0; k < size; ++k) (*this)(values.emplace_back());
        }
        return *this;
    }
    void finish() const {
        if (at != end) throw std::runtime_error("a message is longer than expected");
    }

private:
    const char* next(std::size_t size) {
        if (std::size_t(end - at) < size) throw std::runtime_error("a message is shorter than expected");
        const char* const here = at;
        at += size;
        return here;
    }
    std::size_t readSize(std::size_t perValue) {
        std::uint64_t size = 0;
        (*this)(size);
        if (size > std::size_t(end - at) / perValue) throw std::runtime_error("a message is shorter than expected");
        return std::size_t(size);
    }

    const char *at, *end;
};

/** Returns the bytes of a structure. */
template <class T> std::string toMessage(const T& value) { return MessageWriter()(value).take(); }

/** Returns the structure of these bytes. */
template <class T> T fromMessage(const std::string& bytes) {
    T value;
    MessageReader reader(bytes);
    reader(value);
    reader.finish();
    return value;
}

} // namespace simbodydem::grains

#endif
