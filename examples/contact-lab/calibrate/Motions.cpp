// What a whole model does: ground reaction of a prescribed gait, a block that sticks and slips.

#include "Check.h"
#include "LabExperiments.h"
#include "Measurements.h"
#include "PlanarGait.h"

#include <cmath>

namespace lab {

namespace {

const std::vector<QuantityName> reactions = {
    {"vertical_right", "N"}, {"vertical_left", "N"}, {"fore_aft_right", "N"}, {"fore_aft_left", "N"}};

Real read(const std::string& name, const GaitSample& sample) {
    const int side = name.find("left") != std::string::npos;
    return name.find("vertical") == 0 ? sample.calcVertical(side) : sample.calcForeAft(side);
}

std::vector<std::vector<Real>> predictGait(const MeasurementSetup& setup, const LawChoice& law) {
    GaitOptions options;
    options.law = law;
    options.integrator.accuracy = setup.settings.at("accuracy");
    options.integrator.evaluations = 1e6;
    const std::vector<GaitSample> samples = runPlanarGait(options).samples;
    std::vector<std::vector<Real>> columns(setup.measured.size());
    const Real interval = samples[1].time - samples[0].time;
    for (Real time : setup.abscissae) { // linear between the samples
        const Real at = time / interval, last = Real(samples.size() - 1);
        check(time >= 0 && at <= last * (1 + 1e-9), "time", time, "s", fmt::format("in [0, {:g}]", last * interval));
        const std::size_t i = std::min(std::size_t(at), samples.size() - 2);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const Real before = read(setup.measured[k], samples[i]), after = read(setup.measured[k], samples[i + 1]);
            columns[k].push_back(before + (at - Real(i)) * (after - before));
        }
    }
    return columns;
}

// Both feet's vertical reaction in examples/data/planar_gait.json, each millisecond.
std::vector<Column> gaitReference() {
    std::vector<Column> columns = {{{"time", "s"}, {}}, {reactions[0], {}}, {reactions[1], {}}};
    for (const GaitSample& sample : getGaitReference()) {
        columns[0].values.push_back(sample.time);
        for (int side : {0, 1}) columns[std::size_t(side) + 1].values.push_back(sample.verticalReference[side]);
    }
    return columns;
}

std::vector<std::vector<Real>> predictStickSlip(const MeasurementSetup& setup, const LawChoice& law) {
    StickSlip block;
    block.law = law;
    block.mass = setup.settings.at("mass");
    block.gravity = setup.settings.at("gravity");
    block.pullStiffness = setup.settings.at("pull_stiffness");
    block.pullSpeed = setup.settings.at("pull_speed");
    block.times = setup.abscissae;
    block.time = setup.abscissae.back();
    for (std::size_t i = 1; i < block.times.size(); ++i)
        check(block.times[i] > block.times[i - 1], "time", block.times[i], "s", "later than the one before it");
    IntegratorChoice integrator;
    integrator.accuracy = setup.settings.at("accuracy");
    integrator.maxStep = 1e-3; // error control cannot see when within a step a contact began to stick
    integrator.evaluations = 1e6;
    return {runStickSlip(block, integrator).positions};
}

} // namespace

MeasurementKind gait() {
    return {"gait",
            "ground reaction of the planar human of examples/data, who walks for 3.76 s with prescribed joint angles; "
            "\"data\": \"reference\" is that file's own reaction, vertical, on both feet",
            {"time", "s"},
            {0, SimTK::Infinity, true, false},
            reactions,
            {accuracySetting(1e-7)},
            {},
            [] { return GaitOptions().law; },
            predictGait,
            gaitReference};
}

MeasurementKind stickSlip() {
    return {"stick-slip",
            "position of a block on four spheres of 2 cm, which a spring pulls whose other end moves at constant speed",
            {"time", "s"},
            positiveSetting,
            {{"position", "m"}},
            {{{"mass", "kg"}, 1, positiveSetting, "of the block"},
             {{"gravity", "m/s^2"}, 9.81, positiveSetting, "on it"},
             {{"pull_stiffness", "N/m"}, 100, positiveSetting, "of the spring"},
             {{"pull_speed", "m/s"}, 0.05, positiveSetting, "of its other end"},
             accuracySetting(1e-7)},
            {},
            [] { return StickSlip().law; },
            predictStickSlip};
}

} // namespace lab
