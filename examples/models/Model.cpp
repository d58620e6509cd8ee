// This file makes the bodies of the models, and the contact force of a law choice with its options.

#include "Model.h"

#include "Check.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/LawCatalog.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/laws/Law.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/normal/HuntCrossleyNormal.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace lab {

using namespace simbodydem;
using namespace SimTK;

namespace {

using Of = LawNumber::Of;
using Numbers = std::map<std::string, double>;
using Choices = std::map<std::string, std::string>;

const LawParameter* find(const LawParameters& parameters, const std::string& name) {
    for (const LawParameter& p : parameters)
        if (p.name == name) return &p;
    return nullptr;
}

[[noreturn]] void refuseUnused(const std::string& option) {
    refuse(option + " is given but the chosen law does not use it");
}

template <class Entry>
Entry lookUp(const std::vector<Entry>& catalog, const std::string& option, const std::string& name) {
    for (const Entry& entry : catalog)
        if (entry.name == name) return entry;
    refuse(option + " " + name + " is unknown; `laws` lists them");
}

// Sets the dashpot by the short names of contact-lab.
void chooseDamping(const LawDescription& law, const std::string& damping, Numbers& numbers, Choices& choices) {
    if (damping == "") return;
    static const std::map<std::string, std::string> hertzian = {
        {"none", "None"},      {"tti", "TsujiTanakaIshida"}, {"tti-demlab", "TsujiTanakaIshida"},
        {"lh", "LeeHerrmann"}, {"kk", "KuwabaraKono"},       {"critical-ratio", "CriticalRatio"},
        {"linear", "Linear"},
    };
    std::string allowed;
    const auto allow = [&](const std::string& name) {
        allowed += (allowed.empty() ? "" : ", ") + name;
        return name == damping;
    };
    if (const LawParameter* p = find(law.parameters, "damping")) {
        for (const auto& [name, choice] : hertzian) {
            if (std::count(p->choices.begin(), p->choices.end(), choice) == 0) continue;
            const bool isDEMLab = name == "tti-demlab";
            if ((isDEMLab && !find(law.parameters, "TTIConstants")) || !allow(name)) continue;
            choices["damping"] = choice;
            if (isDEMLab) choices["TTIConstants"] = "DEMLab";
        }
    } else if (find(law.parameters, "dampingRatio")) {
        if (allow("none")) numbers["dampingRatio"] = 0;
        if (allow("linear")) return;
    }
    if (allowed == "") refuse("--damping is given but the chosen law has its own");
    if (numbers.empty() && choices.empty())
        refuse("--damping " + damping + " does not go with --normal " + law.name + "; choose from " + allowed);
}

// Makes a law of this kind with the given numbers. A number without a default gets LawNumber::ifNeeded.
template <class Make> auto makeLaw(const LawChoice& choice, Of kind, const LawDescription& law, Make make,
                                   Numbers numbers = {}, const Choices& choices = {}) {
    const std::string prefix = kind == Of::Normal ? "normal." : kind == Of::Tangential ? "tangential." : "rolling.";
    for (const auto& [name, value] : choice.others)
        if (name.rfind(prefix, 0) == 0) numbers[name.substr(prefix.size())] = value;
    const LawParameters parameters = make(law.name, numbers, choices)->getParameters();
    for (const LawNumber& option : lawNumbers()) {
        if (option.of != kind) continue;
        const Real given = choice.*option.value;
        bool isUsed = false;
        for (const std::string& name : option.parameters) {
            const LawParameter* p = find(parameters, name);
            if (!p || !p->isUsed || numbers.count(name) > 0) continue;
            isUsed = true;
            if (!std::isnan(given))
                numbers[name] = given;
            else if (!std::isnan(option.ifNeeded) && (p->ifNotSet == "needed" || std::get<Real>(p->value) == 0))
                numbers[name] = option.ifNeeded;
        }
        if (!isUsed && !std::isnan(given)) refuseUnused(option.option);
    }
    return make(law.name, numbers, choices);
}

std::unique_ptr<NormalLaw> makeNormal(const LawChoice& choice) {
    const LawDescription law = lookUp(listNormalLaws(), "--normal", choice.normal);
    Numbers numbers;
    Choices choices;
    chooseDamping(law, choice.damping, numbers, choices);
    const bool isHuntCrossley = law.className == HuntCrossleyNormal().getName();
    if (isHuntCrossley && std::isnan(choice.dissipation)) choices["damping"] = "FromRestitution";
    if (!isHuntCrossley && !std::isnan(choice.dissipation)) refuseUnused("--dissipation");
    const LawParameters plain = makeNormalLaw(law.name, numbers, choices)->getParameters();
    const auto choose = [&](const std::string& option, const std::string& parameter, const std::string& value) {
        const LawParameter* p = find(plain, parameter);
        if (!p || !p->isUsed) refuseUnused(option);
        choices[parameter] = value;
    };
    if (choice.tension == "allow") choose("--tension", "tension", "Allowed");
    if (choice.restitutionAs != "")
        choose("--restitution-as", "restitutionMeaning", choice.restitutionAs == "textbook" ? "Textbook" : "Realized");
    return makeLaw(choice, Of::Normal, law, makeNormalLaw, numbers, choices);
}

void installHuntCrossley(Model& model, ContactSetIndex set, const LawChoice& choice, const SurfaceMaterial& target) {
    for (const LawNumber& number : lawNumbers()) {
        const bool isUsed = number.value == &LawChoice::dissipation || number.value == &LawChoice::transitionVelocity;
        if (!isUsed && !std::isnan(choice.*number.value)) refuseUnused(number.option);
    }
    if (choice.damping != "") refuse("--damping is given but the chosen law has its own");
    if (choice.restitutionAs != "") refuseUnused("--restitution-as");
    if (choice.effectiveMass != "") refuseUnused("--effective-mass");
    if (choice.dashpot != "") refuseUnused("--dashpot");
    if (choice.tension == "allow") refuseUnused("--tension");
    const SurfaceMaterial material = choice.getMaterial();
    const Real modulus = std::pow(2., 1.5) * mixMaterials(material, target).effectiveYoungsModulus;
    const Real kinetic = std::isnan(choice.kineticFriction) ? choice.staticFriction : choice.kineticFriction;
    HuntCrossleyForce force(model.forces, model.contacts, set);
    for (ContactSurfaceIndex s(0); s < model.contacts.getNumBodies(set); ++s)
        force.setBodyParameters(s, modulus, material.dissipation, choice.staticFriction, kinetic, 0);
    const Real speed = choice.transitionVelocity;
    if (std::isnan(speed)) return;
    if (!(speed > 0)) refuse("--transition-velocity = " + std::to_string(speed) + " m/s; it must be > 0");
    force.setTransitionVelocity(speed);
}

// HuntCrossleyForce does not check its parameters, so the material is checked on a DEMContactForce.
void checkMaterial(const SurfaceMaterial& material) {
    OneSetModel model;
    DEMContactForce(model.forces, model.contacts, model.set, HertzNormal(), NoFriction()).setMaterialForAll(material);
}

// Makes the laws of a choice, with its material for every surface.
ContactModel makeContactModel(LawChoice choice) {
    if (choice.law != "") {
        const NamedLaws named = lookUp(listNamedLaws(), "--law", choice.law);
        choice.normal = named.normal;
        choice.tangential = named.tangential;
    }
    const auto normal = makeNormal(choice);
    const LawDescription slip = lookUp(listTangentialLaws(), "--tangential", choice.tangential);
    const LawDescription roll = lookUp(listRollingLaws(), "--rolling", choice.rolling);
    const auto choicesOf = [&choice](const LawDescription& law) {
        Choices choices;
        if (choice.dashpot != "" && find(law.parameters, "kelvinVoigt"))
            choices["kelvinVoigt"] = choice.dashpot == "kelvin-voigt" ? "on" : "off";
        return choices;
    };
    if (choice.dashpot != "" && choicesOf(slip).empty() && choicesOf(roll).empty()) refuseUnused("--dashpot");
    const auto tangential = makeLaw(choice, Of::Tangential, slip, makeTangentialLaw, {}, choicesOf(slip));
    const auto rolling = makeLaw(choice, Of::Rolling, roll, makeRollingLaw, {}, choicesOf(roll));
    if (choice.rolling == "none") {
        if (!std::isnan(choice.rollingFriction)) refuseUnused("--rolling-friction");
        if (!std::isnan(choice.twistingFriction)) refuseUnused("--twisting-friction");
    }
    ContactModel model(*normal, *tangential, *rolling);
    model.effectiveMass.kind = choice.effectiveMass == "twobody" ? EffectiveMass::TwoBody : EffectiveMass::Articulated;
    model.materials.forAll = choice.getMaterial();
    return model;
}

} // namespace

Body::Rigid makeBall(Real mass, Real radius) {
    return Body::Rigid(MassProperties(mass, Vec3(0), mass * UnitInertia::sphere(radius)));
}

Body::Rigid makeBrick(Real mass, const Vec3& half, const Vec3& com) {
    const Inertia central = mass * UnitInertia::brick(half);
    return Body::Rigid(MassProperties(mass, com, central.shiftFromMassCenter(com, mass)));
}

SpatialVec forceOn(const MobilizedBody& body, const Force& force, const State& state) {
    Vector_<SpatialVec> onBodies;
    Vector_<Vec3> onParticles;
    Vector onMobilities;
    force.calcForceContribution(state, onBodies, onParticles, onMobilities);
    return onBodies[body.getMobilizedBodyIndex()];
}

void OneSetModel::addGround() { contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), facingUp()); }

void OneSetModel::addSphere(MobilizedBody& body, Real radius, const Vec3& centre, Real margin) {
    if (margin > 0) margins[ContactSurfaceIndex(contacts.getNumBodies(set))] = margin;
    contacts.addBody(set, body, ContactGeometry::Sphere(radius + margin), centre);
}

std::unique_ptr<DEMContactForce> OneSetModel::install(const LawChoice& law, const SurfaceMaterial& target) {
    auto force = installForce(set, law, target);
    for (const auto& [surface, margin] : margins) force->setDetectionMargin(surface, margin);
    return force;
}

LedSphere::LedSphere(Real radius, Real density, const LawChoice& law, const SurfaceMaterial& target)
    : sphere(matter.updGround(), makeBall(massOfBall(radius, density), radius)) {
    addGround();
    addSphere(sphere, radius, Vec3(0), law.calcMargin(radius));
    ours = install(law, target);
    state = system.realizeTopology();
}

Vec3 LedSphere::leadTo(Real time, const Vec3& position, const Vec3& velocity) {
    state.setTime(time);
    sphere.setQToFitTranslation(state, position);
    sphere.setUToFitLinearVelocity(state, velocity);
    system.realize(state, Stage::Dynamics); // no further, since the motion is given and no force has to explain it
    const Vec3 force =
        forceOn(sphere, forces.getForce(ForceIndex(0)), state)[1]; // of the DEMContactForce or of HuntCrossleyForce
    state.autoUpdateDiscreteVariables();                           // as an integrator does after an accepted step
    return force;
}

std::unique_ptr<DEMContactForce> Model::installForce(ContactSetIndex set, const LawChoice& choice,
                                                     const SurfaceMaterial& target) {
    checkMaterial(choice.getMaterial());
    if (choice.isHuntCrossley()) {
        installHuntCrossley(*this, set, choice, target);
        return nullptr;
    }
    auto force = std::make_unique<DEMContactForce>(forces, contacts, set, makeContactModel(choice));
    force->setMaterial(ContactSurfaceIndex(0), target);
    ours.push_back(force.get());
    return force;
}

std::unique_ptr<DEMContactForce> Model::installForce(const ContactSurfaces& surfaces, const LawChoice& choice) {
    if (choice.isHuntCrossley()) refuse("--law hunt-crossley takes only the shapes of a contact set");
    auto force = std::make_unique<DEMContactForce>(forces, surfaces, makeContactModel(choice));
    ours.push_back(force.get());
    return force;
}

} // namespace lab
