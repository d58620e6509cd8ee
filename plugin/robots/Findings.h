// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_FINDINGS_H
#define SIMBODYDEM_ROBOTS_FINDINGS_H

#include "simbodydem/robots/RobotFile.h"

#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** Errors, warnings and ignored elements of one robot's file, each with its line. */
class Findings {
public:
    explicit Findings(std::string path) : path(std::move(path)) {}

    /** Adds an error. @param line  0: of the whole file */
    void error(int line, const std::string& text) { errors.emplace_back(line, text); }
    void warn(int line, const std::string& text) { warnings.emplace_back(line, text); }
    void ignore(int line, const std::string& element, const std::string& owner) {
        ignored.push_back({element, owner, line});
    }
    /** Throws std::invalid_argument with all errors, in the order of their lines, if there is any. */
    void throwErrors();
    /** Adds an error and throws. */
    [[noreturn]] void fail(int line, const std::string& text);

    const std::string& getPath() const { return path; }
    /** Returns the warnings in the order of their lines, each with the file and the line. */
    std::vector<std::string> getWarnings() const;
    /** Returns the ignored elements in the order of their lines. */
    std::vector<RobotIgnored> getIgnored() const;

private:
    using Finding = std::pair<int, std::string>;
    std::string path;
    std::vector<Finding> errors, warnings;
    std::vector<RobotIgnored> ignored;
};

} // namespace simbodydem

#endif
