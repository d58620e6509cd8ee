// SPDX-License-Identifier: Apache-2.0
#include "grains/VtkPoints.h"

#include "SimTKcommon.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace simbodydem::grains {

namespace {

using namespace SimTK;

// Returns the bytes that a text in base 64 has, or fewer if it ends early.
std::string fromBase64(const char* text, const char* end, std::size_t bytes) {
    static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static const std::array<int, 256> values = [] {
        std::array<int, 256> all;
        all.fill(-1);
        for (std::size_t k = 0; k < digits.size(); ++k)
            all[std::size_t(static_cast<unsigned char>(digits[k]))] = int(k);
        return all;
    }();
    std::string decoded;
    unsigned kept = 0;
    int bits = 0;
    for (; text != end && decoded.size() < bytes; ++text) {
        const int value = values[static_cast<unsigned char>(*text)];
        if (value < 0) break;
        kept = kept << 6 | unsigned(value);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        decoded += char(kept >> bits & 0xff);
    }
    return decoded;
}

class Reader {
public:
    Reader(const std::string& text, const std::string& path) : path(path) {
        // The appended numbers may be bytes, so they are no XML.
        std::string xml = text;
        const std::size_t at = text.find("<AppendedData");
        if (at != std::string::npos) {
            xml = text.substr(0, at) + "</VTKFile>";
            const std::size_t head = text.find('>', at), mark = text.find('_', head);
            if (mark == std::string::npos) fail("its AppendedData have no beginning \"_\"");
            appendedIsRaw = text.substr(at, head - at).find("raw") != std::string::npos;
            appended = text.substr(mark + 1);
        }
        try {
            document.readFromString(xml);
        } catch (const std::exception&) {
            fail("its XML cannot be read");
        }
    }

    GrainFile read() {
        Xml::Element root = document.getRootElement();
        if (root.getElementTag() != "VTKFile" || attribute(root, "type") != "PolyData")
            fail("it is no VTKFile of type PolyData");
        if (attribute(root, "byte_order") == "BigEndian") fail("byte_order = BigEndian; it must be LittleEndian");
        compressor = attribute(root, "compressor"); // files with texts have one, too
        headerBytes = attribute(root, "header_type") == "UInt64" ? 8 : 4;
        GrainFile file;
        file.path = path;
        for (Xml::Element data : root.getAllElements("PolyData"))
            for (Xml::Element piece : data.getAllElements("Piece")) readPiece(piece, file.grains);
        if (file.grains.empty()) fail("it has no points");
        return file;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw std::invalid_argument(path + ": " + what); }

    static std::string attribute(const Xml::Element& element, const char* name) {
        return element.getOptionalAttributeValue(name, "");
    }

    void readPiece(Xml::Element& piece, std::vector<Grain>& grains) {
        const std::size_t count = countIn(attribute(piece, "NumberOfPoints"), "NumberOfPoints");
        if (count == 0) return;
        std::vector<Real> points, radii, velocities, spins;
        for (Xml::Element array : arraysOf(piece, "Points")) points = numbersOf(array, 3, count);
        std::string names;
        for (Xml::Element array : arraysOf(piece, "PointData")) {
            const std::string name = attribute(array, "Name");
            names += (names.empty() ? "" : ", ") + name;
            if (name == "radius") radii = numbersOf(array, 1, count);
            if (name == "velocity") velocities = numbersOf(array, 3, count);
            if (name == "angularVelocity") spins = numbersOf(array, 3, count);
        }
        if (points.empty()) fail("its Points are missing");
        if (radii.empty())
            fail("its points have no array radius; they have " + (names.empty() ? std::string("none") : names));
        velocities.resize(3 * count);
        spins.resize(3 * count);
        const auto vectorAt = [](const std::vector<Real>& all, std::size_t k) { return Vec3::getAs(&all[3 * k]); };
        for (std::size_t k = 0; k < count; ++k)
            grains.push_back({vectorAt(points, k), radii[k], vectorAt(velocities, k), vectorAt(spins, k)});
    }

    static std::vector<Xml::Element> arraysOf(Xml::Element& piece, const char* parent) {
        std::vector<Xml::Element> all;
        for (Xml::Element element : piece.getAllElements(parent))
            for (const Xml::Element& array : element.getAllElements("DataArray")) all.push_back(array);
        return all;
    }

    // VTK adds elements with the range of the numbers to those of an array.
    static std::string textOf(Xml::Element& array) {
        for (Xml::node_iterator node = array.node_begin(Xml::TextNode); node != array.node_end(); ++node)
            return node->getNodeText();
        return "";
    }

    std::vector<Real> numbersOf(Xml::Element& array, int components, std::size_t points) {
        const std::string name = "array " + attribute(array, "Name"), type = attribute(array, "type"),
                          format = attribute(array, "format"), given = attribute(array, "NumberOfComponents");
        if (!given.empty() && given != std::to_string(components))
            fail(name + " has " + given + " components; it must have " + std::to_string(components));
        if (type != "Float32" && type != "Float64")
            fail(name + " is of type " + type + "; it must be Float32 or Float64");
        const std::size_t count = std::size_t(components) * points;
        const std::string value = textOf(array);
        std::vector<Real> numbers;
        if (format == "ascii") {
            for (std::size_t at = value.find_first_not_of(blanks); at != std::string::npos;) {
                const std::size_t end = value.find_first_of(blanks, at);
                numbers.push_back(numberIn(value.substr(at, end - at), name));
                at = value.find_first_not_of(blanks, end);
            }
        } else if (format == "binary" || format == "appended") {
            if (!compressor.empty())
                fail(name + " is compressed by " + compressor + "; write it without (ParaView: CompressorType None)");
            const bool isAppended = format == "appended";
            const std::string& source = isAppended ? appended : value;
            const std::size_t at = isAppended ? countIn(attribute(array, "offset"), name + ", offset") : 0;
            const std::string bytes = bytesAt(source, at, isAppended && appendedIsRaw, name);
            numbers = type == "Float32" ? toNumbers<float>(bytes) : toNumbers<double>(bytes);
        } else
            fail(name + " has the format \"" + format + "\"; it must be ascii, binary or appended");
        if (numbers.size() != count)
            fail(name + " has " + std::to_string(numbers.size()) + " numbers; " + std::to_string(points) +
                 " points need " + std::to_string(count));
        return numbers;
    }

    // Returns the bytes of an array, which follow their number.
    std::string bytesAt(const std::string& source, std::size_t at, bool isRaw, const std::string& name) const {
        const auto take = [&](std::size_t count) {
            if (at > source.size()) return std::string();
            return isRaw ? source.substr(at, count)
                         : fromBase64(source.data() + at, source.data() + source.size(), count);
        };
        const std::string head = take(headerBytes);
        std::uint64_t size = 0; // little endian, as are all machines of today
        std::memcpy(&size, head.data(), head.size());
        if (head.size() < headerBytes || size > source.size()) fail(name + " is cut off");
        const std::string all = take(headerBytes + std::size_t(size));
        if (all.size() < headerBytes + size) fail(name + " is cut off");
        return all.substr(headerBytes);
    }

    template <class Number> static std::vector<Real> toNumbers(const std::string& bytes) {
        std::vector<Real> numbers(bytes.size() / sizeof(Number));
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            Number number;
            std::memcpy(&number, &bytes[k * sizeof number], sizeof number);
            numbers[k] = Real(number);
        }
        return numbers;
    }

    Real numberIn(const std::string& word, const std::string& name) const {
        Real number = 0;
        const auto result = std::from_chars(word.data(), word.data() + word.size(), number);
        if (word.empty() || result.ec != std::errc() || result.ptr != word.data() + word.size())
            fail(name + ": \"" + word + "\" is no number");
        return number;
    }

    std::size_t countIn(const std::string& word, const std::string& name) const {
        const Real number = numberIn(word, name);
        if (!(number >= 0 && number < 1e15)) fail(name + " = " + word + "; it must be from 0 to 1e15");
        return std::size_t(number);
    }

    static constexpr const char* blanks = " \t\r\n";
    std::string path, appended, compressor;
    bool appendedIsRaw = false;
    std::size_t headerBytes = 4;
    Xml::Document document;
};

} // namespace

GrainFile readVtkPoints(const std::string& text, const std::string& path) { return Reader(text, path).read(); }

} // namespace simbodydem::grains
