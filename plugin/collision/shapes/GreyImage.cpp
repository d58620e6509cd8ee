// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/GreyImage.h"

#include "collision/shapes/FileText.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace simbodydem {

namespace {

// Reads the bytes of a PGM file from the left to the right.
class Reader {
public:
    Reader(std::string_view bytes, std::string path, std::string owner)
        : bytes(bytes), path(std::move(path)), owner(std::move(owner)) {}

    GreyImage read() {
        const bool isRaw = startsWith("P5");
        if (!isRaw && !startsWith("P2"))
            fail("is not a PGM file, which begins with P2 or P5; \"convert picture.png -depth 16 picture.pgm\" makes "
                 "one");
        at = 2;
        if (at < bytes.size() && !isSpace(bytes[at]) && bytes[at] != '#')
            fail("must have a blank after " + std::string(bytes.substr(0, at)));
        GreyImage image;
        image.width = int(takeHeader(1 << 15, "must be of 1 to 32768 by 1 to 32768 pixels"));
        image.height = int(takeHeader(1 << 15, "must be of 1 to 32768 by 1 to 32768 pixels"));
        white = takeHeader(65535, "must have a maximum grey value from 1 to 65535");
        count = std::size_t(image.width) * std::size_t(image.height);
        if (isRaw)
            takeRaw(image);
        else
            takePlain(image);
        return image;
    }

private:
    [[noreturn]] void fail(const std::string& why) const {
        throw std::invalid_argument(owner + ": the image '" + path + "' " + why);
    }
    [[noreturn]] void failAtEnd(std::size_t pixel) const {
        fail("ends after " + std::to_string(pixel) + " of " + std::to_string(count) + " pixels");
    }
    bool startsWith(std::string_view word) const { return bytes.compare(at, word.size(), word) == 0; }

    // Skips white space and comments, each to the end of its line. Returns false if there is none.
    bool skipSpace() {
        const std::size_t begin = at;
        while (at < bytes.size() && (isSpace(bytes[at]) || bytes[at] == '#')) {
            if (bytes[at] == '#') at = std::min(bytes.find_first_of("\r\n", at), bytes.size());
            if (at < bytes.size()) ++at;
        }
        return at > begin;
    }
    std::string_view takeWord() {
        const std::size_t begin = at;
        while (at < bytes.size() && !isSpace(bytes[at]) && bytes[at] != '#') ++at;
        return bytes.substr(begin, at - begin);
    }
    int lineOf(std::string_view word) const {
        const std::vector<std::string_view> lines =
            linesOf(bytes.substr(0, std::size_t(word.data() - bytes.data()) + 1));
        return int(lines.size());
    }

    long long takeHeader(long long most, const std::string& must) {
        long long number = 0;
        skipSpace();
        const std::string_view word = takeWord();
        if (!toInteger(word, number) || number < 1 || number > most)
            fail(must +
                 (word.empty() ? "" : ", not " + inQuotes(word) + " (line " + std::to_string(lineOf(word)) + ")"));
        return number;
    }

    // One white space ends the header. CR LF counts as one if the header has another CR LF, or if the number of bytes requires it.
    void takeRaw(GreyImage& image) {
        const std::size_t size = white > 255 ? 2 : 1;
        std::size_t gap = at < bytes.size() && isSpace(bytes[at]) ? 1 : 0;
        const bool hasSuchLines = bytes.substr(0, at).find("\r\n") != std::string_view::npos;
        if (startsWith("\r\n") && (hasSuchLines || bytes.size() - at == 2 + count * size)) gap = 2;
        if (gap == 0) fail("must have one blank after its maximum grey value");
        at += gap;
        const std::size_t left = bytes.size() - at;
        if (left < count * size) failAtEnd(left / size);
        if (left > count * size)
            fail("has " + std::to_string(left - count * size) + " bytes after its " + std::to_string(count) +
                 " pixels");
        image.pixels.reserve(count);
        for (std::size_t i = 0; i < count; ++i, at += size) {
            long long value = static_cast<unsigned char>(bytes[at]);
            if (size == 2) value = value * 256 + static_cast<unsigned char>(bytes[at + 1]);
            addTo(image, value);
        }
    }

    void takePlain(GreyImage& image) {
        for (std::size_t i = 0; i < count; ++i) {
            skipSpace();
            if (at == bytes.size()) failAtEnd(i);
            const std::string_view word = takeWord();
            long long value;
            if (!toInteger(word, value) || value < 0)
                fail("has " + inQuotes(word) + " in line " + std::to_string(lineOf(word)) + " instead of pixel " +
                     std::to_string(i + 1) + " of " + std::to_string(count) + " pixels");
            addTo(image, value);
        }
        skipSpace();
        if (at < bytes.size()) fail("has " + inQuotes(takeWord()) + " after its " + std::to_string(count) + " pixels");
    }

    void addTo(GreyImage& image, long long value) const {
        if (value > white)
            fail("has a pixel of " + std::to_string(value) + ", above its maximum grey value " + std::to_string(white));
        image.pixels.push_back(double(value) / double(white));
    }

    std::string_view bytes;
    std::string path, owner;
    std::size_t at = 0, count = 0;
    long long white = 0;
};

} // namespace

GreyImage readGreyImage(const std::string& path, const std::string& owner) {
    const std::string bytes = readWholeFile(path, owner, "the image");
    return Reader(bytes, path, owner).read();
}

} // namespace simbodydem
