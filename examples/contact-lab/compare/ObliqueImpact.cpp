// A small hard sphere at all angles, against what was measured and what others have simulated.

#include "Experiments.h"
#include "Impact.h"
#include "ObliqueData.h"

#include <nlohmann/json.hpp>

#include <cmath>

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

std::vector<Point> pairs(const nlohmann::json& list) {
    std::vector<Point> points;
    for (const auto& entry : list) points.push_back({entry[0], entry[1]});
    return points;
}

std::vector<Point> zip(const nlohmann::json& x, const nlohmann::json& y, double sign) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < x.size(); ++i) points.push_back({x[i], sign * y[i].get<double>()});
    return points;
}

// Root mean square distance of a simulated curve, linear between its points, from published points within its range.
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

// What one law does at all angles.
struct Curves {
    std::vector<Point> et, spin;
    double stepsPerImpact = 0;
};

Curves throwAtAllAngles(const LawChoice& law) {
    Curves curves;
    ImpactOptions options = aluminaSphereOf(law);
    for (double angle : angles()) {
        options.angle = angle;
        const ImpactResult r = runImpact(options);
        curves.et.push_back({angle, r.e_t});
        curves.spin.push_back({angle, r.spin});
        curves.stepsPerImpact += double(r.steps) / angles().size();
    }
    return curves;
}

} // namespace

Section obliqueImpact(const Study&) {
    const auto data = nlohmann::json::parse(obliqueImpactJson);
    const auto& chung = data["chung_ooi_2011_test4"];
    const auto chungEt = zip(chung["angle_deg"], chung["et_al_oxide"], 1);
    const auto chungSpin = zip(chung["angle_deg"], chung["omega_al_oxide"], -1); // their spin has the other sign
    const auto kharazEt = pairs(data["kharaz_2001"]["et"]), kharazSpin = pairs(data["kharaz_2001"]["omega"]);

    Section section{"Oblique impact of an alumina sphere", ""};
    Plot et{"Tangential restitution", "angle from the normal [deg]", "e_t [-]"};
    Plot spin{"Spin after the impact", "angle from the normal [deg]", "spin [rad/s]"};
    Table table{"",
                {"law", "e_t: rms from measurement", "e_t: rms from Chung & Ooi", "spin: rms from measurement [rad/s]",
                 "spin: rms from Chung & Ooi [rad/s]", "steps per impact"}};
    Score score;
    for (const Contender& c : contenders()) {
        const Curves curves = throwAtAllAngles(c.law);
        et.series.push_back({c.label, c.color, styleOf(c), curves.et});
        spin.series.push_back({c.label, c.color, styleOf(c), curves.spin});
        const std::string distance = number(rmsDistance(curves.spin, kharazSpin), "{:.1f}");
        table.rows.push_back({c.label, number(rmsDistance(curves.et, kharazEt), "{:.4f}"),
                              number(rmsDistance(curves.et, chungEt), "{:.4f}"), distance,
                              number(rmsDistance(curves.spin, chungSpin), "{:.1f}"),
                              number(curves.stepsPerImpact, "{:.0f}")});
        score.add(c, distance, curves.stepsPerImpact);
    }
    et.series.push_back({"Kharaz et al. 2001, measured", colors::closedForm, Series::Style::Points, kharazEt});
    et.series.push_back({"Chung & Ooi 2011, test 4", colors::closedForm, Series::Style::Dotted, chungEt});
    spin.series.push_back({"Kharaz et al. 2001, measured", colors::closedForm, Series::Style::Points, kharazSpin});
    spin.series.push_back({"Chung & Ooi 2011, test 4", colors::closedForm, Series::Style::Dotted, chungSpin});
    section.text =
        "<p>A 5 mm alumina sphere (E 380 GPa, nu .23, 4000 kg/m&sup3;) hits a rigid plane at 3.9 m/s; friction .092, "
        "restitution .98 along the normal. Cundall's spring stores Hertz's energy at the greatest overlap; kt/kn is "
        "Mindlin's.</p>";
    section.figures = {
        {et, "Only a law with a tangential spring returns tangential velocity: at steep angles the surfaces stick, the "
             "spring winds up and throws the sphere back. HuntCrossleyForce and the dashpot-slider cannot."},
        {spin, "The same in the spin. Where the sphere slides throughout, all laws agree."}};
    section.command = "./run lab impact --law hertz-mindlin --young 3.8e11 --poisson .23 --friction .092 "
                      "--restitution .98 --radius .0025 --density 4000 --speed 3.9 --accuracy 1e-7 --angle 10";
    section.tables = {table};
    section.summary = {score.summarize("the measured spin after an oblique impact, rms [rad/s]")};
    return section;
}

} // namespace lab
