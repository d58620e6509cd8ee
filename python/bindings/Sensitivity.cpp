// SPDX-License-Identifier: Apache-2.0
// Derivatives of runs.
#include "Arrays.h"
#include "Bindings.h"
#include "Docs.h"
#include "Simulation.h"

#include <simbodydem/Sensitivity.h>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
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

/** Calls a function of Python. Its RuntimeErrors are those of a run, of which smaller perturbations are taken. */
template <class... Args> nb::object callPython(const nb::object& function, Args&&... args) {
    try {
        return function(std::forward<Args>(args)...);
    } catch (nb::python_error& e) {
        if (e.matches(PyExc_RuntimeError)) throw std::runtime_error(std::string(nb::str(e.value()).c_str()));
        throw;
    }
}

/** A simulation of Python with the functions that set its controls and read its outputs. */
class PythonModel : public SensitiveModel {
public:
    PythonModel(nb::object simulation, const nb::object& control, const nb::object& observe)
        : simulation(std::move(simulation)), core(nb::cast<Simulation&>(this->simulation.attr("_core"))), control(control), read(observe) {}
    ContactIntegrator& updIntegrator() override { return core.getContactIntegrator("linearize_run()"); }
    State makeStart() override { return core.getState(); }
    void setControls(State&, int interval, const Vector& controls) override {
        if (control.is_none()) return;
        core.refresh();
        callPython(control, simulation, interval, toArray(controls));
    }
    Vector observe(const State&, int interval) override {
        core.refresh();
        const nb::object outputs = callPython(read, simulation, interval);
        return toVector(toArrayOf<Array>(nb::module_::import_("numpy").attr("ravel")(outputs), "float64"));
    }

private:
    nb::object simulation;
    Simulation& core;
    nb::object control, read;
};

Matrix toMatrix(const nb::object& given, const char* name) {
    const Array numbers = toArrayOf<Array>(given, "float64");
    if (numbers.ndim() != 2) throw std::invalid_argument(std::string(name) + " must have two dimensions");
    Matrix matrix(int(numbers.shape(0)), int(numbers.shape(1)));
    for (int i = 0; i < matrix.nrow(); ++i)
        for (int k = 0; k < matrix.ncol(); ++k) matrix(i, k) = numbers.data()[i * matrix.ncol() + k];
    return matrix;
}

RunLinearization linearizePython(const nb::object& make, const nb::object& control, const nb::object& observe, const Array& times,
                                 const Array& parameters, const nb::object& controls, int numStart, const Array& parameterPerturbations,
                                 const Array& controlPerturbations, double tolerance, int mostStates) {
    RunInIntervals run;
    run.times = toVector(times);
    run.parameters = toVector(parameters);
    run.controls = toMatrix(controls, "controls");
    run.numStartParameters = numStart;
    run.parameterPerturbations = toVector(parameterPerturbations);
    run.controlPerturbations = toVector(controlPerturbations);
    run.tolerance = tolerance;
    run.mostStates = mostStates;
    return linearizeRun( // the products may make models
        [make, control, observe](const Vector& p) -> std::shared_ptr<SensitiveModel> {
            return std::make_shared<PythonModel>(callPython(make, toArray(p)), control, observe);
        },
        run);
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
    nb::class_<RunLinearization>(m, "RunLinearizationCore")
        .def_prop_ro("outputs", [](const RunLinearization& r) { return python::toArray(r.getOutputs()); }, nb::rv_policy::automatic)
        .def("multiply",
             [](const RunLinearization& r, const Array& parameters, const nb::object& controls) {
                 return python::toArray(r.multiply(toVector(parameters), toMatrix(controls, "controls")));
             },
             "parameters"_a, "controls"_a)
        .def("multiply_transposed",
             [](const RunLinearization& r, const nb::object& weights) {
                 const RunLinearization::Gradient gradient = r.multiplyTransposed(toMatrix(weights, "weights"));
                 return std::make_pair(toArray(gradient.parameters), python::toArray(gradient.controls));
             },
             "weights"_a)
        .def("jacobian", [](const RunLinearization& r) { return python::toArray(r.calcJacobian()); })
        .def_prop_ro("doubts", &RunLinearization::getDoubts)
        .def_prop_ro("num_steps", &RunLinearization::getNumSteps)
        .def_prop_ro("num_interval_runs", &RunLinearization::getNumIntervalRuns);
    m.def("linearize_run", linearizePython, "make"_a, "control"_a.none(), "observe"_a, "times"_a, "parameters"_a, "controls"_a,
          "num_start_parameters"_a, "parameter_perturbations"_a, "control_perturbations"_a, "tolerance"_a, "most_states"_a);
    m.def("calc_sensitivity", calculate, "function"_a, "parameters"_a, "perturbations"_a, "tolerance"_a);
}

} // namespace simbodydem::python
