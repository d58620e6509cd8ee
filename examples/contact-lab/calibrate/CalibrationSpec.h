#ifndef CONTACT_LAB_CALIBRATION_SPEC_H
#define CONTACT_LAB_CALIBRATION_SPEC_H

#include "Calibration.h"
#include "JsonObject.h"
#include "LawChoice.h"
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
struct CalibrationSpec : SearchOptions {
    std::vector<MeasuredExperiment> experiments;
    std::vector<LawToFit> laws;
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

/** A number of a law or of its material that can be fitted, by the name that it has in the catalog: "youngsModulus",
"normal.stiffness", "tangential.tangentialDampingRatio". */
struct KnownParameter {
    std::string name, unit;
    simbodydem::ParameterRange range;
};

/** Those of the material, and of the chosen laws.
@throws std::invalid_argument if there is no such law */
std::vector<KnownParameter> listParameters(const LawChoice&);

/** @throws std::invalid_argument with the names that there are, if this is none of them */
const KnownParameter& findParameter(const std::vector<KnownParameter>&, const std::string& name);

/** Give it this value. The name is one of listParameters(). */
void setParameter(LawChoice&, const std::string& name, Real value);

/** Returns the default of a material value; NaN if it has none, or if no material value has this name. */
Real getMaterialValue(const LawChoice&, const std::string& name);

/** "hertz-mindlin", or "hertz + mindlin-secant". */
std::string describeLaw(const LawChoice&);

/** @param where  begins what is said if it is not "name [unit]" @throws std::invalid_argument */
QuantityName parseQuantity(const std::string& text, const std::string& where);

/** One experiment of a spec. @param folder  of the spec, from which data files are looked for
@param resolved  becomes the experiment with its data in it
@throws std::invalid_argument with the place of what is wrong */
MeasuredExperiment readExperiment(JsonObject, const std::string& folder, nlohmann::ordered_json& resolved);

} // namespace lab

#endif
