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
    SimTK::Real maxStep = SimTK::NaN;          ///< [s]; NaN for none
    SimTK::Real fixedStep = SimTK::NaN;        ///< [s]; NaN for error control
    SimTK::Real evaluations = SimTK::Infinity; ///< that a run may take, see Advance
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

/** Advance to this time, however often the integrator returns before. */
void advanceTo(SimTK::Integrator&, SimTK::Real time);

/** Takes an integrator, which has been initialized, through an experiment. Gives up as soon as that is seen to take more
evaluations of the forces than it may: before the start if steps of the chosen size are too many, or else once a tenth of
them has been taken, at the pace so far. What cannot be integrated, or not by steps as long as these, ends here as well:
the energy must not grow. */
class Advance {
public:
    /** @param duration  of the experiment [s], or what it would be if all goes well
    @param gain  energy that work from outside, and a law, may add [J]
    @throws std::invalid_argument if steps of the chosen size are too many */
    Advance(const SimTK::MultibodySystem&, SimTK::Integrator&, const IntegratorChoice&, SimTK::Real duration,
            SimTK::Real gain);

    /** @throws std::invalid_argument that says how far the run came and what to change */
    void to(SimTK::Real time);
    /** Until the integrator returns by itself, say after a step. */
    void once(SimTK::Real time = SimTK::Infinity);

private:
    SimTK::Real calcEnergy() const;

    const SimTK::MultibodySystem& system;
    SimTK::Integrator& integrator;
    const IntegratorChoice choice;
    const SimTK::Real duration, highestEnergy;
};

} // namespace lab

#endif
