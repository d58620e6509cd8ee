#ifndef SIMBODYDEM_TESTS_ENERGY_WORLD_H
#define SIMBODYDEM_TESTS_ENERGY_WORLD_H

#include "Scene.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>

/** Summary of a run's energy account; energies are fractions of the energy at the start. */
struct LedgerRun {
    SimTK::Real closure = 0;     // largest |kinetic + potential + heat - energy at the start|
    SimTK::Real unaccounted = 0; // largest absolute value
    SimTK::Real gained = 0;      // largest absolute value
    int steps = 0;
    simbodydem::DissipatedEnergy atEnd; // [J]
};

/** A world whose force keeps the energy account. */
struct EnergyWorld : FloorScene {
    std::unique_ptr<simbodydem::DEMContactForce> force;

    void addForce(const simbodydem::NormalLaw& normal, const simbodydem::TangentialLaw& tangential,
                  const simbodydem::RollingLaw& rolling = simbodydem::NoRolling()) {
        force = std::make_unique<simbodydem::DEMContactForce>(forces, surfaces, normal, tangential, rolling);
        force->setMaterialForAll(rubber().setRollingFriction(0.02));
        force->setTrackDissipatedEnergy(true);
    }

    LedgerRun run(SimTK::Integrator& integrator, const SimTK::State& start, SimTK::Real time) const {
        integrator.setReturnEveryInternalStep(true);
        integrator.initialize(start);
        system.realize(integrator.getState(), SimTK::Stage::Dynamics);
        const SimTK::Real energy = system.calcEnergy(integrator.getState());
        LedgerRun run;
        while (integrator.getTime() < time) {
            integrator.stepTo(time);
            const SimTK::State& s = integrator.getState();
            system.realize(s, SimTK::Stage::Dynamics);
            run.atEnd = force->getDissipatedEnergyByCause(s);
            const auto note = [&](SimTK::Real& largest, SimTK::Real value) {
                largest = std::max(largest, std::abs(value) / energy);
            };
            note(run.closure, system.calcEnergy(s) + run.atEnd.total() - energy);
            note(run.unaccounted, run.atEnd.unaccounted);
            note(run.gained, run.atEnd.gained);
        }
        run.steps = integrator.getNumStepsTaken();
        return run;
    }

    LedgerRun run(const SimTK::State& start, SimTK::Real accuracy, SimTK::Real time) const {
        SimTK::RungeKuttaMersonIntegrator integrator(system);
        integrator.setAccuracy(accuracy);
        return run(integrator, start, time);
    }

    LedgerRun runFixed(const SimTK::State& start, SimTK::Real step, SimTK::Real time) const {
        SimTK::RungeKuttaMersonIntegrator integrator(system);
        integrator.setFixedStepSize(step);
        return run(integrator, start, time);
    }
};

/** A ball of 1 kg and radius 0.1 m that cannot turn. */
struct PointMass : EnergyWorld {
    SimTK::MobilizedBody::Translation ball{matter.updGround(), SimTK::Body::Rigid(bodyOf(1))};

    PointMass() { add(ball, simbodydem::Sphere(0.1)); }
};

#endif
