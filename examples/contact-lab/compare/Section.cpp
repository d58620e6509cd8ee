// This file makes a section of the page and the page, with tables, plots and their files.

#include "Section.h"

#include "Files.h"
#include "PageTemplate.h"
#include "SectionData.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <thread>

namespace lab {

using nlohmann::ordered_json;

namespace {

// Joins a long text, which is a list of lines.
std::string joinLines(const ordered_json& words, const char* end) {
    if (words.is_string()) return words;
    return fmt::format("{}", fmt::join(words.get<std::vector<std::string>>(), end));
}

} // namespace

std::string Cell::toText(const std::string& format) const {
    if (!isText) return fmt::format(fmt::runtime(format), number);
    return format.find(':') != std::string::npos ? text : fmt::format(fmt::runtime(format), text);
}

Row Table::toRow(const std::vector<Cell>& cells) const {
    Row row;
    for (std::size_t i = 0; i < cells.size(); ++i)
        row.push_back({columns.at(i).first, cells[i].toText(columns[i].second)});
    return row;
}

void Table::addNamed(const Row& row) {
    std::vector<std::string> cells;
    for (const auto& [heading, cell] : row) {
        if (rows.empty()) header.push_back(heading);
        cells.push_back(cell);
    }
    rows.push_back(cells);
}

void Table::addNamed(const Cost& cost, Row row) {
    row.insert(row.end(), {{"steps", std::to_string(cost.steps)},
                           {"evals", std::to_string(cost.evaluations)},
                           {"time [s]", number(cost.wallSeconds, "{:.2f}")}});
    addNamed(row);
}

Section::Section(const std::string& name) : words(ordered_json::parse(sectionsJson).at(name)) {
    title = words["title"];
    text = joinLines(words["text"], " ");
    command = words["command"];
}

Table Section::makeTable(const char* kind, const std::string& id, fmt::format_args numbers) const {
    const ordered_json& of = words.at(kind).at(id);
    Table table{fmt::vformat(joinLines(of.value("note", ordered_json("")), "\n"), numbers)};
    for (const ordered_json& column : of.value("columns", ordered_json::array()))
        if (column.is_array())
            table.columns.emplace_back(column[0], column[1]);
        else
            table.columns.emplace_back(column, "{}");
    return table;
}

Plot& Section::makePlot(const std::string& id, bool hasNumbers, fmt::format_args numbers) {
    const ordered_json& of = words.at("plots").at(id);
    const auto read = [&](const char* key) {
        const std::string text = joinLines(of.value(key, ordered_json("")), " ");
        return hasNumbers ? fmt::vformat(text, numbers) : text;
    };
    const std::string log = of.value("log", "");
    const auto isLog = [&](char axis) { return log.find(axis) != std::string::npos; };
    Figure& figure = figures.emplace_back(
        Figure{id, Plot{read("title"), read("x"), read("y"), isLog('x'), isLog('y')}, read("caption")});
    return std::get<Plot>(figure.drawing);
}

void Section::addPicture(const std::string& id, Picture picture) {
    const ordered_json& of = words.at("pictures").at(id);
    picture.title = of["title"];
    picture.zoom = of.value("zoom", picture.zoom);
    picture.tilt = of.value("tilt", picture.tilt);
    picture.turn = of.value("turn", picture.turn);
    figures.push_back({id, picture, of["caption"]});
}

void Study::set(RunOptions& options, const Contender& contender, const std::string& variant) const {
    options.law = contender.law;
    const auto isLike = [&](const Contender& c) { return c.isHuntCrossley() == contender.isHuntCrossley(); };
    const Contender& first = *std::find_if(laws.begin(), laws.end(), isLike);
    if (isForPage && first.name != contender.name) return;
    options.show = named((laws.size() > 1 ? "-" + contender.name : "") + variant);
}

ShowChoice Study::named(const std::string& name) const {
    ShowChoice choice = show;
    const std::size_t end = show.file.rfind('.');
    if (show.isWanted()) choice.file.insert(std::min(end, show.file.size()), name);
    return choice;
}

Contenders contenders() {
    Contenders all = {{"hunt-crossley", "HuntCrossleyForce", colors::huntCrossley},
                      {"hertz-mindlin", "Hertz-Mindlin", colors::hertzMindlin},
                      {"cundall", "Cundall", colors::cundall},
                      {"hertz-dashpot-slider", "Hertz, dashpot-slider", colors::third}};
    for (Contender& contender : all) contender.law.law = contender.name;
    return all;
}

Series& addCurve(Plot& plot, const Contender& law, const char* style) {
    return plot.series.emplace_back(Series{law.label, law.color, style});
}

const char* styleOf(const Contender& c) { return c.isHuntCrossley() ? styles::broad : styles::line; }

std::string catalogColor(const std::string& law, std::size_t index) {
    if (law == "hertz" || law == "mindlin-secant") return colors::hertzMindlin;
    if (law == "linear" || law == "cundall") return colors::cundall;
    if (law == "dashpot-slider") return colors::third;
    static const std::vector<std::string> others = {"#8a4fbf", "#c2185b", "#00838f", "#6d4c41", "#9e9d24", "#283593",
                                                    "#e57373", "#558b2f", "#ffb300", "#4dd0e1", "#7b1fa2", "#37474f"};
    return others[index % others.size()];
}

std::string number(double value, const char* format) { return fmt::format(fmt::runtime(format), value); }

std::string priceOf(double ours, double huntCrossleys, const char* format) {
    return fmt::format("steps {:.0f} / {:.0f} = ", ours, huntCrossleys) + number(ours / huntCrossleys, format);
}

void Score::add(const Contender& law, const std::string& error, double steps) {
    if (law.isHuntCrossley()) {
        theirs = error;
        theirSteps = steps;
        return;
    }
    ours += (ours == "" ? "" : "\n") + law.label + " " + error;
    if (ourSteps == 0) ourSteps = steps;
}

Summary Score::summarize(const std::string& asked) const {
    return {asked, ours, theirs, priceOf(ourSteps, theirSteps)};
}

namespace fs = std::filesystem;
using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Table, note, header, rows)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Summary, asked, ours, huntCrossley, price)

namespace {

std::string toCsv(const Table& table) {
    std::string csv = fmt::format("{}\n", fmt::join(table.header, ","));
    for (const auto& row : table.rows) csv += fmt::format("{}\n", fmt::join(row, ","));
    return csv;
}

fs::path errorFileOf(fs::path part) { return part.replace_extension(".error"); }

// Finds the replays of an experiment by their names: "replays/gripper.html", "replays/gripper-cundall.html" and so on.
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

// Checks that a file of a part goes into the folder of the page, and nowhere else.
void checkIsBeside(const std::string& file) {
    const fs::path path = fs::path(file).lexically_normal();
    if (path.empty() || !path.has_filename() || path.has_root_path() || path == "." || *path.begin() == ".." ||
        path == "index.html")
        throw std::runtime_error("its file \"" + file + "\" is not in the folder of the page");
}

// Checks everything that the page and its script need. A part may be of another build, or changed by hand.
void checkPart(const json& part, const std::string& name) {
    for (const char* text : {"title", "text", "conclusion", "command"}) part.at(text).get<std::string>();
    if (part.at("name").get<std::string>() != name) throw std::runtime_error("it belongs to another experiment");
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

// Reads a part. An error stays in its own section, so that the page shows the others.
json readPart(const std::string& partsFolder, const std::string& name, const std::string& folder) {
    const fs::path file = fs::path(partsFolder) / (name + ".json");
    try {
        if (fs::exists(file)) {
            const json part = json::parse(readFile(file.string()));
            checkPart(part, name);
            copyReplays(part, partsFolder, folder);
            return part;
        }
    } catch (const std::exception& e) { // of json and of the file system
        return {{"name", name}, {"error", file.string() + " is damaged; --fresh makes it again: " + e.what()}};
    }
    const fs::path error = errorFileOf(file);
    const std::string unknown = "the experiment did not finish; its output stands above";
    return {{"name", name}, {"error", fs::exists(error) ? readFile(error.string()) : unknown}};
}

} // namespace

void print(const Section& section) {
    for (const Table& table : section.tables) {
        if (table.rows.empty()) continue;
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
    const auto write = [&](const std::string& name, const std::string& text) {
        writeFile((fs::path(folder) / name).string(), text);
    };
    for (const auto& [name, table] : section.files) write(name, toCsv(table));
    for (const Figure& figure : section.figures) write(figure.getFileName(), figure.draw());
}

void writePart(const std::string& file, const std::string& name, const std::string& replay,
               const std::function<Section()>& make) {
    fs::remove(file); // of an older build
    for (const auto& old : findReplays(replay)) fs::remove(old.second);
    fs::remove(errorFileOf(file));
    try {
        const Section section = make();
        const double seconds = double(std::clock()) / CLOCKS_PER_SEC; // CPU time
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
        replaceFile(file, part.dump());
    } catch (const std::exception& e) {
        writeFile(errorFileOf(file).string(), e.what());
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
        for (const json& figure : part.at("figures"))
            writeFile((fs::path(folder) / figure.at("file")).string(), figure.at("svg"));
    }
    const std::string footer = fmt::format(
        "SimbodyDEM " SIMBODYDEM_VERSION ", {:%Y-%m-%d %H:%M} UTC, {} cores, {} experiments, {:.0f} s of CPU time. "
        "The column time [s] has wall time.",
        fmt::gmtime(std::time(nullptr)), std::max(1u, std::thread::hardware_concurrency()), names.size(), seconds);
    // An error may contain a message of the system in any encoding.
    std::string data =
        json({{"sections", sections}, {"footer", footer}}).dump(-1, ' ', false, json::error_handler_t::replace);
    for (std::size_t at = 0; (at = data.find("</", at)) != std::string::npos; ++at) data.insert(at + 1, "\\");
    std::string page = pageTemplate;
    const std::string place = "PAGE_DATA";
    writeFile((fs::path(folder) / "index.html").string(), page.replace(page.find(place), place.size(), data));
    return failed;
}

} // namespace lab
