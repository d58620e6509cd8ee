// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/StepLinearization.h"

#include "base/Checks.h"
#include "base/Warning.h"
#include "control/RunCoordinates.h"
#include "control/SpringSlips.h"
#include "force/StateStamp.h"
#include "integration/ContactIntegratorImpl.h"
#include "simbodydem/Messages.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

const char* const owner = "linearize()";

// Perturbations change overlaps by this part, and forces of Hertz's law by half as much again [-].
const Real partOfOverlap = 1e-3;
// Shorter displacements are rounding, and longer ones turn long legs too far [m, rad].
const Real shortest = 1e-9, longest = 1e-6;
const Real partOfAuxiliary = 1e-6; // of z, relative to max(1, |z|)
// Newton's method is solved to rounding. Its tolerance is a hundredth of this accuracy, and each iteration squares what is left.
const Real tightAccuracy = 1e-9;
const int manyIterations = 30;
// The mean of a slip to both sides, relative to the largest displacement, that is more than curvature [-].
const Real oneSided = 0.02;

/** A State that deviations are measured from, and what its springs remember. */
struct Reference {
    Reference(const MultibodySystem& system, const ContactForces& forces, State committed)
        : state(std::move(committed)), springs(system, forces, realized(system, state)) {}
    static const State& realized(const MultibodySystem& system, const State& state) {
        system.realize(state, Stage::Dynamics);
        return state;
    }
    State state;
    SpringSlips springs;
};

} // namespace

struct StepLinearization::Parts {
    Parts(const MultibodySystem& system, const ContactForces& given, const State& present)
        : system(system), coordinates(system.getMatterSubsystem(), present) {
        for (const DEMContactForce* force : given.getContacts()) contacts.push_back(*force);
        for (const DEMContactForce& force : contacts) addresses.push_back(&force);
        forces = std::make_unique<ContactForces>(system, addresses);
        for (const JointForces& joints : given.getJoints()) forces->addJoints(system, joints);
    }

    Vector calcDeviation(const State&, const Reference&) const;
    State makeState(const Vector& deviation) const;
    int getNumDeviations() const { return 2 * start->state.getNU() + start->state.getNZ() + start->springs.size(); }

    const MultibodySystem& system;
    std::vector<DEMContactForce> contacts;
    std::vector<const DEMContactForce*> addresses; // of these
    std::unique_ptr<ContactForces> forces;
    CoordinateUpdate coordinates;
    std::optional<Reference> start, end;
    std::vector<std::string> slipNames, kinks;
    Real period = 0;
    Vector outputs;
};

Vector StepLinearization::Parts::calcDeviation(const State& state, const Reference& from) const {
    const State& origin = from.state;
    const int nu = origin.getNU(), nz = origin.getNZ(), nm = from.springs.size();
    Vector displacement, all(2 * nu + nz + nm);
    system.getMatterSubsystem().multiplyByNInv(origin, false, state.getQ() - origin.getQ(), displacement);
    coordinates.correctDisplacement(origin.getQ(), state.getQ(), displacement);
    all(0, nu) = displacement;
    all(nu, nu) = state.getU() - origin.getU();
    if (nz > 0) all(2 * nu, nz) = state.getZ() - origin.getZ();
    if (nm > 0) all(2 * nu + nz, nm) = from.springs.calcSlips(state, displacement);
    return all;
}

State StepLinearization::Parts::makeState(const Vector& deviation) const {
    const State& origin = start->state;
    const int nu = origin.getNU(), nz = origin.getNZ(), nm = start->springs.size();
    const Vector displacement = deviation(0, nu);
    State state = origin;
    Vector rates, q;
    system.getMatterSubsystem().multiplyByN(origin, false, displacement, rates);
    coordinates.advance(origin.getQ(), displacement, rates, q);
    state.updQ() = q;
    state.updU() = origin.getU() + deviation(nu, nu);
    if (nz > 0) state.updZ() = origin.getZ() + deviation(2 * nu, nz);
    if (nm == 0) return state;
    // The springs follow to the new pose, and are then set to what the deviation says.
    commit(system, state);
    start->springs.write(state, start->springs.stretch(displacement) - deviation(2 * nu + nz, nm));
    return state;
}

/** Takes the periods that a linearization is made of. */
class StepLinearizer {
public:
    StepLinearizer(const ContactIntegratorImpl& given, const std::vector<StepInput>& inputs, const StepOutput& observe,
                   const StepLinearizationOptions& options)
        : inputs(inputs),
          observe(observe),
          options(options),
          system(given.getSystem()),
          step(given.getFixedStepSize()),
          period(options.numSteps * step),
          parts(std::make_shared<StepLinearization::Parts>(system, given.getForces(), given.getState())) {
        State committed = given.getState();
        commit(system, committed);
        for (const StepInput& input : inputs) input.set(committed, input.value);
        parts->start.emplace(system, *parts->forces, committed);
        const std::vector<JointForces>& joints = parts->forces->getJoints();
        trial = parts->contacts.empty() ? std::make_unique<ContactIntegrator>(system, joints.front())
                                        : std::make_unique<ContactIntegrator>(system, parts->contacts);
        for (std::size_t i = parts->contacts.empty() ? 1 : 0; i < joints.size(); ++i) trial->addJointForces(joints[i]);
        trial->setAccuracy(tightAccuracy).setMechanismDerivatives(given.getMechanismDerivatives());
        if (given.getMaximumStepSize() < Infinity) trial->setMaximumStepSize(given.getMaximumStepSize());
        trial->setFixedStepSize(step, manyIterations);
    }

    StepLinearization linearize() {
        parts->period = period;
        const State& start = parts->start->state;
        const int nu = start.getNU(), nz = start.getNZ(), n = parts->getNumDeviations(), m = int(inputs.size());
        run(start, "without deviations");
        parts->outputs = outputs;
        statusAtEnd = findStatus();
        numSteps = trial->getNumStepsTaken();
        if (trial->getNumExplicitStepsTaken() > 0) parts->kinks.push_back("a collision within the period");
        State end = trial->getState();
        commit(system, end);
        parts->end.emplace(system, *parts->forces, end);

        StepLinearization result;
        const int ny = outputs.size();
        result.A.resize(n, n);
        result.B.resize(n, m);
        result.C.resize(ny, n);
        result.D.resize(ny, m);
        const Real displacement = options.displacement.isSet() ? Real(options.displacement) : chooseDisplacement();
        const Real speed = options.speed.isSet() ? Real(options.speed) : displacement / period;
        for (int i = 0; i < n; ++i) {
            Real e = displacement;
            std::string what = "displacement " + std::to_string(i);
            if (i >= 2 * nu + nz) {
                const SpringSlips& springs = parts->start->springs;
                e = std::min(displacement, springs.getGreatestStep(i - 2 * nu - nz));
                what = springs.getName(i - 2 * nu - nz);
            } else if (i >= 2 * nu) {
                e = partOfAuxiliary * std::max(Real(1), std::abs(start.getZ()[i - 2 * nu]));
                what = "z " + std::to_string(i - 2 * nu);
            } else if (i >= nu) {
                e = speed;
                what = "speed " + std::to_string(i - nu);
            }
            difference(
                [&](Real by) {
                    Vector deviation(n, Real(0));
                    deviation[i] = by;
                    return parts->makeState(deviation);
                },
                e, what, result.A.updCol(i), result.C.updCol(i));
        }
        for (int k = 0; k < m; ++k)
            difference(
                [&](Real by) {
                    State state = start;
                    inputs[k].set(state, inputs[k].value + by);
                    return state;
                },
                inputs[k].perturbation, "input " + inputs[k].name, result.B.updCol(k), result.D.updCol(k));
        for (int i = 0; i < parts->start->springs.size(); ++i)
            parts->slipNames.push_back(parts->start->springs.getName(i));
        parts->kinks.insert(parts->kinks.end(), kinks.begin(), kinks.end());
        result.parts = parts;
        return result;
    }

private:
    template <class MakeState> void difference(const MakeState& makeState, Real e, const std::string& what,
                                               VectorView column, VectorView outputColumn) {
        Vector ends[2], seen[2];
        for (const int side : {0, 1}) {
            const Real by = side == 0 ? -e : e;
            run(makeState(by), what + " is changed by " + toText(by));
            ends[side] = endDeviation();
            seen[side] = outputs;
            noteKinks();
        }
        noteOneSidedSlips(ends[0], ends[1]);
        column = (ends[1] - ends[0]) / (2 * e);
        outputColumn = (seen[1] - seen[0]) / (2 * e);
    }

    Vector endDeviation() const { return parts->calcDeviation(trial->getState(), *parts->end); }

    void run(const State& from, const std::string& what) {
        const Silence silence; // the run that is linearized has its own warnings
        try {
            trial->initialize(from);
            Vector now;
            if (observe) now = observe(trial->getState());
            check(now);
            outputs = now;
            trial->stepTo(from.getTime() + period);
        } catch (const std::invalid_argument&) {
            throw;
        } catch (const std::exception& e) {
            throw std::runtime_error(std::string(owner) + ": " + what + ": " + e.what());
        }
    }

    void check(const Vector& now) const {
        for (int i = 0; i < now.size(); ++i)
            checkParameter(std::isfinite(now[i]), owner, "output " + std::to_string(i), now[i], "-", "finite");
        if (parts->end && now.size() != outputs.size())
            throw std::invalid_argument(std::string(owner) + ": there are " + std::to_string(now.size()) +
                                        " outputs, and were " + std::to_string(outputs.size()) +
                                        "; their number must be the same each time");
    }

    std::vector<ContactStatus> findStatus() const {
        std::vector<ContactStatus> status;
        parts->forces->findStatus(trial->getState(), status);
        return status;
    }

    void noteKinks() {
        const std::vector<ContactStatus> now = findStatus();
        const auto noteMissing = [&](const std::vector<ContactStatus>& from, const std::vector<ContactStatus>& in) {
            for (const ContactStatus& one : from)
                if (std::find(in.begin(), in.end(), one) == in.end()) kinks.insert(parts->forces->nameOf(one));
        };
        noteMissing(now, statusAtEnd);
        noteMissing(statusAtEnd, now);
        if (trial->getNumStepsTaken() != numSteps) kinks.insert("a collision within a perturbed period");
    }

    /** Notes springs that slip to one side only, such as a rolling spring that has come to rest at its limit. No status says so. */
    void noteOneSidedSlips(const Vector& before, const Vector& after) {
        const int nm = parts->end->springs.size(), nu = parts->end->state.getNU(), first = before.size() - nm;
        const Vector difference = after - before;
        Real largest = difference(0, nu).normInf();
        if (nm > 0) largest = std::max(largest, difference(first, nm).normInf());
        for (int i = 0; i < nm; ++i)
            if (std::abs(before[first + i] + after[first + i]) > oneSided * largest)
                kinks.insert(parts->end->springs.getName(i));
    }

    Real chooseDisplacement() const {
        Real smallest = Infinity;
        for (const DEMContactForce& force : parts->contacts) {
            if (force.isDisabled(parts->start->state)) continue;
            for (const ContactRecord& contact : force.getContactRecords(parts->start->state))
                if (contact.overlap > 0) smallest = std::min(smallest, contact.overlap);
        }
        return std::clamp(partOfOverlap * smallest, shortest, longest);
    }

    const std::vector<StepInput>& inputs;
    const StepOutput& observe;
    const StepLinearizationOptions& options;
    const MultibodySystem& system;
    const Real step, period; // [s]
    std::shared_ptr<StepLinearization::Parts> parts;
    std::unique_ptr<ContactIntegrator> trial;
    Vector outputs; // at the start of the last run
    std::vector<ContactStatus> statusAtEnd;
    int numSteps = 0;
    std::set<std::string> kinks;
};

int StepLinearization::getNumSpeeds() const { return parts->start->state.getNU(); }
int StepLinearization::getNumAuxiliary() const { return parts->start->state.getNZ(); }
int StepLinearization::getNumSlips() const { return parts->start->springs.size(); }
const std::vector<std::string>& StepLinearization::getSlipNames() const { return parts->slipNames; }
Real StepLinearization::getPeriod() const { return parts->period; }
const Vector& StepLinearization::getOutputs() const { return parts->outputs; }
const std::vector<std::string>& StepLinearization::getKinks() const { return parts->kinks; }
const State& StepLinearization::getStart() const { return parts->start->state; }
const State& StepLinearization::getEnd() const { return parts->end->state; }

Vector StepLinearization::calcDeviation(const State& state) const {
    checkStateOf(parts->system, state, "StepLinearization::calcDeviation()");
    return parts->calcDeviation(state, *parts->start);
}

Vector StepLinearization::calcDeviationFromEnd(const State& state) const {
    checkStateOf(parts->system, state, "StepLinearization::calcDeviationFromEnd()");
    return parts->calcDeviation(state, *parts->end);
}

State StepLinearization::makeState(const Vector& deviation) const {
    const std::string caller = "StepLinearization::makeState()";
    if (deviation.size() != parts->getNumDeviations())
        throw std::invalid_argument(caller + ": the deviation has " + std::to_string(deviation.size()) +
                                    " numbers; it must have " + std::to_string(parts->getNumDeviations()));
    for (int i = 0; i < deviation.size(); ++i)
        checkParameter(std::isfinite(deviation[i]), caller, "deviation " + std::to_string(i), deviation[i], "-",
                       "finite");
    return parts->makeState(deviation);
}

StepInput StepInput::servoTarget(const JointForces& joints, JointNumber joint, const State& state) {
    if (!(joints.getSettings(joint).servoStiffness > 0))
        throw std::invalid_argument("StepInput::servoTarget(): joint " + joints.getName(joint) +
                                    " has no servo; call setServo() of its JointSettings");
    const JointForces handle = joints;
    StepInput input;
    input.name = "target of joint " + joints.getName(joint);
    input.value = joints.getTarget(state, joint);
    input.set = [handle, joint](State& of, Real value) { handle.setTarget(of, joint, value); };
    return input;
}

StepInput StepInput::mobilityForce(const Force::DiscreteForces& forces, const MobilizedBody& body,
                                   MobilizerUIndex coordinate, const State& state) {
    const Force::DiscreteForces handle = forces;
    const MobilizedBody mobilized = body;
    StepInput input;
    input.name = "force on coordinate " + std::to_string(coordinate) + " of " + describeBody(body);
    input.value = forces.getOneMobilityForce(state, body, coordinate);
    input.set = [handle, mobilized, coordinate](State& of, Real value) {
        handle.setOneMobilityForce(of, mobilized, coordinate, value);
    };
    return input;
}

StepLinearization linearize(const ContactIntegrator& integrator, const std::vector<StepInput>& inputs,
                            const StepOutput& outputs, const StepLinearizationOptions& options) {
    const ContactIntegratorImpl& impl = *integrator.impl;
    if (!impl.isBegun())
        throw std::logic_error(std::string(owner) + ": the integrator has no State; call its initialize() first");
    if (std::isnan(impl.getFixedStepSize()))
        throw std::logic_error(std::string(owner) +
                               ": the integrator has no fixed steps; call its setFixedStepSize() first");
    const SimbodyMatterSubsystem& matter = impl.getSystem().getMatterSubsystem();
    for (ConstraintIndex c(0); c < matter.getNumConstraints(); ++c)
        if (!matter.getConstraint(c).isDisabled(impl.getState()))
            throw std::invalid_argument(
                std::string(owner) + ": Constraint " + std::to_string(c) +
                " is enabled, so speeds depend on each other; replace it by a joint or a stiff force");
    checkParameter(options.numSteps >= 1, owner, "number of steps", options.numSteps, "-", ">= 1");
    if (options.displacement.isSet())
        checkPositive(owner, "perturbation of displacements", options.displacement, "m, rad");
    if (options.speed.isSet()) checkPositive(owner, "perturbation of speeds", options.speed, "m/s, rad/s");
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::string name = "input " + std::to_string(i) + (inputs[i].name.empty() ? "" : ", " + inputs[i].name);
        if (!inputs[i].set)
            throw std::invalid_argument(std::string(owner) + ": " + name + ": set() is an empty function");
        checkParameter(std::isfinite(inputs[i].value), owner, "value of " + name, inputs[i].value, "-", "finite");
        checkPositive(owner, "perturbation of " + name, inputs[i].perturbation, "-");
    }
    return StepLinearizer(impl, inputs, outputs, options).linearize();
}

} // namespace simbodydem
