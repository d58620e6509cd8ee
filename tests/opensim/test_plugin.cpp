// The component as OpenSim's own programs use it: loaded as a plugin, and controlled by setup files.

#include "Folder.h"

#include <OpenSim/Common/Function.h>
#include <OpenSim/Common/LoadOpenSimLibrary.h>
#include <OpenSim/Common/TimeSeriesTable.h>
#include <OpenSim/Tools/AnalyzeTool.h>
#include <OpenSim/Tools/ForwardTool.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <stdexcept>

using namespace OpenSim;

namespace {

const std::filesystem::path models = SIMBODYDEM_OPENSIM_MODELS;

// A folder with the examples' models and setup files, and the plugin loaded.
struct Tools : ::testing::Test {
    Folder folder;

    Tools() {
        if (!LoadOpenSimLibraryExact(SIMBODYDEM_OPENSIM_PLUGIN))
            throw std::runtime_error(SIMBODYDEM_OPENSIM_PLUGIN " is not loaded");
        for (const auto& file : std::filesystem::directory_iterator(models))
            if (file.path().extension() == ".osim" || file.path().extension() == ".xml")
                std::filesystem::copy_file(file.path(), file.path().filename());
    }
    // Replaces `before` by `now` everywhere in a setup file.
    static void edit(const std::string& file, const std::string& before, const std::string& now) {
        std::ifstream in(file);
        std::string text{std::istreambuf_iterator<char>(in), {}};
        std::size_t at = text.find(before);
        ASSERT_NE(at, std::string::npos);
        for (; at != std::string::npos; at = text.find(before, at + now.size())) text.replace(at, before.size(), now);
        std::ofstream(file) << text;
    }
    template <class Tool> static void runTool(const std::string& setup) {
        Tool tool(setup);
        ASSERT_TRUE(tool.run());
    }
};

// Returns the root mean square difference of the columns with this prefix, at the times of the first file.
double differenceOf(const std::string& a, const std::string& b, const std::string& prefix) {
    const TimeSeriesTable first(a), second(b);
    double squares = 0;
    long count = 0;
    for (std::size_t row = 0; row < first.getNumRows(); ++row) {
        const double time = first.getIndependentColumn()[row];
        const std::size_t other = second.getNearestRowIndexForTime(time);
        EXPECT_NEAR(second.getIndependentColumn()[other], time, 1e-9);
        for (const std::string& column : first.getColumnLabels()) {
            if (column.rfind(prefix, 0) != 0) continue;
            const double off =
                first.getDependentColumn(column)[int(row)] - second.getDependentColumn(column)[int(other)];
            squares += off * off;
            ++count;
        }
    }
    EXPECT_GT(count, 0) << prefix;
    return std::sqrt(squares / double(count));
}

} // namespace

// Rows that AnalyzeTool replays have the ground and joint reactions of ForwardTool's run. Without replay they have no
// friction.
TEST_F(Tools, AnalyzeToolReplaysForwardToolsRun) {
    runTool<ForwardTool>("foot_forward.xml");
    runTool<AnalyzeTool>("foot_analyze.xml");
    const std::string force = "ground_force_foot_r_v", joint = "mtp_on_toes_in_ground_f";
    const double forces = differenceOf("results/foot_grf.mot", "results/foot_replayed_grf.mot", force),
                 reactions = differenceOf("results/foot_joints_ReactionLoads.sto",
                                          "results/foot_replayed_joints_ReactionLoads.sto", joint);
    edit("foot_analyze.xml", "<replay>true", "<replay>false");
    runTool<AnalyzeTool>("foot_analyze.xml");
    const double without = differenceOf("results/foot_grf.mot", "results/foot_replayed_grf.mot", force);
    report("rms differences: ground reaction", forces, "N, joint reaction", reactions, "N; without replay", without,
           "N");
    EXPECT_LT(forces, 1e-3);
    EXPECT_LT(reactions, 1e-3);
    EXPECT_GT(without, 10);
}

// ForwardTool leaves the block where it has settled.
TEST_F(Tools, BlockStaysOnItsSlope) {
    double moved[2];
    for (const bool isDEM : {false, true}) {
        const std::string name = isDEM ? "block_on_slope" : "block_on_slope_hunt_crossley";
        runTool<ForwardTool>(name + "_forward.xml");
        const TimeSeriesTable states("results/" + name + "_states.sto");
        const auto way = states.getDependentColumn("/jointset/block_joint/tx/value");
        const auto& times = states.getIndependentColumn();
        moved[isDEM] = way[int(times.size()) - 1] - way[int(states.getNearestRowIndexForTime(1))];
        report(name, "moved", moved[isDEM], "m in 10 s,", times.size(), "rows");
    }
    EXPECT_LT(std::abs(moved[true]), 1e-8);
    EXPECT_GT(moved[false], 0.03);
}

// ForceReporter writes the columns of a layer. When the heel pad has settled, its area and mean pressure carry the weight, and the
// peak lies between the mean and twice the mean.
TEST_F(Tools, ForceReporterWritesThePressureOfAHeelPad) {
    runTool<ForwardTool>("heel_pad_forward.xml");
    const TimeSeriesTable forces("results/heel_pad_forces_forces.sto");
    const auto last = [&](const std::string& column) {
        return forces.getDependentColumn("contact.heel." + column)[int(forces.getNumRows()) - 1];
    };
    const double area = last("contact_area"), mean = last("mean_pressure"), peak = last("peak_pressure"),
                 weight = 35 * 9.81;
    report("heel pad:", 1e4 * area, "cm^2, mean", mean, "Pa, peak", peak, "Pa, slipping share", last("slipping_share"));
    EXPECT_NEAR(last("force.Y"), weight, 1e-3 * weight);
    EXPECT_NEAR(mean * area, last("force.Y"), 1e-9 * weight); // every normal is that of the floor
    EXPECT_GT(peak, mean);
    EXPECT_LT(peak, 2.1 * mean); // 2 for a paraboloid
    EXPECT_LT(last("slipping_share"), 1);
    const double depth = peak / (0.275e6 / (1.45 * 0.1) / 0.018); // K/h of E = 0.5 MPa and nu = 0.45
    EXPECT_NEAR(last("pressure_center.Y"), -2 * depth / 3,
                0.05 * depth); // elements of a paraboloid; the next term is d/R
}
