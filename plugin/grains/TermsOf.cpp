// SPDX-License-Identifier: Apache-2.0
#include "grains/TermsOf.h"

#include "grains/InputChecks.h"
#include "protocol/TermLimits.h"

#include <cmath>
#include <memory>
#include <stdexcept>
#include <variant>

namespace simbodydem::grains {

using SimTK::Real;
using SimTK::Vec3;

namespace {

// A contact of two equal balls, at which the laws are asked. The coefficients depend on none of these numbers.
constexpr Real overlap = 1e-5, radius = 0.01, mass = 0.1, speed = 1e-3;

[[noreturn]] void refuse(const std::string& owner, const std::string& what, const std::string& instead) {
    throw std::invalid_argument(owner + ": a bed of grains has no " + what + "; use " + instead);
}

template <class Law> Real numberOf(const Law& law, const std::string& name) {
    for (const LawParameter& p : law.getParameters())
        if (p.name == name) return std::get<Real>(p.value);
    return SimTK::NaN;
}

template <class Law> std::string choiceOf(const Law& law, const std::string& name) {
    for (const LawParameter& p : law.getParameters())
        if (p.name == name) return std::get<std::string>(p.value);
    return {};
}

template <class Law>
void checkRequired(const Law& law, const SurfaceMaterial& a, const SurfaceMaterial& b, const std::string& owner) {
    struct Name {
        MaterialValue SurfaceMaterial::*value;
        const char* name;
    };
    const Name names[] = {
        {&SurfaceMaterial::youngsModulus, "youngsModulus [Pa]"}, {&SurfaceMaterial::poissonsRatio, "poissonsRatio"},
        {&SurfaceMaterial::restitution, "restitution"},          {&SurfaceMaterial::staticFriction, "staticFriction"},
        {&SurfaceMaterial::rollingFriction, "rollingFriction"},  {&SurfaceMaterial::stiffnessRatio, "stiffnessRatio"}};
    for (const auto value : law.getRequiredValues())
        for (const Name& known : names)
            if (known.value == value && (!(a.*value).isSet() || !(b.*value).isSet()))
                throw std::invalid_argument(owner + ": " + law.getName() + " needs the value " + known.name +
                                            " of the material");
}

NormalInput contactAt(Real rate) {
    NormalInput in{};
    in.overlap = overlap;
    in.overlapRate = rate;
    in.effectiveRadius = 0.5 * radius;
    in.contactRadius = std::sqrt(in.effectiveRadius * overlap);
    in.effectiveMass = mass;
    in.curvatureA = in.curvatureB = 1 / radius;
    in.firstTouch = true;
    return in;
}

NormalOutput addNormal(const NormalLaw& law, const PairMaterial& pair, const std::string& owner, ContactTerms& terms) {
    const NormalOutput elastic = law.calcForce(contactAt(0));
    const Real damped = law.calcForce(contactAt(speed)).force - elastic.force;
    terms.mayPull = law.calcForce(contactAt(-1e6)).force < 0;
    std::string damping = "TsujiTanakaIshida";
    if (law.getName() == "HertzNormal") {
        terms.normal = ContactTerms::Normal::Hertz;
        terms.stiffness = pair.effectiveYoungsModulus;
        damping = choiceOf(law, "damping");
    } else if (law.getName() == "LinearNormal") {
        terms.normal = ContactTerms::Normal::Linear;
        terms.stiffness = numberOf(law, "stiffness");
        if (std::isnan(terms.stiffness))
            refuse(owner, "LinearNormal whose stiffness comes from the materials, since that differs from pair to pair",
                   "setStiffness()");
        if (choiceOf(law, "noBreak") == "on") refuse(owner, "bonds", "setNoBreak(false)");
    } else if (law.getName() == "JKRNormal") {
        terms.normal = ContactTerms::Normal::JKR;
        terms.stiffness = pair.effectiveYoungsModulus;
        terms.workOfAdhesion = numberOf(law, "workOfAdhesion");
        terms.mayPull = true; // LAMMPS cannot limit this dashpot
        if (choiceOf(law, "damping") == "None") return elastic;
        NormalInput touch = contactAt(speed); // where a^(3/2) = sqrt(2 pi W/E*) R*
        touch.overlap = touch.contactRadius = 0;
        touch.firstTouch = false;
        const NormalOutput fast = law.calcForce(touch);
        touch.overlapRate = 0;
        const Real radius = std::pow(2 * SimTK::Pi * terms.workOfAdhesion / terms.stiffness *
                                         SimTK::square(touch.effectiveRadius),
                                     1. / 3.);
        terms.dashpot = ContactTerms::Dashpot::Ratio;
        terms.damping = (fast.force - law.calcForce(touch).force) /
                        (speed * std::sqrt(4. / 3. * terms.stiffness * mass * radius));
        return elastic;
    } else
        refuse(owner, law.getName(), "HertzNormal, JKRNormal, or LinearNormal with setStiffness()");
    if (damping == "KuwabaraKono")
        refuse(owner, "damping KuwabaraKono, which LAMMPS multiplies by masses", "another damping of HertzNormal");
    if (damped == 0 || damping == "None") return elastic;
    if (damping == "LeeHerrmann") {
        terms.dashpot = ContactTerms::Dashpot::PerMass;
        terms.damping = damped / (mass * speed);
    } else if (damping == "Linear") {
        terms.dashpot = ContactTerms::Dashpot::Constant;
        terms.damping = damped / speed;
    } else {
        terms.dashpot = ContactTerms::Dashpot::Ratio;
        terms.damping = damped / (speed * std::sqrt(mass * elastic.force / overlap));
    }
    return elastic;
}

void addTangential(const TangentialLaw& law, const PairMaterial& pair, const NormalOutput& normal,
                   const std::string& owner, ContactTerms& terms) {
    const std::string name = law.getName();
    if (name == "NoFriction") return;
    if (pair.staticFriction != pair.kineticFriction)
        refuse(owner,
               "difference between static friction " + toText(pair.staticFriction) + " and kinetic friction " +
                   toText(pair.kineticFriction),
               "one coefficient");
    if (choiceOf(law, "noSlip") == "on") refuse(owner, "tangential spring without a limit", "setNoSlip(false)");
    terms.friction = pair.staticFriction;
    const NormalInput contact = contactAt(0);
    NormalOutput loaded = normal;
    loaded.frictionalLoad = 1e12; // far from slipping
    TangentialInput in{contact, loaded, Vec3(0), Vec3(0), Vec3(0), mass, {}};
    in.normalDirection = Vec3(0, 0, 1);
    in.slipVelocity = Vec3(speed, 0, 0);
    const Real c = -law.calcForce(in).force[0] / speed;
    Real kt = 8 * pair.effectiveShearModulus * contact.contactRadius;
    if (name == "CundallSlider") {
        in.slipVelocity = Vec3(0);
        in.displacement = Vec3(1e-9, 0, 0);
        kt = -law.calcForce(in).force[0] / 1e-9;
        terms.tangential = ContactTerms::Tangential::Linear;
        terms.tangentialStiffness = kt;
    } else if (name == "MindlinSecant" || name == "MindlinIncremental") {
        const bool isRescaled = choiceOf(law, "rescaleOnUnloading") == "on";
        terms.tangential = name == "MindlinSecant" ? ContactTerms::Tangential::MindlinSecant
                           : isRescaled            ? ContactTerms::Tangential::MindlinForceRescaled
                                                   : ContactTerms::Tangential::MindlinForce;
        terms.tangentialStiffness = pair.effectiveShearModulus;
    } else
        refuse(owner, name, "NoFriction, CundallSlider, MindlinIncremental or MindlinSecant");
    terms.tangentialDampingRatio = c / (2 * std::sqrt(mass * kt));
    if (c > 0 && choiceOf(law, "kelvinVoigt") == "on")
        refuse(owner, name + " with a Kelvin-Voigt element", "setKelvinVoigt(false), or setTangentialDampingRatio(0)");
}

void addRolling(const RollingLaw& law, const PairMaterial& pair, const std::string& owner, ContactTerms& terms) {
    if (law.getName() == "NoRolling") return;
    if (law.getName() != "EPSDRolling") refuse(owner, law.getName(), "NoRolling or EPSDRolling");
    terms.rolling = ContactTerms::Rolling::SpringSlider;
    terms.rollingStiffness = numberOf(law, "stiffness");
    if (std::isnan(terms.rollingStiffness))
        refuse(owner, "EPSDRolling whose stiffness comes from the normal law", "setStiffness()");
    if (pair.twistingFriction > 0 || choiceOf(law, "twistingLimit") != "Material")
        refuse(owner, "twisting friction", "materials without one");
    terms.rollingDampingRatio = numberOf(law, "dampingRatio");
    if (terms.rollingDampingRatio > 0 && choiceOf(law, "kelvinVoigt") == "on")
        refuse(owner, "EPSDRolling with a Kelvin-Voigt element", "setKelvinVoigt(false), or setDampingRatio(0)");
    terms.rollingFriction = pair.rollingFriction;
}

} // namespace

ContactTerms termsOf(const ContactModel& model, const SurfaceMaterial& a, const SurfaceMaterial& b,
                     const std::string& owner) {
    checkRequired(*model.normal, a, b, owner);
    checkRequired(*model.tangential, a, b, owner);
    checkRequired(*model.rolling, a, b, owner);
    const PairMaterial pair = mixMaterials(a, b, model.mixing);
    const std::unique_ptr<NormalLaw> normal(model.normal->clone());
    const std::unique_ptr<TangentialLaw> tangential(model.tangential->clone());
    normal->bind(pair);
    tangential->bind(pair);
    ContactTerms terms;
    const NormalOutput at = addNormal(*normal, pair, owner, terms);
    addTangential(*tangential, pair, at, owner, terms);
    addRolling(*model.rolling, pair, owner, terms);
    const std::string fault = findFault(terms);
    if (!fault.empty()) throw std::invalid_argument(owner + ": " + fault);
    return terms;
}

} // namespace simbodydem::grains
