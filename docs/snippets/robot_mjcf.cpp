// The snippet of an MJCF file in docs/robots.md.
#include <simbodydem/robots.h>
#include <simbodydem/simbodydem.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

namespace {

void drive(const std::string& path, const std::vector<Real>& controls) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    // actuators begins
    const RobotFile file(path);            // <mujoco> or <robot>
    Robot robot(matter, forces, file);     // a root with a free joint floats
    const int servos = robot.useActuators(); // before realizeTopology()
    State state = system.realizeTopology();
    robot.setControls(state, controls);    // as MuJoCo's ctrl, one number for each actuator
    // actuators ends
    std::printf("%d servos of %d joints\n", servos, robot.getNumJoints());
}

} // namespace

int main(int argc, char* argv[]) {
    if (argc < 2) {
        std::printf("usage: %s ROBOT.xml CONTROL ...\n", argv[0]);
        return 1;
    }
    std::vector<Real> controls;
    for (int i = 2; i < argc; ++i) controls.push_back(std::stod(argv[i]));
    drive(argv[1], controls);
}
