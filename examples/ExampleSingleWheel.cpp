// A single-wheel test bed: a carriage moves at a steady speed, and the wheel under it turns so that it slips. The wheel is free to sink. It prints
// drawbar pull, side force, sinkage and torque over the slip, beside the measurements of Ding et al. (2011).
//
// usage: ExampleSingleWheel [--ground sand|soil] [--lugs N] [--passes N] [--slip-angle DEGREES] [--plot FILE.svg] [--replay FILE.html]
//   --ground      sand of resistive force theory, or soil of Bekker and Janosi, with the parameters of the measurements
//   --lugs        number of lugs of 10 mm, 0 to 60; the measured wheel has none or 30. Each slip takes minutes with them
//   --passes      number of passes in the same rut
//   --slip-angle  between the wheel and its path; the side force is that across the wheel
//   --plot        draws the pull against the slip with gnuplot
//   --replay      records the run at a slip of 0.4

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactStepper.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/Sand.h>
#include <simbodydem/Soil.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Mesh.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

// Ding, Gao, Deng, Nagatani & Yoshida: J. Terramechanics 48 (2011), 27-45. The soil is that of table 2. The measured values were read off figures 8
// and 9 for the data of roverdevkit (commit 69e1c81 on GitHub), and are good to about 1 N and 1 mm.
const Real radius = 0.15735, width = 0.165, load = 80, lugHeight = 0.01, lugThickness = 0.003; // [m], [N]
Soil measuredSoil() {
    return Soil(/*n*/ 1.1, /*k_c*/ 15.6e3, /*k_phi*/ 2407.4e3, /*c [Pa]*/ 250, /*phi*/ 31.9 * Pi / 180, /*K [m]*/ 0.011);
}
Sand measuredSand() { return Sand(/*density [kg/m^3]*/ 1605, std::tan(31.9 * Pi / 180)).setElementSize(0.006); }
struct Measured {
    Real slip, pull, sinkage, torque; // [-], [N], [mm], [N m]
};
const std::vector<Measured> smooth = {{0, -6.5, 5, 0},       {0.1, 11, 5.5, 3}, {0.2, 14.5, 7.5, 4.2},
                                      {0.3, 15, 10, 4.8},    {0.4, 15, 12.5, 5}, {0.6, 15, 17.5, 5.3}};
const std::vector<Measured> lugged = {{0, -6.5, 4.5, 0},     {0.1, 14, 5, 3.5}, {0.2, 20, 7.5, 5},
                                      {0.3, 22, 10.5, 5.8},  {0.4, 23, 14, 6.3}, {0.6, 24.5, 27, 7.2}};

struct Options {
    std::string ground = "sand", picture, page;
    int lugs = 0, passes = 1;
    Real slipAngle = 0; // [rad]
};

// A wheel with lugs about z, as triangles. The profile is the same everywhere along the axle.
Mesh luggedWheel(int lugs) {
    std::vector<Vec2> profile;
    const int perLug = std::max(6, 180 / std::max(lugs, 1)); // sides of the rim between two lugs
    for (int lug = 0; lug < lugs; ++lug) {
        const Real at = 2 * Pi * lug / lugs, half = 0.5 * lugThickness / radius, tip = 0.8 * half;
        for (const Vec2& p : {Vec2(at - half, radius), Vec2(at - tip, radius + lugHeight), Vec2(at + tip, radius + lugHeight), Vec2(at + half, radius)})
            profile.push_back(p);
        for (int k = 1; k < perLug; ++k) profile.push_back(Vec2(at + half + (2 * Pi / lugs - 2 * half) * k / perLug, radius));
    }
    std::vector<Vec3> vertices;
    for (const Real side : {-0.5, 0.5}) vertices.push_back(Vec3(0, 0, side * width)); // centres of the ends
    for (const Vec2& p : profile)
        for (const Real side : {-0.5, 0.5}) vertices.push_back(Vec3(p[1] * std::cos(p[0]), p[1] * std::sin(p[0]), side * width));
    std::vector<std::array<int, 3>> triangles;
    const int count = int(profile.size());
    for (int k = 0; k < count; ++k) {
        const int a = 2 + 2 * k, b = 2 + 2 * ((k + 1) % count); // at z = -width/2; those at +width/2 follow
        triangles.insert(triangles.end(), {{a, b, b + 1}, {a, b + 1, a + 1}, {0, b, a}, {1, a + 1, b + 1}});
    }
    return Mesh(vertices, triangles, /*rounding*/ 0);
}

struct TestBed {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    ContactSurfaces surfaces{matter};
    const Options options;
    const Real speed = 0.1; // [m/s]
    MobilizedBody::Slider carriage{matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1)))};
    MobilizedBody::Slider axle{carriage, Rotation(Pi / 2, ZAxis), Body::Rigid(MassProperties(load / 9.81 - 2, Vec3(0), Inertia(1))),
                               Rotation(Pi / 2, ZAxis)};
    MobilizedBody::Pin wheel{axle, Rotation(0, YAxis), Body::Rigid(MassProperties(2, Vec3(0), Inertia(0.02))), Transform()};
    SurfaceIndex ground;
    std::unique_ptr<HertzMindlinForce> contact;

    explicit TestBed(const Options& chosen) : options(chosen) {
        wheel.setDefaultInboardFrame(Rotation(options.slipAngle, YAxis));
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        if (options.ground == "soil")
            ground = surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), measuredSoil().setPlateWidth(width), "ground");
        else
            ground = surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), measuredSand(), "ground");
        if (options.lugs > 0)
            surfaces.add(wheel, luggedWheel(options.lugs), Transform(), SurfaceMaterial(), "wheel");
        else
            surfaces.add(wheel, Cylinder(radius, width / 2, /*rounding*/ 1e-3), Transform(), SurfaceMaterial(), "wheel");
        contact = std::make_unique<HertzMindlinForce>(forces, surfaces);
        wheel.addBodyDecoration(Transform(), DecorativeBrick(Vec3(0.8 * radius, 0.01, width / 2 + 1e-3)).setColor(Orange));
    }
    // Puts the wheel just above the undeformed ground.
    void putDown(State& state) const { axle.setOneQ(state, 0, radius + (options.lugs > 0 ? lugHeight : 0) + 1e-3); }
    void drive(State& state, Real slip) const {
        carriage.lockAt(state, speed, Motion::Velocity);
        wheel.lockAt(state, -speed * std::cos(options.slipAngle) / ((1 - slip) * radius), Motion::Velocity);
    }
    // Force and torque of the ground on the wheel: along the wheel, across it, about the axle against its turn.
    Vec3 pullSideTorque(const State& state) const {
        system.realize(state, Stage::Dynamics);
        const Rotation R = wheel.getBodyRotation(state) * Rotation(-wheel.getOneQ(state, 0), ZAxis); // it does not turn with the wheel
        Vec3 force(0), moment(0);
        for (const AreaRecord& area : contact->getAreaRecords(state)) {
            const Vec3 F = area.normalForce + area.tangentialForce; // on the wheel, which was added last
            force += F;
            moment += area.moment + (area.center - wheel.getBodyOriginLocation(state)) % F;
        }
        return Vec3(dot(force, R.x()), -dot(force, R.z()), dot(moment, R.z()));
    }
};

// Returns the means over the second half of a way of 0.5 m in the last pass: pull, side force, torque, sinkage.
Vec4 measure(const Options& options, Real slip) {
    TestBed bed(options);
    if (!options.page.empty() && std::abs(slip - 0.4) < 1e-9) {
        auto* replay = new ReplayRecorder(bed.system, options.page, 0.05);
        replay->showContacts(*bed.contact).follow(bed.wheel);
        bed.system.addEventReporter(replay);
    }
    State state = bed.system.realizeTopology();
    bed.putDown(state);
    ContactIntegrator integrator(bed.system, *bed.contact);
    const Real way = 0.5, duration = way / bed.speed;
    Vec4 mean(0);
    for (int pass = 1; pass <= options.passes; ++pass) {
        bed.drive(state, slip);
        ContactStepper stepper(integrator);
        stepper.initialize(state);
        const Real begin = stepper.getTime();
        stepper.stepTo(begin + duration / 2);
        const int samples = 100;
        mean = Vec4(0);
        for (int i = 1; i <= samples; ++i) {
            stepper.stepTo(begin + duration / 2 * (1 + Real(i) / samples));
            const State& now = stepper.getState();
            const Vec3 forces = bed.pullSideTorque(now);
            mean += Vec4(forces[0], forces[1], forces[2], radius - bed.wheel.getBodyOriginLocation(now)[1]) / samples;
        }
        // The wheel is lifted, taken back and put down in its rut.
        state = stepper.getState();
        bed.axle.setOneQ(state, 0, radius + 0.05);
        bed.axle.setOneU(state, 0, 0);
        bed.system.realize(state, Stage::Dynamics);
        bed.contact->commitHistory(state);
        bed.carriage.setOneQ(state, 0, 0);
        bed.putDown(state);
    }
    return mean;
}

bool plot(const Options& options, const std::vector<Vec2>& curve, const std::vector<Measured>& measured) {
    FILE* gnuplot = popen("gnuplot", "w");
    if (!gnuplot) return false;
    std::fprintf(gnuplot,
                 "set terminal svg size 640,420 font 'sans,14'\nset output '%s'\nset xlabel 'slip [-]'\nset ylabel 'drawbar pull [N]'\nset grid\n"
                 "set key right bottom\nplot '-' with linespoints lw 2 pt 7 title '%s'%s\n",
                 options.picture.c_str(), options.ground.c_str(), measured.empty() ? "" : ", '-' with points pt 6 ps 1.5 title 'measured'");
    for (const Vec2& point : curve) std::fprintf(gnuplot, "%g %g\n", point[0], point[1]);
    std::fprintf(gnuplot, "e\n");
    for (const Measured& point : measured) std::fprintf(gnuplot, "%g %g\n", point.slip, point.pull);
    if (!measured.empty()) std::fprintf(gnuplot, "e\n");
    return pclose(gnuplot) == 0;
}

bool readOptions(int argc, char** argv, Options& options) {
    for (int i = 1; i < argc; i += 2) {
        const std::string option = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
        char* end = nullptr;
        const Real number = std::strtod(value.c_str(), &end);
        const bool isNumber = !value.empty() && *end == 0;
        if (option == "--ground" && (value == "sand" || value == "soil")) {
            options.ground = value;
        } else if (option == "--lugs" && isNumber && number >= 0 && number <= 60 && number == std::floor(number)) {
            options.lugs = int(number);
        } else if (option == "--passes" && isNumber && number >= 1 && number <= 100 && number == std::floor(number)) {
            options.passes = int(number);
        } else if (option == "--slip-angle" && isNumber && std::abs(number) <= 60) {
            options.slipAngle = number * Pi / 180;
        } else if (option == "--plot" && !value.empty()) {
            options.picture = value;
        } else if (option == "--replay" && !value.empty()) {
            options.page = value;
        } else {
            return false;
        }
    }
    return true;
}

int main(int argc, char** argv) {
    Options options;
    if (!readOptions(argc, argv, options)) {
        std::fprintf(stderr, "usage: ExampleSingleWheel [--ground sand|soil] [--lugs 0...60] [--passes 1...100] [--slip-angle -60...60] [--plot FILE.svg] "
                             "[--replay FILE.html]\n");
        return 2;
    }
    const bool isMeasured = options.slipAngle == 0 && options.passes == 1 && (options.lugs == 0 || options.lugs == 30);
    const std::vector<Measured> measured = !isMeasured ? std::vector<Measured>() : options.lugs == 0 ? smooth : lugged;
    std::printf("%s, wheel of %.1f mm with %d lugs, %.0f N, pass %d, slip angle %.0f deg\n"
                "slip [-]  pull [N]  side force [N]  torque [N m]  sinkage [mm]%s\n",
                options.ground.c_str(), 1000 * radius, options.lugs, load, options.passes, options.slipAngle * 180 / Pi,
                isMeasured ? "   measured: pull [N]  torque [N m]  sinkage [mm]" : "");
    std::vector<Vec2> curve;
    for (std::size_t i = 0; i < smooth.size(); ++i) {
        const Real slip = smooth[i].slip;
        const Vec4 mean = measure(options, slip);
        std::printf("%8.1f %9.1f %15.1f %13.2f %13.1f", slip, mean[0], mean[1], mean[2], 1000 * mean[3]);
        if (isMeasured) std::printf("%22.1f %13.1f %13.1f", measured[i].pull, measured[i].torque, measured[i].sinkage);
        std::printf("\n");
        std::fflush(stdout);
        curve.push_back(Vec2(slip, mean[0]));
    }
    if (!options.picture.empty() && !plot(options, curve, measured)) {
        std::fprintf(stderr, "ExampleSingleWheel: gnuplot failed to draw %s; is it installed (package gnuplot-nox)?\n", options.picture.c_str());
        return 1;
    }
}
