#ifndef CONTACT_LAB_OPTION_READER_H
#define CONTACT_LAB_OPTION_READER_H

#include "LawChoice.h"

#include <functional>

namespace lab {

/** Reads the options that only some laws use, and knows afterwards which ones no law has asked for. */
class OptionReader {
public:
    explicit OptionReader(const LawChoice& choice) : choice(choice) {}

    /** Call `use` with the option's value if it was given. */
    void read(Real LawChoice::*option, const std::function<void(Real)>& use);
    /** The same for a word, which must be one of `allowed`. */
    std::string readDamping(const std::vector<std::string>& allowed);
    simbodydem::Tension readTension();
    simbodydem::RestitutionMeaning readRestitutionMeaning();
    simbodydem::EffectiveMass readEffectiveMass();

    /** @throws std::invalid_argument naming a given option that nobody has read: it was a misunderstanding */
    void refuseUnread() const;

private:
    const LawChoice& choice;
    std::vector<Real LawChoice::*> numbersRead;
    bool dampingRead = false, tensionRead = false, meaningRead = false, massRead = false;
};

} // namespace lab

#endif
