// What determines the results of a force, line by line: a history goes on only where it is the same.

#include "Checks.h"
#include "Names.h"
#include "force/DEMContactForceImpl.h"
#include "state/ContactFault.h"

#include <cctype>

namespace simbodydem {

using namespace SimTK;

namespace {

using Lines = std::vector<std::string>;

std::string numbered(const std::string& what, int number) { return what + " " + std::to_string(number); }

std::string pairOf(const std::string& what, int a, int b) { return numbered(numbered(what, a), b); }

std::string quantity(Real value, const std::string& unit) {
    if (std::isnan(value)) return "unset";
    return toDigits(value) + (unit == "-" ? "" : " " + unit);
}

// One line for each, so that the first that differs says what it is.
void addParameters(Lines& lines, const std::string& owner, const LawParameters& parameters) {
    for (const LawParameter& p : parameters) {
        const Real* number = std::get_if<Real>(&p.value);
        lines.push_back(owner + " " + p.name + " " +
                        (number ? quantity(*number, p.unit) : std::get<std::string>(p.value)));
    }
}

template <class Law> void addLaw(Lines& lines, const std::string& kind, const Law& law) {
    lines.push_back(kind + " " + law.getName());
    addParameters(lines, kind, law.getParameters());
}

void addMixing(Lines& lines, const MixingRules& rules) {
    lines.push_back("mixing moduli " + nameOf(rules.moduli, {"Hertz", "TwoThirdsPower"}));
    lines.push_back("mixing friction " +
                    nameOf(rules.friction, {"Minimum", "Harmonic", "Geometric", "Mean", "Maximum"}));
    lines.push_back("mixing restitution " + nameOf(rules.restitution, {"Minimum", "Mean"}));
}

void addEffectiveMass(Lines& lines, const EffectiveMassRule& rule) {
    const bool isFixed = !std::isnan(rule.fixed);
    lines.push_back("effective-mass " +
                    (isFixed ? quantity(rule.fixed, "kg") : nameOf(rule.kind, {"TwoBody", "Articulated"})));
    for (const auto& pair : rule.byPair)
        lines.push_back(pairOf("pair", pair.first.first, pair.first.second) + " effective-mass " +
                        quantity(pair.second, "kg"));
}

void addExclusions(Lines& lines, const Exclusions& exclusions) {
    for (const auto& pair : exclusions.surfaces) lines.push_back(pairOf("excluded surfaces", pair.first, pair.second));
    for (const auto& pair : exclusions.bodies) lines.push_back(pairOf("excluded bodies", pair.first, pair.second));
    if (exclusions.adjacentBodies) lines.push_back("excluded adjacent bodies");
}

} // namespace

HistoryModel DEMContactForceImpl::describeForce() const {
    HistoryModel model;
    model.hasRolling = hasRolling;
    model.isTracking = isTracking;
    for (std::size_t slot = 0; slot < compiled.bodies.size(); ++slot)
        model.slotOf[compiled.bodyIndices[slot]] = int(slot);
    for (const Surface& surface : compiled.surfaces) model.bodyOf.push_back(compiled.bodyIndices[surface.body]);
    model.findFault = [this](const ContactRow& contact, const BodyPose& poseA, const BodyPose& poseB) {
        const Surface &a = compiled.surfaces[contact.key.a], &b = compiled.surfaces[contact.key.b];
        const bool canTouch = a.body != b.body && !(a.isPlane && b.isPlane) &&
                              !compiled.filter.excludes(contact.key.a, a, contact.key.b, b);
        return canTouch ? simbodydem::findFault(pairs.get(a, b), a, b, contact, poseA, poseB)
                        : pairOf("surfaces", contact.key.a, contact.key.b) + " cannot touch";
    };

    Lines& lines = model.identity;
    addLaw(lines, "normal", *normal);
    addLaw(lines, "tangential", *tangential);
    addLaw(lines, "rolling", *rolling);
    addMixing(lines, mixingRules);
    addEffectiveMass(lines, effectiveMass);
    addExclusions(lines, getAllExclusions());
    lines.push_back("energy-tracking " + onOrOff(isTracking));
    for (const auto& pair : materials.byPair)
        addParameters(lines, pairOf("pair", pair.first.first, pair.first.second), getParameters(pair.second));
    const MaterialAssignment all = getAllMaterials();
    int numMaterials = 0; // surfaces of one class share theirs
    for (ContactSurfaceIndex s(0); s < int(compiled.surfaces.size()); ++s) {
        const std::string owner = numbered("surface", s);
        const int material = compiled.surfaces[s].materialClass;
        lines.push_back(owner + numbered(" body", model.bodyOf[s]) + " " + compiled.geometries[s].shape->describe());
        if (compiled.surfaces[s].margin > 0)
            lines.push_back(owner + " margin " + quantity(compiled.surfaces[s].margin, "m"));
        lines.push_back(owner + numbered(" material", material));
        if (material == numMaterials)
            addParameters(lines, numbered("material", numMaterials++), getParameters(all.get(s)));
    }
    for (std::string& line : lines)
        for (char& c : line)
            if (std::iscntrl(static_cast<unsigned char>(c))) c = ' '; // a user's law may have any name
    return model;
}

} // namespace simbodydem
