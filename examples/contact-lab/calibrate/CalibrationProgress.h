#ifndef CONTACT_LAB_CALIBRATION_PROGRESS_H
#define CONTACT_LAB_CALIBRATION_PROGRESS_H

#include "Calibration.h"

#include <nlohmann/json.hpp>

namespace lab {

/** What of a calibration has been computed, in a file that is whole at every time. */
class CalibrationProgress {
public:
    /** Nothing is kept if the file's name is empty. What another spec has left is not taken over.
    @param spec  by which a calibration is recognized, with its data */
    CalibrationProgress(const std::string& file, const nlohmann::ordered_json& spec);

    /** What was found in the file, for the user; "" if there was none. */
    std::string getMessage() const { return message; }

    std::vector<StartResult> getStarts(const std::string& law) const;
    void addStart(const std::string& law, const StartResult&);
    /** Draws of the synthetic data of a fit. */
    std::vector<Draw> getDraws(const std::string& law) const;
    void addDraw(const std::string& law, const Draw&);

private:
    void write() const;

    const std::string file;
    std::string message;
    nlohmann::ordered_json content;
};

} // namespace lab

#endif
