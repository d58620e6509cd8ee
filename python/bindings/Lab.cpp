// SPDX-License-Identifier: Apache-2.0
// The catalog of contact-lab for Python: its experiments, and the predictions of measurements to which laws are fitted.
#include "Lab.h"

#include "SignalCheck.h"

#ifdef SIMBODYDEM_HAS_LAB
#include "Check.h"
#include "LabExperiments.h"
#include "LawParameters.h"
#include "Measurements.h"
#include "Stepper.h"
#endif

#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <exception>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace simbodydem::python {

#ifdef SIMBODYDEM_HAS_LAB

namespace {

using Array = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using Options = nb::typed<nb::dict, nb::str, nb::object>;
using Results = nb::typed<nb::dict, nb::str, nb::object>;
using Texts = std::map<std::string, std::string>;

Array makeArray(std::vector<double> values) {
    auto* kept = new std::vector<double>(std::move(values));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
    return Array(kept->data(), {kept->size()}, owner);
}

// Ends a run of this thread at the time limit [s], and for signals of Python such as Ctrl-C.
class RunGuard {
public:
    explicit RunGuard(double timeLimit) : timeLimit(timeLimit) {
        lab::setInterruption([this] {
            try {
                signals();
            } catch (...) {
                raised = std::current_exception();
                throw lab::Interrupted();
            }
            if (std::chrono::duration<double>(Clock::now() - start).count() > this->timeLimit) throw lab::Interrupted();
        });
    }
    RunGuard(const RunGuard&) = delete;
    ~RunGuard() { lab::setInterruption({}); }

    // Raises the reason of an interruption as an exception of Python.
    [[noreturn]] void raise() const {
        if (raised) std::rethrow_exception(raised);
        PyErr_SetString(PyExc_TimeoutError, fmt::format("not finished after {:g} s", timeLimit).c_str());
        throw nb::python_error();
    }

private:
    using Clock = std::chrono::steady_clock;
    const double timeLimit;
    const Clock::time_point start = Clock::now();
    SignalCheck signals;
    std::exception_ptr raised;
};

// Returns the result of a function that needs no lock of the interpreter.
template <class Function> auto runGuarded(double timeLimit, const Function& function) {
    RunGuard guard(timeLimit);
    try {
        const nb::gil_scoped_release release;
        return function();
    } catch (const lab::Interrupted&) {
        guard.raise();
    }
}

using Values = std::vector<std::pair<std::string, lab::OptionValue>>;

// Returns an option's value: numbers of Python and NumPy are numbers, and only text is text.
Values toValues(const Options& options) {
    Values values;
    for (auto [name, value] : options) {
        const auto text = nb::cast<std::string>(name);
        if (nb::isinstance<nb::str>(value))
            values.emplace_back(text, nb::cast<std::string>(value));
        else {
            const double number = PyFloat_AsDouble(value.ptr());
            if (PyErr_Occurred()) {
                PyErr_Clear();
                lab::refuse("--{} = {}; it must be a number or text", text, nb::cast<std::string>(nb::str(value)));
            }
            values.emplace_back(text, number);
        }
    }
    return values;
}

const lab::ExperimentEntry& findExperiment(const std::string& name) {
    return lab::findNamed(lab::listExperiments(), name, "experiment: \"" + name + "\" is unknown; choose from ");
}

nb::object toObject(const lab::Quantity& q) {
    if (const bool* flag = std::get_if<bool>(&q.value)) return nb::bool_(*flag);
    if (const int* count = std::get_if<int>(&q.value)) return nb::int_(*count);
    return nb::float_(std::get<double>(q.value));
}

Results runExperiment(const std::string& name, const Options& given, double timeLimit) {
    lab::ExperimentOptions options;
    const auto run = findExperiment(name).addOptions(options);
    for (const auto& [option, value] : toValues(given)) options.set(option, value);
    lab::ExperimentOutcome outcome = runGuarded(timeLimit, run);
    Results result;
    for (const lab::Quantity& q : outcome.quantities) result[q.name.c_str()] = toObject(q);
    // A number may have the name of a quantity at all samples; it stays.
    for (lab::SampledQuantity& q : outcome.samples) result[q.name.c_str()] = makeArray(std::move(q.values));
    return result;
}

// Checks the options of an experiment: the run begins, and is given up after a few force evaluations.
void checkExperiment(const std::string& name, const Options& given) {
    lab::ExperimentOptions options;
    const auto run = findExperiment(name).addOptions(options);
    for (const auto& [option, value] : toValues(given)) options.set(option, value);
    if (options.has("evaluations")) options.set("evaluations", 1.);
    try {
        runGuarded(SimTK::Infinity, run);
    } catch (const lab::GivenUp&) { // it has begun, so the options are good
    }
}

using OptionRow = std::tuple<std::string, std::string, std::string, nb::object>;
using QuantityRow = std::tuple<std::string, std::string, bool>;
using ExperimentRow = std::tuple<std::string, std::string, std::vector<OptionRow>, std::vector<QuantityRow>, std::vector<std::pair<std::string, std::string>>>;

nb::object defaultOf(const lab::ExperimentOption& o) {
    if (std::string* const* word = std::get_if<std::string*>(&o.value)) return **word == "" ? nb::none() : nb::object(nb::str((*word)->c_str()));
    if (int* const* count = std::get_if<int*>(&o.value)) return nb::int_(**count);
    const double number = *std::get<double*>(o.value);
    return std::isnan(number) ? nb::none() : nb::object(nb::float_(number));
}

std::vector<ExperimentRow> listExperiments() {
    std::vector<ExperimentRow> rows;
    for (const lab::ExperimentEntry& e : lab::listExperiments()) {
        lab::ExperimentOptions options;
        const auto run = e.addOptions(options); // it keeps the values
        std::vector<OptionRow> all;
        for (const lab::ExperimentOption& o : options.list()) all.emplace_back(o.name, o.unit, o.help, o.partOf ? nb::none() : defaultOf(o));
        std::vector<QuantityRow> quantities;
        for (const lab::Quantity& q : e.outcome.quantities) quantities.emplace_back(q.name, q.unit, q.isRepeatable);
        std::vector<std::pair<std::string, std::string>> samples;
        for (const lab::SampledQuantity& q : e.outcome.samples) samples.emplace_back(q.name, q.unit);
        rows.emplace_back(e.name, e.help, all, quantities, samples);
    }
    return rows;
}

const lab::MeasurementKind& findKind(const std::string& name) {
    return lab::findNamed(lab::listMeasurements(), name, "kind \"" + name + "\" is unknown; choose from ");
}

// Lowest and highest value, whether they are included, and the range in words.
using RangeRow = std::tuple<double, double, bool, bool, std::string>;
RangeRow toRow(const ParameterRange& r) { return {r.least, r.greatest, r.includesLeast, r.includesGreatest, r.toText()}; }
using NameRow = std::pair<std::string, std::string>;
using SettingRow = std::tuple<std::string, std::string, double, RangeRow, std::string>;
using KindRow = std::tuple<std::string, std::string, NameRow, RangeRow, std::vector<NameRow>, std::vector<SettingRow>, std::vector<std::string>,
                           std::map<std::string, double>, bool>;

std::vector<KindRow> listMeasurements() {
    std::vector<KindRow> rows;
    for (const lab::MeasurementKind& k : lab::listMeasurements()) {
        std::vector<NameRow> measured;
        for (const lab::QuantityName& q : k.measured) measured.emplace_back(q.name, q.unit);
        std::vector<SettingRow> settings;
        for (const lab::Setting& s : k.settings) settings.emplace_back(s.quantity.name, s.quantity.unit, s.ifNotGiven, toRow(s.range), s.help);
        const lab::LawChoice law = k.getLaw();
        std::map<std::string, double> material;
        for (const char* name : {"youngsModulus", "poissonsRatio", "restitution", "staticFriction"}) material[name] = lab::getMaterialValue(law, name);
        rows.emplace_back(k.name, k.help, NameRow(k.abscissa.name, k.abscissa.unit), toRow(k.range), measured, settings, k.targets, material,
                          k.getReference != nullptr);
    }
    return rows;
}

std::vector<std::tuple<std::string, std::string, Array>> getReference(const std::string& kind) {
    std::vector<std::tuple<std::string, std::string, Array>> columns;
    for (lab::Column& c : findKind(kind).getReference()) columns.emplace_back(c.quantity.name, c.quantity.unit, makeArray(std::move(c.values)));
    return columns;
}

// Makes a law of its parts; which parts it may have, the reader of the specification decides.
lab::LawChoice toLaw(const Texts& parts) {
    lab::LawChoice law;
    const auto take = [&](const char* name, std::string& value) {
        if (parts.count(name)) value = parts.at(name);
    };
    if (parts.count("normal")) law.law = "";
    take("law", law.law);
    take("normal", law.normal);
    take("tangential", law.tangential);
    take("rolling", law.rolling);
    take("damping", law.damping);
    take("tension", law.tension);
    take("restitution_as", law.restitutionAs);
    take("effective_mass", law.effectiveMass);
    take("dashpot", law.dashpot);
    return law;
}

std::vector<std::tuple<std::string, std::string, RangeRow>> listLawParameters(const Texts& parts) {
    std::vector<std::tuple<std::string, std::string, RangeRow>> rows;
    for (const lab::KnownParameter& p : lab::listParameters(toLaw(parts))) rows.emplace_back(p.name, p.unit, toRow(p.range));
    return rows;
}

std::vector<Array> predict(const std::string& name, const std::string& target, const std::map<std::string, double>& settings,
                           const std::vector<double>& abscissae, const std::vector<std::string>& measured, const Texts& parts,
                           const std::map<std::string, double>& parameters, double timeLimit) {
    const lab::MeasurementKind& kind = findKind(name);
    lab::MeasurementSetup setup;
    for (const lab::Setting& s : kind.settings) setup.settings[s.quantity.name] = s.ifNotGiven;
    for (const auto& [setting, value] : settings) {
        if (setup.settings.count(setting) == 0) lab::refuse("{} has no setting \"{}\"", name, setting);
        setup.settings[setting] = value;
    }
    if (!kind.targets.empty()) setup.target = target == "" ? kind.targets.front() : target;
    setup.abscissae = abscissae;
    setup.measured = measured;
    const lab::LawChoice law = toLaw(parts);
    const std::vector<lab::KnownParameter> known = lab::listParameters(law);
    for (const auto& [parameter, value] : parameters) lab::findParameter(known, parameter);
    auto columns = runGuarded(timeLimit, [&] { return kind.predict(setup, lab::makeLaw(law, kind.getLaw(), parameters)); });
    std::vector<Array> arrays;
    for (auto& column : columns) arrays.push_back(makeArray(std::move(column)));
    return arrays;
}

// Names what results depend on beside the version of the package.
std::string nameVersions() {
    int major, minor, build;
    SimTK_version_simbody(&major, &minor, &build);
#ifdef __clang__
    const char* compiler = "clang";
#else
    const char* compiler = "gcc";
#endif
    return fmt::format("Simbody {}.{}.{}, {} {}", major, minor, build, compiler, __VERSION__);
}

} // namespace

void bindLab(nb::module_& m) {
    m.attr("HAS_LAB") = true;
    m.def("lab_versions", &nameVersions);
    m.def("lab_experiments", &listExperiments);
    m.def("lab_run", &runExperiment, "name"_a, "options"_a, "time_limit"_a);
    m.def("lab_check", &checkExperiment, "name"_a, "options"_a);
    m.def("lab_measurements", &listMeasurements);
    m.def("lab_reference", &getReference, "kind"_a);
    m.def("lab_law_parameters", &listLawParameters, "law"_a);
    m.def("lab_predict", &predict, "kind"_a, "target"_a, "settings"_a, "abscissae"_a, "measured"_a, "law"_a, "parameters"_a, "time_limit"_a);
}

#else

void bindLab(nb::module_& m) { m.attr("HAS_LAB") = false; }

#endif

} // namespace simbodydem::python
