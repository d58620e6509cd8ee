// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainBedOptions.h"

#include "grains/InputChecks.h"

namespace simbodydem {

using grains::check;
using grains::checkPositive;
using SimTK::Real;

GrainRadii::GrainRadii(Real least, Real greatest) : least(least), greatest(greatest) {
    checkPositive("GrainRadii", "least radius", least, "m");
    check(greatest >= least && greatest <= mostRatio * least, "GrainRadii", "greatest radius", greatest, "m",
          "from " + grains::toText(least) + " m to " + grains::toText(mostRatio) + " times that");
}

Real GrainRadii::calcMeanVolume() const { // of an even distribution: the mean of r^3 is (a^2 + b^2)(a + b)/4
    return SimTK::Pi / 3 * (least * least + greatest * greatest) * (least + greatest);
}

Pouring& Pouring::upTo(Real h) {
    checkPositive("Pouring", "height", h, "m");
    height = h;
    return *this;
}

Pouring& Pouring::setCount(int n) {
    check(n >= 1, "Pouring", "count", n, "", "1 or more");
    count = n;
    return *this;
}

Pouring& Pouring::setMaterial(int number) {
    check(number >= 0, "Pouring", "material", number, "", "0 or more");
    material = number;
    return *this;
}

} // namespace simbodydem
