#ifndef CONTACT_LAB_STUDY_SPEC_H
#define CONTACT_LAB_STUDY_SPEC_H

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lab {

/** A number or a word. */
using Value = std::variant<double, std::string>;

/** As short as it can be to be read back as the same. */
std::string toText(const Value&);

/** A parameter that a study varies: one of some values, or a number that is uniform, uniform in its logarithm, or
normal, between two ends. */
struct VariedParameter {
    std::string name, unit;
    std::vector<Value> values; ///< of a grid, or equally likely; if there are any the rest is not used
    bool isLog = false, isNormal = false;
    double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
    double mean = 0, deviation = 0; ///< of the normal distribution before it is cut off at the ends

    /** The value below which the share u of all lies, u in (0, 1). */
    Value at(double u) const;
};

/** A column of the results. */
struct ResultColumn {
    std::string name, unit;
    std::string label = {}; ///< its name, told apart from a parameter's
};

/** What a study's file asks for. */
struct StudySpec {
    std::string experiment;           ///< of the laboratory, or "" for a program
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

/** @param text  JSON @throws std::invalid_argument that says what is wrong, and where */
StudySpec parseStudy(const std::string& text);

/** @throws std::invalid_argument too if the file cannot be read */
StudySpec readStudy(const std::string& file);

} // namespace lab

#endif
