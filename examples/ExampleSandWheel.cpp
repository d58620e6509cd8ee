// A wheel on a test rig in sand: how hard a rover can pull. The rig sets the speed of the wheel's axle and its spin, so its slip. It prints
// sinkage, drawbar pull and torque against slip, on Earth and on the Moon.
//
// usage: ExampleSandWheel [--replay FILE.html]

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactStepper.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/Sand.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.15, width = 0.12, mass = 12; // of the wheel [m], and what it carries [kg]
const Real rimSpeed = 0.1;                         // omega r [m/s]

// The rig: a carriage along x, a lift that carries the mass, and a wheel.
struct Rig {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    const Body::Rigid light{MassProperties(1e-3, Vec3(0), Inertia(1e-5))};
    MobilizedBody::Slider carriage{matter.Ground(), Transform(), light, Transform()};
    MobilizedBody::Slider lift{carriage, Rotation(Pi / 2, ZAxis), light, Rotation(Pi / 2, ZAxis)};
    MobilizedBody::Pin wheel{
        lift, Transform(), Body::Rigid(MassProperties(mass, Vec3(0), mass* UnitInertia::sphere(radius))), Transform()};
    ContactSurfaces surfaces{matter};
    SurfaceIndex beach = surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(),
                                      Sand(/*density [kg/m^3]*/ 1600, /*internal friction*/ 0.4), "beach");
    SurfaceIndex rim =
        surfaces.add(wheel, Cylinder(radius, width / 2, /*rounding*/ 5e-3), Vec3(0), SurfaceMaterial(), "rim");
    std::unique_ptr<HertzMindlinForce> contact;

    explicit Rig(Real gravity) {
        Force::UniformGravity(forces, matter, Vec3(0, -gravity, 0));
        contact = std::make_unique<HertzMindlinForce>(forces, surfaces);
    }
};

int main(int argc, char** argv) {
    const bool isRecorded = argc == 3 && argv[1] == std::string("--replay");
    if (argc > 1 && !isRecorded) {
        std::fprintf(stderr, "usage: ExampleSandWheel [--replay FILE.html]\n");
        return 2;
    }
    for (const Real gravity : {9.81, 1.62}) {
        Rig rig(gravity);
        if (isRecorded && gravity > 9) {
            rig.matter.setShowDefaultGeometry(false);
            rig.wheel.addBodyDecoration(Rotation(Pi / 2, XAxis),
                                        DecorativeCylinder(radius, width / 2).setColor(Gray).setOpacity(0.5));
            rig.wheel.addBodyDecoration(Vec3(0), DecorativeBrick(Vec3(radius, 0.02, width / 2)).setColor(Orange));
            auto* replay = new ReplayRecorder(rig.system, argv[2], 0.1);
            replay->showContacts(*rig.contact).follow(rig.wheel);
            rig.system.addEventReporter(replay);
        }
        State state = rig.system.realizeTopology();
        rig.lift.setQ(state, radius);
        rig.carriage.lockAt(state, 0, Motion::Velocity);
        rig.wheel.lockAt(state, -rimSpeed / radius, Motion::Velocity);
        ContactIntegrator integrator(rig.system, *rig.contact);
        ContactStepper stepper(integrator);
        stepper.initialize(state);
        std::printf("gravity %.2f m/s^2, weight %.1f N\nslip [-]  sinkage [mm]  pull [N]  pull/weight  torque [N m]  "
                    "vertical force [N]\n",
                    gravity, mass * gravity);
        for (const Real slip : {-0.1, 0., 0.1, 0.2, 0.3, 0.4, 0.5, 0.6}) { // 1 - V/(omega r)
            State rolling = stepper.getState();
            rig.carriage.lockAt(rolling, (1 - slip) * rimSpeed, Motion::Velocity);
            stepper.initialize(rolling); // the memory of the sand is in the State
            stepper.stepTo(stepper.getTime() + 4);
            Real depth = 0, pull = 0, torque = 0, load = 0; // means over a second
            const int numSamples = 50;
            for (int i = 0; i < numSamples; ++i) {
                stepper.stepTo(stepper.getTime() + 1. / numSamples);
                const State& now = stepper.getState();
                rig.system.realize(now, Stage::Dynamics);
                const AreaRecord& area = rig.contact->getAreaRecords(now).at(0); // forces on the wheel
                const Vec3 force = area.normalForce + area.tangentialForce;
                const Vec3 arm = area.center - rig.wheel.getBodyOriginLocation(now);
                depth += (radius - rig.lift.getQ(now)) / numSamples;
                pull += force[0] / numSamples;
                load += force[1] / numSamples;
                torque += (area.moment + arm % force)[2] / numSamples;
            }
            std::printf("%7.1f %13.2f %10.2f %12.3f %13.3f %19.2f\n", slip, 1000 * depth, pull, pull / (mass * gravity),
                        torque, load);
        }
    }
}
