// SPDX-License-Identifier: Apache-2.0
#include "robots/SdfIgnored.h"

#include "robots/Numbers.h"

#include <map>

namespace simbodydem {

namespace {

using Names = std::set<std::string>;

// The elements of an element that are used. Those of others are used with it, or checked elsewhere.
const Names* usedIn(const std::string& element) {
    static const std::map<std::string, Names> used{
        {"model", {"pose", "static", "self_collide", "link", "joint", "frame", "model", "include", "placement_frame"}},
        {"link", {"pose", "inertial", "collision", "visual", "self_collide", "gravity", "kinematic", "velocity_decay"}},
        {"inertial", {"pose", "mass", "inertia"}},
        {"collision", {"pose", "geometry"}},
        {"visual", {"pose", "geometry", "material", "transparency"}},
        {"material", {"diffuse"}},
        {"joint", {"pose", "parent", "child", "axis", "axis2", "thread_pitch", "screw_thread_pitch"}},
        {"axis", {"xyz", "limit", "dynamics", "mimic"}},
        {"axis2", {"xyz", "limit", "dynamics", "mimic"}},
        {"limit", {"lower", "upper", "effort", "velocity"}},
        {"dynamics", {"damping", "friction", "spring_reference", "spring_stiffness"}},
    };
    const auto found = used.find(element);
    return found == used.end() ? nullptr : &found->second;
}

std::string nameOf(const sdf::ElementPtr& element) {
    return element->HasAttribute("name") ? element->Get<std::string>("name") : "";
}

void refuseMotions(const sdf::ElementPtr& link, const std::string& owner, SdfFindings& findings) {
    if (link->HasElement("gravity") && !link->Get<bool>("gravity"))
        findings.refuse(link->GetElement("gravity"), owner + ": <gravity> = false is not read", "lets gravity act on the link");
    if (link->HasElement("kinematic") && link->Get<bool>("kinematic"))
        findings.refuse(link->GetElement("kinematic"), owner + ": <kinematic> = true is not read", "lets forces move the link");
    if (!link->HasElement("velocity_decay")) return;
    const sdf::ElementPtr decay = link->GetElement("velocity_decay");
    for (const char* kind : {"linear", "angular"})
        if (decay->HasElement(kind) && decay->Get<double>(kind) != 0)
            findings.refuse(decay, owner + ": <velocity_decay> with " + kind + " = " + shortText(decay->Get<double>(kind)) +
                                       " is not read");
}

void findUnusedIn(const sdf::ElementPtr& element, const std::string& owner, SdfFindings& findings) {
    const std::string name = element->GetName();
    const Names* used = usedIn(name);
    if (!used) return;
    const bool isOwner = name == "link" || name == "joint";
    const std::string own = isOwner ? name + " " + nameInQuotes(nameOf(element)) : owner;
    if (name == "link") refuseMotions(element, own, findings);
    for (sdf::ElementPtr child = element->GetFirstElement(); child; child = child->GetNextElement()) {
        if (!child->GetExplicitlySetInFile()) continue;
        const std::string& part = child->GetName();
        if (used->count(part))
            findUnusedIn(child, own, findings);
        else
            findings.ignore(child, isOwner || name == "model" ? part : name + " " + part,
                            own.empty() ? nameOf(child) : own);
    }
}

} // namespace

void findUnused(const sdf::ElementPtr& model, SdfFindings& findings) { findUnusedIn(model, "", findings); }

void findUnusedAround(const sdf::ElementPtr& root, const sdf::ElementPtr& model, SdfFindings& findings) {
    for (sdf::ElementPtr child = root->GetFirstElement(); child; child = child->GetNextElement()) {
        if (child == model || !child->GetExplicitlySetInFile()) continue;
        if (child->GetName() == "world")
            findUnusedAround(child, model, findings);
        else if (child->GetName() != "frame")
            findings.ignore(child, child->GetName(), nameOf(child));
    }
}

} // namespace simbodydem
