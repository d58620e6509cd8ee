// This file writes a calibration: its result as one JSON object, its plots and its progress.

#include "CalibrationReport.h"

#include "Files.h"
#include "Plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

namespace lab {

using nlohmann::ordered_json;

namespace {

ordered_json toJson(const StartResult& start) {
    return {{"from", start.from},
            {"to", start.to},
            {"rms", start.rms},
            {"evaluations", start.evaluations},
            {"has_converged", start.hasConverged},
            {"failure", start.failure}};
}

ordered_json toJson(const LawFit& f, std::size_t i) {
    const Parameter& p = f.law.parameters[i];
    ordered_json row = {{"name", p.name}, {"unit", p.unit}, {"free", p.isFree}, {"value", f.fit.values[i]}};
    if (!p.isFree) return row;
    const Bound bound = f.fit.bounds[i];
    row.update({{"standard_error", f.fit.standardErrors[i]},
                {"lower", p.lower},
                {"upper", p.upper},
                {"at_bound", bound == Bound::None    ? ""
                             : bound == Bound::Lower ? "lower"
                                                     : "upper"}});
    if (!f.draws.empty()) {
        const Recovery r(f, i);
        row["draws"] = {{"count", f.draws.size()},
                        {"mean", r.mean},
                        {"spread", r.spread},
                        {"mean_error", r.meanError},
                        {"within_two_errors", r.within}};
    }
    for (std::size_t j = 0; j < f.law.parameters.size(); ++j)
        if (f.law.parameters[j].isFree) row["correlations"][f.law.parameters[j].name] = f.fit.correlations(i, j);
    return row;
}

} // namespace

ordered_json toJson(const CalibrationSpec& spec, const std::vector<LawFit>& fits) {
    ordered_json all = {{"laws", ordered_json::array()}};
    const std::vector<Observation> observations = spec.listObservations();
    for (const LawFit& f : fits) {
        ordered_json& law = all["laws"].emplace_back(ordered_json{{"law", f.law.label}});
        if (f.failure != "") {
            law["failure"] = f.failure;
            continue;
        }
        law.update({{"aic", f.fit.aic},
                    {"aicc", f.fit.aicc},
                    {"bic", f.fit.bic},
                    {"log_likelihood", f.fit.logLikelihood},
                    {"has_converged", f.fit.hasConverged}});
        for (std::size_t i = 0; i < f.law.parameters.size(); ++i) law["parameters"].push_back(toJson(f, i));
        std::size_t first = 0;
        for (std::size_t k = 0; k < observations.size(); ++k) {
            const Observation& o = observations[k];
            const auto part = [&](const std::vector<Real>& list) {
                return std::vector<Real>(list.begin() + long(first), list.begin() + long(first + o.measured.size()));
            };
            law["columns"].push_back({{"name", o.name},
                                      {"unit", o.unit},
                                      {"rms", f.fit.rms[k]},
                                      {o.abscissaName, o.abscissae},
                                      {"measured", o.measured},
                                      {"predicted", part(f.fit.predicted)},
                                      {"standard_deviation", part(f.fit.deviations)}});
            first += o.measured.size();
        }
        for (const StartResult& s : f.fit.starts) law["starts"].push_back(toJson(s));
        law["remarks"] = listRemarks(f);
    }
    return all;
}

namespace {

const char* const colorsOfLaws[] = {"#1f6fb4", "#d9600a", "#2a9d4a", "#8a4fbf"}; // of the best laws, which are drawn

} // namespace

void writeCalibration(const std::string& folder, const CalibrationSpec& spec, const std::vector<LawFit>& fits) {
    const auto write = [&](const std::string& name, const std::string& text) {
        writeFile((std::filesystem::path(folder) / name).string(), text);
    };
    write("result.json", toJson(spec, fits).dump(1) + "\n");
    const std::size_t columns = spec.listObservations().size();
    std::size_t first = 0;
    for (const MeasuredExperiment& e : spec.experiments)
        for (const Observation& o : e.observations) {
            const std::string number =
                spec.experiments.size() > 1 ? fmt::format("{}-", &e - spec.experiments.data() + 1) : "";
            const std::string suffix = (columns > 1 ? "-" + number + o.name : "") + ".svg", name = spellLabel(o.name);
            const std::string xLabel = fmt::format("{} [{}]", spellLabel(o.abscissaName), o.abscissaUnit);
            Plot fit{"Measured and fitted: " + name, xLabel, fmt::format("{} [{}]", name, o.unit)};
            Plot residual{"Residuals: " + name, xLabel, fmt::format("{}: fitted - measured [{}]", name, o.unit)};
            Series& measured = fit.series.emplace_back(Series{"measured", "#111111", styles::points});
            for (std::size_t i = 0; i < o.measured.size(); ++i)
                measured.points.push_back({o.abscissae[i], o.measured[i]});
            for (std::size_t k = 0; k < std::min(std::size(colorsOfLaws), fits.size()); ++k) {
                const LawFit& f = fits[k];
                if (f.failure != "") continue;
                Series curve{spellLabel(f.law.label), colorsOfLaws[k], styles::line}, left = curve;
                left.style = styles::linePoints;
                for (std::size_t i = 0; i < o.measured.size(); ++i) {
                    const Real predicted = f.fit.predicted[first + i];
                    curve.points.push_back({o.abscissae[i], predicted});
                    left.points.push_back({o.abscissae[i], predicted - o.measured[i]});
                }
                fit.series.push_back(curve);
                residual.series.push_back(left);
            }
            first += o.measured.size();
            write("fit" + suffix, renderSvg(fit));
            write("residual" + suffix, renderSvg(residual));
        }
}

namespace {

Real toNumber(const ordered_json& json) { return json.is_null() ? SimTK::NaN : json.get<Real>(); } // JSON's NaN

Values toValues(const ordered_json& json) {
    Values values;
    for (const auto& item : json) values.push_back(toNumber(item));
    return values;
}

StartResult toStart(const ordered_json& json) {
    return {toValues(json.at("from")), toValues(json.at("to")),  toNumber(json.at("rms")),
            json.at("evaluations"),    json.at("has_converged"), json.at("failure")};
}

Draw toDraw(const ordered_json& json) { return {toValues(json.at("estimates")), toValues(json.at("standard_errors"))}; }

// Reads the entries of a law.
template <class Entry>
std::vector<Entry> readList(const ordered_json& lists, const std::string& law, Entry (*convert)(const ordered_json&)) {
    std::vector<Entry> entries;
    if (lists.contains(law))
        for (const auto& item : lists.at(law)) entries.push_back(convert(item));
    return entries;
}

} // namespace

CalibrationProgress::CalibrationProgress(const std::string& file, const ordered_json& spec) : file(file) {
    content = {{"spec", spec}, {"starts", ordered_json::object()}, {"draws", ordered_json::object()}};
    if (file == "" || !std::filesystem::exists(file)) return;
    const ordered_json found = ordered_json::parse(readFile(file), nullptr, false);
    try {
        if (found.at("spec") != spec) {
            message = file + " belongs to another spec or other data: starting from the beginning";
            return;
        }
        std::size_t starts = 0, draws = 0;
        for (const auto& entry : found.at("starts").items())
            starts += readList(found.at("starts"), entry.key(), toStart).size();
        for (const auto& entry : found.at("draws").items())
            draws += readList(found.at("draws"), entry.key(), toDraw).size();
        content = found;
        message = fmt::format("{}: continuing after {} starts and {} draws", file, starts, draws);
    } catch (const ordered_json::exception&) {
        message = file + " is damaged: starting from the beginning";
    }
}

std::vector<StartResult> CalibrationProgress::getStarts(const std::string& law) const {
    return readList(content.at("starts"), law, toStart);
}

std::vector<Draw> CalibrationProgress::getDraws(const std::string& law) const {
    return readList(content.at("draws"), law, toDraw);
}

void CalibrationProgress::addStart(const std::string& law, const StartResult& start) {
    add("starts", law, toJson(start));
}

void CalibrationProgress::addDraw(const std::string& law, const Draw& draw) {
    add("draws", law, {{"estimates", draw.estimates}, {"standard_errors", draw.standardErrors}});
}

void CalibrationProgress::add(const char* list, const std::string& law, const ordered_json& entry) {
    content[list][law].push_back(entry);
    if (file != "") replaceFile(file, content.dump(1) + "\n");
}

} // namespace lab
