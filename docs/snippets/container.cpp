// Reads a drum as a solid and turns it inside out, into a container.

#include <simbodydem/simbodydem.h>

using namespace SimTK;
using namespace simbodydem;

// container begins
void addDrum(ContactSurfaces& surfaces, const MobilizedBody& shell, const SurfaceMaterial& steel) {
    const Mesh solid = Mesh::fromFile("drum.stl", /*rounding [m]*/ 0);
    surfaces.add(shell, solid.asContainer(), Transform(), steel, "drum");
}
// container ends

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    ContactSurfaces surfaces(matter);
    try {
        addDrum(surfaces, matter.Ground(), SurfaceMaterial());
    } catch (const std::invalid_argument&) { // there is no such file here
    }
}
