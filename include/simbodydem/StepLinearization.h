// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_STEP_LINEARIZATION_H
#define SIMBODYDEM_STEP_LINEARIZATION_H

#include "simbodydem/ContactIntegrator.h"
#include "simbodydem/Export.h"
#include "simbodydem/JointForces.h"
#include "simbodydem/OptionalReal.h"

#include "Simbody.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

/** One input of linearize(): a number that a controller sets, such as the target of a servo, a torque, a force on a body, or the rate of a
prescribed motion. */
struct SIMBODYDEM_API StepInput {
    /** Sets the input in a State. It holds for all steps of a control period. */
    std::function<void(SimTK::State&, SimTK::Real)> set;
    std::string name;                ///< for messages
    SimTK::Real value = 0;           ///< at the operating point, in the unit of the input
    SimTK::Real perturbation = 1e-4; ///< to either side, > 0, in the unit of the input

    /** Makes the target of a servo an input [rad, m]. Its value is that of the State. @throws std::invalid_argument if the joint has no
    servo */
    static StepInput servoTarget(const JointForces&, JointNumber, const SimTK::State&);
    /** Makes a force on a joint coordinate an input [N m, N]. Its value is that of the State. The forces are copied as a handle. */
    static StepInput mobilityForce(const SimTK::Force::DiscreteForces&, const SimTK::MobilizedBody&,
                                   SimTK::MobilizerUIndex, const SimTK::State&);
};

/** Returns the outputs of linearize(), numbers that sensors measure, of a State that is realized to Stage::Acceleration. They must be
finite, and equally many each time. */
using StepOutput = std::function<SimTK::Vector(const SimTK::State&)>;

/** Options of linearize(). */
struct StepLinearizationOptions {
    int numSteps = 1;            ///< steps of a control period, in which the inputs are constant; >= 1
    OptionalReal displacement{}; ///< perturbation of displacements and springs [m, rad], > 0; see linearize()
    OptionalReal speed{};        ///< perturbation of speeds [m/s, rad/s], > 0; see linearize()
};

/** Holds the linearization of one control period of a run: x' = A x + B du, y = C x + D du. Here x is the deviation from the operating
point at the start of the period, x' that at its end, du the deviation of the inputs, and y that of the outputs at the start.

@par Deviation
The deviation x has size n = 2 nu + nz + nm:

| part | size | meaning | units |
|-|-|-|-|
| displacements w | nu | along the speeds, q = q0 + N w; a quaternion turns by the rotation w | rad, m |
| speeds | nu | u - u0 | rad/s, m/s |
| auxiliary | nz | z - z0 | of z |
| slips s | nm | by how much a spring of friction has slipped | m, rad |

A spring of friction remembers its elastic displacement xi. Displacements stretch it, dxi = G w - s, and s is the part by which it has
slipped. Where friction sticks, s is constant: its columns of A have 1 on the diagonal, and nothing controls it. A controller that
balances on friction that sticks uses the first two parts of x only. Where friction slides, s grows, and its deviation is forgotten within
a step or a few.

| spring | slips | directions, in Ground, at the operating point |
|-|-|-|
| tangential spring of a contact | 2 [m] | two axes of the tangent plane, of b past a |
| rolling spring of a contact | 2 [rad], 3 with twisting friction | the same two, and the normal |
| dry friction of a joint | 1 [rad, m] | its coordinate |

The memory of normal laws, such as plastic overlap, and of elements of layers, sand and soil is no part of x. It begins as at the operating
point and evolves within the period. */
class SIMBODYDEM_API StepLinearization {
public:
    SimTK::Matrix A; ///< n x n
    SimTK::Matrix B; ///< n x number of inputs
    SimTK::Matrix C; ///< number of outputs x n
    SimTK::Matrix D; ///< number of outputs x number of inputs

    int getNumSpeeds() const;    ///< nu
    int getNumAuxiliary() const; ///< nz
    int getNumSlips() const;     ///< nm
    /** Returns the name of each slip, such as "slip 1 of foot on floor". */
    const std::vector<std::string>& getSlipNames() const;
    /** Returns the length of the control period [s]. */
    SimTK::Real getPeriod() const;
    /** Returns the outputs at the operating point. */
    const SimTK::Vector& getOutputs() const;
    /** Returns the contacts and joints that begin, end, stick or slide differently in perturbed periods. There a force has a kink, and A
    and B are the mean of both sides. Empty if the linearization holds. */
    const std::vector<std::string>& getKinks() const;

    /** Returns the State at the operating point: of the integrator at linearize(), as committed. */
    const SimTK::State& getStart() const;
    /** Returns the State at the end of the period without deviations. */
    const SimTK::State& getEnd() const;
    /** Computes the deviation x of a State from the operating point at the start. A contact that is not there at both has slip 0.
    @param state  of the same System; realized to Stage::Dynamics if necessary
    @throws std::logic_error if the State is of another System */
    SimTK::Vector calcDeviation(const SimTK::State& state) const;
    /** Computes the deviation of a State from the end of the period. */
    SimTK::Vector calcDeviationFromEnd(const SimTK::State& state) const;
    /** Makes a State that deviates by x from the operating point at the start. @throws std::invalid_argument if x has another size or is
    not finite */
    SimTK::State makeState(const SimTK::Vector& deviation) const;

private:
    friend class StepLinearizer;
    StepLinearization() = default;
    struct Parts;
    std::shared_ptr<const Parts> parts;
};

/** Linearizes the next control period of a run with fixed steps, at the integrator's present State and its own step. The run is not
changed.

Each column is a central difference of a whole period, (x'(+e) - x'(-e))/2e, with Newton's method solved to rounding. By default e is

| perturbed | e |
|-|-|
| displacement, slip | a thousandth of the smallest overlap, in [1e-9, 1e-6]; 1e-6 without contacts |
| slip of a joint | the same, at most a thousandth of limit/stiffness |
| speed | that of a displacement, over the period |
| auxiliary z | 1e-6 max(1, abs(z)) |
| input | StepInput::perturbation |

So forces change by about a thousandth. The curvature of the forces then leaves a relative error of about 1e-6, and rounding one of 1e-8
to 1e-6. The cost is that of 2 (n + number of inputs) periods.

Newton's method within each period takes the contacts' own tangents. The columns do not: those would also need how the memory of each spring
changes with its inputs, and laws return the derivatives of their forces only. So all columns are differences, those of bodies in flight too.

The first step of a period is that after a change of the State or of an input by hand, which a controller makes at each period: SDIRK2. The
steps of a run that nothing changes continue by TR-BDF2. Both are of the second order, and differ by the third power of the step in smooth
motion.

    integrator.setFixedStepSize(0.002);
    integrator.initialize(standing);
    const StepLinearization linear = linearize(integrator, {StepInput::servoTarget(joints, ankle, standing)});

@param integrator  with fixed steps, initialized; its System must have no enabled Constraints, since these make speeds depend on each other
@param inputs      see StepInput; B and D have a column each
@param outputs     see StepOutput; C and D have a row for each of its numbers; may be empty
@throws std::logic_error if the integrator is not initialized or has no fixed steps
@throws std::invalid_argument if Constraints are enabled, an input or an option is out of its range, or outputs are not finite
@throws std::runtime_error if a perturbed period cannot be integrated */
SIMBODYDEM_API StepLinearization linearize(const ContactIntegrator& integrator,
                                           const std::vector<StepInput>& inputs = {}, const StepOutput& outputs = {},
                                           const StepLinearizationOptions& = {});

} // namespace simbodydem

#endif
