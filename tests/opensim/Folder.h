#ifndef SIMBODYDEM_TESTS_OPENSIM_FOLDER_H
#define SIMBODYDEM_TESTS_OPENSIM_FOLDER_H

#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <string>

/** Creates a folder for one test, in which the test runs, and removes it afterwards. */
struct Folder {
    std::filesystem::path before = std::filesystem::current_path(), path;
    Folder() {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        path = std::filesystem::temp_directory_path() /
               (std::string("simbodydem-") + test->test_suite_name() + "-" + test->name());
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
        std::filesystem::current_path(path);
    }
    ~Folder() {
        std::filesystem::current_path(before);
        std::filesystem::remove_all(path);
    }
};

/** Prints measured numbers, to be compared with the bounds of the test. */
template <class... Words> void report(const Words&... words) {
    ((std::cout << words << ' '), ...);
    std::cout << std::endl;
}

#endif
