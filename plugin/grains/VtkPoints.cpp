// SPDX-License-Identifier: Apache-2.0
#include "grains/VtkPoints.h"

#include "grains/InputChecks.h"
#include "grains/Zlib.h"

#include "SimTKcommon.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
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

// An element's start or end within a text of XML.
struct Tag {
    std::string name;
    std::map<std::string, std::string> attributes;
    bool isEnd = false, isWhole = false; // </name>, <name/>
    std::string text;                    // up to the next tag

    std::string get(const std::string& attribute) const {
        const auto found = attributes.find(attribute);
        return found == attributes.end() ? "" : found->second;
    }
};

class VtkReader {
public:
    VtkReader(const std::string& text, const std::string& path) : xml(text), path(path) {
        // The appended numbers may be bytes, so they are no XML.
        const std::size_t start = text.find("<AppendedData");
        if (start == std::string::npos) return;
        const std::size_t head = text.find('>', start), mark = text.find('_', std::min(head, text.size()));
        if (mark == std::string::npos) fail("its AppendedData have no beginning \"_\"");
        appendedIsRaw = text.substr(start, head - start).find("raw") != std::string::npos;
        appended = text.substr(mark + 1);
        xml.resize(start);
    }

    GrainFile read() {
        GrainFile file;
        Tag tag;
        while (nextTag(tag)) {
            if (!tag.isEnd) begin(tag);
            if (tag.isEnd || tag.isWhole) end(tag, file.grains);
        }
        if (!hasRoot) fail("it has no element VTKFile");
        if (!open.empty() && appended.empty()) fail("it ends within the element " + open.back());
        if (open.size() > 1) fail("the element " + open.back() + " has no end");
        if (file.grains.empty()) fail("it has no points");
        return file;
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw std::invalid_argument(path + ": " + what); }
    [[noreturn]] void failHere(const std::string& what) const {
        throw std::invalid_argument(path + ":" + std::to_string(line) + ": " + what);
    }

    void moveTo(std::size_t place) {
        if (place == std::string::npos) failHere("the text ends within a tag or comment");
        line += int(std::count(xml.begin() + std::ptrdiff_t(at), xml.begin() + std::ptrdiff_t(place), '\n'));
        at = place;
    }

    // Reads the next tag, and passes over comments and instructions.
    bool nextTag(Tag& tag) {
        for (;;) {
            const std::size_t found = xml.find('<', at);
            if (found == std::string::npos) return false;
            moveTo(found);
            if (xml.compare(at, 4, "<!--") == 0)
                moveTo(xml.find("-->", at));
            else if (xml.compare(at, 2, "<?") == 0 || xml.compare(at, 2, "<!") == 0)
                moveTo(xml.find('>', at));
            else
                break;
        }
        tag = Tag();
        const std::size_t last = xml.find('>', at);
        if (last == std::string::npos) failHere("a tag has no end");
        tag.isEnd = xml[at + 1] == '/';
        tag.isWhole = xml[last - 1] == '/';
        std::size_t place = at + 1 + tag.isEnd;
        const std::size_t end = std::min(xml.find_first_of(" \t\r\n/>", place), last);
        tag.name = xml.substr(place, end - place);
        if (tag.name.empty()) failHere("a tag has no name");
        for (place = end; (place = xml.find_first_not_of(" \t\r\n/", place)) < last;) {
            const std::size_t nameEnd = xml.find_first_of(" \t\r\n=", place),
                              equals = xml.find_first_not_of(blanks, nameEnd),
                              from = equals < last ? xml.find_first_not_of(blanks, equals + 1) : last;
            if (from >= last || xml[equals] != '=' || (xml[from] != '"' && xml[from] != '\''))
                failHere("the tag " + tag.name + " has an attribute without a value in quotes");
            const std::size_t to = xml.find(xml[from], from + 1);
            if (to > last) failHere("the tag " + tag.name + " has a value without an end");
            tag.attributes[xml.substr(place, nameEnd - place)] = xml.substr(from + 1, to - from - 1);
            place = to + 1;
        }
        moveTo(last + 1);
        tag.text = xml.substr(at, xml.find('<', at) - at);
        return true;
    }

    void begin(const Tag& tag) {
        if (open.empty()) {
            if (tag.name != "VTKFile" || tag.get("type") != "PolyData") failHere("it is no VTKFile of type PolyData");
            if (tag.get("byte_order") == "BigEndian") failHere("byte_order = BigEndian; it must be LittleEndian");
            compressor = tag.get("compressor"); // files with texts have one, too
            const std::string header = tag.get("header_type");
            if (!header.empty() && header != "UInt32" && header != "UInt64")
                failHere("header_type = " + header + "; it must be UInt32 or UInt64");
            headerBytes = header == "UInt64" ? 8 : 4;
            hasRoot = true;
        }
        const std::string parent = open.empty() ? "" : open.back();
        if (tag.name == "Piece") {
            arrays.clear();
            names.clear();
            count = countIn(tag.get("NumberOfPoints"), "NumberOfPoints");
        } else if (tag.name == "DataArray" && parent == "Points" && count > 0)
            arrays["points"] = numbersOf(tag, 3);
        else if (tag.name == "DataArray" && parent == "PointData" && count > 0) {
            const std::string name = tag.get("Name");
            names += (names.empty() ? "" : ", ") + name;
            if (name == "radius") {
                arrays[name] = numbersOf(tag, 1);
                for (const Real radius : arrays[name])
                    if (!(radius > 0)) fail("array radius has the value " + toText(radius) + " m; it must be > 0");
            }
            if (name == "velocity" || name == "angularVelocity") arrays[name] = numbersOf(tag, 3);
            if (name == "material") {
                arrays[name] = numbersOf(tag, 1);
                for (const Real material : arrays[name])
                    if (!(material >= 0 && material < 1e6) || material != std::floor(material))
                        fail("array material has the value " + toText(material) + "; it must be an integer >= 0");
            }
        }
        open.push_back(tag.name);
    }

    void end(const Tag& tag, std::vector<Grain>& grains) {
        if (open.empty() || open.back() != tag.name)
            failHere("</" + tag.name + "> ends " + (open.empty() ? "nothing" : "the element " + open.back()));
        open.pop_back();
        if (tag.name != "Piece" || count == 0) return;
        if (arrays["points"].empty()) fail("its Points are missing");
        if (arrays["radius"].empty())
            fail("its points have no array radius; they have " + (names.empty() ? std::string("none") : names));
        arrays["velocity"].resize(3 * count);
        arrays["angularVelocity"].resize(3 * count);
        arrays["material"].resize(count);
        const auto vectorAt = [this](const char* name, std::size_t k) { return Vec3::getAs(&arrays[name][3 * k]); };
        for (std::size_t k = 0; k < count; ++k)
            grains.push_back(
                {vectorAt("points", k), arrays["radius"][k], vectorAt("velocity", k), vectorAt("angularVelocity", k),
                 int(arrays["material"][k])});
    }

    std::vector<Real> numbersOf(const Tag& array, int components) const {
        const std::string name = "array " + (array.get("Name").empty() ? "of Points" : array.get("Name")),
                          type = array.get("type"), format = array.get("format"),
                          given = array.get("NumberOfComponents");
        if (!given.empty() && given != std::to_string(components))
            fail(name + " has " + given + " components; it must have " + std::to_string(components));
        const bool isInteger = type == "Int32" && array.get("Name") == "material";
        if (type != "Float32" && type != "Float64" && !isInteger)
            fail(name + " is of type " + type + "; it must be Float32 or Float64");
        const std::string& value = array.text;
        std::vector<Real> numbers;
        if (format == "ascii") {
            for (std::size_t at = value.find_first_not_of(blanks); at != std::string::npos;) {
                const std::size_t end = value.find_first_of(blanks, at);
                numbers.push_back(numberIn(value.substr(at, end - at), name));
                at = value.find_first_not_of(blanks, end);
            }
        } else if (format == "binary" || format == "appended") {
            if (!compressor.empty() && (compressor != "vtkZLibDataCompressor" || !hasZlib()))
                fail(name + " is compressed by " + compressor + "; write it without (ParaView: CompressorType None)" +
                     (hasZlib() ? ", or by ZLib" : ""));
            const bool isAppended = format == "appended";
            const std::string& source = isAppended ? appended : value;
            const std::size_t at = isAppended ? countIn(array.get("offset"), name + ", offset")
                                              : std::min(value.find_first_not_of(blanks), value.size());
            const bool isRaw = isAppended && appendedIsRaw;
            const std::string bytes =
                compressor.empty() ? bytesAt(source, at, isRaw, name) : compressedBytesAt(source, at, isRaw, name);
            if (bytes.size() % (type == "Float64" ? sizeof(double) : sizeof(float)) != 0)
                fail(name + " has " + std::to_string(bytes.size()) + " bytes, which are no whole numbers");
            numbers = isInteger           ? toNumbers<std::int32_t>(bytes)
                      : type == "Float32" ? toNumbers<float>(bytes)
                                          : toNumbers<double>(bytes);
        } else
            fail(name + " has the format \"" + format + "\"; it must be ascii, binary or appended");
        if (numbers.size() != std::size_t(components) * count)
            fail(name + " has " + std::to_string(numbers.size()) + " numbers; " + std::to_string(count) +
                 " points need " + std::to_string(std::size_t(components) * count));
        for (const Real number : numbers)
            if (!std::isfinite(number)) fail(name + " has a number that is not finite");
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

    // Returns the bytes of an array whose blocks zlib has compressed. Before them are their number, the size of whole blocks, that of a shorter
    // last one, and the compressed size of each. In base 64 these numbers end with padding of their own.
    std::string compressedBytesAt(const std::string& source, std::size_t at, bool isRaw, const std::string& name) const {
        const auto take = [&](std::size_t from, std::size_t bytes) {
            if (from > source.size()) return std::string();
            return isRaw ? source.substr(from, bytes)
                         : fromBase64(source.data() + from, source.data() + source.size(), bytes);
        };
        const auto numberAt = [&](const std::string& bytes, std::size_t k) {
            std::uint64_t number = 0;
            if (bytes.size() < (k + 1) * headerBytes) fail(name + " is cut off");
            std::memcpy(&number, &bytes[k * headerBytes], headerBytes);
            return number;
        };
        const std::string start = take(at, 3 * headerBytes);
        const std::uint64_t blocks = numberAt(start, 0), whole = numberAt(start, 1), last = numberAt(start, 2);
        if (blocks > source.size()) fail(name + " is cut off");
        const std::size_t headSize = (3 + std::size_t(blocks)) * headerBytes;
        const std::string head = take(at, headSize);
        std::uint64_t total = 0;
        for (std::size_t k = 0; k < blocks; ++k) {
            const std::uint64_t size = numberAt(head, 3 + k);
            if (size > source.size()) fail(name + " is cut off");
            total += size;
        }
        const std::string all = take(at + (isRaw ? headSize : (headSize + 2) / 3 * 4), std::size_t(total));
        if (all.size() < total) fail(name + " is cut off");
        std::string bytes;
        std::size_t place = 0;
        for (std::size_t k = 0; k < blocks; ++k) {
            const auto length = std::size_t(numberAt(head, 3 + k));
            const std::uint64_t size = k + 1 == blocks && last > 0 ? last : whole;
            // A byte of zlib's becomes a thousand at most.
            if (size > 1100 * (std::uint64_t(length) + 1)) fail(name + " has a damaged block");
            const std::string block = decompress(&all[place], length, std::size_t(size));
            if (block.size() != size) fail(name + " has a damaged block");
            bytes += block;
            place += length;
        }
        return bytes;
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
        if (!(number >= 0 && number < 1e15) || number != std::floor(number))
            fail(name + " = " + word + "; it must be an integer from 0 to 1e15");
        return std::size_t(number);
    }

    static constexpr const char* blanks = " \t\r\n";
    std::string xml, path, appended, compressor;
    bool appendedIsRaw = false, hasRoot = false;
    std::size_t at = 0, headerBytes = 4;
    int line = 1;
    std::vector<std::string> open; // elements that have no end yet
    std::size_t count = 0;         // of points in the present piece
    std::map<std::string, std::vector<Real>> arrays;
    std::string names; // of its arrays
};

} // namespace

GrainFile readVtkPoints(const std::string& text, const std::string& path) { return VtkReader(text, path).read(); }

} // namespace simbodydem::grains
