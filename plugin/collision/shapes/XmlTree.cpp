// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/XmlTree.h"

#include "collision/shapes/FileText.h"

#include <algorithm>
#include <stdexcept>

namespace simbodydem {

namespace {

constexpr std::size_t deepest = 64;

class XmlReader {
public:
    using Fail = std::function<void(int, const std::string&)>;

    XmlReader(std::string_view text, const Fail& fail) : text(withoutMark(text)), refuse(fail) {}

    XmlNode read() {
        XmlNode document; // its only child is the root
        document.name = "the document";
        std::vector<XmlNode> open{document};
        while (at < text.size()) {
            if (skipped("<!--", "-->", "a comment", &open.back().text)) continue;
            if (skipped("<?", "?>", "an instruction", &open.back().text)) continue;
            if (startsWith("<![CDATA[") || startsWith("<!"))
                fail("'<!' begins a part that is not read; a VTK file has only elements, texts and comments");
            if (startsWith("</"))
                close(open);
            else if (text[at] == '<')
                begin(open);
            else
                addText(open.back());
        }
        if (open.size() > 1)
            fail("the file ends within <" + open.back().name + "> of line " + std::to_string(open.back().line));
        if (open[0].children.size() != 1)
            fail("the file has " + std::to_string(open[0].children.size()) + " roots; it must have one");
        if (!std::all_of(open[0].text.begin(), open[0].text.end(), isSpace)) fail("there is text outside of the root");
        return std::move(open[0].children[0]);
    }

private:
    [[noreturn]] void fail(const std::string& reason) const {
        refuse(line, reason);
        throw std::invalid_argument(reason);
    }
    bool startsWith(std::string_view word) const { return text.compare(at, word.size(), word) == 0; }

    void advance(std::size_t end) {
        for (; at < end; ++at)
            if (text[at] == '\n' || (text[at] == '\r' && text.compare(at, 2, "\r\n") != 0)) ++line;
    }
    // Skips a part that has no content. Its ends of lines stay in the text, because the lines of the text are counted.
    bool skipped(std::string_view begin, std::string_view end, const std::string& what, std::string* into) {
        if (!startsWith(begin)) return false;
        const std::size_t found = text.find(end, at + begin.size());
        if (found == std::string_view::npos) fail(what + " has no end");
        const int first = line;
        advance(found + end.size());
        into->append(std::size_t(line - first), '\n').append(" ");
        return true;
    }
    void skipSpace() {
        std::size_t end = at;
        while (end < text.size() && isSpace(text[end])) ++end;
        advance(end);
    }
    std::string takeName() {
        const auto isPart = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
                   c == '.' || c == ':';
        };
        const std::size_t begin = at;
        while (at < text.size() && isPart(text[at])) ++at;
        if (at == begin) fail("a name must follow, of letters and digits");
        return std::string(text.substr(begin, at - begin));
    }

    void begin(std::vector<XmlNode>& open) {
        XmlNode element;
        element.line = line;
        ++at;
        element.name = takeName();
        while (true) {
            const bool isApart = at < text.size() && isSpace(text[at]);
            skipSpace();
            if (startsWith("/>") || startsWith(">")) break;
            if (at == text.size()) fail("the file ends within the tag <" + element.name + ">");
            if (!isApart) fail("the tag <" + element.name + "> must have a blank before each attribute");
            takeAttribute(element);
        }
        const bool isWhole = text[at] == '/';
        at += isWhole ? 2 : 1;
        element.textLine = line;
        if (isWhole)
            open.back().children.push_back(std::move(element));
        else
            open.push_back(std::move(element));
        if (open.size() > deepest) fail("more than " + std::to_string(deepest) + " elements are one within the other");
    }

    void takeAttribute(XmlNode& element) {
        const std::string name = takeName();
        skipSpace();
        if (!startsWith("=")) fail("the attribute " + name + " must have a value after =");
        ++at;
        skipSpace();
        if (!startsWith("\"") && !startsWith("'")) fail("the value of " + name + " must be in quotes");
        const std::size_t end = text.find(text[at], at + 1);
        if (end == std::string_view::npos) fail("the value of " + name + " has no closing quote");
        const std::string_view value = text.substr(at + 1, end - at - 1);
        if (value.find('<') != std::string_view::npos) fail("the value of " + name + " has a '<'; is a quote missing?");
        if (!element.attributes.emplace(name, decoded(value)).second) fail("the attribute " + name + " is there twice");
        advance(end + 1);
    }

    void close(std::vector<XmlNode>& open) {
        at += 2;
        const std::string name = takeName();
        skipSpace();
        if (!startsWith(">")) fail("the tag </" + name + " must end with >");
        ++at;
        if (open.size() < 2 || open.back().name != name)
            fail("</" + name + "> ends no element; " +
                 (open.size() < 2
                      ? "none is open"
                      : "<" + open.back().name + "> of line " + std::to_string(open.back().line) + " must end first"));
        XmlNode element = std::move(open.back());
        open.pop_back();
        open.back().children.push_back(std::move(element));
    }

    void addText(XmlNode& element) {
        const std::size_t end = std::min(text.find('<', at), text.size());
        element.text += decoded(text.substr(at, end - at));
        advance(end);
    }

    std::string decoded(std::string_view part) const {
        static const std::pair<std::string_view, char> entities[] = {
            {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
        std::string result;
        for (std::size_t k = 0; k < part.size();) {
            const auto isHere = [&](const auto& entity) {
                return part.compare(k, entity.first.size(), entity.first) == 0;
            };
            const auto* entity = std::find_if(std::begin(entities), std::end(entities), isHere);
            if (part[k] == '&' && entity == std::end(entities)) fail("'&' does not begin a known entity");
            result += part[k] == '&' ? entity->second : part[k];
            k += part[k] == '&' ? entity->first.size() : 1;
        }
        return result;
    }

    std::string_view text;
    const Fail& refuse;
    std::size_t at = 0;
    int line = 1;
};

} // namespace

XmlNode readXmlTree(std::string_view text, const std::function<void(int, const std::string&)>& fail) {
    return XmlReader(text, fail).read();
}

} // namespace simbodydem
