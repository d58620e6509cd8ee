#include "CalibrationProgress.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace lab {

using nlohmann::ordered_json;

namespace {

Real toNumber(const ordered_json& json) {
    return json.is_null() ? SimTK::NaN : json.get<Real>();
} // null is NaN in JSON

Values toValues(const ordered_json& json) {
    Values values;
    for (const auto& item : json) values.push_back(toNumber(item));
    return values;
}

ordered_json toJson(const StartResult& start) {
    return {{"from", start.from},
            {"to", start.to},
            {"rms", start.rms},
            {"evaluations", start.evaluations},
            {"has_converged", start.hasConverged},
            {"failure", start.failure}};
}

StartResult toStart(const ordered_json& json) {
    return {toValues(json.at("from")), toValues(json.at("to")),  toNumber(json.at("rms")),
            json.at("evaluations"),    json.at("has_converged"), json.at("failure")};
}

Draw toDraw(const ordered_json& json) { return {toValues(json.at("estimates")), toValues(json.at("standard_errors"))}; }

template <class Entry, class Convert>
std::vector<Entry> readList(const ordered_json& content, const char* list, const std::string& law, Convert convert) {
    std::vector<Entry> entries;
    if (content.at(list).contains(law))
        for (const auto& item : content.at(list).at(law)) entries.push_back(convert(item));
    return entries;
}

} // namespace

CalibrationProgress::CalibrationProgress(const std::string& file, const ordered_json& spec) : file(file) {
    content = {{"spec", spec}, {"starts", ordered_json::object()}, {"draws", ordered_json::object()}};
    if (file == "" || !std::filesystem::exists(file)) return;
    std::ifstream in(file);
    const ordered_json found = ordered_json::parse(in, nullptr, false);
    try {
        if (found.at("spec") != spec) {
            message = file + " is of another spec or other data: starting afresh";
            return;
        }
        std::size_t starts = 0, draws = 0;
        for (const auto& [law, list] : found.at("starts").items())
            starts += readList<StartResult>(found, "starts", law, toStart).size();
        for (const auto& [law, list] : found.at("draws").items())
            draws += readList<Draw>(found, "draws", law, toDraw).size();
        content = found;
        message = fmt::format("{}: going on after {} starts and {} draws", file, starts, draws);
    } catch (const ordered_json::exception&) {
        message = file + " is damaged: starting afresh";
    }
}

std::vector<StartResult> CalibrationProgress::getStarts(const std::string& law) const {
    return readList<StartResult>(content, "starts", law, toStart);
}

void CalibrationProgress::addStart(const std::string& law, const StartResult& start) {
    content["starts"][law].push_back(toJson(start));
    write();
}

std::vector<Draw> CalibrationProgress::getDraws(const std::string& law) const {
    return readList<Draw>(content, "draws", law, toDraw);
}

void CalibrationProgress::addDraw(const std::string& law, const Draw& draw) {
    content["draws"][law].push_back({{"estimates", draw.estimates}, {"standard_errors", draw.standardErrors}});
    write();
}

// All at once or not at all, whatever interrupts it.
void CalibrationProgress::write() const {
    if (file == "") return;
    const std::string unfinished = file + ".unfinished";
    {
        std::ofstream out(unfinished);
        out << content.dump(1) << "\n";
        if (!out.flush()) throw std::runtime_error("cannot write " + unfinished);
    }
    std::filesystem::rename(unfinished, file);
}

} // namespace lab
