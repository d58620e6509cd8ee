#include "Measurements.h"

namespace lab {

const std::vector<MeasurementKind>& listMeasurements() {
    static const std::vector<MeasurementKind> all = {loading(), restitution(), drop(), oblique(), gait(), stickSlip()};
    return all;
}

Setting accuracySetting(Real ifNotGiven) {
    return {{"accuracy", "-"}, ifNotGiven, {0, 1, false, false}, "of the integrator"};
}

std::vector<Setting> ballSettings() {
    return {{{"radius", "m"}, 0.01, positiveSetting, "of the sphere"},
            {{"density", "kg/m^3"}, 2500, positiveSetting, "of the sphere"}};
}

} // namespace lab
