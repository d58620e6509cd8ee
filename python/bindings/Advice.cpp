// SPDX-License-Identifier: Apache-2.0
// Advice on contacts.
#include "Bindings.h"
#include "Docs.h"
#include "Simulation.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

namespace nb = nanobind;
using namespace nanobind::literals;

namespace simbodydem::python {

void bindAdvice(nb::module_& m) {
    nb::class_<AdviceRow>(m, "AdviceRow", doc("AdviceRow"))
        .def_ro("subject", &AdviceRow::subject)
        .def_ro("quantity", &AdviceRow::quantity)
        .def_ro("value", &AdviceRow::value)
        .def_ro("unit", &AdviceRow::unit)
        .def_ro("remark", &AdviceRow::remark);
    nb::class_<ContactAdvice>(m, "ContactAdvice", doc("ContactAdvice"))
        .def_prop_ro("rows", [](const ContactAdvice& it) { return it.getRows(); })
        .def_prop_ro("subjects", &ContactAdvice::getSubjects)
        .def("has", &ContactAdvice::has, "subject"_a, "quantity"_a, doc("ContactAdvice::has"))
        .def("get", &ContactAdvice::get, "subject"_a, "quantity"_a, doc("ContactAdvice::get"))
        .def("warnings", &ContactAdvice::getWarnings, "subject"_a, doc("ContactAdvice::getWarnings"))
        .def("__str__", [](const ContactAdvice& it) {
            std::ostringstream text;
            text << it;
            return text.str();
        });
    m.def("advise", [](const Simulation& simulation, std::optional<double> load, double speed, double motionTime) {
        const Model& model = simulation.getModel();
        if (!model.contact) throw std::invalid_argument("advise(): the world has no contacts");
        AdviceOptions options;
        if (load) options.load = *load;
        options.speed = speed;
        options.motionTime = motionTime;
        return advise(model.system, simulation.getRunner().getState(), *model.contact, options);
    }, "simulation"_a, "load"_a.none(), "speed"_a, "motion_time"_a);
}

} // namespace simbodydem::python
