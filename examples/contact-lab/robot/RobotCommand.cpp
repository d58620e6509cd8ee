// The subcommand `robot` runs a robot of a URDF, MJCF or SDF file on a floor, without a program.

#include "Check.h"
#include "CommandLine.h"
#include "RobotReport.h"

#include <fmt/format.h>
#include <simbodydem/Messages.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

namespace lab {

using namespace simbodydem;

RobotMode RobotChoice::getMode() const {
    return mode == "stand" ? RobotMode::Stand : mode == "drive" || !drives.empty() ? RobotMode::Drive : RobotMode::Drop;
}

void RobotChoice::check() const {
    checkPositive("--time", time, "s");
    lab::check(accuracy > 0 && accuracy <= 0.1, "--accuracy", accuracy, "-", "in (0, 0.1]");
    if (!std::isnan(step)) checkPositive("--step", step, "s");
    if (!std::isnan(height)) checkPositive("--height", height, "m");
    if (!std::isnan(stiffness)) checkPositive("--servo-stiffness", stiffness, "N m/rad");
    if (!std::isnan(damping)) checkPositive("--servo-damping", damping, "N m s/rad");
    if (!drives.empty() && mode != "" && mode != "drive") refuse("--drive does not go with --mode " + mode);
    if (drives.empty() && mode == "drive")
        refuse("--mode drive needs --drive JOINT:SPEED or --drive JOINT:AMPLITUDE:PERIOD");
    if (getMode() == RobotMode::Drop && !(std::isnan(stiffness) && std::isnan(damping)))
        refuse("--servo-stiffness and --servo-damping do not go with --mode drop, which has no servos");
    if (law.isHuntCrossley())
        refuse("--law hunt-crossley is Simbody's own force, which has only spheres. Use --normal hunt-crossley "
               "--tangential hollars, the same law in SimbodyDEM");
    show.check();
}

namespace {

// Leaves out the warnings of a robot's file, which the report has.
class OtherWarnings {
public:
    OtherWarnings()
        : before(setWarningHandler([](const std::string& text) {
              if (text.rfind("RobotFile: ", 0) != 0) fmt::print(stderr, "SimbodyDEM: warning: {}\n", text);
          })) {}
    ~OtherWarnings() { setWarningHandler(before); }
    OtherWarnings(const OtherWarnings&) = delete;
    OtherWarnings& operator=(const OtherWarnings&) = delete;

private:
    const WarningHandler before;
};

void run(const RobotChoice& choice, bool hasDetails, bool asJson) {
    const OtherWarnings others;
    choice.check();
    const RobotFile file = readRobot(choice);
    const RobotSetup setup = prepareRobot(file, choice);
    RobotScene scene(file, choice, setup);
    const auto printHead = [&] {
        if (asJson) return;
        fmt::print("{}\n", file.toText());
        if (hasDetails) fmt::print("{}\n", scene.robot.toText());
        fmt::print("{}\n{}", describeScene(scene, choice), headRows(scene.isFloating()));
        std::fflush(stdout); // a run may take long
    };
    const RobotResult result = runRobot(scene, choice, printHead, [&](const RobotRow& row) {
        if (asJson) return;
        fmt::print("{}", describeRow(row, scene.isFloating()));
        std::fflush(stdout);
    });
    fmt::print("{}", asJson ? toJson(scene, choice, result).dump() + "\n" : describeResult(scene, choice, result));
}

const char* const footer = R"(
JOINT is a name, or a regular expression that matches whole names, such as knee_.* Its numbers are in rad, or in m for prismatic joints.

  contact-lab robot dog.urdf                                              falls to the floor
  contact-lab robot dog.urdf --mode stand --pose "hip_.*=0.8,knee_.*=-1.6"  stands by its servos
  contact-lab robot arm.urdf --base fixed --drive elbow:0.5:2             oscillates by 0.5 rad, once in 2 s
  contact-lab robot car.urdf --drive "wheel_.*:5" --replay car.html       turns its wheels at 5 rad/s
)";

} // namespace

void addRobot(CLI::App& app) {
    const auto choice = std::make_shared<RobotChoice>();
    const auto hasDetails = std::make_shared<bool>(false), asJson = std::make_shared<bool>(false);
    CLI::App& sub = *app.add_subcommand(
        "robot", "puts a robot of a URDF, MJCF or SDF file on a floor: it falls, stands or moves, without a program");
    sub.add_option("FILE", choice->file, "the robot (URDF, MJCF, SDF); expand xacro first")->required();
    const auto addWord = [&](const char* name, std::string& value, const std::vector<std::string>& words,
                             const char* help) {
        sub.add_option(name, value, help)->check(CLI::IsMember(words))->default_str("");
    };
    const auto addList = [&](const char* name, std::vector<std::string>& values, const char* help) {
        sub.add_option(name, values, help)->default_str("");
    };
    addWord("--mode", choice->mode, {"drop", "stand", "drive"},
            "drop (no servos), stand (servos hold the pose) or drive (also moves joints); drive with --drive, "
            "otherwise drop, if not given");
    addWord("--base", choice->base, {"fixed", "floating"},
            "whether the root link is fixed to the world; if not given only a root link called world is");
    addList("--pose", choice->pose,
            "pose at the start, JOINT=POSITION,...; other joints begin at 0, or in the middle of a range without 0");
    addList("--drive", choice->drives,
            "motion of joints: JOINT:SPEED [rad/s, m/s] of continuous ones, or JOINT:AMPLITUDE:PERIOD, a sine about "
            "the pose [s]; all grow from 0 in the first 0.5 s");
    for (const char* name : {"--pose", "--drive"}) sub.get_option(name)->delimiter(',')->allow_extra_args(false);
    addNumber(
        sub, "--servo-stiffness", choice->stiffness, "N m/rad",
        "of all servos, N/m for prismatic joints, > 0; if not given the weight of the robot moves a joint by 0.05 "
        "rad or 5 mm at most");
    addNumber(sub, "--servo-damping", choice->damping, "N m s/rad",
              "of all servos, N s/m for prismatic joints, > 0; critical if not given");
    addNumber(sub, "--height", choice->height, "m",
              "of the lowest collision above the floor at the start, > 0; 0.002 if not given; not with a fixed base");
    addNumber(sub, "--time", choice->time, "s", "> 0");
    addNumber(sub, "--accuracy", choice->accuracy, "-", "of ContactIntegrator, in (0, 0.1]");
    addNumber(sub, "--step", choice->step, "s", "fixed step instead of error control, > 0");
    addEvaluations(sub, choice->evaluations, 1e6);
    sub.add_option("--model", choice->model, "the model of an SDF file that has several")->default_str("");
    addList("--package", choice->packages,
            "folder in which meshes are searched, package://NAME/FILE as FOLDER/NAME/FILE; may be given several times");
    sub.get_option("--package")->allow_extra_args(false)->check(CLI::ExistingDirectory);
    sub.add_flag("--lenient", choice->isLenient,
                 "leaves out meshes that are missing, corrects impossible inertias, and warns of them");
    sub.add_flag("--exact-meshes", choice->hasExactMeshes,
                 "keeps all triangles of collision meshes instead of their convex hulls");
    sub.add_flag("--keep-overlaps", choice->keepsOverlaps,
                 "also links that overlap at the start have contact with each other");
    sub.add_option("--replay", choice->show.file, "page of the run (HTML)")->default_str("");
    sub.add_option("--replay-interval", choice->show.interval, "time between two rows of the replay [s]");
    sub.add_flag("--details", *hasDetails, "also prints the bodies, the stops and servos of joints, and the surfaces");
    sub.add_flag("--json", *asJson, "prints one JSON object");
    addLaw(sub, choice->law);
    sub.footer(footer);
    sub.callback([=] { run(*choice, *hasDetails, *asJson); });
}

} // namespace lab
