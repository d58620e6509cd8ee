// Tests gnuplot's rendering of a plot's texts.

#include "Plot.h"

#include <gtest/gtest.h>

namespace test_plot {

using namespace lab;

// Apostrophes in a title, in labels and in the key are drawn unchanged.
TEST(Plot, DrawsApostrophes) {
    const Plot plot{"Hooke's law",
                    "the foot's way [m]",
                    "the sole's force [N]",
                    false,
                    false,
                    {{"Newton's", "#111111", styles::line, {{0, 0}, {1, 2}}}}};
    const std::string svg = renderSvg(plot);
    for (const char* word : {"Hooke", "foot", "sole", "Newton"})
        EXPECT_TRUE(svg.find(std::string(word) + "'s") != std::string::npos ||
                    svg.find(std::string(word) + "&#39;s") != std::string::npos)
            << word;
}

} // namespace test_plot
