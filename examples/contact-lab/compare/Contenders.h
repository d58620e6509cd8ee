#ifndef CONTACT_LAB_CONTENDERS_H
#define CONTACT_LAB_CONTENDERS_H

#include <string>
#include <vector>

namespace lab {

/** One colour and one name per law on the whole page; HuntCrossleyForce is grey, what was measured or derived black. */
struct Contender {
    std::string law, label, color;
};
inline const std::vector<Contender> contenders = {
    {"hertz-mindlin", "Hertz-Mindlin", "#1f6fb4"},
    {"cundall", "Cundall", "#d9600a"},
    {"hertz-dashpot-slider", "Hertz, dashpot-slider", "#2a9d4a"},
    {"hunt-crossley", "HuntCrossleyForce", "#888888"},
};
inline const char* const measured = "#111111";

/** A number as a cell of a table. @param format fmt's */
std::string number(double value, const char* format = "{:.4g}");

} // namespace lab

#endif
