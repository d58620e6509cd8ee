// SPDX-License-Identifier: Apache-2.0
#include "records/ExternalLoads.h"

#include "SimTKcommon.h"
#include "records/RowFile.h"

#include <filesystem>

namespace simbodydem {

namespace Xml = SimTK::Xml;
namespace fs = std::filesystem;

namespace {

// Returns the path with its folder as the operating system finds it: ".." after a link starts at the link's target.
fs::path inItsFolder(const fs::path& file) {
    const fs::path absolute = fs::absolute(file);
    return fs::weakly_canonical(absolute.parent_path()) / absolute.filename();
}

} // namespace

void writeExternalLoadsFile(const std::string& file, const std::string& dataFile,
                            const std::vector<std::string>& groups, const std::map<std::string, std::string>& bodies) {
    Xml::Element loads("ExternalLoads"), objects("objects");
    loads.setAttributeValue("name", fs::path(file).stem().string());
    for (const std::string& group : groups) {
        Xml::Element force("ExternalForce");
        force.setAttributeValue("name", group);
        const std::pair<const char*, std::string> values[] = {{"applied_to_body", bodies.at(group)},
                                                              {"force_expressed_in_body", "ground"},
                                                              {"point_expressed_in_body", "ground"},
                                                              {"force_identifier", "ground_force_" + group + "_v"},
                                                              {"point_identifier", "ground_force_" + group + "_p"},
                                                              {"torque_identifier", "ground_torque_" + group + "_"}};
        for (const auto& [name, value] : values) force.appendNode(Xml::Element(name, value));
        objects.appendNode(force);
    }
    loads.appendNode(objects);
    const fs::path folder = inItsFolder(file).parent_path(); // OpenSim looks for the data from this folder
    loads.appendNode(Xml::Element("datafile", inItsFolder(dataFile).lexically_proximate(folder).generic_string()));
    Xml::Document document;
    document.setRootTag("OpenSimDocument");
    document.getRootElement().setAttributeValue("Version", "40000");
    document.getRootElement().appendNode(loads);
    SimTK::String text;
    document.writeToString(text);
    RowFile::text(file, text); // throws instead of destroying a table that is being written
}

} // namespace simbodydem
