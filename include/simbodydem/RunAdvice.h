// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RUN_ADVICE_H
#define SIMBODYDEM_RUN_ADVICE_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace SimTK {
class MultibodySystem;
}

namespace simbodydem {

/** The options of adviseOnRun(): the run of a model and the results that matter. */
struct RunAdviceOptions {
    OptionalReal duration{};  ///< of the run, from the State's time on [s], > 0; you must set it
    SimTK::Real settling = 0; ///< the part of the duration before the first sample [s], in [0, duration)
    int samples = 20;         ///< number of samples, evenly spread over the rest, the last one at the end; >= 1
    /** Returns the observed numbers of a State that is realized to Stage::Velocity. They must be finite, and equally many each time. If it is not
    set, points of all bodies are observed, see adviseOnRun(). */
    std::function<SimTK::Vector(const SimTK::State&)> observe;
    /** Returns the results that matter, as numbers of the order of one. It gets the observed numbers of all samples. If it is not set, all
    observed numbers are compared. NaN means that there is no result, such as that of an event which does not happen. NaN equals NaN only,
    and not all results may be NaN. */
    std::function<SimTK::Vector(const std::vector<SimTK::Vector>&)> answer;
    SimTK::Real tolerance = 0.01; ///< the error that each result may have [-], in (0, 1)
    OptionalReal longestStep{};   ///< of the integrators [s], > 0; not set: no limit
    OptionalReal firstStep{};     ///< of all integrators except CPodes [s], > 0; not set: their own
    /** If true, Simbody's integrators end with a step, setFinalTime(). Otherwise the end is interpolated. */
    bool endsWithAStep = false;
    /** Is called with the finished fraction of the trials, in (0, 1]. */
    std::function<void(SimTK::Real)> progress;
};

/** The accuracy that one integrator needs for this run. */
struct RunTrial {
    std::string integrator; ///< name of its class
    SimTK::Real accuracy;   ///< loosest accuracy that is right, see adviseOnRun(); NaN: none within the allowed cost
    SimTK::Real stepsPerSecond; ///< at this accuracy
    SimTK::Real costPerSecond;  ///< force evaluations per second at this accuracy
};

/** The result of adviseOnRun(). */
struct RunAdvice {
    SimTK::Real repeatableTime = 0;    ///< the part of the duration on which integrators can agree [s]; 0: none
    std::vector<RunTrial> integrators; ///< for that part; the least expensive first
    std::vector<std::string> warnings; ///< one sentence or more each
};

/** Finds the accuracy that each integrator needs for this run, by running it.

@par Trials
Simbody's integrators with error control are tried at accuracies from 0.1 to 1e-6, sixteen per decade. If there are forces,
ContactIntegrator is tried too. The reference is Runge-Kutta-Merson at 1e-9. The error of a run is the largest difference of any of its results
from the reference, as a multiple of the tolerance. A run is right if its error is at most 1.

@par Choice
The advice is the loosest accuracy that is right itself and whose decade is right on average. The mean error over the decade below
it, or down to 1e-6, must be at most 0.4. The reason is that a single run may be right or wrong by chance, depending on where its steps end. In
this mean no run counts for more than 2. A run that throws counts for 2, and so does one that takes more than three times the force evaluations
of the reference.

@par Results
Without observe() in the options, four points of each body are observed. These are its mass center, and one point on each axis at the
distance of a radius of gyration. Two results of each point are compared:
- its position, relative to the largest displacement of any point in this run
- its displacement since the sample before, which is its mean velocity, relative to the largest such displacement

Neither scale is less than the sliding length mu N/kt of the contacts. At the default tolerance a body that sticks may have an error of a
hundredth of the elastic displacement of its contacts.

@par Chaotic runs
If Runge-Kutta-Merson at 1e-8 already has other results, no accuracy makes the run repeatable. The advice then covers the
samples until the two runs diverge. With an answer() it covers nothing.
@throws std::invalid_argument if a value is NaN or out of its range, or if a force is null, given twice or of another System
@throws std::invalid_argument if answer() is set without observe(), if observe() returns a number that is not finite, or if answer() returns
        only NaN
@throws std::logic_error if the State is of another System; also the exception of the integrator if the run fails at 1e-9 */
SIMBODYDEM_API RunAdvice adviseOnRun(const SimTK::MultibodySystem&, const SimTK::State&,
                                     const std::vector<const DEMContactForce*>&, const RunAdviceOptions&);

/** Prints advice as a table and sentences, with units. */
SIMBODYDEM_API std::ostream& operator<<(std::ostream&, const RunAdvice&);

} // namespace simbodydem

#endif
