// Tests the page of a run: its errors and its rows in the file. page.cmake checks the page in a browser.

#include "Heard.h"
#include "Messages.h"
#include "World.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/Soil.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Shape.h>
#include <simbodydem/shapes/Sphere.h>
#include <simbodydem/shapes/Terrain.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

#include <sys/resource.h>

namespace test_replay_recorder {

using namespace SimTK;
using namespace simbodydem;

namespace {

namespace fs = std::filesystem;

// A ball on a floor, and a separate folder for each test, removed afterwards.
struct Replay : ::testing::Test, World {
    fs::path folder = fs::temp_directory_path() / (std::string("simbodydem-replay-") +
                                                   ::testing::UnitTest::GetInstance()->current_test_info()->name());
    MobilizedBody::Free ball = addSphere(0.1);

    Replay() {
        fs::remove_all(folder);
        fs::create_directories(folder);
        matter.setShowDefaultGeometry(false);
    }
    ~Replay() override { fs::remove_all(folder); }
    std::string file(const std::string& name = "run.html") const { return (folder / name).string(); }

    State at(Real time, const Vec3& place = Vec3(0, 0.2, 0)) {
        State state = start();
        ball.setQToFitTranslation(state, place);
        state.setTime(time);
        return state;
    }
    std::string content() const {
        std::ifstream in(file());
        return {std::istreambuf_iterator<char>(in), {}};
    }
    // Returns the rows as they are in the page.
    std::vector<std::string> rows() const {
        const std::string page = content(), begin = "<script>replay.row({", end = "})</script>\n";
        std::vector<std::string> rows;
        for (std::size_t from = 0; (from = page.find(begin, from)) != std::string::npos; ++from) {
            const std::size_t to = page.find(end, from);
            EXPECT_NE(to, std::string::npos) << "a row has no end";
            rows.push_back(page.substr(from + begin.size(), to - from - begin.size()));
        }
        return rows;
    }
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
    return found;
}

// Returns the number of bytes that a text in base64 stands for.
std::size_t bytesOf(const std::string& base64) { return 3 * base64.size() / 4 - std::size_t(count(base64, "=")); }

// Returns the text between two others, or nothing.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
    const std::size_t from = text.find(before);
    if (from == std::string::npos) return "";
    return text.substr(from + before.size(), text.find(after, from + before.size()) - from - before.size());
}

} // namespace

// An event reporter works in any System, without contact forces: it writes a row each interval, the first and the
// last one included.
TEST_F(Replay, ReportsEveryInterval) {
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    system.addEventReporter(new ReplayRecorder(system, file(), 0.125));
    RungeKuttaMersonIntegrator integrator(system);
    TimeStepper stepper(system, integrator);
    stepper.initialize(at(0));
    stepper.stepTo(1);
    const auto recorded = rows();
    ASSERT_EQ(recorded.size(), 9u);
    for (std::size_t i = 0; i < recorded.size(); ++i) {
        std::ostringstream time;
        time << "t:" << 0.125 * i << ","; // exact in a double
        EXPECT_TRUE(contains(recorded[i], time.str())) << recorded[i];
    }
    EXPECT_TRUE(contains(recorded[0], ",contacts:false,layers:[],soils:[]}"));
}

// The page is one file that loads nothing from the network, and it contains the licence of three.js.
TEST_F(Replay, IsSelfContained) {
    ReplayRecorder(system, file(), 1).record(at(0));
    const std::string page = content();
    for (const char* loads : {" src=", "@import", "<iframe", "url("})
        EXPECT_FALSE(contains(page.substr(0, page.find("three.js, https")), loads))
            << loads; // the text before three.js
    EXPECT_TRUE(contains(page, "<title>run</title>"));
    EXPECT_TRUE(contains(page, "under the MIT licence"));
    EXPECT_TRUE(contains(page, "Permission is hereby granted, free of charge"));
    EXPECT_FALSE(contains(page, "@THREE_JS@"));
}

// A complete row is in the file when record() returns. A row that cannot be added leaves the file unchanged.
TEST_F(Replay, RowsAreInTheFileAtOnce) {
    HertzMindlinForce force(forces, contacts, set);
    force.setMaterialForAll(rubber());
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(force);
    for (int i = 0; i < 5; ++i) {
        recorder.record(at(i, Vec3(0, 0.0999, 0)));
        EXPECT_EQ(rows().size(), i + 1u);
        EXPECT_EQ(content().substr(content().size() - 10), "</script>\n");
    }
    const std::string before = content();
    expectMessage<std::invalid_argument>([&] { recorder.record(at(NaN)); },
                                         {"ReplayRecorder::record(): time = nan s; it must be finite"});
    EXPECT_EQ(content(), before);
}

// A force that is named twice is shown once: no contact, ground force or heat counts twice.
TEST_F(Replay, ShowsAForceOnce) {
    HertzMindlinForce force(forces, contacts, set);
    force.setMaterialForAll(rubber()).setTrackDissipatedEnergy(true);
    const DEMContactForce handle = force; // of the same force
    {
        ReplayRecorder once(system, file("once.html"), 1), twice(system, file(), 1);
        once.showContacts(force);
        twice.showContacts(force).showContacts(handle);
        const State state = at(0, Vec3(0, 0.0999, 0));
        once.record(state);
        twice.record(state);
    }
    const auto recorded = rows();
    ASSERT_EQ(recorded.size(), 1u);
    std::ifstream in(file("once.html"));
    const std::string expected{std::istreambuf_iterator<char>(in), {}};
    EXPECT_TRUE(contains(expected, recorded[0]));
}

namespace {

// Returns size and time of the largest force of Ground in a row.
std::pair<Real, Real> peakOf(const std::string& row) {
    std::istringstream text(between(row, ",most:[", "]"));
    std::pair<Real, Real> peak(NaN, NaN);
    char comma;
    text >> peak.first >> comma >> peak.second;
    return peak;
}

} // namespace

// A row has the largest force of Ground since the row before, here that of an impact which no row sees: Hertz's closed form. A restored
// State begins a new run, whose rows have no peak of the first run.
TEST_F(Replay, KeepsThePeakBetweenRows) {
    HertzMindlinForce force(forces, contacts, set);
    force.setMaterialForAll(rubber().setRestitution(1));
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(force);
    State state = at(0, Vec3(0, 0.12, 0));
    ball.setUToFitLinearVelocity(state, Vec3(0, -1, 0));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-6);
    integrator.setMaximumStepSize(2e-4);
    integrator.initialize(state);
    for (const Real time : {0., 0.01, 0.1, 0.11}) {
        advance(integrator, time);
        if (time == 0.01) state = integrator.getState();
        recorder.record(integrator.getState());
    }
    const Real mass = ball.getBodyMassProperties(state).getMass(), stiffness = 1e7 / (2 * 0.91) * std::sqrt(0.1);
    const Real depth = std::pow(15 * mass / (16 * stiffness), 0.4), peak = 4. / 3. * stiffness * std::pow(depth, 1.5);
    auto recorded = rows();
    ASSERT_EQ(recorded.size(), 4u);
    EXPECT_EQ(peakOf(recorded[1]).first, 0);
    EXPECT_TRUE(contains(recorded[2], "ground:[0,0,0]")); // the ball has left the floor
    EXPECT_NEAR(peakOf(recorded[2]).first, peak, 2e-4 * peak); // half of a step beside the peak
    EXPECT_NEAR(peakOf(recorded[2]).second, 0.02 + 2.9432 / 2 * depth, 2e-4);
    EXPECT_EQ(peakOf(recorded[3]).first, 0);

    ball.setUToFitLinearVelocity(state, Vec3(0, 1, 0));
    integrator.initialize(state);
    advance(integrator, 0.1);
    recorder.record(integrator.getState());
    recorded = rows();
    ASSERT_EQ(recorded.size(), 1u);
    EXPECT_EQ(peakOf(recorded[0]).first, 0);
}

// The peak of several forces is that of their sum. Two balls, each with a force of its own, land at times that differ by a quarter of the
// contact time: the peak is larger than that of one and smaller than that of both.
TEST_F(Replay, PeakIsThatOfTheSumOfForces) {
    MobilizedBody::Free other = addSphere(0.1);
    HertzMindlinForce one(forces, contacts, set), two(forces, contacts, set);
    for (HertzMindlinForce* force : {&one, &two}) force->setMaterialForAll(rubber().setRestitution(1));
    one.excludeBodies(matter.getGround().getMobilizedBodyIndex(), other.getMobilizedBodyIndex());
    two.excludeBodies(matter.getGround().getMobilizedBodyIndex(), ball.getMobilizedBodyIndex());
    ReplayRecorder recorder(system, file(), 1), dense(system, file("dense.html"), 1);
    recorder.showContacts(one).showContacts(two);
    dense.showContacts(two).showContacts(one);
    State state = at(0, Vec3(0, 0.12, 0));
    other.setQToFitTranslation(state, Vec3(1, 0.126, 0));
    for (const MobilizedBody::Free& body : {ball, other}) body.setUToFitLinearVelocity(state, Vec3(0, -1, 0));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setMaximumStepSize(2e-4);
    integrator.setReturnEveryInternalStep(true);
    integrator.initialize(state);
    recorder.record(integrator.getState());
    Real largest = 0, largestOfOne = 0;
    while (integrator.getTime() < 0.1) {
        integrator.stepTo(0.1);
        system.realize(integrator.getState(), Stage::Dynamics);
        Real sizes[2] = {0, 0};
        for (const DEMContactForce* force : {&one, &two})
            for (const ContactRecord& record : force->getContactRecords(integrator.getState()))
                sizes[force == &two] += record.normalForce[1];
        largest = std::max(largest, std::abs(sizes[0] + sizes[1]));
        largestOfOne = std::max(largestOfOne, std::abs(sizes[0]));
    }
    recorder.record(integrator.getState());
    dense.record(integrator.getState()); // another force keeps this peak
    const Real peak = peakOf(rows()[1]).first;
    EXPECT_NEAR(peak, largest, 1e-6 * largest); // a row has seven digits
    EXPECT_GT(peak, 1.2 * largestOfOne);
    EXPECT_LT(peak, 1.99 * largestOfOne);
    std::ifstream in(file("dense.html"));
    EXPECT_NEAR(peakOf({std::istreambuf_iterator<char>(in), {}}).first, largest, 1e-6 * largest);
}

// A time that is already recorded is left out. An earlier time starts a new run, which replaces the old one.
TEST_F(Replay, EarlierTimeStartsANewRun) {
    ReplayRecorder recorder(system, file(), 1);
    recorder.record(at(0));
    const std::string firstRow = rows()[0];
    recorder.record(at(1));
    recorder.record(at(1, Vec3(1)));
    EXPECT_EQ(rows().size(), 2u);
    recorder.record(at(0));
    ASSERT_EQ(rows().size(), 1u);
    EXPECT_EQ(rows()[0], firstRow);
    recorder.record(at(2));
    EXPECT_EQ(rows().size(), 2u);
}

// When the disk is full the run gets an error, then and at later calls. The rows before are complete.
TEST_F(Replay, KeepsCompleteRowsOnAFullDisk) {
    EXPECT_EXIT(
        {
            ReplayRecorder recorder(system, file(), 1);
            recorder.record(at(0));
            rlimit limit; // stands for the disk
            limit.rlim_cur = limit.rlim_max = fs::file_size(file()) + 1000;
            setrlimit(RLIMIT_FSIZE, &limit);
            std::signal(SIGXFSZ, SIG_IGN);
            int time = 1;
            const auto fill = [&] {
                for (; time < 1000; ++time) recorder.record(at(time, Vec3(time)));
            };
            std::cerr << messageOf(fill) << "; ";
            ++time;
            std::cerr << messageOf(fill);
            std::_Exit(3);
        },
        ::testing::ExitedWithCode(3),
        "run.html cannot be written: File too large; .*an earlier row could not be added to .*run.html");
    EXPECT_GT(rows().size(), 3u);
    EXPECT_EQ(content().substr(content().size() - 10), "</script>\n");
}

// If one of a thousand balls moves, a row has one bit for each ball and the record of that ball. The others have
// records in the first row only.
TEST_F(Replay, BodiesAtRestAreNotRepeated) {
    std::vector<MobilizedBody::Free> balls;
    for (int i = 0; i < 1000; ++i) {
        balls.emplace_back(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::sphere(0.1))));
        balls.back().addBodyDecoration(Vec3(0), DecorativeSphere(0.1));
    }
    ReplayRecorder recorder(system, file(), 1);
    State state = start();
    for (int i = 0; i < 100; ++i) {
        state.setTime(i);
        balls[500].setQToFitTranslation(state, Vec3(i, 0, 0));
        recorder.record(state);
    }
    const auto recorded = rows();
    EXPECT_GT(recorded[0].size(), 1000 * 64u * 4 / 3); // records of 20 and 44 bytes in base64
    for (std::size_t i = 1; i < recorded.size(); ++i)
        EXPECT_LT(recorded[i].size(), 400u); // 126 + 20 bytes in base64, and energies
}

// A body that moved and stands still again is in a key row at intervals, so that each row is near a key row.
TEST_F(Replay, KeyRowsComeAtIntervals) {
    ReplayRecorder recorder(system, file(), 1);
    for (int i = 0; i < 40; ++i) recorder.record(at(i, Vec3(i, 0, 0)));
    const int keys = count(content(), ",key:true");
    EXPECT_GE(keys, 39 / 9); // a row here has the size of a key row, with eight of its size in between
    EXPECT_LE(keys, 39 / 8);
}

// Equal meshes are in the file once, for any number of decorations.
TEST_F(Replay, MeshesAreWrittenOnce) {
    auto other = addSphere(0.1);
    for (MobilizedBody body : {MobilizedBody(ball), MobilizedBody(other)})
        body.addBodyDecoration(Vec3(0), DecorativeMesh(PolygonalMesh::createSphereMesh(0.1, 2)));
    other.addBodyDecoration(Vec3(0), DecorativeMesh(PolygonalMesh::createSphereMesh(0.2, 2)));
    ReplayRecorder recorder(system, file(), 1);
    for (int i = 0; i < 3; ++i) recorder.record(at(i));
    std::string all;
    for (const std::string& row : rows()) all += row;
    EXPECT_EQ(count(all, "corners:"), 2);
    EXPECT_EQ(count(all, "shape:\"mesh 0\""), 2);
    EXPECT_EQ(count(all, "shape:\"mesh 1\""), 1);
}

// A body whose position is NaN causes one warning per run, and a mark in the row where it begins.
TEST_F(Replay, WarnsOfABodyWhosePositionIsNaN) {
    ReplayRecorder recorder(system, file(), 1);
    recorder.record(at(0));
    const Heard heard;
    recorder.record(at(1, Vec3(0, NaN, 0)));
    recorder.record(at(2, Vec3(0, NaN, 0)));
    EXPECT_EQ(heard.warnings(), 1);
    EXPECT_TRUE(contains(heard.text.str(), "body 1 is at ~[nan,nan,nan] m at t = 1 s")) << heard.text.str();
    EXPECT_TRUE(contains(rows()[1], ",lost:1"));
    EXPECT_FALSE(contains(rows()[2], ",lost:"));
}

// Names and texts cannot end the script that contains them.
TEST_F(Replay, TextsCannotEndTheScript) {
    ball.addBodyDecoration(Vec3(0), DecorativeText("</script><script>alert(\"1\\n\")"));
    ReplayRecorder recorder(system, file(), 1);
    recorder.record(at(0));
    EXPECT_TRUE(contains(rows()[0], "\\u003c/script\\u003e\\u003cscript\\u003ealert(\\u00221\\u005cn\\u0022)"));
}

// Decorations may appear and disappear, and another decoration generator can add some.
TEST_F(Replay, TakesDecorationGenerators) {
    struct Blinking : DecorationGenerator {
        void generateDecorations(const State& state, Array_<DecorativeGeometry>& geometry) override {
            if (int(state.getTime()) % 2 == 0) geometry.push_back(DecorativeBrick(Vec3(0.25)).setBodyId(1));
        }
    };
    ReplayRecorder recorder(system, file(), 1);
    recorder.addDecorationGenerator(new Blinking);
    for (int i = 0; i < 4; ++i) recorder.record(at(i));
    const auto recorded = rows();
    EXPECT_TRUE(contains(recorded[0], "shape:\"brick\",body:1"));
    EXPECT_FALSE(contains(recorded[2], "shape:")); // it is known
    for (int i = 1; i < 4; ++i)                    // a key row may omit a decoration that is as at first
        EXPECT_TRUE(!contains(recorded[i], "rows:[\"\",\"\",") || contains(recorded[i], ",key:true")) << recorded[i];
}

namespace {

// A brick with a layer on a floor. Its lower face is 80 mm long and wide.
struct ReplayOfALayer : Replay {
    const Vec3 half{0.041, 0.01, 0.041};
    ContactSurfaces surfaces{matter};
    MobilizedBody::Free brick{matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::brick(half)))};
    HertzMindlinForce* force = nullptr;

    void build(Real elementSize) {
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), SurfaceMaterial(), "floor");
        surfaces.add(brick, Brick(half, 1e-3), Vec3(0),
                     ElasticLayer(5e-3, 5e6, 0.3).setFriction(0.5).setElementSize(elementSize), "pad");
        force = new HertzMindlinForce(forces, surfaces);
    }
    State touching(Real time, Real depth = 1e-4) {
        State state = at(time);
        brick.setQToFitTranslation(state, Vec3(0, half[1] - depth, 0));
        return state;
    }
    State apart(Real time) { return touching(time, -1); }
    std::size_t numTouching(Real depth = 1e-4) {
        const State state = touching(0, depth);
        system.realize(state, Stage::Dynamics);
        return std::size_t(force->getAreaRecords(state).at(0).numElements);
    }
};

} // namespace

// An outline is written once, when its element touches first. A row has three bytes for each element that touches, and none if nothing
// has changed.
TEST_F(ReplayOfALayer, ElementsAreWrittenCompactly) {
    build(4e-3);
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(*force);
    recorder.record(apart(-1));
    recorder.record(touching(0));
    recorder.record(touching(1));
    recorder.record(touching(2, 2e-4));
    const auto recorded = rows();
    ASSERT_EQ(recorded.size(), 4u);
    EXPECT_TRUE(contains(recorded[0], "layers:[[\"pad\",2]]"));
    const std::size_t elements = numTouching();
    EXPECT_GE(elements, 20u * 20u); // of the face, and some of its rounded edges
    const std::string outlines = between(recorded[1], "outlines:[[0,\"", "\"]]");
    EXPECT_EQ(bytesOf(outlines.substr(0, outlines.find('"'))), elements);
    const std::size_t corners = bytesOf(outlines.substr(outlines.rfind('"') + 1)) / (3 * 4); // of three floats
    EXPECT_GE(corners, 3 * elements);
    EXPECT_LE(corners, 4 * elements);
    EXPECT_EQ(bytesOf(between(recorded[1], "elements:\"", "\"")), 3 * elements);
    EXPECT_FALSE(contains(recorded[2], "elements:"));
    EXPECT_EQ(bytesOf(between(recorded[3], "elements:\"", "\"")), 3 * numTouching(2e-4));
    for (const std::size_t i : {0u, 2u}) EXPECT_FALSE(contains(recorded[i], "outlines:"));
    for (const std::string& row : recorded) EXPECT_FALSE(contains(row, "touching:"));
    // K d/h of ElasticLayer, in seven digits
    EXPECT_NEAR(std::stod(between(recorded[3], "peak:", ",")), 0.7 * 5e6 / (1.3 * 0.4) / 5e-3 * 2e-4, 1);
}

// If more elements touch than a row may have, a part of them is in the row, and the row says how many touch.
TEST_F(ReplayOfALayer, TooManyElementsAreThinnedOut) {
    build(1e-3);
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(*force);
    recorder.record(touching(0));
    const std::string row = rows().at(0), outlines = between(row, "outlines:[[0,\"", "\"");
    const std::size_t elements = numTouching();
    EXPECT_TRUE(contains(row, "touching:" + std::to_string(elements) + ","));
    // One of two, with five standard deviations of chance.
    EXPECT_NEAR(double(bytesOf(outlines)), 0.5 * double(elements), 2.5 * std::sqrt(double(elements)));
}

// A force cannot be evaluated if its pad is nowhere. The page stays as it is, and later rows follow.
TEST_F(ReplayOfALayer, LostPadIsAnErrorAndNoRow) {
    build(4e-3);
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(*force);
    recorder.record(touching(0));
    const std::string before = content();
    expectMessage<std::exception>([&] { recorder.record(touching(1, NaN)); }, {"position of surface 1 is not finite"});
    EXPECT_EQ(content(), before);
    recorder.record(touching(2, 2e-4));
    ASSERT_EQ(rows().size(), 2u);
    EXPECT_TRUE(contains(rows()[1], "elements:\"A"));
}

// A page draws a bounded number of elements. Beyond it, a row says how many touch, and elements that are known are still drawn.
TEST_F(ReplayOfALayer, ElementsOfAPageAreBounded) {
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), ElasticLayer(5e-3, 5e6, 0.3).setElementSize(1.2e-3),
                 "floor");
    surfaces.add(brick, Brick(half, 1e-3), Vec3(0), SurfaceMaterial(), "brick");
    force = new HertzMindlinForce(forces, surfaces);
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(*force);
    const int last = 30; // 4600 elements each
    for (int i = 0; i <= last; ++i) {
        State state = touching(i);
        brick.setOneQ(state, 4, 0.09 * (i % last)); // along x; the last time where it was at first
        recorder.record(state);
    }
    const auto recorded = rows();
    std::size_t outlines = 0;
    for (const std::string& row : recorded) outlines += bytesOf(between(row, "outlines:[[0,\"", "\""));
    EXPECT_EQ(outlines, 100000u);
    EXPECT_FALSE(contains(recorded[0], "touching:"));
    EXPECT_TRUE(contains(recorded[last - 1], "touching:"));
    EXPECT_TRUE(contains(recorded[last - 1], "elements:\"\"") || !contains(recorded[last - 1], "elements:"));
    EXPECT_FALSE(contains(recorded[last], "touching:"));
    EXPECT_EQ(between(recorded[last], "elements:\"", "\""), between(recorded[0], "elements:\"", "\""));
}

// A run that begins again has its outlines again. A force that is switched off, or does not touch, has no elements.
TEST_F(ReplayOfALayer, EachRunHasItsOutlines) {
    build(4e-3);
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(*force);
    recorder.record(touching(1));
    recorder.record(touching(2, 2e-4));
    recorder.record(touching(0));
    ASSERT_EQ(rows().size(), 1u);
    EXPECT_TRUE(contains(rows()[0], "outlines:["));
    EXPECT_TRUE(contains(rows()[0], "elements:\"A"));
    State off = touching(3);
    force->disable(off);
    recorder.record(off);
    recorder.record(apart(4));
    EXPECT_TRUE(contains(rows()[1], "elements:\"\""));
    for (const std::size_t i : {1u, 2u}) EXPECT_FALSE(contains(rows()[i], "peak:"));
}

namespace {

// Reads numbers of a text in base64.
class Numbers {
public:
    explicit Numbers(const std::string& base64) {
        const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        unsigned bits = 0;
        int count = 0;
        for (const char c : base64) {
            if (c == '=') break;
            bits = bits << 6 | unsigned(digits.find(c));
            count += 6;
            if (count < 8) continue;
            count -= 8;
            bytes += char(bits >> count & 0xff);
        }
    }
    bool isAtEnd() const { return at >= bytes.size(); }
    std::size_t size() const { return bytes.size(); }
    int next() {
        unsigned number = 0;
        for (int shift = 0;; shift += 7) {
            const auto byte = std::uint8_t(bytes.at(at++));
            number |= unsigned(byte & 127) << shift;
            if (byte < 128) return int(number);
        }
    }
    int nextSigned() {
        const int number = next();
        return number % 2 ? -1 - number / 2 : number / 2;
    }
    float nextFloat() {
        float number;
        std::memcpy(&number, bytes.data() + at, sizeof number);
        at += sizeof number;
        return number;
    }
    int nextShort() {
        std::int16_t number;
        std::memcpy(&number, bytes.data() + at, sizeof number);
        at += sizeof number;
        return number;
    }

private:
    std::string bytes;
    std::size_t at = 0;
};

// The cells of a page, row by row.
struct PageOfSoil {
    std::map<std::pair<int, int>, int> numbers;
    std::vector<int> sinkages;            // steps
    std::vector<Vec3> points, ups;        // on a terrain
    std::size_t changes = 0, pressed = 0; // bytes of the last row
    bool hasEntry = false;

    void add(const std::string& row) {
        hasEntry = contains(row, "soils:[[0,");
        changes = 0;
        if (!hasEntry) return;
        std::vector<std::string> texts;
        const std::string entry = between(row, "soils:[[0,", "]]");
        for (std::size_t from = entry.find('"'); from != std::string::npos; from = entry.find('"', from + 1)) {
            const std::size_t to = entry.find('"', from + 1);
            texts.push_back(entry.substr(from + 1, to - from - 1));
            from = to;
        }
        ASSERT_GE(texts.size(), 3u) << entry;
        for (Numbers places(texts[0]); !places.isAtEnd(); sinkages.push_back(0)) {
            last.first += places.nextSigned();
            last.second += places.nextSigned();
            EXPECT_TRUE(numbers.emplace(last, int(sinkages.size())).second) << "a node is there twice";
        }
        for (Numbers terrain(texts[1]); !terrain.isAtEnd();) {
            Vec3 point, up;
            for (int k = 0; k < 3; ++k) point[k] = terrain.nextFloat();
            for (int k = 0; k < 3; ++k) up[k] = terrain.nextShort() / 32767.;
            points.push_back(point);
            ups.push_back(up);
        }
        Numbers differences(texts[2]);
        changes = differences.size();
        for (int node = 0; !differences.isAtEnd(); ++node) {
            node += differences.next();
            sinkages.at(node) += differences.nextSigned();
        }
        if (texts.size() > 3) pressed = bytesOf(texts[3]);
    }
    int at(int i, int j) const {
        const auto found = numbers.find({i, j});
        return found == numbers.end() ? 0 : sinkages[found->second];
    }

private:
    std::pair<int, int> last{0, 0};
};

// A ball over soil, moved by hand.
struct ReplayOfSoil : Replay {
    const Real radius = 0.1, cell = 0.008;
    ContactSurfaces surfaces{matter};
    MobilizedBody::Free body{matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::sphere(0.1)))};
    SurfaceIndex field;
    HertzMindlinForce* force = nullptr;
    State state;

    void build(const Shape& ground = HalfSpace(), const Transform& X_GS = HalfSpace::floor(), Real size = 0) {
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        const Soil soil = Soil::sandyLoam().setCellSize(size > 0 ? size : cell);
        field = surfaces.add(matter.Ground(), ground, X_GS, soil, "field");
        surfaces.add(body, Sphere(radius), Vec3(0), SurfaceMaterial{1e7, 0.3, 0.5, 0.5}, "ball");
        force = new HertzMindlinForce(forces, surfaces);
        state = start();
    }
    // Moves the ball, which presses on the soil at y = 0 if the depth is > 0, and adds a row.
    void record(const ReplayRecorder& recorder, Real time, Real depth, Real x = 0, Real z = 0) {
        state.setTime(time);
        body.setQToFitTranslation(state, Vec3(x, radius - depth, z));
        system.realize(state, Stage::Dynamics);
        force->commitHistory(state);
        recorder.record(state);
    }
    Real sinkageAt(int i, int j) const {
        return force->getSinkage(state, field, Vec3((i + 0.5) * cell, 0, (j + 0.5) * cell));
    }
    // Compares the cells of a page with those of the force now. A page rounds to 1/1024 of the width.
    void compare(const PageOfSoil& page, int axisI, const char* what) const {
        int wrong = 0, sunk = 0;
        for (int i = -40; i <= 60; ++i)
            for (int j = -40; j <= 40; ++j) {
                const Real sinkage = axisI == 0 ? sinkageAt(i, j) : sinkageAt(j, i), step = cell / 1024;
                wrong += !(std::abs(step * page.at(i, j) - sinkage) <= 0.5001 * step);
                sunk += sinkage > 0;
            }
        EXPECT_EQ(wrong, 0) << what << " of " << sunk << " cells";
    }
};

// Returns true if the first axis of a half space's cells is x of Ground.
bool isFirstAxisX() { return std::abs((HalfSpace::floor().R() * Vec3(0, 1, 0))[0]) > 0.5; }

} // namespace

// The changes of all rows up to each one are the sinkages that the force returns there, in every cell: where the ball sinks in, where it
// sinks in deeper, and where it has left.
TEST_F(ReplayOfSoil, ChangesAreTheSinkages) {
    build();
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(*force);
    PageOfSoil page;
    for (int i = 0; i < 60; ++i) {
        const Real x = 0.15 * (1 - std::cos(0.15 * i)), z = 0.05 * std::sin(0.1 * i);
        record(recorder, i, 0.004 + 4e-4 * i * (i % 7 != 3), x, z);
        page.add(rows().back());
        compare(page, isFirstAxisX() ? 0 : 1, ("row " + std::to_string(i)).c_str());
    }
    EXPECT_GT(*std::max_element(page.sinkages.begin(), page.sinkages.end()), 1024); // deeper than a cell is wide
    EXPECT_EQ(page.points.size(), 0u); // the page finds those of a plane itself
}

// A row without a change has nothing about soil. One cell that changes needs 3 bytes in a run that sinks slowly. A body that leaves takes
// its pressure along, and leaves the sinkages.
TEST_F(ReplayOfSoil, OnlyChangesAreWritten) {
    build();
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(*force);
    PageOfSoil page;
    const auto next = [&](Real time, Real depth) {
        record(recorder, time, depth);
        page.add(rows().back());
    };
    next(0, -0.1);
    EXPECT_FALSE(page.hasEntry);
    next(1, 0.02);
    EXPECT_TRUE(page.hasEntry);
    next(2, 0.02);
    next(3, 0.02);
    EXPECT_FALSE(page.hasEntry);
    next(4, 0.0205);
    const auto touched = force->getElementRecords(state, field).size();
    EXPECT_GT(touched, 150u);
    EXPECT_GT(page.changes, touched);
    EXPECT_LE(page.changes, 3 * touched);
    EXPECT_GE(page.pressed, 4 * touched);
    EXPECT_LE(page.pressed, 5 * touched);
    const std::vector<int> before = page.sinkages;
    next(5, -0.1);
    EXPECT_TRUE(page.hasEntry);
    EXPECT_EQ(page.changes, 0u);
    EXPECT_EQ(page.pressed, 0u);
    EXPECT_EQ(page.sinkages, before);
}

// A State of a run without ruts, at a later time, has none on the page either.
TEST_F(ReplayOfSoil, StateWithoutRutsHasNone) {
    build();
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(*force);
    record(recorder, 0, 0.02);
    record(recorder, 1, -0.1);
    PageOfSoil page;
    for (const std::string& row : rows()) page.add(row);
    EXPECT_GT(*std::max_element(page.sinkages.begin(), page.sinkages.end()), 0);
    state = start();
    record(recorder, 2, -0.1);
    page.add(rows().back());
    EXPECT_EQ(page.sinkages, std::vector<int>(page.sinkages.size(), 0));
}

// An earlier time begins a new run. Its rows have the cells again, and rebuild its sinkages without the rows before.
TEST_F(ReplayOfSoil, EachRunHasItsRuts) {
    build();
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(*force);
    record(recorder, 1, 0.02);
    record(recorder, 2, 0.03, 0.1);
    record(recorder, 0, 0.02, 0.2); // keeps the ruts of the State
    ASSERT_EQ(rows().size(), 1u);
    PageOfSoil page;
    page.add(rows()[0]);
    compare(page, isFirstAxisX() ? 0 : 1, "the new run");
    EXPECT_GT(sinkageAt(12, 0), 0.02); // of the run before
}

// The cells of a terrain have their points and normals, and their sinkages as those of a half space.
TEST_F(ReplayOfSoil, CellsOfATerrainLieOnIt) {
    const auto height = [](Real x, Real y) { return 0.1 * x + 0.2 * x * y; };
    const Rotation up(-Pi / 2, XAxis); // x, y and z of the terrain are x, -z and y of Ground
    build(Terrain::fromFunction(height, Vec2(-1), Vec2(1), 40, 40), up);
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(*force);
    PageOfSoil page;
    for (int i = 0; i < 5; ++i) {
        record(recorder, i, 0.02, 0.02 * i);
        page.add(rows().back());
    }
    EXPECT_TRUE(contains(rows()[0], "corners:"));
    ASSERT_EQ(page.points.size(), page.sinkages.size());
    for (const auto& [place, node] : page.numbers) {
        const Vec3 &point = page.points[node], normal = page.ups[node];
        EXPECT_NEAR(point[0], (place.first + 0.5) * cell, 1e-7); // float
        EXPECT_NEAR(-point[2], (place.second + 0.5) * cell, 1e-7);
        EXPECT_NEAR(point[1], height(point[0], -point[2]), 1e-4);        // the spline between points of the grid
        EXPECT_NEAR(normal.norm(), 1, 1e-4);                             // rounded to 1/32767
        EXPECT_NEAR(normal[0] / normal[1], -0.1 + 0.2 * point[2], 5e-3); // the slope of the spline
        const Real sinkage = force->getSinkage(state, field, point), step = cell / 1024;
        EXPECT_NEAR(step * page.sinkages[node], sinkage, 0.5001 * step);
    }
}

// A page has a bounded number of cells. Beyond it, a row says how many are under contact.
TEST_F(ReplayOfSoil, CellsOfAPageAreBounded) {
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), Soil::sandyLoam().setCellSize(1e-3), "field");
    surfaces.add(body, Brick(Vec3(0.27, 0.1, 0.27), 1e-3), Vec3(0), SurfaceMaterial{1e7, 0.3, 0.5, 0.5}, "plate");
    force = new HertzMindlinForce(forces, surfaces);
    state = start();
    ReplayRecorder recorder(system, file(), 1);
    recorder.showContacts(*force);
    record(recorder, 0, 0.001);
    PageOfSoil page;
    page.add(rows()[0]);
    EXPECT_LE(page.sinkages.size(), 250000u);
    EXPECT_GT(page.sinkages.size(), 240000u);
    EXPECT_LE(page.pressed, 5u * 20000u);
    EXPECT_TRUE(contains(rows()[0], "touching:29")); // 540 x 540
}

// Each wrong argument is an error that names the fault and the unit.
TEST_F(Replay, RejectsBadArguments) {
    for (Real interval : {0., -1., NaN})
        expectMessage<std::invalid_argument>([&] { ReplayRecorder(system, file(), interval); },
                                             {"ReplayRecorder: interval = ", " s; it must be > 0"});
    EXPECT_FALSE(fs::exists(file()));
    expectMessage<std::invalid_argument>([&] { ReplayRecorder(system, file("run.mp4"), 1); },
                                         {"run.mp4 must end in .html"});
    expectMessage<std::runtime_error>([&] { ReplayRecorder(system, file("none/run.html"), 1); },
                                      {"none/run.html cannot be written: No such file"});
    ReplayRecorder recorder(system, file(), 1);
    expectMessage<std::invalid_argument>(
        [&] { ReplayRecorder(system, file("../") + folder.filename().string() + "/run.html", 1); },
        {"run.html is being written already"});
    World other;
    auto stranger = other.addSphere(1);
    HertzMindlinForce force(other.forces, other.contacts, other.set);
    expectMessage<std::invalid_argument>([&] { recorder.showContacts(force); }, {"the force is of another System"});
    HertzMindlinForce late(forces, contacts, set);
    late.setMaterialForAll(rubber());
    recorder.record(at(0));
    expectMessage<std::logic_error>([&] { recorder.showContacts(late); }, {"call it before the first row"});
    expectMessage<std::invalid_argument>([&] { recorder.follow(stranger); }, {"the body is of another System"});
}

// After close() another recorder may write the file. The first one then adds no row to it.
TEST_F(Replay, IsClosedForAnotherRecorder) {
    ReplayRecorder first(system, file(), Infinity);
    first.record(at(0));
    first.close();
    first.record(at(1)); // opens the file again
    EXPECT_EQ(rows().size(), 2u);
    first.close();
    ReplayRecorder second(system, file(), Infinity);
    second.record(at(1));
    second.close();
    EXPECT_EQ(rows().size(), 1u);
    expectMessage<std::runtime_error>([&] { first.record(at(2)); }, {"run.html has changed since it was closed"});
    EXPECT_EQ(rows().size(), 1u);
}

// With an infinite interval it reports no event; the caller records the rows.
TEST_F(Replay, MayBeRecordedByTheCaller) {
    ReplayRecorder recorder(system, file(), Infinity);
    const State state = at(0);
    EXPECT_EQ(recorder.getNextEventTime(state, true), Infinity);
    recorder.record(state);
    EXPECT_EQ(rows().size(), 1u);
}

// Balls whose number changes, or that are nowhere, are an error that names the ball. They must be announced before the first row.
TEST_F(Replay, ChecksItsBalls) {
    std::vector<ReplayBall> balls(3, {Vec3(0), 0.1, 0});
    ReplayRecorder recorder(system, file(), Infinity);
    recorder.showBalls([&](const State&) { return balls; });
    recorder.record(at(0));
    EXPECT_THROW(recorder.showBalls({}), std::logic_error);
    balls.pop_back();
    EXPECT_NE(messageOf<std::runtime_error>([&] { recorder.record(at(0.1)); }).find("2 balls"), std::string::npos);
    balls.push_back({Vec3(0, NaN, 0), 0.1, 0});
    EXPECT_NE(messageOf<std::runtime_error>([&] { recorder.record(at(0.1)); }).find("ball 2"), std::string::npos);
    balls[2] = {Vec3(0), 0, 0};
    EXPECT_NE(messageOf<std::runtime_error>([&] { recorder.record(at(0.1)); }).find("no radius"), std::string::npos);
    balls[2].radius = 0.1;
    recorder.record(at(0.1)); // what failed has left no row
    EXPECT_EQ(rows().size(), 2u);
}

// Balls that rest need no bytes, and one that moves some eight with its number.
TEST_F(Replay, WritesBallsThatMove) {
    std::vector<ReplayBall> balls(1000, {Vec3(0), 0.1, 0});
    ReplayRecorder recorder(system, file(), Infinity);
    recorder.showBalls([&](const State&) { return balls; });
    recorder.record(at(0));
    recorder.record(at(0.1));
    balls[500] = {Vec3(0.05, 0, 0), 0.1, 0.5};
    recorder.record(at(0.2));
    const std::vector<std::string> all = rows();
    EXPECT_NE(all[1].find("balls:\"\""), std::string::npos) << all[1];
    const std::size_t from = all[2].find("balls:\"") + 7;
    EXPECT_LE(all[2].find('"', from) - from, 12u) << all[2]; // in base 64
}

} // namespace test_replay_recorder
