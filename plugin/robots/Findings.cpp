// SPDX-License-Identifier: Apache-2.0
#include "robots/Findings.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem {

namespace {

constexpr std::size_t mostErrors = 30; // a message of more is read by nobody

std::string lineText(int line) { return line > 0 ? "line " + std::to_string(line) + ": " : ""; }

template <class Finding> std::vector<Finding> inOrder(std::vector<Finding> findings) {
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding& a, const Finding& b) { return a.first < b.first; });
    return findings;
}

} // namespace

void Findings::throwErrors() {
    if (errors.empty()) return;
    const std::vector<Finding> sorted = inOrder(errors);
    std::string text = "RobotFile: the file '" + path + "'";
    if (sorted.size() == 1) {
        const auto& [line, reason] = sorted.front();
        throw std::invalid_argument(text + (line > 0 ? ", " : ": ") + lineText(line) + reason);
    }
    text += " has " + std::to_string(sorted.size()) + " errors:";
    for (std::size_t i = 0; i < std::min(sorted.size(), mostErrors); ++i)
        text += "\n  " + lineText(sorted[i].first) + sorted[i].second;
    if (sorted.size() > mostErrors) text += "\n  and " + std::to_string(sorted.size() - mostErrors) + " more";
    throw std::invalid_argument(text);
}

void Findings::fail(int line, const std::string& text) {
    error(line, text);
    throwErrors();
    throw std::invalid_argument(text); // not reached
}

std::vector<std::string> Findings::getWarnings() const {
    std::vector<std::string> texts;
    for (const auto& [line, reason] : inOrder(warnings))
        texts.push_back("RobotFile: the file '" + path + "'" + (line > 0 ? ", " : ": ") + lineText(line) + reason);
    return texts;
}

std::vector<RobotIgnored> Findings::getIgnored() const {
    std::vector<RobotIgnored> sorted = ignored;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const RobotIgnored& a, const RobotIgnored& b) { return a.line < b.line; });
    return sorted;
}

} // namespace simbodydem
