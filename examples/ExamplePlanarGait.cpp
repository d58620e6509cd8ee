// A human of 62 kg walks on feet with memory. The joints follow a gait, the feet push the pelvis, and the standing foot
// stays where it is. ExamplePlanarGait --visualize shows the run in a window, --replay FILE records it as a page, --ground sand
// (or soil) is the same gait on soft ground, with flat soles. The numbers are from OpenSim Moco's example2DWalking.

#include <simbodydem/simbodydem.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const Real cycle = 0.94017882; // [s], two steps

// Evaluates mean + sum over k of cos_k cos(k w t) + sin_k sin(k w t) [rad]. Each derivative advances the phase by a quarter.
struct FourierSeries {
    Real period, mean;
    std::vector<Real> cosines, sines;

    Real calc(Real time, int derivative) const {
        Real x = derivative == 0 ? mean : 0;
        for (std::size_t i = 0; i < cosines.size(); ++i) {
            const Real w = (i + 1) * 2 * Pi / period, phase = w * time + derivative * Pi / 2;
            x += std::pow(w, derivative) * (cosines[i] * std::cos(phase) + sines[i] * std::sin(phase));
        }
        return x;
    }
};
const FourierSeries hipAngle{cycle,
                             0.347936,
                             {0.318731, -0.006403, 0.003698, -0.000314, 0.001292, 0.000954, 0.000395, 0.000646},
                             {-0.044157, -0.036898, 0.000254, -0.005132, -0.000601, -0.001296, 0.000126, -3e-06}},
    kneeAngle{cycle,
              -0.365259,
              {0.024769, 0.108096, 0.013388, 0.016182, 0.001104, 0.005041, -2.5e-05, 0.002094},
              {0.311103, -0.039585, -0.002998, -0.00688, 0.003564, -0.000605, 0.002133, 0.000729}},
    ankleAngle{cycle,
               0.158264,
               {0.086949, -0.000857, -0.014125, 0.014048, -0.003051, 0.003686, -0.001403, 0.001308},
               {0.024497, -0.098918, 0.020139, -0.006821, 0.004194, -0.002878, 0.001007, -0.000706}},
    pelvisTilt{
        cycle / 2, -0.262834, {0.000466, -0.000786, -0.000525, -0.000272}, {0.001664, 0.00122, 0.00037, 5.1e-05}},
    lumbarAngle{
        cycle / 2, 0.17093, {-0.001763, -0.000964, -0.000567, -0.00031}, {0.010179, 0.001698, 0.000486, 4.8e-05}};

// Prescribes a joint angle by its series, whatever torque that takes.
class FollowSeries : public Motion::Custom::Implementation {
public:
    FollowSeries(const FourierSeries& series, Real timeShift) : series(series), timeShift(timeShift) {}
    Motion::Level getLevel(const State&) const override { return Motion::Position; }
    void calcPrescribedPosition(const State& s, int, Real* q) const override { *q = calc(s, 0); }
    void calcPrescribedPositionDot(const State& s, int, Real* u) const override { *u = calc(s, 1); }
    void calcPrescribedPositionDotDot(const State& s, int, Real* udot) const override { *udot = calc(s, 2); }

private:
    Real calc(const State& s, int derivative) const { return series.calc(s.getTime() + timeShift, derivative); }
    const FourierSeries series;
    const Real timeShift;
};

// Adds a body on a pin at `joint` of its parent. An ellipsoid with the semi-axes `size` is drawn about its centre of mass.
MobilizedBody::Pin addSegment(MobilizedBody& parent, const Vec3& joint, Real mass, const Vec3& com, Real Izz,
                              const Vec3& size, const FourierSeries& angle, Real timeShift = 0) {
    const Inertia inertia = Inertia(Vec3(Izz)).shiftFromMassCenter(com, mass);
    MobilizedBody::Pin body(parent, joint, Body::Rigid(MassProperties(mass, com, inertia)), Vec3(0));
    body.addBodyDecoration(com, DecorativeEllipsoid(size).setColor(timeShift == 0 ? Orange : Blue).setOpacity(0.6));
    Motion::Custom(body, new FollowSeries(angle, timeShift));
    return body;
}

int main(int argc, char** argv) {
    std::string ground = "hard", page;
    bool isVisualized = false;
    for (int i = 1; i < argc; ++i) {
        const std::string option = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
        if (option == "--visualize") {
            isVisualized = true;
        } else if (option == "--replay" && !value.empty()) {
            page = argv[++i];
        } else if (option == "--ground" && (value == "hard" || value == "sand" || value == "soil")) {
            ground = argv[++i];
        } else {
            std::fprintf(stderr, "usage: %s [--visualize | --replay FILE] [--ground hard|sand|soil]\n", argv[0]);
            return 2;
        }
    }

    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false); // hides frames and centres of mass
    GeneralForceSubsystem forces(system);
    const Real g = 9.80665, weight = 62 * g;
    Force::UniformGravity(forces, matter, Vec3(0, -g, 0));
    MobilizedBody::Slider forwards(matter.Ground(), Body::Massless());
    MobilizedBody::Slider upwards(forwards, Rotation(Pi / 2, ZAxis), Body::Massless(), Rotation(Pi / 2, ZAxis));
    MobilizedBody::Pin pelvis =
        addSegment(upwards, Vec3(0), 9.7143336, Vec3(-.0682778, 0, 0), .044543, Vec3(.1, .1, .15), pelvisTilt);
    addSegment(pelvis, Vec3(-.09725, .0787078, 0), 28.240278, Vec3(-.0289722, .309037, 0), 1.140436, Vec3(.12, .3, .17),
               lumbarAngle);

    // Each foot has two spheres. The sole keeps its volume, so nu is 0.5. The restitution is for the tangential dashpot.
    SurfaceMaterial sole =
        SurfaceMaterial().setYoungsModulus(1.627e6).setPoissonsRatio(0.5).setRestitution(0.7).setFriction(0.8);
    sole.dissipation = 2; // [s/m]
    ContactSurfaces surfaces(matter);
    const bool isHard = ground == "hard";
    if (ground == "sand")
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), Sand::drySand().setElementSize(0.006), "sand");
    else if (ground == "soil")
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(),
                     Soil::sandyLoam().setPlateWidth(0.09).setCellSize(0.006), "soil");
    else
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), sole, "floor");
    const Vec3 heel(-.0132646, -.0279033, 0), front(.1328372, -.0539929, 0); // from the ankle
    std::vector<MobilizedBody> feet;
    for (Real shift : {0., cycle / 2}) { // the left leg repeats the right leg after half a cycle
        const std::string side = shift == 0 ? "_r" : "_l";
        auto thigh = addSegment(pelvis, Vec3(-.0682778, -.0638354, 0), 7.67231915, Vec3(0, -.170467, 0), .11711,
                                Vec3(.06, .22, .06), hipAngle, shift);
        auto shank = addSegment(thigh, Vec3(-.0045122, -.3969072, 0), 3.05815503, Vec3(0, -.180489, 0), .0393923,
                                Vec3(.05, .22, .05), kneeAngle, shift);
        auto foot = addSegment(shank, Vec3(0, -.4156948, 0), 1.29222, Vec3(.05816, -.01351, 0), .0056505,
                               Vec3(.1, .03, .04), ankleAngle, shift);
        if (isHard) {
            surfaces.add(foot, Sphere(.035), heel, sole, "heel" + side);
            surfaces.add(foot, Sphere(.015), front, sole, "front" + side);
        } else
            surfaces.add(foot, Brick(Vec3(.1, .02, .045), .008), Vec3(.05, -.046, 0), sole, "sole" + side);
        feet.push_back(foot);
    }
    DEMContactForce force(forces, surfaces, HuntCrossleyNormal(), CundallSlider().setStiffness(1e5));
    force.excludeBodies(feet[0].getMobilizedBodyIndex(), feet[1].getMobilizedBodyIndex()); // they pass in one plane

    std::unique_ptr<Visualizer> visualizer;
    if (isVisualized) {
        setenv("SIMBODY_VISUALIZER_NAME", "simbody-visualizer", false); // the program's name in Debian
        visualizer = std::make_unique<Visualizer>(system);
        visualizer->addDecorationGenerator(new ContactDecorations(force, weight, 0.9));
        system.addEventReporter(new Visualizer::Reporter(*visualizer, 0.02));
    }
    if (!page.empty()) {
        auto* replay = new ReplayRecorder(system, page, 0.01);
        replay->showContacts(force).follow(forwards);
        system.addEventReporter(replay);
    }

    State state = system.realizeTopology();
    forwards.setRate(state, 1.53069);
    upwards.setLength(state, 0.884032);
    upwards.setRate(state, -0.118061);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-5);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);

    std::printf("time [s]   pelvis [m]   under the right foot, the left foot [body weights]   right heel [m]\n");
    for (int i = 0; i <= 40; ++i) {
        stepper.stepTo(cycle / 10 * i);
        const State& now = stepper.getState();
        system.realize(now, Stage::Dynamics);
        Real loads[2];
        for (int side : {0, 1})
            loads[side] = calcWrench(force.getContactRecords(now), {"foot", force.getSurfaces(feet[side])}).force[1];
        std::printf("%8.3f %12.3f %30.3f %15.3f %33.4f\n", now.getTime(), forwards.getLength(now), loads[0] / weight,
                    loads[1] / weight, feet[0].findStationLocationInGround(now, heel)[0]);
    }
}
