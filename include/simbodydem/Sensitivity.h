// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SENSITIVITY_H
#define SIMBODYDEM_SENSITIVITY_H

#include "simbodydem/ContactIntegrator.h"
#include "simbodydem/Export.h"

#include "SimTKcommon.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

/** Makes the run of calcSensitivity() take recorded steps. calcSensitivity() makes it, and gives it to each run. */
class SIMBODYDEM_API SensitivityRun {
public:
    /** Takes over the steps of an integrator, before its initialize(). The first run is recorded. The later ones take its steps, with Newton's
    method solved to rounding.
    @param integrator  with the same settings in each run. After the run it is free again
    @throws std::logic_error if it is called twice in a run */
    void follow(ContactIntegrator& integrator);

private:
    friend class SensitivityRuns;
    SensitivityRun() = default;
    struct Parts;
    Parts* parts = nullptr;
};

/** Runs a model with these parameters and returns its outcome, numbers such as a final position or a cost. The model is built anew, or an existing
one is changed and initialized:

    const SensitiveFunction drop = [&](const Vector& p, SensitivityRun& run) {
        Ball ball(p[0]);                          // System, forces and integrator, for a modulus p[0]
        run.follow(ball.integrator);              // before initialize()
        ball.integrator.initialize(ball.start(p[1]));
        ball.integrator.stepTo(1);
        return Vector(1, ball.getHeight());
    };

The parameters must not change the times of stepTo(). A control that is constant in intervals is set between two of them. */
using SensitiveFunction = std::function<SimTK::Vector(const SimTK::Vector& parameters, SensitivityRun&)>;

/** Options of calcSensitivity(). */
struct SensitivityOptions {
    /** Greatest perturbation of each parameter, in its unit, > 0; empty: 1e-4 max(|p|, 1). */
    SimTK::Vector perturbations;
    /** Estimated error of a derivative, relative to the largest one of its outcome, above which getDoubts() names it [-], > 0. */
    SimTK::Real tolerance = 1e-5;
};

/** Holds derivatives of a run's outcome with respect to parameters. */
struct SIMBODYDEM_API Sensitivity {
    SimTK::Vector outcome;  ///< of the recorded steps
    SimTK::Matrix jacobian; ///< outcomes x parameters, [unit of the outcome over that of the parameter]
    SimTK::Matrix error;    ///< estimates of the error of these, likewise
    /** Reports what may have no derivative: a contact that touches, or ends in another state, for one side of the perturbation alone; and errors above the
    tolerance. Empty if the derivatives hold. */
    std::vector<std::string> doubts;
    int numSteps = 0; ///< of the recorded run
    int numRuns = 0;  ///< in all
};

/** Computes derivatives of a run's outcome with respect to initial state, controls, masses, materials or anything else that makes a run.

The steps of the run at the parameters are recorded: their lengths and methods. Runs with perturbed parameters take the same steps, so the outcome is a
smooth function of the parameters. With error control of its own each run would take other steps, and differences would show the error of the
steps over the perturbation.

A step ends, to rounding, where a contact begins, ends, sticks or slides. It does so in each run, at the time at which that happens there, and
the next steps follow. So a touch that comes earlier moves the whole collision, and a force that jumps at the touch jumps at the same
place of the same step. The memory of contacts is that of each run. Friction that sticks, slides and yields is differentiated with it, and so
is what a contact keeps from its beginning.

Each derivative is a central difference, extrapolated to perturbation 0 by Ridders' method (Ridders 1982, DOI
10.1016/S0141-1195(82)80057-0), which estimates its error. Perturbations begin at SensitivityOptions::perturbations and fall by a factor of four. The
cost is 8 to 20 runs per parameter. The derivative is that of the discrete run: it converges to that of the motion with the accuracy of
the integrator. Dashpots of friction take substeps whose number depends on the motion. They leave an error of 1e-5 to 1e-3 after
several impacts with slip, which the estimate shows.

Steps of a fixed length are recorded as they are, and end at no change of a contact.

@param function    runs the model, see SensitiveFunction
@param parameters  at which the derivatives are found; at least one, finite
@throws std::invalid_argument if a parameter or an option is out of its range, or if outcomes are not finite
@throws std::logic_error if a run takes over no integrator, or other times of stepTo()
@throws std::runtime_error if a perturbed run cannot take the steps */
SIMBODYDEM_API Sensitivity calcSensitivity(const SensitiveFunction& function, const SimTK::Vector& parameters,
                                           const SensitivityOptions& = {});

} // namespace simbodydem

#endif
