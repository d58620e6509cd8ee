#ifndef SIMBODYDEM_TESTS_ROBOT_FILES_H
#define SIMBODYDEM_TESTS_ROBOT_FILES_H

#include "Files.h"

/** Returns the path of a file in tests/robots/files. */
inline std::string robotPath(const std::string& name) { return std::string(SIMBODYDEM_ROBOT_FILES "/") + name; }

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
