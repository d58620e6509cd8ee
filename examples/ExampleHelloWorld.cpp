#include <simbodydem/simbodydem.h>
#include <iostream>
using namespace SimTK;
using namespace simbodydem;
int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0.3, -9.81, 0)); // a slope of 1.75 degrees
    GeneralContactSubsystem contacts(system);
    ContactSetIndex set = contacts.createContactSet();
    MobilizedBody::Free block(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::brick(.1, .05, .1))));
    contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
    for (Vec3 foot : {Vec3(.1, -.04, .1), Vec3(.1, -.04, -.1), Vec3(-.1, -.04, .1), Vec3(-.1, -.04, -.1)})
        contacts.addBody(set, block, ContactGeometry::Sphere(0.02), foot);
    HertzMindlinForce force(forces, contacts, set);
    force.setMaterialForAll(
        SurfaceMaterial().setYoungsModulus(1e6).setPoissonsRatio(0.3).setRestitution(0.5).setFriction(0.5));
    State state = system.realizeTopology();
    block.setQToFitTranslation(state, Vec3(0, 0.06, 0));
    CPodesIntegrator integrator(system);
    prepareIntegrator(integrator);       // so that each step commits the history of the contacts
    integrator.setMaximumStepSize(0.05); // longer steps may miss a contact or a load
    integrator.initialize(state);
    while (integrator.getTime() < 60) integrator.stepTo(60);
    std::cout << "after a minute the block is at " << block.getBodyOriginLocation(integrator.getState()) << " m\n";
}
