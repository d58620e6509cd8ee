#ifndef CONTACT_LAB_STUDY_SPEC_H
#define CONTACT_LAB_STUDY_SPEC_H

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lab {

/** Holds a number or a word. */
using Value = std::variant<double, std::string>;

/** Returns the shortest text that reads back as the same value. */
std::string toText(const Value&);

/** Describes a parameter that a study varies: one of several values, or a number that is uniform, uniform in its logarithm, or
normal, between two ends. */
struct VariedParameter {
    std::string name, unit;
    std::vector<Value> values; ///< of a grid, or equally likely; if there are any the rest is not used
    bool isLog = false, isNormal = false;
    double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
    double mean = 0, deviation = 0; ///< of the normal distribution before it is cut off at the ends

    /** Returns the value below which the fraction u of all lies, u in (0, 1). */
    Value at(double u) const;
};

/** Describes a column of the results. */
struct ResultColumn {
    std::string name, unit;
    std::string label = {}; ///< its name, made different from that of a parameter
};

/** Holds the content of a study's file. */
struct StudySpec {
    std::string experiment;           ///< of contact-lab, or "" for a program
    std::vector<std::string> program; ///< with its arguments, {NAME} for a parameter's value
    std::string design;               ///< grid, latin-hypercube, monte-carlo or sobol
    std::size_t samples = 0;          ///< of a sobol design, base points; not of a grid
    std::uint64_t seed = 1;
    std::vector<VariedParameter> parameters;
    std::vector<std::pair<std::string, Value>> constants;
    std::vector<ResultColumn> results;
    bool hasProcessorTime = false;
    double timeLimit = std::numeric_limits<double>::infinity(); ///< of one sample [s]
    std::string text;                                           ///< the file in one line, as it is compared

    bool isRandom() const { return design != "grid"; }
};

/** Parses a study. @param text  JSON @throws std::invalid_argument that says what is wrong, and where */
StudySpec parseStudy(const std::string& text);

/** Reads a study. @throws std::invalid_argument as parseStudy(), and if the file cannot be read */
StudySpec readStudy(const std::string& file);

} // namespace lab

#endif
