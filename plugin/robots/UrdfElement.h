// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_URDF_ELEMENT_H
#define SIMBODYDEM_ROBOTS_URDF_ELEMENT_H

#include "robots/Findings.h"

#include <string>
#include <string_view>
#include <vector>

namespace simbodydem {

/** An element of a URDF file with its line, and all that is in it. */
struct UrdfElement {
    struct Attribute {
        std::string name, value;
        int line = 0;
    };
    std::string name;
    int line = 0; // of the start tag
    std::vector<Attribute> attributes;
    std::vector<UrdfElement> children;
    bool hasText = false; // there is text in it that is not white space

    /** Returns the attribute's value; null if there is none. */
    const std::string* find(std::string_view attribute) const;
    /** Returns the attribute's value; an empty text if there is none. */
    const std::string& valueOf(std::string_view attribute) const;
    /** Returns the first child of this name; null if there is none. */
    const UrdfElement* child(std::string_view childName) const;
    /** Returns all children of this name, in the order of the file. */
    std::vector<const UrdfElement*> childrenOf(std::string_view childName) const;
};

/** Reads the elements of a file whose root is <robot>. Text that is no XML is an error, as are xacro, SDF and MJCF. */
UrdfElement readUrdfElements(const std::string& text, Findings&);

/** Returns the element as XML. */
std::string toXml(const UrdfElement&);

} // namespace simbodydem

#endif
