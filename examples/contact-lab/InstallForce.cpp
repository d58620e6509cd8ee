#include "InstallForce.h"

#include "Check.h"

#include "LawCatalog.h"

#include <cmath>

namespace lab {

using namespace simbodydem;
using namespace SimTK;

namespace {

template <class Law, class Entry> std::unique_ptr<Law> make(const std::vector<Entry>& catalog,
                                                            const std::string& option, const std::string& name,
                                                            OptionReader& options) {
    for (const Entry& entry : catalog)
        if (entry.name == name) return entry.make(options);
    refuse(option + " " + name + " is unknown; `laws` lists them");
}

LawChoice withParts(LawChoice choice) {
    if (choice.law == "") return choice;
    for (const NamedLaw& named : namedLaws())
        if (named.name == choice.law) {
            choice.normal = named.normal;
            choice.tangential = named.tangential;
            return choice;
        }
    refuse("--law " + choice.law + " is unknown; `laws` lists them");
}

void installHuntCrossley(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set,
                         const LawChoice& choice, const SurfaceMaterial& target) {
    OptionReader options(choice);
    const Real modulus = std::pow(2., 1.5) * mixMaterials(choice.getMaterial(), target).effectiveYoungsModulus;
    const Real kinetic = std::isnan(choice.kineticFriction) ? choice.staticFriction : choice.kineticFriction;
    Real dissipation = typicalDissipation;
    options.read(&LawChoice::dissipation, [&](Real c) { dissipation = c; });
    HuntCrossleyForce force(forces, contacts, set);
    for (ContactSurfaceIndex s(0); s < contacts.getNumBodies(set); ++s)
        force.setBodyParameters(s, modulus, dissipation, choice.staticFriction, kinetic, 0);
    options.read(&LawChoice::transitionVelocity, [&](Real v) {
        if (!(v > 0)) refuse("--transition-velocity = " + std::to_string(v) + " m/s; it must be > 0");
        force.setTransitionVelocity(v);
    });
    options.refuseUnread();
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
    const LawChoice choice = withParts(asked);
    OptionReader options(choice);
    const auto normal = make<NormalLaw>(normalLaws(), "--normal", choice.normal, options);
    const auto tangential = make<TangentialLaw>(tangentialLaws(), "--tangential", choice.tangential, options);
    const auto rolling = make<RollingLaw>(rollingLaws(), "--rolling", choice.rolling, options);
    const EffectiveMass mass = options.readEffectiveMass();
    options.refuseUnread();
    auto force = std::make_unique<DEMContactForce>(forces, contacts, set, *normal, *tangential, *rolling);
    force->setEffectiveMass(mass);
    force->setMaterialForAll(choice.getMaterial());
    force->setMaterial(ContactSurfaceIndex(0), target);
    return force;
}

} // namespace lab
