// SPDX-License-Identifier: Apache-2.0
#include "robots/UrdfElement.h"

namespace simbodydem {

namespace {

void checkIsNoXacro(const UrdfElement& element, Findings& findings) {
    if (element.name.compare(0, 6, "xacro:") == 0)
        findings.fail(element.line, "<" + element.name +
                                        ">: this is xacro, not URDF; expand it first: xacro FILE.xacro > FILE.urdf "
                                        "(from ROS: ros2 run xacro xacro)");
    for (const UrdfElement& child : element.children) checkIsNoXacro(child, findings);
}

} // namespace

void checkIsUrdf(const UrdfElement& root, Findings& findings) {
    if (root.name != "robot")
        findings.fail(root.line, "the root element is <" + root.name + ">; it must be <robot> of URDF, <mujoco> of MJCF or <sdf> of SDF");
    checkIsNoXacro(root, findings);
}

} // namespace simbodydem
