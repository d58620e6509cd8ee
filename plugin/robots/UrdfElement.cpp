// SPDX-License-Identifier: Apache-2.0
#include "robots/UrdfElement.h"

#include <tinyxml2.h>

namespace simbodydem {

namespace {

using namespace tinyxml2;

const char* const howToExpand =
    "this is xacro, not URDF; expand it first: xacro FILE.xacro > FILE.urdf (from ROS: ros2 run xacro xacro)";

std::string reasonOf(XMLError error) {
    switch (error) {
    case XML_ERROR_EMPTY_DOCUMENT: return "it has no elements";
    case XML_ERROR_MISMATCHED_ELEMENT: return "the element that begins here is not closed by a tag of its name";
    case XML_ERROR_PARSING_ATTRIBUTE:
        return "an attribute must be NAME=\"VALUE\", with a blank before it, and each once";
    case XML_ERROR_PARSING_COMMENT: return "a comment has no end";
    case XML_ERROR_PARSING_CDATA: return "a CDATA section has no end";
    case XML_ERROR_PARSING_DECLARATION: return "a declaration <? has no end, or is not at the beginning";
    case XML_ERROR_PARSING_UNKNOWN: return "a part that begins with <! has no end";
    case XML_ERROR_PARSING_TEXT: return "a text has no end; is a tag missing?";
    case XML_ELEMENT_DEPTH_EXCEEDED: return "too many elements are one within the other";
    default: return "an element is expected, as <NAME ...> or <NAME .../>";
    }
}

bool isBlank(const char* text) { return std::string_view(text).find_first_not_of(" \t\r\n") == std::string_view::npos; }

UrdfElement toElement(const XMLElement& xml, Findings& findings) {
    UrdfElement element;
    element.name = xml.Name();
    element.line = xml.GetLineNum();
    if (element.name.compare(0, 6, "xacro:") == 0)
        findings.fail(element.line, "<" + element.name + ">: " + howToExpand);
    for (const XMLAttribute* a = xml.FirstAttribute(); a; a = a->Next())
        element.attributes.push_back({a->Name(), a->Value(), a->GetLineNum()});
    for (const XMLNode* node = xml.FirstChild(); node; node = node->NextSibling()) {
        if (const XMLElement* child = node->ToElement())
            element.children.push_back(toElement(*child, findings));
        else if (const XMLText* text = node->ToText())
            element.hasText = element.hasText || !isBlank(text->Value());
    }
    return element;
}

void print(const UrdfElement& element, XMLPrinter& printer) {
    printer.OpenElement(element.name.c_str(), true);
    for (const UrdfElement::Attribute& a : element.attributes) {
        printer.PushAttribute(a.name.c_str(), a.value.c_str());
    }
    for (const UrdfElement& child : element.children) print(child, printer);
    printer.CloseElement(true);
}

} // namespace

const std::string* UrdfElement::find(std::string_view attribute) const {
    for (const Attribute& a : attributes)
        if (a.name == attribute) return &a.value;
    return nullptr;
}

const std::string& UrdfElement::valueOf(std::string_view attribute) const {
    static const std::string none;
    const std::string* value = find(attribute);
    return value ? *value : none;
}

const UrdfElement* UrdfElement::child(std::string_view childName) const {
    for (const UrdfElement& c : children)
        if (c.name == childName) return &c;
    return nullptr;
}

std::vector<const UrdfElement*> UrdfElement::childrenOf(std::string_view childName) const {
    std::vector<const UrdfElement*> found;
    for (const UrdfElement& c : children)
        if (c.name == childName) found.push_back(&c);
    return found;
}

UrdfElement readUrdfElements(const std::string& text, Findings& findings) {
    if (const std::size_t zero = text.find('\0'); zero != std::string::npos)
        findings.fail(0, "byte " + std::to_string(zero + 1) + " is zero; a URDF file is a text in UTF-8");
    XMLDocument document;
    const XMLError error = document.Parse(text.data(), text.size());
    if (error != XML_SUCCESS) findings.fail(document.ErrorLineNum(), "it is no XML: " + reasonOf(error));

    const XMLElement* root = nullptr;
    for (const XMLNode* node = document.FirstChild(); node; node = node->NextSibling()) {
        if (node->ToText() && !isBlank(node->Value()))
            findings.fail(node->GetLineNum(), "it is no XML: there is text outside of the root element");
        if (!node->ToElement()) continue;
        if (root)
            findings.fail(node->GetLineNum(), "<" + std::string(node->Value()) + "> follows the root element <" +
                                                  root->Name() + ">; a file must have one root element");
        root = node->ToElement();
    }
    if (!root) findings.fail(0, "it is no XML: " + reasonOf(XML_ERROR_EMPTY_DOCUMENT));
    const std::string name = root->Name();
    if (name == "sdf" || name == "mujoco")
        findings.fail(root->GetLineNum(), "the root element is <" + name + ">: this is " +
                                              (name == "sdf" ? "SDF" : "MJCF") + "; a URDF file begins with <robot>");
    if (name != "robot") findings.fail(root->GetLineNum(), "the root element is <" + name + ">; it must be <robot>");
    return toElement(*root, findings);
}

std::string toXml(const UrdfElement& element) {
    XMLPrinter printer(nullptr, true);
    print(element, printer);
    return printer.CStr();
}

} // namespace simbodydem
