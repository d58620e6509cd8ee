// SPDX-License-Identifier: Apache-2.0
#include "robots/MjcfDefaults.h"

#include "robots/Numbers.h"

#include <algorithm>

namespace simbodydem {

MjcfDefaults::MjcfDefaults(const XmlElement& mujoco, MjcfFindings& findings) : findings(findings) {
    classes.push_back({});
    named["main"] = 0;
    for (const XmlElement* element : mujoco.childrenOf("default")) add(*element, 0, true);
}

// Several sections at the top are one class. Only their name may differ from "main".
void MjcfDefaults::add(const XmlElement& element, int parent, bool isTop) {
    const std::string& name = element.valueOf("class");
    int index = 0;
    if (isTop) {
        if (!name.empty()) named[name] = 0;
    } else if (name.empty()) {
        findings.error(element, "<default> in another <default> has no attribute class");
        return;
    } else if (named.count(name)) {
        findings.error(element,
                       "there is another <default> with the class " + nameInQuotes(name) + "; each must have its own");
        return;
    } else {
        index = int(classes.size());
        named[name] = index;
        classes.push_back({parent, {}});
    }
    for (const XmlElement& child : element.children)
        if (child.name == "default")
            add(child, index, false);
        else
            classes[std::size_t(index)].elements.push_back(&child);
}

void MjcfDefaults::checkClass(const XmlElement& at, const std::string& name) const {
    if (!name.empty() && !named.count(name))
        findings.error(at, "<" + at.name + "> has the class " + nameInQuotes(name) + ", which no <default> defines");
}

int MjcfDefaults::classOf(const XmlElement& element, const std::string& childclass) const {
    const std::string* own = element.find("class");
    checkClass(element, own ? *own : "");
    const auto found = named.find(own ? *own : childclass);
    return found == named.end() ? 0 : found->second;
}

std::vector<const XmlElement*> MjcfDefaults::find(const XmlElement& element, const std::vector<std::string>& names,
                                                  const std::string& childclass) const {
    std::vector<int> chain;
    for (int c = classOf(element, childclass); c >= 0; c = classes[std::size_t(c)].parent) chain.push_back(c);
    std::vector<const XmlElement*> found;
    for (auto c = chain.rbegin(); c != chain.rend(); ++c)
        for (const XmlElement* e : classes[std::size_t(*c)].elements)
            if (std::find(names.begin(), names.end(), e->name) != names.end()) found.push_back(e);
    return found;
}

XmlElement MjcfDefaults::resolve(const XmlElement& element, const std::string& childclass) const {
    XmlElement resolved = element;
    const std::vector<const XmlElement*> defaults = find(element, {element.name}, childclass);
    for (auto d = defaults.rbegin(); d != defaults.rend(); ++d) // the innermost class first
        for (const XmlElement::Attribute& attribute : (*d)->attributes)
            if (!resolved.find(attribute.name)) resolved.attributes.push_back(attribute);
    return resolved;
}

} // namespace simbodydem
