// A foot is dropped on the floor and comes to rest. Its ground reaction is written to a file and the run to a page.
// docs/first-model.md explains each step.

#include <Simbody.h>

#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/GroundReactionRecorder.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/Resultants.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <iostream>

using namespace SimTK;
using namespace simbodydem;

int main() {
    // model begins
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false); // hides frames and centres of mass
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0)); // [m/s^2], y is up
    const Vec3 half(0.12, 0.03, 0.05);                        // half of the foot's length, height and width [m]
    Body::Rigid sole(MassProperties(2, Vec3(0), 2 * UnitInertia::brick(half))); // 2 kg
    sole.addDecoration(Vec3(0), DecorativeBrick(half));
    MobilizedBody::Free foot(matter.Ground(), sole);
    // model ends

    // contact begins
    const SurfaceMaterial rubber =
        SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.4).setRestitution(0.2).setFriction(0.8);
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber, "floor");
    surfaces.add(foot, Brick(half, /*rounding [m]*/ 0.01), Vec3(0), rubber, "sole_r");
    HertzMindlinForce force(forces, surfaces);
    // contact ends

    // recorder begins
    auto* recorder = new GroundReactionRecorder(force, {{"r", force.getSurfaces(foot)}}, 0.01); // a row every 10 ms
    recorder->write("grf.mot");
    system.addEventReporter(recorder); // before realizeTopology(); the System deletes it
    // recorder ends

    // replay begins
    auto* replay = new ReplayRecorder(system, "foot.html", 1. / 30); // [s]
    replay->showContacts(force);
    system.addEventReporter(replay); // before realizeTopology(), like the other recorder
    // replay ends

    // run begins
    State state = system.realizeTopology();
    foot.setQToFitTransform(state, Transform(Rotation(0.1, ZAxis), Vec3(0, 0.1, 0))); // toes up by 0.1 rad
    foot.setUToFitLinearVelocity(state, Vec3(0.3, 0, 0));                             // [m/s], forwards
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-4);
    integrator.setMaximumStepSize(0.01); // [s]: a free fall must not step past the floor
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(2);
    // run ends

    // result begins
    const State& end = stepper.getState();
    system.realize(end, Stage::Dynamics);
    for (const ContactRecord& contact : force.getContactRecords(end))
        std::cout << "at " << contact.point << " m: " << contact.normalForce[1] << " N, overlap " << contact.overlap
                  << " m\n";
    const Wrench onFoot = calcWrench(force.getContactRecords(end), {"r", force.getSurfaces(foot)});
    std::cout << "total " << onFoot.force[1] << " N\n";
    // result ends
    std::cout << "grf.mot has the ground reaction; open foot.html in a browser\n";
}
