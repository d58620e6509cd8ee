// Tests the tables of areas and elements by reading them again.

#include "LayerFiles.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/GroundReactionRecorder.h>

namespace test_layer_rows {

using namespace SimTK;
using namespace simbodydem;

// There is one row per area and time, with each value of the record, digit for digit.
TEST(LayerRows, AreasHaveTheirRecords) {
    Folder folder;
    PushedBall ball;
    GroundReactionRecorder recorder(ball.force, {});
    recorder.writeAreas(folder / "areas.csv");
    const State state = ball.pushed();
    recorder.record(state);
    const AreaRecord& r = ball.force.getAreaRecords(state).at(0);
    const Table table(folder / "areas.csv");
    ASSERT_EQ(table.rows.size(), 1u);
    EXPECT_EQ(table.at(0, "time [s]"), state.getTime());
    EXPECT_EQ(table.at(0, "surface_a"), int(ball.ground));
    EXPECT_EQ(table.at(0, "surface_b"), int(ball.onBody));
    EXPECT_EQ(table.vectorAt(0, "center_", " [m]"), r.center);
    EXPECT_EQ(table.vectorAt(0, "normal_force_", " [N]"), r.normalForce);
    EXPECT_EQ(table.vectorAt(0, "tangential_force_", " [N]"), r.tangentialForce);
    EXPECT_EQ(table.vectorAt(0, "moment_", " [N m]"), r.moment);
    EXPECT_EQ(table.at(0, "area [m^2]"), r.area);
    EXPECT_EQ(table.at(0, "slipping_area [m^2]"), r.slippingArea);
    EXPECT_EQ(table.at(0, "slipping_fraction"), r.slippingArea / r.area);
    EXPECT_EQ(table.at(0, "mean_pressure [Pa]"), r.meanPressure);
    EXPECT_EQ(table.at(0, "peak_pressure [Pa]"), r.peakPressure);
    EXPECT_EQ(table.at(0, "depth [m]"), r.depth);
    EXPECT_EQ(table.at(0, "stored_energy [J]"), r.storedEnergy);
    EXPECT_EQ(table.at(0, "dissipated_power [W]"), r.dissipatedPower);
    EXPECT_EQ(table.at(0, "elements"), r.numElements);
    EXPECT_GT(r.slippingArea, 0);
    EXPECT_LT(r.slippingArea, r.area);
}

// There is one row per element and time, with each value of the record. The rows add up to the forces of the area.
TEST(LayerRows, ElementsHaveTheirRecords) {
    Folder folder;
    PushedBall ball;
    GroundReactionRecorder recorder(ball.force, {});
    recorder.writeElements(folder / "elements.csv", ball.onBody);
    State state = ball.pushed();
    recorder.record(state);
    const auto records = ball.force.getElementRecords(state, ball.onBody);
    const AreaRecord area = ball.force.getAreaRecords(state).at(0);
    const Table table(folder / "elements.csv");
    ASSERT_EQ(table.rows.size(), records.size());
    Real normal = 0;
    Vec3 shear(0);
    int sliding = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const ElementRecord& e = records[i];
        EXPECT_EQ(table.at(i, "time [s]"), state.getTime());
        EXPECT_EQ(table.at(i, "element"), double(e.element));
        EXPECT_EQ(table.at(i, "opposite"), int(ball.ground));
        EXPECT_EQ(table.vectorAt(i, "center_", " [m]"), e.center);
        EXPECT_EQ(table.vectorAt(i, "normal_"), e.normal);
        EXPECT_EQ(table.at(i, "pressure [Pa]"), e.pressure);
        EXPECT_EQ(table.vectorAt(i, "shear_", " [Pa]"), e.shear);
        EXPECT_EQ(table.at(i, "depth [m]"), e.depth);
        EXPECT_EQ(table.at(i, "area [m^2]"), e.area);
        EXPECT_EQ(table.at(i, "sliding"), e.sliding);
        normal += table.at(i, "pressure [Pa]") * table.at(i, "area [m^2]");
        shear += table.at(i, "area [m^2]") * table.vectorAt(i, "shear_", " [Pa]");
        sliding += int(table.at(i, "sliding"));
    }
    EXPECT_NEAR(normal, area.normalForce.norm(), 1e-12 * normal);     // rounding of a sum
    EXPECT_LT((shear + area.tangentialForce).norm(), 1e-12 * normal); // on the floor, and on the ball
    EXPECT_GT(sliding, 0);
    EXPECT_LT(sliding, int(records.size()));
}

// Several tables of one recorder get the same times, and a time without contact has no row. The files of a contact that never
// comes have a header only.
TEST(LayerRows, TimesWithoutContactHaveNoRow) {
    Folder folder;
    PushedBall ball;
    GroundReactionRecorder recorder(ball.force, {});
    recorder.writeAreas(folder / "areas.csv").writeElements(folder / "elements.csv", ball.onBody);
    recorder.writeContacts(folder / "contacts.csv");
    recorder.record(ball.inTheAir(0));
    EXPECT_EQ(Table(folder / "areas.csv").rows.size(), 0u);
    EXPECT_EQ(Table(folder / "elements.csv").rows.size(), 0u);
    const State touching = ball.pushed();
    recorder.record(touching);
    recorder.record(touching); // has its rows
    recorder.record(ball.inTheAir(1));
    EXPECT_EQ(Table(folder / "areas.csv").rows.size(), 1u);
    EXPECT_EQ(Table(folder / "contacts.csv").rows.size(), 1u);
    EXPECT_EQ(Table(folder / "elements.csv").rows.size(), ball.force.getElementRecords(touching, ball.onBody).size());
}

// A force that is switched off has no rows, and no error.
TEST(LayerRows, DisabledForceHasNoRows) {
    Folder folder;
    PushedBall ball;
    GroundReactionRecorder recorder(ball.force, {});
    recorder.writeAreas(folder / "areas.csv").writeElements(folder / "elements.csv", ball.onBody);
    State state = ball.pushed();
    ball.force.disable(state);
    recorder.record(state);
    EXPECT_EQ(Table(folder / "areas.csv").rows.size(), 0u);
    EXPECT_EQ(Table(folder / "elements.csv").rows.size(), 0u);
}

// The layer of a half space has cells, whose numbers have sixteen digits. They are written to the last digit.
TEST(LayerRows, CellsOfAFloorKeepTheirNumbers) {
    Folder folder;
    LayerScene scene(HalfSpace(), HalfSpace::floor(), pad(5e-3), Sphere(0.1), Vec3(0), hard());
    HertzMindlinForce force(scene.forces, scene.surfaces);
    GroundReactionRecorder recorder(force, {});
    recorder.writeElements(folder / "elements.csv", scene.ground);
    State state = scene.start(scene.body, Vec3(0, 0.0995, 0));
    recorder.record(state);
    const auto records = force.getElementRecords(state, scene.ground);
    ASSERT_FALSE(records.empty());
    std::istringstream text(contentOf(folder / "elements.csv"));
    std::string line;
    std::getline(text, line);
    for (const ElementRecord& e : records) {
        std::getline(text, line);
        EXPECT_NE(line.find("," + std::to_string(e.element) + ","), std::string::npos) << line;
    }
}

// A table of a surface without a layer, or of none at all, is an error before the file is made. So are other endings, a folder that
// does not exist, and a file that is a table already.
TEST(LayerRows, RejectsInvalidTables) {
    Folder folder;
    PushedBall ball;
    GroundReactionRecorder recorder(ball.force, {}), other(ball.force, {});
    const std::string file = folder / "elements.csv";
    expectMessage<std::invalid_argument>([&] { recorder.writeElements(file, ball.ground); },
                                         {"writeElements()", "ground has no ElasticLayer"});
    for (const int index : {2, 1000, int(InvalidIndex)})
        EXPECT_THROW(recorder.writeElements(file, SurfaceIndex(index)), std::invalid_argument);
    EXPECT_FALSE(std::filesystem::exists(file));
    expectMessage<std::invalid_argument>([&] { recorder.writeAreas(folder / "areas.sto"); },
                                         {"writeAreas()", "areas.sto must end in .csv"});
    expectMessage<std::invalid_argument>([&] { recorder.writeElements(folder / "elements.vtp", ball.onBody); },
                                         {"writeElements()", "elements.vtp must end in .csv"});
    expectMessage<std::runtime_error>([&] { recorder.writeAreas(folder / "none/areas.csv"); },
                                      {"none/areas.csv cannot be written"});
    expectMessage<std::runtime_error>([&] { recorder.writeElements(folder / "none/elements.csv", ball.onBody); },
                                      {"none/elements.csv cannot be written"});
    recorder.writeElements(file, ball.onBody);
    expectMessage<std::invalid_argument>([&] { recorder.writeAreas(file); }, {"this recorder already writes"});
    expectMessage<std::invalid_argument>([&] { other.writeElements(file, ball.onBody); },
                                         {"elements.csv is being written already"});
}

// A State that is not a number, and a time that goes back, are errors that leave the rows as they are.
TEST(LayerRows, BadStatesDoNotChangeTheRows) {
    Folder folder;
    PushedBall ball;
    GroundReactionRecorder recorder(ball.force, {});
    recorder.writeAreas(folder / "areas.csv").writeElements(folder / "elements.csv", ball.onBody);
    State state = ball.pushed();
    recorder.record(state);
    const std::string areas = contentOf(folder / "areas.csv"), elements = contentOf(folder / "elements.csv");
    const Real time = state.getTime();
    State wrong = state;
    wrong.setTime(0.5 * time);
    EXPECT_THROW(recorder.record(wrong), std::invalid_argument);
    for (const int part : {0, 1}) {
        wrong = state;
        wrong.setTime(2 * time);
        (part ? wrong.updU() : wrong.updQ())[4] = NaN;
        EXPECT_THROW(recorder.record(wrong), std::invalid_argument);
    }
    EXPECT_EQ(contentOf(folder / "areas.csv"), areas);
    EXPECT_EQ(contentOf(folder / "elements.csv"), elements);
    state.setTime(2 * time);
    recorder.record(state);
    EXPECT_EQ(Table(folder / "areas.csv").rows.size(), 2u);
}

} // namespace test_layer_rows
