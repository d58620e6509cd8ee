#ifndef CONTACT_LAB_INTEGRATORS_H
#define CONTACT_LAB_INTEGRATORS_H

#include "Simbody.h"

#include <memory>
#include <string>
#include <vector>

namespace lab {

struct IntegratorChoice {
    std::string name = "rkm";
    SimTK::Real accuracy = 1e-6;
    SimTK::Real maxStep = SimTK::NaN;   ///< [s]; NaN for none
    SimTK::Real fixedStep = SimTK::NaN; ///< [s]; NaN for error control
};

/** The names that `--integrator` takes, each with what it stands for. */
std::vector<std::pair<std::string, std::string>> listIntegrators();

/** CPodes is told to return every internal step: Simbody commits a history when stepTo() is called, and CPodes would
otherwise take any number of steps within one call.
@throws std::invalid_argument for an unknown name, accuracy or step */
std::unique_ptr<SimTK::Integrator> makeIntegrator(const SimTK::System&, const IntegratorChoice&);

/** For an impact that would last this long undamped: steps of at most a 25th of it unless the choice says otherwise, and
first ones shorter. Error control cannot see when within a step a contact changed from sliding to sticking. */
std::unique_ptr<SimTK::Integrator> makeImpactIntegrator(const SimTK::System&, IntegratorChoice,
                                                        SimTK::Real contactTime);

/** How long Hertz's undamped impact lasts [s]. @param modulus E* [Pa] */
SimTK::Real hertzContactTime(SimTK::Real mass, SimTK::Real radius, SimTK::Real modulus, SimTK::Real speed);

/** Advance to this time, however often the integrator returns before. */
void advanceTo(SimTK::Integrator&, SimTK::Real time);

} // namespace lab

#endif
