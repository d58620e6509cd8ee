// SPDX-License-Identifier: Apache-2.0
#include "robots/UrdfTree.h"

#include "robots/Numbers.h"
#include "robots/UrdfSchema.h"

#include <map>
#include <set>

namespace simbodydem {

namespace {

using Elements = std::vector<const UrdfElement*>;
using Named = std::map<std::string, const UrdfElement*>;

const std::string& nameOf(const UrdfElement& element) { return element.valueOf("name"); }
const std::string& linkOf(const UrdfElement& joint, const char* end) {
    static const std::string none;
    const UrdfElement* child = joint.child(end);
    return child ? child->valueOf("link") : none;
}
std::string atLine(const UrdfElement& element) {
    return nameInQuotes(nameOf(element)) + " (line " + std::to_string(element.line) + ")";
}
std::string listed(const Elements& elements) {
    constexpr std::size_t most = 8;
    std::string text;
    for (std::size_t i = 0; i < elements.size() && i < most; ++i) text += (i ? ", " : "") + atLine(*elements[i]);
    return text + (elements.size() > most ? " and " + std::to_string(elements.size() - most) + " more" : "");
}

Named findByName(const Elements& elements, Findings& findings) {
    Named named;
    for (const UrdfElement* element : elements) {
        const auto [first, isNew] = named.emplace(nameOf(*element), element);
        if (!isNew)
            findings.error(element->line, ownerOf(*element) + " has the name of the " + element->name + " of line " +
                                              std::to_string(first->second->line) + "; each must have its own");
    }
    return named;
}

void checkType(const UrdfElement& joint, Findings& findings) {
    static const std::set<std::string> types{"fixed", "revolute", "continuous", "prismatic", "floating", "planar"};
    const std::string& type = joint.valueOf("type");
    if (!types.count(type))
        findings.error(joint.line, ownerOf(joint) + ": type = " + nameInQuotes(type) +
                                       "; it must be fixed, revolute, continuous, prismatic, floating or planar");
    if ((type == "revolute" || type == "prismatic") && !joint.child("limit"))
        findings.error(joint.line, ownerOf(joint) + ": a " + type + " joint must have a <limit>" +
                                       (type == "revolute" ? "; one that turns without limits is continuous" : ""));
}

bool hasOneCoordinate(const UrdfElement& joint) {
    const std::string& type = joint.valueOf("type");
    return type == "revolute" || type == "continuous" || type == "prismatic";
}

void checkMimics(const Elements& joints, const Named& byName, bool allowUnknown, Findings& findings) {
    const auto mimicked = [&](const UrdfElement& joint) -> const UrdfElement* {
        const UrdfElement* mimic = mimicOf(joint);
        const auto found = mimic ? byName.find(mimic->valueOf("joint")) : byName.end();
        return found == byName.end() ? nullptr : found->second;
    };
    for (const UrdfElement* joint : joints) {
        const UrdfElement* mimic = mimicOf(*joint);
        if (!mimic) continue;
        const std::string what = ownerOf(*joint) + " mimics joint " + nameInQuotes(mimic->valueOf("joint"));
        const UrdfElement* other = mimicked(*joint);
        if (!other && allowUnknown)
            findings.warn(mimic->line, what + ", which does not exist; it moves on its own");
        else if (!other)
            findings.error(mimic->line, what + ", which does not exist");
        if (!other) continue;
        if (other == joint) {
            findings.error(mimic->line, what + ", which is the joint itself");
            continue;
        }
        for (const UrdfElement* one : {joint, other})
            if (!hasOneCoordinate(*one))
                findings.error(mimic->line, what + ", and " + (one == joint ? "itself is " : "that is ") +
                                                one->valueOf("type") +
                                                "; both must be revolute, continuous or prismatic");
        Elements chain{joint};
        while (other && other != joint && chain.size() <= joints.size()) {
            chain.push_back(other);
            other = mimicked(*other);
        }
        if (other == joint) findings.error(mimic->line, what + ", and that mimics it in turn: " + listed(chain));
    }
}

// Adds a loop's joints as an error: from any link of it upwards until a link is met again.
void addLoop(const UrdfElement* link, const std::map<const UrdfElement*, const UrdfElement*>& jointTo,
             const Named& links, Findings& findings) {
    Elements path;
    std::set<const UrdfElement*> met;
    while (met.insert(link).second) {
        path.push_back(link);
        link = links.at(linkOf(*jointTo.at(link), "parent"));
    }
    while (path.front() != link) path.erase(path.begin());
    findings.error(jointTo.at(link)->line, "the links " + listed(path) +
                                               " are a loop: each is the child of the next, the last one of the first");
}

} // namespace

UrdfTree makeTree(const UrdfElement& robot, bool allowUnknownMimics, Findings& findings) {
    const Elements links = robot.childrenOf("link"), joints = robot.childrenOf("joint");
    if (links.empty()) findings.error(robot.line, "the robot has no links; it must have one or more");
    const Named linkOfName = findByName(links, findings), jointOfName = findByName(joints, findings);

    std::map<const UrdfElement*, const UrdfElement*> jointTo; // of a child link
    std::map<const UrdfElement*, Elements> jointsFrom;        // of a parent link
    for (const UrdfElement* joint : joints) {
        checkType(*joint, findings);
        bool isWhole = true;
        for (const char* end : {"parent", "child"}) {
            const std::string& name = linkOf(*joint, end);
            if (!name.empty() && !linkOfName.count(name))
                findings.error(joint->child(end)->line, ownerOf(*joint) + ": its " + end + " is link " +
                                                            nameInQuotes(name) + ", which does not exist");
            isWhole = isWhole && linkOfName.count(name);
        }
        if (!isWhole) continue;
        const UrdfElement* child = linkOfName.at(linkOf(*joint, "child"));
        if (linkOf(*joint, "parent") == linkOf(*joint, "child")) {
            findings.error(joint->line,
                           ownerOf(*joint) + ": parent and child are the same link " + nameInQuotes(nameOf(*child)));
            continue;
        }
        const auto [first, isNew] = jointTo.emplace(child, joint);
        if (!isNew)
            findings.error(joint->line, "link " + nameInQuotes(nameOf(*child)) + " is the child of two joints, " +
                                            atLine(*first->second) + " and " + atLine(*joint) +
                                            ": this is a loop, and a URDF robot is a tree");
        else
            jointsFrom[linkOfName.at(linkOf(*joint, "parent"))].push_back(joint);
    }
    checkMimics(joints, jointOfName, allowUnknownMimics, findings);
    findings.throwErrors();

    Elements roots;
    for (const UrdfElement* link : links)
        if (!jointTo.count(link)) roots.push_back(link);
    if (roots.size() > 1)
        findings.fail(roots[1]->line,
                      "the links " + listed(roots) + " have no parent; there must be one root: is a joint missing?");

    UrdfTree tree;
    std::map<const UrdfElement*, int> linkIndex, jointIndex;
    Elements open = roots; // joints to go along, and the root at first
    while (!open.empty()) {
        const UrdfElement* element = open.back();
        open.pop_back();
        if (element->name == "joint") {
            jointIndex[element] = int(tree.joints.size());
            tree.joints.push_back({element, linkIndex.at(linkOfName.at(linkOf(*element, "parent"))), -1});
            element = linkOfName.at(linkOf(*element, "child"));
        }
        linkIndex[element] = int(tree.links.size());
        tree.links.push_back(element);
        const Elements& next = jointsFrom[element];
        open.insert(open.end(), next.rbegin(), next.rend());
    }
    if (tree.links.size() < links.size()) {
        for (const UrdfElement* link : links)
            if (!linkIndex.count(link)) {
                addLoop(link, jointTo, linkOfName, findings);
                break;
            }
        findings.throwErrors();
    }
    for (UrdfTree::Joint& joint : tree.joints)
        if (const UrdfElement* mimic = mimicOf(*joint.element)) {
            const auto found = jointOfName.find(mimic->valueOf("joint"));
            if (found != jointOfName.end()) joint.mimicked = jointIndex.at(found->second);
        }
    return tree;
}

} // namespace simbodydem
