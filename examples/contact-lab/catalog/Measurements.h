#ifndef CONTACT_LAB_MEASUREMENTS_H
#define CONTACT_LAB_MEASUREMENTS_H

#include "LawChoice.h"

#include <simbodydem/laws/Law.h>

#include <map>

namespace lab {

/** Holds a name and its unit. Texts have the unit in brackets: "speed [m/s]", "restitution [-]". */
struct QuantityName {
    std::string name, unit;

    std::string toText() const { return name + " [" + unit + "]"; }
};

/** Holds one column of data, whose numbers are finite. */
struct Column {
    QuantityName quantity;
    std::vector<Real> values;
};

/** Describes a number that an experiment needs in addition to its data. */
struct Setting {
    QuantityName quantity;
    Real ifNotGiven;
    simbodydem::ParameterRange range;
    std::string help;
};

/** Holds one experiment as it was made. */
struct MeasurementSetup {
    std::map<std::string, Real> settings; ///< all settings of the kind
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
    std::vector<std::string> targets; ///< choices, the first one is the default; empty if there is no choice
    LawChoice (*getLaw)();            ///< with the default material, of which a calibration changes the given values
    /** Predicts a list for each measured column. @throws std::invalid_argument if a law or a number makes no sense */
    std::vector<std::vector<Real>> (*predict)(const MeasurementSetup&, const LawChoice&);
    std::vector<Column> (*getReference)() = nullptr; ///< data that ship with contact-lab, or none
};

/** Lists the kinds of measurements. A new kind is an entry of this list and its function, which predicts. */
const std::vector<MeasurementKind>& listMeasurements();

} // namespace lab

#endif
