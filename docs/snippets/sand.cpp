// Drops a foot into sand, and reads how deep it stands.

#include <simbodydem/simbodydem.h>

#include <cstdio>

using namespace SimTK;
using namespace simbodydem;

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(1, -9.81, 0)); // [m/s^2], a slope of 6 degrees
    const Vec3 half(0.12, 0.03, 0.05);                        // half of the foot's length, height and width [m]
    MobilizedBody::Free foot(matter.Ground(), Body::Rigid(MassProperties(30, Vec3(0), 30 * UnitInertia::brick(half))));
    // sand begins
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), Sand(/*density [kg/m^3]*/ 1500, /*friction*/ 0.4),
                 "beach");
    const SurfaceIndex sole =
        surfaces.add(foot, Brick(half, /*rounding [m]*/ 0.005), Vec3(0), SurfaceMaterial(), "foot");
    HertzMindlinForce force(forces, surfaces);
    // sand ends

    State state = system.realizeTopology();
    foot.setQToFitTranslation(state, Vec3(0, half[1] + 0.02, 0));
    // run begins
    ContactIntegrator integrator(system, force);
    ContactStepper stepper(integrator);
    stepper.initialize(state);
    stepper.stepTo(2);
    // run ends
    const Real before = foot.getBodyOriginLocation(stepper.getState())[0];
    stepper.stepTo(600);

    const State& end = stepper.getState();
    system.realize(end, Stage::Dynamics);
    std::printf("stands %.1f mm deep, with %d elements in the sand, and has moved %.1g nm in ten minutes\n",
                1000 * force.getAreaRecords(end).at(0).depth, int(force.getElementRecords(end, sole).size()),
                1e9 * (foot.getBodyOriginLocation(end)[0] - before));
}
