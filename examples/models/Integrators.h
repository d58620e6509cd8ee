#ifndef MODELS_INTEGRATORS_H
#define MODELS_INTEGRATORS_H

#include "LawChoice.h"
#include "RunAdviceOptions.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lab {

struct Model;

/** Defines the greatest number of force evaluations that a user may allow a run. */
constexpr Real mostEvaluations = 1e9;

struct IntegratorChoice {
    std::string name = "rkm";
    Real accuracy = 1e-6;
    Real maxStep = SimTK::NaN;          ///< [s]; NaN for usualMaxStep
    Real fixedStep = SimTK::NaN;        ///< [s]; NaN for error control
    Real evaluations = SimTK::Infinity; ///< limit of a run, see Advance
    Real usualMaxStep = SimTK::NaN;     ///< if maxStep is not given [s]; NaN for none
    Real firstStep = SimTK::NaN;        ///< [s]; NaN for the integrator's own
    Real lastTime = SimTK::NaN;         ///< end of the last step, so that the end is not interpolated [s]
    bool returnsEveryStep = false;      ///< without interpolation
    bool interpolates = true;           ///< at a requested time within a step; otherwise a step ends there

    /** Gets the model and its start before the run, and the results that the experiment wants. Null for no call. */
    std::function<void(const Model&, const SimTK::State& start, const RunAdviceOptions&)> tryFirst = {};

    bool isFixedStep() const { return !SimTK::isNaN(fixedStep); }
    bool isCPodes() const { return name.substr(0, 6) == "cpodes"; } ///< CPodes chooses steps and order by itself
    bool isContact() const { return name == "contact"; }            ///< ContactIntegrator
    Real getMaxStep() const { return SimTK::isNaN(maxStep) ? usualMaxStep : maxStep; }
};

struct IntegratorKind {
    std::string name, description; ///< value of `--integrator`, and the method that it names
    /** Makes the Simbody integrator. Null for ContactIntegrator. */
    std::unique_ptr<SimTK::Integrator> (*make)(const SimTK::System&, const IntegratorChoice&);
};
const std::vector<IntegratorKind>& listIntegrators();

/** Counts the steps and force evaluations of a run. */
struct Effort {
    int steps = 0, evaluations = 0;
};

} // namespace lab

#endif
