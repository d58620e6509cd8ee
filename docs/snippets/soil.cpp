// Rolls a wheel over soft soil, and reads its force and the rut behind it.

#include <simbodydem/simbodydem.h>

#include <cstdio>

using namespace SimTK;
using namespace simbodydem;

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0)); // [m/s^2]
    const Real radius = 0.15, width = 0.1;                    // of the wheel [m]
    MobilizedBody::Free wheel(
        matter.Ground(), Body::Rigid(MassProperties(15, Vec3(0), 15 * UnitInertia::cylinderAlongZ(radius, width / 2))));
    // soil begins
    ContactSurfaces surfaces(matter);
    const SurfaceIndex field =
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), Soil::sandyLoam(), "field");
    surfaces.add(wheel, Cylinder(radius, width / 2, /*rounding [m]*/ 0.005), Vec3(0), SurfaceMaterial(), "wheel");
    HertzMindlinForce force(forces, surfaces);
    // soil ends

    State state = system.realizeTopology();
    wheel.setQToFitTranslation(state, Vec3(0, radius, 0));
    wheel.setUToFitVelocity(state, SpatialVec(Vec3(0, 0, -1 / radius), Vec3(1, 0, 0))); // 1 m/s
    ContactIntegrator integrator(system, force);
    ContactStepper stepper(integrator);
    stepper.initialize(state);
    stepper.stepTo(0.5);

    const State& end = stepper.getState();
    system.realize(end, Stage::Dynamics);
    const Real x = wheel.getBodyOriginLocation(end)[0], speed = wheel.getBodyOriginVelocity(end)[0];
    // sinkage begins
    const Real rut = force.getSinkage(end, field, Vec3(x - 0.1, 0, 0)); // 10 cm behind the axle
    // sinkage ends
    std::printf("%.2f m on, at %.2f m/s; sunk %.1f mm, rut of %.1f mm\n", x, speed,
                1000 * force.getAreaRecords(end).at(0).depth, 1000 * rut);
}
