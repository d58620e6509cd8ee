#ifndef CONTACT_LAB_MEASUREMENTS_H
#define CONTACT_LAB_MEASUREMENTS_H

#include "Columns.h"
#include "LawChoice.h"

#include <map>

namespace lab {

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
};

/** What can be measured, and the experiment that predicts it. */
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

const std::vector<MeasurementKind>& listMeasurements();

// The kinds, each in a file with those of its like.
MeasurementKind loading();
MeasurementKind restitution();
MeasurementKind drop();
MeasurementKind oblique();
MeasurementKind gait();
MeasurementKind stickSlip();

/** Of a setting or an abscissa that must be > 0 and finite. */
inline const simbodydem::ParameterRange positiveSetting{0, SimTK::Infinity, false, false};
/** The integrator's accuracy of an experiment with one. */
Setting accuracySetting(Real ifNotGiven);
/** A ball's radius and density. */
std::vector<Setting> ballSettings();

} // namespace lab

#endif
