// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainStepper.h"

#include "grains/BedExchange.h"
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
    /** Sets the load of the next interval. */
    virtual void setLoad(const grains::GrainForce&, const grains::BedExchange::Load&) = 0;
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
    void setLoad(const grains::GrainForce& force, const grains::BedExchange::Load& load) override {
        force.setLoad(integrator.updAdvancedState(), load);
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
    void setLoad(const grains::GrainForce& force, const grains::BedExchange::Load& load) override {
        force.setLoad(integrator.updState(), load);
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
    grains::BedExchange& exchange = grains::exchangeOf(bed);
    if (integrator->getState().getSystemStage() < Stage::Topology)
        throw std::logic_error("GrainStepper: the integrator has no State yet; call its initialize() first");
    const Real start = integrator->getState().getTime();
    grains::check(end >= start && std::isfinite(end), "GrainStepper::stepTo()", "time", end, "s",
                  "finite and >= " + grains::toText(start) + " s, the present time");
    exchange.begin(integrator->getState());
    if (end == start) return;

    const Real longest = bed.getTimeStep();
    const auto total = (long long)(std::ceil((end - start) / longest - 1e-9)), wanted = std::max(total, 1ll);
    const Real step = (end - start) / Real(wanted);
    for (long long done = 0; done < wanted;) {
        const grains::IntervalChoice::Interval interval = exchange.chooseInterval(integrator->getState());
        const long long count = std::min(interval.steps, wanted - done);
        for (int part = 1; part <= interval.parts; ++part) {
            const bool isLast = done + count == wanted && part == interval.parts;
            advance(isLast ? end : start + (Real(done) + Real(count * part) / interval.parts) * step, count,
                    step / interval.parts);
        }
        done += count;
        steps += count * interval.parts;
    }
}

void GrainStepper::advance(Real to, long long count, Real step) {
    grains::BedExchange& exchange = grains::exchangeOf(bed);
    const MultibodySystem& system = exchange.getSystem();
    const Real from = integrator->getState().getTime();
    const grains::BedExchange::Load load = exchange.predict(from, to - from);
    integrator->setLoad(exchange.getForce(), load);
    grains::BedExchange::Knots knots;
    system.realize(integrator->getState(), Stage::Velocity);
    exchange.addKnots(integrator->getState(), from, knots);
    while (integrator->getState().getTime() < to) {
        const Real before = integrator->getState().getTime();
        integrator->takeOneStep(to);
        if (integrator->getState().getTime() == before) continue; // a report of the start
        system.realize(integrator->getState(), Stage::Velocity);
        exchange.addKnots(integrator->getState(), from, knots);
    }
    if (std::abs(integrator->getState().getTime() - to) > 1e-9 * std::max(1., std::abs(to)))
        throw std::runtime_error("GrainStepper: the integrator has stepped to t = " +
                                 grains::toText(integrator->getState().getTime()) + " s instead of " +
                                 grains::toText(to) +
                                 " s, as CPodesIntegrator does; take a Runge-Kutta or Verlet integrator");
    exchange.advance(integrator->getState(), knots, to, count, step, load);
}

} // namespace simbodydem
