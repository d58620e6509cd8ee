// SDF files in a build without sdformat.

#include "Messages.h"
#include "RobotFiles.h"

#include "simbodydem/robots.h"

#include <gtest/gtest.h>

#include <stdexcept>

// An SDF file is an error that names the package.
TEST(NoSdf, NamesThePackage) {
    expectMessage<std::invalid_argument>(
        [] { simbodydem::RobotFile::fromText("<?xml version='1.0'?>\n<sdf version='1.6'/>", "m.sdf"); },
        {"RobotFile: the file 'm.sdf', line 2: the root element is <sdf>, which needs sdformat 12", "libsdformat-dev"});
}
