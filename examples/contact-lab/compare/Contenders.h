#ifndef CONTACT_LAB_CONTENDERS_H
#define CONTACT_LAB_CONTENDERS_H

#include "Plot.h"

#include <string>
#include <vector>

namespace lab {

/** One colour and one name per law on the whole page; what was measured or derived is black. */
struct Contender {
    std::string law, label, color;

    bool isHuntCrossley() const { return law == "hunt-crossley"; }
    /** HuntCrossleyForce is broad and grey and lies below the others. */
    Series::Style style() const { return isHuntCrossley() ? Series::Style::Broad : Series::Style::Line; }
};
inline const Contender huntCrossley{"hunt-crossley", "HuntCrossleyForce", "#888888"},
    hertzMindlin{"hertz-mindlin", "Hertz-Mindlin", "#1f6fb4"}, cundall{"cundall", "Cundall", "#d9600a"},
    dashpotSlider{"hertz-dashpot-slider", "Hertz, dashpot-slider", "#2a9d4a"};
inline const std::vector<Contender> contenders = {huntCrossley, hertzMindlin, cundall, dashpotSlider};
inline const char* const measured = "#111111";

/** The colour of any law of the catalog: its contender's if it belongs to one. @param index of the law in its catalog */
std::string catalogColor(const std::string& law, std::size_t index);

/** A number as a cell of a table. @param format fmt's */
std::string number(double value, const char* format = "{:.4g}");
/** Ours over HuntCrossleyForce's, as "94 / 97 = 0.97". */
std::string ratio(double ours, double huntCrossleys);

} // namespace lab

#endif
