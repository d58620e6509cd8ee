#ifndef SIMBODYDEM_TESTS_FILES_H
#define SIMBODYDEM_TESTS_FILES_H

#include <Simbody.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/** An empty folder of the test that runs, until the end of the scope. */
struct Folder {
    std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / ("simbodydem_" + testName());

    Folder() {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string operator/(const std::string& name) const { return (path / name).string(); }

    /** Writes a file, with its folders, and returns its path. */
    std::string write(const std::string& name, const std::string& text) const {
        const std::filesystem::path file = path / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file.string();
    }

    static std::string testName() {
        const ::testing::TestInfo* info = ::testing::UnitTest::GetInstance()->current_test_info();
        std::string name = std::string(info->test_suite_name()) + "_" + info->name();
        std::replace(name.begin(), name.end(), '/', '_'); // of tests with parameters
        return name;
    }
};

inline std::string contentOf(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/** The numbers of a file: of comma-separated values (.csv), or of a storage file of OpenSim with a header (.mot, .sto). A line without its end is
not a row. */
struct Table {
    std::vector<std::string> header, columns;
    std::vector<std::vector<double>> rows;

    explicit Table(const std::string& path) {
        const char delimiter = std::filesystem::path(path).extension() == ".csv" ? ',' : '\t';
        std::ifstream file(path);
        std::string line;
        if (delimiter == '\t')
            while (std::getline(file, line) && line != "endheader") header.push_back(line);
        std::getline(file, line);
        columns = split(line, delimiter);
        while (std::getline(file, line)) {
            EXPECT_FALSE(file.eof()) << "the last line of " << path << " has no end";
            rows.emplace_back();
            for (const std::string& word : split(line, delimiter)) rows.back().push_back(std::stod(word));
            EXPECT_EQ(rows.back().size(), columns.size());
        }
    }
    /** Returns the number of rows in the header of a storage file. */
    long rowsPromised() const { return std::atol(header.at(2).substr(6).c_str()); }
    double at(std::size_t row, const std::string& column) const {
        const auto found = std::find(columns.begin(), columns.end(), column);
        if (found == columns.end()) throw std::out_of_range(column);
        return rows.at(row).at(std::size_t(found - columns.begin()));
    }
    SimTK::Vec3 vectorAt(std::size_t row, const std::string& stem, const std::string& unit = "") const {
        return SimTK::Vec3(at(row, stem + "x" + unit), at(row, stem + "y" + unit), at(row, stem + "z" + unit));
    }

    static std::vector<std::string> split(const std::string& line, char delimiter) {
        std::vector<std::string> words;
        std::istringstream text(line);
        for (std::string word; std::getline(text, word, delimiter);) words.push_back(word);
        return words;
    }
};

#endif
