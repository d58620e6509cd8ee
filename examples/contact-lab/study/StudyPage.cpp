#include "ResultFile.h"

#include "Design.h"
#include "Files.h"
#include "Plot.h"
#include "StudyPageTemplate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>

namespace lab {

namespace {

using Numbers = std::vector<double>;

constexpr std::size_t mostGroups = 20, mostPoints = 400;

// Returns the ends of groups of sorted samples.
std::vector<std::size_t> endsOf(const std::vector<Point>& samples) {
    std::set<double> values;
    for (const Point& p : samples) {
        values.insert(p.x);
        if (values.size() > mostGroups) break;
    }
    std::vector<std::size_t> ends;
    const std::size_t n = samples.size();
    if (values.size() <= mostGroups) {
        for (std::size_t i = 1; i <= n; ++i)
            if (i == n || samples[i].x != samples[i - 1].x) ends.push_back(i);
        return ends;
    }
    const std::size_t groups = std::clamp<std::size_t>(std::size_t(std::sqrt(double(n))), 2, mostGroups);
    for (std::size_t group = 1; group <= groups; ++group) ends.push_back(group * n / groups);
    return ends;
}

// Draws a result along one parameter, whatever the others are. It shows some of the finite samples, evenly chosen, their mean, and the
// limits below and above which a tenth lies. If there are few values, mean and limits are those at each value. Otherwise they are those
// of groups of neighbours of equal size.
std::vector<Series> drawSeries(std::vector<Point> samples) {
    const char* const blue = "#0072b2";
    std::vector<Series> all = {{"samples", "#bbbbbb", styles::points},
                               {"mean", blue, styles::linePoints},
                               {"80 % lie between", blue, styles::dotted},
                               {"", blue, styles::dotted}};
    const std::size_t each = (samples.size() + mostPoints - 1) / mostPoints;
    for (std::size_t i = 0; i < samples.size(); i += each) all[0].points.push_back(samples[i]);
    std::sort(samples.begin(), samples.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
    std::size_t begin = 0;
    for (std::size_t end : endsOf(samples)) {
        const double n = double(end - begin);
        double x = 0, mean = 0;
        Numbers ys;
        for (std::size_t i = begin; i < end; ++i) {
            x += samples[i].x / n;
            mean += samples[i].y / n;
            ys.push_back(samples[i].y);
        }
        std::sort(ys.begin(), ys.end());
        const std::size_t tenth = ys.size() / 10;
        all[1].points.push_back({x, mean});
        all[2].points.push_back({x, ys[tenth]});
        all[3].points.push_back({x, ys[ys.size() - 1 - tenth]});
        begin = end;
    }
    return all;
}

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

// Returns the number of each column in every row, NaN where there is none.
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
            if (c < k) { // words count by their position among the values
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

std::string axis(const std::string& name, const std::string& unit) {
    return spellLabel(name) + (unit == "" ? "" : " [" + spellLabel(unit) + "]");
}

std::string axis(const VariedParameter& p) {
    std::string words;
    for (const Value& value : p.values)
        if (std::holds_alternative<std::string>(value))
            words += fmt::format("{} {}", words == "" ? ":" : ",", spellLabel(toText(value)));
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
    Plot plot{spellLabel(result.label) + " against " + spellLabel(p.name), axis(p), axis(result.label, result.unit)};
    plot.xIsLog = p.isLog && p.values.empty();
    plot.yIsLog = smallest > 0 && largest > 1000 * smallest;
    plot.series = drawSeries(points);
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
    const auto heading =
        fmt::format("Study of {}: {}, {} samples, {} with an error", what, spec.design, rows.size(), errors);
    replace(page, "PAGE_HEADING", escape(heading));
    replace(page, "PAGE_SUMMARY",
            toTable({"result", "unit", "numbers", "mean", "standard deviation", "smallest", "5 %", "median", "95 %",
                     "largest"},
                    summary));
    if (spec.design == "sobol")
        sections = "<p>Sobol indices: the fraction of a result's variance that a parameter causes alone (first-order), "
                   "and the fraction in which it takes part (total). In brackets are 95 % confidence intervals by "
                   "bootstrap.</p>\n" +
                   sections;
    replace(page, "PAGE_SECTIONS", sections);
    replace(page, "PAGE_SPEC", escape(spec.text));
    const std::string file = (std::filesystem::path(folder) / "index.html").string();
    writeFile(file, page);
    return file;
}

} // namespace lab
