// A robot is read by a project that has the component robots of the installed library, and nothing of urdfdom or assimp.
#include <simbodydem/robots.h>

#include <cstdio>

using namespace SimTK;
using namespace simbodydem;

int main() {
    const RobotFile robot =
        RobotFile::fromText("<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='fixed'>"
                            "<parent link='a'/><child link='b'/></joint></robot>",
                            "r.urdf");
    std::printf("%s", robot.toText().c_str());
    return robot.getNumLinks() == 2 ? 0 : 1;
}
