// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/FacesOfFile.h"
#include "collision/shapes/FileText.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace simbodydem {

namespace {

constexpr std::size_t headerSize = 84, facetSize = 50;

// Reads a little-endian number on every machine.
std::uint32_t unsignedAt(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (int k = 3; k >= 0; --k) value = value << 8 | static_cast<unsigned char>(bytes[at + std::size_t(k)]);
    return value;
}

float floatAt(std::string_view bytes, std::size_t at) {
    const std::uint32_t value = unsignedAt(bytes, at);
    float number;
    static_assert(sizeof number == sizeof value, "an STL float has 4 bytes");
    std::memcpy(&number, &value, sizeof number);
    return number;
}

void readBinary(FacesOfFile& file, std::string_view bytes) {
    file.locationUnit = "facet";
    for (std::size_t at = headerSize; at < bytes.size(); at += facetSize) {
        const int facet = int((at - headerSize) / facetSize) + 1, first = int(file.corners.size());
        for (std::size_t k = 1; k <= 3; ++k) { // the normal is ignored: the order of the corners decides
            Vector3 vertex;
            for (std::size_t i = 0; i < 3; ++i) vertex[int(i)] = floatAt(bytes, at + 12 * k + 4 * i);
            if (!vertex.allFinite()) file.fail(facet, "a coordinate is nan or inf; it must be finite");
            file.corners.push_back(int(file.vertices.size()));
            file.vertices.push_back(vertex);
        }
        file.closeFace(facet, first);
    }
}

// Reads the words of an ASCII file. The name of a solid takes the rest of its line.
class AsciiReader {
public:
    AsciiReader(FacesOfFile& file, std::string_view text) : file(file), words(wordsOf(text)) {}

    void read() {
        while (next < words.size()) {
            expect("solid");
            const int begin = words[next - 1].line;
            skipLine(begin);
            while (!isNext("endsolid")) {
                if (next == words.size())
                    file.fail(lastLine(), "the file ends within the solid of line " + std::to_string(begin) +
                                              "; it must end with endsolid");
                if (isNext("color"))
                    skipLine(words[next].line);
                else
                    takeFacet();
            }
            ++next;
            skipLine(words[next - 1].line);
        }
    }

private:
    int lastLine() const { return words.empty() ? 1 : words.back().line; }
    bool isNext(const char* word) const { return next < words.size() && lowered(words[next].text) == word; }

    void expect(const char* word) {
        if (isNext(word)) {
            ++next;
            return;
        }
        if (next == words.size()) file.fail(lastLine(), std::string("the file ends, but '") + word + "' must follow");
        file.fail(words[next].line, inQuotes(words[next].text) + " is found, but '" + word + "' must follow");
    }
    void expect(const char* word, const char* after, const char* both) {
        if (isNext(both)) {
            ++next;
            return;
        }
        expect(word);
        expect(after);
    }

    // A name takes the rest of its line. That must not contain a part of the surface.
    void skipLine(int line) {
        for (; next < words.size() && words[next].line == line; ++next)
            for (const char* word : {"facet", "facetnormal", "vertex", "endfacet", "endsolid", "solid"})
                if (isNext(word)) file.fail(line, std::string("'") + word + "' must begin a line, not follow a name");
    }

    double takeNumber(const std::string& what) {
        if (next == words.size()) file.fail(lastLine(), "the file ends, but " + what + " must follow");
        const Word& word = words[next++];
        return file.numberOf(word.text, word.line, what);
    }

    void takeFacet() {
        const int line = words[next].line, first = int(file.corners.size());
        expect("facet", "normal", "facetnormal");
        for (int i = 0; i < 3; ++i, ++next) { // the normal of a sliver may be nan
            double number;
            if (next == words.size() || !(toNumber(words[next].text, number) || isNanOfOldC(words[next].text)))
                file.fail(next == words.size() ? lastLine() : words[next].line,
                          "the facet's normal must have three numbers");
        }
        expect("outer", "loop", "outerloop");
        while (isNext("vertex")) {
            ++next;
            Vector3 vertex;
            for (int i = 0; i < 3; ++i) vertex[i] = takeNumber("a coordinate");
            file.corners.push_back(int(file.vertices.size()));
            file.vertices.push_back(vertex);
        }
        expect("endloop");
        expect("endfacet");
        if (int(file.corners.size()) - first < 3)
            file.fail(line, "the facet has " + std::to_string(int(file.corners.size()) - first) +
                                " vertices; it must have 3 or more");
        file.closeFace(line, first);
    }
    static bool isNanOfOldC(std::string_view word) { return word.find("1.#") != std::string_view::npos; }

    FacesOfFile& file;
    std::vector<Word> words;
    std::size_t next = 0;
};

} // namespace

void readStl(FacesOfFile& file, std::string_view bytes) {
    file.mayHaveDegenerateTriangles = true;
    const bool hasHeader = bytes.size() >= headerSize;
    const std::size_t count = hasHeader ? unsignedAt(bytes, 80) : 0;
    if (hasHeader && bytes.size() == headerSize + facetSize * count) return readBinary(file, bytes);

    const std::string_view text = withoutMark(bytes);
    const std::vector<Word> words = wordsOf(text.substr(0, 200));
    const bool isAscii = !words.empty() && lowered(words[0].text) == "solid";
    if (isAscii && text.find('\0') == std::string_view::npos) return AsciiReader(file, text).read();
    if (!hasHeader)
        file.fail(0, "it is not an STL file: it must begin with 'solid', or with the 84 bytes of a binary header");
    file.fail(0, "its header counts " + std::to_string(count) + " triangles, which need " +
                     std::to_string(headerSize + facetSize * count) + " bytes; the file has " +
                     std::to_string(bytes.size()) +
                     (isAscii ? " bytes" : " bytes. An ASCII file must begin with 'solid'"));
}

} // namespace simbodydem
