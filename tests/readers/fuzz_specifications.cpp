// Feeds the readers of contact-lab's specifications: studies, rows of their results, and calibrations with their data.

#include "Reader.h"

#include "calibrate/CalibrationSpec.h"
#include "study/Design.h"
#include "study/ResultFile.h"
#include "study/Spec.h"

#include <cmath>

namespace fuzz {

namespace {

using namespace lab;

void checkValue(const VariedParameter& p, const Value& value) {
    if (!p.values.empty() && p.isLog == false && std::isinf(p.from)) return; // values of a list
    if (const double* number = std::get_if<double>(&value))
        expect(std::isfinite(*number) && *number >= p.from && *number <= p.to,
               "a value of " + p.name + " is not within its ends");
}

// A study is read again from its own text, and its samples have values within the ends of their parameters.
void readStudySpec(std::string_view bytes) {
    StudySpec spec;
    if (!isRead("", [&] { spec = parseStudy(std::string(bytes)); })) return;
    expect(!spec.parameters.empty() && !spec.results.empty(), "a study without parameters or results is read");
    expect(parseStudy(spec.text).text == spec.text, "a study differs when it is read again");
    for (const VariedParameter& p : spec.parameters) {
        for (const Value& value : p.values) checkValue(p, value);
        for (const double u : {1e-17, 0.3, 0.5, 1 - 1e-15}) checkValue(p, p.at(u));
    }
    if (double(spec.samples) * double(spec.parameters.size()) > 1000) return;
    isRead("", [&] {
        const Design design(spec);
        for (const std::size_t index : {std::size_t(0), design.getSize() - 1})
            expect(design.at(index).size() == spec.parameters.size(),
                   "a sample has more or fewer values than parameters");
    });
}

// Reads the rows after a valid header. Each row that is read has the columns of the study, and its index once.
void readResults(std::string_view bytes) {
    static const StudySpec spec = parseStudy(
        R"({"program": ["true", "{x}"], "results": {"f": "-"}, "design": "grid", "parameters": {"x": {"values": [1, 2, 3]}}})");
    static const std::string header = writeHeader(spec, 3);
    Rows rows;
    for (const std::string& text : {std::string(bytes), header + std::string(bytes)}) {
        const std::string path = inFile("fuzz.csv", text);
        if (!isRead("fuzz.csv", [&] { rows = readRows(path, header, 3); })) continue;
        for (const auto& [index, row] : rows) {
            expect(index < 3 && splitRow(row).size() == 4 && row.back() == '\n', "a row is read that is none");
            expect(splitRow(row)[0] == std::to_string(index), "a row has another index than its first cell: " + row);
        }
    }
    isRead("", [&] { parseShard(std::string(bytes)); });
}

// The text after a line of --- is the file data.csv beside the specification.
void readCalibration(std::string_view bytes) {
    const std::string_view line = "\n---\n";
    const std::size_t end = std::min(bytes.find(line), bytes.size());
    const std::string path = inFile("fuzz.json", bytes.substr(0, end));
    inFile("data.csv", end < bytes.size() ? bytes.substr(end + line.size()) : "");
    CalibrationSpec spec;
    if (!isRead("fuzz.json", [&] { spec = readCalibrationSpec(path); })) return;
    expect(!spec.experiments.empty() && !spec.laws.empty(), "a calibration without experiments or laws is read");
    for (const Observation& o : spec.listObservations()) {
        expect(!o.measured.empty() && o.measured.size() == o.abscissae.size() &&
                   (o.deviations.empty() || o.deviations.size() == o.measured.size()),
               "columns of different lengths");
        for (const std::vector<Real>* column : {&o.measured, &o.abscissae, &o.deviations})
            for (const Real value : *column) expect(std::isfinite(value), "a number of the data is not finite");
    }
    for (const LawToFit& law : spec.laws)
        for (const Parameter& p : law.parameters) expect(std::isfinite(p.value), p.name + " is not finite");
    CalibrationSpec again;
    const std::string resolved = inFile("again.json", spec.resolved.dump());
    expect(isRead("again.json", [&] { again = readCalibrationSpec(resolved); }),
           "a calibration is not read again with its data in it");
    expect(again.resolved == spec.resolved, "a calibration differs when it is read again with its data in it");
}

const AddReader study({"study",
                       readStudySpec,
                       {"\"design\"",
                        "\"grid\"",
                        "\"sobol\"",
                        "\"latin-hypercube\"",
                        "\"monte-carlo\"",
                        "\"samples\": 2",
                        "\"seed\": 1",
                        "\"experiment\": \"impact\"",
                        "\"program\": [\"a\", \"{x}\"]",
                        "\"results\"",
                        "\"parameters\"",
                        "\"values\": [1, 2]",
                        "\"from\"",
                        "\"to\"",
                        "\"count\"",
                        "\"scale\": \"log\"",
                        "\"mean\"",
                        "\"deviation\"",
                        "\"unit\"",
                        "\"note\"",
                        "\"timeLimit\"",
                        "\"processorTime\"",
                        "1e308",
                        "-1e308",
                        "1e-308",
                        "{\"",
                        "}",
                        "[",
                        "]",
                        "true",
                        "/*",
                        "*/"}});
const AddReader results({"results",
                         readResults,
                         {"\"", "\"\"", ",", "\n", "0,", "1,1,", "-1", "18446744073709551617", "1/2", "auto"}});
const AddReader calibration({"calibration",
                             readCalibration,
                             {"\"experiments\"",
                              "\"kind\"",
                              "\"loading\"",
                              "\"impact\"",
                              "\"data\"",
                              "\"data.csv\"",
                              "\"reference\"",
                              "\"standard_deviation\"",
                              "\"law\"",
                              "\"laws\"",
                              "\"normal\"",
                              "\"tangential\"",
                              "\"rolling\"",
                              "\"parameters\"",
                              "\"value\"",
                              "\"lower\"",
                              "\"upper\"",
                              "\"scale\": \"log\"",
                              "\"free\"",
                              "\"starts\"",
                              "\"evaluations\"",
                              "\"tolerance\"",
                              "\"difference_step\"",
                              "\n---\n",
                              "_sd [-]",
                              "1e308"}});

} // namespace

} // namespace fuzz
