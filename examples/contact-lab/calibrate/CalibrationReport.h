#ifndef CONTACT_LAB_CALIBRATION_REPORT_H
#define CONTACT_LAB_CALIBRATION_REPORT_H

#include "CalibrationSpec.h"

namespace lab {

/** Holds a law, how well it fits, and how well its fit is recovered from synthetic data. */
struct LawFit {
    LawToFit law;
    Fit fit;
    std::string failure = ""; ///< why there is no fit
    std::vector<Draw> draws = {};
};

/** Summarizes the estimates of a parameter in the draws. */
struct Recovery {
    Real mean = 0, spread = 0; ///< of the estimates
    Real meanError = 0;        ///< mean of their standard errors
    int within = 0;            ///< draws whose estimate is within two standard errors

    Recovery(const LawFit&, std::size_t parameter);
};

/** Sorts the laws, the best one first: by AICc, or by AIC if there are too few data for it. Laws without a fit come last. */
void sortByAicc(std::vector<LawFit>&);

/** Returns the report in tables and words. */
std::string describe(const CalibrationSpec&, const std::vector<LawFit>& sorted);
nlohmann::ordered_json toJson(const CalibrationSpec&, const std::vector<LawFit>& sorted);

/** Writes result.json, and for each measured column the predictions of the best laws and their residuals: fit.svg and residual.svg,
or fit-NAME.svg and residual-NAME.svg if there are several columns. @throws std::runtime_error if a file cannot be written */
void writeCalibration(const std::string& folder, const CalibrationSpec&, const std::vector<LawFit>& sorted);

/** Lists remarks on a fit: bounds, parameters that cannot be separated, a start that did not converge. */
std::vector<std::string> listRemarks(const LawFit&);

/** Keeps the computed part of a calibration in a file that is complete at every time. */
class CalibrationProgress {
public:
    /** Reads the file if it is there. Nothing is kept if its name is empty. The progress of another spec is not taken over.
    @param spec  identifies a calibration, with its data */
    CalibrationProgress(const std::string& file, const nlohmann::ordered_json& spec);

    /** Returns a message for the user about the file that was there; "" if there was none. */
    std::string getMessage() const { return message; }

    std::vector<StartResult> getStarts(const std::string& law) const;
    void addStart(const std::string& law, const StartResult&);
    /** Returns the draws of the synthetic data of a fit. */
    std::vector<Draw> getDraws(const std::string& law) const;
    void addDraw(const std::string& law, const Draw&);

private:
    void add(const char* list, const std::string& law, const nlohmann::ordered_json& entry);

    const std::string file;
    std::string message;
    nlohmann::ordered_json content;
};

} // namespace lab

#endif
