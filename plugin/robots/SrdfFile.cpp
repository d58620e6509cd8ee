// SPDX-License-Identifier: Apache-2.0
#include "robots/SrdfFile.h"

#include "robots/Numbers.h"

#include <tinyxml2.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace simbodydem {

namespace {

using tinyxml2::XMLElement;
using LinkIndices = std::set<std::pair<int, int>>;

class SrdfReader {
public:
    SrdfReader(const std::string& path, const RobotFile& robot) : path(path), robot(robot) {}

    LinkIndices read() const {
        tinyxml2::XMLDocument document;
        if (!std::ifstream(path)) fail(0, "it cannot be read");
        if (document.LoadFile(path.c_str()) != tinyxml2::XML_SUCCESS)
            fail(document.ErrorLineNum(), std::string("it is no XML: ") + document.ErrorName());
        const XMLElement* root = document.RootElement();
        if (!root || std::string(root->Name()) != "robot")
            fail(root ? root->GetLineNum() : 0, "its root must be <robot>, as in an SRDF file of MoveIt");
        if (root->FirstChildElement("link") || root->FirstChildElement("joint"))
            fail(root->GetLineNum(), "it has links or joints, as a URDF file; give the SRDF file of the robot");
        LinkIndices pairs;
        // A link without default collisions has only those that are enabled.
        forEach(*root, "disable_default_collisions", [&](const XMLElement& element) {
            const int link = linkOf(element, "link");
            for (int other = 0; other < robot.getNumLinks(); ++other)
                if (other != link) pairs.insert(std::minmax(link, other));
        });
        forEach(*root, "enable_collisions", [&](const XMLElement& element) { pairs.erase(pairOf(element)); });
        forEach(*root, "disable_collisions", [&](const XMLElement& element) { pairs.insert(pairOf(element)); });
        return pairs;
    }

private:
    [[noreturn]] void fail(int line, const std::string& reason) const {
        throw std::invalid_argument("Robot: the file '" + path + "'" +
                                    (line > 0 ? ", line " + std::to_string(line) : "") + ": " + reason);
    }

    template <class Visit> static void forEach(const XMLElement& root, const char* name, const Visit& visit) {
        for (const XMLElement* e = root.FirstChildElement(name); e; e = e->NextSiblingElement(name)) visit(*e);
    }

    int linkOf(const XMLElement& element, const char* attribute) const {
        const char* name = element.Attribute(attribute);
        if (!name || !*name)
            fail(element.GetLineNum(), std::string("<") + element.Name() + "> has no " + attribute +
                                           "; it must have the name of a link");
        const std::vector<RobotLink>& links = robot.getLinks();
        const auto found =
            std::find_if(links.begin(), links.end(), [&](const RobotLink& link) { return link.name == name; });
        if (found == links.end())
            fail(element.GetLineNum(), std::string(attribute) + " = " + nameInQuotes(name) +
                                           " is no link of the robot '" + robot.getName() +
                                           "', which is read from '" + robot.getPath() + "'");
        return int(found - links.begin());
    }

    std::pair<int, int> pairOf(const XMLElement& element) const {
        const int one = linkOf(element, "link1"), other = linkOf(element, "link2");
        if (one == other)
            fail(element.GetLineNum(), std::string("<") + element.Name() + "> has link " +
                                           nameInQuotes(element.Attribute("link1")) +
                                           " twice; link1 and link2 must differ");
        return std::minmax(one, other);
    }

    const std::string& path;
    const RobotFile& robot;
};

} // namespace

LinkIndices readDisabledCollisions(const std::string& srdfFile, const RobotFile& robot) {
    return SrdfReader(srdfFile, robot).read();
}

} // namespace simbodydem
