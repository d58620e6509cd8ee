// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_XML_TREE_H
#define SIMBODYDEM_COLLISION_SHAPES_XML_TREE_H

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace simbodydem {

/** Holds an element of an XML file with its content. */
struct XmlNode {
    std::string name;
    std::map<std::string, std::string> attributes;
    std::string text; // all text between the children; only the ends of lines of comments are kept
    int textLine = 0; // line on which the text begins
    int line = 0;     // line of the start tag
    std::vector<XmlNode> children;
};

/** Reads the elements, attributes and texts of an XML document. Other parts are ignored, except declarations of document types, which are
an error.
    @param fail  must throw; gets a line and a reason */
XmlNode readXmlTree(std::string_view text, const std::function<void(int, const std::string&)>& fail);

} // namespace simbodydem

#endif
