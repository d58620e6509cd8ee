// The example programs as sections of the page: what each prints and draws, as it is.

#include "Experiments.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>

#include <stdlib.h>

namespace lab {

namespace {

namespace fs = std::filesystem;

// A folder that is gone when it is no longer needed.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / "contact-lab-XXXXXX").string();
        if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a folder like " + name);
        path = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    fs::path path;
};

std::string readAll(const fs::path& file) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error("cannot read " + file.string());
    return {std::istreambuf_iterator<char>(in), {}};
}

// What the program, which lies one folder above this one, prints; its plots go to `folder`.
std::string run(const std::string& program, const fs::path& folder) {
    const fs::path file = fs::canonical("/proc/self/exe").parent_path().parent_path() / program;
    const std::string command = fmt::format("'{}' --out '{}' 2>&1", file.string(), folder.string());
    std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    if (!pipe) throw std::runtime_error("cannot run " + command);
    std::string output;
    std::array<char, 4096> some;
    while (const std::size_t count = fread(some.data(), 1, some.size(), pipe.get())) output.append(some.data(), count);
    if (pclose(pipe.release()) != 0) throw std::runtime_error(program + " failed: " + output);
    return output;
}

struct Drawing {
    std::string name, caption;
};

Section runExample(Ticker& ticker, const std::string& program, const std::string& title, const std::string& text,
                   const std::vector<Drawing>& drawings) {
    const TemporaryFolder folder;
    Section section;
    section.title = title;
    section.text = "<p>" + text + "</p>";
    section.output = run(program, folder.path);
    for (const Drawing& drawing : drawings)
        section.figures.push_back({{}, drawing.caption, readAll(folder.path / (drawing.name + ".svg"))});
    section.command = "./run example " + program;
    const auto summary = nlohmann::json::parse(readAll(folder.path / "summary.json"));
    for (const auto& row : summary)
        section.summary.push_back({row.at("asked"), row.at("ours"), row.at("huntCrossley"), row.at("price")});
    ticker.tick();
    return section;
}

} // namespace

Section dropTest(Ticker& ticker) {
    return runExample(ticker, "ExampleDropTest", "A ball, a brick and a leg are dropped",
                      "A ball hits the floor at .01 to 10 m/s; a brick with a sphere at each corner falls on one of "
                      "them; a leg lands on feet with the contact numbers of OpenSim's ToyLanding model.",
                      {{"ball", "HuntCrossleyForce is fitted at 1 m/s; ours return what was asked at every speed."},
                       {"brick_cundall", "Where the brick's energy goes; the sum is level."},
                       {"landing_force", "The ground reaction of the landing."},
                       {"landing_slip", "The heel's way: it creeps on HuntCrossleyForce and stays on a spring."}});
}

Section planarGait(Ticker& ticker) {
    return runExample(
        ticker, "ExamplePlanarGait", "A human walks",
        "A planar human of 62 kg walks eight steps with prescribed joint angles and a free pelvis, with the numbers of "
        "OpenSim Moco's example2DWalking. Creep is what the standing foot moves below the Coulomb limit without giving "
        "it back.",
        {{"price", "Creep against what it costs: left is cheap, below is good."},
         {"vertical", "The vertical ground reaction is the same for all: they have the same normal force."},
         {"creep", "The right heel's creep over the walk."},
         {"fore_aft", "The fore-aft reaction depends on the friction law; none of them meets the data."}});
}

Section rimlessWheel(Ticker& ticker) {
    return runExample(
        ticker, "ExampleRimlessWheel", "A rimless wheel walks down a slope",
        "Eight spokes with round feet, plastic collisions: the simplest walker, whose speed is known in closed form.",
        {{"phase", "Angle and rate of the wheel over a step."},
         {"stiffness", "Off the closed form, against the stiffness of the feet."},
         {"damping", "And against the tangential damping: what is left is the tangential spring's rebound."}});
}

Section gripper(Ticker& ticker) {
    return runExample(
        ticker, "ExampleGripper", "A gripper holds for a minute",
        "Two force-controlled fingers lift an object, shake it and hold it for 60 s, with two contact points "
        "each or one.",
        {{"slip", "On a spring the object stays; on HuntCrossleyForce it slips by its transition velocity."},
         {"price", "Slip against what it costs."},
         {"pivot",
          "With one point a finger the object turns about the line between them, unless twisting is resisted."}});
}

Section movingPlatform(Ticker& ticker) {
    return runExample(
        ticker, "ExampleMovingPlatform", "A figure stands on a shaking platform",
        "A block and a jointed figure stand on a platform that shakes; a block must slide from mu g on.",
        {{"block", "Slip per shake of the block against the platform's acceleration, and the closed form."},
         {"figure", "The same for the figure, which sways and slides earlier."}});
}

} // namespace lab
