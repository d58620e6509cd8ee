#include "Columns.h"

#include "Check.h"

#include <cmath>
#include <fstream>
#include <sstream>

namespace lab {

namespace {

std::string trim(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::vector<std::string> splitLine(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');) cells.push_back(trim(cell));
    if (!line.empty() && line.back() == ',') cells.push_back("");
    return cells;
}

// The whole of it must be a finite number.
Real parseNumber(const std::string& text, const std::string& where) {
    std::size_t used = 0;
    Real value = SimTK::NaN;
    try {
        value = std::stod(text, &used);
    } catch (const std::exception&) {
    }
    if (used != text.size() || !std::isfinite(value))
        refuse(where + " is \"" + text + "\"; it must be a finite number");
    return value;
}

void checkColumns(const std::vector<Column>& columns, const std::string& where) {
    if (columns.empty()) refuse(where + " has no columns");
    for (const Column& column : columns) {
        if (column.values.empty()) refuse(where + " has no numbers in " + column.quantity.toText());
        if (column.values.size() != columns.front().values.size())
            refuse(fmt::format("{} has {} numbers in {} and {} in {}", where, columns.front().values.size(),
                               columns.front().quantity.toText(), column.values.size(), column.quantity.toText()));
        for (const Column& other : columns)
            if (&other != &column && other.quantity.name == column.quantity.name)
                refuse(where + " has two columns " + column.quantity.name);
    }
}

} // namespace

QuantityName parseQuantity(const std::string& text, const std::string& where) {
    const auto open = text.find('['), close = text.find(']');
    if (open == std::string::npos || close != text.size() - 1 || trim(text.substr(0, open)) == "" || close == open + 1)
        refuse(where + ": \"" + text + "\" has no unit; write \"name [unit]\", [-] if it has none");
    return {trim(text.substr(0, open)), trim(text.substr(open + 1, close - open - 1))};
}

std::vector<Column> readCsv(const std::string& file) {
    std::ifstream in(file);
    if (!in) refuse("cannot read " + file);
    std::vector<Column> columns;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        const std::string where = fmt::format("{}:{}", file, number);
        if (trim(line) == "" || trim(line)[0] == '#') continue;
        const std::vector<std::string> cells = splitLine(trim(line));
        if (columns.empty()) {
            for (const std::string& cell : cells) columns.push_back({parseQuantity(cell, where), {}});
            continue;
        }
        if (cells.size() != columns.size())
            refuse(fmt::format("{}: {} cells under {} headings", where, cells.size(), columns.size()));
        for (std::size_t i = 0; i < cells.size(); ++i)
            columns[i].values.push_back(parseNumber(cells[i], where + ": " + columns[i].quantity.toText()));
    }
    checkColumns(columns, file);
    return columns;
}

std::vector<Column> readColumns(JsonObject lists) {
    std::vector<Column> columns;
    for (const std::string& heading : lists.getKeys())
        columns.push_back({parseQuantity(heading, lists.getPlace()), lists.takeNumbers(heading)});
    checkColumns(columns, lists.getPlace());
    return columns;
}

} // namespace lab
