#include "StudyPage.h"

#include "Marginal.h"
#include "Sobol.h"
#include "StudyPageTemplate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace lab {

namespace fs = std::filesystem;

namespace {

using Numbers = std::vector<double>;

std::string escape(const std::string& text) {
    std::string html;
    for (char c : text) html += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return html;
}

std::string toRow(const std::vector<std::string>& cells, const char* tag) {
    std::string html = "<tr>";
    for (const std::string& cell : cells) html += fmt::format("<{0}>{1}</{0}>", tag, escape(cell));
    return html + "</tr>\n";
}

std::string toTable(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows) {
    std::string html = "<div class=\"scroll\"><table><thead>" + toRow(header, "th") + "</thead><tbody>\n";
    for (const auto& row : rows) html += toRow(row, "td");
    return html + "</tbody></table></div>\n";
}

// A column's number in every row, NaN where there is none.
std::vector<Numbers> toColumns(const StudySpec& spec, const Rows& rows) {
    const std::size_t k = spec.parameters.size();
    std::vector<Numbers> columns(k + spec.results.size());
    for (const auto& [index, row] : rows) {
        const std::vector<std::string> cells = splitRow(row);
        for (std::size_t c = 0; c < columns.size(); ++c) {
            char* rest = nullptr;
            const std::string& cell = cells[c + 1];
            double number = std::strtod(cell.c_str(), &rest);
            if (rest == cell.c_str() || *rest) number = NAN;
            if (c < k) { // words by their place among the values
                const auto& values = spec.parameters[c].values;
                const auto isWord = [](const Value& v) { return std::holds_alternative<std::string>(v); };
                if (std::any_of(values.begin(), values.end(), isWord))
                    number = 1 + double(std::find_if(values.begin(), values.end(),
                                                     [&](const Value& v) { return toText(v) == cell; }) -
                                        values.begin());
            }
            columns[c].push_back(number);
        }
    }
    return columns;
}

// As gnuplot's enhanced text takes it: e_n has an index, max_overlap has words.
std::string plain(const std::string& text) {
    std::string drawn;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '_')
            drawn += i + 2 == text.size() ? '_' : ' ';
        else if (!std::strchr("'\"\\`{}@&~$", text[i]))
            drawn += text[i];
    return drawn;
}

std::string axis(const std::string& name, const std::string& unit) {
    return plain(name) + (unit == "" ? "" : " [" + plain(unit) + "]");
}

std::string axis(const VariedParameter& p) {
    std::string words;
    for (const Value& value : p.values)
        if (std::holds_alternative<std::string>(value))
            words += fmt::format("{} {}", words == "" ? ":" : ",", plain(toText(value)));
    return axis(p.name, p.unit) + words;
}

bool varies(const std::vector<Point>& points, double Point::*coordinate) {
    return std::any_of(points.begin(), points.end(),
                       [&](const Point& p) { return p.*coordinate != points[0].*coordinate; });
}

std::string drawMarginal(const VariedParameter& p, const ResultColumn& result, const Numbers& x, const Numbers& y) {
    std::vector<Point> points;
    double smallest = INFINITY, largest = -INFINITY;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (std::isfinite(x[i]) && std::isfinite(y[i])) {
            points.push_back({x[i], y[i]});
            smallest = std::min(smallest, y[i]);
            largest = std::max(largest, y[i]);
        }
    if (points.empty() || !varies(points, &Point::x) || !varies(points, &Point::y)) return "";
    const Marginal marginal = toMarginal(points);
    Plot plot{plain(result.label) + " against " + plain(p.name), axis(p), axis(result.label, result.unit)};
    plot.xIsLog = p.isLog && p.values.empty();
    plot.yIsLog = smallest > 0 && largest > 1000 * smallest;
    plot.series = {{"samples", "#bbbbbb", styles::points, marginal.cloud},
                   {"mean", "#0072b2", styles::linePoints, marginal.mean},
                   {"four fifths lie between", "#0072b2", styles::dotted, marginal.low},
                   {"", "#0072b2", styles::dotted, marginal.high}};
    return "<figure>" + renderSvg(plot) + "</figure>\n";
}

std::vector<std::string> summarize(const ResultColumn& result, const Numbers& y) {
    Numbers finite;
    std::copy_if(y.begin(), y.end(), std::back_inserter(finite), [](double v) { return std::isfinite(v); });
    std::vector<std::string> cells = {result.label, result.unit, fmt::format("{}", finite.size())};
    if (finite.empty()) return cells;
    std::sort(finite.begin(), finite.end());
    const double n = double(finite.size());
    double mean = 0, variance = 0;
    for (double v : finite) mean += v / n;
    for (double v : finite) variance += (v - mean) * (v - mean) / n;
    const auto at = [&](double share) { return finite[std::size_t(share * (n - 1) + 0.5)]; };
    for (double v : {mean, std::sqrt(variance), finite.front(), at(0.05), at(0.5), at(0.95), finite.back()})
        cells.push_back(fmt::format("{:.5g}", v));
    return cells;
}

std::string toSobolTable(const StudySpec& spec, const Numbers& y) {
    const std::vector<SobolIndex> indices = calcSobolIndices(y, spec.parameters.size());
    if (!std::isfinite(indices[0].first.value)) return "";
    const auto round = [](double share) { return std::round(1000 * share) / 1000 + 0.0; }; // no -0.000
    const auto toText = [&](const Estimate& e) {
        return fmt::format("{:.3f} [{:.3f}, {:.3f}]", round(e.value), round(e.low), round(e.high));
    };
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < indices.size(); ++i)
        rows.push_back({spec.parameters[i].name, toText(indices[i].first), toText(indices[i].total)});
    return toTable({"parameter", "first-order index", "total index"}, rows);
}

void replace(std::string& text, const std::string& place, const std::string& by) {
    text.replace(text.find(place), place.size(), by);
}

} // namespace

std::string writeStudyPage(const std::string& folder, const StudySpec& spec, const Rows& rows) {
    const std::size_t k = spec.parameters.size();
    const std::vector<Numbers> columns = toColumns(spec, rows);
    const auto errors = std::count_if(rows.begin(), rows.end(), [](const auto& row) { return hasError(row.second); });
    std::vector<std::vector<std::string>> summary;
    std::string sections;
    for (std::size_t r = 0; r < spec.results.size(); ++r) {
        const ResultColumn& result = spec.results[r];
        summary.push_back(summarize(result, columns[k + r]));
        std::string section;
        if (spec.design == "sobol") section += toSobolTable(spec, columns[k + r]);
        section += "<div class=\"figures\">\n";
        for (std::size_t p = 0; p < k; ++p)
            section += drawMarginal(spec.parameters[p], result, columns[p], columns[k + r]);
        sections += fmt::format("<h2>{}</h2>\n{}</div>\n", escape(axis(result.label, result.unit)), section);
    }
    const std::string what = spec.program.empty() ? spec.experiment : spec.program[0];
    std::string page = studyPageTemplate;
    replace(page, "PAGE_TITLE", escape(what));
    replace(
        page, "PAGE_HEADING",
        escape(fmt::format("Study of {}: {}, {} samples, {} with an error", what, spec.design, rows.size(), errors)));
    replace(page, "PAGE_SUMMARY",
            toTable({"result", "unit", "numbers", "mean", "standard deviation", "smallest", "5 %", "median", "95 %",
                     "largest"},
                    summary));
    if (spec.design == "sobol")
        sections =
            "<p>Sobol's indices: the share of a result's variance that a parameter makes alone (first-order), and "
            "that it has a part in (total); in brackets 95 % confidence intervals by bootstrap.</p>\n" +
            sections;
    replace(page, "PAGE_SECTIONS", sections);
    replace(page, "PAGE_SPEC", escape(spec.text));
    fs::create_directories(folder);
    const std::string file = (fs::path(folder) / "index.html").string();
    std::ofstream out(file);
    out << page;
    out.close();
    if (!out) throw std::runtime_error("cannot write " + file);
    return file;
}

} // namespace lab
