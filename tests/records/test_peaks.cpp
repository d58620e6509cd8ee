// Tests the largest force between two rows of a recorder, at impacts with a closed form.

#include "Scene.h"

#include <simbodydem/ContactStepper.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/GroundReactionRecorder.h>
#include <simbodydem/HistoryTracker.h>
#include <simbodydem/Resultants.h>
#include <simbodydem/SimbodyIntegrators.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace test_peaks {
namespace {

using namespace SimTK;
using namespace simbodydem;

namespace fs = std::filesystem;

// A separate folder for each test, removed afterwards.
struct Folder {
    fs::path path = fs::temp_directory_path() /
                    (std::string("simbodydem-peaks-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    std::string operator/(const std::string& name) const { return (path / name).string(); }
};

// Reads the rows of a storage file, each by the names of its columns.
std::vector<std::map<std::string, double>> read(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line) && line != "endheader") continue;
    std::getline(file, line);
    std::istringstream header(line);
    std::vector<std::string> columns;
    for (std::string column; header >> column;) columns.push_back(column);
    std::vector<std::map<std::string, double>> rows;
    while (std::getline(file, line)) {
        std::istringstream text(line);
        rows.emplace_back();
        std::string word;
        for (const std::string& column : columns) {
            text >> word;
            rows.back()[column] = std::stod(word); // unlike >>, reads nan too
        }
    }
    return rows;
}

const Real radius = 0.1, speed = 1, gap = 0.03;

// A sphere flies to the floor at 1 m/s, without gravity and damping, and rebounds. Rows at multiples of 0.1 s see no contact: it begins
// at 0.03 s and lasts for 23 ms.
struct Impact : FloorScene {
    MobilizedBody::Free ball = addSphere(radius);
    HertzMindlinForce force{forces, surfaces};
    Folder folder;
    SurfaceGroup group{"r", force.getSurfaces(ball)};
    // Hertz's closed form: the largest overlap has all kinetic energy.
    const Real mass = 4. / 3. * Pi * radius * radius * radius * 2500;
    const Real modulus = 1e7 / (2 * (1 - 0.3 * 0.3)); // E* of two surfaces of the rubber
    const Real depth = std::pow(15 * mass * speed * speed / (16 * modulus * std::sqrt(radius)), 0.4);
    const Real peak = 4. / 3. * modulus * std::sqrt(radius) * std::pow(depth, 1.5);
    const Real peakTime = gap / speed + 2.9432 / 2 * depth / speed; // half of the duration of a Hertz impact

    // The longest step, and what the largest force at the end of a step may lack because of it. About its largest value the force is
    // F (1 - 1.5 a t^2/(2 d)) with the acceleration a = 1.25 v^2/d, and a step's end is within half of a step of it.
    const Real step = 2e-4;
    const Real tolerance = 1.5 * 1.25 / 2 * std::pow(speed / depth * step / 2, 2);

    Impact() { force.setMaterialForAll(rubber().setRestitution(1)); }

    State approaching() { return start(ball, Vec3(0, radius + gap, 0), Vec3(0, -speed, 0)); }
    std::string file() const { return folder / "grf.mot"; }
    std::vector<std::map<std::string, double>> rows() const { return read(file()); }

    // Relative error of the largest force by the integration itself: ten times the accuracy, unless a test has a reason for more.
    Real integrationError = 1e-5;

    // Expects Hertz's force in this row.
    void expectPeak(const std::map<std::string, double>& row, const std::string& name = "r", Real share = 1) const {
        EXPECT_GT(row.at("peak_ground_force_" + name), share * peak * (1 - tolerance - integrationError));
        EXPECT_LT(row.at("peak_ground_force_" + name), share * peak * (1 + integrationError));
        EXPECT_NEAR(row.at("peak_time_" + name), peakTime, step);
    }
    // Adds a recorder to the System, with rows in the usual file.
    GroundReactionRecorder* addRecorder(Real interval, const std::string& name = "grf.mot") {
        auto* recorder = new GroundReactionRecorder(force, {group}, interval);
        recorder->write(folder / name);
        system.addEventReporter(recorder);
        return recorder;
    }
    void prepare(Integrator& integrator) const {
        integrator.setAccuracy(1e-6);
        integrator.setMaximumStepSize(step);
    }
    // Runs with rows at 0, 0.1 and 0.2 s, and expects the peak in the second one only.
    void run(const std::function<void(const State&)>& simulate) {
        addRecorder(0.1);
        simulate(approaching());
        const auto recorded = rows();
        ASSERT_EQ(recorded.size(), 3u);
        for (const auto& row : recorded) EXPECT_EQ(row.at("ground_force_r_vy"), 0);
        EXPECT_EQ(recorded[0].at("peak_ground_force_r"), 0);
        expectPeak(recorded[1]);
        EXPECT_EQ(recorded[2].at("peak_ground_force_r"), 0);
        EXPECT_EQ(recorded[2].at("peak_time_r"), 0.2);
    }
    void runWith(Integrator& integrator) {
        run([&](const State& state) {
            prepare(integrator);
            prepareIntegrator(integrator);
            TimeStepper stepper(system, integrator);
            stepper.initialize(state);
            stepper.stepTo(0.2);
        });
    }
};

// The peak of an impact between two rows is Hertz's force, and it is in the row after it, with Runge-Kutta-Merson.
TEST(Peaks, OfAnImpactBetweenRowsWithRungeKuttaMerson) {
    Impact impact;
    RungeKuttaMersonIntegrator integrator(impact.system);
    impact.runWith(integrator);
}

// So it is with SemiExplicitEuler2. It is of the first order: the errors of some 200 steps until the peak, each 1e-6 at most, add up.
TEST(Peaks, OfAnImpactBetweenRowsWithSemiExplicitEuler2) {
    Impact impact;
    impact.integrationError = 2e-4;
    SemiExplicitEuler2Integrator integrator(impact.system);
    impact.runWith(integrator);
}

// So it is with CPodes, which returns every step.
TEST(Peaks, OfAnImpactBetweenRowsWithCPodes) {
    Impact impact;
    CPodesIntegrator integrator(impact.system);
    impact.runWith(integrator);
}

// So it is with ContactIntegrator.
TEST(Peaks, OfAnImpactBetweenRowsWithContactIntegrator) {
    Impact impact;
    impact.run([&](const State& state) {
        ContactIntegrator integrator(impact.system, impact.force);
        integrator.setAccuracy(1e-6).setMaximumStepSize(impact.step).initialize(state);
        ContactStepper(integrator).stepTo(0.2);
    });
}

// So it is with fixed steps of ContactIntegrator. Their own error is of the second order, about (h sqrt(1.5 a/d))^2/12 < 1e-5.
TEST(Peaks, OfAnImpactBetweenRowsWithFixedSteps) {
    Impact impact;
    impact.run([&](const State& state) {
        ContactIntegrator integrator(impact.system, impact.force);
        integrator.setFixedStepSize(5e-5).initialize(state);
        ContactStepper(integrator).stepTo(0.2);
    });
}

// The forces of a step that the integrator rejects are in no peak, although they are larger than Hertz's force: the first trial
// ends 5 mm deeper than the sphere ever gets.
TEST(Peaks, LeaveNoTraceOfRejectedSteps) {
    Impact impact;
    impact.addRecorder(0.1);
    RungeKuttaMersonIntegrator integrator(impact.system);
    integrator.setAccuracy(1e-6);
    integrator.setInitialStepSize(gap / speed + (impact.depth + 0.005) / speed);
    TimeStepper stepper(impact.system, integrator);
    stepper.initialize(impact.approaching());
    stepper.stepTo(0.1);
    EXPECT_GT(integrator.getNumStepsAttempted(), integrator.getNumStepsTaken());
    const auto rows = impact.rows();
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_LT(rows[1].at("peak_ground_force_r"), impact.peak * (1 + 1e-5));
    EXPECT_GT(rows[1].at("peak_ground_force_r"), 0.97 * impact.peak); // some 20 steps in the contact
}

// A peak at the time of a row is in that row. The next row has the largest force after it, which is smaller and later.
TEST(Peaks, AtARowAppearOnce) {
    Impact impact;
    GroundReactionRecorder recorder(impact.force, {impact.group});
    recorder.write(impact.file());
    RungeKuttaMersonIntegrator integrator(impact.system);
    impact.prepare(integrator);
    integrator.initialize(impact.approaching());
    integrator.setAllowInterpolation(false); // a step ends at the peak
    for (const Real time : {0., impact.peakTime, 0.1}) {
        advance(integrator, time);
        recorder.record(integrator.getState());
    }
    const auto rows = impact.rows();
    ASSERT_EQ(rows.size(), 3u);
    impact.expectPeak(rows[1]);
    EXPECT_LT(rows[2].at("peak_ground_force_r"), rows[1].at("peak_ground_force_r"));
    EXPECT_GT(rows[2].at("peak_ground_force_r"), 0); // the first steps after the row
    EXPECT_GT(rows[2].at("peak_time_r"), impact.peakTime);
}

// Recorders of different intervals each keep the peak since their own row before: the largest peak of the fast one is that of the slow
// one, to the last bit, since both see the ends of the same steps.
TEST(Peaks, OfTwoRecordersAreTheirOwn) {
    Impact impact;
    impact.addRecorder(0.1, "slow.mot");
    impact.addRecorder(0.01, "fast.mot");
    RungeKuttaMersonIntegrator integrator(impact.system);
    impact.prepare(integrator);
    integrator.setAllowInterpolation(false);
    TimeStepper stepper(impact.system, integrator);
    stepper.initialize(impact.approaching());
    stepper.stepTo(0.1);
    const auto slow = read(impact.folder / "slow.mot"), fast = read(impact.folder / "fast.mot");
    ASSERT_EQ(slow.size(), 2u);
    ASSERT_EQ(fast.size(), 11u);
    impact.expectPeak(slow[1]);
    Real largest = 0;
    for (std::size_t i = 1; i < fast.size(); ++i) {
        largest = std::max(largest, fast[i].at("peak_ground_force_r"));
        EXPECT_GE(fast[i].at("peak_ground_force_r"), fast[i].at("ground_force_r_vy"));
        EXPECT_GE(fast[i].at("peak_time_r"), fast[i - 1].at("time"));
        EXPECT_LE(fast[i].at("peak_time_r"), fast[i].at("time"));
    }
    EXPECT_EQ(largest, slow[1].at("peak_ground_force_r"));
    EXPECT_EQ(fast[2].at("peak_ground_force_r"), 0); // 0.02 s: the sphere is apart
    EXPECT_EQ(fast[7].at("peak_ground_force_r"), 0); // 0.07 s: the contact has ended before 0.06 s
}

// Rows within one step of the integrator, whose States are interpolated, keep their peaks apart: no row has a peak of the time before
// the row before it.
TEST(Peaks, OfRowsWithinOneStepAreApart) {
    Impact impact;
    impact.addRecorder(2e-5);
    RungeKuttaMersonIntegrator integrator(impact.system);
    impact.prepare(integrator); // ten rows in a step
    TimeStepper stepper(impact.system, integrator);
    stepper.initialize(impact.approaching());
    stepper.stepTo(0.06);
    const auto rows = impact.rows();
    ASSERT_GE(rows.size(), 3000u); // Simbody may leave out a row whose time is rounded down
    int numAtOtherTimes = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        EXPECT_GT(rows[i].at("peak_time_r"), rows[i - 1].at("time"));
        EXPECT_LE(rows[i].at("peak_time_r"), rows[i].at("time"));
        EXPECT_GE(rows[i].at("peak_ground_force_r"), rows[i].at("ground_force_r_vy"));
        numAtOtherTimes += rows[i].at("peak_time_r") < rows[i].at("time");
    }
    EXPECT_GT(numAtOtherTimes, 20); // ends of steps, while the force decreases
}

// A State that is restored has no peak of the run that followed it.
TEST(Peaks, OfTheFutureAreNotInARestoredState) {
    Impact impact;
    GroundReactionRecorder recorder(impact.force, {impact.group});
    recorder.write(impact.file());
    RungeKuttaMersonIntegrator integrator(impact.system);
    impact.prepare(integrator);
    integrator.initialize(impact.approaching());
    advance(integrator, 0);
    recorder.record(integrator.getState());
    advance(integrator, 0.02);
    State restored = integrator.getState();
    advance(integrator, 0.09); // through the impact
    impact.ball.setUToFitLinearVelocity(restored, Vec3(0, speed, 0));
    integrator.initialize(restored);
    advance(integrator, 0.1);
    recorder.record(integrator.getState());
    EXPECT_EQ(impact.rows().at(1).at("peak_ground_force_r"), 0);
}

// A run that continues in pieces, with other integrators and from copies of its State, keeps the peak of the pieces before.
TEST(Peaks, LastOverThePiecesOfARun) {
    Impact impact;
    GroundReactionRecorder recorder(impact.force, {impact.group});
    recorder.write(impact.file());
    State state = impact.approaching();
    impact.system.realize(state, Stage::Dynamics);
    recorder.record(state);
    for (const Real time : {0.035, 0.04, 0.05, 0.07}) {
        RungeKuttaMersonIntegrator integrator(impact.system);
        impact.prepare(integrator);
        integrator.initialize(state);
        advance(integrator, time);
        state = integrator.getState();
    }
    SemiExplicitEuler2Integrator integrator(impact.system);
    integrator.initialize(state);
    advance(integrator, 0.1);
    recorder.record(integrator.getState());
    impact.expectPeak(impact.rows().at(1));
}

// A force that is disabled before the impact has the peak 0. One that is disabled during it keeps the largest force that acted.
TEST(Peaks, OfADisabledForceAreThoseBefore) {
    for (const bool isLate : {false, true}) {
        Impact impact;
        GroundReactionRecorder recorder(impact.force, {impact.group});
        recorder.write(impact.file());
        RungeKuttaMersonIntegrator integrator(impact.system);
        impact.prepare(integrator);
        integrator.setAllowInterpolation(false);
        integrator.initialize(impact.approaching());
        advance(integrator, 0);
        recorder.record(integrator.getState());
        advance(integrator, isLate ? impact.peakTime : 0.02);
        State state = integrator.getState();
        impact.system.realize(state, Stage::Dynamics); // or the force of this instant would not count
        impact.force.disable(state);
        integrator.initialize(state);
        advance(integrator, 0.1);
        recorder.record(integrator.getState());
        const auto row = impact.rows().at(1);
        EXPECT_EQ(row.at("ground_force_r_vy"), 0);
        if (isLate)
            impact.expectPeak(row);
        else
            EXPECT_EQ(row.at("peak_ground_force_r"), 0);
    }
}

// The history that a program clears keeps the peak: the force did act.
TEST(Peaks, OutlastAClearedHistory) {
    Impact impact;
    GroundReactionRecorder recorder(impact.force, {impact.group});
    recorder.write(impact.file());
    RungeKuttaMersonIntegrator integrator(impact.system);
    impact.prepare(integrator);
    integrator.initialize(impact.approaching());
    advance(integrator, 0);
    recorder.record(integrator.getState());
    advance(integrator, 0.07);
    State state = integrator.getState();
    impact.force.clearHistory(state);
    integrator.initialize(state);
    advance(integrator, 0.1);
    recorder.record(integrator.getState());
    impact.expectPeak(impact.rows().at(1));
}

// A recorder changes no run: with one and without one the State is the same to the last bit.
TEST(Peaks, ChangeNoRun) {
    Vector ends[2];
    for (const bool isRecorded : {false, true}) {
        Impact impact;
        impact.addGravity();
        GroundReactionRecorder recorder(impact.force, {impact.group});
        if (isRecorded) recorder.write(impact.file());
        RungeKuttaMersonIntegrator integrator(impact.system);
        integrator.initialize(impact.approaching());
        advance(integrator, 0.04);
        State state = integrator.getState();
        if (isRecorded) recorder.record(state);
        impact.force.clearHistory(state);
        integrator.initialize(state);
        advance(integrator, 0.3);
        ends[isRecorded] = integrator.getState().getY();
    }
    EXPECT_EQ((ends[0] - ends[1]).normInf(), 0);
}

// A recorder that begins during a run has in its first row the largest force since its file was started.
TEST(Peaks, BeginWithTheFile) {
    Impact impact;
    RungeKuttaMersonIntegrator integrator(impact.system);
    impact.prepare(integrator);
    integrator.initialize(impact.approaching());
    advance(integrator, 0.035);
    GroundReactionRecorder recorder(impact.force, {impact.group});
    recorder.write(impact.file());
    advance(integrator, 0.1);
    recorder.record(integrator.getState());
    impact.expectPeak(impact.rows().at(0));
}

// Rows that a HistoryTracker follows count, also those that are not recorded.
TEST(Peaks, CountRowsThatATrackerFollows) {
    Impact impact;
    State state = impact.approaching();
    GroundReactionRecorder recorder(impact.force, {impact.group});
    recorder.write(impact.file());
    HistoryTracker tracker(impact.force);
    const std::vector<Real> overlaps{-0.01, 0.002, impact.depth, 0.001, -0.01, -0.01};
    for (std::size_t i = 0; i < overlaps.size(); ++i) {
        state.setTime(0.01 * Real(i));
        impact.ball.setQToFitTranslation(state, Vec3(0, radius - overlaps[i], 0));
        impact.ball.setUToFitLinearVelocity(state, Vec3(0));
        tracker.follow(state);
        if (i == 0 || i >= 4) recorder.record(state);
    }
    const auto rows = impact.rows();
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_NEAR(rows[1].at("peak_ground_force_r"), impact.peak, 1e-9 * impact.peak); // a sum of roundings
    EXPECT_EQ(rows[1].at("peak_time_r"), 0.02);
    EXPECT_EQ(rows[2].at("peak_ground_force_r"), 0);
}

// A body on two equal spheres, heel and toe, which lands flat on the floor. Each sphere has Hertz's impact of half of the mass.
struct Foot : Impact {
    ContactSurfaceIndex heel{2}, toe{3};
    MobilizedBody::Free foot{matter.updGround(),
                             Body::Rigid(MassProperties(2 * mass, Vec3(0), 2 * mass* UnitInertia::brick(.3, .1, .1)))};

    Foot() {
        for (const Real x : {-.5, .5}) add(foot, Sphere(radius), Vec3(x, 0, 0));
    }
    State landing() {
        State state = start(ball, Vec3(0, 5, 5));
        foot.setQToFitTranslation(state, Vec3(0, radius + gap, 0));
        foot.setUToFitLinearVelocity(state, Vec3(0, -speed, 0));
        return state;
    }
    std::map<std::string, double> land(GroundReactionRecorder& recorder) {
        recorder.write(file());
        RungeKuttaMersonIntegrator integrator(system);
        prepare(integrator);
        integrator.initialize(landing());
        advance(integrator, 0);
        recorder.record(integrator.getState());
        advance(integrator, 0.1);
        recorder.record(integrator.getState());
        return rows().at(1);
    }
};

// Groups of a part of a body and of a whole body have the resultant of their own contacts.
TEST(Peaks, OfGroupsAreOfTheirResultants) {
    Foot foot;
    GroundReactionRecorder recorder(
        foot.force, {{"heel", {foot.heel}}, {"toe", {foot.toe}}, {"foot", {foot.heel, foot.toe}}, foot.group});
    const auto row = foot.land(recorder);
    foot.expectPeak(row, "heel");
    foot.expectPeak(row, "toe");
    foot.expectPeak(row, "foot", 2);
    EXPECT_EQ(row.at("peak_ground_force_r"), 0);
}

// Only contacts with the surfaces of setGround() count.
TEST(Peaks, CountContactsWithTheGroundOnly) {
    for (const int ground : {0, 1}) { // the floor, the ball far away
        Foot foot;
        GroundReactionRecorder recorder(foot.force, {{"foot", {foot.heel, foot.toe}}});
        recorder.setGround({"ground", {ContactSurfaceIndex(ground)}});
        const auto row = foot.land(recorder);
        if (ground == 0)
            foot.expectPeak(row, "foot", 2);
        else
            EXPECT_EQ(row.at("peak_ground_force_foot"), 0);
    }
}

// Contacts over the areas of elastic layers count, in groups of a whole body and in those whose contacts are picked. The reference is
// the largest of all rows of a recorder that records the end of every step.
TEST(Peaks, IncludeLayers) {
    for (const bool isPicked : {false, true}) {
        Folder folder;
        Scene scene;
        MobilizedBody::Free ball(scene.matter.Ground(), Body::Rigid(ballOf(1, 0.05)));
        const auto floor =
            scene.surfaces.add(scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), SurfaceMaterial(), "floor");
        const auto pad = scene.surfaces.add(ball, simbodydem::Sphere(0.05), Vec3(0),
                                            ElasticLayer(0.01, 1e6, 0.45).setFriction(0.8).setRestitution(0.2), "pad");
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(ball, Vec3(0, 0.052, 0), Vec3(0.3, -0.5, 0));
        GroundReactionRecorder sparse(force, {{"pad", {pad}}}), dense(force, {{"pad", {pad}}});
        if (isPicked) sparse.setGround({"floor", {floor}});
        sparse.write(folder / "sparse.mot");
        dense.write(folder / "dense.mot");
        RungeKuttaMersonIntegrator integrator(scene.system);
        integrator.setReturnEveryInternalStep(true);
        integrator.setMaximumStepSize(1e-3);
        integrator.initialize(state);
        sparse.record(integrator.getState());
        while (integrator.getTime() < 0.05) {
            integrator.stepTo(0.05);
            dense.record(integrator.getState());
        }
        sparse.record(integrator.getState());
        Real largest = 0;
        for (const auto& row : read(folder / "dense.mot"))
            largest = std::max(largest, Vec3(row.at("ground_force_pad_vx"), row.at("ground_force_pad_vy"),
                                             row.at("ground_force_pad_vz"))
                                            .norm());
        EXPECT_GT(largest, 10);
        EXPECT_NEAR(read(folder / "sparse.mot").at(1).at("peak_ground_force_pad"), largest, 1e-12 * largest); // roundings
    }
}

// Without a contact the peak is 0 at the time of the row, and never NaN.
TEST(Peaks, AreZeroWithoutAContact) {
    Impact impact;
    impact.addRecorder(0.1);
    State state = impact.approaching();
    impact.ball.setUToFitLinearVelocity(state, Vec3(0, speed, 0));
    RungeKuttaMersonIntegrator integrator(impact.system);
    TimeStepper stepper(impact.system, integrator);
    stepper.initialize(state);
    stepper.stepTo(0.25);
    const auto rows = impact.rows();
    ASSERT_EQ(rows.size(), 3u);
    for (const auto& row : rows) {
        EXPECT_EQ(row.at("peak_ground_force_r"), 0);
        EXPECT_EQ(row.at("peak_time_r"), row.at("time"));
    }
}

// A run continues when a recorder has ended, and the peaks of another one are not disturbed.
TEST(Peaks, EndWithTheirRecorder) {
    Impact impact;
    auto recorder = std::make_unique<GroundReactionRecorder>(impact.force, std::vector<SurfaceGroup>{impact.group});
    recorder->write(impact.file());
    GroundReactionRecorder second(impact.force, {impact.group});
    second.write(impact.folder / "second.mot");
    RungeKuttaMersonIntegrator integrator(impact.system);
    impact.prepare(integrator);
    integrator.initialize(impact.approaching());
    advance(integrator, 0);
    recorder->record(integrator.getState());
    second.record(integrator.getState());
    advance(integrator, 0.05); // the force is past its peak
    recorder.reset();
    GroundReactionRecorder third(impact.force, {impact.group});
    third.write(impact.folder / "third.mot"); // takes the place of the first one
    advance(integrator, 0.1);
    second.record(integrator.getState());
    third.record(integrator.getState());
    impact.expectPeak(read(impact.folder / "second.mot").at(1));
    EXPECT_LT(read(impact.folder / "third.mot").at(0).at("peak_ground_force_r"), 0.5 * impact.peak);
}

} // namespace
} // namespace test_peaks
