#include "Parts.h"

#include "Check.h"
#include "SectionJson.h"

#include <simbodydem/simbodydem.h>

#include <fmt/core.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <thread>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

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

// The lock is the folder's own: no file is left behind that could be taken for a lock later.
int lockFolder(const fs::path& folder) {
    fs::create_directories(folder);
    const int lock = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0) throw std::runtime_error("cannot open " + folder.string() + ": " + std::strerror(errno));
    for (int attempt = 0; flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; ++attempt) {
        if (attempt == 10)
            refuse("--out " + folder.string() +
                   ": another compare is writing there; let it end or choose another folder");
        std::this_thread::sleep_for(std::chrono::milliseconds(20)); // the children of a killed one take a moment to end
    }
    return lock;
}

std::string digest(const nlohmann::json& section) {
    return fmt::format("{:x}", std::hash<std::string>()(section.dump()));
}

} // namespace

Parts::Parts(const fs::path& page) : folder(page / "parts"), build(identifyBuild()), lock(lockFolder(page)) {
    fs::create_directories(folder);
}

Parts::~Parts() { close(lock); }

fs::path Parts::fileOf(const std::string& name, const char* ending) const { return folder / (name + ending); }

void Parts::write(const Chapter& chapter) const {
    const nlohmann::json section = chapter.section, json = {{"build", build},
                                                            {"seconds", chapter.seconds},
                                                            {"section", section},
                                                            {"digest", digest(section)}};
    const fs::path unfinished = fileOf(chapter.name, ".unfinished");
    std::ofstream out(unfinished);
    out << json;
    out.close();
    if (!out) throw std::runtime_error("cannot write " + unfinished.string());
    fs::rename(unfinished, fileOf(chapter.name, ".json"));
}

std::optional<Chapter> Parts::read(const std::string& name) const {
    std::ifstream in(fileOf(name, ".json"));
    if (!in) return {};
    try {
        const auto json = nlohmann::json::parse(in);
        if (json.at("build") != build) return {};
        if (json.at("digest") != digest(json.at("section"))) throw std::runtime_error("it has been changed");
        return Chapter{name, json.at("section").get<Section>(), json.at("seconds")};
    } catch (const std::exception& e) {
        throw std::runtime_error(fileOf(name, ".json").string() + " is damaged: " + e.what());
    }
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
