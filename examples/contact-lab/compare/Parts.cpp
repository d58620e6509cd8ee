#include "Parts.h"

#include "SectionJson.h"

#include <simbodydem/simbodydem.h>

#include <fstream>
#include <stdexcept>

#include <dlfcn.h>

namespace lab {

namespace fs = std::filesystem;

namespace {

// The program's own file and the library's, which are one if it is linked statically.
std::string identifyBuild() {
    std::string build;
    Dl_info library;
    std::vector<fs::path> files = {"/proc/self/exe"};
    if (dladdr(reinterpret_cast<const void*>(&simbodydem::mixMaterials), &library) && library.dli_fname)
        files.push_back(library.dli_fname);
    for (const fs::path& file : files) {
        std::error_code failed;
        const auto time = fs::last_write_time(fs::canonical(file, failed), failed);
        build += std::to_string(time.time_since_epoch().count()) + " ";
    }
    return build;
}

} // namespace

Parts::Parts(const fs::path& folder) : folder(folder), build(identifyBuild()) { fs::create_directories(folder); }

fs::path Parts::fileOf(const std::string& name, const char* ending) const { return folder / (name + ending); }

void Parts::write(const Chapter& chapter) const {
    const nlohmann::json json = {{"build", build}, {"seconds", chapter.seconds}, {"section", chapter.section}};
    const fs::path unfinished = fileOf(chapter.name, ".unfinished");
    std::ofstream out(unfinished);
    out << json;
    out.close();
    if (!out) throw std::runtime_error("cannot write " + unfinished.string());
    fs::rename(unfinished, fileOf(chapter.name, ".json"));
}

std::optional<Chapter> Parts::read(const std::string& name) const {
    std::ifstream in(fileOf(name, ".json"));
    const auto json = nlohmann::json::parse(in, nullptr, false);
    if (!json.is_object() || json.value("build", "") != build) return {};
    return Chapter{name, json.at("section").get<Section>(), json.at("seconds")};
}

void Parts::remove(const std::string& name) const {
    fs::remove(fileOf(name, ".json"));
    fs::remove(fileOf(name, ".unfinished"));
}

void Parts::removeFolder() const {
    std::error_code isNotEmpty;
    fs::remove(folder, isNotEmpty);
}

} // namespace lab
