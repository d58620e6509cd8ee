// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_PRESCRIBED_COORDINATES_H
#define SIMBODYDEM_PRESCRIBED_COORDINATES_H

#include "Simbody.h"

#include <vector>

namespace simbodydem {

/** Coordinates that are prescribed, or locked, and whose rates are speeds.

What is prescribed moves exactly, and what sticks to it by an integrator's method. To a stiff contact the difference, of the third order
in the step, would be slip. So within a step these coordinates follow their own speeds by the method as well, and are put right at
its end. */
class PrescribedCoordinates {
public:
    explicit PrescribedCoordinates(const SimTK::MultibodySystem& system);

    /** Those of this State; it is realized to Stage::Position. */
    void find(const SimTK::State&);
    bool areNone() const { return all.empty(); }
    /** Whether more is prescribed than these. */
    bool areThereOthers() const { return hasOthers; }

    /** Where they are at this time, and how fast. Leaves the State there. */
    void ask(SimTK::State&, SimTK::Real time);
    /** To where their speeds take them in a stage: from + rates + c speed. */
    void follow(SimTK::State&, const SimTK::Vector& from, const SimTK::Vector& rates, SimTK::Real c) const;

    /** By how much their speeds are ahead of a guess of all; 0 for others. */
    SimTK::Vector aheadOf(const SimTK::Vector& speeds) const;
    /** By how much they are ahead of where the State has them, as a displacement of all speeds; 0 for others. */
    SimTK::Vector aheadOf(const SimTK::State&) const;
    void putRight(SimTK::Vector& q) const;

private:
    struct Coordinate {
        int q, u;
        SimTK::Real place, speed; // at the time that was asked for
    };
    const SimTK::MultibodySystem& system;
    const SimTK::SimbodyMatterSubsystem& matter;
    std::vector<Coordinate> all;
    bool hasOthers = false;
};

} // namespace simbodydem

#endif
