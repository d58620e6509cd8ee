// A small hard sphere hits a plane at all angles, against measurements and published simulations.

#include "LabExperiments.h"
#include "ObliqueData.h"
#include "Section.h"

#include <nlohmann/json.hpp>

namespace lab {

namespace {

ImpactOptions aluminaSphereOf(const LawChoice& law) {
    ImpactOptions options = aluminaSphere();
    options.law.law = law.law;
    options.law.restitution = 0.98;
    options.integrator.accuracy = 1e-7;
    if (law.law == "cundall") { // Hertz's energy, and Mindlin's kt/kn
        const Real nu = options.law.poissonsRatio;
        options.law.kn = equalEnergyStiffness(options);
        options.law.kt = options.law.kn * 2 * (1 - nu) / (2 - nu);
    }
    return options;
}

std::vector<double> angles() {
    std::vector<double> all;
    for (double angle = 2; angle <= 80; angle += angle < 30 ? 1 : 2.5) all.push_back(angle);
    return all;
}

// Holds a quantity that others have measured and simulated.
struct Published {
    std::vector<Point> kharaz, chung;

    Published(const nlohmann::json& data, const char* kharazName, const char* chungName, double chungSign) {
        for (const auto& entry : data["kharaz_2001"][kharazName]) kharaz.push_back({entry[0], entry[1]});
        const auto& curves = data["chung_ooi_2011_test4"];
        for (std::size_t i = 0; i < curves["angle_deg"].size(); ++i)
            chung.push_back({curves["angle_deg"][i], chungSign * curves[chungName][i].get<double>()});
    }
    void addTo(Plot& plot) const {
        plot.series.push_back({"Kharaz et al. 2001, measured", colors::closedForm, styles::points, kharaz});
        plot.series.push_back({"Chung & Ooi 2011, test 4", colors::closedForm, styles::dotted, chung});
    }
};

// Returns the root mean square difference of a simulated curve, linear between its points, from published points in its range.
double rmsDistance(const std::vector<Point>& curve, const std::vector<Point>& published) {
    double sum = 0;
    int count = 0;
    for (const Point& p : published)
        for (std::size_t i = 1; i < curve.size(); ++i)
            if (p.x >= curve[i - 1].x && p.x < curve[i].x) {
                const double f = (p.x - curve[i - 1].x) / (curve[i].x - curve[i - 1].x);
                sum += std::pow(curve[i - 1].y + f * (curve[i].y - curve[i - 1].y) - p.y, 2);
                ++count;
            }
    return std::sqrt(sum / count);
}

} // namespace

void obliqueImpact(const Study&, Section& section) {
    const auto data = nlohmann::json::parse(obliqueImpactJson);
    const Published publishedEt(data, "et", "et_al_oxide", 1);
    const Published publishedSpin(data, "omega", "omega_al_oxide", -1); // Chung's spin has the other sign
    Plot &et = section.addPlot("e_t"), &spin = section.addPlot("spin");
    Table& table = section.addTable("distances");
    Score score;
    for (const Contender& c : contenders()) {
        std::vector<Point>& ets = addCurve(et, c, styleOf(c)).points;
        std::vector<Point>& spins = addCurve(spin, c, styleOf(c)).points;
        double stepsPerImpact = 0;
        ImpactOptions options = aluminaSphereOf(c.law);
        for (double angle : angles()) {
            options.angle = angle;
            const ImpactResult r = runImpact(options);
            ets.push_back({angle, r.e_t});
            spins.push_back({angle, r.spin});
            stepsPerImpact += double(r.steps) / angles().size();
        }
        const std::string distance = number(rmsDistance(spins, publishedSpin.kharaz), "{:.1f}");
        table.add({c.label, rmsDistance(ets, publishedEt.kharaz), rmsDistance(ets, publishedEt.chung), distance,
                   rmsDistance(spins, publishedSpin.chung), stepsPerImpact});
        score.add(c, distance, stepsPerImpact);
    }
    publishedEt.addTo(et);
    publishedSpin.addTo(spin);
    section.summary = {score.summarize("rms difference from the measured spin after an oblique impact [rad/s]")};
}

} // namespace lab
