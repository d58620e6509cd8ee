// The robot of docs/robots.md whose overlapping links have no contact.
#include <simbodydem/robots.h>
#include <simbodydem/simbodydem.h>

#include <cstdio>
#include <string>

using namespace SimTK;
using namespace simbodydem;

int main(int argc, char* argv[]) {
    if (argc < 3) {
        std::printf("usage: %s ROBOT.urdf ROBOT.srdf\n", argv[0]);
        return 1;
    }
    const std::string srdf = argv[2];
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Robot robot(matter, forces, RobotFile(argv[1]), RobotOptions().setBase(Base::Floating));
    ContactSurfaces surfaces(matter);
    robot.addCollisions(surfaces);
    // exclude begins
    State state = system.realizeTopology(); // the default pose, or set another one in this State
    for (const auto& [a, b] : robot.excludeOverlaps(state, surfaces))
        std::printf("%s and %s overlap\n", a.c_str(), b.c_str());
    robot.excludeCollisions(surfaces, srdf); // the path of a file of MoveIt, with <disable_collisions link1 link2>
    state = system.realizeTopology();
    // exclude ends
    system.realize(state, Stage::Position);
    std::printf("%d pairs are left that overlap\n", int(surfaces.findOverlaps(state).size()));
}
