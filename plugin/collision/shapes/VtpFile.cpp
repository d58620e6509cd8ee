// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/FacesOfFile.h"
#include "collision/shapes/FileText.h"
#include "collision/shapes/XmlTree.h"

#include <algorithm>
#include <initializer_list>
#include <limits>

namespace simbodydem {

namespace {

class VtpReader {
public:
    explicit VtpReader(FacesOfFile& file) : file(file) {}

    void read(const XmlNode& root) {
        if (root.name != "VTKFile") file.fail(root.line, "<" + root.name + "> is the root; it must be <VTKFile>");
        if (attribute(root, "type") != "PolyData")
            file.fail(root.line, "the type is " + inQuotes(attribute(root, "type")) + "; it must be 'PolyData'");
        checkChildren(root, {"PolyData"}, {"FieldData", "AppendedData"});
        for (const XmlNode& data : root.children)
            if (data.name == "PolyData") {
                checkChildren(data, {}, {"Piece", "FieldData"});
                for (const XmlNode& piece : data.children)
                    if (piece.name == "Piece") takePiece(piece);
            }
    }

private:
    struct Cells {
        std::vector<Word> corners;
        std::vector<long long> ends; // by cell: end of its corners
        int count = 0;
    };

    static std::string attribute(const XmlNode& element, const std::string& name) {
        const auto found = element.attributes.find(name);
        return found == element.attributes.end() ? "" : found->second;
    }

    // Checks that each of `once` is there exactly once, and that no children exist except those and `others`.
    void checkChildren(const XmlNode& element, std::initializer_list<const char*> once,
                       std::initializer_list<const char*> others) {
        if (!std::all_of(element.text.begin(), element.text.end(), isSpace))
            file.fail(element.textLine, "<" + element.name + "> has text beside its elements");
        const auto isOneOf = [](const std::string& name, std::initializer_list<const char*> names) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        for (const XmlNode& child : element.children)
            if (!isOneOf(child.name, once) && !isOneOf(child.name, others))
                file.fail(child.line,
                          "<" + child.name + "> cannot be a part of <" + element.name + "> in a file of polygons");
        for (const char* name : once) {
            const auto isSo = [&](const XmlNode& child) { return child.name == name; };
            const auto count = std::count_if(element.children.begin(), element.children.end(), isSo);
            if (count != 1)
                file.fail(element.line,
                          "<" + element.name + "> has " + std::to_string(count) + " <" + name + ">; it must have one");
        }
    }

    int countOf(const XmlNode& piece, const std::string& name) {
        const std::string text = attribute(piece, name);
        long long count = 0;
        if (!text.empty() && (!toInteger(text, count) || count < 0 || count > std::numeric_limits<int>::max()))
            file.fail(piece.line, name + " is " + inQuotes(text) + "; it must be a whole number, 0 or more");
        return int(count);
    }

    std::vector<Word> wordsOfArray(const XmlNode& array) {
        const std::string format = attribute(array, "format");
        if (!format.empty() && format != "ascii")
            file.fail(array.line, "the DataArray has the format " + inQuotes(format) +
                                      "; it must be 'ascii' (in ParaView: Save Data, Data Mode Ascii)");
        if (!array.children.empty())
            file.fail(array.children[0].line, "<" + array.children[0].name + "> is in a DataArray; it must be numbers");
        return wordsOf(array.text, array.textLine);
    }

    void takePiece(const XmlNode& piece) {
        checkChildren(piece, {"Points"}, {"PointData", "CellData", "Verts", "Lines", "Strips", "Polys", "FieldData"});
        const int firstVertex = int(file.vertices.size());
        for (const XmlNode& child : piece.children)
            if (child.name == "Points") takePoints(child, countOf(piece, "NumberOfPoints"));
        for (const char* name : {"Verts", "Lines", "Polys", "Strips"}) {
            const Cells cells = cellsOf(piece, name);
            const std::string kind = name;
            if (cells.count > 0 && (kind == "Verts" || kind == "Lines"))
                file.fail(piece.line, "the piece has " + std::to_string(cells.count) + " " + name +
                                          "; a Mesh has only Polys and Strips");
            for (int i = 0; i < cells.count; ++i) {
                const long long first = i > 0 ? cells.ends[std::size_t(i) - 1] : 0, end = cells.ends[std::size_t(i)];
                addCell(cells, std::size_t(first), std::size_t(end), firstVertex, kind == "Strips");
            }
        }
    }

    void takePoints(const XmlNode& points, int count) {
        checkChildren(points, {"DataArray"}, {});
        const XmlNode& array = points.children[0];
        if (attribute(array, "NumberOfComponents") != "3")
            file.fail(array.line, "NumberOfComponents of the points is " +
                                      inQuotes(attribute(array, "NumberOfComponents")) + "; it must be 3");
        const std::vector<Word> words = wordsOfArray(array);
        if (words.size() != 3 * std::size_t(count))
            file.fail(array.line, "the points have " + std::to_string(words.size()) + " coordinates; " +
                                      std::to_string(count) + " points must have " +
                                      std::to_string(3 * std::size_t(count)));
        for (std::size_t k = 0; k < words.size(); k += 3) {
            const auto number = [&](std::size_t i) {
                return file.numberOf(words[k + i].text, words[k + i].line, "a coordinate");
            };
            file.vertices.emplace_back(number(0), number(1), number(2));
        }
    }

    Cells cellsOf(const XmlNode& piece, const std::string& kind) {
        Cells cells;
        cells.count = countOf(piece, "NumberOf" + kind);
        const auto isKind = [&](const XmlNode& child) { return child.name == kind; };
        const auto found = std::find_if(piece.children.begin(), piece.children.end(), isKind);
        if (found == piece.children.end()) {
            if (cells.count > 0)
                file.fail(piece.line,
                          "NumberOf" + kind + " is " + std::to_string(cells.count) + "; there is no <" + kind + ">");
            return cells;
        }
        if (std::find_if(std::next(found), piece.children.end(), isKind) != piece.children.end())
            file.fail(piece.line, "the piece has two <" + kind + ">; it must have one");
        checkChildren(*found, {}, {"DataArray"});
        std::vector<Word> ends;
        bool hasCorners = false, hasEnds = false;
        for (const XmlNode& array : found->children) {
            const std::string name = attribute(array, "Name");
            bool& isThere = name == "connectivity" ? hasCorners : hasEnds;
            if ((name != "connectivity" && name != "offsets") || isThere)
                file.fail(array.line, "<" + kind + "> has the DataArray " + inQuotes(name) +
                                          "; it must have 'connectivity' and 'offsets', each once");
            isThere = true;
            const std::string format = attribute(array, "format"); // an empty array may have any format
            if (cells.count > 0 || format.empty() || format == "ascii")
                (name == "offsets" ? ends : cells.corners) = wordsOfArray(array);
        }
        if (cells.count > 0 && !(hasCorners && hasEnds))
            file.fail(found->line, "<" + kind + "> must have the DataArrays 'connectivity' and 'offsets'");
        long long last = 0;
        for (const Word& word : ends) {
            long long end;
            if (!toInteger(word.text, end) || end < last || end > (long long)cells.corners.size())
                file.fail(word.line, "the offset " + inQuotes(word.text) + " must be a whole number from " +
                                         std::to_string(last) + " to " + std::to_string(cells.corners.size()) +
                                         ", the number of corners");
            cells.ends.push_back(last = end);
        }
        if (int(ends.size()) != cells.count)
            file.fail(found->line, "<" + kind + "> has " + std::to_string(ends.size()) + " offsets; NumberOf" + kind +
                                       " is " + std::to_string(cells.count));
        if (last != (long long)cells.corners.size())
            file.fail(found->line, "<" + kind + "> has " + std::to_string(cells.corners.size()) +
                                       " corners; the last offset is " + std::to_string(last));
        return cells;
    }

    void addCell(const Cells& cells, std::size_t begin, std::size_t end, int firstVertex, bool isStrip) {
        const std::string what = isStrip ? "the strip" : "the polygon";
        if (end - begin < 3)
            file.fail(begin < cells.corners.size() ? cells.corners[begin].line : 0,
                      what + " has " + std::to_string(end - begin) + " corners; it must have 3 or more");
        std::vector<int> corners;
        for (std::size_t k = begin; k < end; ++k) {
            const Word& word = cells.corners[k];
            const long long size = (long long)file.vertices.size() - firstVertex;
            long long vertex;
            if (!toInteger(word.text, vertex) || vertex < 0 || vertex >= size)
                file.fail(word.line, what + " has the point " + inQuotes(word.text) +
                                         "; it must be a whole number from 0 to " + std::to_string(size - 1));
            corners.push_back(firstVertex + int(vertex));
        }
        const int line = cells.corners[begin].line;
        if (!isStrip) {
            const int first = int(file.corners.size());
            file.corners.insert(file.corners.end(), corners.begin(), corners.end());
            file.closeFace(line, first);
            return;
        }
        for (std::size_t k = 2; k < corners.size(); ++k) { // every second triangle of a strip is reversed
            const int a = corners[k - 2], b = corners[k - 1], c = corners[k];
            const int first = int(file.corners.size());
            for (const int v : {k % 2 == 0 ? a : b, k % 2 == 0 ? b : a, c}) file.corners.push_back(v);
            file.closeFace(line, first);
        }
    }

    FacesOfFile& file;
};

} // namespace

void readVtp(FacesOfFile& file, std::string_view text) {
    VtpReader(file).read(readXmlTree(text, [&](int line, const std::string& reason) { file.fail(line, reason); }));
}

} // namespace simbodydem
