#include "LawParameters.h"

#include "Check.h"

#include <simbodydem/LawCatalog.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lab {

using namespace simbodydem;

namespace {

// Not SimTK::Infinity, which a static Simbody may initialize later than this file.
const Real unlimited = std::numeric_limits<Real>::infinity();

struct MaterialParameter {
    KnownParameter known;
    Real LawChoice::*value;
};

const std::vector<MaterialParameter>& materialParameters() {
    using L = LawChoice;
    const ParameterRange notNegative{0, unlimited, true, false};
    static const std::vector<MaterialParameter> all = {
        {{"youngsModulus", "Pa", {0, unlimited, false, false}}, &L::youngsModulus},
        {{"poissonsRatio", "-", {-1, 0.5, false, true}}, &L::poissonsRatio},
        {{"restitution", "-", {0, 1, true, true}}, &L::restitution},
        {{"staticFriction", "-", notNegative}, &L::staticFriction},
        {{"kineticFriction", "-", notNegative}, &L::kineticFriction},
        {{"dissipation", "s/m", notNegative}, &L::dissipation},
        {{"rollingFriction", "-", notNegative}, &L::rollingFriction},
        {{"twistingFriction", "-", notNegative}, &L::twistingFriction},
    };
    return all;
}

struct LawOfKind {
    std::string prefix; // of its parameters
    LawNumber::Of of;
    LawDescription law;
};

LawDescription lookUp(const std::vector<LawDescription>& catalog, const std::string& kind, const std::string& name) {
    return findNamed(catalog, name, kind + " law " + name + " is unknown; choose from ");
}

// Returns the laws by the catalog. HuntCrossleyForce is Simbody's and has none.
std::vector<LawOfKind> lawsOf(LawChoice choice) {
    if (choice.isHuntCrossley()) return {};
    if (choice.law != "") {
        const auto named = findNamed(listNamedLaws(), choice.law,
                                     "law " + choice.law + " is unknown; choose from hunt-crossley (Simbody's own), ");
        choice.normal = named.normal;
        choice.tangential = named.tangential;
    }
    using Of = LawNumber::Of;
    return {{"normal", Of::Normal, lookUp(listNormalLaws(), "normal", choice.normal)},
            {"tangential", Of::Tangential, lookUp(listTangentialLaws(), "tangential", choice.tangential)},
            {"rolling", Of::Rolling, lookUp(listRollingLaws(), "rolling", choice.rolling)}};
}

} // namespace

std::vector<KnownParameter> listParameters(const LawChoice& choice) {
    std::vector<KnownParameter> all;
    for (const MaterialParameter& p : materialParameters()) all.push_back(p.known);
    if (choice.isHuntCrossley()) all.push_back({"tangential.transitionVelocity", "m/s", {0, unlimited, false, false}});
    for (const LawOfKind& kind : lawsOf(choice))
        for (const LawParameter& p : kind.law.parameters)
            if (std::holds_alternative<Real>(p.value)) all.push_back({kind.prefix + "." + p.name, p.unit, p.range});
    return all;
}

const KnownParameter& findParameter(const std::vector<KnownParameter>& all, const std::string& name) {
    return findNamed(all, name, "parameter " + name + " of this law is unknown; choose from ");
}

void setParameter(LawChoice& choice, const std::string& name, Real value) {
    for (const MaterialParameter& p : materialParameters())
        if (p.known.name == name) {
            choice.*p.value = value;
            return;
        }
    if (choice.isHuntCrossley()) {
        choice.transitionVelocity = value;
        return;
    }
    const std::string prefix = name.substr(0, name.find('.')), parameter = name.substr(name.find('.') + 1);
    for (const LawOfKind& kind : lawsOf(choice)) {
        if (kind.prefix != prefix) continue;
        for (const LawNumber& number : lawNumbers())
            if (number.of == kind.of && std::count(number.parameters.begin(), number.parameters.end(), parameter) > 0) {
                choice.*number.value = value;
                return;
            }
        choice.others[name] = value;
    }
}

Real getMaterialValue(const LawChoice& choice, const std::string& name) {
    for (const MaterialParameter& p : materialParameters())
        if (p.known.name == name) return choice.*p.value;
    return SimTK::NaN;
}

std::string describeLaw(const LawChoice& choice) {
    if (choice.law != "") return choice.law;
    return choice.normal + (choice.damping == "" ? "" : " (" + choice.damping + ")") + " + " + choice.tangential +
           (choice.rolling == "none" ? "" : " + " + choice.rolling);
}

LawChoice makeLaw(const LawChoice& parts, const LawChoice& usual, const std::map<std::string, Real>& values) {
    LawChoice law = parts;
    law.youngsModulus = usual.youngsModulus;
    law.poissonsRatio = usual.poissonsRatio;
    law.restitution = usual.restitution;
    law.staticFriction = usual.staticFriction;
    law.kineticFriction = usual.kineticFriction;
    if (law.isHuntCrossley() || law.normal == "hunt-crossley") law.dissipation = usual.dissipation;
    for (const auto& [name, value] : values) setParameter(law, name, value);
    return law;
}

} // namespace lab
