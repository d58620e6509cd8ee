#ifndef CONTACT_LAB_EXPERIMENTS_H
#define CONTACT_LAB_EXPERIMENTS_H

#include "Page.h"
#include "Ticker.h"

#include <string>
#include <vector>

namespace lab {

/** One section of the page and what makes it. */
struct Experiment {
    std::string name;        ///< for --only, and the section's anchor
    double expectedDuration; ///< on one core, relative to the others'; only for the remaining time
    Section (*make)(Ticker&);
};

/** All of them, in the page's order. A new one is a file with one function, declared below, and a line in the list. */
const std::vector<Experiment>& experiments();

Section obliqueImpact(Ticker&);
Section askedAgainstGot(Ticker&);
Section restitutionAgainstSpeed(Ticker&);
Section slope(Ticker&);
Section slideToRoll(Ticker&);
Section normalLawLoops(Ticker&);
Section tangentialLawLoops(Ticker&);
Section dropTest(Ticker&);
Section planarGait(Ticker&);
Section rimlessWheel(Ticker&);
Section gripper(Ticker&);
Section movingPlatform(Ticker&);

} // namespace lab

#endif
