// The public headers in the style of all of Simbody's examples: a file-scope `using namespace SimTK`. Simbody's
// unconstrained operator!= makes any Eigen matrix a hard error under it, so this file failing to compile is the test.

#include "Simbody.h"
using namespace SimTK;
#include <simbodydem/simbodydem.h>
using namespace simbodydem;

#include <gtest/gtest.h>

// A model is set up in at most ten lines, HuntCrossleyForce's way, and its force can be asked for.
TEST(PublicHeaders, CompileUnderUsingNamespaceSimTK) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    const ContactSetIndex set = contacts.createContactSet();
    HertzMindlinForce a(forces, contacts, set);
    CundallForce b(forces, contacts, set);
    HertzDashpotSliderForce c(forces, contacts, set);
    const State state = system.realizeTopology();
    system.realize(state, Stage::Dynamics);
    EXPECT_TRUE(a.getContactRecords(state).empty());
}
