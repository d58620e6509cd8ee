// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_METHOD_SWITCHER_H
#define SIMBODYDEM_METHOD_SWITCHER_H

#include "Simbody.h"

#include <vector>

namespace simbodydem {

class ImplicitStep;

/** Chooses between implicit and explicit steps, as LSODA does (Petzold 1983): the method that advances further at the same cost. Implicit steps
win where contacts oscillate faster than the motion, explicit ones in flight and collisions. Costs are counts of operations, not times, so a
run is the same on every machine. */
class MethodSwitcher {
public:
    /** Begins a run: implicitly if there are contacts, unless derivatives and factors are so expensive that trying them must be worth it. */
    void start(int numContacts, int numSpeeds);
    bool isExplicit() const { return isExplicitNow; }

    /** A step that was taken, and the length that its error allows for the next one [s]. */
    struct Taken {
        SimTK::Real length, next, accuracy;
        int numContacts;
        SimTK::Real stiffness; // see ExplicitStep::getStiffness(), of the last explicit step
    };
    /** Records a step, and chooses the method of the next one. */
    void record(const Taken&, ImplicitStep&, const SimTK::State& end);

private:
    void recordExplicit(const Taken&, const SimTK::State& end);
    void recordImplicit(const Taken&, ImplicitStep&, const SimTK::State& end);
    /** Returns by how much speeds differ from their linear extrapolation over the last two samples, relative to the accuracy. */
    SimTK::Real calcCurvature(const SimTK::Vector& u, SimTK::Real time, SimTK::Real accuracy) const;
    void switchTo(bool toExplicit);

    bool isExplicitNow = false;
    int stepsInMode = 0; // since the last switch

    // Explicit steps.
    struct Sample {
        SimTK::Real time;
        SimTK::Vector u;
    };
    std::vector<Sample> samples; // of speeds, the last two
    int stepsSinceSample = 0;
    int stepsBeforeTrial = 0;             // explicit steps after which implicit ones are tried
    int stiffInARow = 0;                  // explicit steps that stability has limited
    SimTK::Real stable = SimTK::Infinity; // longest explicit step that stability allows, as far as is known [s]

    // Implicit steps.
    bool isTrial = false;        // they follow explicit ones
    int winsOfExplicit = 0;      // steps in a row after which explicit ones would have been faster
    SimTK::Real oscillation = 0; // longest explicit step that the oscillation of contacts allows [s]
    int lastTangents = 0, lastRealizations = 0;
};

} // namespace simbodydem

#endif
