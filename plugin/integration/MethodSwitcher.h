// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_METHOD_SWITCHER_H
#define SIMBODYDEM_METHOD_SWITCHER_H

#include "Simbody.h"

#include <vector>

namespace simbodydem {

class ImplicitStep;

/** Which of the two steps gets further for its price: the implicit one where contacts swing faster than anything goes on, the explicit one
in flight and in collisions. It goes by counts alone, so that a run is the same wherever it runs. */
class MethodSwitcher {
public:
    void start(int numContacts, int numSpeeds);
    bool isExplicit() const { return isExplicitNow; }

    /** What a step was, and what its error allows for the next one [s]. */
    struct Taken {
        SimTK::Real length, next, accuracy;
        int numContacts;
        SimTK::Real stiffness; // of the last explicit one
    };
    /** After each step. */
    void record(const Taken&, ImplicitStep&, const SimTK::State& end);

private:
    void recordExplicit(const Taken&, const SimTK::State& end);
    void recordImplicit(const Taken&, ImplicitStep&, const SimTK::State& end);
    /** What speeds have left their course by, of those of two marks ago, as a share of the accuracy. */
    SimTK::Real measureBend(const SimTK::Vector& u, SimTK::Real time, SimTK::Real accuracy) const;
    void change(bool toExplicit);

    bool isExplicitNow = false;
    int stepsInMode = 0, against = 0; // steps since the last change; in a row that speak for the other
    int patience = 0;                 // explicit steps after which the implicit one is tried
    bool isTrial = false;             // of the implicit step, after explicit ones
    int lastTangents = 0, lastRealizations = 0;
    SimTK::Real swing = 0; // the longest explicit step that contacts allow [s]
    struct Mark {
        SimTK::Real time;
        SimTK::Vector u;
    };
    SimTK::Real stable = SimTK::Infinity; // the longest explicit step that all forces allow, as far as is known [s]
    int stiffInARow = 0;                  // explicit steps that were bound by that
    std::vector<Mark> marks;              // of the explicit steps, the last two
    int sinceMark = 0;
};

} // namespace simbodydem

#endif
