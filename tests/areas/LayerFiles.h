#ifndef SIMBODYDEM_TESTS_AREAS_LAYER_FILES_H
#define SIMBODYDEM_TESTS_AREAS_LAYER_FILES_H

#include "LayerScene.h"
#include "Messages.h"

#include <simbodydem/NamedForces.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

/** A separate folder for each test, removed afterwards. */
struct TestFolder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() /
        (std::string("simbodydem-layer-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    TestFolder() {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~TestFolder() { std::filesystem::remove_all(path); }
    std::string operator/(const std::string& name) const { return (path / name).string(); }
};

inline std::string contentOf(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

/** A table of comma-separated values. */
struct LayerTable {
    std::vector<std::string> columns;
    std::vector<std::vector<double>> rows;

    explicit LayerTable(const std::string& path) {
        std::ifstream file(path);
        std::string line, word;
        std::getline(file, line);
        for (std::istringstream text(line); std::getline(text, word, ',');) columns.push_back(word);
        while (std::getline(file, line)) {
            EXPECT_FALSE(file.eof()) << "the last line of " << path << " has no end";
            rows.emplace_back();
            for (std::istringstream text(line); std::getline(text, word, ',');) rows.back().push_back(std::stod(word));
            EXPECT_EQ(rows.back().size(), columns.size());
        }
    }
    double at(std::size_t row, const std::string& column) const {
        const auto found = std::find(columns.begin(), columns.end(), column);
        if (found == columns.end()) throw std::out_of_range(column);
        return rows.at(row).at(std::size_t(found - columns.begin()));
    }
    SimTK::Vec3 vectorAt(std::size_t row, const std::string& stem, const std::string& unit = "") const {
        return SimTK::Vec3(at(row, stem + "x" + unit), at(row, stem + "y" + unit), at(row, stem + "z" + unit));
    }
};

/** A ball with a layer, pressed into a rigid floor and pushed sideways, so that its rim slips. */
struct PushedBall : LayerScene {
    const SimTK::Real R = 0.1, d = 5e-4;
    simbodydem::HertzMindlinForce force{forces, surfaces};

    PushedBall()
        : LayerScene(simbodydem::HalfSpace(), simbodydem::HalfSpace::floor(), hard(), simbodydem::Sphere(0.1),
                     SimTK::Vec3(0), pad(2e-3)) {}
    /** Pushes by a tenth of a millimetre, after which the middle of the contact still sticks. */
    SimTK::State pushed() {
        SimTK::State state = start();
        for (int i = 0; i < 3; ++i)
            stepTo(*this, force, state, SimTK::Vec3(5e-5 * i, R - d, 0), 1e-3,
                   SimTK::SpatialVec(SimTK::Vec3(0), SimTK::Vec3(0.05, 0, 0)));
        system.realize(state, SimTK::Stage::Dynamics);
        return state;
    }
    SimTK::State inTheAir(SimTK::Real time) {
        SimTK::State state = start();
        state.setTime(time);
        body.setQToFitTransform(state, SimTK::Vec3(0, 0.2, 0));
        return state;
    }
    int numSliding(const SimTK::State& state) const {
        const auto elements = force.getElementRecords(state, onBody);
        return int(std::count_if(elements.begin(), elements.end(), [](const auto& e) { return e.sliding; }));
    }
};

#endif
