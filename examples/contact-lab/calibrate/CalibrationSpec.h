#ifndef CONTACT_LAB_CALIBRATION_SPEC_H
#define CONTACT_LAB_CALIBRATION_SPEC_H

#include "Calibration.h"
#include "JsonObject.h"
#include "LawChoice.h"
#include "Measurements.h"

#include <simbodydem/laws/Law.h>

#include <nlohmann/json.hpp>

namespace lab {

/** Holds one experiment of a spec: how it was made and what was measured. */
struct MeasuredExperiment {
    const MeasurementKind* kind;
    MeasurementSetup setup;
    std::vector<Observation> observations;
};

/** Holds a law with its parameters, of which some are to be found. */
struct LawToFit {
    std::string label;
    LawChoice law; ///< its parts; material and numbers come from the experiment and the parameters
    std::vector<Parameter> parameters;
};

/** Holds the experiments, the laws and the search, as `contact-lab calibrate --help` describes them. */
struct CalibrationSpec : SearchOptions {
    std::vector<MeasuredExperiment> experiments;
    std::vector<LawToFit> laws;
    nlohmann::ordered_json resolved; ///< the spec with all data in it; it identifies an earlier run

    std::vector<Observation> listObservations() const; ///< of all experiments
    CalibrationProblem makeProblem(const LawToFit&) const;
    /** Returns the law with the material that predicts the experiment. */
    static LawChoice makeLaw(const LawToFit&, const MeasurementKind&, const Values&);
};

/** Reads a spec. @throws std::invalid_argument that says where the fault is in the file, and what is allowed there */
CalibrationSpec readCalibrationSpec(const std::string& file);

/** Lists the experiments with their columns and settings, for the help. */
std::string describeMeasurements();

/** Describes a number of a law or of its material that can be fitted. It has its name of the catalog: "youngsModulus",
"normal.stiffness", "tangential.tangentialDampingRatio". */
struct KnownParameter {
    std::string name, unit;
    simbodydem::ParameterRange range;
};

/** Lists the parameters of the material and of the chosen laws.
@throws std::invalid_argument if there is no such law */
std::vector<KnownParameter> listParameters(const LawChoice&);

/** Returns the parameter of this name. @throws std::invalid_argument with all names if there is none */
const KnownParameter& findParameter(const std::vector<KnownParameter>&, const std::string& name);

/** Sets a parameter. The name is one of listParameters(). */
void setParameter(LawChoice&, const std::string& name, Real value);

/** Returns the default of a material value; NaN if it has none, or if no material value has this name. */
Real getMaterialValue(const LawChoice&, const std::string& name);

/** Returns the name of a law: "hertz-mindlin", or "hertz + mindlin-secant". */
std::string describeLaw(const LawChoice&);

/** Parses "name [unit]". @param where  begins the message if the text has another form @throws std::invalid_argument */
QuantityName parseQuantity(const std::string& text, const std::string& where);

/** Reads one experiment of a spec. @param folder  of the spec, to which the names of data files are relative
@param resolved  becomes the experiment with its data in it
@throws std::invalid_argument with the place of the fault */
MeasuredExperiment readExperiment(JsonObject, const std::string& folder, nlohmann::ordered_json& resolved);

} // namespace lab

#endif
