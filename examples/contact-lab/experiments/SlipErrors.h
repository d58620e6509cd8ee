#ifndef CONTACT_LAB_SLIP_ERRORS_H
#define CONTACT_LAB_SLIP_ERRORS_H

#include "LawChoice.h"

#include <string>
#include <vector>

namespace lab {

/** The errors of the slip that the library finds over steps of decreasing length. Both bodies of a pair follow prescribed smooth random
motions at rates of about 1 rad/s and 1 m/s; their radii are about 1 m. */
struct SlipErrors {
    std::string pair;
    std::vector<Real> steps;   ///< each half of the one before [s]
    std::vector<Real> ofAStep; ///< root mean square over the motions, of one step [m]
    std::vector<Real> ofARun;  ///< the same after steps of this length over the first step's length [m]
};

/** Computes the order p of errors ~ step^p from each step to the next. */
std::vector<Real> observedOrders(const std::vector<Real>& errorsOfHalvedSteps);

std::vector<std::string> listSlipPairs();

/** Measures the slip through the public interface: a TangentialSpring of known stiffness feels it. The State gets the motion's poses
and velocities, and DEMContactForce::commitHistory() ends a step. The reference integrates the slip velocity in the frame of the
spring, which follows the normal and turns about it by the mean of both bodies.
@param pair     one of listSlipPairs() @throws std::invalid_argument otherwise
@param motions  number of random motions, >= 1 */
SlipErrors measureSlipErrors(const std::string& pair, int motions = 8);

} // namespace lab

#endif
