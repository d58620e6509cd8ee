// SPDX-License-Identifier: Apache-2.0
#include "robots/MjcfInclude.h"

#include "robots/Numbers.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

namespace simbodydem {

namespace {

namespace fs = std::filesystem;

class Includer {
public:
    explicit Includer(Findings& findings) : findings(findings), folder(fs::path(findings.getPath()).parent_path()) {}

    void expand(XmlElement& element, const fs::path& beside) {
        std::vector<XmlElement> children;
        for (XmlElement& child : element.children) {
            if (child.name != "include") {
                expand(child, beside);
                children.push_back(std::move(child));
                continue;
            }
            for (XmlElement& part : read(child, beside)) children.push_back(std::move(part));
        }
        element.children = std::move(children);
    }

private:
    static bool isFile(const fs::path& path) {
        std::error_code ignored;
        return fs::is_regular_file(path, ignored);
    }

    std::vector<XmlElement> read(const XmlElement& include, const fs::path& beside) {
        const std::string& name = include.valueOf("file");
        if (name.empty()) findings.fail(include.line, include.location + "<include> has no attribute file");
        const fs::path candidates[] = {folder / name, beside / name};
        const fs::path path = isFile(candidates[0]) ? candidates[0] : candidates[1];
        if (!isFile(path))
            findings.fail(include.line,
                          include.location + "the file " + nameInQuotes(name) + " of <include> cannot be read");
        if (!included.insert(path.lexically_normal().string()).second)
            findings.fail(include.line, include.location + "the file " + nameInQuotes(name) + " is included twice");
        std::ifstream in(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
        Findings own(path.string());
        XmlElement root = readXml(text, own);
        if (root.name != "mujoco" && root.name != "mujocoinclude")
            own.fail(root.line, "the root element is <" + root.name + ">; it must be <mujoco> or <mujocoinclude>");
        mark(root, name, include.line);
        expand(root, path.parent_path());
        return std::move(root.children);
    }

    static void mark(XmlElement& element, const std::string& name, int line) {
        element.location = "in " + nameInQuotes(name) + ", line " + std::to_string(element.line) + ": ";
        element.line = line;
        for (XmlElement::Attribute& attribute : element.attributes) attribute.line = line;
        for (XmlElement& child : element.children) mark(child, name, line);
    }

    Findings& findings;
    const fs::path folder;
    std::set<std::string> included;
};

} // namespace

void expandIncludes(XmlElement& mujoco, Findings& findings) {
    Includer(findings).expand(mujoco, std::filesystem::path(findings.getPath()).parent_path());
}

} // namespace simbodydem
