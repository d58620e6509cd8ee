// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/GroundReactionRecorder.h"

#include "analysis/GroundPlaneCheck.h"
#include "base/Checks.h"
#include "base/Warning.h"
#include "force/GivenForces.h"
#include "force/LayerOutlines.h"
#include "force/PeakWindow.h"
#include "records/ExternalLoads.h"
#include "records/LayerRows.h"
#include "records/PolyDataSeries.h"
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

// Returns OpenSim's column names, with units if the format allows them. Peaks come last, so that the other columns have the same numbers as
// in a file without peaks. The identifiers of an ExternalForce begin no name of a peak.
Columns reactionColumns(const std::vector<SurfaceGroup>& groups, bool withUnits) {
    const auto unit = [&](const char* text) { return withUnits ? std::string(" [") + text + "]" : std::string(); };
    Columns columns{"time" + unit("s")};
    for (const SurfaceGroup& group : groups) {
        addVectorColumns(columns, "ground_force_" + group.name + "_v", unit("N"));
        addVectorColumns(columns, "ground_force_" + group.name + "_p", unit("m"));
        addVectorColumns(columns, "ground_torque_" + group.name + "_", unit("N m"));
    }
    for (const SurfaceGroup& group : groups) {
        columns.push_back("peak_ground_force_" + group.name + unit("N"));
        columns.push_back("peak_time_" + group.name + unit("s"));
    }
    return columns;
}

Columns contactColumns() {
    Columns columns{"time [s]", "surface_a", "surface_b"};
    addVectorColumns(columns, "point_", " [m]");
    addVectorColumns(columns, "normal_", "");
    addVectorColumns(columns, "normal_force_", " [N]");
    addVectorColumns(columns, "tangential_force_", " [N]");
    addVectorColumns(columns, "torque_", " [N m]");
    addVectorColumns(columns, "slip_velocity_", " [m/s]");
    addVectorColumns(columns, "tangential_displacement_", " [m]");
    for (const char* column : {"overlap [m]", "overlap_rate [m/s]", "stored_energy [J]", "dissipated_power [W]",
                               "sliding", "patch", "effective_mass [kg]", "tangential_effective_mass [kg]"})
        columns.push_back(column);
    return columns;
}

} // namespace

class GroundReactionRecorder::Impl {
public:
    Impl(const DEMContactForce& force, std::vector<SurfaceGroup> groups) : force(force), groups(std::move(groups)) {}
    ~Impl() {
        stopWatching();
        warnOfOneRow();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    /** Begins to keep the peaks of all groups, or begins again with another ground. */
    void watch() {
        stopWatching();
        for (const SurfaceGroup& group : groups) windows.push_back(watchGroup(force, group.surfaces, ground.surfaces));
    }
    bool isWatching() const { return !windows.empty(); }

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
        const Records records = findRecords(state);
        if (time > lastTime) findPeaks(state, records.contacts);
        lastTime = time;
        for (Output& output : outputs) { // if one fails, only its row is recorded again
            if (!lacksRow(output)) continue;
            switch (output.content) {
            case Output::Storage: recordReactions(time, records.contacts, '\t', output.file); break;
            case Output::Reactions: recordReactions(time, records.contacts, ',', output.file); break;
            case Output::Contacts: recordContacts(time, records.contacts, output.file); break;
            case Output::Areas: recordLayer(time, records.areas, output.file); break;
            case Output::Elements: recordLayer(time, records.elements.at(output.surface), output.file); break;
            case Output::Series:
                addToPolyDataSeries(output.file, output.numRows, time,
                                    makePolyData(force, state, output.surface, records.elements.at(output.surface)));
            }
            ++output.numRows;
            output.lastTime = time;
        }
    }

    /** Warns once if a run was too short for a second row. */
    void warnOfOneRow() {
        if (!(interval < Infinity) || isWarnedOfOneRow) return;
        for (const Output& output : outputs)
            if (output.numRows == 1 && output.content != Output::Series) {
                isWarnedOfOneRow = true;
                return warn(reactionRecorder + ": file has only one row: " + output.file.getPath() + " at t = " +
                            toText(output.lastTime) + " s, since the interval = " + toText(interval) +
                            " s is longer than the run. Set a shorter interval [s]");
            }
    }

    void close() {
        warnOfOneRow();
        for (Output& output : outputs) output.file.close();
    }

    /** Stores a file and the time of its last row. */
    struct Output {
        enum Content { Storage, Reactions, Contacts, Areas, Elements, Series } content;
        RowFile file;
        Real lastTime = -Infinity;
        ContactSurfaceIndex surface{}; // of the elements
        long numRows = 0;              // times with rows
    };
    /** Checks the ending and the path of a new file. */
    void checkNewFile(const std::string& caller, const std::string& path, const std::string& ending) const {
        if (!endsIn(path, ending)) throw std::invalid_argument(caller + ": " + path + " must end in " + ending);
        checkIsOther(caller, path);
    }
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
    Real interval = Infinity; // [s]
    std::vector<Output> outputs;

private:
    /** Holds the records of one State that the files need. */
    struct Records {
        const std::vector<ContactRecord>& contacts;
        const std::vector<AreaRecord>& areas;
        std::map<ContactSurfaceIndex, std::vector<ElementRecord>> elements;
    };
    // All records are checked before the first file gets its row.
    Records findRecords(const State& state) const {
        const std::string caller = reactionRecorder + "::record()";
        Records records{force.getContactRecords(state), force.getAreaRecords(state), {}};
        checkRecords(caller, force, records.contacts, state.getTime());
        checkRecords(caller, force, records.areas, state.getTime());
        for (const Output& output : outputs) {
            if (!output.surface.isValid() || records.elements.count(output.surface) > 0) continue;
            const auto& elements = records.elements[output.surface] = force.getElementRecords(state, output.surface);
            checkRecords(caller, force, output.surface, elements, state.getTime());
        }
        return records;
    }

    Wrench wrenchOn(const SurfaceGroup& group, const std::vector<ContactRecord>& records) const {
        return ground.surfaces.empty() ? calcWrench(records, group, plane.origin)
                                       : calcWrench(records, group, ground, plane.origin);
    }

    // The peaks of a row include its own forces. Forces until now do not count in the next row.
    void findPeaks(const State& state, const std::vector<ContactRecord>& records) {
        peaks.clear();
        for (std::size_t i = 0; i < windows.size(); ++i) {
            Peak peak{wrenchOn(groups[i], records).force.norm(), state.getTime()};
            const Peak committed = windows[i]->findCommitted(state);
            peak.add(committed.force, committed.time);
            peaks.push_back(peak);
            windows[i]->addRow(state.getTime());
        }
    }

    void stopWatching() {
        for (const auto& window : windows) window->close();
        windows.clear();
    }

    void recordReactions(Real time, const std::vector<ContactRecord>& records, char delimiter, RowFile& file) const {
        Rows row(delimiter);
        row.add(time);
        for (const SurfaceGroup& group : groups) {
            const Wrench wrench = wrenchOn(group, records);
            GroundReaction reaction = calcGroundReaction(wrench, plane, minimumNormalForce);
            if (reaction.centreOfPressure.isNaN()) reaction = {wrench.force, wrench.point, wrench.moment};
            row.add(reaction.force).add(reaction.centreOfPressure).add(reaction.freeMoment);
        }
        for (const Peak& peak : peaks) row.add(peak.force).add(peak.time);
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

    template <class Record> static void recordLayer(Real time, const std::vector<Record>& records, RowFile& file) {
        Rows rows(',');
        addRows(rows, time, records);
        file.append(rows);
    }

    bool isWarnedOfOneRow = false;
    Real lastTime = -Infinity;
    std::vector<std::shared_ptr<PeakWindow>> windows; // by group; empty before write()
    std::vector<Peak> peaks;                          // of the last row
};

GroundReactionRecorder::GroundReactionRecorder(const DEMContactForce& force, std::vector<SurfaceGroup> groups,
                                               Real interval)
    : Recorder(reactionRecorder, interval), impl(new Impl(force, std::move(groups))) {
    checkGroups(force, impl->groups);
    impl->interval = interval;
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
    if (impl->isWatching()) impl->watch();
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
    if (!impl->isWatching()) impl->watch();
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
    impl->checkNewFile(caller, file, ".csv");
    impl->outputs.push_back({Impl::Output::Contacts, RowFile::csv(file, contactColumns())});
    return *this;
}

GroundReactionRecorder& GroundReactionRecorder::writeAreas(const std::string& file) {
    const std::string caller = reactionRecorder + "::writeAreas()";
    impl->checkNewFile(caller, file, ".csv");
    impl->outputs.push_back({Impl::Output::Areas, RowFile::csv(file, areaColumns())});
    return *this;
}

GroundReactionRecorder& GroundReactionRecorder::writeElements(const std::string& file, ContactSurfaceIndex surface) {
    const std::string caller = reactionRecorder + "::writeElements()";
    checkHasLayer(caller, impl->force, surface);
    impl->checkNewFile(caller, file, ".csv");
    impl->outputs.push_back({Impl::Output::Elements, RowFile::csv(file, elementColumns()), -Infinity, surface});
    return *this;
}

GroundReactionRecorder& GroundReactionRecorder::writeElementSeries(const std::string& file,
                                                                   ContactSurfaceIndex surface) {
    const std::string caller = reactionRecorder + "::writeElementSeries()";
    checkHasLayer(caller, impl->force, surface);
    impl->checkNewFile(caller, file, ".pvd");
    impl->outputs.push_back({Impl::Output::Series, startPolyDataSeries(file), -Infinity, surface});
    return *this;
}

void GroundReactionRecorder::record(const State& state) const { impl->record(state); }

void GroundReactionRecorder::close() const { impl->close(); }

} // namespace simbodydem
