// SPDX-License-Identifier: Apache-2.0
#include "robots/MjcfCompiler.h"

#include "robots/Numbers.h"

#include <cmath>
#include <vector>

namespace simbodydem {

using namespace SimTK;

namespace {

constexpr const char* orientations[] = {"axisangle", "xyaxes", "zaxis", "euler"};

Vec3 vectorAt(const std::vector<double>& numbers, std::size_t first) {
    return {numbers[first], numbers[first + 1], numbers[first + 2]};
}

} // namespace

MjcfCompiler::MjcfCompiler(const XmlElement& mujoco, MjcfFindings& findings) : findings(findings) {
    for (const XmlElement* element : mujoco.childrenOf("compiler")) {
        const auto isTrue = [&](const char* attribute, bool otherwise) {
            const std::string* value = element->find(attribute);
            if (value && *value != "true" && *value != "false" && *value != "auto")
                findings.error(*element, std::string(attribute) + " of <compiler> = " + nameInQuotes(*value) +
                                             "; it must be true or false");
            return value ? *value == "true" : otherwise;
        };
        if (const std::string* angle = element->find("angle")) {
            if (*angle != "degree" && *angle != "radian")
                findings.error(*element,
                               "angle of <compiler> = " + nameInQuotes(*angle) + "; it must be degree or radian");
            angleUnit = *angle == "radian" ? 1 : Pi / 180;
        }
        if (const std::string* coordinate = element->find("coordinate"); coordinate && *coordinate != "local")
            findings.error(*element, "coordinate of <compiler> = " + nameInQuotes(*coordinate) +
                                         "; it must be local. MuJoCo 2.3.3 and before convert such a file");
        if (const std::string* sequence = element->find("eulerseq")) {
            if (sequence->size() != 3 || sequence->find_first_not_of("xyzXYZ") != std::string::npos)
                findings.error(*element, "eulerseq of <compiler> = " + nameInQuotes(*sequence) +
                                             "; it must be three letters of xyzXYZ");
            else
                eulerSequence = *sequence;
        }
        if (const std::string* folder = element->find("assetdir")) meshFolder = *folder;
        if (const std::string* folder = element->find("meshdir")) meshFolder = *folder;
        if (const std::string* from = element->find("inertiafromgeom"))
            inertias = *from == "true"    ? Inertias::FromGeoms
                       : *from == "false" ? Inertias::FromFile
                                          : Inertias::FromGeomsWhereMissing;
        isTrue("inertiafromgeom", false);
        stripsPaths = isTrue("strippath", stripsPaths);
        balancesInertias = isTrue("balanceinertia", balancesInertias);
        hasAutolimits = isTrue("autolimits", hasAutolimits);
        hasExactMeshes = isTrue("exactmeshinertia", hasExactMeshes);
        leastMass = notNegativeOf(*element, "boundmass", leastMass, findings);
        leastInertia = notNegativeOf(*element, "boundinertia", leastInertia, findings);
        if (const Real total = numberOf(*element, "settotalmass", -1); total > 0) totalMass = total;
        if (const std::string* groups = element->find("inertiagrouprange"); groups && numbersOf(*groups).size() == 2)
            inertiaGroups = Vec2(numbersOf(*groups)[0], numbersOf(*groups)[1]);
    }
}

bool MjcfCompiler::isLimited(const XmlElement& element, const char* range, const char* limited) const {
    const std::string& value = element.valueOf(limited);
    if (value == "true" || value == "false") {
        if (value == "true" && !element.find(range))
            findings.error(element, "<" + element.name + "> is " + limited + " and has no " + range);
        return value == "true";
    }
    if (!value.empty() && value != "auto")
        findings.error(element, std::string(limited) + " of <" + element.name + "> = " + nameInQuotes(value) +
                                    "; it must be true, false or auto");
    return hasAutolimits && element.find(range);
}

Transform MjcfCompiler::readPose(const XmlElement& element) const {
    const Vec3 p = vectorOf(element, "pos", Vec3(0));
    const auto noDirection = [&](const char* attribute) {
        findings.error(element, std::string(attribute) + " of <" + element.name +
                                    "> = " + nameInQuotes(element.valueOf(attribute)) + " has a length of 0");
        return Transform(p);
    };
    int count = 0;
    for (const char* attribute : orientations) count += element.find(attribute) != nullptr;
    if (count > 1) findings.error(element, "<" + element.name + "> has several orientations; it may have one");
    if (const std::string* text = element.find("axisangle")) {
        const std::vector<double> n = numbersOf(*text);
        if (n.size() != 4 || !(vectorAt(n, 0).norm() > 0)) return noDirection("axisangle");
        return {Rotation(toRadians(n[3]), UnitVec3(vectorAt(n, 0))), p};
    }
    if (const std::string* text = element.find("xyaxes")) {
        const std::vector<double> n = numbersOf(*text);
        if (n.size() != 6 || !((vectorAt(n, 0) % vectorAt(n, 3)).norm() > 0)) return noDirection("xyaxes");
        return {Rotation(UnitVec3(vectorAt(n, 0)), XAxis, vectorAt(n, 3), YAxis), p};
    }
    if (const std::string* text = element.find("zaxis")) {
        const std::vector<double> n = numbersOf(*text);
        if (n.size() != 3 || !(vectorAt(n, 0).norm() > 0)) return noDirection("zaxis");
        return {rotationFromZ(vectorAt(n, 0)), p};
    }
    if (const std::string* text = element.find("euler")) {
        const std::vector<double> n = numbersOf(*text);
        Rotation R;
        for (std::size_t i = 0; i < 3 && n.size() == 3; ++i) { // small letters turn about axes that move with the frame
            const char letter = eulerSequence[i];
            const bool isMoving = letter >= 'x';
            const Rotation turn(toRadians(n[i]), CoordinateAxis(letter - (isMoving ? 'x' : 'X')));
            R = isMoving ? R * turn : turn * R;
        }
        return {R, p};
    }
    if (const std::string* text = element.find("quat")) {
        const std::vector<double> n = numbersOf(*text);
        if (n.size() != 4 || !(Vec4(n[0], n[1], n[2], n[3]).norm() > 0)) return noDirection("quat");
        return {Rotation(Quaternion(Vec4(n[0], n[1], n[2], n[3]).normalize())), p};
    }
    return Transform(p);
}

Real numberOf(const XmlElement& element, const char* attribute, Real otherwise) {
    const std::string* text = element.find(attribute);
    const std::vector<double> numbers = text ? numbersOf(*text) : std::vector<double>();
    return numbers.empty() ? otherwise : numbers[0];
}

Vec3 vectorOf(const XmlElement& element, const char* attribute, const Vec3& otherwise) {
    const std::string* text = element.find(attribute);
    const std::vector<double> numbers = text ? numbersOf(*text) : std::vector<double>();
    return numbers.size() < 3 ? otherwise : vectorAt(numbers, 0);
}

Real notNegativeOf(const XmlElement& element, const char* attribute, Real otherwise, MjcfFindings& findings) {
    const Real number = numberOf(element, attribute, otherwise);
    if (number >= 0) return number;
    findings.error(element,
                   std::string(attribute) + " of <" + element.name + "> = " + shortText(number) + "; it must be >= 0");
    return otherwise;
}

Rotation rotationFromZ(const Vec3& direction) {
    const UnitVec3 end(direction);
    const Vec3 axis = Vec3(0, 0, 1) % end;
    if (axis.norm() > 0) return Rotation(std::atan2(axis.norm(), end[2]), UnitVec3(axis));
    return end[2] > 0 ? Rotation() : Rotation(Pi, XAxis);
}

} // namespace simbodydem
