// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_GRAIN_COUPLING_H
#define SIMBODYDEM_GRAINS_GRAIN_COUPLING_H

#include "grains/BedSurface.h"
#include "grains/GrainForce.h"
#include "grains/IntervalChoice.h"
#include "grains/ServerProcess.h"
#include "simbodydem/JointForces.h"
#include "simbodydem/grains/GrainBed.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

namespace grains {
struct SavedBed;
}

/** Holds a bed and its exchange with a mechanism. The mechanism is first in each interval. It moves under the wrenches of predict(), and
the bed then follows the path of its bodies in advance(). */
class GrainCoupling {
public:
    using Wrenches = grains::GrainForce::Wrenches; // by surface, about Ground's origin
    using Load = grains::GrainForce::Load;
    using Knots = std::vector<std::vector<grains::MotionKnot>>; // by body that has surfaces

    GrainCoupling(SimTK::MultibodySystem&, const GrainBedOptions&);
    ~GrainCoupling();

    void setLaw(const ContactModel&, const SurfaceMaterial&);
    int addMaterial(const SurfaceMaterial&, SimTK::Real density);
    int getNumMaterials() const { return int(materials.size()); }
    std::string describeLaw();
    void fill(const Pouring&);
    /** @param owner  for messages */
    void add(const std::vector<Grain>&, const std::string& owner);
    void addFile(const std::string& path);
    int remove(const std::function<bool(const Grain&)>& isRemoved);
    void settle(SimTK::Real atMost);
    void addJointForces(const JointForces& forces) { jointForces.push_back(forces); }
    SurfaceIndex addSurface(const SimTK::MobilizedBody&, const Shape&, const SimTK::Transform&, const SurfaceMaterial&,
                            const std::string& name);

    const SimTK::MultibodySystem& getSystem() const { return system; }
    const grains::GrainForce& getForce() const { return *force; }
    const GrainBedOptions& getOptions() const { return options; }
    int getNumSurfaces() const { return int(surfaces.size()); }
    int getNumGrains() const { return numGrains; }
    std::vector<Grain> getGrains();
    GrainBedMeasures measure();
    SimTK::Real getTime() const { return time; }
    SimTK::Real getTimeStep() const;
    long long getNumLost() const { return numLost; }
    long long getNumShortened() const { return numShortened; }
    GrainIntervalAdvice adviseInterval() const { return choice.advise(getTimeStep()); }
    /** Returns the next interval: at most that of the options, less if the error of the last one or the IntervalChoice asks for it. Counts
    the latter. */
    grains::IntervalChoice::Interval chooseInterval(const SimTK::State&);
    /** Returns the last report on a surface. @throws std::invalid_argument if there is no such surface */
    const grains::SurfaceReport& getReport(SurfaceIndex) const;
    SimTK::SpatialVec getPendingImpulse(SurfaceIndex) const;
    std::vector<GrainContact> getContacts(SurfaceIndex);
    std::vector<GrainPair> getPairs();
    std::vector<GrainLayer> measureLayers(int count);
    void save(const std::string& path, const SimTK::State&);
    void load(const std::string& path, SimTK::State&);
    long long getNumIntervals() const { return numIntervals; }
    SimTK::Real getIntervalError() const { return intervalError; }

    /** Places the surfaces as in this State, unless they are, and checks that the bed is at the time of the State.
    @throws std::runtime_error if grains overlap a surface deeply, or if the times differ */
    void begin(const SimTK::State&);
    /** Appends the present motion of all bodies to their knots. @param start  of the interval [s] */
    void addKnots(const SimTK::State&, SimTK::Real start, Knots&) const;
    /** Returns what the mechanism gets in the next interval: the present wrenches and the pending impulses. @param length  of it [s] */
    Load predict(SimTK::Real start, SimTK::Real length) const;
    /** Advances the bed along the path of the bodies. @param applied  what the mechanism had meanwhile */
    void advance(const SimTK::State&, const Knots&, SimTK::Real end, long long steps, SimTK::Real timeStep,
                 const Load& applied);

private:
    static constexpr SimTK::Real deepestAtStart = 0.1; // overlap over radius: deeper grains would be shot away

    using BedSurface = grains::BedSurface;

    grains::ServerProcess& getServer();
    void setUp();
    grains::BedSetUp describeSetUp() const;
    void fillFrom(const Pouring&);
    void checkOverlaps(const std::string& owner);
    void makeEmpty();
    void continueFrom(const grains::SavedBed&, const std::string& owner, SimTK::State&);
    void estimateError(const SimTK::State&, long long steps);
    void checkTime(const SimTK::State&) const;
    const SimTK::MobilizedBody& bodyOf(const BedSurface&) const;
    SimTK::Real massOf(const BedSurface&, const SimTK::State&) const;  // of its body [kg]
    SimTK::Real speedOf(const BedSurface&, const SimTK::State&) const; // of its body's centre of mass [m/s]
    grains::SurfaceOnBody describeSurface(const BedSurface&, SimTK::Real bodyMass);
    void sendSurface(BedSurface&, const grains::SurfaceOnBody&);
    int bodyNumberOf(SimTK::MobilizedBodyIndex);
    void sendGrains(const grains::Grains&, bool skipsBuried);
    SimTK::Real pour(const Pouring&, long long count, SimTK::Real from);
    void setGroundPoses();
    void updatePoses();
    void placeBodies(const SimTK::State&);
    void checkPlaces(const SimTK::State&);
    void checkOverlapsOfBodies(const std::string& when);
    void take(const grains::IntervalReport&, SimTK::Real until);
    std::string describeLost(const grains::LostGrains&, SimTK::Real until) const;
    SimTK::Vec3 gravityOfGrains() const;
    SimTK::Vec3 gravityAt(const SimTK::State&) const;
    grains::Motion motionAtRest() const;
    SimTK::Real getDefaultStep() const;
    std::vector<double> describeMechanism(const SimTK::State&) const;
    std::string nameOf(const SimTK::MobilizedBody&) const;
    SimTK::Real massOf(SimTK::Real radius, SimTK::Real density) const; // of a grain [kg]
    SimTK::Real leastDensity() const;
    void describeMaterials(const std::string& owner);
    int upAxis() const { return grains::upAxisOf({gravity[0], gravity[1], gravity[2]}); }
    bool isDown() const { return gravity[upAxis()] > 0; } // gravity along the positive axis
    void report(const std::string& task, SimTK::Real simulated, long long steps, SimTK::Real fraction);

    SimTK::MultibodySystem& system;
    GrainBedOptions options;
    std::shared_ptr<bool> isThere = std::make_shared<bool>(true);
    grains::GrainForce* force = nullptr; // owned by the System
    std::unique_ptr<ContactModel> model;
    struct GrainMaterial {
        SurfaceMaterial values;
        SimTK::Real density; // [kg/m^3]
    };
    std::vector<GrainMaterial> materials;        // of the grains
    std::vector<grains::BedMaterial> bedMaterials; // the same for the server
    SimTK::Real leastRadius = SimTK::Infinity, greatestRadius = 0;
    SimTK::Vec3 gravity = SimTK::Vec3(0), presentGravity = SimTK::Vec3(0); // of the beginning, and now
    std::vector<BedSurface> surfaces;
    std::vector<SimTK::MobilizedBodyIndex> bodies{SimTK::MobilizedBodyIndex(0)}; // Ground first
    std::vector<int> sent;                                                       // surfaces in the server's order
    std::unique_ptr<grains::ServerProcess> server;
    std::string lawText;
    int numGrains = 0;
    unsigned pourings = 0;
    SimTK::Real time = 0;
    long long numShortened = 0, numIntervals = 0, numLost = 0;
    SimTK::Real intervalError = 0, chosenSteps = 1; // of the last interval; for the next one
    bool hasBegun = false, isBroken = false;
    mutable bool hasWarned = false; // of the time step
    std::vector<SimTK::Transform> poses; // of the bodies at the end of the last interval
    std::vector<JointForces> jointForces;
    double progressBegan = 0, progressLast = 0;

    Wrenches pendingImpulses;
    grains::IntervalChoice choice{system, surfaces};
};

} // namespace simbodydem

#endif
