#include "Calibration.h"

#include <cmath>

namespace lab {

Draw calibrateSynthetic(const CalibrationProblem& problem, const Fit& fit, int index) {
    CalibrationProblem synthetic = problem;
    for (std::size_t i = 0; i < problem.parameters.size(); ++i) synthetic.parameters[i].value = fit.values[i];
    synthetic.starts = 1;
    SimTK::Random::Gaussian noise(0, 1);
    noise.setSeed(1000 * problem.seed + index);
    std::size_t at = 0;
    for (Observation& o : synthetic.observations)
        for (Real& value : o.measured) {
            value = fit.predicted[at] + fit.deviations[at] * noise.getValue();
            ++at;
        }
    const Fit again = calibrate(synthetic);
    return {again.values, again.standardErrors};
}

bool isWithinTwoErrors(const Draw& draw, const Fit& truth, int parameter) {
    const std::size_t i = std::size_t(parameter);
    return std::abs(draw.estimates[i] - truth.values[i]) <= 2 * draw.standardErrors[i];
}

} // namespace lab
