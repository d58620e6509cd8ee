// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/ReplayRecorder.h"

#include "base/Checks.h"
#include "base/Warning.h"
#include "force/GivenForces.h"
#include "force/PeakWindow.h"
#include "records/RecordCheck.h"
#include "records/RowFile.h"
#include "records/replay/Appearance.h"
#include "records/replay/BallTracks.h"
#include "records/replay/ByteWriter.h"
#include "records/replay/KeyframeTracks.h"
#include "records/replay/PressureMap.h"
#include "records/replay/SoilMap.h"
#include "records/replay/Viewer.h"
#include "simbodydem/ContactModel.h"
#include "simbodydem/Messages.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <stdexcept>
#include <tuple>

namespace simbodydem {

using namespace SimTK;

namespace {

const std::string replayRecorder = "ReplayRecorder";

// Returns the page without its rows.
std::string makePage(const std::string& file) {
    const std::string ending = ".html", name = std::filesystem::path(file).stem().string();
    if (std::filesystem::path(file).extension() != ending)
        throw std::invalid_argument(replayRecorder + ": " + file + " must end in " + ending);
    std::string page = viewerPage;
    if (page.empty())
        throw std::runtime_error(replayRecorder + ": " + file +
                                 " cannot be written, because the library was built without three.js; "
                                 "install the Debian package libjs-three and build the library again");
    std::string title;
    for (const char c : name) title += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    const std::string placeholder = "REPLAY_TITLE";
    return page.replace(page.find(placeholder), placeholder.size(), title);
}

std::string script(const std::string& text) { return "<script>" + text + "</script>\n"; }

std::string list(std::initializer_list<Real> numbers) {
    std::string text;
    for (const Real number : numbers) text += (text.empty() ? "" : ",") + toScriptNumber(number);
    return "[" + text + "]";
}

void addEntry(std::string& entries, const std::string& entry) { entries += (entries.empty() ? "" : ",") + entry; }

// A key row follows after rows of this many times its size. Key rows then add an eighth to the file, and a reader needs no more
// than that to reach any row.
const std::size_t keyInterval = 8;

} // namespace

class ReplayRecorder::Impl {
public:
    Impl(const MultibodySystem& system, const std::string& path)
        : system(system), file(RowFile::text(path, makePage(path))) {}
    ~Impl() {
        if (window) window->close();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void close() { file.close(); }
    void show(const DEMContactForce& force) {
        forces.push_back(force);
        if (window) window->close();
        window = watchGround(forces);
    }

    void record(const State& state) {
        const Real time = state.getTime();
        checkParameter(isFinite(time), replayRecorder + "::record()", "time", time, "s", "finite");
        if (time == run.lastTime) return;
        if (time < run.lastTime) {
            file.cutToStart();
            run = Run();
        }
        if (!run.isWhole)
            throw std::runtime_error(replayRecorder + "::record(): an earlier row could not be added to " +
                                     file.getPath() + "; later rows contain only changes, so the replay ends there");
        checkStateOf(system, state, replayRecorder + "::record()");
        for (const DEMContactForce& force : forces) checkStateOf(force, state, replayRecorder + "::record()");
        system.realize(state, Stage::Dynamics);
        for (const DEMContactForce& force : forces)
            checkRecords(replayRecorder + "::record()", force, force.getContactRecords(state), time);
        const PressureMap::Elements elements = PressureMap::find(replayRecorder + "::record()", forces, state);
        const std::vector<SoilMap::Content> soils = SoilMap::find(replayRecorder + "::record()", forces, state);
        const std::vector<ReplayBall> shownBalls = balls ? balls(state) : std::vector<ReplayBall>();
        run.balls.check(replayRecorder + "::record()", shownBalls, time);
        run.isWhole = false;
        std::string row = "t:" + toDigits(time);
        if (!hasRows()) row += ",start:" + describeSystem();
        addBodies(state, row);
        addDecorations(state, row);
        addContacts(state, row);
        PressureMap::Count count;
        run.pressures.addTo(row, forces, elements, count);
        run.soils.addTo(row, forces, soils, count);
        run.balls.addTo(row, shownBalls);
        if (count.drawn < count.touching) row += ",touching:" + std::to_string(count.touching);
        if (count.peak > 0) row += ",peak:" + toScriptNumber(count.peak);
        row += ",energy:" + list({system.calcKineticEnergy(state), system.calcPotentialEnergy(state), calcHeat(state)});
        addTracks(row);
        file.append(script("replay.row({" + row + "})"));
        run.lastTime = time;
        run.isWhole = true;
    }
    bool hasRows() const { return run.lastTime > -Infinity; }

    const MultibodySystem& system;
    std::vector<DEMContactForce> forces;
    std::vector<std::unique_ptr<DecorationGenerator>> generators;
    std::function<std::vector<ReplayBall>(const State&)> balls;
    MobilizedBodyIndex followed{0};

private:
    using ContactKey = std::tuple<std::size_t, ContactSurfaceIndex, ContactSurfaceIndex, std::int64_t>;

    // Content of the rows in the file so far.
    struct Run {
        Real lastTime = -Infinity;
        Appearance looks;
        std::map<std::string, int> lookNumbers;
        std::map<std::tuple<int, std::string, int>, int> slots; // by body, shape and number among these
        std::map<ContactKey, int> contactNumbers;
        // position and quaternion; look, position, quaternion and scale; state, point, force, overlap and slip
        KeyframeTracks bodies{3 * 4 + 4 * 2}, decorations{4 + 10 * 4}, contacts{9 * 4};
        PressureMap pressures;
        SoilMap soils;
        BallTracks balls;
        std::size_t sizeSinceKey = 0;
        bool isWhole = true; // no row has failed
        bool hasWarnedOfPosition = false;
    };

    std::string describeSystem() const {
        const UnitVec3 up(system.getUpDirection());
        return "{up:" + list({up[0], up[1], up[2]}) +
               ",ground:" + (system.getUseUniformBackground() ? "false" : "true") +
               ",follow:" + std::to_string(followed) + ",contacts:" + (forces.empty() ? "false" : "true") +
               ",layers:" + PressureMap::describeLayers(forces) + ",soils:" + SoilMap::describeSoils(forces) + describeNames() + "}";
    }

    // Returns the name in brackets, if there is one.
    static std::string nameOf(const MobilizedBody& body) {
        const std::string name = getBodyName(body);
        return name.empty() ? "" : " (" + name + ")";
    }

    // Returns the names of bodies, by body, if there is any.
    std::string describeNames() const {
        const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
        std::string names;
        bool isAnyNamed = false;
        for (MobilizedBodyIndex b(0); b < matter.getNumBodies(); ++b) {
            const std::string name = getBodyName(matter.getMobilizedBody(b));
            isAnyNamed = isAnyNamed || !name.empty();
            addEntry(names, toScriptString(name));
        }
        return isAnyNamed ? ",bodies:[" + names + "]" : "";
    }

    void addBodies(const State& state, std::string& row) {
        const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
        for (MobilizedBodyIndex b(0); b < matter.getNumBodies(); ++b) {
            const Transform& X_GB = matter.getMobilizedBody(b).getBodyTransform(state);
            const bool isSomewhere = X_GB.p().isFinite() && X_GB.R().isFinite();
            if (!isSomewhere && !run.hasWarnedOfPosition) {
                std::ostringstream text;
                text << replayRecorder << ": position of a body is not finite: body " << b << nameOf(matter.getMobilizedBody(b)) << " is at " << X_GB.p()
                     << " m at t = " << state.getTime() << " s; " << file.getPath() << " does not show it";
                warn(text.str());
                row += ",lost:" + std::to_string(b);
                run.hasWarnedOfPosition = true;
            }
            ByteWriter record;
            record.addFloats(isSomewhere ? X_GB.p() : Vec3(NaN));
            const Vec4 turn = isSomewhere ? X_GB.R().convertRotationToQuaternion().asVec4() : Vec4(1, 0, 0, 0);
            for (int i = 0; i < 4; ++i) record.addFraction(turn[i]);
            set(run.bodies, int(b), record);
        }
    }

    void addDecorations(const State& state, std::string& row) {
        Array_<DecorativeGeometry> geometry;
        for (Stage stage = Stage::Topology; stage <= state.getSystemStage(); ++stage)
            system.calcDecorativeGeometryAndAppend(state, stage, geometry);
        for (const auto& generator : generators) generator->generateDecorations(state, geometry);
        run.looks.drawn.clear();
        run.looks.newMeshes.clear();
        for (const DecorativeGeometry& d : geometry) d.implementGeometry(run.looks);

        std::string looks, meshes;
        std::map<std::pair<int, std::string>, int> counts;
        std::vector<bool> isDrawn(run.decorations.size(), false);
        for (const Drawn& d : run.looks.drawn) {
            const auto look = run.lookNumbers.emplace(d.look, int(run.lookNumbers.size()));
            if (look.second) addEntry(looks, d.look);
            const int before = counts[{d.body, d.shape}]++;
            const auto slot = run.slots.emplace(std::make_tuple(d.body, d.shape, before), run.decorations.size());
            if (std::size_t(slot.first->second) < isDrawn.size()) isDrawn[slot.first->second] = true;
            ByteWriter record;
            record.addInt32(look.first->second).addFloats(d.X_BD.p());
            const Vec4 turn = d.X_BD.R().convertRotationToQuaternion().asVec4();
            for (int i = 0; i < 4; ++i) record.addFloat(turn[i]);
            set(run.decorations, slot.first->second, record.addFloats(d.scale));
        }
        ByteWriter hidden;
        hidden.addInt32(-1).addFloats(Vec3(0)).addFloats(Vec3(0)).addFloats(Vec3(0)).addFloat(0);
        for (std::size_t i = 0; i < isDrawn.size(); ++i)
            if (!isDrawn[i]) set(run.decorations, int(i), hidden);
        for (const std::string& mesh : run.looks.newMeshes) addEntry(meshes, mesh);
        if (!meshes.empty()) row += ",meshes:[" + meshes + "]";
        if (!looks.empty()) row += ",looks:[" + looks + "]";
    }

    void addContacts(const State& state, std::string& row) {
        ByteWriter apart;
        for (int i = 0; i < 9; ++i) apart.addFloat(0);
        std::string names;
        std::vector<bool> contacts(run.contacts.size(), false);
        Vec3 fromGround(0);
        Real greatest = 0;
        for (std::size_t f = 0; f < forces.size(); ++f)
            for (const ContactRecord& r : forces[f].getContactRecords(state)) {
                const auto number = run.contactNumbers.emplace(ContactKey(f, r.a, r.b, r.patch), run.contacts.size());
                if (number.second) { // a key row need not contain contacts that are apart
                    run.contacts.add(apart.str());
                    contacts.push_back(false);
                    addEntry(names, describeContact(forces[f], r));
                }
                contacts[number.first->second] = true;
                const bool isOnA = forces[f].getBody(r.b).isGround(),
                           isOnGround = isOnA || forces[f].getBody(r.a).isGround();
                const Vec3 force = (isOnA ? -1 : 1) * (r.normalForce + r.tangentialForce);
                if (isOnGround) fromGround += force;
                greatest = std::max(greatest, force.norm());
                ByteWriter record;
                record.addFloat(r.sliding ? 2 : 1).addFloats(r.point).addFloats(force);
                set(run.contacts, number.first->second, record.addFloat(r.overlap).addFloat(r.slipVelocity.norm()));
            }
        for (std::size_t i = 0; i < contacts.size(); ++i)
            if (!contacts[i]) set(run.contacts, int(i), apart);
        if (!names.empty()) row += ",names:[" + names + "]";
        if (!forces.empty())
            row += ",ground:" + list({fromGround[0], fromGround[1], fromGround[2]}) +
                   ",greatest:" + toScriptNumber(greatest) + ",most:" + describePeak(state, fromGround);
    }

    // Returns the largest total force of Ground since the row before, and its time. Forces until now do not count in the next row.
    std::string describePeak(const State& state, const Vec3& fromGround) const {
        Peak peak{fromGround.norm(), state.getTime()};
        const Peak committed = window->findCommitted(state);
        peak.add(committed.force, committed.time);
        window->addRow(state.getTime());
        return list({peak.force, peak.time});
    }

    static std::string describeContact(const DEMContactForce& force, const ContactRecord& r) {
        return "[" + toScriptString(force.getSurfaceName(r.a)) + "," + toScriptString(force.getSurfaceName(r.b)) + "," +
               std::to_string(force.getBody(r.a).getMobilizedBodyIndex()) + "," +
               std::to_string(force.getBody(r.b).getMobilizedBodyIndex()) + "]";
    }

    Real calcHeat(const State& state) const {
        Real heat = NaN; // no force tracks it
        for (const DEMContactForce& force : forces)
            if (force.getModel().trackDissipatedEnergy && !force.isDisabled(state))
                heat = (isNaN(heat) ? 0 : heat) + force.getDissipatedEnergy(state);
        return heat;
    }

    void addTracks(std::string& row) {
        std::size_t size = 0, keySize = 0;
        for (const KeyframeTracks* tracks : {&run.bodies, &run.decorations, &run.contacts}) {
            size += tracks->calcRowSize(false);
            keySize += tracks->calcRowSize(true);
        }
        const bool isKey = run.sizeSinceKey + size > keyInterval * keySize;
        run.sizeSinceKey = isKey ? 0 : run.sizeSinceKey + size;
        std::string rows;
        for (KeyframeTracks* tracks : {&run.bodies, &run.decorations, &run.contacts})
            addEntry(rows, "\"" + toBase64(tracks->takeRow(isKey)) + "\"");
        row += std::string(isKey ? ",key:true" : "") + ",n:[" + std::to_string(run.bodies.size()) + "," +
               std::to_string(run.decorations.size()) + "," + std::to_string(run.contacts.size()) + "],rows:[" + rows +
               "]";
    }

    static void set(KeyframeTracks& tracks, int thing, const ByteWriter& record) {
        if (thing == tracks.size())
            tracks.add(record.str());
        else
            tracks.set(thing, record.str());
    }

    RowFile file;
    Run run;
    std::shared_ptr<PeakWindow> window; // of the forces that are shown; null if there are none
};

ReplayRecorder::ReplayRecorder(MultibodySystem& system, const std::string& file, Real interval)
    : Recorder(replayRecorder, interval), impl(new Impl(system, file)) {}

ReplayRecorder::~ReplayRecorder() = default;

ReplayRecorder& ReplayRecorder::showContacts(const DEMContactForce& force) {
    if (!isOf(impl->system, force))
        throw std::invalid_argument(replayRecorder + "::showContacts(): the force is of another System");
    if (impl->hasRows())
        throw std::logic_error(replayRecorder +
                               "::showContacts(): there are rows already; call it before the first row");
    const auto isThis = [&](const DEMContactForce& shown) { return areSame(shown, force); };
    if (std::none_of(impl->forces.begin(), impl->forces.end(), isThis)) impl->show(force);
    return *this;
}

const MultibodySystem& ReplayRecorder::getSystem() const { return impl->system; }

ReplayRecorder& ReplayRecorder::showBalls(const std::function<std::vector<ReplayBall>(const State&)>& balls) {
    if (impl->hasRows())
        throw std::logic_error(replayRecorder + "::showBalls(): there are rows already; call it before the first row");
    impl->balls = balls;
    return *this;
}

ReplayRecorder& ReplayRecorder::follow(const MobilizedBody& body) {
    if (!body.getMatterSubsystem().getSystem().isSameSystem(impl->system))
        throw std::invalid_argument(replayRecorder + "::follow(): the body is of another System");
    impl->followed = body.getMobilizedBodyIndex();
    return *this;
}

ReplayRecorder& ReplayRecorder::addDecorationGenerator(DecorationGenerator* generator) {
    impl->generators.emplace_back(generator);
    return *this;
}

void ReplayRecorder::record(const State& state) const { impl->record(state); }

void ReplayRecorder::close() const { impl->close(); }

} // namespace simbodydem
