#ifndef CONTACT_LAB_CONVERGENCE_H
#define CONTACT_LAB_CONVERGENCE_H

#include "Integrators.h"

namespace lab {

/** A 1 kg block on four spheres that cannot turn is pulled over a plane by a spring whose other end moves at constant
speed: it sticks and slips by turns, since friction falls from mu_s to mu_k with slip speed. Linear stiffnesses, so the
load on every sphere is constant. */
struct StickSlip {
    Real mass = 1, gravity = 9.81;     ///< [kg], [m/s^2]
    Real normalStiffness = 1e4;        ///< of each sphere [N/m]
    Real tangentialStiffness = 2e3;    ///< of each sphere [N/m]
    Real tangentialDampingRatio = 0.2; ///< of each sphere, with the block's mass [-]
    Real staticFriction = 0.4;         ///< [-]
    Real kineticFriction = 0.25;       ///< [-]
    Real transitionVelocity = 0.05;    ///< [m/s]
    Real pullStiffness = 100;          ///< [N/m]
    Real pullSpeed = 0.05;             ///< [m/s]
    Real time = 2;                     ///< [s]
};

struct StickSlipResult : Effort {
    Real position = 0, speed = 0; ///< of the block at the end [m], [m/s]
};
StickSlipResult runStickSlip(const StickSlip&, const IntegratorChoice&);

/** The cases of the study:
- impact: the 5 mm alumina sphere of Chung & Ooi's test 4, undamped, at 20 degrees; both velocities and the spin after
- stick-slip: see StickSlip; the block's place and speed in its fourth slip
- rolling: a sliding sphere, 3 ms after friction has made it roll; speed and spin */
std::vector<std::string> listConvergenceCases();

struct ConvergencePoint : Effort {
    Real setting = SimTK::NaN; ///< fixed step [s], or accuracy
    Real error = SimTK::NaN;   ///< largest difference of the answer from the reference
};

/** How one integrator gets to a case's answer. */
struct Convergence {
    std::string integrator;
    bool isFixedStep;                     ///< CPodes chooses steps and order; its ladder is one of accuracies
    std::vector<ConvergencePoint> ladder; ///< of halved steps, or of accuracies
    Real order;                           ///< p of error ~ steps^-p, fitted to the ladder of steps; else NaN
    ConvergencePoint atAccuracy;          ///< with error control; semi-explicit Euler: at the smallest step
};

/** Every integrator on one case. The reference is Runge-Kutta-Merson at a quarter of the smallest step.
@param accuracy     of atAccuracy
@param evaluations  that each run of atAccuracy may take
@throws std::invalid_argument if one would take more, or for an unknown case */
std::vector<Convergence> measureConvergence(const std::string& caseName, Real accuracy,
                                            Real evaluations = SimTK::Infinity);

} // namespace lab

#endif
