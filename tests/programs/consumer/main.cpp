// An independent project in the style of the Simbody examples: a ball that is dropped on the floor must bounce.
#include <simbodydem/simbodydem.h>

#include <cstdio>

using namespace SimTK;
using namespace simbodydem;

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    GeneralContactSubsystem contacts(system);
    const ContactSetIndex set = contacts.createContactSet();
    MobilizedBody::Free ball(matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::sphere(0.1))));
    contacts.addBody(set, matter.updGround(), ContactGeometry::HalfSpace(), HalfSpace::floor());
    contacts.addBody(set, ball, ContactGeometry::Sphere(0.1), Vec3(0));

    HertzMindlinForce force(forces, contacts, set);
    SurfaceMaterial rubber;
    rubber.youngsModulus = 1e6;
    rubber.poissonsRatio = 0.4;
    rubber.restitution = 0.8;
    rubber.staticFriction = 0.5;
    force.setMaterialForAll(rubber);

    State state = system.realizeTopology();
    ball.setQToFitTranslation(state, Vec3(0, 0.5, 0));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.initialize(state);
    Real highest = 0, lowest = 1; // after the first contact, and until it
    for (int i = 1; i <= 600; ++i) {
        integrator.stepTo(0.001 * i);
        const Real height = ball.getBodyOriginLocation(integrator.getState())[1];
        lowest = std::min(lowest, height);
        if (lowest < 0.1) highest = std::max(highest, height);
    }
    std::printf("down to %.4f m, back up to %.4f m\n", lowest, highest);
    return lowest < 0.1 && highest > 0.2 && highest < 0.45 ? 0 : 1;
}
