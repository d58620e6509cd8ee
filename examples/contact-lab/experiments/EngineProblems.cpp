// The problems that other engines are given, too, on Simbody: what is where at the start, how it is measured, and what is
// right, as in examples/engines/problems.mjs.

#include "EngineProblems.h"

#include "Check.h"
#include "EngineData.h"
#include "EngineWorld.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <functional>

namespace lab {

using namespace SimTK;
using namespace simbodydem;
using nlohmann::json;

namespace {

const Real g = 9.81; // [m/s^2]

const json& numbersOf(const std::string& problem) {
    static const json all = json::parse(engineProblemsJson);
    return all.at(problem);
}

Vec3 toVec3(const json& j) { return Vec3(j[0], j[1], j[2]); }

SceneBody ball(const json& p, const Vec3& position, const Vec3& velocity = Vec3(0)) {
    const Real radius = p["radius"];
    return {makeBall(p["mass"], radius), radius, {Vec3(0)}, position, velocity};
}

// On four spheres, whose lowest points are as low as the block's.
SceneBody block(const json& p, const Vec3& velocity = Vec3(0)) {
    const Vec3 half = toVec3(p["half"]);
    const Real foot = p["foot"];
    std::vector<Vec3> feet;
    for (int i = 0; i < 4; ++i)
        feet.push_back(Vec3(i & 1 ? half[0] : -half[0], foot - half[1], i & 2 ? half[2] : -half[2]));
    return {makeBrick(p["mass"], half), foot, feet, Vec3(0, half[1], 0), velocity};
}

struct Measured {
    Real error;
    std::map<std::string, Real> values;
};

struct Problem {
    Scene scene;
    Real duration; // [s]
    std::function<Measured(EngineWorld&)> measure;
};

Problem makeRest(const json& p) {
    const Real slope = convertDegreesToRadians(p["slope"].get<Real>()), since = p["since"], end = p["duration"];
    return {{g * Vec3(std::sin(slope), -std::cos(slope), 0), {facingUp()}, {block(p)}}, end, [=](EngineWorld& world) {
                world.advance(since);
                const Real then = world.position(0)[0];
                world.advance(end);
                const Real creep = (world.position(0)[0] - then) / (end - since);
                return Measured{std::abs(creep), {{"creep", creep}}};
            }};
}

Measured compareDistance(EngineWorld& world, Real time, Real right) {
    world.advance(time);
    const Real distance = world.position(0)[0];
    return {std::abs(distance / right - 1), {{"distance", distance}, {"right", right}}};
}

Problem makeRolling(const json& p) {
    const Real pull = p["force"].get<Real>() / p["mass"].get<Real>(), end = p["duration"];
    return {{Vec3(pull, -g, 0), {facingUp()}, {ball(p, Vec3(0, p["radius"], 0))}}, end, [=](EngineWorld& world) {
                return compareDistance(world, end, 5. / 7. * pull * end * end / 2);
            }};
}

Problem makeImpact(const json& p) {
    const Real speed = p["speed"], end = p["duration"], e = p["restitution"], mu = p["friction"];
    const std::vector<Real> angles = p["angles"]; // from the normal [deg]
    Scene scene{Vec3(0), {facingUp()}, {}};
    scene.flies = true;
    scene.impactSpeed = speed;
    for (std::size_t i = 0; i < angles.size(); ++i) {
        const Real angle = convertDegreesToRadians(angles[i]), height = p["height"];
        const Vec3 above(0, p["radius"].get<Real>() + height, Real(i));
        scene.bodies.push_back(ball(p, above, speed * Vec3(std::sin(angle), -std::cos(angle), 0)));
    }
    return {scene, end, [=](EngineWorld& world) {
                world.advance(end);
                Measured m{0, {}};
                for (std::size_t i = 0; i < angles.size(); ++i) {
                    const Real angle = convertDegreesToRadians(angles[i]);
                    const Real normal = world.velocity(i)[1] / (speed * std::cos(angle));
                    const Real tangential = world.velocity(i)[0] / (speed * std::sin(angle));
                    const Real right = std::max(5. / 7., 1 - mu * (1 + e) / std::tan(angle));
                    m.error = std::max({m.error, std::abs(normal - e), std::abs(tangential - right)});
                    const std::string at = fmt::format(" {:g}", angles[i]);
                    m.values.insert({{"e_n" + at, normal}, {"e_t" + at, tangential}, {"spin" + at, world.spin(i)}});
                }
                return m;
            }};
}

Problem makeSliding(const json& p) {
    const Real speed = p["speed"], mu = p["friction"], end = p["duration"];
    return {{Vec3(0, -g, 0), {facingUp()}, {block(p, Vec3(speed, 0, 0))}}, end, [=](EngineWorld& world) {
                return compareDistance(world, end, speed * speed / (2 * mu * g));
            }};
}

Problem makeBin(const json& p) {
    const int side = p["side"];
    const Real spacing = p["spacing"], shift = p["shift"], wall = p["wall"], radius = p["radius"], end = p["duration"];
    Scene scene{Vec3(0, -g, 0), {facingUp()}, {}};
    scene.flies = true;
    for (int k = 0; k < 4; ++k) {
        const Rotation turn(k * Pi / 2, YAxis);
        scene.planes.emplace_back(turn, turn * Vec3(wall, 0, 0));
    }
    const auto at = [&](int n) { return (n - (side - 1) / 2.) * spacing; };
    const auto aside = [&](int n) { return shift * (n % 5 - 2); };
    for (int j = 0; j < side; ++j)
        for (int i = 0; i < side; ++i)
            for (int k = 0; k < side; ++k)
                scene.bodies.push_back(ball(p, Vec3(at(i) + aside(i + 2 * j + 3 * k), radius + (j + 0.5) * spacing,
                                                    at(k) + aside(3 * i + j + 2 * k))));
    const std::size_t count = scene.bodies.size();
    return {scene, end, [=](EngineWorld& world) {
                Real overlap = 0;
                for (int step = 1; step <= 100; ++step) {
                    world.advance(end * step / 100);
                    for (std::size_t i = 0; i < count; ++i) {
                        const Vec3 c = world.position(i);
                        const Real toWalls = wall - std::max(std::abs(c[0]), std::abs(c[2]));
                        overlap = std::max({overlap, radius - c[1], radius - toWalls});
                        for (std::size_t j = 0; j < i; ++j)
                            overlap = std::max(overlap, 2 * radius - (c - world.position(j)).norm());
                    }
                }
                return Measured{overlap / radius, {{"overlap", overlap}}};
            }};
}

Problem makeBounce(const json& p) {
    const Real e = p["restitution"], height = p["height"], radius = p["radius"], fall = std::sqrt(2 * height / g);
    const int bounces = p["bounces"];
    Real amid = fall; // first touch
    for (int n = 1; n < bounces; ++n) amid += 2 * std::pow(e, n) * fall;
    amid += std::pow(e, bounces) * fall;
    Scene scene{Vec3(0, -g, 0), {facingUp()}, {ball(p, Vec3(0, radius + height, 0))}};
    scene.flies = true;
    scene.impactSpeed = g * fall;
    return {scene, amid, [=](EngineWorld& world) {
                world.advance(amid);
                const Real apex = world.position(0)[1] - radius + square(world.velocity(0)[1]) / (2 * g);
                const Real right = std::pow(e, 2 * bounces) * height;
                return Measured{std::abs(apex / right - 1), {{"apex", apex}, {"right", right}}};
            }};
}

struct Maker {
    std::string name;
    Problem (*make)(const json&);
};
const std::vector<Maker> makers = {{"rest", makeRest},       {"rolling", makeRolling}, {"impact", makeImpact},
                                   {"sliding", makeSliding}, {"bin", makeBin},         {"bounce", makeBounce}};

Problem makeProblem(const std::string& name) {
    const json& p = numbersOf(name);
    Problem problem = findNamed(makers, name, "there is no problem " + name + "; choose from ").make(p);
    problem.scene.friction = p["friction"];
    problem.scene.restitution = p["restitution"];
    return problem;
}

std::string textOf(const SimbodySettings& settings) {
    const std::string integrator = fmt::format("{} {:.0e}", settings.integrator, settings.accuracy);
    if (settings.law == "hunt-crossley")
        return fmt::format("{}, E {:.0e} Pa, {} m/s", integrator, settings.youngsModulus, settings.transitionVelocity);
    return fmt::format("{}, {}, E {:.0e} Pa", settings.law, integrator, settings.youngsModulus);
}

} // namespace

const std::vector<EngineProblem>& listEngineProblems() {
    static const std::vector<EngineProblem> all = [] {
        std::vector<EngineProblem> problems;
        for (const Maker& maker : makers) {
            const json& p = numbersOf(maker.name);
            problems.push_back({maker.name, p["title"], p["error"], p["goodEnough"]});
        }
        return problems;
    }();
    return all;
}

EngineRun runOnSimbody(const EngineProblem& asked, const SimbodySettings& settings) {
    const Problem problem = makeProblem(asked.name);
    EngineWorld(problem.scene, settings); // refuses a law or an integrator that there is not
    EngineRun run{settings.law == "hunt-crossley" ? "HuntCrossleyForce" : "SimbodyDEM", asked.name, textOf(settings)};
    const Real patience = 0.2; // [s] of the processor's, as for the other engines: the cheapest run of some
    const int mostRuns = 20;
    Real least = Infinity, spent = 0;
    bool isWarned = false; // a sweep goes where it hurts, and says so in its table
    const WarningHandler before = setWarningHandler([&](const std::string&) { isWarned = true; });
    try {
        for (int i = 0; spent < patience && i < mostRuns; ++i) {
            EngineWorld world(problem.scene, settings);
            const Measured m = problem.measure(world);
            least = std::min(least, world.getCost());
            spent += world.getCost();
            run.error = m.error;
            run.values = m.values;
            run.price = least / problem.duration;
        }
    } catch (const std::exception& e) {
        run.settings += fmt::format("; gave up: {:.60}", e.what());
    }
    setWarningHandler(before);
    if (isWarned) run.settings += "; with a warning";
    return run;
}

std::vector<EngineRun> readEngineRuns(const std::string& file) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error("cannot read " + file);
    std::vector<EngineRun> runs;
    for (std::string line; std::getline(in, line);) {
        try {
            const json j = json::parse(line);
            const auto number = [](const json& value) { return value.is_null() ? NaN : value.get<Real>(); };
            std::map<std::string, Real> values;
            for (const auto& [name, value] : j.at("values").items()) values[name] = number(value);
            runs.push_back({j.at("engine"), j.at("problem"), j.at("settings"), number(j.at("error")),
                            number(j.at("price")), values});
        } catch (const json::exception& e) {
            throw std::runtime_error(file + " is damaged: " + e.what());
        }
    }
    return runs;
}

} // namespace lab
