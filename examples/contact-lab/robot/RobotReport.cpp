// Describes the runs of `contact-lab robot`, for readers and as JSON.

#include "RobotReport.h"

#include <simbodydem/SurfaceMaterial.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lab {

using namespace SimTK;
using namespace simbodydem;
using json = nlohmann::ordered_json;

namespace {

// Columns of cells, each as wide as its widest one. The first column is left-aligned.
class Columns {
public:
    explicit Columns(std::size_t headLines) : headLines(headLines) {}
    void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
    bool isEmpty() const { return rows.size() <= headLines; }
    std::string toText() const {
        std::vector<std::size_t> widths(rows.front().size(), 0);
        for (const auto& row : rows)
            for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
        std::string text;
        for (const auto& row : rows) {
            std::string line = fmt::format("{:<{}}", row[0], widths[0]);
            for (std::size_t c = 1; c < row.size(); ++c) line += fmt::format("  {:>{}}", row[c], widths[c]);
            text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        }
        return text;
    }

private:
    std::size_t headLines;
    std::vector<std::vector<std::string>> rows;
};

std::string number(Real value, const char* format = "{:.4g}") {
    if (isNaN(value)) return "-";
    return fmt::format(fmt::runtime(format), value == 0 ? 0 : value); // without the sign of -0
}

constexpr Real leastSlip = 1e-9; // less is rounding [m]

const char* nameOf(RobotMode mode) {
    return mode == RobotMode::Drop ? "drop" : mode == RobotMode::Stand ? "stand" : "drive";
}

json toJson(const Vec3& v) { return {v[0], v[1], v[2]}; }

} // namespace

std::string describeScene(const RobotScene& scene, const RobotChoice& choice) {
    const RobotMode mode = choice.getMode();
    std::string text =
        scene.isFloating()
            ? fmt::format("floating base at {:.4g} m; the lowest collision is {:.3g} mm above the floor\n",
                          scene.setup.baseHeight,
                          1e3 * (isNaN(choice.height) ? RobotChoice::usualHeight : choice.height))
            : fmt::format("fixed base at {:.4g} m above the floor\n", scene.setup.baseHeight);
    text += fmt::format("mode {}: {}\n", nameOf(mode),
                        mode == RobotMode::Drop    ? "no servos"
                        : mode == RobotMode::Stand ? "servos hold the pose"
                                                   : "servos hold the pose, driven joints move");
    for (const JointDrive& drive : scene.drives) {
        const JointInfo& joint = scene.joints[std::size_t(drive.joint)];
        const char* unit = joint.getUnit();
        text += drive.isSpeed()
                    ? fmt::format("  {} at {:g} {}/s\n", joint.name, drive.speed, unit)
                    : fmt::format("  {} by {:g} {} about {:g} {}, once in {:g} s\n", joint.name, drive.amplitude, unit,
                                  scene.pose[std::size_t(drive.joint)], unit, drive.period);
    }
    const SurfaceMaterial material = choice.law.getMaterial();
    text += fmt::format("contacts: {}, E = {:.3g} Pa, nu = {:.3g}, e = {:.3g}, mu = {:.3g}\n",
                        choice.law.law.empty() ? choice.law.normal + " and " + choice.law.tangential : choice.law.law,
                        Real(material.youngsModulus), Real(material.poissonsRatio), Real(material.restitution),
                        Real(material.staticFriction));
    if (!scene.overlaps.empty()) {
        std::string pairs;
        for (const auto& [a, b] : scene.overlaps) pairs += (pairs.empty() ? "" : ", ") + a + " and " + b;
        text += "no contact between links that overlap at the start (--keep-overlaps): " + pairs + "\n";
    }
    for (const std::string& note : scene.setup.notes) text += "note: " + note + "\n";
    return text;
}

std::string headRows(bool isFloating) {
    std::string names = fmt::format("{:>8}", "time"), units = fmt::format("{:>8}", "[s]");
    if (isFloating) {
        names += fmt::format("{:>11}{:>8}", "base at", "tilt");
        units += fmt::format("{:>11}{:>8}", "[m]", "[deg]");
    }
    names += fmt::format("{:>12}{:>10}{:>10}{:>10}{:>7}  {}\n", "kinetic", "contacts", "CPU time", "real time", "steps",
                         "greatest joint speed");
    units +=
        fmt::format("{:>12}{:>10}{:>10}{:>10}{:>7}  {}\n", "energy [J]", "", "[ms/s]", "[times]", "", "[rad/s, m/s]");
    return names + units;
}

std::string describeRow(const RobotRow& row, bool isFloating) {
    std::string text = fmt::format("{:>8.4g}", row.time);
    if (isFloating) text += fmt::format("{:>11.5f}{:>8.2f}", row.height, row.tilt);
    text +=
        fmt::format("{:>12.3e}{:>10}{:>10.3g}{:>10}{:>7}  ", row.kineticEnergy, row.contacts, 1e3 * row.processorTime,
                    row.processorTime > 0 ? fmt::format("{:.3g}", 1 / row.processorTime) : "-", row.steps);
    text += row.fastestJoint.empty() ? "-" : fmt::format("{:.3e} {}", row.jointSpeed, row.fastestJoint);
    return text + "\n";
}

std::string describeResult(const RobotScene& scene, const RobotChoice& choice, const RobotResult& result) {
    std::string text;
    Columns links(2);
    links.add({"link", "contacts", "normal", "tangential", "greatest", "overlap", "slid in all", "slid in the last"});
    links.add(
        {"", "", "force [N]", "force [N]", "T/N [-]", "[mm]", "[mm]", fmt::format("{:.3g} s [mm]", result.lastPart)});
    for (const LinkResult& link : result.links)
        if (link.contacts > 0 || link.slip > leastSlip)
            links.add({link.link, std::to_string(link.contacts), number(link.normalForce), number(link.tangentialForce),
                       link.normalForce > 0 ? number(link.friction, "{:.3f}") : "-", number(1e3 * link.overlap),
                       number(1e3 * link.slip), number(1e3 * link.lastSlip)});
    text += "\n" + (links.isEmpty() ? "no link has touched anything\n" : links.toText());
    if (!result.joints.empty()) {
        Columns joints(1);
        joints.add({"joint", "position", "target", "speed", "servo", "limit", "stiffness", "damping"});
        bool isAnyAtLimit = false, isAnySlider = false;
        for (const JointResult& j : result.joints) {
            isAnyAtLimit = isAnyAtLimit || j.isAtLimit;
            isAnySlider = isAnySlider || !j.joint.isRotation;
            joints.add({j.joint.name, number(j.position, "{:.5g}"), number(j.target, "{:.5g}"),
                        number(j.speed, "{:.2e}"), number(j.force) + (j.isAtLimit ? "!" : ""),
                        number(j.joint.effort > 0 ? j.joint.effort : NaN),
                        number(isNaN(j.target) ? NaN : j.servo.stiffness), number(j.servo.damping)});
        }
        text += "\n" + joints.toText() + "(rad, rad/s, N m, N m/rad, N m s/rad" +
                (isAnySlider ? "; of displacements m, m/s, N, N/m, N s/m" : "") + ")\n";
        if (isAnyAtLimit) text += "! this servo is at its limit\n";
    }
    text += "\n";
    if (scene.isFloating()) {
        const Vec3& d = result.displacement;
        text += fmt::format("the floor carries {:.5g} N of {:.5g} N\n", result.floorForce, result.weight);
        text += fmt::format("the base has moved by ({:.4g}, {:.4g}, {:.4g}) m; in the last {:.3g} s at {:.3g} m/s\n",
                            d[0], d[1], d[2], result.lastPart, result.velocity.norm());
    }
    const LinkResult &slid = result.findMostSlip(), &fastest = result.findFastest();
    text += slid.slip > leastSlip ? fmt::format("greatest slip: {:.3g} mm in all ({})\n", 1e3 * slid.slip, slid.link)
                                  : "nothing has slid\n";
    text += fmt::format("in the last {:.3g} s no link has moved faster than {} ({}): the robot {}\n", result.lastPart,
                        result.standsStill() ? fmt::format("{:.3g} nm/s", 1e9 * fastest.speed)
                                             : fmt::format("{:.4g} mm/s", 1e3 * fastest.speed),
                        fastest.link, result.standsStill() ? "stands still" : "moves");
    const Real rest = result.energyAtStart - result.energyAtEnd - result.dissipatedByContacts;
    text += fmt::format("energy: {:.5g} J at the start, {:.5g} J at the end; contacts took {:.4g} J, joints and servos "
                        "the rest, {:.4g} J (with the error of integration)\n",
                        result.energyAtStart, result.energyAtEnd, result.dissipatedByContacts, rest);
    text += fmt::format("{} steps and {} force evaluations in {:.3g} s of CPU time: {:.3g} times real time\n",
                        result.steps, result.evaluations, result.processorTime, choice.time / result.processorTime);
    for (const std::string& warning : result.warnings) text += "warning: " + warning + "\n";
    if (choice.show.isWanted()) text += "replay: " + choice.show.file + "\n";
    return text;
}

json toJson(const RobotScene& scene, const RobotChoice& choice, const RobotResult& result) {
    const RobotFile& file = scene.robot.getFile();
    json all = {{"robot", file.getName()},
                {"file", file.getPath()},
                {"links", file.getNumLinks()},
                {"joint_coordinates", scene.robot.getNumJoints()},
                {"mass", scene.robot.getTotalMass()},
                {"warnings", file.getWarnings()},
                {"notes", scene.setup.notes},
                {"base", scene.isFloating() ? "floating" : "fixed"},
                {"base_height", scene.setup.baseHeight},
                {"mode", nameOf(choice.getMode())},
                {"time", choice.time}};
    all["overlaps"] = json::array();
    for (const auto& [a, b] : scene.overlaps) all["overlaps"].push_back({a, b});
    all["rows"] = json::array();
    for (const RobotRow& row : result.rows)
        all["rows"].push_back({{"time", row.time},
                               {"height", row.height},
                               {"tilt", row.tilt},
                               {"kinetic_energy", row.kineticEnergy},
                               {"contacts", row.contacts},
                               {"joint_speed", row.jointSpeed},
                               {"fastest_joint", row.fastestJoint},
                               {"cpu_seconds_per_second", row.processorTime},
                               {"steps", row.steps}});
    all["link_results"] = json::array();
    for (const LinkResult& link : result.links)
        all["link_results"].push_back({{"link", link.link},
                                       {"contacts", link.contacts},
                                       {"normal_force", link.normalForce},
                                       {"tangential_force", link.tangentialForce},
                                       {"friction", link.friction},
                                       {"overlap", link.overlap},
                                       {"slip", link.slip},
                                       {"last_slip", link.lastSlip},
                                       {"speed", link.speed}});
    all["joint_results"] = json::array();
    for (const JointResult& j : result.joints)
        all["joint_results"].push_back({{"joint", j.joint.name},
                                        {"position", j.position},
                                        {"target", j.target}, // NaN becomes null
                                        {"speed", j.speed},
                                        {"servo", j.force},
                                        {"at_limit", j.isAtLimit},
                                        {"stiffness", j.servo.stiffness},
                                        {"damping", j.servo.damping}});
    all["last_part"] = result.lastPart;
    all["creep"] = result.findFastest().speed;
    all["stands_still"] = result.standsStill();
    all["displacement"] = toJson(result.displacement);
    all["velocity"] = toJson(result.velocity);
    all["weight"] = result.weight;
    all["floor_force"] = result.floorForce;
    all["energy_at_start"] = result.energyAtStart;
    all["energy_at_end"] = result.energyAtEnd;
    all["dissipated_by_contacts"] = result.dissipatedByContacts;
    all["run_warnings"] = result.warnings;
    all["steps"] = result.steps;
    all["evaluations"] = result.evaluations;
    all["cpu_seconds"] = result.processorTime;
    return all;
}

} // namespace lab
