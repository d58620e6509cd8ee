// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "World.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#ifndef SIMBODYDEM_HAS_GRAINS
namespace simbodydem {
class GrainStepper {}; // of which there is none
} // namespace simbodydem
#endif

namespace simbodydem::python {

/** Settings of a run. Values that are not set are those of the integrator. */
struct RunOptions {
    std::string integrator = "contact";
    std::optional<double> accuracy, step, maximumStep, initialStep;
    int iterations = 3;
};

/** An integrator of the library or of Simbody, in the few calls that a run needs. */
class Runner {
public:
    virtual ~Runner() = default;
    virtual void initialize(const SimTK::State&) = 0;
    /** Takes one step, no further than to this time, and returns at the time of a report if that comes first. */
    virtual void takeOneStep(double time, double report) = 0;
    /** Returns true unless the State lies within a step, at a report. */
    virtual bool isAtEndOfStep() const { return true; }
    /** Returns the integrator of the library; null if it is one of Simbody. */
    virtual ContactIntegrator* getContactIntegrator() const { return nullptr; }
    virtual const SimTK::State& getState() const = 0;
    /** Returns the State as it is, so that this cannot fail. */
    virtual const SimTK::State& peekState() const { return getState(); }
    /** Returns the State for changes of commands. */
    virtual SimTK::State& updState() = 0;
    virtual int getNumSteps() const = 0;
    virtual int getNumEvaluations() const = 0;
    virtual void saveTo(SavedRun&) const {}
    virtual bool restore(const SavedRun&) { return false; }
#ifdef SIMBODYDEM_HAS_GRAINS
    /** Returns what advances the integrator together with a bed. prepare() comes before each of its steps. */
    virtual std::unique_ptr<GrainStepper> makeStepper(GrainBed&) = 0;
    virtual void prepare() {}
#endif
};

/** A model with its integrator: what a simulation has once, and rollouts have once for each thread. */
struct Run {
    /** @param check     is called while a bed of grains is filled
    @param savedBed  of a Snapshot, which the bed continues in place of being filled; null: none */
    Run(const World&, const RunOptions&, const std::function<void()>& check = {}, const std::string* savedBed = nullptr);
    ~Run();
    /** Takes one step, or a part of the way with a bed of grains. */
    void takeOneStep(double time, double report);
    /** Advances to this time. Between steps it calls check(), which may throw. */
    void advance(double time, const std::function<void()>& check);

    std::shared_ptr<Model> model;
    std::unique_ptr<Runner> runner;
    std::unique_ptr<GrainStepper> stepper; ///< null if there are no grains
    mutable bool hasBegun = false;         ///< the bed
};

/** The State of a simulation at one time, with all that its contacts and joints remember. */
struct Snapshot {
    SavedRun run; ///< with what the integrator remembers; empty if it was read from bytes
    std::string bytes;
    std::string bed; ///< its grains and their contacts; empty if there are none
    double time = 0;
    std::vector<double> q, u;
};

/** One contact, as a row of a NumPy array. Forces act on the second body, in Ground. */
struct ContactRow {
    std::int32_t bodies[2], surfaces[2];
    double point[3], normal[3], force[3], normalForce[3], torque[3], slipVelocity[3];
    double overlap, overlapRate, storedEnergy, dissipatedPower, area;
    bool sticks;
};

/** The forces of one joint, as a row of a NumPy array. */
struct JointRow {
    double friction, damping, stop, servo, torque, target, elasticDisplacement;
    bool slides, atLimit;
};

/** Energies [J]. Those that contacts have dissipated are NaN if they are not tracked. */
struct Energy {
    double kinetic = 0, potential = 0;
    DissipatedEnergy byCause;
};

/** Starts and commands of rollouts. Arrays are row by row. */
struct RolloutInput {
    int count = 0, periods = 0, numThreads = 0;
    double every = 0;
    std::vector<std::shared_ptr<const Snapshot>> snapshots; ///< one or as many as there are rollouts; if empty, `starts` counts
    const double* starts = nullptr;                         ///< q and u of each rollout
    bool oneStart = false;
    const double* targets = nullptr; ///< of all joints of all robots, for each period of each rollout; null if there are none
    const double* torques = nullptr;
};

/** Results of rollouts: q and u at the end of each period, and the force of the contacts on each body [N]. */
struct RolloutOutput {
    double* states = nullptr;
    double* forces = nullptr;
};

/** Coordinates and speeds of a simulation or of its robots. The arrays of Python are views of these vectors, whose lengths stay. */
struct Values {
    std::vector<double> q, u;
};

class Simulation {
public:
    /** @param check     is called while a bed of grains is filled; it may throw
    @param snapshot  to continue from; null: begins at the start of the World */
    Simulation(const World&, const RunOptions&, const std::function<void()>& check = {}, const Snapshot* snapshot = nullptr);
    ~Simulation();

    void advance(double time, const std::function<void()>& check);
    double getTime() const { return run.runner->peekState().getTime(); }

    /** Sets coordinates or speeds; the integrator starts anew. */
    void setQ(const std::vector<double>&, bool keepContacts);
    void setU(const std::vector<double>&);
    void setRobot(int robot, const double* q, const double* u, bool keepContacts);
    void setPose(int body, const SimTK::Transform&, bool keepContacts);
    void setVelocity(int body, const SimTK::SpatialVec&);
    void setOnFloor(int robot, double gap);
    /** Sets a robot's joints, and the height of its base if there is a gap, with one force evaluation. */
    void setStart(int robot, const std::vector<double>& q, std::optional<double> gap);
    void setTargets(int robot, const std::vector<double>&);
    void setVelocityTargets(int robot, const std::vector<double>&);
    void setTorques(int robot, const std::vector<double>&);
    void setFrictionFactor(int surface, double factor);
    /** Sets the force at the origin of a body and the torque, both in Ground. They stay until the next call. */
    void setForce(int body, const SimTK::SpatialVec&);
    /** Sets the target of the servo of a body's pin or slider. */
    void setTarget(int body, double);
    void reset(const std::function<void()>& check);
    /** Begins the run anew at the present State, with the steps of a run of derivatives. */
    void follow(SensitivityRun&);
    /** Returns the integrator that derivatives need. @throws std::invalid_argument if the simulation has one of Simbody */
    ContactIntegrator& getContactIntegrator(const char* caller) const;
    /** Returns a copy of the State. */
    SimTK::State getState() const { return copyState(); }
    /** Takes over the State of an integrator that others have advanced. */
    void refresh() { update(); }

    std::vector<ContactRow> getContacts() const;
    std::vector<JointRow> getJointForces(int robot) const;
    std::vector<double> getLinkForces(int robot) const; ///< three numbers a link
    SimTK::Transform getPose(int body) const;
    SimTK::SpatialVec getVelocity(int body) const;
    SimTK::Transform getLinkPose(int robot, const std::string& link) const;
    SimTK::Vec6 getImu(int robot, const std::string& link) const;
    std::vector<double> getUDot() const;
    Energy getEnergy() const;

    /** Adds a recorder, which gets rows at multiples of its interval while the simulation advances. */
    void add(std::shared_ptr<Recorder> recorder) { recorders.push_back(std::move(recorder)); }
    void remove(const Recorder&);

    std::shared_ptr<const Snapshot> save() const;
    void restore(const Snapshot&);
#ifdef SIMBODYDEM_HAS_GRAINS
    /** Returns the bed. @throws std::invalid_argument if there is none */
    const GrainBed& getBed() const;
    const GrainStepper& getStepper() const;
    /** Adds or removes grains between two steps. A replay begins anew. */
    void changeBed(const std::function<void(GrainBed&)>&);
#endif
    /** @throws std::invalid_argument with the name of what grains do not have, if there are grains */
    void refuseGrains(const std::string& what) const;
    std::shared_ptr<Simulation> clone() const;
    /** Writes the frames so far as a page. */
    void writeReplay(const std::string& file, std::optional<int> follow) const;

    /** Runs rollouts in threads. check() is called by this thread, and ends all rollouts if it throws. */
    void rollout(const RolloutInput&, const RolloutOutput&, const std::function<void()>& check);

    const Model& getModel() const { return *run.model; }
    /** Returns the model for what refers to it. A simulation with grains takes another one in restore() and reset(). */
    std::shared_ptr<const Model> shareModel() const { return run.model; }
    const Runner& getRunner() const { return *run.runner; }
    const World world;
    const RunOptions options;
    Values values;
    std::vector<Values> ofRobots;
    double frameInterval = 1.0 / 30; ///< of replays [s]

private:
    void begin(const SimTK::State&);
    void update();
    void addFrame();
    void renew(const std::function<void()>& check, const std::string* savedBed);
    void continueFrom(const Snapshot&);
    SimTK::State copyState() const { return run.runner->getState(); }
    SimTK::State copyWithoutMemory(bool keepContacts) const;

    Run run;
    std::vector<std::unique_ptr<Run>> spare; ///< of rollouts
    struct Ball { // a grain of a frame, in few bytes
        float center[3], radius, speed;
    };
    std::vector<SimTK::State> frames;
    std::vector<std::vector<Ball>> balls; // of frames; empty without grains
    std::vector<std::shared_ptr<Recorder>> recorders;
};

} // namespace simbodydem::python
