// A human of 62 kg walks on feet with memory. The joints follow a gait, the feet push the pelvis, and the standing foot
// stays where it is. ExamplePlanarGait --visualize shows the run in a window, --replay FILE records it as a page, --ground sand
// (or soil) is the same gait on soft ground, with flat soles. The numbers are from OpenSim Moco's example2DWalking. To use it in
// your project, copy this file, models/GaitMechanism.h and models/Motions.h.

#include "models/GaitMechanism.h"

#include <Simbody.h>

#include <simbodydem/ContactDecorations.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/Resultants.h>
#include <simbodydem/Sand.h>
#include <simbodydem/Soil.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/laws/normal/HuntCrossleyNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;
using lab::GaitMechanism;

// Draws an ellipsoid with these semi-axes about the centre of mass of a body.
void draw(MobilizedBody& body, const Vec3& size, const Vec3& color) {
    body.addBodyDecoration(body.getDefaultMassProperties().getMassCenter(),
                           DecorativeEllipsoid(size).setColor(color).setOpacity(0.6));
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
    const Real g = GaitMechanism::g, weight = 62 * g;
    Force::UniformGravity(forces, matter, Vec3(0, -g, 0));
    // The bones of the foot are one part here, rounded.
    GaitMechanism gait(matter, {{1.29222, Vec3(.05816, -.01351, 0), .0056505}});
    draw(gait.pelvis, Vec3(.1, .1, .15), Orange);
    draw(gait.torso, Vec3(.12, .3, .17), Orange);
    for (int side : {0, 1}) {
        const Vec3& color = side == 0 ? Orange : Blue;
        draw(gait.legs[side].thigh, Vec3(.06, .22, .06), color);
        draw(gait.legs[side].shank, Vec3(.05, .22, .05), color);
        draw(gait.legs[side].foot, Vec3(.1, .03, .04), color);
    }

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
    for (int i : {0, 1}) {
        MobilizedBody& foot = gait.legs[i].foot;
        const std::string side = i == 0 ? "_r" : "_l";
        if (isHard) {
            surfaces.add(foot, Sphere(gait.heelRadius), gait.heel, sole, "heel" + side);
            surfaces.add(foot, Sphere(gait.frontRadius), gait.front, sole, "front" + side);
        } else
            surfaces.add(foot, Brick(Vec3(.1, .02, .045), .008), Vec3(.05, -.046, 0), sole, "sole" + side);
    }
    MobilizedBody &right = gait.legs[0].foot, &left = gait.legs[1].foot;
    DEMContactForce force(forces, surfaces, HuntCrossleyNormal(), CundallSlider().setStiffness(1e5));
    force.excludeBodies(right.getMobilizedBodyIndex(), left.getMobilizedBodyIndex()); // they pass in one plane

    std::unique_ptr<Visualizer> visualizer;
    if (isVisualized) {
        setenv("SIMBODY_VISUALIZER_NAME", "simbody-visualizer", false); // the program's name in Debian
        visualizer = std::make_unique<Visualizer>(system);
        visualizer->addDecorationGenerator(new ContactDecorations(force, weight, 0.9));
        system.addEventReporter(new Visualizer::Reporter(*visualizer, 0.02));
    }
    if (!page.empty()) {
        auto* replay = new ReplayRecorder(system, page, 0.01);
        replay->showContacts(force).follow(gait.forwards);
        system.addEventReporter(replay);
    }

    State state = system.realizeTopology();
    gait.forwards.setRate(state, 1.53069);
    gait.upwards.setLength(state, 0.884032);
    gait.upwards.setRate(state, -0.118061);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-5);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);

    std::printf("time [s]   pelvis [m]   under the right foot, the left foot [body weights]   right heel [m]\n");
    for (int i = 0; i <= 40; ++i) {
        stepper.stepTo(gait.cycle / 10 * i);
        const State& now = stepper.getState();
        system.realize(now, Stage::Dynamics);
        Real loads[2];
        for (int side : {0, 1}) {
            const SurfaceGroup foot{"foot", force.getSurfaces(gait.legs[side].foot)};
            loads[side] = calcWrench(force.getContactRecords(now), foot).force[1];
        }
        std::printf("%8.3f %12.3f %30.3f %15.3f %33.4f\n", now.getTime(), gait.forwards.getLength(now),
                    loads[0] / weight, loads[1] / weight, right.findStationLocationInGround(now, gait.heel)[0]);
    }
}
