#ifndef CONTACT_LAB_PLOT_H
#define CONTACT_LAB_PLOT_H

#include <string>
#include <vector>

namespace lab {

struct Point {
    double x, y;
};

/** One curve or cloud of points. */
struct Series {
    enum class Style { Line, Dashed, Dotted, Broad, Points, Circles, LinePoints };
    std::string label, color;
    Style style = Style::Line;
    std::vector<Point> points = {};
};

/** A plot of several series with units on the axes. */
struct Plot {
    std::string title, xLabel, yLabel;
    bool xIsLog = false, yIsLog = false;
    std::vector<Series> series = {};

    std::string getFileName() const; ///< "Price of rest" is price-of-rest.svg
};

/** Draw with gnuplot. @returns an <svg> element that scales with its container, and shares its page with other titles
@throws std::runtime_error if gnuplot is missing or refuses */
std::string renderSvg(const Plot&);

} // namespace lab

#endif
