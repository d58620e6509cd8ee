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
    OptionalReal load{};   ///< on each contact [N], > 0; not set: its present load, or the weight of the bodies on it
    SimTK::Real speed = 1; ///< of impacts [m/s], > 0
    SimTK::Real motionTime = 0.1; ///< within which the motion of interest changes [s], > 0
    SimTK::Real tolerance = 0.01; ///< the allowed error of an integrator [-], in (0, 1)
    bool tryIntegrators = true;   ///< takes some seconds for each of mostPairs
    int mostPairs = 3;            ///< the number of pairs to try, those with the shortest times first; >= 1
    /** Is called with the finished fraction of the trials, in (0, 1]. */
    std::function<void(SimTK::Real)> progress;
};

/** Predicts one contact from its laws. Pairs of surfaces with equal materials, radii, mass and load are alike and listed once. If two
surfaces have several contacts, this is the contact with the largest load. */
struct PairAdvice {
    SimTK::ContactSurfaceIndex a, b;
    std::string nameA, nameB;
    int numAlike = 1;                ///< number of pairs that are alike
    bool isTouching = false;         ///< in the given State
    SimTK::Real load;                ///< N [N]; < 0 pulls, which only adhesion can carry
    SimTK::Real effectiveRadius;     ///< R* [m]
    SimTK::Real effectiveMass;       ///< m* [kg], that the dashpots feel
    SimTK::Real overlap;             ///< delta at rest under N [m]; NaN: no overlap of up to R* carries N
    SimTK::Real overlapFraction;     ///< delta/R* [-]
    SimTK::Real contactRadius;       ///< a = sqrt(R* delta) [m]
    SimTK::Real stiffness;           ///< k = dN/ddelta there [N/m]
    SimTK::Real tangentialStiffness; ///< kt there [N/m]; 0: the law has no spring
    /** mu [-]: the largest tangential force of the law over the load that friction feels. That load is N, except with adhesion. */
    SimTK::Real friction;
    SimTK::Real slidingLength; ///< largest tangential force over kt [m]: the elastic displacement before sliding
    /** Natural period of the mass that stands on the contact [s], rolling included: 2 pi sqrt(m/max(k, 7/2 kt)) with the mass m that moves.
    With the springs of a rolling law it is the shortest of the four periods of a ball. */
    SimTK::Real swingTime;
    /** Duration of a free impact at AdviceOptions::speed [s]. NaN if the surfaces do not separate, or if the overlap exceeds R*. */
    SimTK::Real contactTime;
    SimTK::Real restitution;           ///< of this impact [-]
    SimTK::Real impactOverlap;         ///< largest overlap of this impact [m]
    SimTK::Real longestStep;           ///< of an explicit integrator [s]: 1.5/omega = 0.24 swingTime
    std::vector<std::string> warnings; ///< one sentence or more each
    /** Mass that an impact or an oscillation moves along the normal [kg]. It is m* unless you have set another mass for the dashpots. */
    SimTK::Real movedMass;
    SimTK::Real rollingStiffness, twistingStiffness; ///< of the rolling law's springs there [N m/rad]; 0: it has none
    SimTK::Real rollingResistance; ///< torque of that law against rolling at AdviceOptions::speed, under N [N m]
};

/** Predicts the contact of two surfaces that touch over an area, of which at least one has an ElasticLayer. Depth and area under another
load than the present one follow from a power law, N ~ d^n with the n of the present depth. It is exact for a flat face (n = 1), a lying
cylinder (3/2) and a sphere (2). */
struct LayerAdvice {
    SimTK::ContactSurfaceIndex a, b;
    std::string nameA, nameB;
    SimTK::Real load;         ///< N [N], without the part of the dashpots
    SimTK::Real movedMass;    ///< that an impact or an oscillation moves along the normal [kg]
    SimTK::Real depth;        ///< d at the deepest element under N [m]
    OptionalReal depthFraction; ///< d over the thickness of the layers [-]; not set with ElasticLayer::fromStiffness()
    SimTK::Real area;         ///< A [m^2]
    SimTK::Real meanPressure; ///< N/A [Pa]
    SimTK::Real stiffness;    ///< k = dN/dd = A K/h [N/m]
    SimTK::Real tangentialStiffness; ///< kt = A G/h [N/m]
    SimTK::Real friction;            ///< mu [-]
    SimTK::Real
        slidingLength; ///< mu N/kt [m]: the elastic displacement before all of a flat contact slides; 0 without friction
    SimTK::Real
        swingTime; ///< natural period, 2 pi sqrt(m/max(k, 7/2 kt)) [s]; that of a ball, whose shear also turns it
    SimTK::Real longestStep;           ///< of an explicit integrator [s]: 0.24 swingTime
    SimTK::Real contactTime;           ///< duration of a free impact at AdviceOptions::speed [s]
    SimTK::Real restitution;           ///< of this impact [-]
    SimTK::Real impactDepth;           ///< largest depth of this impact [m]
    int elementsAcross;                ///< square root of the number of elements that touch
    std::vector<std::string> warnings; ///< one sentence or more each
};

/** The accuracy that one integrator needs for these contacts. */
struct IntegratorAdvice {
    std::string integrator; ///< name of its class
    /** Loosest accuracy from which on the error of the integrator is within the tolerance, also at all tighter ones. NaN: none of them. */
    SimTK::Real accuracy;
    SimTK::Real impactAccuracy, holdingAccuracy, rollingAccuracy, slidingAccuracy; ///< likewise for each kind of trial
    SimTK::Real
        stepsPerSecond; ///< steps per second of holding, at the accuracy that holding needs; the most of any pair
    SimTK::Real costPerSecond; ///< force evaluations per second of holding, likewise
};

/** The result of advise(). */
struct ContactAdvice {
    std::vector<PairAdvice> pairs;             ///< without layers; the one with the shortest swingTime first
    std::vector<LayerAdvice> layers;           ///< of layers that touch; likewise
    std::vector<IntegratorAdvice> integrators; ///< for all pairs that were tried; the least expensive first
};

/** Predicts the contacts of a force in a State, and finds the accuracy that each integrator needs for them.

Overlap, stiffness and times come from the laws themselves:
- The overlap is the one at which the normal law carries the load at rest.
- The tangential stiffness is the force of a small slip there over that slip. The rolling stiffness follows from a small rotation.
- The impact is integrated: m d2(delta)/dt2 = -F(m*), from first contact until the law ends the contact. A law of adhesion ends it at a
  distance. The impact also ends where the surfaces are further apart than their detection margins.

Integrators are tried, not estimated. The model is a ball of radius R* and the mass m that moves, on a plane, under these laws. Each
integrator runs at accuracies from 0.1 to 1e-6, against Runge-Kutta-Merson at 1e-9:

| trial | motion | error is relative to |
|-|-|-|
| impact | at 0, 30 and 60 degrees | the speed before |
| holding | under 0.6 of the force that friction can hold | the sliding length |
| rolling | pulled so that friction carries half of that force | the closed form of the speed, 5/7 F t/m |
| sliding | until it rolls | the speed before |

Holding is compared by its displacement, the others by their velocities. A spin w counts as the speed 2/5 w R, which takes the same impulse.

Advice covers pairs that have a contact and pairs that may have one. The surfaces of such a pair are not excluded from contact, and
their bodies can move relative to each other. Layers are advised on where they touch in this State, sand is not. Integrators are not tried on them;
adviseOnRun() tries them on any model.
@returns the pairs and the integrators, with warnings
@throws std::invalid_argument if an option is out of its range, or the force is of another System
@throws std::logic_error if the State is of another System */
SIMBODYDEM_API ContactAdvice advise(const SimTK::MultibodySystem&, const SimTK::State&, const DEMContactForce&,
                                    const AdviceOptions& = AdviceOptions());

/** Prints advice as tables and sentences, with units. */
SIMBODYDEM_API std::ostream& operator<<(std::ostream&, const ContactAdvice&);

} // namespace simbodydem

#endif
