// SPDX-License-Identifier: Apache-2.0
// In place of SdfRobot.cpp in a build without sdformat.
#include "robots/SdfRobot.h"

namespace simbodydem {

ReadRobot readSdf(const std::string&, const XmlElement& sdf, const RobotFileOptions&, Findings& findings) {
    findings.fail(sdf.line, "the root element is <sdf>, which needs sdformat 12, and this build lacks it. Install libsdformat-dev, then "
                            "configure and build again; or convert the file to URDF or MJCF");
}

} // namespace simbodydem
