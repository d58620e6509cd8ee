#ifndef CONTACT_LAB_STUDY_MARGINAL_H
#define CONTACT_LAB_STUDY_MARGINAL_H

#include "Plot.h"

namespace lab {

/** What a result does along one parameter, whatever the others are. */
struct Marginal {
    std::vector<Point> cloud; ///< some of the samples, evenly chosen
    std::vector<Point> mean, low,
        high; ///< of the samples at a value, or of neighbours: mean, and a tenth on either side
};

/** Of finite numbers. Each value of x is a group if there are few, or else there are as many in each group. */
Marginal toMarginal(std::vector<Point> samples);

} // namespace lab

#endif
