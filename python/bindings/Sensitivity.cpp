// SPDX-License-Identifier: Apache-2.0
// Derivatives of runs.
#include "Arrays.h"
#include "Bindings.h"
#include "Docs.h"
#include "Simulation.h"

#include <simbodydem/Sensitivity.h>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <vector>

using namespace nanobind::literals;
using namespace SimTK;

namespace simbodydem::python {

namespace {

Vector toVector(const Array& numbers) {
    Vector vector(int(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i) vector[int(i)] = numbers.data()[i];
    return vector;
}

Numpy<double> toArray(const Vector& vector) {
    std::vector<double> values;
    for (int i = 0; i < vector.size(); ++i) values.push_back(vector[i]);
    return makeArray(std::move(values), {std::size_t(vector.size())});
}

/** A run as Python sees it. It may keep the object after the run, which then serves no more. */
struct PythonRun {
    SensitivityRun* run = nullptr;
};

Sensitivity calculate(const nb::object& function, const Array& parameters, const Array& perturbations, double tolerance) {
    SensitivityOptions options;
    options.perturbations = toVector(perturbations);
    options.tolerance = tolerance;
    const auto call = [&](const Vector& p, SensitivityRun& run) {
        nb::object passed = nb::cast(PythonRun{&run});
        try {
            const nb::object outcome = function(toArray(p), passed);
            nb::cast<PythonRun&>(passed).run = nullptr;
            return toVector(toArrayOf<Array>(nb::module_::import_("numpy").attr("ravel")(outcome), "float64"));
        } catch (nb::python_error& e) {
            nb::cast<PythonRun&>(passed).run = nullptr;
            // calcSensitivity() takes a smaller perturbation where the recorded steps do not serve.
            if (e.matches(PyExc_RuntimeError)) throw std::runtime_error(std::string(nb::str(e.value()).c_str()));
            throw;
        }
    };
    return calcSensitivity(call, toVector(parameters), options);
}

} // namespace

void bindSensitivity(nb::module_& m) {
    nb::class_<PythonRun>(m, "SensitivityRun")
        .def(
            "follow",
            [](const PythonRun& self, Simulation& simulation) {
                if (!self.run)
                    throw std::logic_error("SensitivityRun.follow(): the run has ended; call it in the function of sensitivity()");
                simulation.follow(*self.run);
            },
            "simulation"_a, doc("SensitivityRun::follow"));
    nb::class_<Sensitivity>(m, "SensitivityCore")
        .def_prop_ro("outcome", [](const Sensitivity& s) { return toArray(s.outcome); }, nb::rv_policy::automatic)
        .def_prop_ro("jacobian", [](const Sensitivity& s) { return python::toArray(s.jacobian); }, nb::rv_policy::automatic)
        .def_prop_ro("error", [](const Sensitivity& s) { return python::toArray(s.error); }, nb::rv_policy::automatic)
        .def_ro("doubts", &Sensitivity::doubts)
        .def_ro("num_steps", &Sensitivity::numSteps)
        .def_ro("num_runs", &Sensitivity::numRuns);
    m.def("calc_sensitivity", calculate, "function"_a, "parameters"_a, "perturbations"_a, "tolerance"_a);
}

} // namespace simbodydem::python
