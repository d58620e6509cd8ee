// Measured and fitted curves, and what is left between them.

#include "CalibrationReport.h"

#include "Plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace lab {

namespace {

const char* const colorsOfLaws[] = {"#1f6fb4", "#d9600a", "#2a9d4a", "#8a4fbf"}; // of the best ones, which are drawn

// What gnuplot takes for a subscript stays one where it is a letter, as in e_t.
std::string spell(const std::string& name) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool isSubscript = i + 2 == name.size();
        text += name[i] == '_' && !isSubscript ? ' ' : name[i];
    }
    return text;
}

void writeFile(const std::string& folder, const std::string& name, const std::string& text) {
    const std::string file = (std::filesystem::path(folder) / name).string();
    std::ofstream out(file);
    out << text;
    if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

} // namespace

void writeCalibration(const std::string& folder, const CalibrationSpec& spec, const std::vector<LawFit>& fits) {
    writeFile(folder, "result.json", toJson(spec, fits).dump(1) + "\n");
    std::size_t columns = 0, first = 0;
    for (const MeasuredExperiment& e : spec.experiments) columns += e.observations.size();
    for (const MeasuredExperiment& e : spec.experiments)
        for (const Observation& o : e.observations) {
            const std::string number =
                spec.experiments.size() > 1 ? fmt::format("{}-", &e - spec.experiments.data() + 1) : "";
            const std::string suffix = columns > 1 ? "-" + number + o.name : "";
            const std::string xLabel = fmt::format("{} [{}]", spell(o.abscissaName), o.abscissaUnit);
            Plot fit{"fit" + suffix, xLabel, fmt::format("{} [{}]", spell(o.name), o.unit)};
            Plot residual{"residual" + suffix, xLabel,
                          fmt::format("{}: fitted - measured [{}]", spell(o.name), o.unit)};
            Series& measured = fit.series.emplace_back(Series{"measured", "#111111", styles::points});
            for (std::size_t i = 0; i < o.measured.size(); ++i)
                measured.points.push_back({o.abscissae[i], o.measured[i]});
            for (std::size_t k = 0; k < std::min(std::size(colorsOfLaws), fits.size()); ++k) {
                const LawFit& f = fits[k];
                if (f.failure != "") continue;
                Series curve{spell(f.law.label), colorsOfLaws[k], styles::line},
                    left{spell(f.law.label), colorsOfLaws[k], styles::linePoints};
                for (std::size_t i = 0; i < o.measured.size(); ++i) {
                    const Real predicted = f.fit.predicted[first + i];
                    curve.points.push_back({o.abscissae[i], predicted});
                    left.points.push_back({o.abscissae[i], predicted - o.measured[i]});
                }
                fit.series.push_back(curve);
                residual.series.push_back(left);
            }
            first += o.measured.size();
            for (Plot* plot : {&fit, &residual}) {
                const std::string file = plot->title + ".svg";
                plot->title = plot == &fit ? "Measured and fitted: " + spell(o.name) : "Residuals: " + spell(o.name);
                writeFile(folder, file, renderSvg(*plot));
            }
        }
}

} // namespace lab
