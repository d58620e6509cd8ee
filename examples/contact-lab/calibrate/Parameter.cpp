#include "Calibration.h"

#include <cmath>

namespace lab {

Real Parameter::toPlace(Real value) const {
    return isLogarithmic ? std::log(value / lower) / std::log(upper / lower) : (value - lower) / (upper - lower);
}

Real Parameter::fromPlace(Real place) const {
    if (place <= 0) return lower; // to the last digit
    if (place >= 1) return upper;
    return isLogarithmic ? lower * std::pow(upper / lower, place) : lower + place * (upper - lower);
}

Real Parameter::calcSlope(Real value) const { return isLogarithmic ? value * std::log(upper / lower) : upper - lower; }

} // namespace lab
