// SPDX-License-Identifier: Apache-2.0
#include "contact/HistoryRows.h"
#include "contact/HistoryText.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <istream>
#include <iterator>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

namespace {

// Quotes any text, shortened to the length of a message. Both ends stay, since a line has its name and its value there.
std::string quote(std::string_view text) {
    std::string shown(text);
    if (text.size() > 40) shown.replace(18, text.size() - 36, " .. ");
    for (char& c : shown)
        if (!std::isprint(static_cast<unsigned char>(c))) c = '?';
    return '"' + shown + '"';
}

[[noreturn]] void failAt(std::ptrdiff_t line, const std::string& why) {
    throw std::runtime_error("contact history, line " + std::to_string(line) + ": " + why);
}

std::string_view firstWord(std::string_view text) { return text.substr(0, text.find_first_of(" \n")); }

class Reader final : public HistoryRows {
public:
    explicit Reader(std::string_view text, int fileVersion = historyVersion) : rest(text) { version = fileVersion; }

    [[noreturn]] void fail(const std::string& why) const override { failAt(number, why); }

    void line(const std::string& words) override {
        const std::string_view found = nextLine();
        if (found != words)
            fail("the history belongs to another model: the file has " + quote(found) + ", this model has \"" + words +
                 "\"");
    }

    std::string_view nextLine() {
        ++number;
        if (rest.empty()) fail("the text ends too early");
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        return line;
    }

    void end() {
        if (!rest.empty()) fail(quote(nextLine()) + " is not expected here");
    }

private:
    bool startRow(const char* first, bool isThere) override {
        if (!isThere && firstWord(rest) != first) return false;
        words = nextLine();
        const std::string_view found = nextWord();
        if (found != first) fail("\"" + std::string(first) + "\" was expected, but " + quote(found) + " was found");
        return true;
    }
    void transfer(const char* name, Real& value) override {
        const std::string_view word = nextWord();
        if (word.empty()) fail(std::string(name) + " is missing");
        value = SimTK::NaN;
        if (word == "none") return;
        const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
        if (read.ec != std::errc() || read.ptr != word.data() + word.size() || std::isnan(value))
            fail(name + (": " + quote(word)) + " is not a number");
    }
    void endRow() override {
        if (!words.empty()) fail(quote(words) + " at the end of the line is not expected");
    }

    std::string_view nextWord() {
        const std::string_view word = firstWord(words);
        words.remove_prefix(std::min(word.size() + 1, words.size()));
        return word;
    }

    std::string_view rest, words; // of the text, of the line
    std::ptrdiff_t number = 0;
};

// Returns the text as it was written. An editor or a copy may have changed the ends of lines and put a byte order mark in
// front.
std::string readText(std::istream& in) {
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) text.erase(0, 3);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text.compare(i, 2, "\r\n") != 0) text[kept++] = text[i];
    text.resize(kept);
    return text;
}

// Returns all lines except the last one, whose checksum must be right.
std::string_view withoutChecksum(std::string_view text) {
    const std::size_t before = text.rfind("\nchecksum ");
    if (before == std::string_view::npos || text.substr(before + 1) != checksumLine(text.substr(0, before + 1)))
        failAt(std::count(text.begin(), text.end() - 1, '\n') + 1,
               "the text is damaged or cut off; its checksum does not match");
    return text.substr(0, before + 1);
}

} // namespace

SavedHistory readHistoryFile(std::istream& in, const HistoryModel& model) {
    const std::string text = readText(in);
    const std::string_view found = Reader(text).nextLine();
    int version = historyVersion;
    while (found != historyTitle(version))
        if (--version < oldestHistoryVersion) failAt(1, quote(found) + " is not \"" + historyTitle() + "\"");
    Reader reader(withoutChecksum(text), version);
    reader.line(historyTitle(version));
    SavedHistory saved;
    describeHistory(reader, saved, model);
    reader.end();
    return saved;
}

} // namespace simbodydem
