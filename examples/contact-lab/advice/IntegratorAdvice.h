#ifndef CONTACT_LAB_INTEGRATOR_ADVICE_H
#define CONTACT_LAB_INTEGRATOR_ADVICE_H

#include "RunAdviceOptions.h"

#include <simbodydem/ContactAdvice.h>
#include <simbodydem/ContactModel.h>
#include <simbodydem/DEMContactForce.h>

#include <Simbody.h>

#include <functional>
#include <string>
#include <vector>

// Finds the accuracy that each integrator needs, by running the integrators.

namespace lab {

/** Integrators with error control: their class, which names them in a table, and their name at the command line. */
struct TriedIntegrator {
    std::string name, option;
};
const std::vector<TriedIntegrator>& listTriedIntegrators();

/** Names the row that has the time and the warnings of adviseOnRun(). */
constexpr const char* runSubject = "run";

/** The options of tryIntegrators(). */
struct TrialOptions {
    SimTK::Real tolerance = 0.01; ///< the allowed error of an integrator [-], in (0, 1)
    int mostPairs = 3;            ///< the number of pairs to try, those with the shortest times first; >= 1
    /** Is called with the finished fraction of the trials, in (0, 1]. */
    std::function<void(SimTK::Real)> progress = {};
};

/** Finds the accuracy that each integrator needs for these contacts.

Integrators are tried, not estimated. The model is a ball of radius R* and the mass m that moves, on a plane, under the laws of the force. Each
integrator runs at accuracies from 0.1 to 1e-6, against Runge-Kutta-Merson at 1e-9:

| trial | motion | error is relative to |
|-|-|-|
| impact | at 0, 30 and 60 degrees | the speed before |
| holding | under 0.6 of the force that friction can hold | the sliding length |
| rolling | pulled so that friction carries half of that force | the closed form of the speed, 5/7 F t/m |
| sliding | until it rolls | the speed before |

Holding is compared by its displacement, the others by their velocities. A spin w counts as the speed 2/5 w R, which takes the same impulse.
Layers are not tried.
@param force      of these contacts
@param contacts   result of advise(); each pair takes some seconds
@param materials  of the surfaces; `force.getModel().materials` unless a ContactSurfaces list has them
@param options    of the trials
@returns a subject for each integrator, by the name of its class, the least expensive first. `accuracy` is the loosest one from which on the
error is within the tolerance, also at all tighter ones; NaN: there is none, Infinity: no trial. `impact`, `holding`, `rolling` and `sliding` are
likewise for each kind of trial. `steps_per_second` and `evaluations_per_second` are those of holding, at the accuracy that holding needs;
the most of any pair.
@throws std::invalid_argument if an option is out of its range */
simbodydem::ContactAdvice tryIntegrators(const simbodydem::DEMContactForce& force,
                                         const simbodydem::ContactAdvice& contacts,
                                         const simbodydem::MaterialAssignment& materials,
                                         const TrialOptions& options = TrialOptions());

/** Finds the accuracy that each integrator needs for this run, by running it.

@par Trials
Simbody's integrators with error control are tried at accuracies from 0.1 to 1e-6, sixteen per decade. If there are forces,
ContactIntegrator is tried too. The reference is Runge-Kutta-Merson at 1e-9. The error of a run is the largest difference of any of its results
from the reference, as a multiple of the tolerance. A run is right if its error is at most 1.

@par Choice
The accuracy is the loosest accuracy that is right itself and whose decade is right on average. The mean error over the decade below
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
@param options  of the run, with its duration
@returns a subject for each integrator, by the name of its class, the least expensive first, with the quantities `accuracy` (NaN: none
is right within the allowed cost), `steps_per_second` and `evaluations_per_second` at this accuracy. The first subject is `run`: its
`repeatable_time` is the part of the duration on which integrators can agree [s], 0 for none, and it has the warnings.
@throws std::invalid_argument if a value is NaN or out of its range, or if a force is null, given twice or of another System
@throws std::invalid_argument if answer() is set without observe(), if observe() returns a number that is not finite, or if answer() returns
        only NaN
@throws std::logic_error if the State is of another System; also the exception of the integrator if the run fails at 1e-9 */
simbodydem::ContactAdvice adviseOnRun(const SimTK::MultibodySystem&, const SimTK::State&,
                                      const std::vector<const simbodydem::DEMContactForce*>&,
                                      const RunAdviceOptions& options);

/** Returns the names of the integrators in a table of one of these functions. */
std::vector<std::string> listIntegratorsOf(const simbodydem::ContactAdvice&);

/** Returns such a table as text: its warnings, and a row for each integrator. */
std::string tabulateIntegrators(const simbodydem::ContactAdvice&);

} // namespace lab

#endif
