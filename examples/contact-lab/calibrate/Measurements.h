#ifndef CONTACT_LAB_MEASUREMENTS_H
#define CONTACT_LAB_MEASUREMENTS_H

#include "LawChoice.h"

#include <map>

namespace lab {

/** A name with its unit in brackets: "speed [m/s]", "restitution [-]". */
struct QuantityName {
    std::string name, unit;

    std::string toText() const { return name + " [" + unit + "]"; }
};

/** One column of data; its numbers are finite. */
struct Column {
    QuantityName quantity;
    std::vector<Real> values;
};

/** A number that an experiment needs besides its data. */
struct Setting {
    QuantityName quantity;
    Real ifNotGiven;
    simbodydem::ParameterRange range;
    std::string help;
};

/** One experiment as it was made. */
struct MeasurementSetup {
    std::map<std::string, Real> settings; ///< all that there are
    std::string target;                   ///< of kinds that have one
    std::vector<Real> abscissae;
    std::vector<std::string> measured; ///< names of the measured columns

    Real get(const std::string& setting) const { return settings.at(setting); }
};

/** Names a kind of measurement and the experiment that predicts it. */
struct MeasurementKind {
    std::string name, help;
    QuantityName abscissa;
    simbodydem::ParameterRange range; ///< of the abscissa
    std::vector<QuantityName> measured;
    std::vector<Setting> settings;
    std::vector<std::string> targets; ///< that can be chosen, the first one if none is; none if there is no choice
    LawChoice (*getLaw)(); ///< with the laboratory's material, of which a calibration changes what it is told
    /** A list for each measured column. @throws std::invalid_argument if a law or a number makes no sense */
    std::vector<std::vector<Real>> (*predict)(const MeasurementSetup&, const LawChoice&);
    std::vector<Column> (*getReference)() = nullptr; ///< data that ship with the laboratory, or none
};

/** A new one is an entry of this list and its function, which predicts. */
const std::vector<MeasurementKind>& listMeasurements();

} // namespace lab

#endif
