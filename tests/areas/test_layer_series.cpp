// Tests the files for ParaView by parsing them as XML.

#include "LayerFiles.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/GroundReactionRecorder.h>
#include <simbodydem/Soil.h>
#include <simbodydem/shapes/Brick.h>

#include <csignal>
#include <cstdlib>
#include <iostream>

#include <sys/resource.h>

namespace test_layer_series {
namespace {

using namespace SimTK;
using namespace simbodydem;

namespace fs = std::filesystem;

struct ListedFile {
    double time;
    std::string file;
};

// Returns what a .pvd lists. A file that is not well-formed throws.
std::vector<ListedFile> listOf(const std::string& path) {
    Xml::Document document(path);
    Xml::Element root = document.getRootElement();
    EXPECT_EQ(std::string(root.getElementTag()), "VTKFile");
    EXPECT_EQ(std::string(root.getRequiredAttributeValue("type")), "Collection");
    std::vector<ListedFile> files;
    for (Xml::Element& entry : root.getRequiredElement("Collection").getAllElements("DataSet"))
        files.push_back({std::stod(std::string(entry.getRequiredAttributeValue("timestep"))),
                         std::string(entry.getRequiredAttributeValue("file"))});
    return files;
}

// The content of a .vtp.
struct PolyData {
    int numPoints = 0, numPolys = 0;
    std::map<std::string, std::vector<double>> arrays;
    std::map<std::string, int> components;
    double time = NaN;

    explicit PolyData(const std::string& path) {
        Xml::Document document(path);
        Xml::Element root = document.getRootElement(), data = root.getRequiredElement("PolyData");
        EXPECT_EQ(std::string(root.getRequiredAttributeValue("type")), "PolyData");
        time = numbersIn(data.getRequiredElement("FieldData").getRequiredElement("DataArray")).at(0);
        Xml::Element piece = data.getRequiredElement("Piece");
        numPoints = std::stoi(std::string(piece.getRequiredAttributeValue("NumberOfPoints")));
        numPolys = std::stoi(std::string(piece.getRequiredAttributeValue("NumberOfPolys")));
        for (const char* part : {"CellData", "Points", "Polys"})
            for (Xml::Element& array : piece.getRequiredElement(part).getAllElements("DataArray")) {
                const std::string name(array.getRequiredAttributeValue("Name"));
                arrays[name] = numbersIn(array);
                components[name] = std::stoi(std::string(array.getRequiredAttributeValue("NumberOfComponents")));
            }
    }
    Vec3 pointAt(std::size_t i) const {
        const auto& p = arrays.at("Points");
        return Vec3(p.at(3 * i), p.at(3 * i + 1), p.at(3 * i + 2));
    }

private:
    static std::vector<double> numbersIn(const Xml::Element& element) {
        std::istringstream text(std::string(element.getValue()));
        return {std::istream_iterator<double>(text), {}};
    }
};

// Checks that the arrays have the sizes that a reader expects, and returns the outlines.
std::vector<std::vector<Vec3>> outlinesOf(const PolyData& data) {
    EXPECT_EQ(data.arrays.at("Points").size(), 3u * unsigned(data.numPoints));
    EXPECT_EQ(data.arrays.at("connectivity").size(), unsigned(data.numPoints));
    for (const char* name : {"pressure", "shear", "sliding", "depth", "area", "opposite", "element", "offsets"}) {
        const int components = data.components.at(name);
        EXPECT_EQ(components, name == std::string("shear") ? 3 : 1);
        EXPECT_EQ(data.arrays.at(name).size(), unsigned(components * data.numPolys)) << name;
    }
    std::vector<std::vector<Vec3>> outlines;
    std::size_t from = 0;
    for (const double end : data.arrays.at("offsets")) {
        outlines.emplace_back();
        for (; from < std::size_t(end); ++from)
            outlines.back().push_back(data.pointAt(std::size_t(data.arrays.at("connectivity").at(from))));
    }
    EXPECT_EQ(from, unsigned(data.numPoints));
    return outlines;
}

// Returns the area of a flat polygon about a point.
Real areaAround(const std::vector<Vec3>& outline, const Vec3& middle) {
    Real area = 0;
    for (std::size_t k = 0; k < outline.size(); ++k)
        area += 0.5 * ((outline[k] - middle) % (outline[(k + 1) % outline.size()] - middle)).norm();
    return area;
}

// A file has the records of all elements that touch, to seven digits. Each outline lies about its element on the turned and moved body.
// An element that is not cut fills its outline.
TEST(LayerSeries, PolygonsAreTheElements) {
    for (const bool isFloor : {false, true}) {
        Folder folder;
        const Rotation tilted(0.3, Vec3(1, 2, 3));
        // The surface is turned on its body, and the body is turned in Ground.
        LayerScene scene(Sphere(0.1), Vec3(0.2, -0.1, 0.5), hard(), Brick(Vec3(0.05, 0.02, 0.05), 0.002),
                         Transform(tilted, Vec3(0.01, 0, 0)), pad(2e-3));
        LayerScene floor(HalfSpace(), HalfSpace::floor(), pad(2e-3), Sphere(0.1), Vec3(0), hard());
        LayerScene& used = isFloor ? floor : scene;
        const SurfaceIndex surface = isFloor ? floor.ground : scene.onBody;
        HertzMindlinForce force(used.forces, used.surfaces);
        GroundReactionRecorder recorder(force, {});
        recorder.writeElementSeries(folder / "tip.pvd", surface);
        State state = used.start();
        state.setTime(0.125);
        if (isFloor)
            used.body.setQToFitTransform(state, Vec3(1, 0.0995, 2));
        else // the bottom of the brick is 0.5 mm deep in the top of the ball
            used.body.setQToFitTransform(state, Transform(Rotation(), Vec3(0.2, -0.1 + 0.1 + 0.02 - 5e-4, 0.5)) *
                                                    Transform(tilted, Vec3(0.01, 0, 0)).invert());
        recorder.record(state);
        const auto records = force.getElementRecords(state, surface);
        ASSERT_GT(records.size(), 50u);
        const PolyData data(folder / "tip_000000.vtp");
        EXPECT_EQ(data.time, 0.125);
        ASSERT_EQ(data.numPolys, int(records.size()));
        const auto outlines = outlinesOf(data);
        ASSERT_EQ(outlines.size(), records.size());
        int whole = 0;
        for (std::size_t i = 0; i < records.size(); ++i) {
            const ElementRecord& e = records[i];
            const Real digits = 1e-7; // half of the last one of a float is 6e-8
            EXPECT_NEAR(data.arrays.at("pressure")[i], e.pressure, digits * e.pressure);
            for (std::size_t k = 0; k < 3; ++k)
                EXPECT_NEAR(data.arrays.at("shear")[3 * i + k], e.shear[int(k)], digits * e.shear.norm());
            EXPECT_NEAR(data.arrays.at("depth")[i], e.depth, digits * e.depth);
            EXPECT_NEAR(data.arrays.at("area")[i], e.area, digits * e.area);
            EXPECT_EQ(data.arrays.at("sliding")[i], e.sliding);
            EXPECT_EQ(data.arrays.at("opposite")[i], int(e.opposite));
            EXPECT_EQ(data.arrays.at("element")[i], double(e.element));
            Vec3 middle(0);
            for (const Vec3& corner : outlines[i]) middle += corner / Real(outlines[i].size());
            EXPECT_LT((middle - e.center).norm(), 2e-3); // the width of an element
            for (const Vec3& corner : outlines[i])
                EXPECT_LT(std::abs(~e.normal * (corner - e.center)), 1e-6); // flat elements; float at 2 m
            const Real outlined = areaAround(outlines[i], middle);
            EXPECT_LT(e.area, outlined * (1 + 1e-3)); // float at 2 m over a width of 2 mm is 1e-4 twice
            whole += e.area > outlined * (1 - 1e-3);
        }
        EXPECT_GT(whole, int(records.size()) / 2);
    }
}

// The outline of a cell of soil lies around its centre, at its depth below the undeformed surface. Numbers have seven digits.
TEST(LayerSeries, CellsOfSoilLieAtTheirDepth) {
    Folder folder;
    LayerScene scene(HalfSpace(), HalfSpace::floor(), Soil::sandyLoam().setCellSize(0.01), Sphere(0.1), Vec3(0),
                     hard());
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    GroundReactionRecorder recorder(force, {});
    recorder.writeElementSeries(folder / "soil.pvd", scene.ground);
    State state = scene.start(scene.body, Vec3(1, 0.07, 2));
    recorder.record(state);
    const PolyData data(folder / "soil_000000.vtp");
    const auto outlines = outlinesOf(data);
    EXPECT_GT(outlines.size(), 50u);
    for (std::size_t i = 0; i < outlines.size(); ++i) {
        ASSERT_EQ(outlines[i].size(), 4u);
        for (const Vec3& corner : outlines[i]) EXPECT_NEAR(corner[1], -data.arrays.at("depth")[i], 1e-7);
    }
}

// The list is well-formed and complete after each time, and every file that it names is there. A time without contact has a file without
// elements.
TEST(LayerSeries, ListIsCompleteAtAnyTime) {
    Folder folder;
    PushedBall ball;
    GroundReactionRecorder recorder(ball.force, {});
    recorder.writeElementSeries(folder / "a & \"b\".pvd", ball.onBody);
    const std::string list = folder / "a & \"b\".pvd";
    EXPECT_TRUE(listOf(list).empty());
    const auto expectFiles = [&](std::size_t count) {
        const auto files = listOf(list);
        ASSERT_EQ(files.size(), count);
        for (const ListedFile& file : files) EXPECT_EQ(PolyData(folder / file.file).time, file.time);
    };
    recorder.record(ball.inTheAir(0));
    expectFiles(1);
    const PolyData empty(folder / listOf(list)[0].file);
    EXPECT_EQ(empty.numPolys, 0);
    EXPECT_TRUE(outlinesOf(empty).empty());
    const State touching = ball.pushed();
    recorder.record(touching);
    recorder.record(touching);
    expectFiles(2);
    EXPECT_GT(PolyData(folder / listOf(list)[1].file).numPolys, 50);
    recorder.close();
    recorder.record(ball.inTheAir(1)); // continues
    expectFiles(3);
    EXPECT_EQ(listOf(list)[2].time, 1);
}

// A process that is killed in the middle of a run leaves a list and all its files.
TEST(LayerSeries, ListOutlivesTheProcess) {
    Folder folder;
    EXPECT_DEATH(
        {
            PushedBall ball;
            GroundReactionRecorder recorder(ball.force, {});
            recorder.writeElementSeries(folder / "tip.pvd", ball.onBody);
            for (int i = 0; i < 5; ++i) recorder.record(ball.inTheAir(i));
            std::abort();
        },
        "");
    const auto files = listOf(folder / "tip.pvd");
    ASSERT_EQ(files.size(), 5u);
    for (const ListedFile& file : files) EXPECT_EQ(PolyData(folder / file.file).time, file.time);
}

// When the disk is full the run ends with an error that names the file. The list is well-formed, and its files are whole. A later
// record() continues.
TEST(LayerSeries, KeepsCompleteFilesOnAFullDisk) {
    Folder folder;
    EXPECT_EXIT(
        {
            PushedBall ball;
            GroundReactionRecorder recorder(ball.force, {});
            recorder.writeElementSeries(folder / "tip.pvd", ball.onBody);
            rlimit before;
            getrlimit(RLIMIT_FSIZE, &before);
            rlimit limit = before; // stands for the disk
            limit.rlim_cur = 3000; // an empty file has less
            setrlimit(RLIMIT_FSIZE, &limit);
            std::signal(SIGXFSZ, SIG_IGN);
            recorder.record(ball.inTheAir(-1));
            State state = ball.pushed();
            std::cerr << messageOf([&] { recorder.record(state); }) << "; ";
            int time = 0; // rows of the list, until it is full
            const auto fill = [&] {
                for (; time < 1000; ++time) recorder.record(ball.inTheAir(1 + time));
            };
            std::cerr << messageOf(fill);
            setrlimit(RLIMIT_FSIZE, &before);
            const auto atError = listOf(folder / "tip.pvd").size();
            fill();
            std::_Exit(atError > 5 && atError < 1000 ? 3 : 4);
        },
        ::testing::ExitedWithCode(3),
        "tip_000001.vtp cannot be written: File too large; .*tip.pvd cannot be written: File too large");
    const auto files = listOf(folder / "tip.pvd");
    ASSERT_EQ(files.size(), 1001u);
    for (std::size_t i = 0; i < files.size(); ++i) EXPECT_EQ(files[i].time, Real(i) - (i == 0));
}

// A series of a surface without a layer, another ending, a folder that does not exist, and a list that has been changed are errors.
TEST(LayerSeries, RejectsInvalidSeries) {
    Folder folder;
    PushedBall ball;
    GroundReactionRecorder recorder(ball.force, {}), other(ball.force, {});
    expectMessage<std::invalid_argument>([&] { recorder.writeElementSeries(folder / "tip.pvd", ball.ground); },
                                         {"writeElementSeries()", "ground has no ElasticLayer"});
    EXPECT_FALSE(fs::exists(folder / "tip.pvd"));
    expectMessage<std::invalid_argument>([&] { recorder.writeElementSeries(folder / "tip.vtp", ball.onBody); },
                                         {"tip.vtp must end in .pvd"});
    expectMessage<std::runtime_error>([&] { recorder.writeElementSeries(folder / "none/tip.pvd", ball.onBody); },
                                      {"none/tip.pvd cannot be written"});
    recorder.writeElementSeries(folder / "tip.pvd", ball.onBody);
    expectMessage<std::invalid_argument>([&] { other.writeElementSeries(folder / "tip.pvd", ball.onBody); },
                                         {"tip.pvd is being written already"});
    recorder.record(ball.inTheAir(0));
    recorder.close();
    std::ofstream(folder / "tip.pvd", std::ios::app) << "<!-- mine -->\n";
    const std::string before = contentOf(folder / "tip.pvd");
    expectMessage<std::runtime_error>([&] { recorder.record(ball.inTheAir(1)); }, {"tip.pvd has changed"});
    EXPECT_EQ(contentOf(folder / "tip.pvd"), before);
}

} // namespace
} // namespace test_layer_series
