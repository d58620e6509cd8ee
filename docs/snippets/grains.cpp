// Puts a wheel into a bed of grains that a data file of LAMMPS holds, and reads how deep it sinks.
// usage: grains GRAINS.data

#include <simbodydem/grains.h>
#include <simbodydem/simbodydem.h>

#include <cstdio>
#include <exception>

using namespace SimTK;
using namespace simbodydem;

void roll(const char* file) {
    const Vec3 low(0, 0, 0), high(0.06, 0.06, 0.2); // box of the grains [m], with room for the wheel above them
    const Real radius = 0.02;                       // of the wheel [m]
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    const Rotation up(-Pi / 2, YAxis), across(-Pi / 2, XAxis); // a Slider slides along its x, a Pin turns about its z
    MobilizedBody::Slider lift(matter.Ground(), Transform(up, Vec3(0.03, 0.03, 0)),
                               Body::Rigid(MassProperties(0.015, Vec3(0), Inertia(1e-6))), up);
    MobilizedBody::Pin wheel(lift, across, Body::Rigid(MassProperties(0.005, Vec3(0), Inertia(1e-6))), Transform());
    const SurfaceMaterial glass =
        SurfaceMaterial().setYoungsModulus(5e6).setPoissonsRatio(0.25).setRestitution(0.5).setFriction(0.5);
    const SurfaceMaterial rubber = SurfaceMaterial(glass).setFriction(0.8);
    // bed begins
    Force::UniformGravity(forces, matter, Vec3(0, 0, -9.81)); // of the grains, too
    GrainBed bed(system, GrainBedOptions().setBox(low, high).setPeriodic(true, true, false));
    bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), glass);
    bed.addFile(file); // or fill(Pouring(0.002).upTo(0.05))
    bed.settle(5);     // for at most 5 s
    bed.addSurface(wheel, Cylinder(radius, 0.008, /*rounding [m]*/ 0.002), Transform(), rubber, "rim");

    State state = system.realizeTopology();                    // after the last surface
    lift.setQ(state, low[2] + bed.measure().highest + radius); // clear of all grains
    wheel.lockAt(state, /*[rad/s]*/ 5, Motion::Velocity);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.initialize(state);
    GrainStepper stepper(bed, integrator);
    stepper.stepTo(0.2);
    // bed ends
    std::printf("%d grains; the wheel is %.1f mm deep and touches %d of them\n", bed.getNumGrains(),
                1000 * (low[2] + bed.getHeight() + radius - lift.getQ(stepper.getState())),
                bed.getNumContacts(SurfaceIndex(0)));
}

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: grains GRAINS.data\n");
        return 2;
    }
    try {
        roll(argv[1]);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
