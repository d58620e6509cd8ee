// SPDX-License-Identifier: Apache-2.0
#include "robots/MeshSearch.h"

#include <tinyxml2.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace simbodydem {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> foldersOf(const char* variable) {
    std::vector<std::string> folders;
    const char* value = std::getenv(variable);
    const std::string text = value ? value : "";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(':', at), text.size());
        if (end > at) folders.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return folders;
}

bool isFile(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

fs::path nameOf(const fs::path& folder) {
    return folder.has_filename() ? folder.filename() : folder.parent_path().filename();
}

// Returns the name in the folder's package.xml; an empty text if there is none.
std::string packageIn(const fs::path& folder) {
    const fs::path path = folder / "package.xml";
    tinyxml2::XMLDocument document;
    if (!isFile(path) || document.LoadFile(path.string().c_str()) != tinyxml2::XML_SUCCESS) return "";
    const tinyxml2::XMLElement* root = document.RootElement();
    const tinyxml2::XMLElement* name = root ? root->FirstChildElement("name") : nullptr;
    return name && name->GetText() ? name->GetText() : "";
}

bool startsWith(const std::string& text, const std::string& begin) { return text.compare(0, begin.size(), begin) == 0; }

} // namespace

MeshSearch::MeshSearch(const std::string& robotPath, const std::vector<std::string>& searchPath)
    : folders(searchPath), prefixes(foldersOf("AMENT_PREFIX_PATH")), searchPath(searchPath) {
    for (const char* variable : {"ROS_PACKAGE_PATH", "GZ_SIM_RESOURCE_PATH", "GAZEBO_MODEL_PATH"})
        for (const std::string& folder : foldersOf(variable)) folders.push_back(folder);
    std::error_code error;
    fs::path folder = fs::absolute(robotPath, error).lexically_normal().parent_path();
    if (error) folder = fs::path(robotPath).parent_path();
    for (; !folder.empty(); folder = folder.parent_path()) {
        ancestors.push_back(folder.string());
        if (folder == folder.parent_path()) break;
    }
}

std::vector<fs::path> MeshSearch::candidatesOf(const std::string& package, const std::string& file) const {
    std::vector<fs::path> candidates;
    for (const std::string& folder : folders) {
        candidates.push_back(fs::path(folder) / package / file);
        if (nameOf(folder) == package || packageIn(folder) == package) candidates.push_back(fs::path(folder) / file);
    }
    for (const std::string& prefix : prefixes) candidates.push_back(fs::path(prefix) / "share" / package / file);
    for (const std::string& folder : ancestors) {
        if (nameOf(folder) == package || packageIn(folder) == package) candidates.push_back(fs::path(folder) / file);
        candidates.push_back(fs::path(folder) / package / file);
    }
    return candidates;
}

std::string MeshSearch::findFolder(const std::string& name) const {
    const std::size_t scheme = name.find("://");
    if (scheme == std::string::npos) return "";
    std::string package = name.substr(scheme + 3);
    while (!package.empty() && package.back() == '/') package.pop_back();
    std::error_code ignored;
    for (const fs::path& candidate : candidatesOf(package, ""))
        if (!package.empty() && fs::is_directory(candidate, ignored)) return candidate.lexically_normal().string();
    return "";
}

std::vector<std::string> MeshSearch::getPackageFolders() const {
    std::vector<std::string> all = folders;
    for (const std::string& prefix : prefixes) all.push_back(prefix + "/share");
    all.insert(all.end(), ancestors.begin(), ancestors.end());
    return all;
}

std::string MeshSearch::find(const std::string& name) const {
    std::vector<fs::path> candidates;
    if (startsWith(name, "package://") || startsWith(name, "model://")) {
        std::string path = name.substr(name.find("://") + 3);
        path.erase(0, path.find_first_not_of('/')); // some files have package:///NAME/FILE
        const std::size_t slash = path.find('/');
        if (slash == std::string::npos) return "";
        const std::string package = path.substr(0, slash), file = path.substr(slash + 1);
        candidates = candidatesOf(package, file);
    } else if (startsWith(name, "file://")) {
        candidates.push_back(name.substr(7));
    } else if (name.find("://") != std::string::npos) {
        return "";
    } else if (fs::path(name).is_absolute()) {
        candidates.push_back(name);
    } else {
        if (!ancestors.empty()) candidates.push_back(fs::path(ancestors.front()) / name);
        for (const std::string& folder : searchPath) candidates.push_back(fs::path(folder) / name);
    }
    for (const fs::path& candidate : candidates)
        if (isFile(candidate)) return candidate.lexically_normal().string();
    return "";
}

std::string MeshSearch::describe() const {
    std::string text;
    const auto add = [&](const std::string& folder) { text += (text.empty() ? "" : ", ") + folder; };
    for (const std::string& folder : folders) add(folder);
    for (const std::string& prefix : prefixes) add(prefix + "/share");
    if (!ancestors.empty()) add(ancestors.front() + " and the folders above it");
    return text;
}

} // namespace simbodydem
