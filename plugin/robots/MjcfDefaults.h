// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MJCF_DEFAULTS_H
#define SIMBODYDEM_ROBOTS_MJCF_DEFAULTS_H

#include "robots/MjcfFindings.h"
#include "robots/XmlElement.h"

#include <map>
#include <string>
#include <vector>

namespace simbodydem {

/** The classes of an MJCF file. A class has the defaults of the class that it is nested in. */
class MjcfDefaults {
public:
    MjcfDefaults(const XmlElement& mujoco, MjcfFindings&);

    /** Returns a copy of an element with all attributes of its class that it does not set.
        @param childclass  of the body; used if the element has no class */
    XmlElement resolve(const XmlElement& element, const std::string& childclass = "") const;
    /** Returns the defaults that a class has for elements of some names, from the outermost class inwards. */
    std::vector<const XmlElement*> find(const XmlElement& element, const std::vector<std::string>& names,
                                        const std::string& childclass = "") const;
    /** Adds an error if there is no class of this name. */
    void checkClass(const XmlElement& at, const std::string& name) const;

private:
    struct Class {
        int parent = -1;
        std::vector<const XmlElement*> elements;
    };
    void add(const XmlElement& element, int parent, bool isTop);
    int classOf(const XmlElement& element, const std::string& childclass) const;

    MjcfFindings& findings;
    std::vector<Class> classes;       // 0: main
    std::map<std::string, int> named; // indices of classes
};

} // namespace simbodydem

#endif
