// SPDX-License-Identifier: Apache-2.0
// Linearizations of steps and of contacts.
#include "Arrays.h"
#include "Bindings.h"
#include "Simulation.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>
#include <vector>

using namespace nanobind::literals;
using namespace SimTK;

namespace simbodydem::python {

namespace {

using InputChoice = std::tuple<std::string, int, int>;          // what, robot, joint
using OutputChoice = std::tuple<std::string, int, std::string>; // what, robot, link

std::string nameOf(const MobilizedBody& body) {
    const std::string name = getBodyName(body);
    return name.empty() ? "body " + std::to_string(int(body.getMobilizedBodyIndex())) : name;
}

// Names the speeds u by joints and bodies.
std::vector<std::string> nameSpeeds(const Model& model, const State& state) {
    std::vector<std::string> names(std::size_t(state.getNU()));
    for (MobilizedBodyIndex i(1); i < model.matter.getNumBodies(); ++i) {
        const MobilizedBody& body = model.matter.getMobilizedBody(i);
        const int count = body.getNumU(state), first = count ? int(body.getFirstUIndex(state)) : 0;
        for (int k = 0; k < count; ++k) {
            std::string& name = names[std::size_t(first + k)];
            if (count == 1) name = nameOf(body);
            else if (count == 3 || count == 6) name = std::string(k < 3 ? "rotation " : "position ") + "xyz"[k % 3] + " of " + nameOf(body);
            else name = "speed " + std::to_string(k) + " of " + nameOf(body);
        }
    }
#ifdef SIMBODYDEM_HAS_ROBOTS
    for (const Robot& robot : model.robots)
        for (int joint = 0; joint < robot.getNumJoints(); ++joint) {
            const MobilizedBody& body = robot.getJointBody(joint);
            names[std::size_t(int(body.getFirstUIndex(state)) + int(robot.getJointForces().getCoordinate(joint)))] = robot.getJointName(joint);
        }
#endif
    return names;
}

#ifdef SIMBODYDEM_HAS_ROBOTS
StepInput makeInput(const Model& model, const State& state, const InputChoice& choice) {
    const auto& [what, number, joint] = choice;
    const Robot& robot = model.robots.at(std::size_t(number));
    const JointForces forces = robot.getJointForces();
    if (what == "target") return StepInput::servoTarget(forces, joint, state);
    StepInput input;
    const int coordinate = joint;
    if (what == "velocity target") {
        input.value = forces.getVelocityTarget(state, joint);
        input.set = [=](State& of, Real value) { forces.setVelocityTarget(of, coordinate, value); };
    } else {
        input.value = forces.getTorque(state, joint);
        input.set = [=](State& of, Real value) { forces.setTorque(of, coordinate, value); };
    }
    input.name = what + " of joint " + robot.getJointName(joint);
    return input;
}

void addOutput(const Model& model, const State& state, const OutputChoice& choice, std::vector<double>& values) {
    const auto& [what, number, link] = choice;
    const auto add = [&](const auto& numbers) {
        for (const Real value : numbers) values.push_back(value);
    };
    const auto add3 = [&](const Vec3& v) { values.insert(values.end(), {v[0], v[1], v[2]}); };
    if (what == "q" || what == "u" || what == "udot") {
        const Vector& all = what == "q" ? state.getQ() : what == "u" ? state.getU() : state.getUDot();
        for (int i = 0; i < all.size(); ++i) values.push_back(all[i]);
        return;
    }
    const Robot& robot = model.robots.at(std::size_t(number));
    if (what == "positions") add(robot.getJointPositions(state));
    else if (what == "velocities") add(robot.getJointVelocities(state));
    else if (what == "accelerations") add(robot.getJointAccelerations(state));
    else if (what == "position") add3(robot.findLinkTransform(state, link).p());
    else if (what == "imu") {
        const ImuReading imu = robot.calcImu(state, link);
        add3(imu.specificForce);
        add3(imu.angularRate);
    } else {
        if (!model.contact) throw std::invalid_argument("the world has no contacts");
        add3(robot.calcContacts(state, *model.contact).forces[std::size_t(robot.getFile().getLinkIndex(link))]);
    }
}
#else
StepInput makeInput(const Model&, const State&, const InputChoice&) { throw std::runtime_error("this package reads no robots"); }
void addOutput(const Model&, const State& state, const OutputChoice& choice, std::vector<double>& values) {
    const std::string& what = std::get<0>(choice);
    const Vector& all = what == "q" ? state.getQ() : what == "u" ? state.getU() : state.getUDot();
    for (int i = 0; i < all.size(); ++i) values.push_back(all[i]);
}
#endif

/** A linearization with the names of its inputs. */
struct Linearization {
    StepLinearization linear;
    std::vector<std::string> speeds, inputs;
};

Linearization linearizeStep(const Simulation& simulation, const std::vector<InputChoice>& choices, const std::vector<OutputChoice>& outputs,
                            int numSteps, std::optional<double> displacement, std::optional<double> speed,
                            std::optional<double> perturbation) {
    const nb::gil_scoped_release release;
    const ContactIntegrator* integrator = simulation.getRunner().getContactIntegrator();
    simulation.refuseGrains("linearize()");
    if (!integrator) throw std::invalid_argument("linearize() needs Simulation(step=...), with the integrator \"contact\"");
    const Model& model = simulation.getModel();
    const State& state = simulation.getRunner().getState();
    std::vector<StepInput> inputs;
    std::vector<std::string> names;
    for (const InputChoice& choice : choices) {
        inputs.push_back(makeInput(model, state, choice));
        if (perturbation) inputs.back().perturbation = *perturbation;
        names.push_back(inputs.back().name);
    }
    StepLinearizationOptions options;
    options.numSteps = numSteps;
    if (displacement) options.displacement = *displacement;
    if (speed) options.speed = *speed;
    StepOutput output;
    if (!outputs.empty())
        output = [&](const State& of) {
            std::vector<double> values;
            for (const OutputChoice& choice : outputs) addOutput(model, of, choice, values);
            return Vector(int(values.size()), values.data());
        };
    return {linearize(*integrator, inputs, output, options), nameSpeeds(model, state), names};
}

Numpy<double> toArray(const Vector& vector) {
    std::vector<double> values(std::size_t(vector.size()));
    for (int i = 0; i < vector.size(); ++i) values[std::size_t(i)] = vector[i];
    const std::size_t count = values.size();
    return makeArray(std::move(values), {count});
}

} // namespace

void bindLinearization(nb::module_& m) {
    nb::class_<Linearization>(m, "LinearizationCore", "The compiled part of StepLinearization.")
        .def_prop_ro("A", [](const Linearization& it) { return python::toArray(it.linear.A); }, nb::rv_policy::automatic)
        .def_prop_ro("B", [](const Linearization& it) { return python::toArray(it.linear.B); }, nb::rv_policy::automatic)
        .def_prop_ro("C", [](const Linearization& it) { return python::toArray(it.linear.C); }, nb::rv_policy::automatic)
        .def_prop_ro("D", [](const Linearization& it) { return python::toArray(it.linear.D); }, nb::rv_policy::automatic)
        .def_prop_ro("outputs", [](const Linearization& it) { return toArray(it.linear.getOutputs()); }, nb::rv_policy::automatic)
        .def_ro("speed_names", &Linearization::speeds)
        .def_ro("input_names", &Linearization::inputs)
        .def_prop_ro("num_auxiliary", [](const Linearization& it) { return it.linear.getNumAuxiliary(); })
        .def_prop_ro("slip_names", [](const Linearization& it) { return it.linear.getSlipNames(); })
        .def_prop_ro("kinks", [](const Linearization& it) { return it.linear.getKinks(); })
        .def_prop_ro("period", [](const Linearization& it) { return it.linear.getPeriod(); })
        .def("deviation",
             [](const Linearization& it, const Simulation& simulation) {
                 return toArray(it.linear.calcDeviation(simulation.getRunner().getState()));
             },
             "simulation"_a)
        .def("deviation_from_end",
             [](const Linearization& it, const Simulation& simulation) {
                 return toArray(it.linear.calcDeviationFromEnd(simulation.getRunner().getState()));
             },
             "simulation"_a);
    m.def("linearize", &linearizeStep, "simulation"_a, "inputs"_a, "outputs"_a, "num_steps"_a, "displacement"_a.none(), "speed"_a.none(),
          "perturbation"_a.none(), nb::keep_alive<0, 1>());
    m.def(
        "linearize_contacts",
        [](const Simulation& simulation) {
            const Model& model = simulation.getModel();
            if (!model.contact) throw std::invalid_argument("the world has no contacts");
            const State& state = simulation.getRunner().getState();
            const ContactLinearization linear = model.contact->calcLinearization(state);
            return std::make_pair(python::toArray(linear.calcStiffness(state)), python::toArray(linear.calcDamping(state)));
        },
        "simulation"_a);
}

} // namespace simbodydem::python
