// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_FILE_TEXT_H
#define SIMBODYDEM_COLLISION_SHAPES_FILE_TEXT_H

#include <string>
#include <string_view>
#include <vector>

namespace simbodydem {

/** Reads all bytes of a file. @throws std::invalid_argument "owner: what 'path' cannot be read" */
std::string readWholeFile(const std::string& path, const std::string& owner, const std::string& what);

/** Reads a decimal number with a point, whatever the locale. Returns false unless the whole word is a number. nan and inf are numbers. */
bool toNumber(std::string_view word, double& number);
/** Reads a whole number. Returns false unless the whole word is a number that fits. */
bool toInteger(std::string_view word, long long& number);

/** Returns true for blanks, tabs and ends of lines. */
inline bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/** Returns a word as messages show it: in quotes, shortened, without control characters. */
std::string inQuotes(std::string_view word);

/** Returns the word in small letters (ASCII only). */
std::string lowered(std::string_view word);

/** Returns the text without its UTF-8 byte order mark, if it begins with one. */
std::string_view withoutMark(std::string_view text);

/** Holds a word of a text and its line. */
struct Word {
    std::string_view text;
    int line;
};

/** Returns all words between white space. Lines end with LF, CR LF or CR. @param line  line of the first character */
std::vector<Word> wordsOf(std::string_view text, int line = 1);

/** Returns all lines without their ends, which are LF, CR LF or CR. */
std::vector<std::string_view> linesOf(std::string_view text);

} // namespace simbodydem

#endif
