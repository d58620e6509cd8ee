// What a calibration says, as one JSON object.

#include "CalibrationReport.h"

namespace lab {

using nlohmann::ordered_json;

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
        for (std::size_t i = 0; i < f.law.parameters.size(); ++i) {
            const Parameter& p = f.law.parameters[i];
            ordered_json& row = law["parameters"].emplace_back(
                ordered_json{{"name", p.name}, {"unit", p.unit}, {"free", p.isFree}, {"value", f.fit.values[i]}});
            if (!p.isFree) continue;
            row.update({{"standard_error", f.fit.standardErrors[i]},
                        {"lower", p.lower},
                        {"upper", p.upper},
                        {"at_bound", f.fit.bounds[i] == Bound::None    ? ""
                                     : f.fit.bounds[i] == Bound::Lower ? "lower"
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
                if (f.law.parameters[j].isFree)
                    row["correlations"][f.law.parameters[j].name] =
                        f.fit.correlations(Eigen::Index(i), Eigen::Index(j));
        }
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
        for (const StartResult& s : f.fit.starts)
            law["starts"].push_back({{"from", s.from},
                                     {"to", s.to},
                                     {"rms", s.rms},
                                     {"evaluations", s.evaluations},
                                     {"has_converged", s.hasConverged},
                                     {"failure", s.failure}});
        law["remarks"] = listRemarks(f);
    }
    return all;
}

} // namespace lab
