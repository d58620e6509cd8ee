#include "ExampleProgram.h"

#include "Plot.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace lab {

ExampleProgram::ExampleProgram(const std::string& program, const std::string& description,
                               const std::vector<ExampleLaw>& laws)
    : program(program), description(description), laws(laws) {}

int ExampleProgram::main(int argc, char** argv, const std::function<void(const std::vector<ExampleLaw>&)>& run) {
    std::vector<std::string> names;
    for (const ExampleLaw& law : laws) names.push_back(law.name);
    std::string asked;
    CLI::App app(description);
    app.add_option("--law", asked, "one contact law instead of all of them")->check(CLI::IsMember(names));
    app.add_option("--out", folder, "folder for tables (CSV) and plots (SVG); made if it is not there");
    show.addOptions(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        if (e.get_exit_code() == 0) return app.exit(e); // --help
        fmt::print(stderr, "{}: {}\n", program, e.what());
        return 2;
    }
    std::vector<ExampleLaw> chosen;
    for (const ExampleLaw& law : laws)
        if (asked.empty() || law.name == asked) chosen.push_back(law);
    try {
        show.check();
        run(chosen);
    } catch (const std::exception& e) {
        fmt::print(stderr, "{}: {}\n", program, e.what());
        return dynamic_cast<const std::invalid_argument*>(&e) ? 2 : 1;
    }
    return 0;
}

void ExampleProgram::write(const std::string& file, const std::string& text) const {
    if (!wantsFiles()) return;
    std::filesystem::create_directories(folder);
    const auto path = std::filesystem::path(folder) / file;
    if (!(std::ofstream(path) << text)) throw std::runtime_error("cannot write " + path.string());
}

void ExampleProgram::draw(const std::string& name, const Plot& plot) const {
    if (wantsFiles()) write(name + ".svg", renderSvg(plot, program + "-" + name));
}

void ExampleProgram::summarize(const std::vector<ExampleSummary>& rows) const {
    nlohmann::json json = nlohmann::json::array();
    for (const ExampleSummary& row : rows)
        json.push_back(
            {{"asked", row.asked}, {"ours", row.ours}, {"huntCrossley", row.huntCrossley}, {"price", row.price}});
    write("summary.json", json.dump(1) + "\n");
}

} // namespace lab
