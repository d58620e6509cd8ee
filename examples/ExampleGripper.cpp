// Two fingers grip an object on a table, lift it, shake it and hold it for a minute. It does not slip, since friction has a
// memory. ExampleGripper --visualize shows the run in a window, --replay FILE records it as a page. To use it in your project,
// copy this file, models/GripperMechanism.h and models/Motions.h.

#include "models/GripperMechanism.h"

#include <Simbody.h>

#include <simbodydem/ContactDecorations.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/SimbodyIntegrators.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;
using lab::GripperMechanism;

int main(int argc, char** argv) {
    const GripperMechanism gripper;
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false); // hides frames and centres of mass
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    MobilizedBody::Slider carriage(matter.Ground(), Rotation(Pi / 2, ZAxis), gripper.makeCarriage(),
                                   Rotation(Pi / 2, ZAxis)); // along y
    Motion::Custom(carriage, new lab::Prescribed([gripper](Real time, int derivative, Real* q) {
                       *q = gripper.calcHeight(time, derivative);
                   }));
    MobilizedBody::Free object = gripper.addObject(matter);

    // The object stands on four feet. The pad of each finger holds it at two points.
    SurfaceMaterial rubber =
        SurfaceMaterial().setYoungsModulus(5e6).setPoissonsRatio(0.45).setRestitution(0.3).setFriction(0.8);
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber, "table");
    for (const Vec3& foot : gripper.getFeet()) surfaces.add(object, Sphere(gripper.footRadius), foot, rubber);
    std::vector<MobilizedBody::Pin> fingers;
    for (Real side : {-1, 1}) {
        MobilizedBody::Pin finger = gripper.addFinger(forces, carriage, side);
        surfaces.add(finger, HalfSpace(), gripper.getPad(side), rubber);
        for (Real z : {-gripper.pointSpread, gripper.pointSpread})
            surfaces.add(object, Sphere(gripper.pointRadius), gripper.getPoint(side, z), rubber);
        fingers.push_back(finger);
    }
    HertzMindlinForce force(forces, surfaces);

    const std::string option = argc > 1 ? argv[1] : "";
    std::unique_ptr<Visualizer> visualizer; // there is no TimeStepper, so the loop below calls both
    std::unique_ptr<ReplayRecorder> replay;
    if (argc == 2 && option == "--visualize") {
        setenv("SIMBODY_VISUALIZER_NAME", "simbody-visualizer", false); // the program's name in Debian
        visualizer = std::make_unique<Visualizer>(system);
        visualizer->addDecorationGenerator(new ContactDecorations(force, gripper.gripForce, 0.1));
    } else if (argc == 3 && option == "--replay") {
        replay = std::make_unique<ReplayRecorder>(system, argv[2], Infinity);
        replay->showContacts(force);
    } else if (argc > 1) {
        std::fprintf(stderr, "usage: %s [--visualize | --replay FILE]\n", argv[0]);
        return 2;
    }

    State state = system.realizeTopology();
    object.setQToFitTranslation(state, Vec3(0, gripper.halfHeight, 0));
    CPodesIntegrator integrator(system);
    integrator.setAccuracy(1e-4);
    prepareIntegrator(integrator); // so that each step commits the history of the contacts
    integrator.initialize(state);

    // The slip is the displacement of the object in the left finger since it hung at rest.
    std::printf("time [s]   height of the object [mm]   slipped [um]   steps\n");
    Vec3 atRest(0);
    Real due = 0; // time of the next frame [s]
    for (Real time : {0., 1., 2., 4., 5., 10., 30., 50., 56., 60.}) {
        while (integrator.getTime() < time) {
            integrator.stepTo(time);
            if (integrator.getTime() < due) continue;
            due += 0.02;
            if (visualizer) visualizer->report(integrator.getState());
            if (replay) replay->record(integrator.getState());
        }
        const State& now = integrator.getState();
        system.realize(now, Stage::Position);
        const Vec3 place = fingers[0].findStationAtGroundPoint(now, object.getBodyOriginLocation(now));
        if (time <= 4) atRest = place;
        std::printf("%8.1f %27.3f %14.3f %7d\n", time, 1e3 * object.getBodyOriginLocation(now)[1],
                    1e6 * (place - atRest).norm(), integrator.getNumStepsTaken());
    }
}
