// SPDX-License-Identifier: Apache-2.0
// Recorders of ground reactions.
#include "Arrays.h"
#include "Bindings.h"
#include "Simulation.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace nanobind::literals;
using namespace SimTK;

namespace simbodydem::python {

namespace {

using Group = std::pair<std::string, std::set<int>>;

SurfaceGroup toGroup(const Group& group) {
    SurfaceGroup result;
    result.name = group.first;
    for (const int surface : group.second) result.surfaces.insert(ContactSurfaceIndex(surface));
    return result;
}

/** A recorder that its simulation serves. The simulation outlives the object of Python. */
struct ReactionRecorder {
    ReactionRecorder(Simulation& simulation, const std::vector<Group>& groups, double interval)
        : simulation(simulation), model(simulation.shareModel()) {
        if (!model->contact) throw std::invalid_argument("the world has no contacts");
        std::vector<SurfaceGroup> list;
        for (const Group& group : groups) list.push_back(toGroup(group));
        recorder = std::make_shared<GroundReactionRecorder>(*model->contact, list, interval);
        simulation.add(recorder);
    }
    void close() {
        recorder->close();
        simulation.remove(*recorder);
    }

    Simulation& simulation;
    std::shared_ptr<const Model> model; // whose contacts are recorded
    std::shared_ptr<GroundReactionRecorder> recorder;
};

} // namespace

void bindRecorders(nb::module_& m) {
    nb::class_<ReactionRecorder>(m, "ReactionRecorder", "The compiled part of GroundReactionRecorder.")
        .def(nb::init<Simulation&, const std::vector<Group>&, double>(), "simulation"_a, "groups"_a, "interval"_a, nb::keep_alive<1, 2>())
        .def("set_plane",
             [](ReactionRecorder& it, const Array3& point, const Array3& normal) {
                 GroundPlane plane;
                 plane.origin = toVec3(point);
                 plane.normal = UnitVec3(toVec3(normal));
                 it.recorder->setPlane(plane);
             })
        .def("set_ground", [](ReactionRecorder& it, const std::set<int>& surfaces) { it.recorder->setGround(toGroup({"ground", surfaces})); })
        .def("set_minimum_normal_force", [](ReactionRecorder& it, double force) { it.recorder->setMinimumNormalForce(force); })
        .def("write", [](ReactionRecorder& it, const std::string& file) { it.recorder->write(file); })
        .def("write_external_loads",
             [](ReactionRecorder& it, const std::string& file, const std::string& data, const std::map<std::string, std::string>& bodies) {
                 it.recorder->writeExternalLoads(file, data, bodies);
             })
        .def("write_contacts", [](ReactionRecorder& it, const std::string& file) { it.recorder->writeContacts(file); })
        .def("write_areas", [](ReactionRecorder& it, const std::string& file) { it.recorder->writeAreas(file); })
        .def("write_elements",
             [](ReactionRecorder& it, const std::string& file, int surface) {
                 it.recorder->writeElements(file, ContactSurfaceIndex(surface));
             })
        .def("write_element_series",
             [](ReactionRecorder& it, const std::string& file, int surface) {
                 it.recorder->writeElementSeries(file, ContactSurfaceIndex(surface));
             })
        .def("record",
             [](ReactionRecorder& it) {
                 if (it.model != it.simulation.shareModel())
                     throw std::runtime_error("the simulation has taken another bed of grains; make a new recorder");
                 it.recorder->record(it.simulation.getRunner().getState());
             })
        .def("close", &ReactionRecorder::close);
}

} // namespace simbodydem::python
