// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/ContactModel.h"

#include "laws/EnumNames.h"
#include "laws/MaterialValues.h"
#include "laws/ModelDescription.h"

#include <algorithm>
#include <cctype>

namespace simbodydem {

static NameList namesOf(EffectiveMass) { return {"TwoBody", "Articulated"}; }

namespace {

template <class Law> void addLaw(Lines& lines, const std::string& kind, const Law& law) {
    lines.push_back(kind + " " + law.getName());
    addParameters(lines, kind, law.getParameters());
}

void addEffectiveMass(Lines& lines, const EffectiveMassChoice& mass) {
    lines.push_back("effective-mass " + (mass.fixed.isSet() ? quantity(mass.fixed, "kg") : nameOf(mass.kind)));
    for (const auto& m : mass.byPair)
        lines.push_back(pairOf("pair", m.first.first, m.first.second) + " effective-mass " + quantity(m.second, "kg"));
}

void addExclusions(Lines& lines, const Exclusions& exclusions) {
    for (const IndexPair& pair : exclusions.surfaces)
        lines.push_back(pairOf("excluded surfaces", pair.first, pair.second));
    for (const IndexPair& pair : exclusions.bodies) lines.push_back(pairOf("excluded bodies", pair.first, pair.second));
    if (exclusions.adjacentBodies) lines.push_back("excluded adjacent bodies");
}

} // namespace

SurfaceMaterial MaterialAssignment::get(int surface) const {
    const auto found = bySurface.find(surface);
    return found == bySurface.end() ? forAll : overlay(forAll, found->second);
}

SurfaceMaterial MaterialAssignment::get(int surface, int other) const {
    const auto found = byPair.find({std::min(surface, other), std::max(surface, other)});
    return found == byPair.end() ? get(surface) : overlay(get(surface), found->second);
}

SimTK::Real DetectionMargins::get(int surface) const {
    const auto found = bySurface.find(surface);
    return found == bySurface.end() ? forAll : found->second;
}

std::string ContactModel::getName() const {
    return "DEMContactForce(" + normal->getName() + ", " + tangential->getName() + ")";
}

std::vector<std::string> ContactModel::describe() const {
    Lines lines;
    addLaw(lines, "normal", *normal);
    addLaw(lines, "tangential", *tangential);
    addLaw(lines, "rolling", *rolling);
    lines.push_back("mixing moduli " + nameOf(mixing.moduli));
    lines.push_back("mixing friction " + nameOf(mixing.friction));
    lines.push_back("mixing restitution " + nameOf(mixing.restitution));
    addEffectiveMass(lines, effectiveMass);
    addExclusions(lines, exclusions);
    lines.push_back("energy-tracking " + nameOf(trackDissipatedEnergy));
    for (const auto& m : materials.byPair)
        addParameters(lines, pairOf("pair", m.first.first, m.first.second), getParameters(m.second));
    if (isAnySet(materials.forAll)) addParameters(lines, "material", getParameters(materials.forAll));
    for (const auto& m : materials.bySurface)
        addParameters(lines, numbered("surface", m.first), getParameters(m.second));
    if (margins.forAll > 0) lines.push_back("margin " + quantity(margins.forAll, "m"));
    for (const auto& m : margins.bySurface)
        lines.push_back(numbered("surface", m.first) + " margin " + quantity(m.second, "m"));
    for (std::string& line : lines)
        for (char& c : line)
            if (std::iscntrl(static_cast<unsigned char>(c))) c = ' '; // a user's law may have any name
    return lines;
}

} // namespace simbodydem
