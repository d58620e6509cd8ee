// This file reports a calibration in tables and words.

#include "CalibrationReport.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lab {

namespace {

Real criterionOf(const LawFit& f) {
    if (f.failure != "") return SimTK::Infinity;
    return std::isnan(f.fit.aicc) ? f.fit.aic : f.fit.aicc;
}

std::string compareLaws(const std::vector<Observation>& observations, const std::vector<LawFit>& fits) {
    std::size_t width = 4;
    for (const LawFit& f : fits) width = std::max(width, f.law.label.size());
    std::string text =
        fmt::format("{:<{}} {:>4} {:>10} {:>10} {:>10}", "law", width, "free", "AICc", "above best", "BIC");
    for (const Observation& o : observations) text += fmt::format(" {:>20}", "rms " + o.name + " [" + o.unit + "]");
    text += "\n";
    for (const LawFit& f : fits) {
        text += fmt::format("{:<{}} ", f.law.label, width);
        if (f.failure != "") {
            text += "failed: " + f.failure + "\n";
            continue;
        }
        const auto free = std::count_if(f.law.parameters.begin(), f.law.parameters.end(),
                                        [](const Parameter& p) { return p.isFree; });
        text += fmt::format("{:>4} {:>10} {:>10.2f} {:>10.2f}", free,
                            std::isnan(f.fit.aicc) ? "-" : fmt::format("{:.2f}", f.fit.aicc),
                            criterionOf(f) - criterionOf(fits[0]), f.fit.bic);
        for (Real rms : f.fit.rms) text += fmt::format(" {:>20.5g}", rms);
        text += "\n";
    }
    return text;
}

std::string parameterTable(const LawFit& f) {
    std::string text = fmt::format("{:<38} {:>14} {:>14}  {}\n", "parameter", "estimate", "standard error", "between");
    for (std::size_t i = 0; i < f.law.parameters.size(); ++i) {
        const Parameter& p = f.law.parameters[i];
        const Real error = f.fit.standardErrors[i];
        text += fmt::format("{:<38} {:>14.7g} ", p.name + " [" + p.unit + "]", f.fit.values[i]);
        if (!p.isFree)
            text += fmt::format("{:>14}\n", "fixed");
        else
            text += fmt::format("{:>14}  {:g} and {:g}{}\n",
                                f.fit.bounds[i] != Bound::None ? "at its bound"
                                : std::isnan(error)            ? "undetermined"
                                                               : fmt::format("{:.3g}", error),
                                p.lower, p.upper, p.isLogarithmic ? ", logarithmic" : "");
    }
    return text;
}

std::string correlationTable(const LawFit& f) {
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < f.law.parameters.size(); ++i)
        if (!std::isnan(f.fit.standardErrors[i])) known.push_back(i);
    if (known.size() < 2) return "";
    std::string text = "correlation\n";
    for (std::size_t i : known) {
        text += fmt::format("{:<38}", f.law.parameters[i].name);
        for (std::size_t j : known)
            if (j <= i) text += fmt::format(" {:>7.3f}", f.fit.correlations(i, j));
        text += "\n";
    }
    return text;
}

std::string startTable(const LawFit& f) {
    std::string text = fmt::format("{:<6} {:>12} {:>12}  {}\n", "start", "rms [-]", "evaluations", "ends at");
    for (std::size_t i = 0; i < f.fit.starts.size(); ++i) {
        const StartResult& s = f.fit.starts[i];
        text += fmt::format("{:<6} {:>12.6g} {:>12}  ", i + 1, s.rms, s.evaluations);
        if (s.failure != "")
            text += "failed: " + s.failure;
        else
            for (std::size_t k = 0; k < s.to.size(); ++k)
                if (f.law.parameters[k].isFree) text += fmt::format("{} {:.6g} ", f.law.parameters[k].name, s.to[k]);
        text += "\n";
    }
    return text;
}

std::string drawTable(const LawFit& f) {
    if (f.draws.empty()) return "";
    std::string text = fmt::format(
        "\n{} synthetic data sets, made of the fit and normal noise\n{:<38} {:>14} {:>14} {:>14} {:>14}  {}\n",
        f.draws.size(), "parameter", "true", "mean", "spread", "mean error", "within two standard errors");
    for (std::size_t i = 0; i < f.law.parameters.size(); ++i) {
        if (!f.law.parameters[i].isFree) continue;
        const Recovery r(f, i);
        text += fmt::format("{:<38} {:>14.7g} {:>14.7g} {:>14.3g} {:>14.3g}  {} of {}\n",
                            f.law.parameters[i].name + " [" + f.law.parameters[i].unit + "]", f.fit.values[i], r.mean,
                            r.spread, r.meanError, r.within, f.draws.size());
    }
    return text;
}

// Lists the values of the experiment's default material that the spec does not give.
std::string listUsual(const CalibrationSpec& spec, const LawFit& f) {
    std::string text;
    for (const char* name : {"youngsModulus", "poissonsRatio", "restitution", "staticFriction"}) {
        const auto& given = f.law.parameters;
        if (std::any_of(given.begin(), given.end(), [&](const Parameter& p) { return p.name == name; })) continue;
        const Real value = getMaterialValue(spec.experiments.front().kind->getLaw(), name);
        text += fmt::format("{}{} = {:g}", text == "" ? "not given, default of contact-lab: " : ", ", name, value);
    }
    return text == "" ? "" : text + "\n";
}

std::string enumerate(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + names[i];
    return text;
}

} // namespace

Recovery::Recovery(const LawFit& f, std::size_t parameter) {
    const Real n = Real(f.draws.size());
    for (const Draw& d : f.draws) {
        mean += d.estimates[parameter] / n;
        meanError += d.standardErrors[parameter] / n;
        within += isWithinTwoErrors(d, f.fit, int(parameter));
    }
    for (const Draw& d : f.draws) spread += SimTK::square(d.estimates[parameter] - mean) / std::max(1., n - 1);
    spread = std::sqrt(spread);
}

void sortByAicc(std::vector<LawFit>& fits) {
    std::stable_sort(fits.begin(), fits.end(),
                     [](const LawFit& a, const LawFit& b) { return criterionOf(a) < criterionOf(b); });
}

std::vector<std::string> listRemarks(const LawFit& f) {
    std::vector<std::string> remarks;
    const auto& parameters = f.law.parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (f.fit.bounds[i] == Bound::None) continue;
        remarks.push_back(
            fmt::format("{} ends at its {} bound, {:g} {}: the data prefer a value beyond it. Widen the bound "
                        "if that makes sense, or fix the parameter. The standard errors of the other "
                        "parameters hold it there.",
                        parameters[i].name, f.fit.bounds[i] == Bound::Lower ? "lower" : "upper", f.fit.values[i],
                        parameters[i].unit));
    }
    for (const Undetermined& u : f.fit.undetermined) {
        std::vector<std::string> names, changes;
        for (std::size_t k = 0; k < u.parameters.size(); ++k) {
            const Parameter& p = parameters[std::size_t(u.parameters[k])];
            names.push_back(p.name);
            changes.push_back(p.isLogarithmic ? fmt::format("{} times {:.6g}", p.name, u.changes[k])
                                              : fmt::format("{} {:+.5g} {}", p.name, u.changes[k], p.unit));
        }
        if (names.size() == 1)
            remarks.push_back(names[0] + " is not determined by these data between its bounds. Fix it, or measure a "
                                         "quantity that depends on it.");
        else
            remarks.push_back(enumerate(names) + " cannot be separated by these data: " + enumerate(changes) +
                              " together do not change the prediction. Fix one of them, or measure another quantity.");
    }
    for (std::size_t i = 0; i < parameters.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (std::abs(f.fit.correlations(i, j)) > 0.95)
                remarks.push_back(fmt::format("{} and {} are hard to separate: their correlation is {:.4f}.",
                                              parameters[j].name, parameters[i].name, f.fit.correlations(i, j)));
    if (!f.fit.hasConverged)
        remarks.emplace_back("The best start has not converged within its evaluations. Increase the evaluations, or "
                             "give a better start.");
    return remarks;
}

std::string describe(const CalibrationSpec& spec, const std::vector<LawFit>& fits) {
    std::string text = compareLaws(spec.listObservations(), fits);
    const LawFit& best = fits.front();
    if (best.failure != "") return text;
    text += fmt::format("\n{}{}\n", fits.size() > 1 ? "best law: " : "", best.law.label) + parameterTable(best) +
            listUsual(spec, best) + "\n" + correlationTable(best) + startTable(best);
    for (const std::string& remark : listRemarks(best)) text += "\n" + remark + "\n";
    return text + drawTable(best);
}

} // namespace lab
