// An arm of a URDF file on the trunk of a quadruped, and where its base is.
#include <simbodydem/robots.h>
#include <simbodydem/simbodydem.h>

#include <cstdio>

using namespace SimTK;
using namespace simbodydem;

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    const RobotFile dogFile(SIMBODYDEM_EXAMPLE_ROBOTS "/quadruped.urdf"), armFile(SIMBODYDEM_EXAMPLE_ROBOTS "/arm_gripper.urdf");
    // base begins
    Robot dog(matter, forces, dogFile, RobotOptions().setBase(Base::Floating));
    const Transform onBack = dog.getLinkFrame("trunk") * Transform(Vec3(0.1, 0, 0.05));
    Robot arm(matter, forces, armFile, RobotOptions().setBase(dog.getLink("trunk"), onBack));
    // base ends
    State state = system.realizeTopology();
    dog.setBasePose(state, Transform(Rotation(0.3, ZAxis), Vec3(1, 2, 0.3)));
    system.realize(state, Stage::Position);
    const Vec3 p = arm.getBasePose(state).p();
    std::printf("the arm is at %.4f, %.4f, %.4f m\n%s", p[0], p[1], p[2], arm.toText().c_str());
}
