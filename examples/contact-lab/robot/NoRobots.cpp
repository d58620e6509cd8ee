// The subcommand `robot` of a contact-lab without SimbodyDEM::robots: it says what is missing.

#include "Check.h"
#include "CommandLine.h"

namespace lab {

void addRobot(CLI::App& app) {
    const char* const missing = "needs SimbodyDEM::robots, which this build lacks. Install liburdfdom-dev, "
                                "libassimp-dev and libtinyxml2-dev, then configure and build again";
    CLI::App* sub = app.add_subcommand("robot", std::string("runs a robot of a URDF, MJCF or SDF file; ") + missing);
    sub->allow_extras();
    sub->callback([missing] { refuse(std::string("robot ") + missing); });
}

} // namespace lab
