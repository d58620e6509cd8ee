// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_STEP_CHOICE_H
#define SIMBODYDEM_STEP_CHOICE_H

#include "Simbody.h"

namespace simbodydem {

class ImplicitStep;

/** Which of the two steps gets further for its price: the implicit one where contacts swing faster than anything goes on, the explicit one
in flight and in collisions. It goes by counts alone, so that a run is the same wherever it runs. */
class StepChoice {
public:
    /** @param isFree nothing touches */
    void start(bool isFree);
    bool isExplicit() const { return isExplicitNow; }

    /** After each step. @param length  of the step that was taken @param next  what its error allows for the next one */
    void book(SimTK::Real length, SimTK::Real next, int numContacts, int numSpeeds, ImplicitStep&,
              const SimTK::State& end);

private:
    bool isExplicitNow = false;
    int stepsInMode = 0, against = 0; // steps since the last change; in a row that speak for the other
    int patience = 0;                 // explicit steps after which the implicit one is tried
    bool isTrial = false;             // of the implicit step, after explicit ones
    int lastIterations = 0, lastRealizations = 0;
};

} // namespace simbodydem

#endif
