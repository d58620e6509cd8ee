// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainStepper.h"

#include "grains/GrainCoupling.h"
#include "grains/InputChecks.h"
#include "simbodydem/ContactIntegrator.h"

#include "Simbody.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

/** Steps a mechanism by one kind of integrator. */
class MechanismIntegrator {
public:
    virtual ~MechanismIntegrator() = default;
    virtual const State& getState() const = 0;
    /** Sets the wrenches of the next interval. */
    virtual void setWrenches(const grains::GrainForce&, const GrainCoupling::Wrenches&) = 0;
    /** Takes one step, at most to this time. */
    virtual void takeOneStep(Real until) = 0;
};

namespace {

class SimbodysIntegrator final : public MechanismIntegrator {
public:
    explicit SimbodysIntegrator(Integrator& integrator) : integrator(integrator) {
        integrator.setReturnEveryInternalStep(true);
    }
    const State& getState() const override { return integrator.getAdvancedState(); }
    void setWrenches(const grains::GrainForce& force, const GrainCoupling::Wrenches& wrenches) override {
        force.setWrenches(integrator.updAdvancedState(), wrenches);
        integrator.reinitialize(Stage::Dynamics, false);
    }
    void takeOneStep(Real until) override {
        // A scheduled event at this time keeps the integrator from stepping past it.
        const Integrator::SuccessfulStepStatus status = integrator.stepTo(until, until);
        if (status == Integrator::EndOfSimulation)
            throw std::runtime_error("GrainStepper: the integrator has ended at t = " +
                                     grains::toText(integrator.getTime()) + " s, its final time");
    }

private:
    Integrator& integrator;
};

class ContactsIntegrator final : public MechanismIntegrator {
public:
    explicit ContactsIntegrator(ContactIntegrator& integrator) : integrator(integrator) {}
    const State& getState() const override { return integrator.getState(); }
    void setWrenches(const grains::GrainForce& force, const GrainCoupling::Wrenches& wrenches) override {
        force.setWrenches(integrator.updState(), wrenches);
    }
    void takeOneStep(Real until) override { integrator.takeOneStep(until); }

private:
    ContactIntegrator& integrator;
};

} // namespace

GrainStepper::GrainStepper(GrainBed& bed, Integrator& integrator)
    : bed(bed), integrator(std::make_unique<SimbodysIntegrator>(integrator)) {}
GrainStepper::GrainStepper(GrainBed& bed, ContactIntegrator& integrator)
    : bed(bed), integrator(std::make_unique<ContactsIntegrator>(integrator)) {}
GrainStepper::~GrainStepper() = default;

const State& GrainStepper::getState() const { return integrator->getState(); }
long long GrainStepper::getNumSteps() const { return steps; }

void GrainStepper::stepTo(Real end) {
    GrainCoupling& coupling = *bed.coupling;
    const MultibodySystem& system = coupling.getSystem();
    if (integrator->getState().getSystemStage() < Stage::Topology)
        throw std::logic_error("GrainStepper: the integrator has no State yet; call its initialize() first");
    const Real start = integrator->getState().getTime();
    grains::check(end >= start && std::isfinite(end), "GrainStepper::stepTo()", "time", end, "s",
                  "finite and >= " + grains::toText(start) + " s, the present time");
    coupling.begin(integrator->getState());
    if (end == start) return;

    const Real longest = bed.getTimeStep();
    const auto total = (long long)(std::ceil((end - start) / longest - 1e-9)), wanted = std::max(total, 1ll);
    const Real step = (end - start) / Real(wanted);
    for (long long done = 0; done < wanted;) {
        const long long count =
            std::min<long long>(coupling.chooseIntervalSteps(integrator->getState()), wanted - done);
        const Real from = integrator->getState().getTime();
        const Real to = done + count == wanted ? end : start + Real(done + count) * step;
        const GrainCoupling::Wrenches applied = coupling.predict(to - from);
        integrator->setWrenches(coupling.getForce(), applied);
        GrainCoupling::Knots knots;
        system.realize(integrator->getState(), Stage::Velocity);
        coupling.addKnots(integrator->getState(), from, knots);
        while (integrator->getState().getTime() < to) {
            const Real before = integrator->getState().getTime();
            integrator->takeOneStep(to);
            if (integrator->getState().getTime() == before) continue; // a report of the start
            system.realize(integrator->getState(), Stage::Velocity);
            coupling.addKnots(integrator->getState(), from, knots);
        }
        if (std::abs(integrator->getState().getTime() - to) > 1e-9 * std::max(1., std::abs(to)))
            throw std::runtime_error(
                "GrainStepper: the integrator has stepped to t = " + grains::toText(integrator->getState().getTime()) +
                " s instead of " + grains::toText(to) +
                " s, as CPodesIntegrator does; take a Runge-Kutta or Verlet integrator");
        coupling.advance(integrator->getState(), knots, to, count, step, applied);
        done += count;
        steps += count;
    }
}

} // namespace simbodydem
