#ifndef CONTACT_LAB_SECTION_JSON_H
#define CONTACT_LAB_SECTION_JSON_H

#include "Page.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace lab {

// JSON has no NaN: nlohmann writes null, which comes back as NaN.
inline void to_json(nlohmann::json& json, const Point& p) { json = {p.x, p.y}; }
inline void from_json(const nlohmann::json& json, Point& p) {
    const auto read = [](const nlohmann::json& value) {
        return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
    };
    p = {read(json.at(0)), read(json.at(1))};
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Series, label, color, style, points)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Plot, title, xLabel, yLabel, xIsLog, yIsLog, series)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Table, header, rows)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Figure, plot, caption, svg)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Summary, asked, ours, huntCrossley, price)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Section, title, text, figures, table, command, summary, output)

} // namespace lab

#endif
