#ifndef CONTACT_LAB_CONVERGENCE_H
#define CONTACT_LAB_CONVERGENCE_H

#include "LabExperiments.h"
#include "TurningContacts.h"

#include <functional>
#include <string>
#include <vector>

namespace lab {

/** Lists the cases of the study:
- impact: the 5 mm alumina sphere of Chung & Ooi's test 4, undamped, at 20 degrees; both velocities and the spin after the impact
- stick-slip: see StickSlip; the position and the speed of the block in its fourth slip
- rolling: a sliding sphere, 3 ms after friction has made it roll; speed and spin */
std::vector<std::string> listConvergenceCases();

struct ConvergencePoint : Effort {
    Real setting = SimTK::NaN; ///< fixed step [s], or accuracy
    Real error = SimTK::NaN;   ///< largest difference of the results from the reference
};

/** Holds how one integrator converges to the results of a case. */
struct Convergence {
    std::string integrator;
    bool isFixedStep; ///< CPodes and ContactIntegrator choose their steps; their ladders are of accuracies
    std::vector<ConvergencePoint> ladder; ///< of halved steps, or of accuracies
    Real order;                           ///< p of error ~ steps^-p, fitted to the ladder of steps; otherwise NaN
    ConvergencePoint atAccuracy;          ///< with error control; semi-explicit Euler: at the smallest step
};

/** Runs every integrator on one case. The reference is Runge-Kutta-Merson at a quarter of the smallest step.
@param accuracy     of atAccuracy
@param evaluations  that each run of atAccuracy may take
@throws std::invalid_argument if one would take more, or for an unknown case */
std::vector<Convergence> measureConvergence(const std::string& caseName, Real accuracy,
                                            Real evaluations = SimTK::Infinity);

/** Holds the errors of one run of a scene against a finer one with the same force. */
struct TurningPoint : Effort {
    Real accuracy = SimTK::NaN;
    /** Holds the error of the angular velocity at the end [rad/s]. It is NaN if the run takes too many evaluations. */
    Real angularError = SimTK::NaN;
    Real linearError = SimTK::NaN; ///< of the velocity at the end [m/s]
    /** Holds p of angularError ~ steps^-p since the previous point. It is NaN if the steps have grown by less than a quarter, or if there
    is no previous point. */
    Real order = SimTK::NaN;
    std::string givenUp = {}; ///< reason if the run was given up, otherwise empty
};

/** Holds the runs of one force and one integrator on a scene, at accuracies from 1e-4 to 1e-9. */
struct TurningLadder {
    std::string law, dashpot, integrator; ///< as `--law`, `--dashpot` and `--integrator` call them
    std::vector<TurningPoint> points;
};

/** Defines the accuracy of the runs of Runge-Kutta-Merson that are references. */
constexpr Real turningReference = 1e-12;

/** Returns Hertz-Mindlin with either dashpot, Cundall and HuntCrossleyForce with the material of the scene. */
std::vector<LawChoice> listTurningLaws(const TurningScene&);

/** Computes the errors of a run. */
TurningPoint compare(const TurningResult& run, const TurningResult& reference, Real accuracy);

/** Runs a scene with each law, by Runge-Kutta-Merson and ContactIntegrator.
@param evaluations  that each run except the references may take
@param progress     gets the finished fraction of the runs */
std::vector<TurningLadder> measureTurning(const TurningScene&, Real evaluations = SimTK::Infinity,
                                          const std::function<void(Real)>& progress = {});

/** Holds the errors of the slip that the library finds over steps of decreasing length. Both bodies of a pair follow prescribed smooth random
motions at rates of about 1 rad/s and 1 m/s; their radii are about 1 m. */
struct SlipErrors {
    std::string pair;
    std::vector<Real> steps;   ///< each half of the one before [s]
    std::vector<Real> ofAStep; ///< root mean square over the motions, of one step [m]
    std::vector<Real> ofARun;  ///< root mean square after steps of this length over the length of the first step [m]
};

/** Computes the order p of errors ~ step^p from each step to the next. */
std::vector<Real> observedOrders(const std::vector<Real>& errorsOfHalvedSteps);

std::vector<std::string> listSlipPairs();

/** Measures the slip through the public interface: a TangentialSpring of known stiffness measures it. The State gets the motion's poses
and velocities, and DEMContactForce::commitHistory() ends a step. The reference integrates the slip velocity in the frame of the
spring, which follows the normal and turns about it by the mean of both bodies.
@param pair     one of listSlipPairs() @throws std::invalid_argument otherwise
@param motions  number of random motions, >= 1 */
SlipErrors measureSlipErrors(const std::string& pair, int motions = 8);

} // namespace lab

#endif
