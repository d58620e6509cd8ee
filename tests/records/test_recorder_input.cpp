// Tests the errors of a recorder and the resultants: files already in use, and invalid planes, times and intervals.

#include "Files.h"
#include "Messages.h"
#include "Scene.h"

#include <simbodydem/GroundReactionRecorder.h>
#include <simbodydem/Resultants.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace test_recorder_input {
namespace {

using namespace SimTK;
using namespace simbodydem;

namespace fs = std::filesystem;

// A ball on the floor, and a folder for each test.
struct RecorderInput : ::testing::Test, FloorScene {
    Folder folder;
    MobilizedBody::Free ball = addSphere(0.1);
    HertzMindlinForce force = makeForce<HertzMindlinForce>();
    const std::vector<SurfaceGroup> groups{{"r", force.getSurfaces(ball)}};

    std::string file(const std::string& name) const { return folder / name; }
    State touching(Real time) {
        State state = start();
        ball.setQToFitTranslation(state, Vec3(0, 0.0999, 0));
        state.setTime(time);
        return state;
    }
};

// A file has one table. A second table for it is an error, in the same recorder or another, and the first stays
// intact.
TEST_F(RecorderInput, FileHasOneTable) {
    GroundReactionRecorder first(force, groups), second(force, groups);
    first.write(file("grf.csv"));
    first.record(touching(1));
    const std::string before = contentOf(file("grf.csv"));
    const std::vector<std::string> own{"this recorder already writes ", "grf.csv",
                                       "use a different file for each table"};
    expectMessage<std::invalid_argument>([&] { first.write(file("grf.csv")); }, own);
    expectMessage<std::invalid_argument>([&] { first.writeContacts(file("grf.csv")); }, own);
    const std::vector<std::string> words{"grf.csv is being written already", "use a different file for each table"};
    expectMessage<std::invalid_argument>([&] { second.write(file("grf.csv")); }, words);
    EXPECT_EQ(contentOf(file("grf.csv")), before);
    second.write(file("other.csv")); // this file is free
}

// A second path to a file is an error too: with a detour, relative, through a symbolic or a hard link.
TEST_F(RecorderInput, FileIsTheSameByAnyPath) {
    GroundReactionRecorder first(force, groups), second(force, groups);
    first.write(file("grf.sto"));
    fs::create_directories(folder / "sub");
    fs::create_symlink(file("grf.sto"), folder / "soft.sto");
    fs::create_hard_link(file("grf.sto"), folder / "hard.sto");
    for (const std::string& path :
         {file("sub/../grf.sto"), fs::relative(file("grf.sto")).string(), file("soft.sto"), file("hard.sto")})
        expectMessage<std::invalid_argument>([&] { second.write(path); }, {path, "is being written already"});
}

// A file becomes free when its recorder is destroyed, or if it could not be opened.
TEST_F(RecorderInput, FilesAreReleased) {
    for (int i = 0; i < 2; ++i) GroundReactionRecorder(force, groups).write(file("grf.mot"));
    GroundReactionRecorder recorder(force, groups);
    EXPECT_THROW(recorder.write(file("late/grf.mot")), std::runtime_error);
    fs::create_directories(folder / "late");
    recorder.write(file("late/grf.mot"));
}

// Closed files are free for others. Later rows continue at the end of the file, also from another working folder.
TEST_F(RecorderInput, ClosedFilesAreReleasedAndContinued) {
    GroundReactionRecorder whole(force, groups), parts(force, groups);
    whole.write(file("whole.sto"));
    parts.write(file("parts.sto"));
    const fs::path before = fs::current_path();
    for (const Real time : {1, 2, 3}) {
        whole.record(touching(time));
        parts.record(touching(time));
        parts.close();
        fs::current_path(folder.path);
    }
    fs::current_path(before);
    std::string expected = contentOf(file("whole.sto"));
    expected.replace(0, 5, "parts"); // the text contains its name
    EXPECT_EQ(contentOf(file("parts.sto")), expected);
    GroundReactionRecorder(force, groups).write(file("parts.sto"));
}

// A plane with an origin or a normal that is not finite is an error at the call that sets it.
TEST_F(RecorderInput, PlanesAreFinite) {
    GroundReactionRecorder recorder(force, groups);
    const GroundPlane nowhere{Vec3(0, NaN, 0), UnitVec3(YAxis)}, far{Vec3(Infinity, 0, 0), UnitVec3(YAxis)},
        directionless{Vec3(0), UnitVec3(Vec3(NaN), true)};
    expectMessage<std::invalid_argument>(
        [&] { recorder.setPlane(nowhere); },
        {"GroundReactionRecorder::setPlane(): the plane's origin = ~[0,nan,0] m; it must be finite"});
    expectMessages<std::invalid_argument>(
        {{[&] { recorder.setPlane(far); }, {"the plane's origin = ~[inf,0,0] m"}},
         {[&] { recorder.setPlane(directionless); }, {"the plane's normal = ~[nan,nan,nan]", "finite"}},
         {[&] { calcGroundReaction(Wrench(), nowhere); }, {"calcGroundReaction(): the plane's origin"}},
         {[&] { calcWrench({}, groups[0], Vec3(NaN)); }, {"calcWrench(): point = ~[nan,nan,nan] m"}}});
}

// An invalid interval and a State whose time is not finite are errors, and nothing is written.
TEST_F(RecorderInput, TimesAreFinite) {
    for (Real interval : {NaN, 0., -1., -Infinity})
        expectMessage<std::invalid_argument>([&] { GroundReactionRecorder(force, groups, interval); },
                                             {"interval = ", " s; it must be > 0"});
    GroundReactionRecorder recorder(force, groups);
    recorder.write(file("grf.csv"));
    const std::string before = contentOf(file("grf.csv"));
    for (Real time : {NaN, Infinity, -Infinity})
        expectMessage<std::invalid_argument>([&] { recorder.record(touching(time)); },
                                             {"record(): time = ", " s; it must be finite"});
    EXPECT_EQ(contentOf(file("grf.csv")), before);
    recorder.record(touching(-1)); // a run may begin before zero
    EXPECT_NE(contentOf(file("grf.csv")), before);
}

// ExternalLoads need a storage file, groups on one body each, and names that OpenSim can distinguish.
TEST_F(RecorderInput, ExternalLoadsAreByBody) {
    MobilizedBody::Free other = addSphere(0.1);
    const std::set<ContactSurfaceIndex> one = force.getSurfaces(ball), two = force.getSurfaces(other);
    std::set<ContactSurfaceIndex> both = one;
    both.insert(two.begin(), two.end());
    const auto attempt = [&](const std::vector<SurfaceGroup>& of, const std::string& xml, const std::string& data,
                             const std::map<std::string, std::string>& bodies) {
        return [this, of, xml, data, bodies] {
            GroundReactionRecorder recorder(force, of);
            recorder.write(file("grf.mot")).write(file("grf.csv"));
            recorder.writeExternalLoads(file(xml), file(data), bodies);
        };
    };
    const std::vector<SurfaceGroup> feet{{"foot", one}, {"foot_r", two}}, pair{{"l", one}, {"r", two}},
        wide{{"b", both}};
    using Bodies = std::map<std::string, std::string>;
    expectMessage<std::invalid_argument>(attempt(pair, "a.txt", "grf.mot", {}), {"a.txt must end in .xml"});
    expectMessage<std::invalid_argument>(attempt(pair, "a.xml", "grf.csv", {}),
                                         {"grf.csv is not a storage file", "call write() first"});
    expectMessage<std::invalid_argument>(attempt(pair, "a.xml", "grf.mot", Bodies{{"l", "toes"}}),
                                         {"the body of the group \"r\" has no name"});
    expectMessage<std::invalid_argument>(attempt(groups, "a.xml", "grf.mot", Bodies{{"r", "a"}, {"x", "b"}}),
                                         {"there is no group \"x\""});
    expectMessage<std::invalid_argument>(
        attempt(wide, "a.xml", "grf.mot", Bodies{{"b", "a"}}),
        {"\"b\" is on two bodies", "surface 1", "surface 2", "one group for each body"});
    expectMessage<std::invalid_argument>(attempt(feet, "a.xml", "grf.mot", Bodies{{"foot", "a"}, {"foot_r", "b"}}),
                                         {"confuses the columns of \"foot\" with those of \"foot_r\""});
    expectMessage<std::runtime_error>(attempt(pair, "none/a.xml", "grf.mot", Bodies{{"l", "a"}, {"r", "b"}}),
                                      {"none/a.xml cannot be written"});
}

} // namespace
} // namespace test_recorder_input
