#ifndef CONTACT_LAB_CHOSEN_LAWS_H
#define CONTACT_LAB_CHOSEN_LAWS_H

#include "LawChoice.h"

#include <memory>

namespace lab {

/** The laws that a choice means, with what was given for them. */
struct ChosenLaws {
    std::unique_ptr<simbodydem::NormalLaw> normal;
    std::unique_ptr<simbodydem::TangentialLaw> tangential;
    std::unique_ptr<simbodydem::RollingLaw> rolling;
};

/** Of the library's catalog. @throws std::invalid_argument, naming the option, if there is no such law, a value is out of its
range, or something is given that none of the three uses */
ChosenLaws makeLaws(const LawChoice&);

/** @throws std::invalid_argument, naming it, if something is given that HuntCrossleyForce does not use */
void checkHuntCrossley(const LawChoice&);

} // namespace lab

#endif
