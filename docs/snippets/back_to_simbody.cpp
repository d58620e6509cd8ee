// Converts SimbodyDEM's materials for Simbody's contact forces.

#include <simbodydem/simbodydem.h>

#include <cstdio>

using namespace SimTK;
using namespace simbodydem;

// hunt-crossley begins
void giveMaterial(HuntCrossleyForce& force, ContactSurfaceIndex surface, const SurfaceMaterial& material) {
    const HuntCrossleyParameters p = toHuntCrossley(material, MixingRules::Moduli::Hertz); // SimbodyDEM's default rules
    force.setBodyParameters(surface, p.stiffness, p.dissipation, p.staticFriction, p.dynamicFriction,
                            p.viscousFriction);
}
// hunt-crossley ends

// compliant begins
ContactMaterial toContactMaterial(const SurfaceMaterial& material) {
    const HuntCrossleyParameters p = toHuntCrossley(material, MixingRules::Moduli::Hertz); // SimbodyDEM's default rules
    return ContactMaterial(p.stiffness, p.dissipation, p.staticFriction, p.dynamicFriction, p.viscousFriction);
}
// compliant ends

int main() {
    SurfaceMaterial rubber =
        SurfaceMaterial().setYoungsModulus(1e6).setPoissonsRatio(0.3).setRestitution(0.5).setFriction(0.8);
    rubber.dissipation = 0.5; // (1 - e)/v at 1 m/s [s/m]
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    const ContactSetIndex set = contacts.createContactSet();
    contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), Transform());
    HuntCrossleyForce force(forces, contacts, set);
    giveMaterial(force, ContactSurfaceIndex(0), rubber);
    std::printf("stiffness %.4g Pa\n", toContactMaterial(rubber).getStiffness());
}
