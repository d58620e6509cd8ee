// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/robots/RobotFile.h"

#include "robots/BuildRobot.h"
#include "robots/Findings.h"
#include "robots/MjcfRobot.h"
#include "robots/SdfRobot.h"
#include "robots/UnitCheck.h"
#include "robots/UrdfModel.h"
#include "robots/UrdfSchema.h"
#include "robots/UrdfTree.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace simbodydem {

namespace {

std::string readText(const std::string& path) {
    std::error_code ignored;
    std::ifstream in(path, std::ios::binary);
    if (!in || std::filesystem::is_directory(path, ignored))
        throw std::invalid_argument("RobotFile: the file '" + path + "' cannot be read");
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

template <class Named> int indexOf(const std::vector<Named>& all, const std::string& name, const std::string& what) {
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].name == name) return int(i);
    std::string names;
    for (const Named& one : all) names += (names.empty() ? "" : ", ") + one.name;
    throw std::invalid_argument("RobotFile: there is no " + what + " '" + name + "'; there are " + names);
}

} // namespace

RobotFile::RobotFile(const std::string& path, const RobotFileOptions& options) : path(path) {
    read(readText(path), options);
}

RobotFile RobotFile::fromText(const std::string& text, const std::string& path, const RobotFileOptions& options) {
    RobotFile file;
    file.path = path;
    file.read(text, options);
    return file;
}

void RobotFile::read(const std::string& text, const RobotFileOptions& options) {
    Findings findings(path);
    const XmlElement root = readXml(text, findings);
    ReadRobot built;
    if (root.name == "mujoco") {
        format = RobotFormat::Mjcf;
        built = readMjcf(root, options, findings);
        built.name = root.valueOf("model");
    } else if (root.name == "sdf") {
        format = RobotFormat::Sdf;
        built = readSdf(text, root, options, findings);
    } else {
        checkIsUrdf(root, findings);
        const UrdfElement robot = checkSchema(root, findings);
        const UrdfTree tree = makeTree(robot, options.getAllowUnknownMimics(), findings);
        const urdf::ModelInterfaceSharedPtr model = parseModel(robot, findings);
        static_cast<BuiltRobot&>(built) = buildRobot(robot, tree, *model, options, findings);
        checkOrigins(robot, findings);
        built.name = root.valueOf("name");
    }
    findings.throwErrors();
    checkUnits(built.links, built.joints, findings);
    name = std::move(built.name);
    floating = built.isFloating;
    rootPose = built.rootPose;
    actuators = std::move(built.actuators);
    exclusions = std::move(built.exclusions);
    links = std::move(built.links);
    joints = std::move(built.joints);
    missingMeshes = std::move(built.missingMeshes);
    warnings = findings.getWarnings();
    areWarningsRead = std::make_shared<std::atomic<bool>>(false);
    ignored = findings.getIgnored();
}

int RobotFile::getLinkIndex(const std::string& linkName) const { return indexOf(links, linkName, "link"); }
int RobotFile::getJointIndex(const std::string& jointName) const { return indexOf(joints, jointName, "joint"); }

const std::vector<std::string>& RobotFile::getWarnings() const {
    *areWarningsRead = true;
    return warnings;
}

int RobotFile::getNumUnreadWarnings() const { return *areWarningsRead ? 0 : int(warnings.size()); }

SimTK::Real RobotFile::getTotalMass() const {
    SimTK::Real sum = 0;
    for (const RobotLink& link : links) sum += link.mass;
    return sum;
}

} // namespace simbodydem
