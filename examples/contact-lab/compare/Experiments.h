#ifndef CONTACT_LAB_EXPERIMENTS_H
#define CONTACT_LAB_EXPERIMENTS_H

#include "Section.h"

namespace lab {

// The page's experiments. A new one is a file with one function, declared here, a line in the list of Compare.cpp and its
// name in CMakeLists.txt.
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
