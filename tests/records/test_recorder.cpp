// Tests files of ground reactions and contacts by reading them again.

#include "Messages.h"
#include "Scene.h"

#include <simbodydem/GroundReactionRecorder.h>
#include <simbodydem/Resultants.h>
#include <simbodydem/shapes/Brick.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include <sys/resource.h>

namespace test_recorder {
namespace {

using namespace SimTK;
using namespace simbodydem;

namespace fs = std::filesystem;

// A separate folder for each test, removed afterwards.
struct Folder {
    fs::path path = fs::temp_directory_path() /
                    (std::string("simbodydem-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    std::string operator/(const std::string& name) const { return (path / name).string(); }
};

// Two spheres, a right and a left foot, which bounce on the floor apart from each other.
struct Feet : FloorScene {
    MobilizedBody::Free right = addSphere(0.1), left = addSphere(0.1);
    HertzMindlinForce force = makeForce<HertzMindlinForce>();

    Feet() {
        addGravity();
    }
    std::vector<SurfaceGroup> groups() { return {{"r", force.getSurfaces(right)}, {"l", force.getSurfaces(left)}}; }

    State falling() {
        State state = start(right, Vec3(0.3, 0.0999, 0.1));
        left.setQToFitTranslation(state, Vec3(-0.3, 0.11, -0.1));
        right.setUToFitVelocity(state, SpatialVec(Vec3(1, 2, 3), Vec3(0.2, 0, 0)));
        return state;
    }

    // Records this number of rows of a fall, 1 ms apart.
    void fall(const GroundReactionRecorder& recorder, int rows) {
        RungeKuttaMersonIntegrator integrator(system);
        integrator.initialize(falling());
        for (int i = 0; i < rows; ++i) {
            advance(integrator, 1e-3 * i);
            recorder.record(integrator.getState());
        }
    }
};

struct Table {
    std::vector<std::string> header, columns;
    std::vector<std::vector<double>> rows;

    long rowsPromised() const { return std::atol(header.at(2).substr(6).c_str()); }
    double at(std::size_t row, const std::string& column) const {
        const auto found = std::find(columns.begin(), columns.end(), column);
        if (found == columns.end()) throw std::out_of_range(column);
        return rows.at(row).at(found - columns.begin());
    }
    Vec3 vectorAt(std::size_t row, const std::string& stem, const std::string& unit = "") const {
        return Vec3(at(row, stem + "x" + unit), at(row, stem + "y" + unit), at(row, stem + "z" + unit));
    }
};

std::vector<std::string> split(const std::string& line, char delimiter) {
    std::vector<std::string> words;
    std::istringstream text(line);
    for (std::string word; std::getline(text, word, delimiter);) words.push_back(word);
    return words;
}

// A line without its end is not a row.
Table read(const std::string& path, char delimiter) {
    Table table;
    std::ifstream file(path);
    std::string line;
    if (delimiter == '\t')
        while (std::getline(file, line) && line != "endheader") table.header.push_back(line);
    std::getline(file, line);
    table.columns = split(line, delimiter);
    while (std::getline(file, line)) {
        EXPECT_FALSE(file.eof()) << "the last line of " << path << " has no end";
        std::vector<double> row;
        for (const std::string& word : split(line, delimiter)) row.push_back(std::stod(word));
        EXPECT_EQ(row.size(), table.columns.size());
        table.rows.push_back(row);
    }
    return table;
}

void expectComplete(const std::string& path, long rows) {
    const Table table = read(path, '\t');
    EXPECT_EQ(table.rows.size(), std::size_t(rows));
    EXPECT_EQ(table.rowsPromised(), rows);
}

// The header has OpenSim's format, the columns have the names that its tools look for, and names are unique.
TEST(Recorder, WritesOpenSimsHeader) {
    Folder folder;
    Feet feet;
    GroundReactionRecorder recorder(feet.force, feet.groups());
    recorder.write(folder / "grf.mot");
    feet.fall(recorder, 12);
    const Table table = read(folder / "grf.mot", '\t');
    ASSERT_EQ(table.header.size(), 5u);
    EXPECT_EQ(table.header[0], "grf.mot");
    EXPECT_EQ(table.header[1], "version=1");
    EXPECT_EQ(table.header[2], "nRows=12          ");
    EXPECT_EQ(table.header[3], "nColumns=23");
    EXPECT_EQ(table.header[4], "inDegrees=no");
    const std::vector<std::string> expected{"time",
                                            "ground_force_r_vx",
                                            "ground_force_r_vy",
                                            "ground_force_r_vz",
                                            "ground_force_r_px",
                                            "ground_force_r_py",
                                            "ground_force_r_pz",
                                            "ground_torque_r_x",
                                            "ground_torque_r_y",
                                            "ground_torque_r_z",
                                            "ground_force_l_vx",
                                            "ground_force_l_vy",
                                            "ground_force_l_vz",
                                            "ground_force_l_px",
                                            "ground_force_l_py",
                                            "ground_force_l_pz",
                                            "ground_torque_l_x",
                                            "ground_torque_l_y",
                                            "ground_torque_l_z",
                                            "peak_ground_force_r",
                                            "peak_time_r",
                                            "peak_ground_force_l",
                                            "peak_time_l"};
    EXPECT_EQ(table.columns, expected);
    EXPECT_EQ(std::set<std::string>(table.columns.begin(), table.columns.end()).size(), 23u);
}

// Values that are read again equal the reported values, digit for digit, and give the wrench again, without contact
// too.
TEST(Recorder, WritesTheReportedValuesExactly) {
    Folder folder;
    Feet feet;
    const GroundPlane plane{Vec3(0.1, 0, 0.2), UnitVec3(YAxis)};
    GroundReactionRecorder recorder(feet.force, feet.groups());
    recorder.setPlane(plane).write(folder / "grf.sto").write(folder / "grf.csv");
    RungeKuttaMersonIntegrator integrator(feet.system);
    integrator.initialize(feet.falling());
    std::vector<std::array<Wrench, 2>> wrenches;
    for (int i = 0; i < 60; ++i) {
        advance(integrator, 1e-3 * i);
        const State& state = integrator.getState();
        recorder.record(state);
        const auto& records = feet.force.getContactRecords(state);
        wrenches.push_back({calcWrench(records, feet.groups()[0]), calcWrench(records, feet.groups()[1])});
    }
    const Table sto = read(folder / "grf.sto", '\t'), csv = read(folder / "grf.csv", ',');
    EXPECT_EQ(sto.rows, csv.rows);
    EXPECT_EQ(csv.columns[0], "time [s]");
    EXPECT_EQ(csv.columns[1], "ground_force_r_vx [N]");
    EXPECT_EQ(csv.columns[4], "ground_force_r_px [m]");
    EXPECT_EQ(csv.columns[7], "ground_torque_r_x [N m]");
    int inTheAir = 0;
    for (std::size_t i = 0; i < wrenches.size(); ++i)
        for (int foot : {0, 1}) {
            const std::string name = foot ? "l" : "r";
            const Wrench& expected = wrenches[i][foot];
            const Wrench got{sto.vectorAt(i, "ground_force_" + name + "_v"),
                             sto.vectorAt(i, "ground_torque_" + name + "_"),
                             sto.vectorAt(i, "ground_force_" + name + "_p")};
            EXPECT_EQ(got.force, expected.force);
            EXPECT_LE((got.about(Vec3(0)).moment - expected.moment).norm(), 1e-12 * expected.force.norm()); // rounding
            if (expected.force.norm() > 0) continue;
            ++inTheAir;
            EXPECT_EQ(got.point, plane.origin);
        }
    EXPECT_GT(inTheAir, 10);
    EXPECT_LT(inTheAir, 110);
}

// Each row is in the file, and counted, as soon as it has been recorded.
TEST(Recorder, WritesEachRowAtOnce) {
    Folder folder;
    Feet feet;
    GroundReactionRecorder recorder(feet.force, feet.groups());
    recorder.write(folder / "grf.sto");
    expectComplete(folder / "grf.sto", 0);
    State state = feet.falling();
    for (int rows = 1; rows <= 12; ++rows) {
        state.setTime(rows);
        recorder.record(state);
        expectComplete(folder / "grf.sto", rows);
    }
}

// A time is written once, even if it is reported more than once. A time that goes back is an error.
TEST(Recorder, WritesATimeOnce) {
    Folder folder;
    Feet feet;
    GroundReactionRecorder recorder(feet.force, feet.groups());
    recorder.write(folder / "grf.sto");
    State state = feet.falling();
    state.setTime(1);
    recorder.record(state);
    recorder.record(state);
    expectComplete(folder / "grf.sto", 1);
    state.setTime(0.5);
    EXPECT_THROW(recorder.record(state), std::invalid_argument);
}

// Throws in the middle of a run.
struct Fuse : TriggeredEventReporter {
    Fuse() : TriggeredEventReporter(Stage::Time) {}
    Real getValue(const State& state) const override { return state.getTime() - 0.0255; }
    void handleEvent(const State&) const override { throw std::runtime_error("the run has failed"); }
};

// An event reporter of the System writes a row per interval. A run that throws keeps its rows.
TEST(Recorder, KeepsTheRowsOfARunThatThrows) {
    Folder folder;
    Feet feet;
    auto* recorder = new GroundReactionRecorder(feet.force, feet.groups(), 1e-3);
    recorder->write(folder / "grf.sto");
    feet.system.addEventReporter(recorder);
    feet.system.addEventReporter(new Fuse);
    RungeKuttaMersonIntegrator integrator(feet.system);
    TimeStepper stepper(feet.system, integrator);
    stepper.initialize(feet.falling());
    EXPECT_ANY_THROW(stepper.stepTo(0.1));
    const Table table = read(folder / "grf.sto", '\t');
    expectComplete(folder / "grf.sto", 26);
    for (int i = 0; i < int(table.rows.size()); ++i) EXPECT_NEAR(table.rows[i][0], 1e-3 * i, 1e-15); // rounding
}

// A process that is killed in the middle of a run leaves its rows, and their number, in the file.
TEST(Recorder, KeepsTheRowsOfAProcessThatDies) {
    Folder folder;
    Feet feet;
    GroundReactionRecorder recorder(feet.force, feet.groups());
    recorder.write(folder / "grf.sto").writeContacts(folder / "contacts.csv");
    EXPECT_DEATH(
        {
            feet.fall(recorder, 7);
            std::abort();
        },
        "");
    expectComplete(folder / "grf.sto", 7);
    EXPECT_GE(read(folder / "contacts.csv", ',').rows.size(), 7u);
}

// There is one row per contact and time, with each value of the record.
TEST(Recorder, WritesContacts) {
    Folder folder;
    Feet feet;
    GroundReactionRecorder recorder(feet.force, {});
    recorder.writeContacts(folder / "contacts.csv");
    State state = feet.falling();
    feet.left.setQToFitTranslation(state, Vec3(0.11, 0.0998, 0.1));
    for (Real time : {0.5, 1.5}) {
        state.setTime(time);
        recorder.record(state);
    }
    const auto& records = feet.force.getContactRecords(state);
    ASSERT_EQ(records.size(), 3u);
    const Table table = read(folder / "contacts.csv", ',');
    ASSERT_EQ(table.rows.size(), 6u);
    for (int i = 0; i < 3; ++i) {
        const ContactRecord& r = records[i];
        const std::size_t row = i + 3;
        EXPECT_EQ(table.at(row, "time [s]"), 1.5);
        EXPECT_EQ(table.at(row, "surface_a"), int(r.a));
        EXPECT_EQ(table.at(row, "surface_b"), int(r.b));
        EXPECT_EQ(table.vectorAt(row, "point_", " [m]"), r.point);
        EXPECT_EQ(table.vectorAt(row, "normal_"), r.normal);
        EXPECT_EQ(table.vectorAt(row, "normal_force_", " [N]"), r.normalForce);
        EXPECT_EQ(table.vectorAt(row, "tangential_force_", " [N]"), r.tangentialForce);
        EXPECT_EQ(table.vectorAt(row, "torque_", " [N m]"), r.torque);
        EXPECT_EQ(table.vectorAt(row, "slip_velocity_", " [m/s]"), r.slipVelocity);
        EXPECT_EQ(table.vectorAt(row, "tangential_displacement_", " [m]"), r.tangentialDisplacement);
        EXPECT_EQ(table.at(row, "overlap [m]"), r.overlap);
        EXPECT_EQ(table.at(row, "overlap_rate [m/s]"), r.overlapRate);
        EXPECT_EQ(table.at(row, "stored_energy [J]"), r.storedEnergy);
        EXPECT_EQ(table.at(row, "dissipated_power [W]"), r.dissipatedPower);
        EXPECT_EQ(table.at(row, "sliding"), r.sliding);
    }
}

// The rows of a brick's four corners have different patches, exact values and their own masses.
TEST(Recorder, DistinguishesTheCornersOfABrick) {
    Folder folder;
    FloorScene world;
    const Vec3 half(0.1, 0.05, 0.2);
    MobilizedBody::Free brick(world.matter.updGround(), Body::Rigid(boxOf(2, half)));
    ContactSurfaces surfaces(world.matter);
    surfaces.add(world.matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber());
    surfaces.add(brick, Brick(half, 0.01), Transform(), rubber());
    const HertzMindlinForce force(world.forces, surfaces);
    State state = world.start(brick, Vec3(0, half[1] - 1e-4, 0));
    GroundReactionRecorder recorder(force, {});
    recorder.writeContacts(folder / "contacts.csv");
    recorder.record(state);
    const Table table = read(folder / "contacts.csv", ',');
    const auto& records = force.getContactRecords(state);
    ASSERT_EQ(table.rows.size(), 4u);
    const std::size_t patchColumn =
        std::size_t(std::find(table.columns.begin(), table.columns.end(), "patch") - table.columns.begin());
    std::ifstream file(folder / "contacts.csv");
    std::string line;
    std::getline(file, line);
    std::set<std::string> patches;
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(table.at(i, "effective_mass [kg]"), records[i].effectiveMass);
        EXPECT_EQ(table.at(i, "tangential_effective_mass [kg]"), records[i].tangentialEffectiveMass);
        EXPECT_NEAR(records[i].effectiveMass, 0.5, 1e-9); // a quarter each
        std::getline(file, line);
        const std::string patch = split(line, ',').at(patchColumn);
        EXPECT_EQ(patch, std::to_string(records[i].patch));
        patches.insert(patch);
    }
    EXPECT_EQ(patches.size(), 4u);
}

// If the ground is named, forces between the feet are left out. Below the threshold the point is the origin.
TEST(Recorder, IncludesContactsWithTheGroundOnly) {
    Folder folder;
    Feet feet;
    GroundReactionRecorder recorder(feet.force, feet.groups());
    recorder.setGround({"ground", {ContactSurfaceIndex(0)}}).setMinimumNormalForce(1e9).write(folder / "grf.sto");
    State state = feet.falling();
    feet.left.setQToFitTranslation(state, Vec3(0.11, 0.0998, 0.1));
    recorder.record(state);
    const Table table = read(folder / "grf.sto", '\t');
    for (const ContactRecord& r : feet.force.getContactRecords(state)) {
        if (r.a != 0) continue;
        EXPECT_EQ(table.vectorAt(0, r.b == 1 ? "ground_force_r_v" : "ground_force_l_v"),
                  r.normalForce + r.tangentialForce);
    }
    EXPECT_EQ(table.vectorAt(0, "ground_force_r_p"), Vec3(0));
    EXPECT_GT(table.vectorAt(0, "ground_torque_r_").norm(), 0.1);
}

// A file that cannot be written is an error that names the file, at opening and when the disk is full.
TEST(Recorder, NamesTheFileThatCannotBeWritten) {
    Folder folder;
    Feet feet;
    GroundReactionRecorder recorder(feet.force, feet.groups());
    const auto expectName = [](const auto& action, const std::string& file) {
        expectMessage<std::runtime_error>([&] { action(); }, {file});
    };
    expectName([&] { recorder.write(folder / "nowhere/grf.sto"); }, folder / "nowhere/grf.sto");
    expectName([&] { recorder.writeContacts(folder / "nowhere/contacts.csv"); }, folder / "nowhere/contacts.csv");
    if (!fs::exists("/dev/full")) return;
    fs::create_symlink("/dev/full", folder.path / "full.mot");
    expectName([&] { recorder.write(folder / "full.mot"); }, folder / "full.mot");
}

// When the disk is full the run ends with an error that names the file. The rows before are complete.
TEST(Recorder, KeepsCompleteRowsOnAFullDisk) {
    Folder folder;
    Feet feet;
    EXPECT_EXIT(
        {
            GroundReactionRecorder recorder(feet.force, feet.groups());
            recorder.write(folder / "grf.sto");
            rlimit limit; // stands for the disk
            limit.rlim_cur = limit.rlim_max = 3000;
            setrlimit(RLIMIT_FSIZE, &limit);
            std::signal(SIGXFSZ, SIG_IGN);
            try {
                feet.fall(recorder, 1000);
            } catch (const std::runtime_error& e) {
                std::cerr << e.what();
                std::_Exit(3);
            }
        },
        ::testing::ExitedWithCode(3), "grf.sto cannot be written: File too large");
    const long rows = long(read(folder / "grf.sto", '\t').rows.size());
    EXPECT_GT(rows, 5);
    expectComplete(folder / "grf.sto", rows);
}

// If one file has a row and another could not take it, recording the row again writes it to the other file only.
TEST(Recorder, WritesARowOnceToEachFile) {
    Folder folder;
    Feet feet;
    EXPECT_EXIT(
        {
            GroundReactionRecorder recorder(feet.force, feet.groups());
            recorder.write(folder / "first.csv").write(folder / "grf.sto").writeContacts(folder / "contacts.csv");
            State state = feet.falling();
            feet.left.setQToFitTranslation(state, Vec3(-0.3, 0.0999, -0.1)); // both touch
            state.setTime(1);
            recorder.record(state);
            const auto sizeOf = [&](const char* name) { return rlim_t(fs::file_size(folder / name)); };
            rlimit before; // stands for the disk: no row fits after the largest file
            getrlimit(RLIMIT_FSIZE, &before);
            rlimit limit = before;
            limit.rlim_cur = sizeOf("contacts.csv");
            std::signal(SIGXFSZ, SIG_IGN);
            const rlim_t row = 300; // 217 for two groups: it fits in the other files
            if (std::max(sizeOf("first.csv"), sizeOf("grf.sto")) + row > sizeOf("contacts.csv")) std::_Exit(4);
            setrlimit(RLIMIT_FSIZE, &limit);
            state.setTime(2);
            for (int i = 0; i < 2; ++i) {
                try {
                    recorder.record(state);
                    std::_Exit(5);
                } catch (const std::runtime_error&) {
                }
            }
            setrlimit(RLIMIT_FSIZE, &before);
            recorder.record(state);
            state.setTime(3);
            recorder.record(state);
            std::_Exit(3);
        },
        ::testing::ExitedWithCode(3), "");
    expectComplete(folder / "grf.sto", 3);
    const Table first = read(folder / "first.csv", ','), contacts = read(folder / "contacts.csv", ',');
    ASSERT_EQ(first.rows.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(first.rows[i][0], i + 1.);
    EXPECT_EQ(contacts.rows.size(), 6u);
}

// A closed file is continued only if it is unchanged. A file that was changed, cut, written again or removed stays as
// it is.
TEST(Recorder, ChecksClosedFilesForChanges) {
    Folder folder;
    Feet feet;
    const std::string file = folder / "grf.sto";
    const auto textOf = [&] {
        std::ifstream in(file);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    const auto isRefused = [&](const std::function<void()>& change) {
        GroundReactionRecorder recorder(feet.force, feet.groups());
        recorder.write(file);
        feet.fall(recorder, 3);
        recorder.close();
        State state = feet.falling();
        state.setTime(1);
        recorder.record(state);
        expectComplete(file, 4);
        recorder.close();
        change();
        const std::string before = textOf();
        state.setTime(2);
        try {
            recorder.record(state);
        } catch (const std::runtime_error& e) {
            EXPECT_NE(std::string(e.what()).find(file), std::string::npos) << e.what();
            EXPECT_EQ(textOf(), before);
            return true;
        }
        return false;
    };
    EXPECT_FALSE(isRefused([] {}));
    expectComplete(file, 5);
    EXPECT_TRUE(isRefused([&] { fs::resize_file(file, fs::file_size(file) - 3); }));
    EXPECT_TRUE(isRefused([&] { fs::remove(file); }));
    EXPECT_TRUE(isRefused([&] { std::ofstream(file, std::ios::app) << "1\n"; }));
    EXPECT_TRUE(isRefused([&] {
        std::string text = textOf();
        text[text.size() - 2] = text[text.size() - 2] == '1' ? '2' : '1'; // a digit of the last row
        std::ofstream(file) << text;
    }));
    EXPECT_TRUE(isRefused([&] { // another run's file with the same number of rows
        GroundReactionRecorder other(feet.force, feet.groups());
        other.write(file);
        State state = feet.falling();
        for (int i = 0; i < 4; ++i) {
            state.setTime(10 + i);
            other.record(state);
        }
    }));
}

// No file of a recorder is overwritten through a symbolic link: not by its external loads, nor by another table, open
// or closed.
TEST(Recorder, OverwritesNoneOfItsFilesThroughALink) {
    Folder folder;
    Feet feet;
    GroundReactionRecorder recorder(feet.force, feet.groups()), other(feet.force, feet.groups());
    const std::string file = folder / "grf.sto";
    for (const char* link : {"loads.xml", "link.mot", "link.csv"}) fs::create_symlink(file, folder.path / link);
    recorder.write(file);
    feet.fall(recorder, 3);
    const std::map<std::string, std::string> bodies{{"r", "calcn_r"}, {"l", "calcn_l"}};
    const auto expectRefusals = [&](GroundReactionRecorder& second) {
        EXPECT_THROW(second.write(folder / "link.mot"), std::invalid_argument);
        EXPECT_THROW(second.writeContacts(folder / "link.csv"), std::invalid_argument);
        expectComplete(file, 3);
    };
    expectRefusals(recorder);
    expectRefusals(other);
    EXPECT_THROW(recorder.writeExternalLoads(folder / "loads.xml", file, bodies), std::invalid_argument);
    other.write(folder / "other.mot");
    EXPECT_THROW(other.writeExternalLoads(folder / "loads.xml", folder / "other.mot", bodies), std::invalid_argument);
    recorder.close();
    expectRefusals(recorder);
    EXPECT_THROW(recorder.writeExternalLoads(folder / "loads.xml", file, bodies), std::invalid_argument);
    expectComplete(file, 3);
}

// From a folder that is a symbolic link, the path of the data follows the operating system's "..".
TEST(Recorder, NamesDataFromALinkedFolder) {
    Folder folder;
    Feet feet;
    fs::create_directories(folder / "real/deep");
    fs::create_directory_symlink(folder / "real/deep", folder.path / "setup");
    GroundReactionRecorder recorder(feet.force, feet.groups());
    recorder.write(folder / "grf.mot");
    recorder.writeExternalLoads(folder / "setup/loads.xml", folder / "grf.mot", {{"r", "calcn_r"}, {"l", "calcn_l"}});
    Xml::Document document(folder / "setup/loads.xml");
    const std::string data =
        document.getRootElement().getRequiredElement("ExternalLoads").getRequiredElementValue("datafile");
    EXPECT_TRUE(fs::exists(folder.path / "setup" / data)) << data;
}

// Names that are not columns, groups that do not exist, unknown formats and a missing interval are errors.
TEST(Recorder, RejectsBadGroups) {
    Folder folder;
    Feet feet;
    const std::set<ContactSurfaceIndex> some{ContactSurfaceIndex(1)};
    const auto refuse = [&](std::vector<SurfaceGroup> groups) {
        EXPECT_THROW(GroundReactionRecorder(feet.force, groups), std::invalid_argument);
    };
    refuse({{"r", some}, {"r", some}});
    refuse({{"", some}});
    refuse({{"right foot", some}});
    refuse({{"r", {}}});
    refuse({{"r", {ContactSurfaceIndex(3)}}});
    EXPECT_THROW(GroundReactionRecorder(feet.force, feet.groups(), 0), std::invalid_argument);
    GroundReactionRecorder recorder(feet.force, feet.groups());
    EXPECT_THROW(recorder.write(folder / "grf.txt"), std::invalid_argument);
    EXPECT_THROW(recorder.writeContacts(folder / "contacts.sto"), std::invalid_argument);
    EXPECT_THROW(recorder.setMinimumNormalForce(-1), std::invalid_argument);
    EXPECT_THROW(recorder.setGround({"ground", {ContactSurfaceIndex(8)}}), std::invalid_argument);
    EXPECT_THROW(GroundReactionRecorder(feet.force, {}).write(folder / "grf.sto"), std::invalid_argument);
}

// OpenSim's tools find the body, the columns and the data, relative to the file, in the file of external loads.
TEST(Recorder, WritesExternalLoads) {
    Folder folder;
    Feet feet;
    GroundReactionRecorder recorder(feet.force, feet.groups());
    fs::create_directories(folder / "results");
    recorder.write(folder / "results/grf.mot");
    recorder.writeExternalLoads(folder / "loads.xml", folder / "results/grf.mot",
                                {{"r", "calcn_r"}, {"l", "heel & <toes>"}});
    Xml::Document document(folder / "loads.xml");
    EXPECT_EQ(document.getRootTag(), "OpenSimDocument");
    Xml::Element loads = document.getRootElement().getRequiredElement("ExternalLoads");
    EXPECT_EQ(loads.getRequiredElementValue("datafile"), "results/grf.mot");
    auto forces = loads.getRequiredElement("objects").getAllElements("ExternalForce");
    ASSERT_EQ(forces.size(), 2u);
    const auto valueOf = [&](int i, const char* name) { return std::string(forces[i].getRequiredElementValue(name)); };
    EXPECT_EQ(valueOf(0, "applied_to_body"), "calcn_r");
    EXPECT_EQ(valueOf(1, "applied_to_body"), "heel & <toes>");
    EXPECT_EQ(valueOf(0, "force_expressed_in_body"), "ground");
    EXPECT_EQ(valueOf(0, "point_expressed_in_body"), "ground");
    const Table table = read(folder / "results/grf.mot", '\t');
    for (const char* identifier : {"force_identifier", "point_identifier", "torque_identifier"})
        for (int i = 0; i < 2; ++i) {
            const std::string start = valueOf(i, identifier);
            EXPECT_EQ(std::count_if(table.columns.begin(), table.columns.end(),
                                    [&](const std::string& c) { return c.compare(0, start.size(), start) == 0; }),
                      3)
                << start;
        }
}

} // namespace
} // namespace test_recorder
