// A rover with four wheels climbs slopes of sand or soil, and pulls a load on level ground. The load begins with a push and
// grows in steps, each from the state of the last one. It prints slip, sinkage and drawbar pull. Its motors set the
// spin of the wheels; the slip is 1 - V/(omega r).
//
// usage: ExampleRover [--ground sand|soil] [--replay FILE.html] [--plot FILE.svg]
//   --ground  sand yields by resistive force theory, soil by Bekker and Janosi
//   --replay  records the climb of 15 degrees
//   --plot    draws the pull against the slip with gnuplot

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactStepper.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/Sand.h>
#include <simbodydem/Soil.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.12, width = 0.1;                                                    // of a wheel [m]
const Real chassisMass = 24, wheelMass = 1.5;                                             // [kg]
const Real beamMass = 0.1, mass = chassisMass + beamMass + 4 * wheelMass, gravity = 9.81; // [kg], [m/s^2]
const Real speed = 0.2;                                                                   // of the rims, omega r [m/s]
const Vec3 halfTrunk(0.3, 0.06, 0.15);

// The chassis has a rear axle. A beam with the front axle turns about the long axis of the chassis, so that all wheels have a load.
struct Rover {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    ContactSurfaces surfaces{matter};
    SurfaceIndex ground;
    MobilizedBody::Free chassis{
        matter.Ground(), Body::Rigid(MassProperties(chassisMass, Vec3(0), chassisMass* UnitInertia::brick(halfTrunk)))};
    MobilizedBody::Pin beam{chassis, Transform(Rotation(Pi / 2, YAxis), Vec3(0.25, -0.05, 0)),
                            Body::Rigid(MassProperties(beamMass, Vec3(0), Inertia(1e-3))), Rotation(Pi / 2, YAxis)};
    std::vector<MobilizedBody::Pin> wheels;
    Force::DiscreteForces load{forces, matter};
    std::unique_ptr<HertzMindlinForce> contact;
    const Vec3 uphill, normal;

    Rover(const std::string& groundName, Real slope)
        : uphill(std::cos(slope), std::sin(slope), 0), normal(-std::sin(slope), std::cos(slope), 0) {
        Force::UniformGravity(forces, matter, Vec3(0, -gravity, 0));
        const Transform X_GS = HalfSpace::facing(normal);
        ground = groundName == "soil" ? surfaces.add(matter.Ground(), HalfSpace(), X_GS, Soil::drySand(), "ground")
                                      : surfaces.add(matter.Ground(), HalfSpace(), X_GS, Sand::drySand(), "ground");
        const auto aluminium =
            SurfaceMaterial().setYoungsModulus(7e10).setPoissonsRatio(0.33).setRestitution(0.5).setFriction(0.3);
        const Body::Rigid wheel(
            MassProperties(wheelMass, Vec3(0), wheelMass * UnitInertia::cylinderAlongZ(radius, width / 2)));
        for (const bool isFront : {false, true})
            for (const Real side : {-0.22, 0.22}) {
                MobilizedBody& axle = isFront ? static_cast<MobilizedBody&>(beam) : chassis;
                wheels.emplace_back(axle, isFront ? Vec3(0, -0.01, side) : Vec3(-0.25, -0.06, side), wheel,
                                    Transform());
                surfaces.add(wheels.back(), Cylinder(radius, width / 2, /*rounding*/ 5e-3), Vec3(0), aluminium,
                             "wheel " + std::to_string(wheels.size()));
            }
        contact = std::make_unique<HertzMindlinForce>(forces, surfaces);
    }
    void decorate() {
        matter.setShowDefaultGeometry(false);
        chassis.addBodyDecoration(Vec3(0), DecorativeBrick(halfTrunk).setColor(Orange));
        beam.addBodyDecoration(Vec3(0), DecorativeBrick(Vec3(0.02, 0.02, 0.17)).setColor(Gray));
        for (MobilizedBody::Pin& wheel : wheels) {
            wheel.addBodyDecoration(Rotation(Pi / 2, XAxis), DecorativeCylinder(radius, width / 2).setColor(Gray));
            wheel.addBodyDecoration(Vec3(0),
                                    DecorativeBrick(Vec3(0.8 * radius, 0.015, width / 2 + 1e-3)).setColor(Orange));
        }
    }
    State start() {
        State state = system.realizeTopology();
        const Rotation along(std::atan2(uphill[1], uphill[0]), ZAxis);
        chassis.setQToFitTransform(state, Transform(along, (radius + 0.055) * normal));
        chassis.setUToFitLinearVelocity(state, speed * uphill);
        for (MobilizedBody::Pin& wheel : wheels) wheel.lockAt(state, -speed / radius, Motion::Velocity);
        return state;
    }
    Real position(const State& state) const {
        system.realize(state, Stage::Position);
        return dot(chassis.getBodyOriginLocation(state), uphill);
    }
    Real sinkage(const State& state) const { // of the wheels, on average [m]
        system.realize(state, Stage::Position);
        Real sum = 0;
        for (const MobilizedBody::Pin& wheel : wheels) sum += radius - dot(wheel.getBodyOriginLocation(state), normal);
        return sum / Real(wheels.size());
    }
};

struct Steady {
    Real slip, sinkage; // [-], [m]
};

// Drives for three seconds and returns the means over the last second.
Steady drive(const Rover& rover, ContactStepper& stepper) {
    const Real start = stepper.getTime();
    stepper.stepTo(start + 2);
    const Real from = rover.position(stepper.getState());
    Steady mean{0, 0};
    for (int i = 1; i <= 20; ++i) {
        stepper.stepTo(start + 2 + i / 20.);
        mean.sinkage += rover.sinkage(stepper.getState()) / 20;
    }
    mean.slip = 1 - (rover.position(stepper.getState()) - from) / speed;
    return mean;
}

bool plot(const std::string& file, const std::string& ground, const std::vector<Vec2>& curve) {
    FILE* gnuplot = popen("gnuplot", "w");
    if (!gnuplot) return false;
    std::fprintf(gnuplot,
                 "set terminal svg size 640,420 font 'sans,14'\nset output '%s'\nset xlabel 'slip [-]'\n"
                 "set ylabel 'drawbar pull / weight [-]'\nset grid\nset key left top\n"
                 "plot '-' with linespoints lw 2 pt 7 title '%s'\n",
                 file.c_str(), ground.c_str());
    for (const Vec2& point : curve) std::fprintf(gnuplot, "%g %g\n", point[0], point[1]);
    std::fprintf(gnuplot, "e\n");
    return pclose(gnuplot) == 0;
}

int main(int argc, char** argv) {
    std::string ground = "sand", page, picture;
    for (int i = 1; i < argc; i += 2) {
        const std::string option = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
        if (option == "--ground" && (value == "sand" || value == "soil")) {
            ground = value;
        } else if (option == "--replay" && !value.empty()) {
            page = value;
        } else if (option == "--plot" && !value.empty()) {
            picture = value;
        } else {
            std::fprintf(stderr, "usage: ExampleRover [--ground sand|soil] [--replay FILE.html] [--plot FILE.svg]\n");
            return 2;
        }
    }

    std::printf("%s, %.0f kg, rims at %.1f m/s\nslope [deg]  slip [-]  sinkage [mm]  CPU time/time [-]\n",
                ground.c_str(), mass, speed);
    for (const int degrees : {0, 5, 10, 15, 20}) {
        Rover rover(ground, degrees * Pi / 180);
        if (!page.empty() && degrees == 15) {
            rover.decorate();
            auto* replay = new ReplayRecorder(rover.system, page, 0.02);
            replay->showContacts(*rover.contact).follow(rover.chassis);
            rover.system.addEventReporter(replay);
        }
        ContactIntegrator integrator(rover.system, *rover.contact);
        ContactStepper stepper(integrator);
        stepper.initialize(rover.start());
        const std::clock_t before = std::clock();
        const Steady climb = drive(rover, stepper);
        const Real cpuPerSecond = double(std::clock() - before) / CLOCKS_PER_SEC / stepper.getTime();
        std::printf("%11d %9.3f %13.1f %18.2f\n", degrees, climb.slip, 1000 * climb.sinkage, cpuPerSecond);
    }

    std::printf("\nload/weight [-]  slip [-]  sinkage [mm]\n");
    Rover rover(ground, 0);
    State state = rover.start();
    ContactIntegrator integrator(rover.system, *rover.contact);
    ContactStepper stepper(integrator);
    stepper.initialize(state);
    std::vector<Vec2> curve;
    for (Real loadFraction = -0.1; loadFraction < 0.6; loadFraction += 0.05) {
        const Vec3 hitch(-halfTrunk[0], -0.06, 0);
        State pulling = stepper.getState();
        rover.system.realize(pulling, Stage::Position);
        rover.load.clearAllBodyForces(pulling);
        rover.load.addForceToBodyPoint(pulling, rover.chassis, hitch, Vec3(-loadFraction * mass * gravity, 0, 0));
        stepper.initialize(pulling); // the memory of the ground is in the State
        const Steady steady = drive(rover, stepper);
        if (steady.slip > 0.8) break; // it digs itself in
        std::printf("%15.2f %9.3f %13.1f\n", loadFraction, steady.slip, 1000 * steady.sinkage);
        curve.push_back(Vec2(steady.slip, loadFraction));
    }
    if (!picture.empty() && !plot(picture, ground, curve)) {
        std::fprintf(stderr, "ExampleRover: gnuplot failed to draw %s; is it installed (package gnuplot-nox)?\n",
                     picture.c_str());
        return 1;
    }
}
