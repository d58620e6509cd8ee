// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/GroundReactionRecorder.h"

#include "analysis/GroundPlaneCheck.h"
#include "base/Checks.h"
#include "force/GivenForces.h"
#include "records/ExternalLoads.h"
#include "records/RecordCheck.h"
#include "records/RowFile.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

using Columns = std::vector<std::string>;

const std::string reactionRecorder = "GroundReactionRecorder";

bool endsIn(const std::string& file, const std::string& ending) {
    return file.size() > ending.size() && file.compare(file.size() - ending.size(), ending.size(), ending) == 0;
}

void checkSurfaces(const DEMContactForce& force, const SurfaceGroup& group) {
    if (group.surfaces.empty())
        throw std::invalid_argument(reactionRecorder + ": the group \"" + group.name + "\" has no surfaces");
    for (ContactSurfaceIndex s : group.surfaces) force.getBody(s);
}

void checkGroups(const DEMContactForce& force, const std::vector<SurfaceGroup>& groups) {
    std::set<std::string> names;
    for (const SurfaceGroup& group : groups) {
        bool valid = !group.name.empty();
        for (unsigned char c : group.name) valid = valid && (std::isalnum(c) || c == '_' || c == '.' || c == '-');
        if (!valid)
            throw std::invalid_argument(reactionRecorder + ": the group \"" + group.name +
                                        "\" cannot name a column; use letters, digits, _ . and -");
        if (!names.insert(group.name).second)
            throw std::invalid_argument(reactionRecorder + ": two groups have the name \"" + group.name +
                                        "\"; column names must differ");
        checkSurfaces(force, group);
    }
}

// Checks groups and bodies for OpenSim. It applies an ExternalForce to one body, and uses all columns that begin with its
// identifiers.
void checkBodies(const std::string& caller, const DEMContactForce& force, const std::vector<SurfaceGroup>& groups,
                 const std::map<std::string, std::string>& bodies) {
    for (const auto& entry : bodies)
        if (std::none_of(groups.begin(), groups.end(), [&](const SurfaceGroup& g) { return g.name == entry.first; }))
            throw std::invalid_argument(caller + ": there is no group \"" + entry.first + "\"");
    for (const SurfaceGroup& group : groups) {
        const auto body = bodies.find(group.name);
        if (body == bodies.end() || body->second.empty())
            throw std::invalid_argument(caller + ": the body of the group \"" + group.name + "\" has no name");
        const ContactSurfaceIndex first = *group.surfaces.begin();
        for (ContactSurfaceIndex s : group.surfaces)
            if (force.getBody(s).getMobilizedBodyIndex() != force.getBody(first).getMobilizedBodyIndex())
                throw std::invalid_argument(caller + ": the group \"" + group.name + "\" is on two bodies, with " +
                                            force.getSurfaceName(first) + " and " + force.getSurfaceName(s) +
                                            "; make one group for each body");
        for (const SurfaceGroup& other : groups)
            if (other.name.size() > group.name.size() &&
                other.name.compare(0, group.name.size() + 1, group.name + "_") == 0)
                throw std::invalid_argument(caller + ": OpenSim confuses the columns of \"" + group.name +
                                            "\" with those of \"" + other.name +
                                            "\", since one name begins with the other; rename one");
    }
}

void add(Columns& columns, const std::string& stem, const std::string& unit) {
    for (const char* axis : {"x", "y", "z"}) columns.push_back(stem + axis + unit);
}

// Returns OpenSim's column names, with units if the format allows them.
Columns reactionColumns(const std::vector<SurfaceGroup>& groups, bool withUnits) {
    const auto unit = [&](const char* text) { return withUnits ? std::string(" [") + text + "]" : std::string(); };
    Columns columns{"time" + unit("s")};
    for (const SurfaceGroup& group : groups) {
        add(columns, "ground_force_" + group.name + "_v", unit("N"));
        add(columns, "ground_force_" + group.name + "_p", unit("m"));
        add(columns, "ground_torque_" + group.name + "_", unit("N m"));
    }
    return columns;
}

Columns contactColumns() {
    Columns columns{"time [s]", "surface_a", "surface_b"};
    add(columns, "point_", " [m]");
    add(columns, "normal_", "");
    add(columns, "normal_force_", " [N]");
    add(columns, "tangential_force_", " [N]");
    add(columns, "torque_", " [N m]");
    add(columns, "slip_velocity_", " [m/s]");
    add(columns, "tangential_displacement_", " [m]");
    for (const char* column : {"overlap [m]", "overlap_rate [m/s]", "stored_energy [J]", "dissipated_power [W]",
                               "sliding", "patch", "effective_mass [kg]", "tangential_effective_mass [kg]"})
        columns.push_back(column);
    return columns;
}

} // namespace

class GroundReactionRecorder::Impl {
public:
    Impl(const DEMContactForce& force, std::vector<SurfaceGroup> groups) : force(force), groups(std::move(groups)) {}

    void record(const State& state) {
        const Real time = state.getTime();
        checkParameter(isFinite(time), reactionRecorder + "::record()", "time", time, "s", "finite");
        if (time < lastTime)
            throw std::invalid_argument(reactionRecorder + "::record(): time = " + toText(time) + " s; it must be > " +
                                        toText(lastTime) + " s, the time of the row before");
        const MultibodySystem& system = force.getForceSubsystem().getMultibodySystem();
        checkStateOf(force, state, reactionRecorder + "::record()");
        system.realize(state, Stage::Model);
        checkFinite(reactionRecorder + "::record()", state);
        const auto lacksRow = [time](const Output& output) { return output.lastTime < time; };
        if (std::none_of(outputs.begin(), outputs.end(), lacksRow)) return;
        system.realize(state, Stage::Dynamics);
        const std::vector<ContactRecord>& records = force.getContactRecords(state);
        checkRecords(reactionRecorder + "::record()", force, records, time);
        lastTime = time;
        for (Output& output : outputs) { // if one fails, only its row is recorded again
            if (!lacksRow(output)) continue;
            if (output.content == Output::Contacts)
                recordContacts(time, records, output.file);
            else
                recordReactions(time, records, output.content == Output::Storage ? '\t' : ',', output.file);
            output.lastTime = time;
        }
    }

    void close() {
        for (Output& output : outputs) output.file.close();
    }

    /** Stores a file and the time of its last row. */
    struct Output {
        enum Content { Storage, Reactions, Contacts } content;
        RowFile file;
        Real lastTime = -Infinity;
    };
    /** Checks the path of a new file.
    @throws std::invalid_argument if this recorder already has a file there, open or closed */
    void checkIsOther(const std::string& caller, const std::string& path) const {
        for (const Output& output : outputs)
            if (output.file.isAt(path))
                throw std::invalid_argument(caller + ": this recorder already writes " + path + " (as " +
                                            output.file.getPath() + "); use a different file for each table");
    }

    const DEMContactForce force;
    const std::vector<SurfaceGroup> groups;
    SurfaceGroup ground; // no surfaces: everything
    GroundPlane plane;
    Real minimumNormalForce = 0;
    std::vector<Output> outputs;

private:
    void recordReactions(Real time, const std::vector<ContactRecord>& records, char delimiter, RowFile& file) const {
        Rows row(delimiter);
        row.add(time);
        for (const SurfaceGroup& group : groups) {
            const Wrench wrench = ground.surfaces.empty() ? calcWrench(records, group, plane.origin)
                                                          : calcWrench(records, group, ground, plane.origin);
            GroundReaction reaction = calcGroundReaction(wrench, plane, minimumNormalForce);
            if (reaction.centreOfPressure.isNaN()) reaction = {wrench.force, wrench.point, wrench.moment};
            row.add(reaction.force).add(reaction.centreOfPressure).add(reaction.freeMoment);
        }
        row.end();
        file.append(row);
    }

    void recordContacts(Real time, const std::vector<ContactRecord>& records, RowFile& file) const {
        Rows rows(',');
        for (const ContactRecord& r : records) {
            rows.add(time).add(int(r.a)).add(int(r.b)).add(r.point).add(r.normal).add(r.normalForce);
            rows.add(r.tangentialForce).add(r.torque).add(r.slipVelocity).add(r.tangentialDisplacement);
            rows.add(r.overlap).add(r.overlapRate).add(r.storedEnergy).add(r.dissipatedPower).add(r.sliding);
            rows.addInteger(r.patch).add(r.effectiveMass).add(r.tangentialEffectiveMass);
            rows.end();
        }
        file.append(rows);
    }

    Real lastTime = -Infinity;
};

GroundReactionRecorder::GroundReactionRecorder(const DEMContactForce& force, std::vector<SurfaceGroup> groups,
                                               Real interval)
    : PeriodicEventReporter(checkedInterval(reactionRecorder, interval)), impl(new Impl(force, std::move(groups))) {
    checkGroups(force, impl->groups);
}

GroundReactionRecorder::~GroundReactionRecorder() = default;

GroundReactionRecorder& GroundReactionRecorder::setPlane(const GroundPlane& plane) {
    checkPlane(reactionRecorder + "::setPlane()", plane);
    impl->plane = plane;
    return *this;
}

GroundReactionRecorder& GroundReactionRecorder::setGround(const SurfaceGroup& ground) {
    checkSurfaces(impl->force, ground);
    impl->ground = ground;
    return *this;
}

GroundReactionRecorder& GroundReactionRecorder::setMinimumNormalForce(Real force) {
    checkNotNegative(reactionRecorder, "minimumNormalForce", force, "N");
    impl->minimumNormalForce = force;
    return *this;
}

GroundReactionRecorder& GroundReactionRecorder::write(const std::string& file) {
    const std::string caller = reactionRecorder + "::write()";
    if (impl->groups.empty())
        throw std::invalid_argument(caller + ": the recorder has no groups, so " + file + " would have no columns");
    const bool isStorage = endsIn(file, ".sto") || endsIn(file, ".mot");
    if (!isStorage && !endsIn(file, ".csv"))
        throw std::invalid_argument(caller + ": " + file + " must end in .sto, .mot or .csv");
    impl->checkIsOther(caller, file);
    if (isStorage)
        impl->outputs.push_back({Impl::Output::Storage, RowFile::storage(file, reactionColumns(impl->groups, false))});
    else
        impl->outputs.push_back({Impl::Output::Reactions, RowFile::csv(file, reactionColumns(impl->groups, true))});
    return *this;
}

GroundReactionRecorder& GroundReactionRecorder::writeExternalLoads(const std::string& file, const std::string& data,
                                                                   const std::map<std::string, std::string>& bodies) {
    const std::string caller = reactionRecorder + "::writeExternalLoads()";
    if (!endsIn(file, ".xml")) throw std::invalid_argument(caller + ": " + file + " must end in .xml");
    const auto isData = [&](const Impl::Output& output) {
        return output.content == Impl::Output::Storage && output.file.getPath() == data;
    };
    if (std::none_of(impl->outputs.begin(), impl->outputs.end(), isData))
        throw std::invalid_argument(caller + ": " + data +
                                    " is not a storage file of this recorder; call write() first");
    impl->checkIsOther(caller, file);
    checkBodies(caller, impl->force, impl->groups, bodies);
    std::vector<std::string> names;
    for (const SurfaceGroup& group : impl->groups) names.push_back(group.name);
    writeExternalLoadsFile(file, data, names, bodies);
    return *this;
}

GroundReactionRecorder& GroundReactionRecorder::writeContacts(const std::string& file) {
    const std::string caller = reactionRecorder + "::writeContacts()";
    if (!endsIn(file, ".csv")) throw std::invalid_argument(caller + ": " + file + " must end in .csv");
    impl->checkIsOther(caller, file);
    impl->outputs.push_back({Impl::Output::Contacts, RowFile::csv(file, contactColumns())});
    return *this;
}

void GroundReactionRecorder::record(const State& state) const { impl->record(state); }

void GroundReactionRecorder::close() const { impl->close(); }

Real GroundReactionRecorder::getNextEventTime(const State& state, bool includeCurrentTime) const {
    return getEventInterval() == Infinity ? Infinity
                                          : PeriodicEventReporter::getNextEventTime(state, includeCurrentTime);
}

} // namespace simbodydem
