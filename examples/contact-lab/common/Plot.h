#ifndef CONTACT_LAB_PLOT_H
#define CONTACT_LAB_PLOT_H

#include "Picture.h"

#include <string>
#include <vector>

namespace lab {

struct Point {
    double x, y;
};

/** Defines how a series is drawn, in gnuplot's words. */
namespace styles {
inline const char* const line = "lines lw 2.5";
inline const char* const broad = "lines lw 5";
inline const char* const dashed = "lines lw 2 dt (8,5)";
inline const char* const dotted = "lines lw 2 dt (2,4)";
inline const char* const points = "points pt 7 ps 0.6";
inline const char* const circles = "points pt 6 ps 1.1 lw 1.5";
inline const char* const linePoints = "linespoints lw 2 pt 7 ps 0.5";
} // namespace styles

/** Holds one curve or cloud of points. */
struct Series {
    std::string label, color;
    const char* style = styles::line;
    std::vector<Point> points = {};
};

/** Describes a plot of several series with units on the axes. */
struct Plot {
    std::string title, xLabel, yLabel;
    bool xIsLog = false, yIsLog = false;
    std::vector<Series> series = {};
};

/** Draws a plot with gnuplot. @returns an <svg> element that scales with its container, and shares its page with other titles
@throws std::runtime_error if gnuplot is missing or fails */
std::string renderSvg(const Plot&);

/** Draws a picture of bodies in the same way. */
std::string renderSvg(const Picture&);

/** Returns a name for gnuplot's enhanced text: e_n has an index, max_overlap has words. */
std::string spellLabel(const std::string& name);

/** Returns the file name of a title: "Slip of the block" is slip-of-the-block.svg */
std::string fileNameOf(const std::string& title);

} // namespace lab

#endif
