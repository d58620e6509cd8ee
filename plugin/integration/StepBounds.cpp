// SPDX-License-Identifier: Apache-2.0
#include "integration/StepBounds.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real negligibleSlip = 1e-4; // distance left to slip, relative to the accuracy [m]
const Real justBefore = 0.99;     // fraction of the time to an event at which the step ends
const Real reversal = 1e-3;       // least speed of slip that has turned round, relative to the one before [-]
const int maxFlights =
    5; // refusals by flights: more are in vain, since something without mass until now is there at once
const Real partOfContact = 0.06; // that a body passes of its contact with soil or sand in a step, at an accuracy of 1e-3
const Real turnSafety = 0.9; // of the step in which a body turns as far as a contact allows

} // namespace

Real StepBounds::boundImplicit(const State& start, Real h, Real accuracy) {
    forces.findSlips(start, slips);
    return boundBySlips(forces.calcStepBound(start, h), accuracy);
}

Real StepBounds::boundOnGround(const State& start, Real h, Real accuracy) const {
    const Real pace = forces.findGroundPace(start), most = partOfContact * std::pow(accuracy / 1e-3, 0.25);
    return pace * h > most ? most / pace : h;
}

// In flight no force says what lies ahead. Among contacts an explicit step sees by itself what it has run into, as long as it is not much
// longer than the steps before, which are as short as contacts need them.
Real StepBounds::boundExplicit(const State& start, bool hasContacts, Real h, Real uncut) const {
    if (!hasContacts) return forces.calcStepBound(start, h);
    if (h <= uncut) return h;
    return std::min(h, forces.calcStepBound(start, h) + uncut);
}

// A step that goes beyond the end of braked slip has friction on the wrong side for a part of it. Steps end just before that, until the
// distance left to slip is negligible.
Real StepBounds::boundBySlips(Real h, Real accuracy) const {
    for (const Slip& slip : slips) {
        if (!(slip.braking * h > slip.speed)) continue;
        const Real time = slip.speed / slip.braking, left = 0.5 * slip.speed * time;
        h = std::min(h, left > negligibleSlip * accuracy ? justBefore * time : 2 * time);
    }
    return h;
}

Real StepBounds::check(const State& end, const StepStart& start, Real h, bool isExplicit, Real accuracy,
                       std::string& why) {
    const Real flown = numFlights < maxFlights ? findFlight(end, start, h) : h;
    numFlights += flown < h;
    const Real turn = isExplicit || flown < h ? 1 : findTurn(end, h, accuracy), rolled = forces.findFarTurn(end);
    if (turn == 1 && flown == h && rolled == 0) return h;
    why = flown < h  ? "It passes the beginning of a contact"
          : turn < 1 ? "Slip reverses within the step"
                     : "A body turns too far at a contact";
    const Real shorter = std::min(flown, turn * h);
    return rolled > 0 ? std::min(shorter, turnSafety * h / rolled) : shorter;
}

Real StepBounds::findTurn(const State& end, Real h, Real accuracy) const {
    if (slips.empty()) return 1;
    std::vector<Slip> now;
    forces.findSlips(end, now);
    Real earliest = 1;
    for (const Slip& before : slips)
        for (const Slip& after : now) {
            if (!areOfOneContact(after, before)) continue;
            const Real along = after.speed * dot(after.direction, before.direction);
            if (!(along < -reversal * before.speed)) continue;
            const Real turn = before.speed / (before.speed - along), left = 0.5 * before.speed * turn * h;
            if (left > negligibleSlip * accuracy) earliest = std::min(earliest, turn);
        }
    return earliest;
}

// A contact may have come late in the step. The next trial ends there, instead of ever closer before it.
Real StepBounds::findContactPoint(const State& end, const StepStart& start, Real h) const {
    std::vector<Closing> closing;
    forces.findClosing(end, closing);
    Real longest = 0; // time for which a new contact has been there
    for (const Closing& contact : closing) {
        const auto isSame = [&](const ContactStatus& c) { return areOfOneContact(c, contact); };
        if (contact.rate > 0 && contact.overlap > 0 &&
            std::none_of(start.contacts.begin(), start.contacts.end(), isSame))
            longest = std::max(longest, contact.overlap / contact.rate);
    }
    return longest > 0 ? h - justBefore * longest : 0;
}

// A soft contact may be so deep before its force shows that no law holds there.
Real StepBounds::findFlight(const State& end, const StepStart& start, Real h) const {
    if (!forces.areFlownInto(end)) return h;
    const Real contact = findContactPoint(end, start, h);
    return contact > 0 ? contact : 0.5 * h;
}

} // namespace simbodydem
