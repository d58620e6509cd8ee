#ifndef CONTACT_LAB_TURNING_CONVERGENCE_H
#define CONTACT_LAB_TURNING_CONVERGENCE_H

#include "LabExperiments.h"
#include "TurningContacts.h"

#include <functional>
#include <string>
#include <vector>

namespace lab {

/** One run of a scene against a finer one with the same force. */
struct TurningPoint : Effort {
    Real accuracy = SimTK::NaN;
    Real angularError =
        SimTK::NaN; ///< of the angular velocity at the end [rad/s]; NaN if the run takes too many evaluations
    Real linearError = SimTK::NaN; ///< of the velocity at the end [m/s]
    /** p of angularError ~ steps^-p since the point before; NaN if the steps have grown by less than a quarter, or there is none. */
    Real order = SimTK::NaN;
    std::string givenUp = {}; ///< why; empty if it was not
};

/** One force and one integrator on a scene, at accuracies from 1e-4 to 1e-9. */
struct TurningLadder {
    std::string law, integrator; ///< as `--law` and `--integrator` call them
    std::vector<TurningPoint> points;
};

/** The accuracy of Runge-Kutta-Merson's runs that are references. */
constexpr Real turningReference = 1e-12;

/** Hertz-Mindlin, Cundall and HuntCrossleyForce on the scene's material. */
std::vector<LawChoice> listTurningLaws(const TurningScene&);

/** Computes the errors of a run. */
TurningPoint compare(const TurningResult& run, const TurningResult& reference, Real accuracy);

/** Runs a scene with each law, by Runge-Kutta-Merson and ContactIntegrator.
@param evaluations  that each run but the references may take
@param progress     gets the finished fraction of the runs */
std::vector<TurningLadder> measureTurning(const TurningScene&, Real evaluations = SimTK::Infinity,
                                          const std::function<void(Real)>& progress = {});

} // namespace lab

#endif
