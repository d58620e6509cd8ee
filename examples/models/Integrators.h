#ifndef MODELS_INTEGRATORS_H
#define MODELS_INTEGRATORS_H

#include "LawChoice.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lab {

struct Model;

struct IntegratorChoice {
    std::string name = "rkm";
    Real accuracy = 1e-6;
    Real maxStep = SimTK::NaN;          ///< [s]; NaN for usualMaxStep
    Real fixedStep = SimTK::NaN;        ///< [s]; NaN for error control
    Real evaluations = SimTK::Infinity; ///< that a run may take, see Advance
    Real usualMaxStep = SimTK::NaN;     ///< if maxStep is not given [s]; NaN for none
    Real firstStep = SimTK::NaN;        ///< [s]; NaN for the integrator's own
    Real lastTime = SimTK::NaN;         ///< at which the last step ends, so that the end is not interpolated [s]
    bool returnsEveryStep = false;      ///< and interpolates none
    bool interpolates = true;           ///< where it is asked for a time within a step; else a step ends there

    /** Told of the model before it runs, and of what the experiment asks of that run; null: nobody is. */
    std::function<void(const Model&, const SimTK::State& start, const simbodydem::RunAdviceOptions&)> tryFirst = {};

    bool isFixedStep() const { return !SimTK::isNaN(fixedStep); }
    bool isCPodes() const { return name.substr(0, 6) == "cpodes"; } ///< which chooses steps and order by itself
    bool isContact() const { return name == "contact"; }            ///< ours
    Real getMaxStep() const { return SimTK::isNaN(maxStep) ? usualMaxStep : maxStep; }
};

struct IntegratorKind {
    std::string name, description; ///< after `--integrator`, and what it stands for
    /** Null: not one of Simbody's. */
    std::unique_ptr<SimTK::Integrator> (*make)(const SimTK::System&, const IntegratorChoice&);
};
const std::vector<IntegratorKind>& listIntegrators();

/** What a run takes. */
struct Effort {
    int steps = 0, evaluations = 0;
};

} // namespace lab

#endif
