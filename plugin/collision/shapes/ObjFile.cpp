// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/FacesOfFile.h"
#include "collision/shapes/FileText.h"

#include <algorithm>
#include <initializer_list>
#include <limits>

namespace simbodydem {

namespace {

// A statement may continue over several lines. Each line except the last one then ends with a backslash.
struct Statement {
    int line = 0;
    std::vector<std::string_view> words;
};

class ObjReader {
public:
    ObjReader(FacesOfFile& file, std::string_view text) : file(file), lines(linesOf(withoutMark(text))) {}

    void read() {
        while (next < lines.size()) {
            const Statement statement = nextStatement();
            if (!statement.words.empty()) take(statement);
        }
        for (const FacesOfFile::Face& face : file.faces)
            for (int k = face.first; k < face.first + face.count; ++k)
                if (file.corners[k] >= int(file.vertices.size()))
                    file.fail(face.location, "the face has vertex " + std::to_string(file.corners[k] + 1) +
                                              "; the file has " + std::to_string(file.vertices.size()));
    }

private:
    Statement nextStatement() {
        Statement statement;
        statement.line = int(next) + 1;
        for (bool isOver = false; !isOver;) {
            if (next == lines.size()) file.fail(int(next), "the last line ends with a backslash; nothing follows it");
            std::string_view line = lines[next++];
            const std::size_t comment = line.find('#');
            isOver = comment != std::string_view::npos || line.empty() || line.back() != '\\';
            line = isOver ? line.substr(0, comment) : line.substr(0, line.size() - 1);
            for (const Word& word : wordsOf(line)) statement.words.push_back(word.text);
            if (!isOver && !statement.words.empty() && isName(statement.words[0]))
                file.fail(int(next), "the name after " + inQuotes(statement.words[0]) +
                                         " ends with a backslash, which would hide the next line");
        }
        return statement;
    }

    static bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
        return std::find(words.begin(), words.end(), word) != words.end();
    }
    static bool isName(std::string_view word) {
        return isOneOf(word, {"o", "g", "usemtl", "mtllib", "usemap", "maplib", "shadow_obj", "trace_obj"});
    }

    void take(const Statement& s) {
        const std::string_view word = s.words[0];
        if (word == "v")
            takeVertex(s);
        else if (word == "f")
            takeFace(s);
        else if (word == "vn")
            takeNumbers(s, 3, 3);
        else if (word == "vt" || word == "vp")
            takeNumbers(s, 1, 3);
        else if (isOneOf(word, {"s", "mg", "lod", "bevel", "c_interp", "d_interp"}))
            takeSetting(s);
        else if (isOneOf(word, {"l", "p"}))
            file.doubt(s.line, inQuotes(word) + " is a line or a point; a Mesh has only faces");
        else if (!isName(word))
            file.fail(s.line, inQuotes(word) +
                                  " is not a statement of a polygonal OBJ file; it must be v, f, vt, vn, vp, "
                                  "o, g, s, usemtl, mtllib or a comment after #");
    }

    void takeNumbers(const Statement& s, std::size_t least, std::size_t most) {
        if (s.words.size() - 1 < least || s.words.size() - 1 > most)
            file.fail(s.line, inQuotes(s.words[0]) + " has " + std::to_string(s.words.size() - 1) +
                                  " numbers; it must have " + std::to_string(least) +
                                  (least < most ? " to " + std::to_string(most) : ""));
        for (std::size_t k = 1; k < s.words.size(); ++k) file.numberOf(s.words[k], s.line, "a number");
    }

    void takeSetting(const Statement& s) {
        double number;
        for (std::size_t k = 1; k < s.words.size(); ++k)
            if (!isOneOf(s.words[k], {"on", "off"}) && !toNumber(s.words[k], number))
                file.fail(s.line,
                          inQuotes(s.words[k]) + " after " + inQuotes(s.words[0]) + "; it must be a number, on or off");
        if (s.words.size() > 3)
            file.fail(s.line, inQuotes(s.words[0]) + " has " + std::to_string(s.words.size() - 1) +
                                  " values; it must have at most 2");
    }

    // Colours or a weight of 1 may follow the coordinates.
    void takeVertex(const Statement& s) {
        const std::size_t count = s.words.size() - 1;
        if (count < 3 || count == 5 || count > 7)
            file.fail(s.line, "the vertex has " + std::to_string(count) +
                                  " numbers; it must have 3, or 4, 6 or 7 with a weight or a colour");
        double number[7];
        for (std::size_t k = 0; k < count; ++k) number[k] = file.numberOf(s.words[k + 1], s.line, "a coordinate");
        if (count == 4 && number[3] != 1)
            file.fail(s.line, "the vertex has the weight " + inQuotes(s.words[4]) + "; it must be 1");
        file.vertices.emplace_back(number[0], number[1], number[2]);
    }

    void takeFace(const Statement& s) {
        if (s.words.size() < 4)
            file.fail(s.line,
                      "the face has " + std::to_string(s.words.size() - 1) + " corners; it must have 3 or more");
        const int first = int(file.corners.size());
        for (std::size_t k = 1; k < s.words.size(); ++k) file.corners.push_back(cornerOf(s.words[k], s.line));
        file.closeFace(s.line, first);
    }

    // Returns the vertex of "v", "v/vt", "v//vn" or "v/vt/vn". A negative number counts from the last vertex so far.
    int cornerOf(std::string_view word, int line) const {
        const auto refuse = [&] {
            file.fail(line, "the face has the corner " + inQuotes(word) +
                                "; it must be v, v/vt, v//vn or v/vt/vn, whole numbers from 1 up or from -1 down");
        };
        long long part[3] = {0, 0, 0};
        int count = 0;
        for (std::size_t at = 0; at <= word.size(); ++count) {
            const std::size_t end = std::min(word.find('/', at), word.size());
            if (count == 3) refuse();
            const bool mayBeEmpty = count == 1 && end < word.size();
            if (!(end == at && mayBeEmpty) && (!toInteger(word.substr(at, end - at), part[count]) || part[count] == 0))
                refuse();
            at = end + 1;
        }
        const long long size = (long long)file.vertices.size(), most = std::numeric_limits<int>::max();
        const long long vertex = part[0] > 0 ? part[0] - 1 : part[0] < -most ? -1 : size + part[0];
        if (vertex < 0 || vertex >= most)
            file.fail(line, "the face has vertex " + std::to_string(part[0]) + "; there are " + std::to_string(size) +
                                " before this line");
        return int(vertex);
    }

    FacesOfFile& file;
    std::vector<std::string_view> lines;
    std::size_t next = 0;
};

} // namespace

void readObj(FacesOfFile& file, std::string_view text) { ObjReader(file, text).read(); }

} // namespace simbodydem
