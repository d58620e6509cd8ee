// SPDX-License-Identifier: Apache-2.0
#include "robots/XmlElement.h"

#include <tinyxml2.h>

namespace simbodydem {

namespace {

using namespace tinyxml2;

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

constexpr const char* blanks = " \t\r\n";

bool isBlank(const char* text) { return std::string_view(text).find_first_not_of(blanks) == std::string_view::npos; }

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

XmlElement toElement(const XMLElement& xml) {
    XmlElement element;
    element.name = xml.Name();
    element.line = xml.GetLineNum();
    for (const XMLAttribute* a = xml.FirstAttribute(); a; a = a->Next())
        element.attributes.push_back({a->Name(), a->Value(), a->GetLineNum()});
    for (const XMLNode* node = xml.FirstChild(); node; node = node->NextSibling()) {
        if (const XMLElement* child = node->ToElement())
            element.children.push_back(toElement(*child));
        else if (const XMLText* text = node->ToText())
            element.text += text->Value();
    }
    element.text = trimmed(element.text);
    element.hasText = !element.text.empty();
    return element;
}

void print(const XmlElement& element, XMLPrinter& printer) {
    printer.OpenElement(element.name.c_str(), true);
    for (const XmlElement::Attribute& a : element.attributes) {
        printer.PushAttribute(a.name.c_str(), a.value.c_str());
    }
    for (const XmlElement& child : element.children) print(child, printer);
    printer.CloseElement(true);
}

} // namespace

const std::string* XmlElement::find(std::string_view attribute) const {
    for (const Attribute& a : attributes)
        if (a.name == attribute) return &a.value;
    return nullptr;
}

const std::string& XmlElement::valueOf(std::string_view attribute) const {
    static const std::string none;
    const std::string* value = find(attribute);
    return value ? *value : none;
}

const XmlElement* XmlElement::child(std::string_view childName) const {
    for (const XmlElement& c : children)
        if (c.name == childName) return &c;
    return nullptr;
}

std::vector<const XmlElement*> XmlElement::childrenOf(std::string_view childName) const {
    std::vector<const XmlElement*> found;
    for (const XmlElement& c : children)
        if (c.name == childName) found.push_back(&c);
    return found;
}

XmlElement readXml(const std::string& text, Findings& findings) {
    if (const std::size_t zero = text.find('\0'); zero != std::string::npos)
        findings.fail(0, "byte " + std::to_string(zero + 1) + " is zero; a robot's file is a text in UTF-8");
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
    return toElement(*root);
}

std::string toXml(const XmlElement& element) {
    XMLPrinter printer(nullptr, true);
    print(element, printer);
    return printer.CStr();
}

} // namespace simbodydem
