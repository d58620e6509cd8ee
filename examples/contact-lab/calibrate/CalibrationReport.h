#ifndef CONTACT_LAB_CALIBRATION_REPORT_H
#define CONTACT_LAB_CALIBRATION_REPORT_H

#include "CalibrationSpec.h"

namespace lab {

/** A law, how well it fits, and how well its fit is recovered from synthetic data. */
struct LawFit {
    LawToFit law;
    Fit fit;
    std::string failure = ""; ///< why there is no fit
    std::vector<Draw> draws = {};
};

/** How a parameter comes out of the draws. */
struct Recovery {
    Real mean = 0, spread = 0; ///< of the estimates
    Real meanError = 0;        ///< of what they say their standard errors are
    int within = 0;            ///< draws whose estimate is within two of them

    Recovery(const LawFit&, std::size_t parameter);
};

/** The best one first: by AICc, or by AIC if there are too few data for it; those without a fit last. */
void sortByAicc(std::vector<LawFit>&);

/** Tables and words. */
std::string describe(const CalibrationSpec&, const std::vector<LawFit>& sorted);
nlohmann::ordered_json toJson(const CalibrationSpec&, const std::vector<LawFit>& sorted);

/** result.json, and for each measured column what the best laws say and what is left: fit.svg and residual.svg, or fit-NAME.svg and
residual-NAME.svg if there are several columns. @throws std::runtime_error if one cannot be written */
void writeCalibration(const std::string& folder, const CalibrationSpec&, const std::vector<LawFit>& sorted);

/** What must be said of a fit in words: bounds, what cannot be told apart, starts that did not converge. */
std::vector<std::string> listRemarks(const LawFit&);

/** Keeps the computed part of a calibration in a file that is complete at every time. */
class CalibrationProgress {
public:
    /** Nothing is kept if the file's name is empty. What another spec has left is not taken over.
    @param spec  by which a calibration is recognized, with its data */
    CalibrationProgress(const std::string& file, const nlohmann::ordered_json& spec);

    /** Returns a message for the user about the file that was there; "" if there was none. */
    std::string getMessage() const { return message; }

    std::vector<StartResult> getStarts(const std::string& law) const;
    void addStart(const std::string& law, const StartResult&);
    /** Draws of the synthetic data of a fit. */
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
