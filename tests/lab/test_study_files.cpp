// Tests a study's rows, its shards, and its file, which can be continued after any interruption.

#include "Messages.h"
#include "ResultFile.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace test_study_files {

using namespace lab;

namespace {

StudySpec gridOf(const std::string& parameters) {
    return parseStudy(R"({"program": ["true", "{x}{y}"], "results": {"f": "-"}, "design": "grid", "parameters": )" +
                      parameters + "}");
}

} // namespace

// Numbers of a row are read again to the last bit. Words with commas, quotes and line ends stay in one cell.
TEST(StudyRow, IsReadBack) {
    const StudySpec spec = gridOf(R"({"x": {"values": [1]}, "y": {"values": ["a"]}})");
    const double third = 1. / 3;
    const std::string row = writeRow(spec, 7, {third, "a,\"b\""}, {{}, "it said \"no\",\nand ended"}, 0);
    const std::vector<std::string> cells = splitRow(row);
    ASSERT_EQ(cells.size(), 5u);
    EXPECT_EQ(cells[0], "7");
    EXPECT_EQ(std::stod(cells[1]), third);
    EXPECT_EQ(cells[2], "a,\"b\"");
    EXPECT_EQ(cells[3], "");
    EXPECT_EQ(cells[4], "it said \"no\", and ended");
    EXPECT_EQ(row.find('\n'), row.size() - 1);
    EXPECT_TRUE(hasError(row));
    EXPECT_FALSE(hasError(writeRow(spec, 7, {1., "a"}, {{"2"}, ""}, 0)));
}

namespace {

class StudyFile : public ::testing::Test {
protected:
    StudyFile() { std::filesystem::remove(file); }
    ~StudyFile() override { std::filesystem::remove(file); }

    std::string read() const {
        std::ifstream in(file);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& text) const { std::ofstream(file) << text; }

    const StudySpec spec = gridOf(R"({"x": {"values": [1, 2, 3]}})");
    const std::string file = (std::filesystem::temp_directory_path() / ("study" + std::to_string(getpid()))).string();
    const std::string header = writeHeader(spec, 3);
};

} // namespace

// A file may be cut anywhere, even within its header: complete rows stay, the rest is removed.
TEST_F(StudyFile, ContinuesAfterACut) {
    const std::string first = "0,1,5,\n", whole = header + first + "2,3,6,\n";
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        write(whole.substr(0, size));
        const std::size_t rows = size < header.size() + first.size() ? 0 : size < whole.size() ? 1 : 2;
        {
            ResultFile results(file, header, 3);
            EXPECT_EQ(results.getRows().size(), rows) << size;
            results.append(1, "1,2,7,\n");
        }
        EXPECT_EQ(read(), whole.substr(0, rows == 0   ? header.size()
                                          : rows == 1 ? header.size() + first.size()
                                                      : size) +
                              "1,2,7,\n")
            << size;
    }
}

// Another study's file, damage, and two rows of one sample are errors, and the file stays unchanged.
TEST_F(StudyFile, RejectsAnotherStudysFile) {
    const auto expectRefusal = [&](const std::string& text, const std::string& words) {
        write(text);
        expectMessage<std::invalid_argument>([&] { ResultFile(file, header, 3); }, {words});
        EXPECT_EQ(read(), text);
    };
    expectRefusal("precious\n", "another study or version: it has \"precious\"");
    expectRefusal("precious", "another study or version: it has \"precious\"");
    std::string other = header;
    other.replace(other.find("SimbodyDEM"), 10, "OtherCode.");
    expectRefusal(other, "it has \"# OtherCode. ");
    expectRefusal(header + "0,1,5\n", "\"0,1,5\" is not a row");
    expectRefusal(header + "3,1,5,\n", "\"3,1,5,\" is not a row"); // of samples 0 to 2
    expectRefusal(header + "x,1,5,\n", "\"x,1,5,\" is not a row");
    for (const std::string& index : {std::string("1\0002", 3), std::string("01"), std::string("+1"), std::string(" 1"),
                                     std::string("-18446744073709551615")})
        expectRefusal(header + index + ",1,5,\n", ",1,5,\" is not a row"); // strtoull() would read 1
    expectRefusal(header + "0,1,5,\n0,1,6,\n", "two different rows of sample 0");
}

// Shards are named i/n, or by environment variables of launchers and schedulers.
TEST(StudyShard, IsReadFromOptionsAndSchedulers) {
    const auto expectShard = [](const Shard& shard, std::size_t index, std::size_t count) {
        EXPECT_EQ(shard.index, index);
        EXPECT_EQ(shard.count, count);
    };
    for (const char* name : {"SLURM_ARRAY_TASK_ID", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK"}) unsetenv(name);
    expectShard(parseShard("2/8"), 2, 8);
    for (const char* bad : {"8/8", "-1/8", "0/0", "1", "1/8x", "", "1.5/2"})
        expectMessage<std::invalid_argument>([&] { parseShard(bad); }, {"--shard = ", "it must be i/n"});
    expectMessage<std::invalid_argument>([] { parseShard("auto"); }, {"SLURM_ARRAY_TASK_ID"});
    setenv("SLURM_ARRAY_TASK_ID", "5", 1);
    setenv("SLURM_ARRAY_TASK_MIN", "1", 1);
    setenv("SLURM_ARRAY_TASK_MAX", "7", 1);
    setenv("SLURM_ARRAY_TASK_COUNT", "4", 1);
    expectShard(parseShard("auto"), 2, 4);
    setenv("SLURM_ARRAY_TASK_COUNT", "3", 1); // 1, 5, 7
    expectMessage<std::invalid_argument>([] { parseShard("auto"); }, {"not evenly numbered"});
    setenv("OMPI_COMM_WORLD_RANK", "3", 1);
    setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
    expectShard(parseShard("auto"), 3, 4);
    for (const char* name : {"SLURM_ARRAY_TASK_ID", "OMPI_COMM_WORLD_RANK"}) unsetenv(name);
    EXPECT_EQ(nameShard("a.b/study.csv", {2, 8}), "a.b/study.2-of-8.csv");
}

} // namespace test_study_files
