// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MESH_CACHE_H
#define SIMBODYDEM_ROBOTS_MESH_CACHE_H

#include "robots/Findings.h"
#include "robots/MeshSearch.h"

#include <map>
#include <string>
#include <vector>

namespace simbodydem {

/** Files of meshes by name, and those that are not found, each with all links that need it. */
class MeshCache {
public:
    MeshCache(const MeshSearch& search, Findings& findings) : search(search), findings(findings) {}

    /** Returns the path of a mesh; an empty text if it is missing. @param owner  "link 'hand'" for instance */
    std::string find(const std::string& name, int line, const std::string& owner);
    /** Adds a warning for each missing mesh, or one error with all. Returns their names. */
    std::vector<std::string> finish(bool isAllowed);

private:
    struct Missing {
        std::string name;
        int line;
        std::string owner;
        int uses;
    };
    const MeshSearch& search;
    Findings& findings;
    std::map<std::string, std::string> found;
    std::vector<Missing> missing;
};

} // namespace simbodydem

#endif
