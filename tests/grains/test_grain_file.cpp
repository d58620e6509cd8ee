// SPDX-License-Identifier: Apache-2.0
#include "GrainScenes.h"

#include <simbodydem/shapes/HalfSpace.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace test_grain_file {

using namespace grain_scenes;
using testing::AllOf;
using testing::HasSubstr;

namespace {

struct EmptyBed {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    std::unique_ptr<GrainBed> bed;
    EmptyBed() {
        bed = std::make_unique<GrainBed>(system, GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0)));
        bed->setLaw(hertzMindlin(), soft());
    }
};

// A file that is removed at the end.
class TestFile {
public:
    TestFile(const std::string& name, const std::string& text)
        : path(testing::TempDir() + std::to_string(getpid()) + name) {
        std::ofstream(path, std::ios::binary) << text;
    }
    ~TestFile() { std::remove(path.c_str()); }
    const std::string path;
};

std::string messageOf(const std::string& name, const std::string& text) {
    const TestFile file(name, text);
    return grain_scenes::messageOf([&] { readGrainFile(file.path); });
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

void expectSame(const Grain& a, const Grain& b) {
    EXPECT_EQ(a.position, b.position);
    EXPECT_EQ(a.radius, b.radius);
    EXPECT_EQ(a.velocity, b.velocity);
    EXPECT_EQ(a.angularVelocity, b.angularVelocity);
    EXPECT_EQ(a.material, b.material);
}

const char* const lammpsData = R"(LAMMPS data file via write_data, version 29 Sep 2021, timestep = 100

2 atoms
1 atom types

-0.05 0.05 xlo xhi
-0.05 0.05 ylo yhi
-0.05 0.05 zlo zhi

Atoms # sphere

7 1 0.008 2500 -0.02 0.01 0.02 0 0 -1
3 1 1e-2 2500 0.01 0.02 0.03 0 0 0

Velocities # sphere

3 1 2 3 4 5 6
7 0 0 -1e-1 0 0 0
)";

// Two points whose numbers are texts.
const char* const vtkText = R"(<?xml version="1.0"?>
<VTKFile type="PolyData" version="0.1" byte_order="LittleEndian">
<PolyData><Piece NumberOfPoints="2" NumberOfVerts="0">
<PointData Scalars="radius">
<DataArray type="Float64" Name="radius" format="ascii"> 0.005
 0.004 </DataArray>
<DataArray type="Int32" Name="id" format="ascii">1 2</DataArray>
</PointData>
<Points><DataArray type="Float64" NumberOfComponents="3" format="ascii">.01 .02 .03  -2e-2 .01 .02</DataArray></Points>
</Piece></PolyData>
</VTKFile>
)";

} // namespace

// The files of a GrainSeries give back all numbers of the grains.
TEST(GrainFile, ReadsASeriesBack) {
    EmptyBed scene;
    const int other = scene.bed->addMaterial(soft(), 1000);
    const std::vector<Grain> grains{{Vec3(.01, .02, .03), .005, Vec3(1, 2, 3), Vec3(4, 5, 6)},
                                    {Vec3(-.01, .02, .03), .004, Vec3(0), Vec3(0), other}};
    scene.bed->add(grains);
    const std::string stem = testing::TempDir() + "read_back_" + std::to_string(getpid());
    GrainSeries(stem + ".pvd").write(*scene.bed);
    EmptyBed second;
    second.bed->addMaterial(soft(), 1000);
    second.bed->addFile(stem + "_00000.vtp");
    const std::vector<Grain> read = second.bed->getGrains();
    ASSERT_EQ(read.size(), 2u);
    for (std::size_t k = 0; k < 2; ++k) expectSame(read[k], grains[k]);
    std::remove((stem + ".pvd").c_str());
    std::remove((stem + "_00000.vtp").c_str());
}

// A compressed series gives back all numbers of the grains, over several blocks, and is smaller than a plain one.
TEST(GrainFile, ReadsACompressedSeriesBack) {
    EmptyBed scene;
    std::vector<Grain> grains;
    for (int i = 0; i < 24; ++i)
        for (int j = 0; j < 24; ++j)
            for (int k = 0; k < 20; ++k) // 11 520 positions are more than a block of 256 kB
                grains.push_back({Vec3(-.048 + .004 * i, -.048 + .004 * j, -.045 + .004 * k), .0015, Vec3(i, j, k)});
    scene.bed->add(grains);
    const std::string stem = testing::TempDir() + "compressed_" + std::to_string(getpid());
    GrainSeries(stem + ".pvd").write(*scene.bed);
    const auto sizeOfFile = [&] { return std::filesystem::file_size(stem + "_00000.vtp"); };
    const auto plain = sizeOfFile();
    GrainSeries(stem + ".pvd", GrainSeriesOptions().setCompressed(true)).write(*scene.bed);
    EXPECT_LT(sizeOfFile(), plain / 4);
    const std::vector<Grain> read = readGrainFile(stem + "_00000.vtp").grains;
    ASSERT_EQ(read.size(), grains.size());
    for (const std::size_t k : {std::size_t(0), grains.size() / 2, grains.size() - 1}) expectSame(read[k], grains[k]);
    std::filesystem::resize_file(stem + "_00000.vtp", sizeOfFile() / 2);
    EXPECT_THROW(readGrainFile(stem + "_00000.vtp"), std::invalid_argument);
    std::remove((stem + ".pvd").c_str());
    std::remove((stem + "_00000.vtp").c_str());
}

// The contacts of a series have the numbers of getPairs() and getContacts(): indices, points, normals, overlaps, and forces by parts.
TEST(GrainFile, ContactsAreWritten) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GrainBed bed(system, GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0)).setWalls(false));
    bed.setLaw(hertzMindlin(), soft());
    bed.add({{Vec3(0), .005}, {Vec3(0, .00999, 0), .005}, {Vec3(.02, .02, .00499), .005}});
    bed.addSurface(matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1), Vec3(.0, 0, -.0049)), soft(), "floor");
    RungeKuttaMersonIntegrator integrator(system);
    integrator.initialize(system.realizeTopology());
    GrainStepper(bed, integrator).stepTo(1e-5);
    const std::string stem = testing::TempDir() + "contacts_" + std::to_string(getpid());
    GrainSeries(stem + ".pvd", GrainSeriesOptions().setContacts(true)).write(bed);
    std::ifstream file(stem + "_contacts_00000.vtp", std::ios::binary);
    const std::string vtp((std::istreambuf_iterator<char>(file)), {});
    const std::size_t start = vtp.find("\n_") + 2;
    const auto numbersAt = [&](const std::string& name, auto number) {
        const std::size_t at = vtp.find("Name=\"" + name + "\""), offset = vtp.find("offset=\"", at) + 8;
        const char* const array = vtp.data() + start + std::atoi(vtp.c_str() + offset);
        std::uint64_t size = 0;
        std::memcpy(&size, array, sizeof size);
        std::vector<decltype(number)> numbers(size / sizeof number);
        std::memcpy(numbers.data(), array + sizeof size, size);
        return numbers;
    };
    const std::vector<GrainPair> pairs = bed.getPairs();
    const std::vector<GrainContact> contacts = bed.getContacts(SurfaceIndex(0));
    ASSERT_EQ(pairs.size(), 1u);
    ASSERT_EQ(contacts.size(), 2u); // the third grain is above the floor
    using Integers = std::vector<std::int32_t>;
    EXPECT_EQ(numbersAt("first", std::int32_t()), (Integers{pairs[0].first, -1, -1}));
    EXPECT_EQ(numbersAt("second", std::int32_t()), (Integers{pairs[0].second, contacts[0].grain, contacts[1].grain}));
    EXPECT_EQ(numbersAt("surface", std::int32_t()), (Integers{-1, 0, 0}));
    EXPECT_EQ(numbersAt("overlap", 0.), (std::vector<double>{pairs[0].overlap, contacts[0].overlap, contacts[1].overlap}));
    for (const bool isPair : {true, false}) {
        const Vec3 force = isPair ? pairs[0].force : Vec3(-contacts[0].force);
        const std::size_t k = isPair ? 0 : 1;
        const Vec3& normal = isPair ? pairs[0].normal : contacts[0].normal;
        const double along = numbersAt("normalForce", 0.)[k];
        EXPECT_GT(along, 0.01); // [N]
        const std::vector<double> across = numbersAt("tangentialForce", 0.), points = numbersAt("points", 0.);
        EXPECT_LT((along * normal + Vec3::getAs(&across[3 * k]) - force).norm(), 1e-12); // rounding
        EXPECT_EQ(Vec3::getAs(&points[3 * k]), isPair ? pairs[0].point : contacts[0].point);
    }
    for (const char* const end : {".pvd", "_00000.vtp", "_contacts.pvd", "_contacts_00000.vtp"})
        EXPECT_EQ(std::remove((stem + end).c_str()), 0) << end;
}

// A data file of LAMMPS has balls in any order, with their density. The order of their numbers becomes that of the grains.
TEST(GrainFile, ReadsDataOfLammps) {
    const TestFile file("grains.data", lammpsData);
    const GrainFile read = readGrainFile(file.path);
    EXPECT_EQ(read.density, 2500);
    ASSERT_EQ(read.grains.size(), 2u);
    expectSame(read.grains[0], {Vec3(.01, .02, .03), .005, Vec3(1, 2, 3), Vec3(4, 5, 6)});
    expectSame(read.grains[1], {Vec3(-.02, .01, .02), .004, Vec3(0, 0, -.1), Vec3(0)});
}

// A bed of another density than that of the file is an error that says how to set it. One of the same density takes the grains.
TEST(GrainFile, DensityMustBeThatOfTheBed) {
    const TestFile light("light.data", replaced(replaced(lammpsData, " 2500 ", " 2000 "), " 2500 ", " 2000 ")),
        right("right.data", lammpsData);
    EmptyBed scene;
    try {
        scene.bed->addFile(light.path);
        FAIL();
    } catch (const std::invalid_argument& error) {
        EXPECT_THAT(error.what(), AllOf(HasSubstr("2000 kg/m^3"), HasSubstr("2500 kg/m^3"), HasSubstr("setDensity()")));
    }
    scene.bed->addFile(right.path);
    EXPECT_EQ(scene.bed->getNumGrains(), 2);
}

// Arrays may be texts, bytes, or bytes in base 64, of either precision. What is no grain's is left out.
TEST(GrainFile, ReadsEveryFormOfVtk) {
    const TestFile asText("text.vtp", vtkText);
    const GrainFile read = readGrainFile(asText.path);
    EXPECT_FALSE(read.density.isSet());
    ASSERT_EQ(read.grains.size(), 2u);
    expectSame(read.grains[1], {Vec3(-.02, .01, .02), .004});
    // 8 bytes follow: .5 and .25 as Float32.
    const std::string radii = "format=\"ascii\"> 0.005\n 0.004 </DataArray>", half = "CAAAAAAAAD8AAIA+";
    const std::string asFloat =
        replaced(vtkText, "<DataArray type=\"Float64\" Name=\"radius\"", "<DataArray type=\"Float32\" Name=\"radius\"");
    const std::string rawHalf("\x08\0\0\0\0\0\0\x3f\0\0\x80\x3e", 12);
    for (const std::string& text :
         {replaced(asFloat, radii,
                   "format=\"binary\">\n" + half + "\n<InformationKey name=\"L2_NORM_RANGE\"/></DataArray>"),
          replaced(replaced(asFloat, radii, "format=\"appended\" offset=\"0\"/>"), "</VTKFile>",
                   "<AppendedData encoding=\"base64\">\n_" + half + "</AppendedData></VTKFile>"),
          replaced(replaced(asFloat, radii, "format=\"appended\" offset=\"3\"/>"), "</VTKFile>",
                   "<AppendedData encoding=\"raw\">\n_<&_" + rawHalf + "</AppendedData></VTKFile>")}) {
        const TestFile file("form.vtp", text);
        const GrainFile again = readGrainFile(file.path);
        ASSERT_EQ(again.grains.size(), 2u);
        EXPECT_EQ(again.grains[0].radius, .5);
        EXPECT_EQ(again.grains[1].radius, .25);
        EXPECT_EQ(again.grains[1].position, Vec3(-.02, .01, .02));
    }
}

// A damaged or foreign data file of LAMMPS is an error with its line and what is wrong there.
TEST(GrainFile, ForeignDataOfLammpsAreErrors) {
    const auto error = [](const std::string& from, const std::string& to) {
        return messageOf("bad.data", replaced(lammpsData, from, to));
    };
    EXPECT_THAT(error("timestep = 100", "timestep = 100, units = lj"),
                AllOf(HasSubstr("bad.data:1:"), HasSubstr("si")));
    EXPECT_THAT(error("2 atoms", "3 atoms"), HasSubstr("says 3 atoms, and it has 2"));
    EXPECT_THAT(error("2 atoms", "2 atoms\n1 bonds"), AllOf(HasSubstr(":4:"), HasSubstr("1 bonds")));
    EXPECT_THAT(error("Atoms # sphere", "Atoms # atomic"), AllOf(HasSubstr(":10:"), HasSubstr("must be sphere")));
    EXPECT_THAT(error("0.008 2500", "0.008 2600"), AllOf(HasSubstr(":13:"), HasSubstr("one density")));
    EXPECT_THAT(error("0.008 2500", "0.008 0"), AllOf(HasSubstr(":12:"), HasSubstr("density = 0 kg/m^3")));
    EXPECT_THAT(error("0.02 0 0 -1", "0.02 0 0"), AllOf(HasSubstr(":12:"), HasSubstr("9 columns")));
    EXPECT_THAT(error("0.008", "8mm"), HasSubstr("\"8mm\" is no number"));
    EXPECT_THAT(error("0.008", "+-0.008"), HasSubstr("\"+-0.008\" is no number"));
    EXPECT_THAT(error("0.008", "nan"), AllOf(HasSubstr(":12:"), HasSubstr("\"nan\" is not finite")));
    EXPECT_THAT(error("0.008", "0"), AllOf(HasSubstr(":12:"), HasSubstr("diameter = 0 m")));
    EXPECT_THAT(error("7 1 0.008", "7 1.5 0.008"), HasSubstr("\"1.5\" is no integer"));
    EXPECT_THAT(error("7 0 0 -1e-1 0 0 0\n", ""), HasSubstr("2 atoms and 1 velocities"));
    EXPECT_THAT(error("7 0 0 -1e-1", "3 0 0 -1e-1"), HasSubstr("velocity of atom 3 is there twice"));
    EXPECT_THAT(error("-1e-1 0 0 0\n", "-1e-1 0 0 0"), HasSubstr("may be cut off"));
    EXPECT_THAT(messageOf("bad.data", "# vtk DataFile Version 3.0\n"), HasSubstr("write a .vtp file"));
    EXPECT_THAT(error("7 1 0.008", "3 1 0.008"), HasSubstr("atom 3 is there twice"));
    EXPECT_THAT(error("7 0 0 -1e-1", "8 0 0 -1e-1"), AllOf(HasSubstr(":18:"), HasSubstr("not in Atoms")));
    EXPECT_THAT(error("Velocities # sphere", "Bonds"), HasSubstr("section \"Bonds\""));
    EXPECT_THAT(messageOf("bad.data", "title\n"), HasSubstr("no section Atoms"));
    EXPECT_THAT(messageOf("bad.data", " \n"), HasSubstr("is empty"));
    EXPECT_THROW(readGrainFile("/no/such/grains.data"), std::runtime_error);
    try {
        readGrainFile(testing::TempDir());
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), HasSubstr(testing::TempDir()));
    }
}

// A damaged or foreign .vtp file is an error with the array.
TEST(GrainFile, ForeignVtkIsAnError) {
    const auto error = [](const std::string& from, const std::string& to) {
        return messageOf("bad.vtp", replaced(vtkText, from, to));
    };
    EXPECT_THAT(error("\"PolyData\"", "\"ImageData\""), HasSubstr("type PolyData"));
    EXPECT_THAT(error("LittleEndian", "BigEndian"), HasSubstr("BigEndian"));
    const std::string compressed = replaced(vtkText, "version=\"0.1\"", "compressor=\"vtkZLibDataCompressor\"");
    EXPECT_EQ(messageOf("good.vtp", compressed), "no error"); // texts are not compressed
    const std::string cut = replaced(compressed, "ascii\"> 0.005\n 0.004 <", "binary\">AAAA<");
    EXPECT_THAT(messageOf("bad.vtp", cut), HasSubstr("array radius is cut off"));
    EXPECT_THAT(messageOf("bad.vtp", replaced(cut, "vtkZLib", "vtkLZ4")),
                AllOf(HasSubstr("radius"), HasSubstr("vtkLZ4DataCompressor")));
    EXPECT_THAT(error("Name=\"radius\"", "Name=\"size\""), AllOf(HasSubstr("no array radius"), HasSubstr("size, id")));
    EXPECT_THAT(error(" 0.004 ", ""), HasSubstr("array radius has 1 numbers; 2 points need 2"));
    EXPECT_THAT(error("0.005", "nothing"), HasSubstr("\"nothing\" is no number"));
    EXPECT_THAT(error("0.005", "inf"), HasSubstr("array radius has a number that is not finite"));
    EXPECT_THAT(error("0.005", "-1"), HasSubstr("array radius has the value -1 m"));
    EXPECT_THAT(error(".01 .02 .03 ", ".01 .02"), HasSubstr("array of Points has 5 numbers"));
    EXPECT_THAT(error("NumberOfPoints=\"2\"", "NumberOfPoints=\"2.5\""), HasSubstr("must be an integer"));
    EXPECT_THAT(error("version=\"0.1\"", "header_type=\"UInt16\""), HasSubstr("header_type = UInt16"));
    EXPECT_THAT(error("NumberOfPoints=\"2\"", "NumberOfPoints=\"-2\""), HasSubstr("NumberOfPoints = -2"));
    EXPECT_THAT(error("NumberOfPoints=\"2\"", "NumberOfPoints=\"0\""), HasSubstr("no points"));
    EXPECT_THAT(error("Float64\" Name=\"radius\"", "Int64\" Name=\"radius\""), HasSubstr("type Int64"));
    EXPECT_THAT(error("NumberOfComponents=\"3\"", "NumberOfComponents=\"2\""), HasSubstr("2 components"));
    EXPECT_THAT(error("</PolyData>", ""), AllOf(HasSubstr("bad.vtp:11:"), HasSubstr("</VTKFile> ends")));
    EXPECT_THAT(error("</VTKFile>", ""), HasSubstr("ends within the element VTKFile"));
    EXPECT_THAT(error("type=\"PolyData\"", "type"), AllOf(HasSubstr("bad.vtp:2:"), HasSubstr("in quotes")));
    EXPECT_THAT(error("<Points>", "<Points <"), HasSubstr("bad.vtp:9:"));
    EXPECT_THAT(error("format=\"ascii\"> 0.005\n 0.004 </DataArray>", "format=\"binary\">CAAA</DataArray>"),
                HasSubstr("cut off"));
    EXPECT_THAT(error("format=\"ascii\"> 0.005\n 0.004 </DataArray>", "format=\"appended\" offset=\"99\"/>"),
                HasSubstr("cut off"));
}

} // namespace test_grain_file
