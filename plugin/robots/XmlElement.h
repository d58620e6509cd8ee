// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_XML_ELEMENT_H
#define SIMBODYDEM_ROBOTS_XML_ELEMENT_H

#include "robots/Findings.h"

#include <string>
#include <string_view>
#include <vector>

namespace simbodydem {

/** An element of a robot's XML file with its line, and all that is in it. */
struct XmlElement {
    struct Attribute {
        std::string name, value;
        int line = 0;
    };
    std::string name;
    int line = 0;      // of the start tag; of the <include> in the robot's file, if it is of another file
    std::string location; // "in 'assets.xml', line 5: " if it is of an included file
    std::vector<Attribute> attributes;
    std::vector<XmlElement> children;
    bool hasText = false; // there is text in it that is not white space
    std::string text;     // without white space around it

    /** Returns the attribute's value; null if there is none. */
    const std::string* find(std::string_view attribute) const;
    /** Returns the attribute's value; an empty text if there is none. */
    const std::string& valueOf(std::string_view attribute) const;
    /** Returns the first child of this name; null if there is none. */
    const XmlElement* child(std::string_view childName) const;
    /** Returns all children of this name, in the order of the file. */
    std::vector<const XmlElement*> childrenOf(std::string_view childName) const;
};

/** Reads a text with one root element. A text that is no XML is an error. */
XmlElement readXml(const std::string& text, Findings&);

/** Returns the element as XML. */
std::string toXml(const XmlElement&);

} // namespace simbodydem

#endif
