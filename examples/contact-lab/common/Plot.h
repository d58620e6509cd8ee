#ifndef CONTACT_LAB_PLOT_H
#define CONTACT_LAB_PLOT_H

#include "Picture.h"

#include <string>
#include <vector>

namespace lab {

struct Point {
    double x, y;
};

/** How a series is drawn, in gnuplot's words. */
namespace styles {
inline const char* const line = "lines lw 2.5";
inline const char* const broad = "lines lw 5";
inline const char* const dashed = "lines lw 2 dt (8,5)";
inline const char* const dotted = "lines lw 2 dt (2,4)";
inline const char* const points = "points pt 7 ps 0.6";
inline const char* const circles = "points pt 6 ps 1.1 lw 1.5";
inline const char* const linePoints = "linespoints lw 2 pt 7 ps 0.5";
} // namespace styles

/** One curve or cloud of points. */
struct Series {
    std::string label, color;
    const char* style = styles::line;
    std::vector<Point> points = {};
};

/** A plot of several series with units on the axes. */
struct Plot {
    std::string title, xLabel, yLabel;
    bool xIsLog = false, yIsLog = false;
    std::vector<Series> series = {};
};

/** Draw with gnuplot. @returns an <svg> element that scales with its container, and shares its page with other titles
@throws std::runtime_error if gnuplot is missing or refuses */
std::string renderSvg(const Plot&);

/** The same for a picture of bodies. */
std::string renderSvg(const Picture&);

/** As gnuplot's enhanced text takes it: e_n has an index, max_overlap has words. */
std::string spellLabel(const std::string& name);

/** "Price of rest" is price-of-rest.svg */
std::string fileNameOf(const std::string& title);

} // namespace lab

#endif
