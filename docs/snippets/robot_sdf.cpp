// The snippet of an SDF file in docs/robots.md.
#include <simbodydem/robots.h>
#include <simbodydem/simbodydem.h>

#include <cstdio>
#include <string>

using namespace SimTK;
using namespace simbodydem;

namespace {

void read(const std::string& path) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    // model begins
    const RobotFile file(path, RobotFileOptions({"/opt/models"}).setModel("pioneer2dx"));
    Robot robot(matter, forces, file); // it floats, unless a joint connects it to the world
    // model ends
    std::printf("%d joints\n", robot.getNumJoints());
}

} // namespace

int main(int argc, char* argv[]) {
    if (argc < 2) {
        std::printf("usage: %s ROBOT.sdf\n", argv[0]);
        return 1;
    }
    read(argv[1]);
}
