// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_FILE_OPTIONS_H
#define SIMBODYDEM_ROBOTS_ROBOT_FILE_OPTIONS_H

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** The consequence of masses and inertias that no body can have. */
enum class InertiaCheck { Error, Warning };

/** The options of a RobotFile. A list of folders converts to options with this search path. */
class RobotFileOptions {
public:
    RobotFileOptions() = default;
    RobotFileOptions(std::vector<std::string> folders) : searchPath(std::move(folders)) {}
    RobotFileOptions(std::initializer_list<std::string> folders) : searchPath(folders) {}

    /** Sets the folders in which meshes are searched first. "package://NAME/FILE" is FOLDER/NAME/FILE, or FOLDER/FILE if
        FOLDER is called NAME. A relative path is searched beside the robot's file first, then in these folders. */
    RobotFileOptions& setSearchPath(std::vector<std::string> folders) {
        searchPath = std::move(folders);
        return *this;
    }
    /** Sets whether a body with an impossible inertia is an error, as by default, or a warning. A principal value must be
        positive and must not exceed the sum of the other two. Links that fixed joints connect are one body; a link is a warning
        if its body is possible. A joint that moves no mass is treated likewise. Links keep the values of the file. */
    RobotFileOptions& setInertiaCheck(InertiaCheck check) {
        inertiaCheck = check;
        return *this;
    }
    /** Sets whether missing meshes are a warning each. By default they are one error, which lists them. A Robot has no surface and no
        decoration for a missing mesh. */
    RobotFileOptions& setAllowMissingMeshes(bool allow = true) {
        allowMissingMeshes = allow;
        return *this;
    }

    /** Sets whether `<mimic>` of a joint that does not exist is a warning; the joint then has no `<mimic>`. By default it is an
        error. */
    RobotFileOptions& setAllowUnknownMimics(bool allow = true) {
        allowUnknownMimics = allow;
        return *this;
    }

    /** Sets whether parts of an MJCF or SDF file that are not read, although the motion depends on them, are left out with a warning each. Examples
        are tendons with springs and closed loops. By default each is an error. */
    RobotFileOptions& setAllowUnreadParts(bool allow = true) {
        allowUnreadParts = allow;
        return *this;
    }

    /** Sets the model of an SDF file that has several. A file with several models is an error without it. */
    RobotFileOptions& setModel(std::string name) {
        model = std::move(name);
        return *this;
    }

    const std::vector<std::string>& getSearchPath() const { return searchPath; }
    InertiaCheck getInertiaCheck() const { return inertiaCheck; }
    bool getAllowMissingMeshes() const { return allowMissingMeshes; }
    bool getAllowUnknownMimics() const { return allowUnknownMimics; }
    bool getAllowUnreadParts() const { return allowUnreadParts; }
    const std::string& getModel() const { return model; }

private:
    std::vector<std::string> searchPath;
    std::string model;
    InertiaCheck inertiaCheck = InertiaCheck::Error;
    bool allowMissingMeshes = false, allowUnknownMimics = false, allowUnreadParts = false;
};

} // namespace simbodydem

#endif
