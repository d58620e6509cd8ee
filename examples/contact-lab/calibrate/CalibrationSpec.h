#ifndef CONTACT_LAB_CALIBRATION_SPEC_H
#define CONTACT_LAB_CALIBRATION_SPEC_H

#include "Calibration.h"
#include "Measurements.h"

#include <nlohmann/json.hpp>

namespace lab {

/** One experiment of a spec: how it was made and what was measured. */
struct MeasuredExperiment {
    const MeasurementKind* kind;
    MeasurementSetup setup;
    std::vector<Observation> observations;
};

/** A law with the parameters of which some are to be found. */
struct LawToFit {
    std::string label;
    LawChoice law; ///< its parts; material and numbers come from the experiment and the parameters
    std::vector<Parameter> parameters;
};

/** What is to be fitted to what, as `contact-lab calibrate --help` describes it. */
struct CalibrationSpec {
    std::vector<MeasuredExperiment> experiments;
    std::vector<LawToFit> laws;
    int starts = 5, seed = 1, evaluations = 400;
    Real tolerance = 1e-7, differenceStep = 1e-4;
    nlohmann::ordered_json resolved; ///< the spec with all data in it: what an earlier run is recognized by

    std::vector<Observation> listObservations() const; ///< of all experiments
    CalibrationProblem makeProblem(const LawToFit&) const;
    /** The law with its material as the experiment is predicted with it. */
    static LawChoice makeLaw(const LawToFit&, const MeasurementKind&, const Values&);
};

/** @throws std::invalid_argument that says where in the file what is wrong, and what there may be */
CalibrationSpec readCalibrationSpec(const std::string& file);

/** Experiments with their columns and settings, for the help. */
std::string describeMeasurements();

} // namespace lab

#endif
