// SPDX-License-Identifier: Apache-2.0
#include "robots/Numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>

namespace simbodydem {

std::vector<std::string_view> wordsOf(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<std::string_view> words;
    for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(blanks, end);
    }
    return words;
}

bool readNumber(std::string_view word, double& number) {
    if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size() && std::isfinite(number);
}

std::vector<double> numbersOf(std::string_view text) {
    std::vector<double> numbers;
    for (const std::string_view word : wordsOf(text)) {
        double number = 0;
        readNumber(word, number);
        numbers.push_back(number);
    }
    return numbers;
}

std::string shortText(double number) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << number;
    return text.str();
}

std::string withSixDigits(const std::string& text) {
    std::string rounded;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" ,", at), text.size());
        const std::string word = text.substr(at, end - at);
        double number;
        const bool isWhole = word.find_first_not_of("0123456789") == std::string::npos;
        rounded += !isWhole && readNumber(word, number) ? shortText(number) : word;
        if (end < text.size()) rounded += text[end];
        at = end + 1;
    }
    return rounded;
}

std::string nameInQuotes(std::string_view word) {
    constexpr std::size_t most = 200;
    std::string text = "'";
    for (const char c : word.substr(0, most)) text += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
    return text + (word.size() > most ? "...'" : "'");
}

} // namespace simbodydem
