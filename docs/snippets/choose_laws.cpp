// Chooses laws by type and by name.

#include <simbodydem/simbodydem.h>

using namespace SimTK;
using namespace simbodydem;

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    ContactSurfaces surfaces(matter);
    // by type begins
    DEMContactForce force(forces, surfaces, HertzNormal(), CundallSlider(), EPSDRolling());
    // by type ends
    // by name begins
    const auto normal = makeNormalLaw("linear", {{"stiffness", 1e5}}); // kn [N/m]
    const auto tangential = makeTangentialLaw("cundall", {{"stiffness", 8e4}});
    DEMContactForce another(forces, surfaces, *normal, *tangential);
    // by name ends
}
