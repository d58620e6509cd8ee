// Reads the options that name joints: `--pose` and `--drive`.

#include "JointOptions.h"

#include "Check.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

// Reads a finite number. Returns NaN for any other text.
Real readNumber(const std::string& text) {
    Real number = NaN;
    if (text.empty() || !CLI::detail::lexical_cast(text, number) || !std::isfinite(number)) return NaN;
    return number;
}

// Returns the joints that a pattern matches, without those that follow others. A name matches itself, whatever characters it has.
std::vector<int> findJoints(const std::string& option, const std::string& pattern,
                            const std::vector<JointInfo>& joints) {
    const auto refuseNone = [&](const std::string& why) {
        const std::size_t most = 40;
        std::vector<std::string> names;
        for (const JointInfo& joint : joints)
            if (!joint.isMimic) names.push_back(joint.name);
        const std::size_t more = names.size() > most ? names.size() - most : 0;
        names.resize(names.size() - more);
        std::string list = names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
        if (more > 0) list += fmt::format(" and {} more", more);
        refuse("{} {}: {}; choose from {}", option, pattern, why, list);
    };
    std::regex expression;
    try {
        expression = std::regex(pattern);
    } catch (const std::regex_error&) {
        expression = std::regex("");
    }
    std::vector<int> found;
    bool isAnyMimic = false;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (joints[i].name != pattern && !std::regex_match(joints[i].name, expression)) continue;
        isAnyMimic = isAnyMimic || joints[i].isMimic;
        if (!joints[i].isMimic) found.push_back(int(i));
    }
    if (found.empty())
        refuseNone(isAnyMimic ? "this joint follows another one by <mimic>" : "no joint that moves has this name");
    return found;
}

} // namespace

Real JointInfo::getRestPosition() const {
    return lower <= 0 && 0 <= upper       ? 0
           : std::isfinite(lower + upper) ? (lower + upper) / 2
                                          : std::clamp(Real(0), lower, upper);
}

std::string JointInfo::describeRange() const {
    return fmt::format("in [{:g}, {:g}], the range of the joint", lower, upper);
}

std::vector<JointInfo> listJoints(const Robot& robot) {
    std::vector<JointInfo> found;
    for (int i = 0; i < robot.getNumJoints(); ++i) {
        JointInfo info;
        info.name = robot.getJointName(i);
        info.isRotation = MobilizedBody::Pin::isInstanceOf(robot.getJointBody(i));
        // A planar joint has two coordinates, "glide/0" and "glide/1".
        const auto& joints = robot.getFile().getJoints();
        const auto joint = std::find_if(joints.begin(), joints.end(), [&](const RobotJoint& j) {
            return j.name == info.name ||
                   (j.type == RobotJoint::Type::Planar && (j.name + "/0" == info.name || j.name + "/1" == info.name));
        });
        if (joint != joints.end()) {
            info.isMimic = joint->mimic.has_value();
            info.friction = joint->friction;
            if (joint->limits) {
                info.lower = joint->limits->lower;
                info.upper = joint->limits->upper;
                info.effort = joint->limits->effort;
                info.velocity = joint->limits->velocity;
            }
        }
        found.push_back(info);
    }
    return found;
}

std::vector<Real> readPose(const std::vector<std::string>& entries, const std::vector<JointInfo>& joints) {
    std::vector<Real> pose;
    for (const JointInfo& joint : joints) pose.push_back(joint.getRestPosition());
    for (const std::string& entry : entries) {
        const std::size_t equals = entry.rfind('=');
        const Real position = equals == std::string::npos ? NaN : readNumber(entry.substr(equals + 1));
        if (isNaN(position) || equals == 0)
            refuse("--pose {}; it must be JOINT=POSITION with a finite number [rad, m], for example knee_.*=-1.6",
                   entry);
        for (const int i : findJoints("--pose", entry.substr(0, equals), joints)) {
            const JointInfo& joint = joints[std::size_t(i)];
            check(joint.lower <= position && position <= joint.upper, "--pose " + joint.name, position, joint.getUnit(),
                  joint.describeRange());
            pose[std::size_t(i)] = position;
        }
    }
    return pose;
}

std::vector<JointDrive> readDrives(const std::vector<std::string>& entries, const std::vector<JointInfo>& joints,
                                   const std::vector<Real>& pose) {
    std::vector<JointDrive> drives(joints.size());
    for (const std::string& entry : entries) {
        // One or two numbers stand at the end.
        std::string pattern = entry;
        std::vector<Real> numbers;
        while (numbers.size() < 2) {
            const std::size_t colon = pattern.rfind(':');
            const Real number = colon == std::string::npos ? NaN : readNumber(pattern.substr(colon + 1));
            if (isNaN(number)) break;
            numbers.insert(numbers.begin(), number);
            pattern.resize(colon);
        }
        if (numbers.empty() || pattern.empty())
            refuse(
                "--drive {}; it must be JOINT:SPEED [rad/s, m/s] or JOINT:AMPLITUDE:PERIOD [rad, m], [s] with finite "
                "numbers, for example wheel_.*:5",
                entry);
        for (const int i : findJoints("--drive", pattern, joints)) {
            const JointInfo& joint = joints[std::size_t(i)];
            JointDrive drive;
            drive.joint = i;
            if (numbers.size() == 1) {
                drive.speed = numbers[0];
                if (joint.isBounded())
                    refuse("--drive {}: joint {} cannot turn forever, since its range is [{:g}, {:g}] {}; give "
                           "JOINT:AMPLITUDE:PERIOD",
                           entry, joint.name, joint.lower, joint.upper, joint.getUnit());
            } else {
                drive.amplitude = numbers[0];
                drive.period = numbers[1];
                checkPositive("the period of --drive " + joint.name, drive.period, "s");
                const Real middle = pose[std::size_t(i)];
                for (const Real side : {-1, 1})
                    check(joint.lower <= middle + side * drive.amplitude &&
                              middle + side * drive.amplitude <= joint.upper,
                          "--drive " + joint.name, middle + side * drive.amplitude, joint.getUnit(),
                          joint.describeRange() + "; choose another amplitude or --pose");
            }
            drives[std::size_t(i)] = drive;
        }
    }
    drives.erase(std::remove_if(drives.begin(), drives.end(), [](const JointDrive& d) { return d.joint < 0; }),
                 drives.end());
    return drives;
}

} // namespace lab
