// SPDX-License-Identifier: Apache-2.0
#include "opensim/DEMGroundReactionAnalysis.h"

#include <simbodydem/DEMContactForce.h>
#include <simbodydem/GroundReactionRecorder.h>
#include <simbodydem/HistoryTracker.h>
#include <simbodydem/Resultants.h>

#include <OpenSim/Common/Logger.h>
#include <OpenSim/Simulation/Model/Model.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace OpenSim {

namespace {

const Frame& bodyOf(const ContactGeometry& geometry) { return geometry.getFrame().findBaseFrame(); }

bool isOnGround(const DEMSurface& surface) {
    for (const ContactGeometry* geometry : surface.listGeometry())
        if (geometry->getFrame().getMobilizedBodyIndex() != SimTK::GroundIndex) return false;
    return true;
}

std::vector<simbodydem::SurfaceGroup> groupsOf(const DEMContactForce& force) {
    std::vector<simbodydem::SurfaceGroup> groups;
    for (int i = 0; i < force.getProperty_surfaces().size(); ++i)
        if (!isOnGround(force.get_surfaces(i))) groups.push_back(force.get_surfaces(i).getGroup());
    return groups;
}

// Returns the surfaces grouped by body, without Ground. A group has the name of its body. Bodies come in the order in which they
// are found.
std::vector<simbodydem::SurfaceGroup> groupsByBody(const DEMContactForce& force) {
    std::vector<simbodydem::SurfaceGroup> groups;
    std::map<SimTK::MobilizedBodyIndex, std::size_t> places;
    for (int i = 0; i < force.getProperty_surfaces().size(); ++i) {
        const DEMSurface& surface = force.get_surfaces(i);
        const std::vector<const ContactGeometry*> geometry = surface.listGeometry();
        auto index = surface.getGroup().surfaces.begin();
        for (const ContactGeometry* of : geometry) {
            const SimTK::ContactSurfaceIndex s = *index++; // in the order in which they were added
            const SimTK::MobilizedBodyIndex body = of->getFrame().getMobilizedBodyIndex();
            if (body == SimTK::GroundIndex) continue;
            const auto place = places.emplace(body, groups.size());
            if (place.second) groups.push_back({bodyOf(*of).getName(), {}});
            groups[place.first->second].surfaces.insert(s);
        }
    }
    return groups;
}

} // namespace

// The files of one run. A run ends if there is another System, or if time goes back.
struct DEMGroundReactionAnalysis::Files {
    Files(const DEMContactForce& force, const DEMGroundReactionAnalysis& asked)
        : system(force.countSystems()),
          bySurface(force.getDEMForce(), groupsOf(force)),
          byBody(force.getDEMForce(), groupsByBody(force)),
          tracker(force.getDEMForce()) {
        const std::string stem = asked.get_file();
        if (const auto folder = std::filesystem::path(stem).parent_path(); !folder.empty())
            std::filesystem::create_directories(folder); // tools create their folder only at the end of a run
        bySurface.write(stem + ".mot");
        if (asked.get_write_contacts()) bySurface.writeContacts(stem + "_contacts.csv");
        std::map<std::string, std::string> bodies; // by group, which has its body's name
        for (const simbodydem::SurfaceGroup& group : groupsByBody(force)) bodies[group.name] = group.name;
        byBody.write(stem + "_bodies.mot")
            .writeExternalLoads(stem + "_external_loads.xml", stem + "_bodies.mot", bodies);
    }

    const int system;
    double time = -SimTK::Infinity;
    simbodydem::GroundReactionRecorder bySurface, byBody;
    simbodydem::HistoryTracker tracker;
};

DEMGroundReactionAnalysis::DEMGroundReactionAnalysis(Model* model) : Analysis(model) {
    constructProperty_force_path("");
    constructProperty_file("grf");
    constructProperty_replay(false);
    constructProperty_write_contacts(false);
}

const DEMContactForce& DEMGroundReactionAnalysis::getContactForce() const {
    if (_model->hasComponent<DEMContactForce>(get_force_path()))
        return _model->getComponent<DEMContactForce>(get_force_path());
    throw Exception("DEMGroundReactionAnalysis \"" + getName() + "\": <force_path> is '" + get_force_path() +
                    "', where the model has no DEMContactForce; it must be like /forceset/feet");
}

void DEMGroundReactionAnalysis::see(const SimTK::State& state, bool isRow) {
    const DEMContactForce& force = getContactForce();
    if (!files || files->system != force.countSystems() || state.getTime() < files->time) {
        files.reset(); // closes them
        files.reset(new Files(force, *this));
        log_info("DEMGroundReactionAnalysis \"{}\" writes {}.mot and {}_external_loads.xml", getName(), get_file(),
                 get_file());
    }
    files->time = state.getTime();
    // The analyses that follow need the history of the row before, and AnalyzeTool uses one State for all rows.
    if (get_replay()) files->tracker.follow(const_cast<SimTK::State&>(state));
    if (!isRow) return;
    files->bySurface.record(state);
    files->byBody.record(state);
}

int DEMGroundReactionAnalysis::begin(const SimTK::State& state) {
    if (getOn()) see(state, proceed());
    return 0;
}

int DEMGroundReactionAnalysis::step(const SimTK::State& state, int stepNumber) {
    if (getOn()) see(state, proceed(stepNumber));
    return 0;
}

// Closes the files, since OpenSim's tools never delete their models. Manager ends at every time to which it has integrated, and may
// continue afterwards.
int DEMGroundReactionAnalysis::end(const SimTK::State& state) {
    if (!getOn()) return 0;
    see(state, proceed());
    files->bySurface.close();
    files->byBody.close();
    return 0;
}

} // namespace OpenSim
