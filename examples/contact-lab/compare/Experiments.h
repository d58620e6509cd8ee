#ifndef CONTACT_LAB_EXPERIMENTS_H
#define CONTACT_LAB_EXPERIMENTS_H

#include "Section.h"

namespace lab {

/** One section of the page and what makes it. */
struct Experiment {
    std::string name; ///< for --only, and the section's anchor
    Section (*make)(const Study&);
    Contenders (*laws)() = nullptr; ///< that can be chosen by --law, or none
};

/** All of them, in the page's order. A new one is a file with one function, declared below, a line in the list and its
name in CMakeLists.txt. */
const std::vector<Experiment>& experiments();

Section obliqueImpact(const Study&);
Section askedAgainstGot(const Study&);
Section restitutionAgainstSpeed(const Study&);
Section slope(const Study&);
Section slideToRoll(const Study&);
Section normalLawLoops(const Study&);
Section tangentialLawLoops(const Study&);
Section dropTest(const Study&);
Section planarGait(const Study&);
Section rimlessWheel(const Study&);
Section gripper(const Study&);
Section movingPlatform(const Study&);

} // namespace lab

#endif
