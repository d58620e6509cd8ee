// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_NUMBERS_H
#define SIMBODYDEM_ROBOTS_NUMBERS_H

#include <string>
#include <string_view>
#include <vector>

namespace simbodydem {

/** Returns the words between white space. */
std::vector<std::string_view> wordsOf(std::string_view text);

/** Reads a decimal number with a point, whatever the locale. Returns false unless the whole word is a finite one. */
bool readNumber(std::string_view word, double& number);

/** Returns the numbers of a text that has been checked. */
std::vector<double> numbersOf(std::string_view text);

/** Returns a number with six digits at most. */
std::string shortText(double number);

/** Returns a text for readers: each number that is no whole one is rounded to six digits. */
std::string withSixDigits(const std::string& text);

/** Returns a word in quotes, shortened, without control characters. */
std::string nameInQuotes(std::string_view word);

} // namespace simbodydem

#endif
