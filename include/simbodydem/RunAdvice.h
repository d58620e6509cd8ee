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
    OptionalReal duration{};  ///< of the run, from the State's time on [s], > 0; it must be given
    SimTK::Real settling = 0; ///< the part of the duration before the first sample [s], in [0, duration)
    int samples = 20;         ///< their number, evenly spread over the rest, the last one at the end; >= 1
    /** Returns what is observed in a State, realized to Stage::Velocity: finite numbers, as many each time. If it is not given, points
    of all bodies are observed, see adviseOnRun(). */
    std::function<SimTK::Vector(const SimTK::State&)> observe;
    /** Returns the results that matter, as numbers of the order of one, from what was observed, sample by sample. If it is not given, all
    that was observed is compared. NaN means no result, as where the event does not happen. NaN equals NaN alone, and not all may be
    NaN. */
    std::function<SimTK::Vector(const std::vector<SimTK::Vector>&)> answer;
    SimTK::Real tolerance = 0.01; ///< the error that each result may have [-], in (0, 1)
    OptionalReal longestStep{};   ///< of the integrators [s], > 0; not set: none
    OptionalReal firstStep{};     ///< of all integrators except CPodes [s], > 0; not set: their own
    bool endsWithAStep =
        false; ///< Simbody's integrators end with a step, setFinalTime(); otherwise the end is interpolated
    /** Called with the finished share of the trials, in (0, 1]. */
    std::function<void(SimTK::Real)> progress;
};
using RunQuestion [[deprecated("it is called RunAdviceOptions")]] = RunAdviceOptions;

/** One integrator on this run. */
struct RunTrial {
    std::string integrator; ///< by the name of its class
    SimTK::Real accuracy;   ///< the largest from which on it is right, see adviseOnRun(); NaN: none that it can afford
    SimTK::Real stepsPerSecond; ///< there
    SimTK::Real costPerSecond;  ///< realizations a second there
};

struct RunAdvice {
    SimTK::Real repeatableTime = 0;    ///< the part of the duration that integrators can agree on [s]; 0: nothing
    std::vector<RunTrial> integrators; ///< of that part; the cheapest first
    std::vector<std::string> warnings; ///< in plain words
};

/** Which accuracy each integrator needs for this run, by running it.

Simbody's integrators with error control and, if there are forces, ContactIntegrator are tried at accuracies from .1 to 1e-6, sixteen to
the decade. A run errs by the largest difference of any of its numbers from what Runge-Kutta-Merson answers at 1e-9, as a share of the
tolerance; it is right if that is at most 1. What counts is the largest accuracy that is right itself and whose mean error over the decade
below it, or down to 1e-6, is at most .4: one run may be right or wrong by chance, as steps happen to fall. In that mean no run counts
for more than 2, as does one that throws, or takes more than three times the realizations of Runge-Kutta-Merson at 1e-9.

Without observe() in the options, four points of each body are looked at, its mass center and one on each axis, a radius of gyration
away: where they are, over the largest displacement of any of them in this run; and how far they have come since the sample before,
which is their mean velocity, over the largest such way. Neither scale is less than the contacts' sliding length mu N/kt: what
sticks may err by a hundredth of what it can yield.

If Runge-Kutta-Merson at 1e-8 already gives another answer, no accuracy makes the run repeatable. Then it is the samples until they part
that advice is on; with an answer(), on nothing.
@throws std::invalid_argument for a value that is NaN or out of its range, answer() without observe(), an observe() that gives a number
that is not finite, an answer() that gives nothing but NaN, a force that is null, given twice or of another System; std::logic_error if the State is of
another System; and what the integrator throws if the run fails at 1e-9 */
SIMBODYDEM_API RunAdvice adviseOnRun(const SimTK::MultibodySystem&, const SimTK::State&,
                                     const std::vector<const DEMContactForce*>&, const RunAdviceOptions&);

/** As a table and sentences, with units. */
SIMBODYDEM_API std::ostream& operator<<(std::ostream&, const RunAdvice&);

} // namespace simbodydem

#endif
