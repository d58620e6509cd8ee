#ifndef CONTACT_LAB_INTEGRATORS_H
#define CONTACT_LAB_INTEGRATORS_H

#include "LawChoice.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace lab {

struct IntegratorChoice {
    std::string name = "rkm";
    Real accuracy = 1e-6;
    Real maxStep = SimTK::NaN;          ///< [s]; NaN for usualMaxStep
    Real fixedStep = SimTK::NaN;        ///< [s]; NaN for error control
    Real evaluations = SimTK::Infinity; ///< that a run may take, see Advance
    Real usualMaxStep = SimTK::NaN;     ///< if maxStep is not given [s]; NaN for none
    Real firstStep = SimTK::NaN;        ///< [s]; NaN for the integrator's own
    Real lastTime = SimTK::NaN;         ///< at which the last step ends, so that the end is not interpolated [s]

    bool isFixedStep() const { return !SimTK::isNaN(fixedStep); }
    bool isCPodes() const { return name.substr(0, 6) == "cpodes"; } ///< which chooses steps and order by itself
};

struct IntegratorKind {
    std::string name, description; ///< after `--integrator`, and what it stands for
    std::unique_ptr<SimTK::Integrator> (*make)(const SimTK::System&, const IntegratorChoice&);
};
const std::vector<IntegratorKind>& listIntegrators();

/** What a run takes. */
struct Effort {
    int steps = 0, evaluations = 0;

    void count(const SimTK::Integrator&);
};

/** An integrator that starts at this State. CPodes is told to return every internal step: Simbody commits a history when
stepTo() is called, and CPodes would otherwise take any number of steps within one call.
@throws std::invalid_argument for an unknown name, accuracy or step */
std::unique_ptr<SimTK::Integrator> makeIntegrator(const SimTK::System&, const IntegratorChoice&,
                                                  const SimTK::State& start);

/** A run that was begun and given up, since it takes too much or cannot go on. */
struct GivenUp : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/** Takes an integrator through an experiment. Gives up as soon as that is seen to take more
evaluations of the forces than it may: before the start if steps of the chosen size are too many, or else once a tenth of
them has been taken, at the pace so far. What cannot be integrated, or not by steps as long as these, ends here as well:
the energy must not grow. */
class Advance {
public:
    /** @param duration  of the experiment [s], or what it would be if all goes well
    @param gain  energy that work from outside, and a law, may add [J]
    @throws GivenUp if steps of the chosen size are too many */
    Advance(const SimTK::MultibodySystem&, const IntegratorChoice&, const SimTK::State& start, Real duration,
            Real gain);

    /** @returns the State then @throws GivenUp that says how far the run came and what to change */
    const SimTK::State& to(Real time);
    /** Until the integrator returns by itself, say after a step. */
    void once(Real time = SimTK::Infinity);
    SimTK::Integrator& getIntegrator() const { return *integrator; }

private:
    Real calcEnergy() const;

    const SimTK::MultibodySystem& system;
    const IntegratorChoice choice;
    const std::unique_ptr<SimTK::Integrator> integrator;
    const Real duration, highestEnergy;
};

} // namespace lab

#endif
