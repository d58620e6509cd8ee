#include "Contenders.h"

#include <fmt/core.h>

namespace lab {

std::string catalogColor(const std::string& law, std::size_t index) {
    if (law == "hertz" || law == "mindlin-secant") return hertzMindlin.color;
    if (law == "linear" || law == "cundall") return cundall.color;
    if (law == "dashpot-slider") return dashpotSlider.color;
    static const std::vector<std::string> others = {"#8a4fbf", "#c2185b", "#00838f", "#6d4c41", "#9e9d24", "#283593",
                                                    "#e57373", "#558b2f", "#ffb300", "#4dd0e1", "#7b1fa2", "#37474f"};
    return others[index % others.size()];
}

std::string number(double value, const char* format) { return fmt::format(fmt::runtime(format), value); }

std::string ratio(double ours, double huntCrossleys) {
    return fmt::format("{:.0f} / {:.0f} = {:.2g}", ours, huntCrossleys, ours / huntCrossleys);
}

} // namespace lab
