// Draws the force loops of docs/laws.md with gnuplot: one file loop-NAME.svg for each law.
//
// Build the target and draw all pictures again:
//     cmake --build build --target draw_pictures
// Draw only some of them:
//     build/docs/pictures/draw_loops build/docs/pictures docs/pictures hertz jkr
//
// Data files and gnuplot scripts stay in the first folder.

#include "LabExperiments.h"
#include "Model.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace {

using namespace lab;
using SimTK::Vec2;
using SimTK::Vec3;

const char* const blue = "#1f6fb4";

/** Holds one loop: its points in the order of time, and where the direction is shown. */
struct Loop {
    std::string name, title, xLabel, yLabel;
    std::vector<Vec2> points = {};
    std::vector<Vec2> turns = {};            ///< points at which the direction changes
    std::vector<std::size_t> branches = {0}; ///< first point of each branch with an arrow, and the end of the last one
    double arrowAt = 0.5;                    ///< fraction of a branch before its arrow
    std::vector<std::pair<double, std::string>> levels = {}; ///< dashed lines with their labels
};

/** Holds the extent of a loop, by which lengths along both axes become comparable. */
struct Extent {
    Vec2 low{SimTK::Infinity}, high{-SimTK::Infinity};

    explicit Extent(const Loop& loop) {
        const auto include = [&](const Vec2& p) {
            for (int k : {0, 1}) {
                low[k] = std::min(low[k], p[k]);
                high[k] = std::max(high[k], p[k]);
            }
        };
        include(Vec2(0));
        for (const Vec2& p : loop.points) include(p);
        for (const auto& [level, label] : loop.levels) include(Vec2(low[0], level));
    }
    Vec2 size() const { return high - low; }
    double distance(const Vec2& a, const Vec2& b) const { return (b - a).elementwiseDivide(size()).norm(); }
};

// Leaves out points that lie close together, except for the ends of branches.
void thinOut(Loop& loop) {
    const Extent extent(loop);
    std::vector<Vec2> kept;
    std::vector<std::size_t> branches;
    for (std::size_t i = 0; i < loop.points.size(); ++i) {
        const bool isEnd = std::count(loop.branches.begin(), loop.branches.end(), i) > 0 || i + 1 == loop.points.size();
        // A jump keeps the point before it.
        const bool jumps = i + 1 < loop.points.size() && extent.distance(loop.points[i], loop.points[i + 1]) > 0.01;
        if (!isEnd && !jumps && !kept.empty() && extent.distance(kept.back(), loop.points[i]) < 0.006) continue;
        if (isEnd && i + 1 < loop.points.size()) branches.push_back(kept.size());
        kept.push_back(loop.points[i]);
    }
    branches.push_back(kept.size() - 1);
    loop.points = kept;
    loop.branches = branches;
}

// Returns where the arrow of a branch starts and ends. Its head lies at the given fraction of the branch.
std::pair<Vec2, Vec2> placeArrow(const Loop& loop, std::size_t first, std::size_t last) {
    const Extent extent(loop);
    const auto& p = loop.points;
    double length = 0;
    for (std::size_t i = first; i < last; ++i) length += extent.distance(p[i], p[i + 1]);
    double done = 0;
    for (std::size_t i = first; i < last; ++i) {
        const double step = extent.distance(p[i], p[i + 1]);
        if (step > 0 && done + step >= loop.arrowAt * length) {
            const Vec2 along = (p[i + 1] - p[i]) / step, tip = p[i] + (loop.arrowAt * length - done) * along;
            return {tip - 0.02 * along, tip};
        }
        done += step;
    }
    throw std::logic_error("the branch of " + loop.name + " has no length");
}

void draw(Loop loop, const std::string& dataFolder, const std::string& pictureFolder) {
    thinOut(loop);
    const std::string data = dataFolder + "/loop-" + loop.name + ".dat",
                      script = dataFolder + "/loop-" + loop.name + ".gp",
                      picture = pictureFolder + "/loop-" + loop.name + ".svg";
    std::ofstream dataFile(data);
    for (const Vec2& p : loop.points) dataFile << fmt::format("{:.5g} {:.5g}\n", p[0], p[1]);
    dataFile.close();

    const Extent extent(loop);
    const Vec2 margin = extent.size().elementwiseMultiply(Vec2(0.06, loop.levels.empty() ? 0.07 : 0.14));
    std::string title = "loop_" + loop.name; // which gnuplot takes without hyphens
    std::replace(title.begin(), title.end(), '-', '_');
    std::ofstream out(script);
    out << fmt::format(
        "set encoding utf8\nset minussign\nset terminal svg size 480,320 font 'Helvetica,Arial,sans-serif,13' "
        "background '#ffffff' name '{}'\n"
        "set output '{}'\nset tmargin 2.6\nset title '{}' font ',12' textcolor rgb '#555555' offset 0,-0.4\n"
        "set xlabel '{}'\nset ylabel '{}'\nunset key\nset border 3 lc rgb '#555555'\nset tics nomirror out\n"
        "set grid lc rgb '#e4e4e4' lt 1\nset xrange [{:g}:{:g}]\nset yrange [{:g}:{:g}]\n"
        "set arrow 1000 from graph 0,first 0 to graph 1,first 0 nohead lc rgb '#999999' back\n",
        title, picture, loop.title, loop.xLabel, loop.yLabel, extent.low[0] - margin[0], extent.high[0] + margin[0],
        extent.low[1] - margin[1], extent.high[1] + margin[1]);
    if (extent.low[0] < 0)
        out << "set arrow 1001 from first 0,graph 0 to first 0,graph 1 nohead lc rgb '#999999' back\n";
    int number = 1;
    for (const auto& [level, label] : loop.levels) {
        out << fmt::format(
            "set arrow {} from graph 0,first {:g} to graph 1,first {:g} nohead dt (6,4) lc rgb '#888888'\n"
            "set label {} '{}' at graph 0.012,first {:g} offset 0,{} textcolor rgb '#666666' font ',12'\n",
            number, level, level, number, label, level, level < 0 ? -0.65 : 0.65);
        ++number;
    }
    for (std::size_t k = 0; k + 1 < loop.branches.size(); ++k) {
        const auto [from, to] = placeArrow(loop, loop.branches[k], loop.branches[k + 1]);
        out << fmt::format("set arrow {} from first {:g},{:g} to first {:g},{:g} head filled size screen 0.028,18,90 "
                           "fixed lw 2 lc rgb '{}' front\n",
                           100 + k, from[0], from[1], to[0], to[1], blue);
    }
    const Vec2& start = loop.points.front();
    out << fmt::format("$start << EOD\n{:g} {:g}\nEOD\n$turns << EOD\n", start[0], start[1]);
    for (const Vec2& p : loop.turns) out << fmt::format("{:g} {:g}\n", p[0], p[1]);
    out << fmt::format(
        "EOD\nplot '{}' notitle with lines lw 1.8 lc rgb '{}', $start notitle with points pt 7 ps 0.8 lc rgb '{}'{}\n",
        data, blue, blue,
        loop.turns.empty() ? "" : fmt::format(", $turns notitle with points pt 6 ps 0.8 lw 1.5 lc rgb '{}'", blue));
    out.close();
    if (std::system(("gnuplot '" + script + "'").c_str()) != 0)
        throw std::runtime_error("gnuplot cannot draw " + script + "; the Debian package is gnuplot-nox");
    std::cout << picture << "\n";
}

// A sphere of 10 mm hits a rigid plane, and rebounds with half of its speed if it does not stick.
Loop drawImpact(const std::string& name) {
    ImpactOptions options;
    options.law = withLaws(options.law, name, "none");
    options.law.restitution = 0.5;
    options.integrator.accuracy = 1e-7;
    if (name == "linear" || name == "pfc-linear" || name == "elastoplastic")
        options.law.kn = equalEnergyStiffness(options); // the stiffness of the other laws at this speed
    const bool isAdhesive = name == "dmt" || name == "jkr";
    if (isAdhesive) { // soft, slow and sticky, so that the pull is as visible as the push
        options.law.youngsModulus = 1e6;
        options.law.workOfAdhesion = 2;
        options.speed = 0.2;
    }
    Loop loop{name,
              fmt::format("R = 10 mm, E = {:g} MPa{}, {:g} m/s, restitution 0.5", 1e-6 * options.law.youngsModulus,
                          isAdhesive ? ", W = 2 J/m^2" : "", options.speed),
              "overlap δ [mm]", "normal force F [N]"};
    const ImpactResult result = runImpact(options);
    loop.points.push_back(Vec2(0));                               // before the first contact
    const double touching = name == "jkr" ? -SimTK::Infinity : 0; // its neck holds surfaces that have parted
    for (const ImpactSample& s : result.samples) {
        if (s.overlap < touching || (s.overlap < 0 && s.normalForce == 0)) break;
        loop.points.push_back(Vec2(1e3 * s.overlap, s.normalForce));
    }
    if (name != "jkr") loop.points.push_back(Vec2(0, loop.points.back()[1]));
    loop.points.push_back(Vec2(loop.points.back()[0], 0)); // after the contact
    const auto deepest = std::max_element(loop.points.begin(), loop.points.end(),
                                          [](const Vec2& a, const Vec2& b) { return a[0] < b[0]; });
    loop.turns = {*deepest};
    loop.branches = {0, std::size_t(deepest - loop.points.begin()), loop.points.size() - 1};
    return loop;
}

// A cycle starts in the middle. Each later branch is half of it.
Loop cycleOf(Loop loop, const std::vector<Vec2>& samples, std::size_t perCycle) {
    loop.points.assign(samples.begin(), samples.begin() + 5 * perCycle / 4 + 1);
    loop.turns = {loop.points[perCycle / 4], loop.points[3 * perCycle / 4]};
    loop.branches = {perCycle / 4, 3 * perCycle / 4, 5 * perCycle / 4};
    loop.arrowAt = 0.4; // apart from each other where both branches are one line
    return loop;
}

// A sphere is pressed on a rigid plane at a constant overlap and moves back and forth.
Loop drawShear(const std::string& picture, const std::string& law) {
    ShearOptions options;
    options.law = withLaws(options.law, "hertz", law);
    if (law == "cundall") options.amplitude = 2.5e-4; // its soft spring reaches the limit later
    const ShearResult result = runShear(options);
    std::vector<Vec2> samples;
    for (const ShearSample& s : result.samples) samples.push_back(Vec2(1e6 * s.displacement, s.force));
    Loop loop{picture,
              fmt::format("{}, δ = 0.1 mm, sine up to {:g} m/s",
                          law == "langston-tuzun-heyes" ? "form LangstonTuzunHeyes" : "R = 10 mm, E = 100 MPa",
                          options.peakSpeed),
              "tangential displacement [μm]", "tangential force −F_t [N]"};
    if (picture != "spring" && picture != "dashpot") { // which have no limit
        const Real limit = options.law.staticFriction * result.normalForce;
        const std::string load = law == "mindlin-conservative" ? "(N + F_n)" : "N"; // friction feels its F_n
        loop.levels = {{limit, "μ" + load}, {-limit, "−μ" + load}};
    }
    return cycleOf(loop, samples, 2000);
}

/** Turns a sphere at a constant overlap about an axis in a plane. No integrator is involved, and every point of the path is an accepted
step. */
class TurnedSphere : OneSetModel {
public:
    TurnedSphere(Real radius, Real overlap, const LawChoice& law)
        : sphere(matter.updGround(), Vec3(0, radius - overlap, 0), makeBall(massOfBall(radius, 2500), radius),
                 Vec3(0)) {
        addGround();
        addSphere(sphere, radius);
        force = install(law, law.getRigidMaterial());
        state = system.realizeTopology();
    }

    /** Returns the record of the contact at this angle [rad] and rate [rad/s]. */
    simbodydem::ContactRecord turnTo(Real time, Real angle, Real rate) {
        state.setTime(time);
        sphere.setAngle(state, angle);
        sphere.setRate(state, rate);
        system.realize(state, SimTK::Stage::Dynamics);
        const auto record = force->getContactRecords(state).at(0);
        state.autoUpdateDiscreteVariables(); // as an integrator does after an accepted step
        return record;
    }

private:
    SimTK::MobilizedBody::Pin sphere; // about z
    std::unique_ptr<simbodydem::DEMContactForce> force;
    SimTK::State state;
};

Loop drawRolling(const std::string& name) {
    const Real radius = 0.01, overlap = 1e-4, amplitude = 0.12, peakRate = 5;
    LawChoice law = withLaws(onMaterial(1e8, 0.3, 0.5, 0.3), "hertz", "none");
    law.rolling = name;
    law.rollingFriction = 0.1;
    law.effectiveMass = "twobody"; // since the pin does not let the sphere move along the normal
    TurnedSphere sphere(radius, overlap, law);
    const int perCycle = 2000;
    std::vector<Vec2> samples;
    Real limit = 0;
    for (int i = 0; i <= 2 * perCycle; ++i) {
        const Real phase = 2 * SimTK::Pi * i / perCycle, angle = amplitude * std::sin(phase);
        const auto record = sphere.turnTo(phase * amplitude / peakRate, angle, peakRate * std::cos(phase));
        samples.push_back(Vec2(1e3 * angle, -1e3 * record.torque[2]));
        limit = 1e3 * law.rollingFriction * radius * record.normalForce.norm();
    }
    Loop loop{name, fmt::format("R = 10 mm, δ = 0.1 mm, μ_r = 0.1, sine up to {:g} rad/s", peakRate),
              "rolling angle [mrad]", "rolling moment −M_r [N mm]"};
    if (name != "viscous") loop.levels = {{limit, "μ_r R* N"}, {-limit, "−μ_r R* N"}};
    return cycleOf(loop, samples, perCycle);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::cerr << "draws the force loops of docs/laws.md\nUsage: draw_loops DATA_FOLDER PICTURE_FOLDER [NAME...]\n";
        return 2;
    }
    const std::string data = argv[1], pictures = argv[2];
    const std::set<std::string> wanted(argv + 3, argv + argc);
    const auto isWanted = [&](const std::string& name) { return wanted.empty() || wanted.count(name) > 0; };
    try {
        for (const char* name :
             {"hertz", "linear", "hunt-crossley", "pfc-linear", "pfc-hysteretic", "elastoplastic", "dmt", "jkr"})
            if (isWanted(name)) draw(drawImpact(name), data, pictures);
        const std::pair<const char*, const char*> tangential[] = {
            {"mindlin-secant", "mindlin-secant"},
            {"mindlin-conservative", "mindlin-conservative"},
            {"mindlin-incremental", "mindlin-incremental"},
            {"cundall", "cundall"},
            {"pfc-linear-shear", "pfc-linear"},
            {"dashpot-slider", "dashpot-slider"},
            {"spring", "spring"},
            {"dashpot", "dashpot"},
            {"nonlinear-spring-dashpot-slider", "langston-tuzun-heyes"},
            {"hollars", "hollars"}};
        for (const auto& [picture, law] : tangential)
            if (isWanted(picture)) draw(drawShear(picture, law), data, pictures);
        for (const char* name : {"constant", "viscous", "epsd"})
            if (isWanted(name)) draw(drawRolling(name), data, pictures);
    } catch (const std::exception& e) {
        std::cerr << e.what() << "\n";
        return 1;
    }
}
