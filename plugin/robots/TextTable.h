// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_TEXT_TABLE_H
#define SIMBODYDEM_ROBOTS_TEXT_TABLE_H

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** Columns of words, each as wide as its widest one. */
class TextTable {
public:
    explicit TextTable(std::vector<std::string> header) { add(std::move(header)); }
    void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }

    std::string toText() const {
        std::vector<std::size_t> widths;
        for (const auto& row : rows)
            for (std::size_t c = 0; c < row.size(); ++c) {
                if (c == widths.size()) widths.push_back(0);
                widths[c] = std::max(widths[c], row[c].size());
            }
        std::string text;
        for (const auto& row : rows) {
            std::string line;
            for (std::size_t c = 0; c < row.size(); ++c) {
                line += row[c];
                line.append(widths[c] - row[c].size() + 2, ' ');
            }
            line.erase(line.find_last_not_of(' ') + 1);
            text += line + '\n';
        }
        return text;
    }

private:
    std::vector<std::vector<std::string>> rows;
};

} // namespace simbodydem

#endif
