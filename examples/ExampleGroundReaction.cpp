// A person stands on two feet. The ground reactions, which are the forces that one publishes, are written to a file that
// OpenSim reads, and to the screen.

#include <Simbody.h>

#include <simbodydem/GroundReactionRecorder.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/Resultants.h>
#include <simbodydem/SimbodyIntegrators.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <iostream>

using namespace SimTK;
using namespace simbodydem;

State simulate(const MultibodySystem& system, const State& start, Real duration) {
    CPodesIntegrator integrator(system);
    prepareIntegrator(integrator); // so that each step commits the history of the contacts
    TimeStepper stepper(system, integrator);
    stepper.initialize(start);
    stepper.stepTo(duration);
    return stepper.getState();
}

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    GeneralContactSubsystem contacts(system);
    const ContactSetIndex set = contacts.createContactSet();
    contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
    // The trunk has 70 kg. Its centre of mass is 2 cm to the right of the middle, and the feet are 20 cm apart.
    MobilizedBody::Free trunk(matter.Ground(), Transform(Vec3(0, 1.02, 0)),
                              Body::Rigid(MassProperties(70, Vec3(0, 0, 0.02), 70 * UnitInertia(0.1, 0.05, 0.1))),
                              Transform());
    const Body sole = Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::brick(0.1, 0.02, 0.04)));
    MobilizedBody::Weld rightFoot(trunk, Vec3(0, -1, 0.1), sole, Vec3(0));
    MobilizedBody::Weld leftFoot(trunk, Vec3(0, -1, -0.1), sole, Vec3(0));
    for (const MobilizedBody& foot : {MobilizedBody(rightFoot), MobilizedBody(leftFoot)})
        for (Vec3 corner : {Vec3(.1, 0, .04), Vec3(.1, 0, -.04), Vec3(-.1, 0, .04), Vec3(-.1, 0, -.04)})
            contacts.addBody(set, foot, ContactGeometry::Sphere(0.02), corner);
    HertzMindlinForce force(forces, contacts, set);
    force.setMaterialForAll(
        SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.3).setRestitution(0.1).setFriction(0.8));

    // README begins
    const SurfaceGroup right{"r", force.getSurfaces(rightFoot)}, left{"l", force.getSurfaces(leftFoot)};
    auto* recorder = new GroundReactionRecorder(force, {right, left}, 0.01); // a row every 10 ms
    recorder->write("grf.mot").writeContacts("contacts.csv");
    system.addEventReporter(recorder); // before realizeTopology(); the System deletes it
    const State state = simulate(system, system.realizeTopology(), 10);
    system.realize(state, Stage::Dynamics);
    const Wrench onRightFoot = calcWrench(force.getContactRecords(state), right); // all contacts of the foot
    const GroundReaction r = calcGroundReaction(onRightFoot);                     // on the plane y = 0
    std::cout << r.force << " N at " << r.centreOfPressure << " m, free moment " << r.freeMoment << " N m\n";
    // README ends
}
