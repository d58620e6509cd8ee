// Includes the public headers in the style of the Simbody examples: with a file-scope `using namespace SimTK`. There the unconstrained
// operator!= of Simbody makes any Eigen matrix a hard error. The test is that this file compiles.

#include "Simbody.h"
using namespace SimTK;
#include <simbodydem/simbodydem.h>
using namespace simbodydem;

#include <gtest/gtest.h>

// A model is set up in at most ten lines, as with HuntCrossleyForce, and gives its force.
TEST(PublicHeaders, CompileUnderUsingNamespaceSimTK) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    const ContactSetIndex set = contacts.createContactSet();
    MobilizedBody::Free ball(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1))));
    contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
    contacts.addBody(set, ball, ContactGeometry::Sphere(0.1), Vec3(0));
    HertzMindlinForce a(forces, contacts, set);
    CundallForce b(forces, contacts, set);
    HertzDashpotSliderForce c(forces, contacts, set);
    SurfaceMaterial rubber;
    rubber.youngsModulus = 1e7, rubber.poissonsRatio = 0.3, rubber.restitution = 0.7, rubber.staticFriction = 0.5;
    for (DEMContactForce force : {DEMContactForce(a), DEMContactForce(b), DEMContactForce(c)})
        force.setMaterialForAll(rubber);
    State state = system.realizeTopology();
    ball.setQToFitTranslation(state, Vec3(0, 1, 0));
    system.realize(state, Stage::Dynamics);
    EXPECT_TRUE(a.getContactRecords(state).empty());
}
