// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/FileText.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace simbodydem {

namespace {

std::string_view withoutPlus(std::string_view word) {
    const bool isPlus = word.size() > 1 && word[0] == '+' && word[1] != '-';
    return isPlus ? word.substr(1) : word;
}

// Returns the position after the end of a line at `at`.
std::size_t behindEnd(std::string_view text, std::size_t at) { return at + (text.compare(at, 2, "\r\n") == 0 ? 2 : 1); }

} // namespace

std::string readWholeFile(const std::string& path, const std::string& owner, const std::string& what) {
    std::ifstream in(path, std::ios::binary);
    std::string text;
    if (in) text.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    if (!in || in.bad()) throw std::invalid_argument(owner + ": " + what + " '" + path + "' cannot be read");
    return text;
}

bool toNumber(std::string_view word, double& number) {
    word = withoutPlus(word);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size();
}

bool toInteger(std::string_view word, long long& number) {
    word = withoutPlus(word);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size();
}

std::string inQuotes(std::string_view word) {
    const std::size_t most = 40;
    std::string text = "'";
    for (const char c : word.substr(0, most)) text += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
    return text + (word.size() > most ? "...'" : "'");
}

std::string lowered(std::string_view word) {
    std::string text(word);
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return text;
}

std::string_view withoutMark(std::string_view text) {
    return text.compare(0, 3, "\xef\xbb\xbf") == 0 ? text.substr(3) : text;
}

std::vector<Word> wordsOf(std::string_view text, int line) {
    std::vector<Word> words;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\n' || text[at] == '\r') {
            at = behindEnd(text, at);
            ++line;
        } else if (isSpace(text[at])) {
            ++at;
        } else {
            const std::size_t begin = at;
            while (at < text.size() && !isSpace(text[at])) ++at;
            words.push_back({text.substr(begin, at - begin), line});
        }
    }
    return words;
}

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end < text.size() ? behindEnd(text, end) : end;
    }
    return lines;
}

} // namespace simbodydem
