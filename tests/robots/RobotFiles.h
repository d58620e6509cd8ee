#ifndef SIMBODYDEM_TESTS_ROBOT_FILES_H
#define SIMBODYDEM_TESTS_ROBOT_FILES_H

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

/** Returns the path of a file in tests/robots/files. */
inline std::string robotPath(const std::string& name) { return std::string(SIMBODYDEM_ROBOT_FILES "/") + name; }

/** An empty folder until the end of the scope. */
class Folder {
public:
    Folder() : path(std::filesystem::path(::testing::TempDir()) / ("simbodydem_robots_" + testName())) {
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

private:
    static std::string testName() {
        const ::testing::TestInfo* info = ::testing::UnitTest::GetInstance()->current_test_info();
        return std::string(info->test_suite_name()) + "_" + info->name();
    }
    std::filesystem::path path;
};

/** A variable of the environment with another value until the end of the scope. */
class Variable {
public:
    Variable(const std::string& name, const std::string& value) : name(name) {
        if (const char* v = std::getenv(name.c_str())) {
            before = v;
            wasSet = true;
        }
        setenv(name.c_str(), value.c_str(), 1);
    }
    ~Variable() { wasSet ? setenv(name.c_str(), before.c_str(), 1) : unsetenv(name.c_str()); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    std::string name, before;
    bool wasSet = false;
};

#endif
