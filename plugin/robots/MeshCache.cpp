// SPDX-License-Identifier: Apache-2.0
#include "robots/MeshCache.h"

#include "robots/Numbers.h"

namespace simbodydem {

std::string MeshCache::find(const std::string& name, int line, const std::string& owner) {
    const auto [place, isNew] = found.try_emplace(name);
    if (isNew) place->second = search.find(name);
    if (place->second.empty()) {
        if (isNew) missing.push_back({name, line, owner, 0});
        for (Missing& m : missing) m.uses += m.name == name;
    }
    return place->second;
}

std::vector<std::string> MeshCache::finish(bool isAllowed) {
    std::vector<std::string> names;
    std::string list;
    for (const Missing& m : missing) {
        names.push_back(m.name);
        const std::string uses = m.uses > 1 ? ", " + std::to_string(m.uses) + " uses" : "";
        if (isAllowed) findings.warn(m.line, m.owner + ": the mesh " + nameInQuotes(m.name) + " is missing");
        list += "\n    " + nameInQuotes(m.name) + " (line " + std::to_string(m.line) + ", " + m.owner + uses + ")";
    }
    if (!names.empty() && !isAllowed)
        findings.error(missing.front().line,
                       std::to_string(names.size()) + (names.size() == 1 ? " mesh is" : " meshes are") +
                           " missing; searched in " + search.describe() +
                           "; add folders with RobotFileOptions::setSearchPath() or ROS_PACKAGE_PATH, or allow it with "
                           "setAllowMissingMeshes():" +
                           list);
    return names;
}

} // namespace simbodydem
