// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_XML_TREE_H
#define SIMBODYDEM_COLLISION_SHAPES_XML_TREE_H

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace simbodydem {

/** An element of an XML file with all that is in it. */
struct XmlElement {
    std::string name;
    std::map<std::string, std::string> attributes;
    std::string text; // all of it between the children's; each comment is as many ends of lines as it has
    int textLine = 0; // on which the text begins
    int line = 0;     // of the start tag
    std::vector<XmlElement> children;
};

/** Reads the elements, attributes and texts of an XML document, and nothing of its other parts. Declarations of document types
are an error.
    @param fail  must throw; gets a line and a reason */
XmlElement readXml(std::string_view text, const std::function<void(int, const std::string&)>& fail);

} // namespace simbodydem

#endif
