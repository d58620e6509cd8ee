// SPDX-License-Identifier: Apache-2.0
#include "contact/PairTable.h"

#include "base/Checks.h"
#include "collision/CompiledSurfaces.h"
#include "laws/MaterialValues.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

namespace simbodydem {

namespace {

using Real = SimTK::Real;

// Counts the bodies that have surfaces of one shape and one class: none, one, or several.
struct Bodies {
    bool any = false, several = false;
    int one = 0;

    void add(int body) {
        several = several || (any && body != one);
        one = body;
        any = true;
    }
    bool canMeet(const Bodies& other) const {
        return any && other.any && (several || other.several || one != other.one);
    }
};

struct MaterialClass {
    SurfaceMaterial material;
    std::vector<int> surfaces;
    Bodies spheres, planes;

    bool canMeet(const MaterialClass& other) const {
        return spheres.canMeet(other.spheres) || spheres.canMeet(other.planes) || planes.canMeet(other.spheres);
    }
};

std::vector<MaterialClass> classify(std::vector<CompiledSurface>& surfaces, const MaterialAssignment& materials) {
    std::set<int> special; // surfaces that a pair override names
    for (const auto& entry : materials.byPair) {
        special.insert(entry.first.first);
        special.insert(entry.first.second);
    }
    std::vector<MaterialClass> classes;
    std::vector<bool> isShared;
    for (int s = 0; s < int(surfaces.size()); ++s) {
        const bool shared = special.count(s) == 0;
        const SurfaceMaterial material = materials.get(s);
        std::size_t c = classes.size();
        for (std::size_t k = 0; shared && k < classes.size(); ++k)
            if (isShared[k] && isSame(classes[k].material, material)) {
                c = k;
                break;
            }
        if (c == classes.size()) {
            classes.emplace_back();
            classes.back().material = material;
            isShared.push_back(shared);
        }
        classes[c].surfaces.push_back(s);
        (surfaces[s].isPlane() ? classes[c].planes : classes[c].spheres).add(surfaces[s].body);
        surfaces[s].materialClass = int(c);
    }
    return classes;
}

// Returns a surface of the class that surface s can meet; -1 if there is none.
int findPartner(int s, const MaterialClass& others, const std::vector<CompiledSurface>& surfaces, const ContactFilter& filter) {
    for (int other : others.surfaces)
        if (!whyNeverTouching(surfaces[s], surfaces[other]) && !filter.excludes(s, surfaces[s], other, surfaces[other]))
            return other;
    return -1;
}

// Returns two surfaces of the classes that can meet; -1 and -1 if there are none.
std::pair<int, int> findMeeting(const MaterialClass& a, const MaterialClass& b, const std::vector<CompiledSurface>& surfaces,
                                const ContactFilter& filter) {
    for (int s : a.surfaces) {
        const int other = findPartner(s, b, surfaces, filter);
        if (other >= 0) return std::minmax(s, other);
    }
    return {-1, -1};
}

std::string whyNoneMeet(const std::vector<CompiledSurface>& surfaces) {
    const auto areAll = [&](auto is) { return std::all_of(surfaces.begin(), surfaces.end(), is); };
    if (surfaces.size() == 1) return "there is only one surface";
    if (areAll([&](const CompiledSurface& s) { return s.body == surfaces[0].body; })) return "they are all on one body";
    if (areAll([](const CompiledSurface& s) { return s.isPlane(); }))
        return "they are all half spaces; one of the two must be of another shape";
    return "every pair that could touch is excluded";
}

RequiredValues requiredValues(const NormalLaw& normal, const TangentialLaw& tangential, const RollingLaw& rolling) {
    RequiredValues all;
    for (const RequiredValues& some :
         {normal.getRequiredValues(), tangential.getRequiredValues(), rolling.getRequiredValues()})
        for (auto value : some)
            if (std::find(all.begin(), all.end(), value) == all.end()) all.push_back(value);
    return all;
}

bool isMissing(const SurfaceMaterial& material, MaterialValue SurfaceMaterial::*value) {
    if (value == &SurfaceMaterial::poissonsRatio && std::isinf(material.youngsModulus)) return false; // rigid
    return !(material.*value).isSet();
}

// Returns a list of every surface in `missing` with the values that it lacks.
std::string listMissing(const std::map<int, RequiredValues>& missing, const std::vector<std::string>& names) {
    std::string text;
    for (const auto& entry : missing) {
        std::vector<std::string> values;
        for (const auto value : entry.second) values.push_back(describe(value));
        text += (text.empty() ? "" : "; ") + names[entry.first] + ": " + joined(values);
    }
    return text;
}

} // namespace

void PairTable::build(CompiledSurfaces& compiled, const ContactModel& model, const MaterialAssignment& materials,
                      bool mayBeEmpty) {
    const std::string owner = model.getName();
    std::vector<CompiledSurface>& surfaces = compiled.surfaces;
    const ContactFilter& filter = compiled.filter;
    const std::vector<MaterialClass> classes = classify(surfaces, materials);
    const auto canMeet = [&](const MaterialClass& a, const MaterialClass& b) {
        return a.canMeet(b) && (filter.isEmpty() || findMeeting(a, b, surfaces, filter).first >= 0);
    };
    const RequiredValues required = requiredValues(*model.normal, *model.tangential, *model.rolling);

    bool someMeet = false;
    std::map<int, RequiredValues> missing;
    for (const MaterialClass& a : classes)
        for (const MaterialClass& b : classes) {
            if (!canMeet(a, b)) continue;
            someMeet = true;
            const SurfaceMaterial material = materials.get(a.surfaces[0], b.surfaces[0]);
            for (auto value : required)
                if (isMissing(material, value))
                    for (int s : a.surfaces) {
                        if (!filter.isEmpty() && findPartner(s, b, surfaces, filter) < 0) continue;
                        RequiredValues& known = missing[s];
                        if (std::find(known.begin(), known.end(), value) == known.end()) known.push_back(value);
                    }
        }
    if (!someMeet && !mayBeEmpty)
        throw std::invalid_argument(owner +
                                    ": no two surfaces of the contact set can ever touch: " + whyNoneMeet(surfaces));
    if (!missing.empty())
        throw std::invalid_argument(
            owner + ": material values are missing (setMaterial): " + listMissing(missing, compiled.names));

    numClasses = classes.size();
    table.clear();
    table.resize(numClasses * numClasses);
    for (std::size_t a = 0; a < numClasses; ++a)
        for (std::size_t b = 0; b < numClasses; ++b) {
            if (!canMeet(classes[a], classes[b])) continue;
            const int sa = classes[a].surfaces[0], sb = classes[b].surfaces[0];
            const PairMaterial pair = mixMaterials(materials.get(sa, sb), materials.get(sb, sa), model.mixing);
            PairLaws& laws = table[a * numClasses + b];
            laws.normal.reset(model.normal->clone());
            laws.tangential.reset(model.tangential->clone());
            laws.rolling.reset(model.rolling->clone());
            try {
                laws.normal->bind(pair);
                laws.tangential->bind(pair);
                laws.rolling->bind(pair);
                laws.pointShift = laws.normal->getContactPointShift();
            } catch (const std::exception& e) {
                const auto meeting = findMeeting(classes[a], classes[b], surfaces, filter);
                throw std::invalid_argument(owner + ": " + compiled.names[meeting.first] + " and " +
                                            compiled.names[meeting.second] + ": " + e.what());
            }
        }
}

} // namespace simbodydem
