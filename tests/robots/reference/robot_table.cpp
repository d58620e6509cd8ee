// Prints a Markdown table of all URDF files below a folder: each by RobotFile and Robot against its XML, and against MuJoCo where the
// program was built with it. usage: robot_table FOLDER

#include "RobotCheck.h"
#ifdef SIMBODYDEM_TESTS_WITH_MUJOCO
#include "MujocoCheck.h"
#include "MujocoRobot.h"
#endif

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

using namespace SimTK;

namespace {

std::string format(const char* pattern, Real number) {
    char text[40];
    std::snprintf(text, sizeof text, pattern, number);
    return text;
}
std::string exponent(Real number) { return number == 0 ? "0" : format("%.0e", number); }

void printRow(const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) std::cout << "| " << cell << ' ';
    std::cout << "|\n";
}

// The first line of a message, without the path.
std::string reasonOf(std::string message, const std::string& path) {
    const std::size_t found = message.find(path);
    if (found != std::string::npos) message = message.substr(found + path.size() + 1);
    for (const char* lead : {", ", " "})
        if (message.rfind(lead, 0) == 0) message = message.substr(std::string(lead).size());
    for (char& c : message)
        if (c == '\n') c = ' ';
    std::string escaped;
    for (const char c : message) escaped += c == '<' ? "&lt;" : c == '|' ? "&#124;" : std::string(1, c);
    return escaped;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + ("`" + word + "`");
    return text.empty() ? "-" : text;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2 || !std::filesystem::is_directory(argv[1])) {
        std::cerr << "usage: robot_table FOLDER\n";
        return 2;
    }
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[1]))
        if (entry.path().extension() == ".urdf")
            files.push_back(std::filesystem::relative(entry.path(), argv[1]).generic_string());
    std::sort(files.begin(), files.end());

    std::vector<std::vector<std::string>> errors, mujoco;
    int numFaults = 0, numMeshes = 0, numMissing = 0, numTaken = 0, numOverlapping = 0, numWithSurfaces = 0;
    RobotDifferences worst;
    printRow({"file", "links", "bodies", "coordinates", "mass [kg]", "frames", "mass matrix", "gravity", "bias",
              "corrected", "surfaces", "overlaps", "meshes missing", "warnings", "needs"});
    printRow(std::vector<std::string>(15, "-"));
    for (const std::string& file : files) {
        const std::string path = std::string(argv[1]) + "/" + file;
        const RobotCheck check(path);
        for (const std::string& fault : check.faults) std::cerr << file << ": " << fault << '\n';
        numFaults += int(check.faults.size());
        if (!check.error.empty()) {
            errors.push_back({file, check.links ? std::to_string(check.links) : "-",
                              check.links ? std::to_string(check.coordinates) : "-", reasonOf(check.error, path)});
            continue;
        }
        ++numTaken;
        const RobotDifferences &a = check.merged, &b = check.kept;
        const RobotDifferences both{std::max(a.frames, b.frames), std::max(a.mass, b.mass),
                                    std::max(a.gravity, b.gravity), std::max(a.bias, b.bias)};
        worst = {std::max(worst.frames, both.frames), std::max(worst.mass, both.mass),
                 std::max(worst.gravity, both.gravity), std::max(worst.bias, both.bias)};
        const int surfaces = RobotCheck::countSurfaces(path);
        const bool overlaps = surfaces >= 0 && RobotCheck::hasOverlaps(path);
        numOverlapping += overlaps;
        numWithSurfaces += surfaces >= 0;
        numMeshes += check.meshes;
        numMissing += check.missingMeshes;
        printRow({file, std::to_string(check.links), std::to_string(check.mergedBodies),
                  std::to_string(check.coordinates), format("%.6g", check.mass), exponent(both.frames),
                  exponent(both.mass), exponent(both.gravity), exponent(both.bias),
                  std::to_string(check.correctedBodies), surfaces < 0 ? "-" : std::to_string(surfaces),
                  surfaces < 0 ? "-"
                  : overlaps   ? "yes"
                               : "no",
                  std::to_string(check.missingMeshes) + " of " + std::to_string(check.meshes),
                  std::to_string(check.warnings), joined(check.options)});
#ifdef SIMBODYDEM_TESTS_WITH_MUJOCO
        const MujocoCheck other(path);
        if (!other.error.empty()) {
            mujoco.push_back({file, "-", "-", "-", "-", "-", reasonOf(other.error, path)});
            continue;
        }
        mujoco.push_back({file, exponent(other.robot.frames), exponent(other.robot.gravity),
                          other.isBalanced ? "-" : exponent(other.robot.mass),
                          other.isBalanced ? "-" : exponent(other.robot.bias), exponent(other.inertia.worst()),
                          other.isBalanced ? "balanced" : ""});
#endif
    }
    std::cout << "\n" << numTaken << " of " << files.size() << " files; the greatest differences are ";
    std::cout << exponent(worst.frames) << ", " << exponent(worst.mass) << ", " << exponent(worst.gravity) << " and "
              << exponent(worst.bias) << "; " << numMissing << " of " << numMeshes
              << " meshes are missing; surfaces overlap in " << numOverlapping << " of " << numWithSurfaces
              << " files\n\n";
    printRow({"file", "links", "coordinates", "error"});
    printRow(std::vector<std::string>(4, "-"));
    for (const auto& row : errors) printRow(row);
#ifdef SIMBODYDEM_TESTS_WITH_MUJOCO
    std::cout << "\nMuJoCo " << MujocoRobot::getVersion() << "\n\n";
    printRow({"file", "frames", "gravity", "mass matrix", "bias", "all, with MuJoCo's inertias", "note"});
    printRow(std::vector<std::string>(7, "-"));
    for (const auto& row : mujoco) printRow(row);
#endif
    return numFaults > 0;
}
