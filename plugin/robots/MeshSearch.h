// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MESH_SEARCH_H
#define SIMBODYDEM_ROBOTS_MESH_SEARCH_H

#include <filesystem>
#include <string>
#include <vector>

namespace simbodydem {

/** Finds the mesh files of a robot. */
class MeshSearch {
public:
    /** Reads ROS_PACKAGE_PATH, GZ_SIM_RESOURCE_PATH, GAZEBO_MODEL_PATH and AMENT_PREFIX_PATH of the process.
        @param robotPath  of the robot's file
        @param searchPath  folders that come first */
    MeshSearch(const std::string& robotPath, const std::vector<std::string>& searchPath);

    /** Returns the path of an existing file; an empty text if there is none.
        @param name  "package://NAME/FILE", "model://NAME/FILE", "file:///PATH", or a path */
    std::string find(const std::string& name) const;

    /** Returns the path of an existing folder; an empty text if there is none.
        @param name  "package://NAME" or "model://NAME" */
    std::string findFolder(const std::string& name) const;

    /** Returns the folders in which "package://NAME" and "model://NAME" are folders called NAME, the first one to search first. */
    std::vector<std::string> getPackageFolders() const;

    /** Returns the folders that are searched, for messages. */
    std::string describe() const;

private:
    std::vector<std::filesystem::path> candidatesOf(const std::string& package, const std::string& file) const;

    std::vector<std::string> folders;   // of packages
    std::vector<std::string> prefixes;  // with share/NAME below them
    std::vector<std::string> ancestors; // of the robot's file, the nearest first
    std::vector<std::string> searchPath;
};

} // namespace simbodydem

#endif
