#include "InstallForce.h"

#include "Check.h"
#include "ChosenLaws.h"

#include <cmath>

namespace lab {

using namespace simbodydem;
using namespace SimTK;

namespace {

void installHuntCrossley(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set,
                         const LawChoice& choice, const SurfaceMaterial& target) {
    checkHuntCrossley(choice);
    const Real modulus = std::pow(2., 1.5) * mixMaterials(choice.getMaterial(), target).effectiveYoungsModulus;
    const Real kinetic = std::isnan(choice.kineticFriction) ? choice.staticFriction : choice.kineticFriction;
    const Real dissipation = std::isnan(choice.dissipation) ? typicalDissipation : choice.dissipation;
    HuntCrossleyForce force(forces, contacts, set);
    for (ContactSurfaceIndex s(0); s < contacts.getNumBodies(set); ++s)
        force.setBodyParameters(s, modulus, dissipation, choice.staticFriction, kinetic, 0);
    const Real speed = choice.transitionVelocity;
    if (std::isnan(speed)) return;
    if (!(speed > 0)) refuse("--transition-velocity = " + std::to_string(speed) + " m/s; it must be > 0");
    force.setTransitionVelocity(speed);
}

// Simbody's force does not check its parameters, so the material is checked on one of ours.
void checkMaterial(const SurfaceMaterial& material) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    DEMContactForce(forces, contacts, contacts.createContactSet(), HertzNormal(), NoFriction())
        .setMaterialForAll(material);
}

} // namespace

std::unique_ptr<DEMContactForce> installForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts,
                                              ContactSetIndex set, const LawChoice& asked,
                                              const SurfaceMaterial& target) {
    checkMaterial(asked.getMaterial());
    if (asked.isHuntCrossley()) {
        installHuntCrossley(forces, contacts, set, asked, target);
        return nullptr;
    }
    const ChosenLaws laws = makeLaws(asked);
    auto force =
        std::make_unique<DEMContactForce>(forces, contacts, set, *laws.normal, *laws.tangential, *laws.rolling);
    force->setEffectiveMass(asked.effectiveMass == "twobody" ? EffectiveMass::TwoBody : EffectiveMass::Articulated);
    force->setMaterialForAll(asked.getMaterial());
    force->setMaterial(ContactSurfaceIndex(0), target);
    return force;
}

} // namespace lab
