#include "Compare.h"

#include "Impact.h"
#include "Incline.h"
#include "LawCatalog.h"
#include "ObliqueData.h"
#include "Page.h"
#include "Roll.h"
#include "Shear.h"
#include "compare/Contenders.h"
#include "compare/Sections.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <unistd.h>

namespace lab {

namespace {

// A line per experiment on stderr; on a terminal it also says what is being done right now.
class Progress {
public:
    explicit Progress(const std::string& experiment) : experiment(experiment) {}
    ~Progress() {
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        now(fmt::format("done in {:.1f} s", seconds), true);
        fmt::print(stderr, "\n");
    }
    void now(const std::string& what, bool isLast = false) {
        if (isTerminal)
            fmt::print(stderr, "\r{:<20} {:<70}", experiment, what);
        else if (isLast)
            fmt::print(stderr, "{:<20} {}", experiment, what);
        std::fflush(stderr);
    }

private:
    const std::string experiment;
    const bool isTerminal = isatty(fileno(stderr));
    const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

// ------------------------------------------------------------------ (a) oblique impact

// The linear spring that stores as much energy as Hertz at his greatest overlap, on a rigid plane.
Real equalEnergyStiffness(const ImpactOptions& options) {
    const Real mass = 4. / 3. * SimTK::Pi * std::pow(options.radius, 3) * options.density;
    const Real modulus = mixMaterials(options.law.getMaterial(), options.law.getRigidMaterial()).effectiveYoungsModulus;
    return std::pow(16. / 15., 0.8) *
           std::pow(options.speed * options.radius * modulus * modulus * std::sqrt(mass), 0.4);
}

ImpactOptions aluminaSphere(const std::string& law) {
    ImpactOptions options;
    options.law.law = law;
    options.law.youngsModulus = 3.8e11;
    options.law.poissonsRatio = 0.23;
    options.law.staticFriction = 0.092;
    options.law.restitution = 0.98;
    options.radius = 0.0025;
    options.density = 4000;
    options.speed = 3.9;
    options.integrator.accuracy = 1e-7;
    if (law == "cundall") { // Hertz's energy, and Mindlin's kt/kn
        const Real nu = options.law.poissonsRatio;
        options.law.kn = equalEnergyStiffness(options);
        options.law.kt = options.law.kn * 2 * (1 - nu) / (2 - nu);
    }
    return options;
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

Section obliqueImpact() {
    Progress progress("oblique impact");
    const auto data = nlohmann::json::parse(obliqueImpactJson);
    const auto& chung = data["chung_ooi_2011_test4"];
    const auto chungEt = zip(chung["angle_deg"], chung["et_al_oxide"], 1);
    const auto chungSpin = zip(chung["angle_deg"], chung["omega_al_oxide"], -1); // their spin has the other sign
    const auto kharazEt = pairs(data["kharaz_2001"]["et"]), kharazSpin = pairs(data["kharaz_2001"]["omega"]);

    Plot et{"Tangential restitution", "angle from the normal [deg]", "e_t [-]", false, false, {}};
    Plot spin{"Spin after the impact", "angle from the normal [deg]", "spin [rad/s]", false, false, {}};
    Table table{{"law", "e_t: rms from measurement", "e_t: rms from Chung &amp; Ooi",
                 "spin: rms from measurement [rad/s]", "spin: rms from Chung &amp; Ooi [rad/s]", "steps per impact"},
                {}};
    for (const Contender& c : contenders) {
        std::vector<Point> etCurve, spinCurve;
        ImpactOptions options = aluminaSphere(c.law);
        int steps = 0;
        for (double angle = 2; angle <= 80; angle += angle < 30 ? 1 : 2.5) {
            progress.now(fmt::format("{}, {} deg", c.label, angle));
            options.angle = angle;
            const ImpactResult r = runImpact(options);
            etCurve.push_back({angle, r.e_t});
            spinCurve.push_back({angle, r.spin});
            steps += r.steps;
        }
        et.series.push_back({c.label, c.color, Series::Style::Line, etCurve});
        spin.series.push_back({c.label, c.color, Series::Style::Line, spinCurve});
        table.rows.push_back(
            {c.label, number(rmsDistance(etCurve, kharazEt), "{:.4f}"), number(rmsDistance(etCurve, chungEt), "{:.4f}"),
             number(rmsDistance(spinCurve, kharazSpin), "{:.1f}"), number(rmsDistance(spinCurve, chungSpin), "{:.1f}"),
             number(double(steps) / etCurve.size(), "{:.0f}")});
    }
    et.series.push_back({"Kharaz et al. 2001, measured", measured, Series::Style::Points, kharazEt});
    et.series.push_back({"Chung & Ooi 2011, test 4", measured, Series::Style::Dotted, chungEt});
    spin.series.push_back({"Kharaz et al. 2001, measured", measured, Series::Style::Points, kharazSpin});
    spin.series.push_back({"Chung & Ooi 2011, test 4", measured, Series::Style::Dotted, chungSpin});
    return {
        "Oblique impact of an alumina sphere",
        "<p>A 5 mm alumina sphere (E 380 GPa, nu .23, 4000 kg/m&sup3;) hits a rigid plane at 3.9 m/s; friction .092, "
        "restitution .98 along the normal. Cundall's spring stores Hertz's energy at the greatest overlap; "
        "kt/kn is Mindlin's.</p>",
        {{et, "Only a law with a tangential spring returns tangential velocity: below 20 degrees the surfaces stick, "
              "the spring winds up and throws the sphere back. HuntCrossleyForce and the dashpot-slider cannot."},
         {spin, "The same in the spin. Where the sphere slides throughout, beyond 35 degrees, all laws agree."}},
        table,
        "./run lab impact --law hertz-mindlin --young 3.8e11 --poisson .23 --friction .092 --restitution .98 "
        "--radius .0025 --density 4000 --speed 3.9 --accuracy 1e-7 --angle 10"};
}

// ------------------------------------------------------------------ (b) restitution against speed

Section restitutionAgainstSpeed() {
    Progress progress("restitution");
    const double asked = 0.5;
    Plot plot{"Restitution against impact speed", "impact speed [m/s]", "e_n [-]", true, false, {}};
    Table table{{"law", ".01 m/s", ".1 m/s", "1 m/s", "10 m/s"}, {}};
    struct Case {
        Contender contender;
        bool tensionAllowed;
        Series::Style style;
    };
    const std::vector<Case> cases = {
        {contenders[0], false, Series::Style::Line},
        {{"hertz-mindlin", "Hertz-Mindlin, tension allowed", contenders[0].color}, true, Series::Style::Dashed},
        {contenders[1], false, Series::Style::Line},
        {{"cundall", "Cundall, tension allowed", contenders[1].color}, true, Series::Style::Dashed},
        {contenders[3], false, Series::Style::Line}};
    for (const Case& c : cases) {
        ImpactOptions options;
        options.law.law = c.contender.law;
        options.law.restitution = asked;
        if (c.tensionAllowed) options.law.tension = "allow";
        options.integrator.accuracy = 1e-8;
        if (options.law.isHuntCrossley()) options.law.dissipation = dissipationForRestitution(asked, 1);
        std::vector<Point> curve;
        std::vector<std::string> row{c.contender.label};
        for (int i = -8; i <= 4; ++i) {
            options.speed = std::pow(10., i / 4.);
            progress.now(fmt::format("{}, {:.3g} m/s", c.contender.label, options.speed));
            curve.push_back({options.speed, runImpact(options).e_n});
            if (i % 4 == 0) row.push_back(number(curve.back().y, "{:.4f}"));
        }
        plot.series.push_back({c.contender.label, c.contender.color, c.style, curve});
        table.rows.push_back(row);
    }
    plot.series.push_back({"asked", measured, Series::Style::Dotted, {{0.01, asked}, {10, asked}}});
    return {
        "Restitution against impact speed",
        "<p>A sphere of 10 mm radius (E 100 MPa, nu .3, 2500 kg/m&sup3;) hits a rigid plane head-on; restitution .5 is "
        "asked. HuntCrossleyForce's dissipation is fitted to .5 at 1 m/s.</p>",
        {{plot, "Ours do not depend on speed; HuntCrossleyForce meets the asked value at one speed only. With the "
                "no-tension clamp the textbook damping returns .55: the contact ends when the "
                "force is zero, before the overlap is. With tension allowed it returns .5."}},
        table,
        "./run lab impact --law hertz-mindlin --restitution .5 --accuracy 1e-8 --speed .1"};
}

// ------------------------------------------------------------------ (c) the slope

Section slope() {
    Progress progress("slope");
    const double end = 20, window = 0.8 * end;
    const std::vector<std::pair<std::string, std::string>> integrators = {
        {"rkm", "Runge-Kutta-Merson"}, {"see2", "SemiExplicitEuler2"}, {"cpodes", "CPodes"}};
    const Series::Style styles[] = {Series::Style::Line, Series::Style::Dashed, Series::Style::Dotted};
    const std::vector<double> transitionVelocities = {1e-1, 1e-2, 1e-3, 1e-4};
    const double floor = 1e-12; // where creep below rounding is drawn [m/s]

    Plot creep{"Creep", "transition velocity of HuntCrossleyForce [m/s]", "creep [m/s]", true, true, {}};
    Plot price{"Price", "transition velocity of HuntCrossleyForce [m/s]", "steps for 20 s [-]", true, true, {}};
    Table table{{"law", "integrator", "transition velocity [m/s]", "drift in 16 s [m]", "creep [m/s]", "steps",
                 "evaluations", "time [s]"},
                {}};
    const auto run = [&](const Contender& c, std::size_t integrator, double transitionVelocity) {
        InclineOptions options;
        options.time = end;
        options.law.law = c.law;
        options.integrator.name = integrators[integrator].first;
        options.law.transitionVelocity = transitionVelocity;
        const bool isHC = options.law.isHuntCrossley();
        progress.now(fmt::format("{}, {}{}", c.label, integrators[integrator].second,
                                 isHC ? fmt::format(", transition velocity {:g} m/s", transitionVelocity) : ""));
        const InclineResult r = runIncline(options);
        table.rows.push_back({c.label, integrators[integrator].second, isHC ? number(transitionVelocity) : "",
                              number(r.drift, "{:.2e}"), number(r.drift / window, "{:.2e}"), std::to_string(r.steps),
                              std::to_string(r.evaluations), number(r.wallSeconds, "{:.3f}")});
        return r;
    };
    for (const Contender& c : contenders)
        for (std::size_t i = 0; i < integrators.size(); ++i) {
            Series speed{i == 0 ? c.label : "", c.color, styles[i], {}}, steps = speed;
            if (c.law == "hunt-crossley") {
                speed.label = steps.label = c.label + ", " + integrators[i].second;
                for (double v : transitionVelocities) {
                    const InclineResult r = run(c, i, v);
                    speed.points.push_back({v, std::max(r.drift / window, floor)});
                    steps.points.push_back({v, double(r.steps)});
                }
            } else { // no transition velocity: a level line
                const InclineResult r = run(c, i, SimTK::NaN);
                for (double v : {transitionVelocities.back(), transitionVelocities.front()}) {
                    speed.points.push_back({v, std::max(std::abs(r.drift) / window, floor)});
                    steps.points.push_back({v, double(r.steps)});
                }
            }
            creep.series.push_back(speed);
            price.series.push_back(steps);
        }
    return {
        "A block on a slope below the Coulomb limit",
        "<p>A 1 kg block on four spheres (20 mm radius, E 2 MPa, nu .3, restitution .5) on a slope of 17 degrees, "
        "friction "
        ".45, so that it must stay; accuracy 1e-5, 20 s, drift counted from 4 s on. Cundall's kn is the one that sinks "
        "in "
        "as far as Hertz under the block's weight. HuntCrossleyForce's dissipation is .2 s/m, the middle of what "
        "Hunt &amp; Crossley give for steel, bronze and ivory.</p>"
        "<p>Why the dashpot-slider creeps: it has no spring, so the only thing that can carry the tangential load T is "
        "its "
        "dashpot, and that needs a velocity: T/eta, here m g sin(17&deg;)/(4 eta), for ever. It is a law for sliding, "
        "not for standing.</p>",
        {{creep,
          "HuntCrossleyForce creeps at two thirds of its transition velocity, whatever the integrator. Laws with a "
          "spring stay: what is left is the integrator's own error. Full lines Runge-Kutta-Merson, dashed "
          "SemiExplicitEuler2, dotted CPodes; creep below 10^-12 m/s is drawn there."},
         {price,
          "A tenth of the creep costs an explicit integrator ten times the steps. CPodes buys it more cheaply, but "
          "a block at rest costs it next to nothing."}},
        table,
        "./run lab incline --law hunt-crossley --transition-velocity .001 --integrator rkm"};
}

// ------------------------------------------------------------------ (d) slide to roll

Section slideToRoll() {
    Progress progress("slide to roll");
    Plot plot{"From sliding to rolling", "time [s]", "speed [m/s]", false, false, {}};
    Plot close{"The same at the end of sliding", "time [s]", "slip velocity [m/s]", false, true, {}};
    Table table{{"law", "time to roll [s]", "closed form [s]", "speed at 1 s [m/s]", "closed form [m/s]", "steps"}, {}};
    RollResult r;
    for (const Contender& c : contenders) {
        progress.now(c.label);
        RollOptions options;
        options.law.law = c.law;
        r = runRoll(options);
        Series centre{c.label, c.color, Series::Style::Line, {}}, surface{"", c.color, Series::Style::Dashed, {}},
            slip = centre;
        for (const RollSample& s : r.samples) {
            if (s.time > 2 * r.closedFormTime) break;
            centre.points.push_back({s.time, s.speed});
            surface.points.push_back({s.time, s.surfaceSpeed});
            slip.points.push_back({s.time, std::max(std::abs(s.speed - s.surfaceSpeed), 1e-9)});
        }
        plot.series.push_back(centre);
        plot.series.push_back(surface);
        close.series.push_back(slip);
        table.rows.push_back({c.label, number(r.timeToRoll, "{:.5f}"), number(r.closedFormTime, "{:.5f}"),
                              number(r.speed, "{:.5f}"), number(r.closedFormSpeed, "{:.5f}"), std::to_string(r.steps)});
    }
    plot.series.push_back({"closed form",
                           measured,
                           Series::Style::Dotted,
                           {{0, 1}, {r.closedFormTime, r.closedFormSpeed}, {2 * r.closedFormTime, r.closedFormSpeed}}});
    return {
        "From sliding to rolling",
        "<p>A sphere of 50 mm radius (E 10 MPa, nu .3, 2500 kg/m&sup3;) is put on a plane at 1 m/s without spin; "
        "friction .3. It must roll after 2 v/(7 mu g) at 5/7 v.</p>",
        {{plot,
          "Full: the centre, dashed: the sphere's surface against it; they meet when the sphere rolls. All laws have "
          "Coulomb's sliding friction, so all agree."},
         {close, "The slip that is left. A spring takes the last of it up and rings out; a regularised law lets it die "
                 "away."}},
        table,
        "./run lab roll --law hertz-mindlin"};
}

// ------------------------------------------------------------------ (e) the laws by themselves

// As many colours as there are laws in a catalog; the contenders' own where a law belongs to one.
std::string catalogColor(const std::string& law, std::size_t index) {
    if (law == "hertz" || law == "mindlin-secant") return contenders[0].color;
    if (law == "linear" || law == "cundall") return contenders[1].color;
    if (law == "dashpot-slider") return contenders[2].color;
    static const std::vector<std::string> others = {"#8a4fbf", "#c2185b", "#00838f", "#6d4c41", "#9e9d24", "#283593",
                                                    "#e57373", "#558b2f", "#ffb300", "#4dd0e1", "#7b1fa2", "#37474f"};
    return others[index % others.size()];
}

Section normalLoops() {
    Progress progress("normal laws");
    Plot plot{"Force against overlap", "overlap [mm]", "normal force [N]", false, false, {}};
    Table table{{"law", "asked .1", ".3", ".5", ".7", ".9", "greatest overlap [mm] at .5", "greatest force [N] at .5"},
                {}};
    std::size_t index = 0;
    for (const auto& entry : normalLaws()) {
        std::vector<std::string> row{entry.name};
        ImpactOptions options;
        options.law.law = "";
        options.law.normal = entry.name;
        options.integrator.accuracy = 1e-7;
        if (entry.name == "linear" || entry.name == "pfc-linear" || entry.name == "elastoplastic")
            options.law.kn = equalEnergyStiffness(options); // what is given by hand elsewhere
        ImpactResult half;
        for (Real asked : {.1, .3, .5, .7, .9}) {
            progress.now(fmt::format("{}, restitution {}", entry.name, asked));
            options.law.restitution = asked;
            try {
                const ImpactResult r = runImpact(options);
                if (asked == .5) half = r;
                row.push_back(number(r.e_n, "{:.4f}"));
            } catch (const std::invalid_argument&) {
                row.push_back("refused");
            }
        }
        row.push_back(number(1e3 * half.maxOverlap, "{:.4f}"));
        row.push_back(number(half.maxNormalForce, "{:.2f}"));
        table.rows.push_back(row);
        Series loop{entry.name, catalogColor(entry.name, index++), Series::Style::Line, {{0, 0}}};
        for (const ImpactSample& s : half.samples)
            if (s.overlap >= 0) loop.points.push_back({1e3 * s.overlap, s.normalForce});
        plot.series.push_back(loop);
    }
    return {"Normal laws: force against overlap, asked and realised restitution",
            "<p>A sphere of 10 mm radius (E 100 MPa, nu .3, 2500 kg/m&sup3;) hits a rigid plane head-on at 1 m/s. The "
            "loops "
            "are those of restitution .5; the table has what comes back for what was asked. Springs that want a "
            "stiffness get "
            "the one that stores Hertz's energy at his greatest overlap. Refused: linear-time has no stiffness for a "
            "damping beyond critical, which a small restitution needs under the clamp.</p>",
            {{plot, "The area of a loop is the energy that the impact costs. Where the force reaches zero before the "
                    "overlap does, the no-tension clamp is at work."}},
            table,
            "./run lab impact --normal hertz --restitution .5 --accuracy 1e-7"};
}

Section shearLoops() {
    Progress progress("tangential laws");
    Plot plot{"Shear force on a cyclic path", "displacement [um]", "tangential force [N]", false, false, {}};
    Table table{{"law", "greatest force [N]", "Coulomb limit [N]", "energy per cycle [uJ]"}, {}};
    std::size_t index = 0;
    const auto add = [&](const std::string& name, const std::string& color, const ShearOptions& options) {
        progress.now(name);
        const ShearResult r = runShear(options);
        Series loop{name, color, Series::Style::Line, {}};
        for (std::size_t i = 0; i < r.samples.size(); i += 10)
            loop.points.push_back({1e6 * r.samples[i].displacement, r.samples[i].force});
        plot.series.push_back(loop);
        table.rows.push_back({name, number(r.peakForce, "{:.4f}"),
                              number(options.law.staticFriction * r.normalForce, "{:.4f}"), number(1e6 * r.loopArea)});
    };
    ShearOptions options;
    options.law.law = contenders.back().law;
    add(contenders.back().label, contenders.back().color, options);
    for (const auto& entry : tangentialLaws()) {
        options.law.law = "";
        options.law.tangential = entry.name;
        add(entry.name, catalogColor(entry.name, index++), options);
    }
    return {
        "Tangential laws: shear force on a cyclic path",
        "<p>A sphere of 10 mm radius (E 100 MPa, nu .3) is held on a rigid plane at an overlap of .1 mm and dragged to "
        "and fro along a sine of four times Mindlin's onset of sliding, at .05 m/s at most; friction .3.</p>",
        {{plot, "A law with a spring comes back along a slope after each reversal; laws without one jump with the sign "
                "of the velocity. HuntCrossleyForce has neither spring nor memory."}},
        table,
        "./run lab shear --tangential mindlin-secant"};
}

const char* const introduction =
    "<p>The same experiments with each law of SimbodyDEM and with Simbody's own HuntCrossleyForce, made in one run by "
    "<code>./run compare</code>. One colour per law throughout, HuntCrossleyForce grey, measurements black.</p>"
    "<p><b>Equal elastic force.</b> HuntCrossleyForce mixes moduli by a 2/3-power rule: two equal surfaces get .354 E "
    "where "
    "Hertz has .5 E. Here both of its surfaces are given 2<sup>3/2</sup> E*, so that its elastic force is that of "
    "Hertz to the "
    "last digit and only damping and friction differ.</p>\n";

Section askedAgainstGot() {
    Progress progress("asked against got");
    Ticker ticker([&](double share) { progress.now(fmt::format("{:.0f} %", 100 * share)); });
    return askedAgainstGot(ticker);
}

} // namespace

void runCompare(const std::string& folder) {
    std::filesystem::create_directories(folder);
    const std::string file = (std::filesystem::path(folder) / "index.html").string();
    writePage(file, "Contact laws for Simbody, side by side", introduction,
              {obliqueImpact(), askedAgainstGot(), restitutionAgainstSpeed(), slope(), slideToRoll(), normalLoops(),
               shearLoops()});
    fmt::print("{}\n", file);
}

} // namespace lab
