#include "LawChoice.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace lab {

using namespace simbodydem;
using namespace SimTK;

namespace {

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

bool isGiven(Real value) { return !std::isnan(value); }

HertzNormal makeHertz(const LawChoice& choice) {
    HertzNormal law;
    law.setTension(choice.tensionAllowed ? Tension::Allowed : Tension::Clamped);
    if (choice.damping == "none")
        law.setDamping(HertzNormal::Damping::None);
    else if (choice.damping == "tti-demlab")
        law.setTTIConstants(HertzNormal::TTIConstants::DEMLab);
    else if (choice.damping != "" && choice.damping != "tti")
        refuse("--damping " + choice.damping + " does not go with --normal hertz; choose none, tti or tti-demlab");
    return law;
}

LinearNormal makeLinear(const LawChoice& choice) {
    LinearNormal law;
    law.setTension(choice.tensionAllowed ? Tension::Allowed : Tension::Clamped);
    if (isGiven(choice.kn)) law.setStiffness(choice.kn);
    if (choice.damping == "none")
        law.setDampingRatio(0);
    else if (choice.damping != "" && choice.damping != "linear")
        refuse("--damping " + choice.damping + " does not go with --normal linear; choose none or linear");
    return law;
}

// Gives a tangential law what the command line says about every such law.
template <class Law> Law withCommonOptions(Law law, const LawChoice& choice) {
    if (isGiven(choice.tangentialDampingRatio)) law.setTangentialDampingRatio(choice.tangentialDampingRatio);
    if (isGiven(choice.transitionVelocity)) law.setTransitionVelocity(choice.transitionVelocity);
    return law;
}

CundallSlider makeCundall(const LawChoice& choice) {
    auto law = withCommonOptions(CundallSlider(), choice);
    if (isGiven(choice.kt)) law.setStiffness(choice.kt);
    return law;
}

DashpotSlider makeDashpotSlider(const LawChoice& choice) {
    auto law = withCommonOptions(DashpotSlider(), choice);
    if (isGiven(choice.tangentialDamping)) law.setTangentialDamping(choice.tangentialDamping);
    return law;
}

// What each named law is made of.
LawChoice expand(LawChoice choice) {
    if (choice.law == "hertz-mindlin") {
        choice.normal = "hertz";
        choice.tangential = "mindlin-secant";
    } else if (choice.law == "cundall") {
        choice.normal = "linear";
        choice.tangential = "cundall";
    } else if (choice.law == "hertz-dashpot-slider") {
        choice.normal = "hertz";
        choice.tangential = "dashpot-slider";
    } else if (choice.law != "")
        refuse("--law " + choice.law + " is unknown; `laws` lists them");
    return choice;
}

// An option that the chosen law would not look at is a misunderstanding, not a detail.
void refuseUnused(const LawChoice& choice) {
    const auto needs = [](bool isUsed, Real value, const char* option, const char* laws) {
        if (isGiven(value) && !isUsed) refuse(std::string(option) + " is given but only " + laws + " uses it");
    };
    const bool isHC = choice.isHuntCrossley();
    needs(!isHC && choice.normal == "linear", choice.kn, "--kn", "the linear normal law");
    needs(!isHC && choice.tangential == "cundall", choice.kt, "--kt", "the cundall tangential law");
    needs(!isHC && choice.tangential == "dashpot-slider", choice.tangentialDamping, "--tangential-damping",
          "the dashpot-slider tangential law");
    needs(!isHC && choice.tangential != "none", choice.tangentialDampingRatio, "--tangential-damping-ratio",
          "a tangential law of ours");
    needs(isHC || choice.tangential != "none", choice.transitionVelocity, "--transition-velocity",
          "a law with friction");
    needs(isHC, choice.dissipation, "--dissipation", "hunt-crossley");
    if (isHC && choice.damping != "") refuse("--damping is given but hunt-crossley has its own");
    if (isHC && choice.tensionAllowed) refuse("--tension allow is given but hunt-crossley never pulls");
}

void installHuntCrossley(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts, ContactSetIndex set,
                         const LawChoice& choice, const SurfaceMaterial& target) {
    const Real modulus = std::pow(2., 1.5) * mixMaterials(choice.getMaterial(), target).effectiveYoungsModulus;
    const Real c = isGiven(choice.dissipation) ? choice.dissipation : typicalDissipation;
    const Real kinetic = isGiven(choice.kineticFriction) ? choice.kineticFriction : choice.staticFriction;
    HuntCrossleyForce force(forces, contacts, set);
    for (ContactSurfaceIndex s(0); s < contacts.getNumBodies(set); ++s)
        force.setBodyParameters(s, modulus, c, choice.staticFriction, kinetic, 0);
    if (isGiven(choice.transitionVelocity)) force.setTransitionVelocity(choice.transitionVelocity);
}

std::unique_ptr<DEMContactForce> compose(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts,
                                         ContactSetIndex set, const LawChoice& choice, const NormalLaw& normal) {
    const auto with = [&](const TangentialLaw& tangential) {
        return std::make_unique<DEMContactForce>(forces, contacts, set, normal, tangential);
    };
    if (choice.tangential == "none") return with(NoFriction());
    if (choice.tangential == "mindlin-secant") return with(withCommonOptions(MindlinSecant(), choice));
    if (choice.tangential == "cundall") return with(makeCundall(choice));
    if (choice.tangential == "dashpot-slider") return with(makeDashpotSlider(choice));
    refuse("--tangential " + choice.tangential + " is unknown; `laws` lists them");
}

} // namespace

SurfaceMaterial LawChoice::getMaterial() const {
    SurfaceMaterial material;
    material.youngsModulus = youngsModulus;
    material.poissonsRatio = poissonsRatio;
    material.restitution = restitution;
    material.staticFriction = staticFriction;
    material.kineticFriction = kineticFriction;
    return material;
}

SurfaceMaterial LawChoice::getRigidMaterial() const {
    SurfaceMaterial material = getMaterial();
    material.youngsModulus = Infinity;
    return material;
}

std::vector<LawLine> listLaws() {
    return {
        {"--law hertz-mindlin", "--normal hertz --damping tti --tangential mindlin-secant"},
        {"--law cundall", "--normal linear --damping linear --tangential cundall"},
        {"--law hertz-dashpot-slider", "--normal hertz --damping tti --tangential dashpot-slider"},
        {"--law hunt-crossley", "Simbody's HuntCrossleyForce: Fn = 4/3 E* sqrt(R*) d^(3/2) (1 + 3/2 c d'), "
                                "Ft = Fn f(v_t/v_transition); for comparison"},
        {"--normal hertz", "Fn = K d^(3/2), K = 4/3 E* sqrt(R*)"},
        {"--normal linear", "Fn = kn d, kn given or 1/kn = l_a/(E_a A) + l_b/(E_b A)"},
        {"--damping none", "no dashpot"},
        {"--damping tti", "hertz: + alpha sqrt(m* K) d^(1/4) d', alpha = -sqrt(5) ln e/sqrt(ln^2 e + pi^2)"},
        {"--damping tti-demlab", "the same with DEMLab's rounded constants 2.2664 and 10.1354"},
        {"--damping linear", "linear: + 2 b sqrt(m* kn) d', b = -ln e/sqrt(ln^2 e + pi^2)"},
        {"--tangential none", "Ft = 0"},
        {"--tangential mindlin-secant", "Ft = -(kt xi + c v_t), kt = 8 G* sqrt(R* d), |Ft| <= mu Fn"},
        {"--tangential cundall", "Ft = -(kt xi + c v_t), kt given or 0.2 kn, |Ft| <= mu Fn"},
        {"--tangential dashpot-slider", "Ft = -min(eta |v_t|, mu Fn) v_t/|v_t|; creeps under any load"},
    };
}

std::vector<std::string> namedLaws() { return {"hertz-mindlin", "cundall", "hertz-dashpot-slider", "hunt-crossley"}; }

std::unique_ptr<DEMContactForce> installForce(GeneralForceSubsystem& forces, GeneralContactSubsystem& contacts,
                                              ContactSetIndex set, const LawChoice& asked,
                                              const SurfaceMaterial& target) {
    const LawChoice choice = asked.isHuntCrossley() ? asked : expand(asked);
    refuseUnused(choice);
    // Simbody's force does not check its parameters, so the material is checked on one of ours in either case.
    if (choice.isHuntCrossley()) {
        MultibodySystem scratch;
        SimbodyMatterSubsystem matter(scratch);
        GeneralForceSubsystem scratchForces(scratch);
        GeneralContactSubsystem scratchContacts(scratch);
        DEMContactForce(scratchForces, scratchContacts, scratchContacts.createContactSet(), HertzNormal(), NoFriction())
            .setMaterialForAll(choice.getMaterial());
        installHuntCrossley(forces, contacts, set, choice, target);
        return nullptr;
    }
    std::unique_ptr<DEMContactForce> force;
    if (choice.normal == "hertz")
        force = compose(forces, contacts, set, choice, makeHertz(choice));
    else if (choice.normal == "linear")
        force = compose(forces, contacts, set, choice, makeLinear(choice));
    else
        refuse("--normal " + choice.normal + " is unknown; `laws` lists them");
    force->setMaterialForAll(choice.getMaterial());
    force->setMaterial(ContactSurfaceIndex(0), target);
    return force;
}

Real dissipationForRestitution(Real restitution, Real speed) {
    if (restitution >= 1) return 0;
    if (!(restitution > 0)) refuse("hunt-crossley cannot return restitution 0 -; give --dissipation [s/m]");
    // ln((1+d)/(1-d e)) - d(1+e) is negative just above d = 0 and grows to +infinity at d = 1/e.
    Real low = 0, high = 1 / restitution;
    for (int i = 0; i < 200; ++i) {
        const Real d = 0.5 * (low + high);
        (std::log((1 + d) / (1 - d * restitution)) < d * (1 + restitution) ? low : high) = d;
    }
    return low / (1.5 * speed);
}

} // namespace lab
