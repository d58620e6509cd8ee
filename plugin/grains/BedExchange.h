// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_BED_EXCHANGE_H
#define SIMBODYDEM_GRAINS_BED_EXCHANGE_H

#include "grains/BedServer.h"
#include "grains/GrainForce.h"
#include "grains/IntervalChoice.h"

#include <memory>
#include <string>
#include <vector>

namespace simbodydem::grains {

struct SavedBed;

/** Exchanges wrenches and motions between a mechanism and its bed. The mechanism is first in each interval. It moves under the wrenches of
predict(), and the bed then follows the path of its bodies in advance(). */
class BedExchange {
public:
    using Wrenches = GrainForce::Wrenches; // by surface, about Ground's origin
    using Load = GrainForce::Load;
    using Knots = std::vector<std::vector<MotionKnot>>; // by body that has surfaces

    BedExchange(BedContents&, BedServer&);
    ~BedExchange();

    /** Adds a surface, and its body to those on which grains act. @throws std::logic_error if the mechanism has moved */
    SurfaceIndex addSurface(const SimTK::MobilizedBody&, const Shape&, const SimTK::Transform&, const SurfaceMaterial&,
                            const std::string& name);

    const SimTK::MultibodySystem& getSystem() const { return contents.getSystem(); }
    const GrainForce& getForce() const { return *force; }
    bool hasBegun() const { return begun; }
    SimTK::Real getTime() const { return time; }
    SimTK::Real getTimeStep() const { return contents.getTimeStep(); }
    long long getNumShortened() const { return numShortened; }
    GrainIntervalAdvice adviseInterval() const { return choice.advise(getTimeStep()); }
    long long getNumIntervals() const { return numIntervals; }
    SimTK::Real getIntervalError() const { return intervalError; }
    SimTK::SpatialVec getPendingImpulse(SurfaceIndex) const;

    /** Returns the motion of all bodies while grains are added: before the mechanism moves there is only Ground, later they stay where they are. */
    Motion motionAtRest() const;
    /** Places the surfaces of Ground, for grains that move without the mechanism. */
    void placeGround();
    /** Computes all contacts anew after grains were added or taken away. */
    void takeNewGrains();

    /** Places the surfaces as in this State, unless they are, and checks that the bed is at the time of the State.
    @throws std::runtime_error if grains overlap a surface deeply, or if the times differ */
    void begin(const SimTK::State&);
    /** Returns the next interval: at most that of the options, less if the error of the last one or the IntervalChoice asks for it. Counts
    the latter. */
    IntervalChoice::Interval chooseInterval(const SimTK::State&);
    /** Appends the present motion of all bodies to their knots. @param start  of the interval [s] */
    void addKnots(const SimTK::State&, SimTK::Real start, Knots&) const;
    /** Returns what the mechanism gets in the next interval: the present wrenches and the pending impulses. @param length  of it [s] */
    Load predict(SimTK::Real start, SimTK::Real length) const;
    /** Advances the bed along the path of the bodies. @param applied  what the mechanism had meanwhile */
    void advance(const SimTK::State&, const Knots&, SimTK::Real end, long long steps, SimTK::Real timeStep,
                 const Load& applied);

    /** Writes what is pending and when. @throws std::runtime_error if the State is at another time */
    void write(const SimTK::State&, SavedBed&) const;
    /** Continues from a saved bed. @param state  its State */
    void restore(const SimTK::State& state, const SavedBed&);

private:
    void estimateError(const SimTK::State&, long long steps);
    void checkTime(const SimTK::State&) const;
    SimTK::Real massOf(const BedSurface&, const SimTK::State&) const;  // of its body [kg]
    SimTK::Real speedOf(const BedSurface&, const SimTK::State&) const; // of its body's centre of mass [m/s]
    void placeBodies(const SimTK::State&);
    void rememberPlaces(const SimTK::State&);
    void checkPlaces(const SimTK::State&);
    void checkOverlaps(const std::string& when);
    SimTK::Vec3 gravityAt(const SimTK::State&) const;

    BedContents& contents;
    BedServer& server;
    std::shared_ptr<bool> isThere = std::make_shared<bool>(true);
    GrainForce* force = nullptr; // owned by the System
    SimTK::Vec3 gravity = SimTK::Vec3(0); // of the present State, once the mechanism has moved
    SimTK::Real time = 0;
    long long numShortened = 0, numIntervals = 0;
    SimTK::Real intervalError = 0, chosenSteps = 1; // of the last interval; for the next one
    bool begun = false;
    std::vector<SimTK::Transform> poses; // of the bodies at the end of the last interval, or where the bed began
    Wrenches pendingImpulses;
    IntervalChoice choice;
};

} // namespace simbodydem::grains

#endif
