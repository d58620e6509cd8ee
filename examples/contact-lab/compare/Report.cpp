#include "Section.h"

#include "PageTemplate.h"

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

namespace lab {

namespace fs = std::filesystem;
using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Table, note, header, rows)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Summary, asked, ours, huntCrossley, price)

namespace {

void write(const fs::path& file, const std::string& text) {
    if (file.has_parent_path()) fs::create_directories(file.parent_path());
    std::ofstream out(file);
    out << text;
    out.close();
    if (!out) throw std::runtime_error("cannot write " + file.string());
}

std::string read(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

fs::path errorFileOf(fs::path part) { return part.replace_extension(".error"); }

// The replays of an experiment, "replays/gripper.html", "replays/gripper-cundall.html" and so on, by their names.
std::map<std::string, fs::path> findReplays(const fs::path& replay) {
    std::map<std::string, fs::path> found;
    const std::string stem = replay.stem().string();
    if (replay.empty() || !fs::exists(replay.parent_path())) return found;
    for (const auto& entry : fs::directory_iterator(replay.parent_path())) {
        const std::string name = entry.path().stem().string();
        if (name == stem || name.compare(0, stem.size() + 1, stem + "-") == 0) found[name] = entry.path();
    }
    return found;
}

// A part names files that are put beside the page, and nowhere else.
void checkIsBeside(const std::string& file) {
    const fs::path path = fs::path(file).lexically_normal();
    if (path.empty() || !path.has_filename() || path.has_root_path() || path == "." || *path.begin() == ".." ||
        path == "index.html")
        throw std::runtime_error("its file \"" + file + "\" is not one beside the page");
}

// The page and its script need all of this. A part may be of another build, or changed by hand.
void checkPart(const json& part, const std::string& name) {
    for (const char* text : {"title", "text", "conclusion", "command"}) part.at(text).get<std::string>();
    if (part.at("name").get<std::string>() != name) throw std::runtime_error("it is another experiment's");
    if (part.contains("error")) throw std::runtime_error("it has an error");
    part.at("seconds").get<double>();
    part.at("tables").get<std::vector<Table>>();
    part.at("summary").get<std::vector<Summary>>();
    for (const json& figure : part.at("figures").get<std::vector<json>>()) {
        checkIsBeside(figure.at("file").get<std::string>());
        for (const char* text : {"caption", "svg"}) figure.at(text).get<std::string>();
    }
    for (const json& replay : part.at("replays").get<std::vector<json>>()) {
        checkIsBeside(replay.at("file").get<std::string>());
        replay.at("title").get<std::string>();
    }
}

void copyReplays(const json& part, const std::string& partsFolder, const std::string& folder) {
    for (const json& replay : part.at("replays")) {
        const fs::path file = replay.at("file").get<std::string>();
        fs::create_directories((fs::path(folder) / file).parent_path());
        fs::copy_file(fs::path(partsFolder) / file, fs::path(folder) / file, fs::copy_options::overwrite_existing);
    }
}

// An error stays in its own section, so that the page shows the others.
json readPart(const std::string& partsFolder, const std::string& name, const std::string& folder) {
    const fs::path file = fs::path(partsFolder) / (name + ".json");
    try {
        if (fs::exists(file)) {
            const json part = json::parse(read(file));
            checkPart(part, name);
            copyReplays(part, partsFolder, folder);
            return part;
        }
    } catch (const std::exception& e) { // json's and the file system's
        return {{"name", name}, {"error", file.string() + " is damaged, --fresh makes it anew: " + e.what()}};
    }
    const std::string error = read(errorFileOf(file));
    return {{"name", name}, {"error", error != "" ? error : "it came to no end; what it said stands above"}};
}

} // namespace

void print(const Section& section) {
    for (const Table& table : section.tables) {
        if (table.note != "") fmt::print("{}\n", table.note);
        std::vector<std::vector<std::string>> rows = table.rows;
        rows.insert(rows.begin(), table.header);
        std::vector<std::size_t> widths(table.header.size());
        for (const auto& row : rows)
            for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
        for (const auto& row : rows) {
            for (std::size_t i = 0; i < row.size(); ++i)
                fmt::print(fmt::runtime(i == 0 ? "{:<{}}" : "  {:>{}}"), row[i], widths[i]);
            fmt::print("\n");
        }
        fmt::print("\n");
    }
    if (section.conclusion != "") fmt::print("{}\n", section.conclusion);
}

void writeFiles(const Section& section, const std::string& folder) {
    for (const auto& [name, text] : section.files) write(fs::path(folder) / name, text);
    for (const Figure& figure : section.figures) write(fs::path(folder) / figure.getFileName(), figure.draw());
}

void writePart(const std::string& file, const std::string& name, const std::string& replay,
               const std::function<Section()>& make) {
    fs::remove(file); // an older build's
    for (const auto& old : findReplays(replay)) fs::remove(old.second);
    fs::remove(errorFileOf(file));
    try {
        const Section section = make();
        const double seconds = double(std::clock()) / CLOCKS_PER_SEC; // of the processor
        json figures = json::array();
        for (const Figure& figure : section.figures)
            if (figure.caption != "")
                figures.push_back(
                    {{"file", figure.getFileName()}, {"caption", figure.caption}, {"svg", figure.draw()}});
        json replays = json::array(); // beside the part
        for (const auto& [title, path] : findReplays(replay))
            replays.push_back(
                {{"title", title}, {"file", path.lexically_proximate(fs::path(file).parent_path()).string()}});
        const json part = {{"name", name},       {"title", section.title},     {"text", section.text},
                           {"figures", figures}, {"tables", section.tables},   {"conclusion", section.conclusion},
                           {"seconds", seconds}, {"command", section.command}, {"summary", section.summary},
                           {"replays", replays}};
        write(file + ".unfinished", part.dump());
        fs::rename(file + ".unfinished", file);
    } catch (const std::exception& e) {
        write(errorFileOf(file), e.what());
        throw;
    }
}

std::vector<std::string> writePage(const std::string& folder, const std::string& partsFolder,
                                   const std::vector<std::string>& names) {
    json sections = json::array();
    std::vector<std::string> failed;
    double seconds = 0;
    for (const std::string& name : names) {
        const json& part = sections.emplace_back(readPart(partsFolder, name, folder));
        if (part.contains("error")) {
            failed.push_back(name);
            continue;
        }
        seconds += part.at("seconds").get<double>();
        for (const json& figure : part.at("figures")) write(fs::path(folder) / figure.at("file"), figure.at("svg"));
    }
    const std::string footer = fmt::format(
        "SimbodyDEM " SIMBODYDEM_VERSION ", {:%Y-%m-%d %H:%M} UTC, {} cores, {} experiments, {:.0f} s of the "
        "processor's time. Times in the tables are the processor's.",
        fmt::gmtime(std::time(nullptr)), std::max(1u, std::thread::hardware_concurrency()), names.size(), seconds);
    // A system's message is in an error as it came, whatever its encoding.
    std::string data =
        json({{"sections", sections}, {"footer", footer}}).dump(-1, ' ', false, json::error_handler_t::replace);
    for (std::size_t at = 0; (at = data.find("</", at)) != std::string::npos; ++at) data.insert(at + 1, "\\");
    std::string page = pageTemplate;
    const std::string place = "PAGE_DATA";
    write(fs::path(folder) / "index.html", page.replace(page.find(place), place.size(), data));
    return failed;
}

} // namespace lab
