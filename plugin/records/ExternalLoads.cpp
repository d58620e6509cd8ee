// SPDX-License-Identifier: Apache-2.0
#include "records/ExternalLoads.h"

#include "SimTKcommon.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace simbodydem {

namespace Xml = SimTK::Xml;

void writeExternalLoadsFile(const std::string& file, const std::string& dataFile,
                            const std::vector<std::string>& groups, const std::map<std::string, std::string>& bodies) {
    namespace fs = std::filesystem;
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
    const fs::path folder = fs::absolute(file).parent_path(); // OpenSim looks for the data from here
    loads.appendNode(Xml::Element("datafile", fs::absolute(dataFile).lexically_proximate(folder).generic_string()));
    Xml::Document document;
    document.setRootTag("OpenSimDocument");
    document.getRootElement().setAttributeValue("Version", "40000");
    document.getRootElement().appendNode(loads);
    SimTK::String text;
    document.writeToString(text);
    std::ofstream out(file);
    out << text << std::flush;
    if (!out) throw std::runtime_error("GroundReactionRecorder: " + file + " cannot be written");
}

} // namespace simbodydem
