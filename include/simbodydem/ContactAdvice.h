// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_ADVICE_H
#define SIMBODYDEM_CONTACT_ADVICE_H

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

/** The options of advise(). */
struct AdviceOptions {
    OptionalReal load{};   ///< on each contact [N], > 0; not set: what it bears, or would if its bodies stood on it
    SimTK::Real speed = 1; ///< of impacts [m/s], > 0
    SimTK::Real motionTime = 0.1; ///< within which the motion of interest changes [s], > 0
    SimTK::Real tolerance = 0.01; ///< the error that an integrator may make [-], in (0, 1)
    bool tryIntegrators = true;   ///< takes some seconds for each of mostPairs
    int mostPairs = 3;            ///< the number of pairs to try, those with the shortest times first; >= 1
    /** Called with the finished share of the trials, in (0, 1]. */
    std::function<void(SimTK::Real)> progress;
};
using AdviceQuestion [[deprecated("it is called AdviceOptions")]] = AdviceOptions;

/** One contact as its laws see it. Pairs of surfaces that are alike, of equal materials, radii, mass and load, are told of once. Of two
surfaces that touch in several places it is the contact that bears most. */
struct PairAdvice {
    SimTK::ContactSurfaceIndex a, b;
    std::string nameA, nameB;
    int numAlike = 1;                ///< pairs for which this stands
    bool isTouching = false;         ///< in the given State
    SimTK::Real load;                ///< N [N]; < 0 pulls, which adhesion alone bears
    SimTK::Real effectiveRadius;     ///< R* [m]
    SimTK::Real effectiveMass;       ///< m* [kg], that the dashpots feel
    SimTK::Real overlap;             ///< delta at rest under N [m]
    SimTK::Real overlapShare;        ///< delta/R* [-]
    SimTK::Real contactRadius;       ///< a = sqrt(R* delta) [m]
    SimTK::Real stiffness;           ///< k = dN/ddelta there [N/m]
    SimTK::Real tangentialStiffness; ///< kt there [N/m]; 0: the law has no spring
    SimTK::Real
        friction; ///< mu: the law's greatest tangential force over the load that friction feels, N but for adhesion [-]
    SimTK::Real slidingLength; ///< that force over kt, by which it yields before it slides [m]
    /** The period of what stands on it [s], rolling included: 2 pi sqrt(m/max(k, 7/2 kt)) with the mass m that moves; with a rolling law's
    springs, the shortest of a ball's four. */
    SimTK::Real swingTime;
    SimTK::Real
        contactTime; ///< of a free impact at AdviceOptions::speed [s]; NaN: it does not part, or goes deeper than R*
    SimTK::Real restitution;           ///< that such an impact shows [-]
    SimTK::Real impactOverlap;         ///< its greatest [m]
    SimTK::Real longestStep;           ///< of an explicit integrator [s]: 1.5/omega = .24 swingTime
    std::vector<std::string> warnings; ///< in plain words
    SimTK::Real
        movedMass; ///< that an impact or a swing moves along the normal [kg]; m*, unless another mass was given to the dashpots
    SimTK::Real rollingStiffness, twistingStiffness; ///< of the rolling law's springs there [N m/rad]; 0: it has none
    SimTK::Real rollingResistance; ///< its torque against rolling at AdviceOptions::speed, under N [N m]
};

/** One integrator on these contacts. */
struct IntegratorAdvice {
    std::string integrator; ///< by the name of its class
    SimTK::Real
        accuracy; ///< the largest at which, and below which, it errs by less than the tolerance; NaN: none of them
    SimTK::Real impactAccuracy, holdingAccuracy, rollingAccuracy, slidingAccuracy; ///< the same of each of the trials
    SimTK::Real stepsPerSecond;                                                    ///< of what stands, at this accuracy
    SimTK::Real costPerSecond;                                                     ///< realizations a second of it
};

struct ContactAdvice {
    std::vector<PairAdvice> pairs;             ///< the one with the shortest swingTime first
    std::vector<IntegratorAdvice> integrators; ///< for all pairs that were tried; the cheapest first
};

/** How this force's contacts behave in a State, and which accuracy the integrators need for them.

Overlap, stiffness and times come from the laws themselves: the overlap at which the normal law bears the load at rest; what a unit of
slip does to the tangential law there, and a unit of rotation to the rolling law; an impact by integrating m d2(delta)/dt2 = -F(m*) from
touch until the law lets go, which adhesion does beyond touch, or until the surfaces are further apart than their detection margins.
Integrators are tried, not
estimated: a ball of radius R* and the mass m that moves, on a plane, under these laws, in impacts (0, 30, 60 degrees), holding .6 of what
friction can, being pulled so that friction bears half of that, and sliding until it rolls, each at accuracies from .1 to 1e-6, against
Runge-Kutta-Merson at 1e-9. Errors are those of velocities over the speed before, or over the closed form, 5/7 F t/m, and of the
displacement over the sliding length; of spin w the speed 2/5 w R, which takes the same impulse.

Pairs are those that touch, and those that may: of surfaces that nothing keeps apart, on bodies that can move against each other.
@throws std::invalid_argument for a value that is out of its range; std::logic_error if the State is of another System */
SIMBODYDEM_API ContactAdvice advise(const SimTK::MultibodySystem&, const SimTK::State&, const DEMContactForce&,
                                    const AdviceOptions& = AdviceOptions());

/** As tables and sentences, with units. */
SIMBODYDEM_API std::ostream& operator<<(std::ostream&, const ContactAdvice&);

} // namespace simbodydem

#endif
